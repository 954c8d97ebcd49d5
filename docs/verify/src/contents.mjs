// What the streams of a bundle say: rule-sets, people, files, the archive's own lines.

import { Refusal, bytesOfHex, hexOf, hmacSha256, joined, sha256, textOf, utf8 } from "./bytes.mjs";
import { JsonProblem, canonicalJson, natural, parseJson } from "./json.mjs";

const HEADER_LINE = /^\[([A-Za-z][A-Za-z0-9-]*) "((?:[^"\\]|\\["\\])*)"\]$/;

/** The headers of a game as pairs of name and value, in their order. */
export function gameHeaders(stream) {
  const [one] = stream.entries;
  return one.lines.slice(0, one.headers).map((line, at) => {
    const parts = HEADER_LINE.exec(line);
    const where = { stream: stream.name, entry: 0, index: one.header?.index ?? null, column: "body" };
    if (!parts) throw new Refusal("body", { ...where, line: at + 1, event: 0 });
    return [parts[1], parts[2].replace(/\\(["\\])/g, "$1")];
  });
}

/** Step 6: each rule-set has the hash in its name, and each game's header Rules names one of them. */
export async function checkRules(streams, notes) {
  const known = new Set();
  for (const stream of streams.filter((one) => one.kind === "ruleset")) {
    const where = { stream: stream.name, entry: stream.entries.length - 1, index: null, column: "body" };
    const content = joined(...stream.entries.map((one) => one.body));
    const digest = hexOf(await sha256(content));
    const said = stream.name.slice("ruleset:".length);
    if (digest !== said) throw new Refusal("rules-content", where, { digest });
    if (!isObject(textOf(content))) throw new Refusal("rules-content", where, { digest });
    known.add(digest);
  }
  for (const stream of streams.filter((one) => one.kind === "game")) {
    const named = stream.headers.filter(([name]) => name === "Rules").map(([, value]) => value);
    if (named.length === 1 && known.has(named[0])) continue;
    const line = 1 + stream.headers.findIndex(([name]) => name === "Rules");
    const where = { stream: stream.name, entry: 0, index: stream.entries[0].header?.index ?? null, column: "Rules", line };
    if (known.size || named.length > 1) throw new Refusal("rules-named", { ...where, event: 0 }, { named: named[0] ?? null });
    notes.push({ code: "rules-absent", stream: stream.name });
  }
}

function isObject(text) {
  try {
    return text !== null && parseJson(text) instanceof Map;
  } catch (problem) {
    if (problem instanceof JsonProblem) return false;
    throw problem;
  }
}

/** Step 7: each person shown has the record to which the log committed. */
export async function checkPeople(people, streams) {
  const shown = [];
  for (const [reference, { record, salt }] of people) {
    const name = `person:${reference}`;
    const stream = streams.find((one) => one.name === name);
    if (!stream) throw new Refusal("person-stream", { stream: name, column: "people" }, { reference });
    const rows = stream.entries.flatMap((one, entry) =>
      one.objects.map((value, at) => ({ value, entry, index: one.header?.index ?? null, line: one.firstLine + at, event: one.first + at })),
    );
    const bound = rows.findLast(({ value }) => value.get("kind") === "bound");
    if (!bound) throw new Refusal("commitment", { stream: name, column: "commitment" }, { reference });
    const { value, ...place } = bound;
    const mac = hexOf(await hmacSha256(bytesOfHex(salt), utf8(canonicalJson(record))));
    if (value.get("commitment") !== mac) throw new Refusal("commitment", { stream: name, column: "commitment", ...place }, { reference });
    shown.push({ reference, record });
  }
  return shown;
}

/** Files have the SHA-256 under which they stand, and an entry of a dispute or of corrections names each. */
export async function checkFiles(files, streams) {
  const list = [];
  const naming = streams.filter((one) => ["dispute", "correction"].includes(one.kind)).flatMap((one) => one.entries.flatMap(({ lines }) => lines));
  for (const [name, bytes] of files) {
    if (hexOf(await sha256(bytes)) !== name) throw new Refusal("file-content", { column: "files", file: name });
    if (!naming.some((line) => line.includes(name))) throw new Refusal("file-unnamed", { column: "files", file: name });
    list.push({ sha256: name, size: bytes.length });
  }
  return list;
}

/** The stream `archive:`, where the bundle has it: origin, announced keys, the border of form 1. */
export function checkArchive(streams, origin, key, notes) {
  const stream = streams.find((one) => one.kind === "archive");
  if (!stream) return;
  let border = null;
  const keys = [];
  let latest = null; // a log restored to an earlier state goes on under another origin
  for (const [entry, one] of stream.entries.entries()) {
    for (const [at, value] of one.objects.entries()) {
      const where = { stream: stream.name, entry, index: one.header?.index ?? null, line: one.firstLine + at, event: one.first + at };
      const kind = value.get("kind");
      const naming = ["opened", "migrated", "restored"].includes(kind);
      if (naming && value.has("origin")) latest = { where, origin: value.get("origin") };
      if ((naming || kind === "key") && value.get("key")) keys.push(value.get("key"));
      if (kind === "migrated") {
        border = natural(value.get("size") ?? null);
        if (border === null || border !== one.header?.index) throw new Refusal("migrated", { ...where, column: "size" });
      }
    }
  }
  if (latest && latest.origin !== origin) {
    throw new Refusal("origin", { ...latest.where, column: "origin" }, { expected: origin });
  }
  if (keys.length && key && !keys.includes(key.text)) notes.push({ code: "key-not-announced" });
  if (border !== null) checkBorder(streams, border);
}

/** Entries of form 1 stand before the line that closes them, those of form 2 after it. */
function checkBorder(streams, border) {
  for (const stream of streams) {
    for (const [entry, one] of stream.entries.entries()) {
      const last = entry === stream.entries.length - 1;
      const index = one.header?.index ?? (last ? stream.proof.index : null);
      const wrong = one.form === 1 ? index !== null && index >= border : index < border;
      if (wrong) throw new Refusal("migrated", { stream: stream.name, entry, index, column: "form" });
    }
  }
}

const NAMED = ["Red", "Blue", "Green", "Yellow", "Black", "Violet", "Arbiter"];

/**
 * Compares a game's text with the one recorded; line ends and a byte-order mark do not count. A text that is equal up
 * to its last line is an earlier copy, with a note. Returns how many recorded lines it does not have yet.
 */
export function compareGame(stream, bytes, notes) {
  const text = textOf(bytes);
  if (text === null) throw new Refusal("game-form");
  const given = text.replace(/^\ufeff/, "").replace(/\r\n/g, "\n").replace(/\n+$/, "").split("\n");
  const blank = given.indexOf("");
  const top = blank < 0 ? given.length : blank;
  compareHeaders(stream, given.slice(0, top), notes);
  const recorded = stream.entries.flatMap((one) => one.lines).slice(stream.headers.length + 1);
  const events = given.slice(top + 1);
  const later = recorded.length - events.length;
  if (later > 0 && events.every((line, at) => line === recorded[at])) {
    notes.push({ code: "game-earlier", event: events.length, lines: later });
    return later;
  }
  const length = Math.max(recorded.length, events.length);
  for (let at = 0; at < length; at++) {
    if (recorded[at] === events[at]) continue;
    const where = { stream: stream.name, column: "game", line: stream.headers.length + at + 2, event: at + 1 };
    throw new Refusal("game", where, { recorded: recorded[at] ?? null, given: events[at] ?? null, given_line: top + at + 2 });
  }
  return 0;
}

function compareHeaders(stream, lines, notes) {
  const given = lines.map((line) => HEADER_LINE.exec(line)?.slice(1) ?? [null, line]);
  const left = stream.headers.map(([name, value], at) => ({ name, value, line: at + 1 }));
  const where = { stream: stream.name, column: "game", event: 0 };
  for (const [at, [name, raw]] of given.entries()) {
    const value = name === null ? raw : raw.replace(/\\(["\\])/g, "$1");
    // A header may be repeated (Option): the equal one first, else the first of that name.
    const same = left.find((one) => one.name === name && one.value === value);
    const match = same ?? left.find((one) => one.name === name);
    const replaced = NAMED.includes(name) && /^p_[0-9A-Z]+$/.test(match?.value ?? "");
    if (!match || !(same || replaced)) {
      const facts = { recorded: match ? lineOf(match) : null, given: lines[at], given_line: at + 1 };
      throw new Refusal("game", { ...where, line: match?.line ?? null }, facts);
    }
    if (!same) notes.push({ code: "game-seat", header: name, given: value, recorded: match.value });
    left.splice(left.indexOf(match), 1);
  }
  const [missing] = left.filter(({ name }) => name !== "Rules");
  if (missing) throw new Refusal("game", { ...where, line: missing.line }, { recorded: lineOf(missing), given: null });
  if (left.length) notes.push({ code: "game-rules" });
}

function lineOf({ name, value }) {
  return `[${name} "${value}"]`;
}
