// Receipts: the form plancia-receipt/1, the entry, its place in the tree, the signatures.

import { Refusal, bytesOfBase64, bytesOfHex, sameBytes, textOf } from "./bytes.mjs";
import { withChangedLines } from "./changed.mjs";
import { compareGame, gameHeaders } from "./contents.mjs";
import { kindOf, readEntry } from "./entries.mjs";
import { gameSummary, headSummary, keySummary, streamSummary } from "./facts.mjs";
import { natural } from "./json.mjs";
import { readCheckpoint, readHead, readProof } from "./notes.mjs";
import { isText, members, need } from "./shape.mjs";
import { checkHead, checkSignature, checkWitnesses } from "./signed.mjs";
import { included } from "./tree.mjs";

const RECEIPT = "plancia-receipt/1";
const MEMBERS = ["format", "stream", "index", "leaf", "head", "key", "checkpoint", "proof"];

/** The receipt in the answer of a write, or the value itself. */
function receiptIn(value) {
  const inner = value.get("receipt");
  return !value.has("format") && inner instanceof Map ? inner : value;
}

/** Whether a JSON value is a receipt, or the answer of a write that has one. */
export function isReceipt(value) {
  return value instanceof Map && receiptIn(value).get("format") === RECEIPT;
}

/** The parts of a receipt, nothing checked but the form. */
export function readReceipt(outer) {
  const value = receiptIn(outer);
  members(value, MEMBERS, ["entry"], "");
  const [stream, leaf, headText] = ["stream", "leaf", "head"].map((name) => value.get(name));
  const index = natural(value.get("index"));
  need(isText(stream), ".stream");
  need(index !== null, ".index");
  need(typeof leaf === "string" && /^[0-9a-f]{64}$/.test(leaf), ".leaf");
  need(isText(headText), ".head");
  for (const name of ["key", "checkpoint", "proof"]) {
    need(value.get(name) === null || typeof value.get(name) === "string", `.${name}`);
  }
  need((value.get("checkpoint") === null) === (value.get("proof") === null), ".proof");
  const head = readHead(headText);
  need(head !== null, ".head");
  const [key, checkpoint, proof] = ["key", "checkpoint", "proof"].map((name) => value.get(name));
  return { stream, index, leaf: bytesOfHex(leaf), head, key, checkpoint, proof, entry: entryOf(value, stream) };
}

function entryOf(value, stream) {
  if (!value.has("entry")) return null;
  need(typeof value.get("entry") === "string", ".entry");
  const bytes = bytesOfBase64(value.get("entry"));
  if (!bytes) throw new Refusal("base64", { stream, entry: 0, index: null, column: "entry" });
  return bytes;
}

/** What a receipt proves: facts, and its entry as a stream of one, or null. */
export async function provenReceipt(receipt, given, notes) {
  const stream = await streamOf(receipt);
  const { proof, checkpoint } = await checkPlace(receipt);
  const log = { origin: checkpoint.origin, key: receipt.key, consistency: [] };
  const key = await checkSignature(log, checkpoint, given, notes);
  const witnesses = await checkWitnesses(checkpoint, given.policy, notes);
  const head = await checkHead(log, checkpoint, given.head, notes);
  const game = stream?.kind === "game" && stream.entries[0].headers ? stream : null;
  if (given.game && !game) throw new Refusal("game-absent", { column: "game" });
  if (game) game.headers = gameHeaders(game);
  const compared = !given.game ? "none" : compareGame(game, given.game, notes) ? "earlier" : "equal";
  addReceiptLimits(stream, given, key, witnesses, notes);
  const facts = {
    format: RECEIPT,
    subject: { kind: "entry", id: receipt.stream },
    ...headSummary(checkpoint),
    key: keySummary(key),
    witnesses,
    head_check: head,
    game_check: compared,
    game: game && (await gameSummary(game)),
    streams: [stream ? streamSummary({ ...stream, proof }) : placeOnly(receipt)],
    people: [],
    files: [],
  };
  return { facts, stream };
}

