/**
 * The shapes of what travels (docs/protocol.md), of what the page knows and of what it shows. Nothing runs here and no page loads it: readers
 * and editors look it up.
 */

/**
 * @typedef {object} Part  one scoring part of a keep
 * @property {"set"|"small"|"large"|"pairs"|"single"|"extend"|"fill"|"pair4"} kind
 * @property {number[]} faces  ascending
 * @property {number} points
 * @property {number[]} [dice]  positions in the lying roll
 */

/**
 * @typedef {object} Reading  what a selection is worth, or why it is not
 * @property {string | null} refused
 * @property {number} points  without the bonus
 * @property {number} bonus
 * @property {Part[]} parts
 * @property {number[]} dead  positions
 * @property {{code: string, faces: number[]}[]} why
 * @property {{dice: number[], points: number} | null} hint
 * @property {string} open_after
 * @property {number} dice_after  dice to roll after this keep
 * @property {number} total_after  banked and unbanked after this keep
 * @property {null | "over" | "exact" | "exact_hopeless"} warning
 * @property {number | null} nothing  chance that the roll after this keep scores nothing
 * @property {{face: number, points: number}[]} rest  what else scores
 */

/**
 * @typedef {object} Kept  one keep of the running turn
 * @property {number} roll
 * @property {number} hand  goes up with each and-roll
 * @property {Part[]} parts
 * @property {number} points
 * @property {number} bonus
 */

/**
 * @typedef {object} Result
 * @property {"win" | "split" | "shared" | "none"} kind
 * @property {number[]} seats
 * @property {string} reason
 * @property {number[]} [turns]  per seat
 */

/**
 * @typedef {object} View  the game as everyone may see it
 * @property {"first"|"roll"|"keep"|"decide"|"vote"|"order"|"share"|"over"} phase
 * @property {number | null} seat  who must answer
 * @property {number} turn
 * @property {number[]} banked
 * @property {boolean[]} opened
 * @property {number} unbanked
 * @property {number} dice  to roll next; in phase keep the dice lying
 * @property {number} roll
 * @property {number[]} lying  faces of the unread roll
 * @property {Kept[]} kept
 * @property {string[]} open
 * @property {boolean} for_nothing
 * @property {boolean} last_round
 * @property {number[]} waiting  seats that still have their last turn
 * @property {number[]} out  in the order they went out
 * @property {number[]} left
 * @property {null | {sequence: number[], totals: Record<string, number>, going: number[], round: number}} rolloff
 * @property {number | null} nothing
 * @property {string[]} can
 * @property {null | {total: number, dead_end: boolean, wins_nothing: boolean, reaches: boolean}} bank  `reaches`: starts the final round, or wins
 * @property {number} to_open  points that the turn still lacks for a first bank
 * @property {boolean} must_roll  all dice were used and must be rolled again
 * @property {number | null} rolls_left  where the card limits the rolls of a turn
 * @property {number | null} to_beat  the most points of the final round so far
 * @property {number[]} tied  seats that ended level
 * @property {number} extra  round of extra turns, 0 for none
 * @property {number[]} busts  in a row by seat, where the third costs points
 * @property {Record<string, number>} starting  who rolls for the start and what; 0 = not yet
 * @property {null | {dice: number, points: number}} offer  what the acting seat may go on with
 * @property {{game: number, n: number, commitment: string} | null} next
 * @property {Result | null} result
 */

/**
 * @typedef {object} Chair  one seat of the table
 * @property {number} seat
 * @property {string} name
 * @property {string | null} bot
 * @property {boolean} gone
 * @property {Look} [look]  left out for the house's dice, thrown plainly
 */

/** @typedef {{set: string, move: string | null, stage: number}} Look  dice of a set and how they are thrown; stage 0–4, 0 a plain throw */

/** @typedef {{seats: number[], host: boolean}} You */

/**
 * @typedef {object} Room  what only a coin table has: who is ready, the pot, and the clock
 * @property {"waiting" | "countdown" | "table_roll" | "play" | "paused" | "over"} phase
 * @property {number | null} due  server time, ms: when what the phase waits for happens by itself
 * @property {number} pot  coins
 * @property {number[]} ready  seats
 * @property {Record<string, string>} promises  commitments to the table roll by seat
 * @property {number[]} revealed  seats
 * @property {number[]} away  seats
 * @property {null | "time" | "away"} auto  why the autopilot plays, if it does
 * @property {number[]} bank_ms  what is left of each seat's time bank
 * @property {number[]} grace  how often each seat may still lose its connection for free
 * @property {number} decision_ms
 */

