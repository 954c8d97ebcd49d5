// RGN (Risk game notation), `rgn 1`: reader, writer, JSON form and replayer. Needs no module of Node: in a browser
//
//     const data = await (await fetch('../names.json')).json();
//     const rgn = createRgn(data);
//     const { games, problems } = rgn.read(text);
//
// CC0 1.0.

import { Names } from './names.js';
import { Reader } from './reader.js';
import { writeGames } from './writer.js';
import { replay, stateAfter } from './replayer.js';
import { fromJsonLines, gameFromJson, readJson, toJsonLines } from './json.js';
import { canonicalFault } from './canonical.js';

/** @param data the content of names.json */
export function createRgn(data) {
  const names = new Names(data);
  return {
    names,
    /** Text (string) or bytes (Uint8Array) to `{games, problems}`; games are in their JSON form (section 10). */
    read: (input) => new Reader(names).read(input),
    /** Games in their JSON form to canonical text (section 7). */
    write: writeGames,
    /** The JSON form of a game, checked; throws where it is none. */
    fromJson: (game) => gameFromJson(game, names),
    toJsonLines,
    fromJsonLines: (text) => fromJsonLines(text, names),
    /** Games from a text in JSON or JSON Lines; throws where something would be lost. */
    readJson: (input) => readJson(input, names),
    /** The first line at which a text is not canonical, or null. */
    canonicalFault: (input) => canonicalFault(input, names),
    /** Board, hands and the first impossible event after event N (section 8). */
    state: (game, event, corrected = true) => stateAfter(game, event, corrected, names),
    /** The same with the whole table: turn, status, debts, objectives... */
    replay: (game, event = Infinity, corrected = true) => replay(game, event, corrected, names),
  };
}
