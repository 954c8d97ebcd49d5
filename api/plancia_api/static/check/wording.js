// Problems of the reader in the words of the server: what was found is cut from the line, what was expected is looked up.

import { closeMatches } from "./close_matches.js";

const LENGTHS = /** @type {Record<string, number>} */ ({ tag: 20, actor: 20, time: 20, correction: 20 });
/** Where the part at fault of a word ends, by code; of a territory by the form that is expected. */
const ENDS = /** @type {Record<string, RegExp>} */ ({
  dice: /[:,].*$/, colour: /[>,].*$/, number: /[,].*$/,
  "CIN>SIA": />.*$/, "CIN+2": /\+[^+]*$/, "CIN-2": /-[^-]*$/,
});

/** @param {string} text @param {number} length */
const cut = (text, length) => [...text].slice(0, length).join("");

/** The index (UTF-16) of a column (code points, from 1). @param {string} line @param {number} column */
export const indexOf = (line, column) => cut(line, column - 1).length;

/** The problems with their words and the length (UTF-16) of what is at fault.
 * @param {Rgn} rgn @param {Reading} reading @param {string[]} lines @param {string | Uint8Array} input @param {CheckData} words */
export function wordProblems(rgn, reading, lines, input, words) {
  /** @type {Map<number, number>} */
  const told = new Map(); // missing headers told by line
  return reading.problems.map((problem) => {
    const line = rgn.classify((lines[problem.line - 1] ?? "").normalize("NFC")).text;
    let said = say(rgn, reading, problem, line, lines, words.expected);
    if (problem.code === "encoding") said = { found: wrongByte(/** @type {Uint8Array} */ (input), problem) };
    if (problem.code === "header-missing") {
      const number = told.get(problem.line) ?? 0;
      told.set(problem.line, number + 1);
      said = { found: "", expected: reading.missing.get(problem.line)?.[number] ?? "" };
    }
    const expected = said.expected ?? words.expected.codes[problem.code] ?? "";
    const detail = words.words[problem.code].replaceAll(/\{(found|expected)\}/g,
      (/** @type {string} */ _, /** @type {string} */ name) => (name === "found" ? said.found : expected));
    const near = said.near?.length ? `. ${words.words.near.replace("{near}", said.near.join(", "))}` : "";
    return { ...problem, detail: detail + near, length: said.found.length };
  });
}

/** @param {Uint8Array} bytes @param {ReaderProblem} problem */
function wrongByte(bytes, problem) {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let line = 1; line < problem.line; line += 1) at = bytes.indexOf(0x0a, at) + 1;
  return `0x${bytes[at + problem.column - 1].toString(16).toUpperCase().padStart(2, "0")}`;
}

/** @param {Rgn} rgn @param {Reading} reading @param {ReaderProblem} problem @param {string} line @param {string[]} lines
 * @param {Expected} expected @returns {Wording} */
function say(rgn, reading, problem, line, lines, expected) {
  const at = indexOf(line, problem.column);
  const { code } = problem;
  if (code.startsWith("header-") || code === "option-twice" || code === "notation-version") {
    return sayHeader(rgn, reading, code, line, at, expected);
  }
  if (code === "control") {
    return { found: `U+${(line.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0")}` };
  }
  if (code === "too-long") return { found: String([...line].length) };
  if (code === "comment") return sayComment(line, at, expected);
  if (["too-many-events", "too-many-games", "no-game", "players", "header-missing"].includes(code)) return { found: "" };
  return sayEvent(rgn, code, line, at, expected);
}

/** @param {string} line @param {number} at @param {Expected} expected @returns {Wording} */
function sayComment(line, at, expected) {
  if (line[at] === "}") return { found: "}" };
  const inside = /^\{([^{}]*)\}\s*$/.exec(line.slice(at));
  if (!inside || line.indexOf("}") < at) return { found: cut(line.slice(at), 20) };
  const note = inside[1].trim().replaceAll(/\s+/g, " ");
  return { found: `{${cut(note, 20)}}`, expected: expected.codes["note-length"] };
}

/** @param {Rgn} rgn @param {Reading} reading @param {string} code @param {string} line @param {number} at
 * @param {Expected} expected @returns {Wording} */
function sayHeader(rgn, reading, code, line, at, expected) {
  if (code === "header-form") return { found: cut(line.slice(at), 40) };
  const header = [...rgn.findHeaders(line)].find((one) => one.nameAt === at || one.valueAt === at);
  if (!header) return { found: "" };
  const name = rgn.names.header(header.name);
  if (code === "header-unknown") {
    const near = closeMatches(header.name, [...rgn.names.headerWords.keys()]).map((one) => rgn.names.header(one));
    return { found: header.name, near: [...new Set(near)] };
  }
  if (code === "header-twice" || code === "header-late") return { found: name };
  if (code === "option-twice") {
    const value = rgn.checkValue(name, header.value, rgn.names).value ?? "";
    const options = reading.games.flatMap((game) => game.headers)
      .filter((one) => one[0] === name).map((one) => one[1]);
    const before = options.find((one) => rgn.optionName(one) === rgn.optionName(value));
    return { found: value, expected: before };
  }
  const listed = code === "header-value" ? Object.values(rgn.names.valueWords[name] ?? {}) : [];
  return { found: cut(header.value, 60), expected: expected.headers[name], near: closeMatches(header.value, listed) };
}

