// Where the form of a text departs from the canonical one, as `plancia lint` tells it.

/** @typedef {import("./reading.js").Finding} Finding */

/** @param {number} line @param {string} code @returns {Finding} */
const finding = (line, code, found = "", canonical = "") => ({ line, code, found, canonical });

/** @param {Rgn} rgn @param {Reading} reading @param {string} text @param {string[]} lines @param {boolean} isMarked */
export function findUntidy(rgn, reading, text, lines, isMarked) {
  const found = isMarked ? [finding(1, "byte-order-mark")] : [];
  const carriage = text.indexOf("\r\n");
  if (carriage >= 0) found.push(finding(text.slice(0, carriage).split("\n").length, "line-end"));
  else if (!text.endsWith("\n")) found.push(finding(lines.length, "line-end"));
  lines.forEach((line, index) => {
    if (/^\s*;/.test(line)) found.push(finding(index + 1, "comment-line", line.trim()));
  });
  found.push(...untidyEvents(rgn, reading, lines), ...untidyHeaders(rgn, reading, lines));
  if (found.length === 0 && reading.problems.length === 0 && reading.games.length > 0) {
    const canonical = rgn.writeGames(reading.games).split("\n");
    const at = lines.findIndex((line, index) => line !== canonical[index]);
    if (at >= 0 || lines.length !== canonical.length) {
      found.push(finding((at < 0 ? Math.min(lines.length, canonical.length - 1) : at) + 1, "blank-lines"));
    }
  }
  return found.sort((one, other) => one.line - other.line);
}

/** Event lines that are not as they would be written. @param {Rgn} rgn @param {Reading} reading @param {string[]} lines */
function untidyEvents(rgn, reading, lines) {
  const found = [];
  for (const game of reading.games) {
    for (const [index, line] of reading.linesOf(game).entries()) {
      const canonical = line ? rgn.writeEvent(game.events[index]) : "";
      if (line && lines[line - 1] !== canonical) found.push(finding(line, "untidy", lines[line - 1], canonical));
    }
  }
  return found;
}

/** The headers of a game as lines. @param {Rgn} rgn @param {[string, string][]} headers @returns {string[]} */
const headerLines = (rgn, headers) => rgn.writeGame({ headers, events: [] }).split("\n").slice(0, headers.length);

/** The valid headers of a line in canonical spelling. @param {Rgn} rgn @param {string} line @returns {string[]} */
function spelledHeaders(rgn, line) {
  const headers = [];
  for (const header of rgn.findHeaders(rgn.classify(line.normalize("NFC")).text)) {
    const name = header.fault === undefined ? rgn.names.header(header.name) : undefined;
    const checked = name === undefined ? { fault: "" } : rgn.checkValue(name, header.value, rgn.names);
    if (checked.fault === undefined) headers.push([name, checked.value]);
  }
  return headerLines(rgn, /** @type {[string, string][]} */ (headers));
}

/** Header lines that are not as they would be written, and the first valid header that stands out of order.
 * @param {Rgn} rgn @param {Reading} reading @param {string[]} lines */
function untidyHeaders(rgn, reading, lines) {
  const found = [];
  /** @type {[number, string][]} */
  const written = [];
  for (const [index, line] of lines.entries()) {
    if (!/^\s*\[/.test(line)) continue;
    const spelled = spelledHeaders(rgn, line);
    for (const one of spelled) written.push([index + 1, one]);
    if (spelled.length > 0 && (spelled.length > 1 || spelled[0] !== line)) {
      found.push(finding(index + 1, "untidy", line, spelled.join("\n")));
    }
  }
  const expected = reading.games.flatMap((game) => headerLines(rgn, game.headers));
  const misplaced = written.findIndex(([, one], index) => index < expected.length && one !== expected[index]);
  if (reading.problems.length === 0 && reading.games.length > 0 && misplaced >= 0) {
    const line = written[misplaced][0];
    found.push(finding(line, "header-order", lines[line - 1], expected[misplaced]));
  }
  return found;
}
