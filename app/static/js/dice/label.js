/** Which roll a throw's record is of (docs/throw-format.md §2), written into it. */
import { crc32 } from "./trajectory.js";

const SEAL = 4;

/** Says in a record which roll it is of, and seals it again. @param {ArrayBuffer} record  changed in place @param {{table?: bigint, game?: number, roll?: number}} of */
export function labelled(record, { table, game, roll }) {
  const view = new DataView(record);
  if (game !== undefined) view.setUint16(2, game, true);
  if (table !== undefined) view.setBigUint64(4, table, true);
  if (roll !== undefined) view.setUint16(12, roll, true);
  const end = record.byteLength - SEAL;
  view.setUint32(end, crc32(record, end), true);
  return record;
}