/** @typedef {{seat: number, coins: number}} Share  coins that a seat gets */

/**
 * @typedef {object} Presence
 * @property {number[]} seats  seats whose player has the table open
 * @property {Record<string, number>} offline_for  seconds
 * @property {number} watchers
 */

/** @typedef {Record<string, any> & {type: string, table: string, seq: number, at?: number, view?: View}} GameEvent */

/**
 * @typedef {object} Opening  a roll on its way
 * @property {number} seat  who rolls
 * @property {number} n
 * @property {number} dice
 * @property {"player" | "autopilot"} by
 * @property {string} commitment  to the key of the roll
 * @property {{seat: number, commitment: string}[]} promises
 * @property {number[]} removed  seats that promised and are not asked
 * @property {boolean} sealed
 * @property {{seat: number, r: string}[]} [reveals]  once sealed
 * @property {number[]} [absent]  once sealed
 */

/**
 * @typedef {object} Proof  what this device found out about a roll that it saw fall
 * @property {"checking" | "matches" | "mismatch" | "unknown" | "scripted"} state  unknown: its promise was told before this page was here; scripted: set by a test
 * @property {1 | 2} level
 * @property {number[]} contributors  seats
 * @property {number} of  seats that promised or contributed
 * @property {number} at  ms since 1970
 * @property {string} [why]  what does not match
 */

/**
 * @typedef {object} Truth
 * @property {boolean} ready  a snapshot has come
 * @property {string} table
 * @property {number} seq
 * @property {string} epoch
 * @property {string} name
 * @property {"one_phone" | "friends" | "coins"} kind
 * @property {"open" | "playing" | "over"} status
 * @property {string | null} invite
 * @property {number} game
 * @property {Record<string, any>} rules  the rule card
 * @property {Chair[]} chairs
 * @property {You} you
 * @property {View | null} view
 * @property {string | null} secret  of a finished game
 * @property {string | null} commitment  to the secret of this game
 * @property {number} stake  coins that a seat costs; 0 where none are played for
 * @property {number} size  seats of the table
 * @property {boolean} listed  stands in the lobby
 * @property {Room | null} room  of a coin table
 * @property {GameEvent | null} drawn  the table roll that found who starts this game
 * @property {GameEvent | null} settled  the end of the last finished game, with what the pot did
 * @property {number | null} gaveUp  the seat that this device's player left in this game
 * @property {string | null} closed  why the table was closed
 * @property {Opening | null} opening  a roll that other players' phones take part in, until its dice fall
 * @property {Presence & {at: number}} presence  `at`: when it was told, ms of the local clock
 */

/**
 * @typedef {object} Batch
 * @property {GameEvent[]} events
 * @property {View | null} view
 * @property {boolean} jump  a snapshot: the events are only for the record
 * @property {boolean} resumed  they happened while nobody was connected
 * @property {Truth} truth  after the batch
 */

/** @typedef {{tone: "plain" | "good" | "bad" | "cheer", title: string | null, text: string}} Note */

/**
 * @typedef {object} Scene
 * @property {Truth} truth
 * @property {View | null} view  as shown
 * @property {"rest" | "rolling" | "held"} stage  rolling: dice fly; held: a happening is being read
 * @property {Note | null} note  the last happening in a sentence
 * @property {string | null} ending  how the turn before this one ended
 * @property {GameEvent | null} draw  the table roll that is being read
 * @property {number[] | null} scored  positions that scored in a roll for nothing, null while it has not been judged
 */

/**
 * @typedef {object} Moment
 * @property {Scene} scene
 * @property {Pick<import("./table/hand.js").Hand, "taps" | "reading" | "fresh" | "styles" | "dead" | "before" | "refused" | "suggested">} hand
 * @property {{seat: number, roll: number, dice: number[], reading: Reading} | null} watched
 *   what another player has picked, or what is added by itself
 * @property {{hints: string}} prefs
 * @property {{phase: string, since: number}} link
 * @property {{type: string, age: "new" | "still" | "late"} | null} pending  a command on its way
 * @property {{angle: number, power: number}} aim
 * @property {{rows: number, width: number}} room  of the tray
 * @property {number[]} order  dice in reading order on the felt
 * @property {Record<string, string>} botLines  what each kind of bot does
 * @property {boolean} skipping  bots play without a pause
 * @property {boolean} firstGames  still says that a tap skips
 * @property {boolean} firstReasons  still links a refusal to the rules
 * @property {{turns: number, until: number} | null} back  what happened while the line was cut
 * @property {string} code  of the table's rules, empty until it is known
 * @property {boolean} replaced  a deploy has put another release in this page's place
 * @property {string} complaint  why a press did nothing
 * @property {string} aimHint  what a stroke would do while the finger is down
 * @property {string | null} passing  the name of the next player while the phone changes hands without a cover
 * @property {number} now
 * @property {import("./table/clock.js").TurnClock | null} clock  of a coin table
 * @property {(at: number) => string} timeOfDay  a time of the server on the clock on the wall
 */

