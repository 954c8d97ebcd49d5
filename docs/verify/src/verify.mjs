// The eight steps of a verifier of evidence bundles, and the answer.

import { Refusal, base64Of, hexOf, sameBytes, sha256, utf8 } from "./bytes.mjs";
import { checkArchive, checkFiles, checkPeople, checkRules, compareGame, gameHeaders } from "./contents.mjs";
import { checkHeaders, firstBreak, kindOf, lastBreak, readBodies, readEntry } from "./entries.mjs";
import { plain } from "./json.mjs";
import { LOG_KEY, cosigned, logSigned, readCheckpoint, readHead, readKey, readProof } from "./notes.mjs";
import { reached, readPolicy } from "./policy.mjs";
import { FORMAT, readBundle } from "./shape.mjs";
import { consistent, included } from "./tree.mjs";

/** Codes for what cannot be read as a bundle, and for what was given beside it. */
export const UNREADABLE = ["file", "size", "utf8", "json", "format", "shape", "unsupported", "internal"];
export const USAGE = ["head-form", "key-form", "policy-form", "game-form"];
/** Codes that find nothing wrong, but leave the question of the head open. */
const OPEN = ["head-newer", "head-unproven"];

/**
 * Verifies a bundle.
 *
 * `given` may have `head` (one line), `key` (a verifier key), `policy` (a text) and `game` (bytes of a game's text).
 * Never throws: the answer has `ok`, `code`, `level` (green, amber, red), `where`, `facts`, `proven`, `notes` and `lines`.
 */
export async function verifyBundle(bytes, given = {}) {
  const notes = [];
  try {
    if (!globalThis.crypto?.subtle) throw new Refusal("unsupported");
    return await proven(readBundle(bytes), await readGiven(given), notes);
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : new Refusal("internal", {}, { reason: String(problem?.name) });
    return refused(refusal, notes);
  }
}

function refused({ code, where, facts }, notes) {
  const grave = !(OPEN.includes(code) || UNREADABLE.includes(code) || USAGE.includes(code));
  return { ok: false, code, level: grave ? "red" : "amber", where: placeOf(where), facts, proven: null, notes, lines: [] };
}

function placeOf(where) {
  return { stream: null, entry: null, index: null, column: null, line: null, event: null, ...where };
}

async function readGiven({ head, key, policy, game }) {
  const found = { head: null, key: null, policy: null, game: game ?? null };
  if (head !== undefined && !(found.head = readHead(head.trim()))) throw new Refusal("head-form");
  if (key !== undefined) found.key = await readKey(key.trim());
  if (key !== undefined && found.key?.type !== LOG_KEY) throw new Refusal("key-form");
  if (policy !== undefined) found.policy = await readPolicy(policy);
  return found;
}

async function proven(bundle, given, notes) {
  for (const stream of bundle.streams) await readStream(stream);
  checkAcross(bundle.streams);
  const checkpoint = readCheckpoint(bundle.streams[0].proof.checkpoint, { stream: bundle.streams[0].name, column: "proof" });
  checkOrigin(bundle, checkpoint);
  for (const stream of bundle.streams) await checkProof(stream, bundle.streams[0], checkpoint);
  const key = await checkSignature(bundle, checkpoint, given, notes);
  const witnesses = await checkWitnesses(checkpoint, given.policy, notes);
  const head = await checkHead(bundle, checkpoint, given.head, notes);
  await checkRules(bundle.streams, notes);
  const people = await checkPeople(bundle.people, bundle.streams);
  const files = await checkFiles(bundle.files, bundle.streams, notes);
  checkArchive(bundle.streams, bundle.origin, key, notes);
  const game = bundle.streams.find((one) => one.kind === "game");
  if (given.game && !game) throw new Refusal("game-absent", { column: "game" });
  if (given.game) compareGame(game, given.game, notes);
  addLimits(bundle, given, key, witnesses, notes);
  const trusted = key.source !== "bundle" || ["equal", "older"].includes(head);
  const facts = await summary(bundle, checkpoint, { key, witnesses, head, people, files, game, compared: given.game });
  return {
    ok: true, code: "proven", level: trusted ? "green" : "amber", where: placeOf({}), facts: {}, proven: facts, notes,
    lines: linesShown(bundle.streams[0]),
  };
}

