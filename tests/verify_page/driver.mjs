// Answers many verifications in one process. Reads JSON from standard input and writes a list of answers.
//   {"jobs": [{"bundle": BASE64, "head", "key", "policy", "game": BASE64}, ...]}
//   {"flips": {"bundle": BASE64, "key", "head", "masks": [1, 32]}}   every byte of the bundle with these bits exchanged

import { readFileSync } from "node:fs";

import { verifyBundle } from "../../docs/verify/src/verify.mjs";

const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const asked = JSON.parse(readFileSync(0, "utf8"));

async function one({ bundle, game, ...given }) {
  const result = await verifyBundle(bytes(bundle), game === undefined ? given : { ...given, game: bytes(game) });
  const lines = asked.summary ? [] : result.lines.map((line) => [line.event, line.text]);
  return { ...result, lines };
}

async function flips({ bundle, masks, ...given }) {
  const whole = bytes(bundle);
  const usual = JSON.stringify((await verifyBundle(whole, given)).proven);
  const answer = { codes: {}, changed: [] };
  for (let at = 0; at < whole.length; at++) {
    for (const mask of masks) {
      const copy = whole.slice();
      copy[at] ^= mask;
      const { ok, code, proven } = await verifyBundle(copy, given);
      answer.codes[code] = (answer.codes[code] ?? 0) + 1;
      if (ok && JSON.stringify(proven) !== usual) answer.changed.push([at, mask]);
    }
  }
  return answer;
}

const answer = asked.flips ? await flips(asked.flips) : [];
for (const job of asked.jobs ?? []) answer.push(await one(job));
process.stdout.write(JSON.stringify(answer));