/**
 * @typedef {object} Card
 * @property {"bust" | "cheer" | "nothing" | "ask" | "refused" | "lock" | "note" | "deal"} kind
 * @property {"top" | "middle"} place
 * @property {string} title
 * @property {string} text
 * @property {string} [big]  a figure
 * @property {string} [bigLabel]
 * @property {{text: string, state: "done" | "now" | "next"}[]} [list]
 * @property {string} [foot]  what happens if nobody answers
 * @property {string} [code]  of the rules; empty until it is known
 * @property {{id: string, label: string}} [action]
 */

/**
 * @typedef {object} ScoreChip
 * @property {number} seat
 * @property {string} name
 * @property {string} head  the name, or whose turn it is
 * @property {string} total
 * @property {number} points  the same as a number, for the count-up
 * @property {string} sub  what is still missing
 * @property {{kind: "turn" | "out" | "lead" | "last" | "done" | "busts" | "start" | "away" | "left", sign: string, word: string}[]} marks
 * @property {boolean} turn
 * @property {boolean} mine
 * @property {boolean} gone
 * @property {{text: string, bank: boolean} | null} clock  of the acting seat, in the place of what is missing
 * @property {string} label  all of it for the ear
 */

/**
 * @typedef {object} DieModel
 * @property {number} die  position in the roll
 * @property {number} face
 * @property {number} place  1… in reading order on the felt
 * @property {number} badge  place in the tap order, 0 when not picked or where the order is none of the game's business
 * @property {0 | 1 | 2 | null} line  solid, dashed, dotted; null while the group is not known
 * @property {boolean} picked
 * @property {boolean} dead  picked and scores nothing
 * @property {boolean} hinted  would score
 * @property {"scores" | "safe" | null} verdict  of a roll for nothing
 * @property {boolean} tappable
 * @property {string} label
 */

/** @typedef {{id: string, label: string, primary?: boolean}} Choice */

/**
 * @typedef {{kind: "pick", undo: boolean, clear: boolean, keep: {label: string, ready: boolean, busy: boolean}}
 *   | {kind: "aim", angle: number, power: number}
 *   | {kind: "ask", choices: Choice[]}
 *   | {kind: "empty"}} Row1
 *
 * `act`: what a press does where it is not what the button is named after
 * @typedef {{kind: "button", label: string, sub: string, ready: boolean, busy: boolean, why: string | null, act?: string}
 *   | {kind: "text", text: string} | {kind: "none"}} Cell
 *
 * @typedef {{row1: Row1, bank: Cell, roll: Cell, wide: string | null, leave: boolean}} Dock  `wide`: row 2 is one text cell
 */

/** @typedef {{left: {text: string, strong: boolean}[], right: {text: string, strong: boolean}[], label: string}} InfoLine */

/**
 * @typedef {{kind: "text", text: string, tone?: "plain" | "bad" | "warn" | "good" | "refused", why?: boolean}
 *   | {kind: "chips", chips: {text: string, line: number | null, label: string}[], sum: string, also: string | null}
 *   | {kind: "hint", text: string, action: string}
 *   | {kind: "retry", text: string, action: string}} MessageLine
 */

/** @typedef {{text: string, word: string, urgent: boolean}} LineClock  of the acting seat; `word`: it is the time bank */

/**
 * @typedef {object} Banner
 * @property {string} code  NET1 …, SPC
 * @property {string} text
 * @property {{id: string, label: string} | null} action
 * @property {boolean} alert  said aloud when it appears
 */

/**
 * @typedef {object} TrayChip
 * @property {string} text  all of it for the ear
 * @property {number[]} [faces]  shown as small dice
 * @property {string} [sum]  what they are worth
 */

/**
 * @typedef {object} TrayModel
 * @property {TrayChip[]} kept
 * @property {boolean} large  whether there is room for larger dice
 * @property {{text: string, label: string}[]} working
 */

export {};
