#!/usr/bin/env node
// The interface for tests (specification, Annex A) on standard input and output. For Node only. CC0 1.0.

import { readFileSync } from 'node:fs';
import { createRgn } from './rgn.js';
import { receiptHolds } from './receipts.js';

const rgn = createRgn(JSON.parse(readFileSync(new URL('../names.json', import.meta.url), 'utf8')));

const inputOf = (request) => ('bytes' in request ? new Uint8Array(Buffer.from(request.bytes, 'base64')) : request.text);

function read(request) {
  const { games, problems } = rgn.read(inputOf(request));
  return { problems, games, canonical: rgn.write(games) };
}

function state(request) {
  const { games } = rgn.read(inputOf(request));
  const game = games[request.game - 1];
  if (!game) return { error: `no game ${request.game}` };
  if (!(request.event >= 0 && request.event <= game.events.length)) return { error: `no event ${request.event}` };
  return rgn.state(game, request.event, request.corrected);
}

function canonical(request) {
  const line = rgn.canonicalFault(inputOf(request));
  return line === null ? { accepted: true } : { accepted: false, line };
}

function readJson(request) {
  let games;
  try {
    games = rgn.readJson(inputOf(request));
  } catch (error) {
    return { accepted: false, problem: error.message };
  }
  return { accepted: true, games, canonical: rgn.write(games) };
}

const receipt = (request) => ({ accepted: receiptHolds(request.receipt, request.key, request.head) });

const OPERATIONS = { read, canonical, 'read-json': readJson, state, receipt };

function answer(line) {
  const request = JSON.parse(line);
  const operation = OPERATIONS[request.op];
  if (!operation) return { id: request.id, unsupported: true };
  try {
    return { id: request.id, ...operation(request) };
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    return { id: request.id, error: String(error.message) };
  }
}

/** Lines end with a line feed only (readline would also split at U+2028). */
async function* linesOf(stream) {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    yield* parts;
  }
  yield rest;
}

for await (const line of linesOf(process.stdin)) {
  if (line.trim() !== '') process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
