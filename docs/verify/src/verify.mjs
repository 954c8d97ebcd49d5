// The eight steps of a verifier of evidence bundles, and the answer; receipts are verified in receipt.mjs.

import { Refusal } from "./bytes.mjs";
import { withChangedLines } from "./changed.mjs";
import { absences, absentDisputes } from "./cited.mjs";
import { checkArchive, checkFiles, checkPeople, checkRules, compareGame, gameHeaders } from "./contents.mjs";
import { checkHeaders, firstBreak, kindOf, lastBreak, readBodies, readEntry } from "./entries.mjs";
import { contentsSummary, gameSummary, headSummary, keySummary, linesShown, streamSummary } from "./facts.mjs";
import { plain } from "./json.mjs";
import { LOG_KEY, readCheckpoint, readHead, readKey, readProof } from "./notes.mjs";
import { readPolicy } from "./policy.mjs";
import { isReceipt, provenReceipt, readReceipt } from "./receipt.mjs";
import { FORMAT, readBundle, readFile } from "./shape.mjs";
import { checkHead, checkSignature, checkWitnesses } from "./signed.mjs";
import { included } from "./tree.mjs";

/** Codes for what cannot be read as a bundle, and for what was given beside it. */
export const UNREADABLE = ["file", "size", "utf8", "json", "format", "shape", "unsupported", "internal"];
export const USAGE = ["head-form", "key-form", "policy-form", "game-form"];
/** Codes that find nothing wrong, but leave a question open. */
const OPEN = ["head-newer", "head-unproven", "unsigned"];

/**
 * Verifies a bundle or a receipt.
 *
 * `given` may have `head` (one line), `key` (a verifier key), `policy` (a text) and `game` (bytes of a game's text).
 * @param {Uint8Array} bytes @param {{head?: string, key?: string, policy?: string, game?: Uint8Array}} given
 * Never throws: the answer has `ok`, `code`, `level` (green, amber, red), `where`, `facts`, `proven`, `notes` and `lines`.
 */
export async function verifyBundle(bytes, given = {}) {
  const notes = [];
  try {
    if (!globalThis.crypto?.subtle) throw new Refusal("unsupported");
    const value = readFile(bytes);
    const outside = await readGiven(given);
    if (isReceipt(value)) return accepted(await provenReceipt(readReceipt(value), outside, notes), notes);
    return accepted(await proven(readBundle(value), outside, notes), notes);
  } catch (problem) {
    const refusal = problem instanceof Refusal ? problem : new Refusal("internal", {}, { reason: String(problem?.name) });
    return refused(refusal, notes);
  }
}

function accepted({ facts, stream }, notes) {
  const known = facts.key.source !== "bundle" || ["equal", "older"].includes(facts.head_check);
  const trusted = known && !notes.some(({ code }) => code === "dispute-absent");
  return {
    ok: true, code: "proven", level: trusted ? "green" : "amber", where: placeOf({}), facts: {}, proven: facts, notes,
    lines: stream ? linesShown(stream) : [],
  };
}

function refused({ code, where, facts }, notes) {
  const grave = !(OPEN.includes(code) || UNREADABLE.includes(code) || USAGE.includes(code));
  return { ok: false, code, level: grave ? "red" : "amber", where: placeOf(where), facts, proven: null, notes, lines: [] };
}

function placeOf(where) {
  return { stream: null, entry: null, index: null, column: null, line: null, event: null, ...where };
}

/** @param {{head?: string, key?: string, policy?: string, game?: Uint8Array}} given */
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
  for (const stream of bundle.streams) {
    try {
      await checkProof(stream, bundle.streams[0], checkpoint);
    } catch (problem) {
      throw problem instanceof Refusal ? withChangedLines(problem, stream, given.game) : problem;
    }
  }
  const key = await checkSignature(bundle, checkpoint, given, notes);
  const witnesses = await checkWitnesses(checkpoint, given.policy, notes);
  const head = await checkHead(bundle, checkpoint, given.head, notes);
  await checkRules(bundle.streams, notes);
  const people = await checkPeople(bundle.people, bundle.streams);
  const files = await checkFiles(bundle.files, bundle.streams);
  checkArchive(bundle.streams, bundle.origin, key, notes);
  const game = bundle.streams.find((one) => one.kind === "game");
  if (given.game && !game) throw new Refusal("game-absent", { column: "game" });
  const compared = !given.game ? "none" : compareGame(game, given.game, notes) ? "earlier" : "equal";
  notes.push(...absentDisputes(bundle.streams));
  addLimits(bundle, given, key, witnesses, notes);
  const facts = await summary(bundle, checkpoint, { key, witnesses, head, people, files, game, compared });
  return { facts, stream: bundle.streams[0] };
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
  const where = { stream, entry: Math.max(at, 0), index: entries[Math.max(at, 0)].header?.index ?? null, column: "prev" };
  return at < 0 ? new Refusal("start", where) : new Refusal("content", where);
}

/** Step 8: what the answer does not say. */
function addLimits(bundle, given, key, witnesses, notes) {
  if (key.source === "bundle") notes.push({ code: "own-key" });
  if (!given.head) notes.push({ code: "no-head" });
  const old = bundle.streams.flatMap((one) => one.entries).filter((one) => one.form === 1).length;
  if (old) notes.push({ code: "form-1", entries: old });
  notes.push(...absences(bundle.streams), { code: "left-out" }, { code: "later-lines" }, { code: "as-typed" }, { code: "clock" });
  if (!witnesses.length) notes.push({ code: "one-view" });
}

async function summary(bundle, checkpoint, found) {
  const { game } = found;
  return {
    format: FORMAT,
    subject: bundle.subject,
    ...headSummary(checkpoint),
    key: keySummary(found.key),
    witnesses: found.witnesses,
    head_check: found.head,
    game_check: found.compared,
    game: game && (await gameSummary(game)),
    contents: contentsSummary(bundle.streams),
    streams: bundle.streams.map(streamSummary),
    people: found.people.map(({ reference, record }) => ({ reference, record: plain(record) })),
    files: found.files,
  };
}