/** Steps 1 and 2 for one stream, the chain excepted. */
async function readStream(stream) {
  stream.kind = kindOf(stream.name);
  if (!stream.kind) throw new Refusal("stream-name", { stream: stream.name, column: "stream" });
  stream.proof = readProof(stream.proofText, { stream: stream.name, entry: stream.raw.length - 1, column: "proof" });
  stream.entries = [];
  for (const [entry, bytes] of stream.raw.entries()) {
    stream.entries.push(await readEntry(bytes, { stream: stream.name, entry, index: null }));
  }
  // A count that is wrong is told before the lines that it does not fit.
  readBodies(stream.name, stream.kind, stream.entries);
  checkHeaders(stream.name, stream.entries);
  if (stream.kind === "game") stream.headers = gameHeaders(stream);
}

/** No two entries of a log share an index or a request. */
function checkAcross(streams) {
  const seen = { index: new Set(), request: new Set() };
  for (const stream of streams) {
    for (const [entry, { header }] of stream.entries.entries()) {
      if (!header) continue;
      for (const column of ["index", "request"]) {
        const where = { stream: stream.name, entry, index: header.index, column };
        if (seen[column].has(header[column])) throw new Refusal(column === "index" ? "index" : "request", where);
        seen[column].add(header[column]);
      }
    }
  }
}

function checkOrigin(bundle, checkpoint) {
  const where = { stream: bundle.streams[0].name, column: "origin" };
  if (checkpoint.origin !== bundle.origin) {
    throw new Refusal("origin", where, { expected: checkpoint.origin, found: bundle.origin });
  }
}

/** Step 3 and the chain of step 2: the last entry is in the tree, and each entry is the one that the next names. */
async function checkProof(stream, first, checkpoint) {
  const { name, entries, proof } = stream;
  const entry = entries.length - 1;
  const last = entries[entry];
  const where = { stream: name, entry, index: last.header?.index ?? proof.index };
  if (proof.checkpoint !== first.proof.checkpoint) throw new Refusal("checkpoint-other", { ...where, column: "proof" });
  if (last.header && last.header.index !== proof.index) {
    throw new Refusal("proof-index", { ...where, column: "index" }, { expected: last.header.index, found: proof.index });
  }
  const held = await included(last.leaf, proof.index, checkpoint.size, proof.hashes, checkpoint.root);
  const broken = held ? lastBreak(entries) : null;
  if (broken !== null) throw changed(name, entries, broken);
  if (held) return;
  const next = firstBreak(entries);
  if (next < 0) throw new Refusal("inclusion", { ...where, column: "proof" });
  const index = entries[next].header?.index ?? null;
  throw new Refusal("prev", { stream: name, entry: next, index, column: "prev" });
}

/** The proven entry after place `at` names another one before it: changed, exchanged or left out. */
function changed(stream, entries, at) {
  if (at < 0) return new Refusal("start", { stream, entry: 0, index: entries[0].header?.index ?? null, column: "prev" });
  const { header, firstLine, lines } = entries[at];
  const facts = { from: firstLine, to: firstLine + Math.max(lines.length, 1) - 1 };
  return new Refusal("content", { stream, entry: at, index: header?.index ?? null, column: "prev" }, facts);
}

/** Step 4: who signed the checkpoint, and where the key comes from. */
async function checkSignature(bundle, checkpoint, given, notes) {
  const where = { column: "key" };
  const source = given.policy?.logs.length ? "policy" : given.key ? "given" : "bundle";
  const own = given.key ? [given.key] : [];
  const keys = source === "policy" ? given.policy.logs.filter((one) => one.name === bundle.origin) : own;
  if (source === "bundle") {
    const said = bundle.key === null ? null : await readKey(bundle.key);
    if (said?.type !== LOG_KEY) throw new Refusal("key-unknown", where);
    keys.push(said);
  } else if (bundle.key !== null && !keys.some((one) => one.text === bundle.key)) notes.push({ code: "key-differs" });
  for (const key of keys) {
    if (key.name !== bundle.origin) throw new Refusal("key-origin", where, { name: key.name, origin: bundle.origin });
    if (await logSigned(checkpoint, key)) return { ...key, source };
  }
  throw new Refusal("key-other", where, { id: keys.map((one) => one.id).join(", "), source });
}

async function checkWitnesses(checkpoint, policy, notes) {
  const found = [];
  const known = [...(policy?.witnesses ?? [])];
  for (const [name, key] of known) {
    const time = await cosigned(checkpoint, key);
    if (time !== null) found.push({ name, key: key.name, id: key.id, time });
  }
  if (policy && !reached(policy, new Set(found.map((one) => one.name)))) {
    throw new Refusal("quorum", { column: "signature" }, { quorum: policy.quorum, found: found.map((one) => one.name) });
  }
  const own = (one) => known.some(([, key]) => key.name === one.name && key.id === one.id);
  for (const one of checkpoint.signatures) {
    if (one.name === checkpoint.origin || own(one)) continue;
    notes.push({ code: "witness-unknown", name: one.name, id: one.id });
  }
  return found;
}

