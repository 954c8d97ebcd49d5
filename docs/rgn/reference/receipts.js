// Verifying a receipt (evidence.md, section 5). For Node only: Ed25519 and SHA-256 are those of node:crypto. CC0 1.0.

import { createHash, createPublicKey, verify } from 'node:crypto';

const FORMAT = 'plancia-receipt/1';
const PROOF = 'c2sp.org/tlog-proof@v1';
const ED25519_DER = Buffer.from('302a300506032b6570032100', 'hex');

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

/** Bytes of base64 with padding, or undefined. */
function fromBase64(text) {
  const bytes = Buffer.from(String(text), 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

/** Name, key hash and key of `NAME+HHHHHHHH+BASE64`, or undefined. */
function parseKey(text) {
  const [, name, hash, body] = /^([^+ ]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(body ?? '');
  if (bytes?.length !== 33 || bytes[0] !== 1) return undefined;
  const own = sha256(name, '\n', bytes).subarray(0, 4);
  return own.toString('hex') === hash ? { name, hash: own, bytes: bytes.subarray(1) } : undefined;
}

/** Origin, size, root, signed text and signatures of a checkpoint, or undefined. */
function parseCheckpoint(note) {
  const found = /^([^\n]+)\n(0|[1-9][0-9]*)\n([^\n]+)\n\n((?:— [^\n]+\n)+)$/.exec(note);
  const root = found && fromBase64(found[3]);
  if (root?.length !== 32) return undefined;
  const signatures = found[4].trimEnd().split('\n').map((line) => line.split(' '));
  const [, origin, size] = found;
  return { origin, size: Number(size), root, text: note.slice(0, note.indexOf('\n\n') + 1), signatures };
}

/** Whether a key has signed a checkpoint. */
function isSigned(checkpoint, key) {
  const publicKey = createPublicKey({ key: Buffer.concat([ED25519_DER, key.bytes]), format: 'der', type: 'spki' });
  return checkpoint.signatures.some(([, name, body]) => {
    const bytes = fromBase64(body);
    const isOwn = name === key.name && bytes?.length === 68 && bytes.subarray(0, 4).equals(key.hash);
    return isOwn && verify(null, Buffer.from(checkpoint.text), publicKey, bytes.subarray(4));
  });
}

/** The root to which an inclusion proof leads (RFC 9162, 2.1.3.2), or undefined. */
function rootOf(leaf, index, size, hashes) {
  if (index >= size) return undefined;
  let [place, last, node] = [index, size - 1, leaf];
  for (const hash of hashes) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      node = sha256([1], hash, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      node = sha256([1], node, hash);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

/** Whether the entry has the leaf hash, and states the stream and the index (form 2). */
function entryHolds({ entry, leaf, stream, index }) {
  if (entry === undefined) return true;
  const bytes = fromBase64(entry);
  if (!bytes || sha256([0], bytes).toString('hex') !== leaf) return false;
  if (bytes[0] === 1) return true;
  const header = bytes[0] === 2 ? JSON.parse(bytes.subarray(1, bytes.indexOf(0x0a))) : {};
  return header.stream === stream && header.index === index;
}

/** Whether a receipt holds; `key` is the verifier key that is trusted, else its own; `head` a head kept elsewhere. */
export function receiptHolds(receipt, key, head) {
  if (receipt?.format !== FORMAT || !entryHolds(receipt)) return false;
  const checkpoint = parseCheckpoint(receipt.checkpoint ?? '');
  const [first, place, ...hashes] = (receipt.proof ?? '').split('\n\n')[0].split('\n');
  const note = (receipt.proof ?? '').slice(receipt.proof?.indexOf('\n\n') + 2);
  if (!checkpoint || first !== PROOF || place !== `index ${receipt.index}` || note !== receipt.checkpoint) return false;
  const own = `${checkpoint.origin} ${checkpoint.size} ${checkpoint.root.toString('base64')}`;
  if (receipt.head !== own) return false;
  const root = rootOf(Buffer.from(receipt.leaf, 'hex'), receipt.index, checkpoint.size, hashes.map(fromBase64));
  if (!root?.equals(checkpoint.root)) return false;
  const trusted = parseKey(key ?? receipt.key ?? '');
  if (!trusted || trusted.name !== checkpoint.origin || !isSigned(checkpoint, trusted)) return false;
  if (head === undefined) return true;
  const [origin, size, kept] = head.split(' ');
  return origin === checkpoint.origin && Number(size) === checkpoint.size && kept === checkpoint.root.toString('base64');
}