/** A receipt without the entry proves its place and its leaf alone. */
function placeOnly({ stream, index, leaf }) {
  const summary = streamSummary({ name: stream, entries: [{ header: null, events: 0, leaf }], proof: { index } });
  return { ...summary, form_1: 0 };
}

async function streamOf({ stream: name, index, leaf, entry }) {
  const where = { stream: name, entry: 0, index };
  const kind = kindOf(name);
  if (!kind) throw new Refusal("stream-name", { stream: name, column: "stream" });
  if (!entry) return null;
  const one = await readEntry(entry, where);
  if (!sameBytes(one.leaf, leaf)) throw changedEntry({ name, kind, entries: [one] }, { ...where, column: "leaf" });
  if (one.header && one.header.stream !== name) {
    throw new Refusal("stream", { ...where, column: "stream" }, { named: one.header.stream });
  }
  if (one.header && one.header.index !== index) {
    throw new Refusal("proof-index", { ...where, column: "index" }, { expected: one.header.index, found: index });
  }
  readOneBody(one, kind, { ...where, column: "body", line: 1 });
  return { name, kind, entries: [one] };
}

/** The refusal of an entry that is not that of its leaf hash, with its lines where they can be read. */
function changedEntry(stream, where) {
  const refusal = new Refusal("receipt-leaf", where);
  try {
    readOneBody(stream.entries[0], stream.kind, where);
  } catch (problem) {
    if (problem instanceof Refusal) return refusal;
    throw problem;
  }
  return withChangedLines(refusal, stream, null);
}

/** Lines and numbers of an entry that stands alone: a later one of its stream has no header block. */
function readOneBody(one, kind, where) {
  Object.assign(one, { first: one.header?.first ?? 0, firstLine: 1, headers: 0, lines: [] });
  one.events = one.header?.count ?? 1;
  if (kind === "ruleset") return;
  const text = textOf(one.body);
  if (!text?.endsWith("\n")) throw new Refusal("body", where);
  one.lines = text.slice(0, -1).split("\n");
  if (kind === "game" && one.first === 0) one.headers = Math.max(one.lines.indexOf(""), 0);
  one.events = one.lines.length - one.headers;
}

async function checkPlace(receipt) {
  const where = { stream: receipt.stream, entry: 0, index: receipt.index };
  if (receipt.proof === null) throw new Refusal("unsigned", { ...where, column: "checkpoint" });
  const proof = readProof(receipt.proof, { ...where, column: "proof" });
  if (proof.checkpoint !== receipt.checkpoint) throw new Refusal("checkpoint-other", { ...where, column: "proof" });
  if (proof.index !== receipt.index) {
    throw new Refusal("proof-index", { ...where, column: "index" }, { expected: receipt.index, found: proof.index });
  }
  const checkpoint = readCheckpoint(receipt.checkpoint, { ...where, column: "checkpoint" });
  const { head } = headSummary(checkpoint);
  if (head !== receipt.head.text) {
    throw new Refusal("receipt-head", { ...where, column: "head" }, { expected: head, found: receipt.head.text });
  }
  const held = await included(receipt.leaf, proof.index, checkpoint.size, proof.hashes, checkpoint.root);
  if (!held) throw new Refusal("inclusion", { ...where, column: "proof" });
  return { proof, checkpoint };
}

/** What the answer does not say. */
function addReceiptLimits(stream, given, key, witnesses, notes) {
  if (key.source === "bundle") notes.push({ code: "own-key" });
  if (!given.head) notes.push({ code: "no-head" });
  if (!stream) notes.push({ code: "receipt-bare" });
  else if (!stream.entries[0].header) notes.push({ code: "form-1", entries: 1 });
  notes.push({ code: "later-lines" }, { code: "as-typed" }, { code: "clock" });
  if (!witnesses.length) notes.push({ code: "one-view" });
}
