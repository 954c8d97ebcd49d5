// The Merkle tree of RFC 6962. Sizes are BigInt, because bit operations on numbers stop at 32 bits.

import { sameBytes, sha256 } from "./bytes.mjs";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The leaf hash of an entry (RFC 6962, 2.1). */
export function leafHash(entry) {
  return sha256(LEAF, entry);
}

function nodeHash(left, right) {
  return sha256(NODE, left, right);
}

/** Whether the leaf is number `index` of a tree of `size` leaves with this root (RFC 9162, 2.1.3.2). */
export async function included(leaf, index, size, hashes, root) {
  let place = BigInt(index);
  let last = BigInt(size) - 1n;
  if (place > last) return false;
  let found = leaf;
  for (const hash of hashes) {
    if (last === 0n) return false;
    if (place & 1n || place === last) {
      found = await nodeHash(hash, found);
      while (!(place & 1n) && place !== 0n) {
        place >>= 1n;
        last >>= 1n;
      }
    } else found = await nodeHash(found, hash);
    place >>= 1n;
    last >>= 1n;
  }
  return last === 0n && sameBytes(found, root);
}

/** Whether the tree of `newSize` leaves continues the one of `oldSize` leaves, at least one (RFC 9162, 2.1.4.2). */
export async function consistent(oldSize, oldRoot, newSize, newRoot, proof) {
  if (oldSize < 1 || oldSize > newSize) return false;
  if (oldSize === newSize) return proof.length === 0 && sameBytes(oldRoot, newRoot);
  let place = BigInt(oldSize) - 1n;
  let last = BigInt(newSize) - 1n;
  while (place & 1n) {
    place >>= 1n;
    last >>= 1n;
  }
  // A tree whose size is a power of two is itself the first node of the proof.
  const hashes = place === 0n ? [oldRoot, ...proof] : proof;
  if (proof.length === 0) return false;
  let [older] = hashes;
  let newer = older;
  for (const hash of hashes.slice(1)) {
    if (last === 0n) return false;
    if (place & 1n || place === last) {
      older = await nodeHash(hash, older);
      newer = await nodeHash(hash, newer);
      while (!(place & 1n) && place !== 0n) {
        place >>= 1n;
        last >>= 1n;
      }
    } else newer = await nodeHash(newer, hash);
    place >>= 1n;
    last >>= 1n;
  }
  return last === 0n && sameBytes(older, oldRoot) && sameBytes(newer, newRoot);
}
