// Names the lines of an entry that is not the one recorded. A hash covers a whole entry: of an entry with several lines
// the changed one is found only by comparison with a copy of the game's text.

import { Refusal } from "./bytes.mjs";
import { compareGame } from "./contents.mjs";

/** By code: how many entries before the named one may be the changed one. */
const ENTRIES_BEFORE = { content: 0, inclusion: 0, prev: 1, "receipt-leaf": 0 };

/** The refusal of an entry with its line and event in `where`, or their range in the facts; any other one as it is. */
export function withChangedLines(refusal, stream, game) {
  const { code, where } = refusal;
  if (!Object.hasOwn(ENTRIES_BEFORE, code)) return refusal;
  const entries = stream.entries.slice(Math.max(where.entry - ENTRIES_BEFORE[code], 0), where.entry + 1);
  const lines = entries.flatMap((one) => one.lines);
  if (!lines.length) return refusal;
  const first = entries[0].firstLine;
  const last = first + lines.length - 1;
  const facts = { ...refusal.facts, from: first, to: last };
  if (lines.length === 1) return new Refusal(code, { ...where, ...lineAndEvent(entries[0], first) }, { ...facts, text: lines[0] });
  facts.first_event = lineAndEvent(entries[0], first).event;
  facts.last_event = lineAndEvent(entries.at(-1), last).event;
  if (stream.kind !== "game" || !game) return new Refusal(code, where, facts);
  return withLineOfCopy(new Refusal(code, where, facts), stream, game);
}

function withLineOfCopy({ code, where, facts }, stream, game) {
  let later = 0;
  try {
    later = compareGame(stream, game, []);
  } catch (difference) {
    if (!(difference instanceof Refusal)) throw difference;
    const { line, event } = difference.where;
    if (!(line >= facts.from && line <= facts.to)) return new Refusal(code, where, facts);
    const { recorded, given, given_line = null } = difference.facts;
    return new Refusal(code, { ...where, line, event }, { ...facts, text: recorded, given, given_line });
  }
  const covered = stream.entries.reduce((sum, one) => sum + one.lines.length, 0) - later;
  // An earlier copy may not have these lines.
  return new Refusal(code, where, facts.to > covered ? facts : { ...facts, same: true });
}

/** A line of the stream with the number of its event; header lines and the blank after them are event 0. */
function lineAndEvent(entry, line) {
  return { line, event: entry.first + Math.max(line - entry.firstLine - (entry.headers ?? 0), 0) };
}
