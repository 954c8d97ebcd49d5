// Who signed a checkpoint, which witnesses, and the head that somebody kept: the same for bundles and receipts.

import { Refusal, sameBytes, sha256 } from "./bytes.mjs";
import { LOG_KEY, cosigned, logSigned, readKey } from "./notes.mjs";
import { reached } from "./policy.mjs";
import { consistent } from "./tree.mjs";

/** Step 4: who signed the checkpoint, and where the key comes from. */
export async function checkSignature(bundle, checkpoint, given, notes) {
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

export async function checkWitnesses(checkpoint, policy, notes) {
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
export async function checkHead(bundle, checkpoint, head, notes) {
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
