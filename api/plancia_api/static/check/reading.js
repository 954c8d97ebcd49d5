// What is found in a text, with the reader of docs/rgn/reference: problems in words, lines not in the canonical form.

import { wordProblems } from "./wording.js";
import { findUntidy } from "./tidiness.js";

/** @typedef {{line: number, column: number, code: string, detail: string, length: number}} Problem */
/** @typedef {{line: number, code: string, found: string, canonical: string}} Finding */
/** @typedef {{games: number, events: number, problems: Problem[], form: Finding[], isForeign: boolean}} Found */

/** The modules of the reader, and its names. @param {string} address @returns {Promise<Rgn>} */
export async function loadReader(address) {
  const module = (/** @type {string} */ name) => import(`${address}/${name}.js`);
  const [reader, text, headers, words, writer, names, data] = await Promise.all([
    ...["reader", "text", "headers", "words", "writer", "names"].map(module),
    fetch(`${address}/names.json`).then((answer) => answer.json()),
  ]);
  const rgn = { ...text, ...headers, ...words, ...writer, normalise: names.normalise, names: new names.Names(data), territories: data.territories };
  return { ...rgn, read: (/** @type {string | Uint8Array} */ input) => readWithLines(reader.Reader, rgn.names, input) };
}

/** Reads a text and keeps the lines of events, and the headers that a game lacks.
 * @param {any} Reader @param {RgnNames} names @param {string | Uint8Array} input */
function readWithLines(Reader, names, input) {
  const lines = new Map(); // game -> line of each event; 0 for a line that could not be read
  const missing = new Map(); // first line of a game -> required headers that it lacks
  class ReaderWithLines extends Reader {
    /** @param {number} number @param {string} line */
    readEventLine(number, line) {
      this.faulty = false;
      const before = this.open?.events.length ?? 0;
      super.readEventLine(number, line);
      const events = this.open?.events ?? [];
      if (events.length <= before) return;
      const kept = (lines.get(events) ?? []).slice(0, before);
      lines.set(events, [...kept, this.faulty ? 0 : number]);
    }

    /** @param {any} fault @param {number} number @param {string} line */
    reportFault(fault, number, line) {
      this.faulty = true;
      super.reportFault(fault, number, line);
    }

    close() {
      const game = this.open;
      if (game) missing.set(game.line, names.required.filter((one) => !game.seen.has(one)));
      super.close();
    }
  }
  const reader = /** @type {any} */ (ReaderWithLines);
  const { games, problems } = new reader(names).read(input);
  return { games, problems, missing, linesOf: (/** @type {RgnGame} */ game) => lines.get(game.events) ?? [] };
}

/** What is found in a text or in the bytes of a file.
 * @param {Rgn} rgn @param {string | Uint8Array} input @param {CheckData} words @returns {Found} */
export function check(rgn, input, words) {
  const text = typeof input === "string" ? input : rgn.decode(input).text;
  const bare = text.startsWith("\ufeff") && typeof input === "string" ? text.slice(1) : text;
  const reading = rgn.read(input);
  const lines = bare.split("\n").map((line) => line.replace(/\r+$/, ""));
  const isMarked = typeof input === "string" ? bare !== text : input[0] === 0xef && input[1] === 0xbb && input[2] === 0xbf;
  const events = reading.games.reduce((sum, game) => sum + game.events.length, 0);
  const isNotation = events > 0 || reading.games.some((game) => game.headers.length > 0);
  const isForeign = !isNotation && reading.problems.length > words.mostForeign; // nothing of it is in the notation
  if (isForeign) reading.problems.length = words.mostForeign;
  return {
    games: reading.games.length,
    events,
    problems: wordProblems(rgn, reading, lines, input, words),
    form: isForeign ? [] : findUntidy(rgn, reading, bare, lines, isMarked),
    isForeign,
  };
}
