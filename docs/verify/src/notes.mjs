// Signed notes, checkpoints, cosignatures and proofs in the forms of C2SP (signed-note, tlog-checkpoint,
// tlog-cosignature, tlog-proof), and the head of a log.

import { Refusal, bytesOfBase64, decimal, hexOf, joined, sha256, signedBy, utf8 } from "./bytes.mjs";

export const LOG_KEY = 1;
export const WITNESS_KEY = 4;
const MOST_SIGNATURES = 64;
const NAME = /^[^\s+\u0000-\u001f]+$/u;

/** A verifier key NAME+HHHHHHHH+BASE64, with its type byte, or null where it is not one. */
export async function readKey(text) {
  const parts = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text);
  if (!parts || !NAME.test(parts[1])) return null;
  const material = bytesOfBase64(parts[3]);
  if (!material || material.length !== 33 || ![LOG_KEY, WITNESS_KEY].includes(material[0])) return null;
  const hash = await sha256(utf8(parts[1] + "\n"), material);
  if (hexOf(hash.subarray(0, 4)) !== parts[2]) return null;
  const publicKey = material.subarray(1);
  return { name: parts[1], id: parts[2], type: material[0], publicKey, fingerprint: hexOf(await sha256(publicKey)), text };
}

/** The head `ORIGIN SIZE ROOT`, or null. */
export function readHead(text) {
  const line = unwrapped(text.trim());
  const parts = /^(\S.*) ([0-9]+) ([A-Za-z0-9+/]{43}=)$/u.exec(line);
  const root = parts && bytesOfBase64(parts[3]);
  const size = parts && decimal(parts[2]);
  return root && size !== null ? { origin: parts[1], size, root, text: line } : null;
}

/** A head in one line: breaks inside its origin and its root are removed; other texts unchanged. */
function unwrapped(text) {
  if (!/[^\S ]| {2}/.test(text)) return text;
  const words = text.split(/\s+/);
  for (let at = 1; at < words.length - 1; at++) {
    const root = words.slice(at + 1).join("");
    if (root.length === 44 && /^[0-9]+$/.test(words[at])) return `${words.slice(0, at).join("")} ${words[at]} ${root}`;
  }
  return text;
}

/** The parts of a tlog-proof: index, hashes, and the checkpoint as it stands. */
export function readProof(text, where) {
  const refuse = (line) => new Refusal("proof-form", { ...where, line });
  const split = text.indexOf("\n\n");
  if (split < 0) throw refuse(1);
  const lines = text.slice(0, split).split("\n");
  if (lines[0] !== "c2sp.org/tlog-proof@v1") throw refuse(1);
  let at = 1;
  if (lines[at]?.startsWith("extra ")) {
    if (!bytesOfBase64(lines[at].slice(6))) throw refuse(2);
    at++;
  }
  const index = lines[at]?.startsWith("index ") ? decimal(lines[at].slice(6)) : null;
  if (index === null) throw refuse(at + 1);
  const hashes = lines.slice(at + 1).map((line, number) => {
    const hash = bytesOfBase64(line);
    if (hash?.length !== 32) throw refuse(at + 2 + number);
    return hash;
  });
  if (hashes.length > 64) throw refuse(at + 66);
  return { index, hashes, checkpoint: text.slice(split + 2) };
}

/** A checkpoint of exactly three lines with its signatures; `body` is what is signed. */
export function readCheckpoint(text, where) {
  const refuse = (line) => new Refusal("checkpoint-form", { ...where, line });
  const lines = text.split("\n");
  if (lines.pop() !== "") throw refuse(lines.length + 1);
  const control = lines.findIndex((line) => /[\u0000-\u001f]/.test(line));
  if (control >= 0) throw refuse(control + 1);
  const [origin, sizeText, rootText, blank, ...rows] = lines;
  const size = decimal(sizeText ?? "");
  const root = bytesOfBase64(rootText ?? "");
  if (!origin) throw refuse(1);
  if (!size) throw refuse(2);
  if (root?.length !== 32) throw refuse(3);
  if (blank !== "") throw refuse(4);
  if (rows.length > MOST_SIGNATURES) throw refuse(5 + MOST_SIGNATURES);
  const signatures = rows.map((row, at) => readSignature(row) ?? fail(refuse(5 + at)));
  return { origin, size, root, rootText, signatures, body: `${origin}\n${sizeText}\n${rootText}\n` };
}

function fail(refusal) {
  throw refusal;
}

function readSignature(row) {
  const parts = /^— (\S+) ([A-Za-z0-9+/=]+)$/u.exec(row);
  const bytes = parts && NAME.test(parts[1]) ? bytesOfBase64(parts[2]) : null;
  if (!bytes || bytes.length < 5) return null;
  return { name: parts[1], id: hexOf(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}

/** The signatures of a checkpoint that carry the name and the id of a key. */
export function signaturesOf(checkpoint, key) {
  return checkpoint.signatures.filter((one) => one.name === key.name && one.id === key.id);
}

/** Whether the log signed: false where no signature names the key; a signature that is wrong is refused. */
export async function logSigned(checkpoint, key) {
  const own = signaturesOf(checkpoint, key);
  for (const one of own) {
    const good = one.bytes.length === 64 && (await signedBy(key.publicKey, one.bytes, utf8(checkpoint.body)));
    if (!good) throw new Refusal("signature", { column: "signature" }, { name: key.name, id: key.id });
  }
  return own.length > 0;
}

/** The time (seconds since 1970) of a witness's cosignature, or null where there is none; a wrong one is refused. */
export async function cosigned(checkpoint, key) {
  let newest = null;
  for (const one of signaturesOf(checkpoint, key)) {
    const refusal = new Refusal("cosignature", { column: "signature" }, { name: key.name, id: key.id });
    if (one.bytes.length !== 72) throw refusal;
    const view = new DataView(one.bytes.buffer, one.bytes.byteOffset);
    const time = Number(view.getBigUint64(0));
    if (!Number.isSafeInteger(time)) throw refusal;
    const message = joined(utf8(`cosignature/v1\ntime ${time}\n`), utf8(checkpoint.body));
    if (!(await signedBy(key.publicKey, one.bytes.subarray(8), message))) throw refusal;
    newest = Math.max(newest ?? 0, time);
  }
  return newest;
}
