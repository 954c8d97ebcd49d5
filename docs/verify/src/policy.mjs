// A policy in the form of C2SP tlog-policy: which logs and witnesses count, and how many witnesses are enough.

import { Refusal, decimal } from "./bytes.mjs";
import { LOG_KEY, WITNESS_KEY, readKey } from "./notes.mjs";

const MOST_LINES = 1000;

/** The policy of a text: `logs` and `witnesses` with their keys, and `quorum`, the name that must be reached. */
export async function readPolicy(text) {
  const policy = { logs: [], witnesses: new Map(), groups: new Map(), quorum: null };
  const lines = text.split("\n");
  if (lines.length > MOST_LINES) throw new Refusal("policy-form", { line: MOST_LINES + 1 });
  for (const [at, line] of lines.entries()) {
    const refusal = new Refusal("policy-form", { line: at + 1 });
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line)) throw refusal;
    const words = line.split(/[ \t]+/).filter(Boolean);
    if (!words.length || words[0].startsWith("#")) continue;
    const reader = READERS[words[0]];
    if (!reader || !(await reader(policy, words.slice(1)))) throw refusal;
  }
  if (policy.quorum === null) throw new Refusal("policy-form", { line: lines.length }, { missing: "quorum" });
  return policy;
}

const READERS = Object.assign(Object.create(null), { log, witness, group, quorum });

function known(policy, name) {
  return policy.witnesses.has(name) || policy.groups.has(name);
}

async function log(policy, words) {
  const key = words.length <= 2 ? await readKey(words[0] ?? "") : null;
  if (key?.type !== LOG_KEY || policy.logs.some((one) => one.fingerprint === key.fingerprint)) return false;
  return policy.logs.push(key);
}

async function witness(policy, [name, text, ...rest]) {
  const key = rest.length <= 1 ? await readKey(text ?? "") : null;
  if (key?.type !== WITNESS_KEY || name === "none" || known(policy, name)) return false;
  if ([...policy.witnesses.values()].some((one) => one.fingerprint === key.fingerprint)) return false;
  return policy.witnesses.set(name, key);
}

function group(policy, [name, least, ...members]) {
  const needed = least === "all" ? members.length : least === "any" ? 1 : decimal(least ?? "");
  if (!name || name === "none" || known(policy, name) || !needed || needed > members.length) return false;
  const taken = [...policy.groups.values()].flatMap((one) => one.members);
  const fresh = members.every((one, at) => known(policy, one) && !taken.includes(one) && members.indexOf(one) === at);
  return fresh && policy.groups.set(name, { needed, members });
}

function quorum(policy, [name, ...rest]) {
  if (policy.quorum !== null || rest.length || !(name === "none" || known(policy, name))) return false;
  policy.quorum = name;
  return true;
}

/** Whether the witnesses that cosigned, by their names in the policy, are enough. */
export function reached(policy, cosigners, name = policy.quorum) {
  if (name === "none") return true;
  if (policy.witnesses.has(name)) return cosigners.has(name);
  const { needed, members } = policy.groups.get(name);
  return members.filter((one) => reached(policy, cosigners, one)).length >= needed;
}
