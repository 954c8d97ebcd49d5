// Entries of the log: form 1 and form 2, and what the entries of one stream must be to each other.

import { Refusal, bytesOfHex, sameBytes, textOf } from "./bytes.mjs";
import { JsonProblem, canonicalJson, natural, parseJson } from "./json.mjs";
import { leafHash } from "./tree.mjs";

const ROLE_NAMES = ["player", "recorder", "arbiter", "keeper", "admin"];
const ZEROS = new Uint8Array(32);
const MOST_EVENTS = 100_000_000;

const text = (value) => typeof value === "string" && value !== "";
const HEADER = {
  at: (value) => natural(value) !== null,
  author: (value) => text(value) && /^(local|t_\S{8})$/u.test(value),
  count: (value) => natural(value) >= 1 && natural(value) <= MOST_EVENTS,
  first: (value) => natural(value) !== null,
  index: (value) => natural(value) !== null,
  prev: (value) => text(value) && /^[0-9a-f]{64}$/.test(value),
  request: text,
  role: (value) => ROLE_NAMES.includes(value),
  stream: text,
};

/** One entry: its form, prev, leaf, header (form 2) and body. `where` names stream and place in the stream. */
export async function readEntry(bytes, where) {
  const leaf = await leafHash(bytes);
  if (bytes[0] === 1) {
    if (bytes.length < 34) throw new Refusal("entry-form", { ...where, column: "body" });
    return { form: 1, header: null, prev: bytes.subarray(1, 33), body: bytes.subarray(33), leaf };
  }
  if (bytes[0] !== 2) throw new Refusal("entry-form", { ...where, column: "form" }, { form: bytes[0] ?? null });
  const end = bytes.indexOf(0x0a);
  const line = end < 0 ? null : textOf(bytes.subarray(1, end));
  if (line === null) throw new Refusal("header", { ...where, column: "header" });
  const header = readHeader(line, where);
  return { form: 2, header, prev: bytesOfHex(header.prev), body: bytes.subarray(end + 1), leaf };
}

function readHeader(line, where) {
  let members;
  try {
    members = parseJson(line);
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    throw new Refusal("header", { ...where, column: "header" }, { at: problem.at, kind: problem.kind });
  }
  if (!(members instanceof Map)) throw new Refusal("header", { ...where, column: "header" });
  const index = natural(members.get("index") ?? null);
  const place = { ...where, index };
  for (const [name, good] of Object.entries(HEADER)) {
    if (!members.has(name) || !good(members.get(name))) throw new Refusal("header", { ...place, column: name });
  }
  const extra = [...members.keys()].find((name) => !Object.hasOwn(HEADER, name));
  if (extra !== undefined) throw new Refusal("header", { ...place, column: extra });
  if (canonicalJson(members) !== line) throw new Refusal("canonical", { ...place, column: "header" });
  const values = [...members].map(([name, value]) => [name, typeof value === "string" ? value : natural(value)]);
  return Object.fromEntries(values);
}

/** What a stream holds by its name: game, ruleset, or one of the streams of JSON lines. */
export function kindOf(stream) {
  if (/^g_[0-9A-Za-z_-]+$/.test(stream)) return "game";
  const [kind, ...name] = stream.split(":");
  if (!name.length) return null;
  const KINDS = ["ruleset", "tournament", "person", "withdrawal", "token", "dispute", "approval", "correction", "foreign", "archive"];
  return KINDS.includes(kind) ? kind : null;
}

/** Adds to each entry its lines, the number of its first line and event, and how many events it has. */
export function readBodies(stream, kind, entries) {
  let line = 1;
  let first = 0;
  for (const [entry, one] of entries.entries()) {
    const where = { stream, entry, index: one.header?.index ?? null, column: "body" };
    one.firstLine = line;
    one.first = first;
    if (kind === "ruleset") {
      one.lines = [];
      one.events = one.header?.count ?? 1;
      if (!one.body.length) throw new Refusal("body", where);
    } else {
      one.lines = linesOf(one.body, { ...where, line });
      one.events = kind === "game" ? gameEvents(one, entry, where) : jsonEvents(one, where);
    }
    line += one.lines.length;
    first += one.events;
  }
}

function linesOf(body, where) {
  const whole = textOf(body);
  if (whole === null || !whole.endsWith("\n")) throw new Refusal("body", where);
  return whole.slice(0, -1).split("\n");
}

/** The events of a game's entry: the header block, up to the first empty line, is event 0. */
function gameEvents(one, entry, where) {
  one.headers = entry === 0 ? one.lines.indexOf("") : 0;
  if (one.headers < 0) throw new Refusal("body", { ...where, line: one.firstLine + one.lines.length - 1 });
  const events = one.lines.slice(entry === 0 ? one.headers + 1 : 0);
  const empty = events.indexOf("");
  const skipped = one.lines.length - events.length;
  if (empty >= 0) throw new Refusal("body", { ...where, line: one.firstLine + skipped + empty });
  return events.length + (entry === 0 ? 1 : 0);
}

function jsonEvents(one, where) {
  one.objects = one.lines.map((line, at) => {
    const place = { ...where, line: one.firstLine + at, event: one.first + at };
    try {
      const value = parseJson(line);
      if (value instanceof Map) return value;
    } catch (problem) {
      if (!(problem instanceof JsonProblem)) throw problem;
    }
    throw new Refusal("body", place);
  });
  return one.lines.length;
}

/** Step 2: the entries of a stream name it, count on without a gap, and grow in the log. */
export function checkHeaders(stream, entries) {
  let index = -1;
  for (const [entry, one] of entries.entries()) {
    const { header } = one;
    const where = { stream, entry, index: header?.index ?? null };
    if (!header) {
      // Entries of form 1 are older than all of form 2.
      if (index >= 0) throw new Refusal("form-order", { ...where, column: "form" });
      continue;
    }
    if (header.stream !== stream) throw new Refusal("stream", { ...where, column: "stream" }, { named: header.stream });
    if (header.first !== one.first && !looseFirst(stream, entries, entry)) {
      throw new Refusal("first", { ...where, column: "first" }, { expected: one.first, found: header.first });
    }
    if (header.count !== one.events) {
      throw new Refusal("count", { ...where, column: "count" }, { expected: one.events, found: header.count });
    }
    if (header.index <= index) throw new Refusal("index", { ...where, column: "index" });
    index = header.index;
  }
}

/** Pieces of a rule-set have no lines, so how many events an old piece (form 1) had is not known. */
function looseFirst(stream, entries, entry) {
  return kindOf(stream) === "ruleset" && entry > 0 && entries[entry - 1].form === 1;
}

/** The first entry (its place in the stream) whose prev is not the leaf of the one before, or -1. */
export function firstBreak(entries) {
  return entries.findIndex((one, at) => !sameBytes(one.prev, at ? entries[at - 1].leaf : ZEROS));
}

/** The last entry whose leaf is not what the next one, taken as proven, says of it; -1 where none is before the first. */
export function lastBreak(entries) {
  for (let at = entries.length - 1; at >= 0; at--) {
    if (!sameBytes(entries[at].prev, at ? entries[at - 1].leaf : ZEROS)) return at - 1;
  }
  return null;
}