/** Step 5: the head that somebody kept. The answer is none, equal or older. */
async function checkHead(bundle, checkpoint, head, notes) {
  for (const [at, { size, root, proof }] of bundle.consistency.entries()) {
    const good = await consistent(size, root, checkpoint.size, checkpoint.root, proof);
    if (!good) throw new Refusal("consistency", { column: "consistency", path: `.consistency[${at}]` }, { size });
  }
  if (!head) return "none";
  const facts = { size: head.size, checkpoint: checkpoint.size };
  if (head.origin !== bundle.origin) throw new Refusal("head-origin", { column: "head" }, { found: head.origin, expected: bundle.origin });
  if (head.size > checkpoint.size) throw new Refusal("head-newer", { column: "head" }, facts);
  if (head.size === checkpoint.size) {
    if (!sameBytes(head.root, checkpoint.root)) throw new Refusal("head-root", { column: "head" }, facts);
    return "equal";
  }
  // The empty tree has one root, and every tree continues it.
  const roots = head.size ? bundle.consistency.filter((one) => one.size === head.size).map((one) => one.root) : [await sha256()];
  if (!roots.length) throw new Refusal("head-unproven", { column: "head" }, facts);
  if (!roots.every((root) => sameBytes(root, head.root))) throw new Refusal("head-root", { column: "head" }, facts);
  notes.push({ code: "head-older", ...facts });
  return head.size ? "older" : "none";
}

/** Step 8: what the answer does not say. */
function addLimits(bundle, given, key, witnesses, notes) {
  if (key.source === "bundle") notes.push({ code: "own-key" });
  if (!given.head) notes.push({ code: "no-head" });
  const old = bundle.streams.flatMap((one) => one.entries).filter((one) => one.form === 1).length;
  if (old) notes.push({ code: "form-1", entries: old });
  notes.push({ code: "later-lines" }, { code: "as-typed" }, { code: "clock" });
  if (!witnesses.length) notes.push({ code: "one-view" });
}

async function summary(bundle, checkpoint, found) {
  const { key, game } = found;
  const text = game ? game.entries.flatMap((one) => one.lines).join("\n") + "\n" : null;
  return {
    format: FORMAT,
    subject: bundle.subject,
    origin: bundle.origin,
    size: checkpoint.size,
    root: checkpoint.rootText,
    head: `${checkpoint.origin} ${checkpoint.size} ${checkpoint.rootText}`,
    key: { name: key.name, id: key.id, fingerprint: key.fingerprint, source: key.source },
    witnesses: found.witnesses,
    head_check: found.head,
    game_check: found.compared ? "equal" : "none",
    game: game && {
      id: game.name,
      headers: game.headers,
      events: game.entries.reduce((sum, one) => sum + one.events, 0),
      lines: text.split("\n").length - 1,
      sha256: hexOf(await sha256(utf8(text))),
    },
    streams: bundle.streams.map(streamSummary),
    people: found.people.map(({ reference, record }) => ({ reference, record: plain(record) })),
    files: found.files,
  };
}

function streamSummary({ name, entries, proof }) {
  const headers = entries.filter((one) => one.header).map((one) => one.header);
  const times = headers.map((one) => one.at);
  return {
    stream: name,
    entries: entries.length,
    events: entries.reduce((sum, one) => sum + one.events, 0),
    form_1: entries.length - headers.length,
    first_index: entries[0].header?.index ?? (entries.length === 1 ? proof.index : null),
    last_index: proof.index,
    leaf: base64Of(entries.at(-1).leaf),
    recorded_from: times.length ? times.reduce((a, b) => Math.min(a, b)) : null,
    recorded_to: times.length ? times.reduce((a, b) => Math.max(a, b)) : null,
    roles: [...new Set(headers.map((one) => one.role))],
    authors: [...new Set(headers.map((one) => one.author))],
  };
}

/** The lines of a stream with the number of their event and what the log says of their recording. */
function linesShown({ kind, entries }) {
  return entries.flatMap((one, entry) =>
    one.lines.map((text, at) => {
      const before = kind === "game" && entry === 0 ? one.headers : 0;
      const event = one.first + (before ? Math.max(at - before, 0) : at);
      return { event, text, at: one.header?.at ?? null, role: one.header?.role ?? null, index: one.header?.index ?? null };
    }),
  );
}
