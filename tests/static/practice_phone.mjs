// A phone's storage that works, sleeps, is full, closed, or not there, or has been changed by a later release.

const room = new Map();
globalThis.localStorage = { getItem: (key) => room.get(key) ?? null, setItem: (key, value) => room.set(key, value), removeItem: (key) => room.delete(key) };

/** The storage as the browser hands it out, in so much as games.js asks of it. */
export const phone = { records: new Map(), how: "works", opened: 0 };
const asks = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.());
  return request;
};
const fails = (error) => {
  const request = { error };
  queueMicrotask(() => request.onerror());
  return request;
};
const store = {
  get: (id) => asks(structuredClone(phone.records.get(id))),
  getAll: () => asks(structuredClone([...phone.records.values()])),
  count: () => asks(phone.records.size),
  put: (record) => asks(phone.records.set(record.id, structuredClone(record))),
  delete: (id) => asks(phone.records.delete(id)),
};
function transaction() {
  if (phone.how === "full") throw new DOMException("", "UnknownError");
  // A later release changes it only when every page has closed it.
  if (phone.how === "outrun") throw new DOMException("", "InvalidStateError");
  if (phone.how === "closed") {
    phone.how = "works";
    throw new DOMException("", "InvalidStateError");
  }
  const deed = { objectStore: () => store, abort: () => (clearTimeout(end), setTimeout(() => deed.onabort())) };
  const end = setTimeout(() => deed.oncomplete());
  return deed;
}
globalThis.indexedDB = {
  open() {
    phone.opened += 1;
    if (phone.how === "barred") throw new DOMException("", "SecurityError");
    if (phone.how === "outrun") return fails(new DOMException("", "VersionError"));
    return phone.how === "asleep" ? {} : asks({ transaction, close() {} });
  },
};

/** A storage that works, and is empty. */
export const afresh = () => Object.assign(phone, { records: new Map(), how: "works", opened: 0 });

export const game = (rev, more = {}) => ({ id: "p-1", rev, updated: rev, status: "playing", game: 1, ...more });
/** As a later release keeps it: nothing but its head can be read here. */
export const later = (rev, more = {}) => ({ id: "p-1", format: 2, rev, updated: rev, status: "playing", position: "of another kind", ...more });
