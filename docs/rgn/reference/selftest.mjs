// Checks the example of the specification (example.md): canonical bytes, JSON and back, boards and hands. CC0 1.0.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createRgn } from './rgn.js';
import { sha256 } from './sha256.js';
const base = new URL('../', import.meta.url);
const rgn = createRgn(JSON.parse(readFileSync(new URL('names.json', base))));
const page = readFileSync(new URL('example.md', base), 'utf8');
const text = /```rgn\n([^]*?)```/.exec(page)[1];
const { games, problems } = rgn.read(text);
let bad = 0;
const check = (what, ok, more = '') => { if (!ok) { bad += 1; console.log('FAULT', what, more); } };
check('problems', problems.length === 0, JSON.stringify(problems));
check('canonical', rgn.write(games) === text, rgn.write(games));
check('json', JSON.stringify(rgn.fromJson(games[0])) === JSON.stringify(games[0]));
check('lines', JSON.stringify(rgn.fromJsonLines(rgn.toJsonLines(games))) === JSON.stringify(games));
let rows = 0;
for (const row of page.matchAll(/^\| (\d+) \| (corrected|recorded) \| `(.*?)` \| (.*?) \| (.*?) \|$/gm)) {
  rows += 1;
  const state = rgn.state(games[0], Number(row[1]), row[2] === 'corrected');
  const hands = Object.entries(state.hands).filter(([, h]) => h.length).map(([c, h]) => `${c} ${h.join(' ')}`).join('; ') || '-';
  check(row[0], state.board === row[3] && hands === row[4] && String(state.stopped?.event ?? '-') === row[5], JSON.stringify(state));
}
check('rows', rows === 15, rows);
for (let n = 0; n < 200; n += 1) check('sha', sha256('a'.repeat(n)) === createHash('sha256').update('a'.repeat(n)).digest('hex'), n);
// examples of the kinds in section 9
const spec = readFileSync(new URL('specification.md', base), 'utf8');
const head = '[Notation "rgn 1"]\n[Variant "monopoli@1"]\n[Red "a"]\n[Blue "b"]\n[Completeness "full"]\n[Provenance "live"]\n\n';
for (const [, name, line] of spec.matchAll(/^#### (\S+)\n\n {4}(.*)$/gm)) {
  const got = rgn.read(`${head}${line}\n`);
  check(name, got.problems.length === 0, line + JSON.stringify(got.problems));
  const back = rgn.write(got.games).slice(head.length).trimEnd();
  check(`${name} canonical`, back === line, back);
  rgn.fromJson(got.games[0]);
}
console.log(bad ? `${bad} faults` : 'all well');
process.exitCode = bad ? 1 : 0;
