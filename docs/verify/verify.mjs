#!/usr/bin/env node
// Verifies an evidence bundle from the command line with Node 20 or newer; it needs only the folder src beside it.

import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { PAGE } from "./src/page_words.mjs";
import {
  CODES, CONTENTS, ROLES, changedInWords, contentsInWords, moment, namesOf, noteInWords, placeInWords, say, streamInWords, visible,
} from "./src/words.mjs";
import { USAGE, UNREADABLE, verifyBundle } from "./src/verify.mjs";

const HELP = `node verify.mjs BUNDLE [--head H] [--key VKEY | --policy FILE] [--game FILE] [--json] [--lang it|en]
0 proven, 3 refused, 1 unreadable, 2 usage`;

const OPTIONS = {
  head: { type: "string" },
  key: { type: "string" },
  policy: { type: "string" },
  game: { type: "string" },
  lang: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean" },
};

function usage(problem) {
  process.stderr.write(`${problem}\n${HELP}\n`);
  return 2;
}

function languageOf(values) {
  const wished = values.lang ?? process.env.LC_ALL ?? process.env.LANG ?? "";
  return wished.startsWith("it") ? "it" : "en";
}

function exitCode({ ok, code }) {
  if (ok) return 0;
  return USAGE.includes(code) ? 2 : UNREADABLE.includes(code) ? 1 : 3;
}

/** The answer without the lines of the game: members of stable names, in a stable order. */
function asJson({ ok, code, level, where, facts, proven, notes }) {
  return JSON.stringify({ format: "plancia-verify/1", ok, code, level, where, facts, proven, notes }, null, 1);
}

function asText(result, lang) {
  const mark = result.level === "amber" && result.ok ? "mark_amber_ok" : `mark_${result.level}`;
  const missing = result.ok ? result.notes.filter((note) => note.code === "dispute-absent") : [];
  const rows = [say(PAGE[mark], lang), say(missing.length ? PAGE.cited_amber : CODES[result.code], lang, result.facts)];
  for (const note of missing) rows.push(`! ${noteInWords(note, lang)}`);
  if (!result.ok) rows.push(changedInWords(result, lang), placeInWords(result.where, lang));
  if (result.proven) {
    if (result.proven.contents) {
      rows.push(say(CONTENTS.contains, lang));
      for (const { level, text } of contentsInWords(result.proven, lang)) rows.push(`${"  ".repeat(level + 1)}${text}`);
    }
    const { head, key, game, streams, people } = result.proven;
    const [stream] = streams;
    const times = stream.recorded_from === null ? "?" : `${moment(stream.recorded_from)} - ${moment(stream.recorded_to)}`;
    const count = say(PAGE.cli_lines, lang, { lines: game ? game.lines : stream.events });
    const roles = stream.roles.map((role) => say(ROLES[role], lang)).join(", ");
    rows.push([streamInWords(stream.stream, lang) + `: ${count}`, times, roles].filter(Boolean).join(", "));
    for (const [reference, name] of namesOf(people)) rows.push(`  ${visible(name)} = ${reference}`);
    rows.push(`${say(PAGE.d_head, lang)}: ${head}`, `${say(PAGE.f_key, lang)}: ${say(PAGE[`key_${key.source}`], lang, key)}`);
    for (const one of result.proven.witnesses) rows.push(`${say(PAGE.f_witnesses, lang)}: ${one.name} ${moment(one.time * 1000)}`);
  }
  for (const note of result.notes.filter((one) => !missing.includes(one))) rows.push(`- ${noteInWords(note, lang)}`);
  return rows.filter(Boolean).join("\n");
}

async function read(path) {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    return null;
  }
}

async function main() {
  let parsed;
  try {
    parsed = parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (problem) {
    return usage(problem.message);
  }
  const { values, positionals } = parsed;
  if (values.help) {
    process.stdout.write(HELP + "\n");
    return 0;
  }
  if (positionals.length !== 1) return usage("One bundle, please.");
  if (values.key !== undefined && values.policy !== undefined) return usage("--key or --policy, not both.");
  const given = { head: values.head, key: values.key };
  const files = { bundle: positionals[0], policy: values.policy, game: values.game };
  const bytes = {};
  for (const [name, path] of Object.entries(files)) {
    if (path === undefined) continue;
    bytes[name] = await read(path);
    if (bytes[name] === null) return answer(unreadable(path), values);
  }
  if (bytes.policy) given.policy = new TextDecoder().decode(bytes.policy);
  if (bytes.game) given.game = bytes.game;
  return answer(await verifyBundle(bytes.bundle, given), values);
}

function unreadable(path) {
  const where = { stream: null, entry: null, index: null, column: null, line: null, event: null, file: path };
  return { ok: false, code: "file", level: "amber", where, facts: {}, proven: null, notes: [] };
}

function answer(result, values) {
  process.stdout.write((values.json ? asJson(result) : asText(result, languageOf(values))) + "\n");
  return exitCode(result);
}

process.exitCode = await main();