/** The words of an event line without comment and time. @param {Rgn} rgn @param {string} line @returns {RgnWord[]} */
function wordsOf(rgn, line) {
  try {
    const words = rgn.split(rgn.takeComment(line).text, rgn.names);
    return words.at(-1)?.text.startsWith("@") ? words.slice(0, -1) : words;
  } catch {
    return [];
  }
}

/** @param {Rgn} rgn @param {string} code @param {string} line @param {number} at @param {Expected} expected
 * @returns {Wording} */
function sayEvent(rgn, code, line, at, expected) {
  const words = wordsOf(rgn, line);
  const place = words.findIndex((one) => one.place(0) <= at && at < one.end);
  const word = place < 0 ? { text: line.slice(at).split(" ")[0], place: () => at } : words[place];
  let offset = 0;
  while (offset < word.text.length - 1 && word.place(offset) < at) offset += 1;
  const whole = word.text.slice(offset);
  const forms = formsAt(rgn, words, place, word.text, expected);
  const end = ENDS[code.startsWith("land") ? forms?.form : code];
  const part = end ? whole.replace(end, "") : whole;
  const found = code === "missing" || code === "reason-missing" ? "" : cut(part, LENGTHS[code] ?? 40);
  if (code === "tag" && /^(x-.*|extension)$/i.test(whole)) return { found: cut(whole, 40), expected: expected.codes.extension };
  if (code === "land-ambiguous") return { found, expected: candidates(rgn, found) };
  if (code === "colour" && rgn.names.colour(found)) return { found, expected: "-" }; // named twice
  const wanted = expectedOf(code, forms, words, word.text, expected);
  return { found, expected: wanted, near: suggestions(rgn, code, part, wanted ?? "", expected, words) };
}

/** Words that may have been meant. @param {Rgn} rgn @param {string} code @param {string} found @param {string} wanted
 * @param {Expected} expected @param {RgnWord[]} words @returns {string[]} */
function suggestions(rgn, code, found, wanted, expected, words) {
  if (code === "tag" || code === "correction") {
    const near = rgn.names.tag(found) ? [] : closeMatches(found, Object.keys(expected.tags));
    return [...new Set(near.map((one) => expected.tags[one]))];
  }
  if (code === "actor" || code === "colour") {
    const allowed = code === "actor" ? "RBGYNV-*A" : wanted;
    return closeMatches(found, [...rgn.names.actorWords.keys()])
      .filter((one) => allowed.includes(rgn.names.actorWords.get(one) ?? "?"));
  }
  if (code === "land") {
    const near = closeMatches(rgn.normalise(found), [...rgn.names.territoryNames.keys()]);
    return [...new Set(near.map((one) => rgn.names.territoryNames.get(one) ?? ""))].map((one) => codeAndName(rgn, one));
  }
  if (code === "word" && wanted.includes("|")) return closeMatches(found, wanted.split("|"));
  if (code === "surplus") {
    const tag = words[0] && rgn.names.tag(words[0].text);
    const named = tag ? expected.kinds[tag]?.named ?? [] : [];
    const key = found.split("=")[0].toLowerCase();
    const bare = named.map((one) => one.replace("=", ""));
    const near = closeMatches(key, bare.filter((one) => one !== key));
    return named.filter((one) => near.includes(one.replace("=", "")));
  }
  return [];
}

/** Territories that a name may begin, with their Italian names as in the server's words.
 * @param {Rgn} rgn @param {string} found */
function candidates(rgn, found) {
  const start = rgn.normalise(found);
  const codes = new Set([...rgn.names.territoryNames].filter(([name]) => name.startsWith(start)).map(([, code]) => code));
  return [...codes].sort().map((code) => codeAndName(rgn, code)).join(", ");
}

/** @param {Rgn} rgn @param {string} code */
const codeAndName = (rgn, code) =>
  `${code} ${rgn.territories.find((one) => one.code === code)?.it}`;

/** What the kind of the line expects at a word, by code; `kind` has all of the kind. Undefined at the tag.
 * @param {Rgn} rgn @param {RgnWord[]} words @param {number} place @param {string} text @param {Expected} expected @returns {Forms | undefined} */
function formsAt(rgn, words, place, text, expected) {
  const at = place < 0 ? words.length : place;
  const first = words.length > 3 && at >= 3 && rgn.names.tag(words[0].text) === "FIX" ? 3 : 0;
  const tag = words[first] && rgn.names.tag(words[first].text);
  const kind = tag && expected.kinds[tag.startsWith("X-") ? "X-" : tag];
  const number = at - first - 2;
  if (!kind || number < -1) return undefined;
  if (number < 0) return { actor: kind.actors, missing: expected.codes.actor };
  const key = text.includes("=") ? kind.keys[text.slice(0, text.indexOf("=")).toLowerCase()] : undefined;
  return { ...(key ?? kind.args[Math.min(number, kind.args.length - 1)]), kind };
}

/** @param {string} code @param {Forms | undefined} forms @param {RgnWord[]} words @param {string} text @param {Expected} expected
 * @returns {string | undefined} */
function expectedOf(code, forms, words, text, expected) {
  if (words.length === 0 && code === "missing") return "TAG";
  if (!forms || code === "tag") return expected.codes[code];
  const sign = [..."v:+-"].find((one) => text.includes(one) && forms[code + one]);
  return forms[code + (sign ?? "")] ?? forms.kind?.args.find((one) => one[code])?.[code];
}
