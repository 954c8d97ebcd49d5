// Reading the JSON form, and JSON Lines (specification, section 10). Writing it needs nothing: the games that the
// reader gives are in this form. CC0 1.0.

import { Reader } from './reader.js';
import { writeGame } from './writer.js';
import { kindOfEvent } from './kinds.js';
import { parseJson } from './strictjson.js';
import { dropMark, lower } from './text.js';

export class JsonError extends Error {}

function demand(condition, message) {
  if (!condition) throw new JsonError(message);
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmptyList = (value) => Array.isArray(value) && value.length === 0;

/** Members whose absence is "none" without an argument of their own. */
const ABSENT = ['at', 'note', 'base', 'bonus', 'attack_count', 'defence_count'];
const EMPTY_LISTS = ['void', 'hands', 'attack_dice', 'defence_dice'];
/** What follows from another member, if it is absent. */
const DERIVED = { attack_count: 'attack_dice', defence_count: 'defence_dice', bonus: 'base' };
const LIST_TYPES = ['voidThrows', 'hands'];

const argumentsOf = (kind) => [...kind.args, ...kind.named];

/** The members that an event of a kind may have. */
function membersOf(kind) {
  const names = argumentsOf(kind).flatMap((declared) => declared.name);
  return new Set(['kind', 'actor', ...names, ...(kind.kind === 'extension' ? ['name'] : [])]);
}

const declaredOf = (kind, name) => argumentsOf(kind).find((declared) => [declared.name].flat().includes(name));

/** Whether `null` stands for the absence of a member. */
function mayBeNull(kind, name) {
  const declared = declaredOf(kind, name);
  if (ABSENT.includes(name)) return true;
  if (!declared || declared.flag || declared.default !== undefined || LIST_TYPES.includes(declared.type)) return false;
  return declared.key !== undefined || declared.optional === true;
}

/** An event without the members that are given as absent; throws for a member that it does not have. */
function presentMembers(event, number, isReplacement = false) {
  demand(isObject(event), 'an event is an object');
  const kind = kindOfEvent(event);
  demand(kind, `unknown kind ${event.kind}`);
  const members = membersOf(kind);
  if (!isReplacement) members.add('at').add('note');
  const found = {};
  for (const [name, value] of Object.entries(event)) {
    if (name === 'event' && !isReplacement) {
      demand(value === number, `event is not ${number}, the number of the event`);
      continue;
    }
    demand(members.has(name), `${event.kind} has no member ${name}`);
    demand(value !== null || mayBeNull(kind, name), `${name} is null`);
    demand(value !== false || declaredOf(kind, name)?.flag, `${name} is false`);
    const isAbsent = value === null || value === false || (EMPTY_LISTS.includes(name) && isEmptyList(value));
    if (!isAbsent) found[name] = value;
  }
  if (kind.kind === 'correct') found.replacement = presentMembers(event.replacement, 0, true);
  return found;
}

/** Whether two values are the same up to spelling; dice may stand in any order. */
function isSame(name, given, written, names) {
  if (Array.isArray(written)) {
    if (isEmptyList(given) && written.length === 1 && written[0] === '???') return true;
    if (!Array.isArray(given) || given.length !== written.length) return false;
    const isDice = written.length > 0 && written.every(Number.isInteger);
    const ordered = isDice ? [...given].sort((a, b) => b - a) : given;
    return ordered.every((value, index) => isSame(name, value, written[index], names));
  }
  if (typeof written !== 'string' || typeof given !== 'string') return given === written;
  if (given === written) return true;
  if (name === 'name' || name === 'at') return false;
  return name === 'note' || isOneValue(name, given, written, names);
}

/** One word, or the full name of a territory or an objective. */
function isOneValue(name, given, written, names) {
  if (given !== '' && !/\s/.test(given)) return true;
  if (given.trim() === '') return false;
  return name === 'objective' || name === 'value' || names.wholeTerritory(given) === written;
}

/** Whether a writer leaves a value out. */
function isDefault(kind, name, value) {
  if (isEmptyList(value)) return true;
  const fallback = declaredOf(kind, name)?.default;
  return typeof value === 'string' ? lower(value) === fallback : value === fallback;
}

/** Throws where what was given would be lost, moved or added to. */
function compare(given, written, names) {
  const kind = kindOfEvent(given);
  for (const [name, value] of Object.entries(given)) {
    if (name === 'replacement') {
      compare(value, written[name], names);
    } else if (written[name] === undefined) {
      demand(isDefault(kind, name, value), `${name} would be lost`);
    } else {
      demand(isSame(name, value, written[name], names), `${name} would be read as ${JSON.stringify(written[name])}`);
    }
  }
  for (const name of Object.keys(written)) {
    const follows = given[DERIVED[name]] !== undefined || (name === 'cards' && kind.kind === 'draw');
    demand(given[name] !== undefined || follows, `${name} would be added`);
  }
}

function checkHeaders(headers, names) {
  demand(Array.isArray(headers), 'headers are a list');
  const seen = new Set();
  for (const pair of headers) {
    const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
    demand(isPair, 'a header is a pair');
    demand(names.header(pair[0]) === pair[0], `unknown header ${pair[0]}`);
    const key = pair[0] === 'Option' ? pair.join('=') : pair[0];
    demand(!seen.has(key), `header ${pair[0]} stands twice`);
    seen.add(key);
  }
}

function checkMembers(value, wanted) {
  demand(isObject(value), 'a game is an object');
  for (const name of wanted) demand(Object.hasOwn(value, name), `${name} is missing`);
  for (const name of Object.keys(value)) demand(wanted.includes(name), `a game has no member ${name}`);
}

/**
 * A game from its JSON form, made canonical; throws JsonError where it is none. It writes the text, reads it and
 * compares: values may have any spelling that the text may have, and nothing may be lost or moved.
 */
export function gameFromJson(game, names) {
  checkMembers(game, ['notation', 'headers', 'events']);
  demand(game.notation === 'rgn 1', 'notation is "rgn 1"');
  demand(Array.isArray(game.events), 'events are a list');
  checkHeaders(game.headers, names);
  const given = game.events.map((event, index) => presentMembers(event, index + 1));
  let text;
  try {
    text = writeGame({ headers: game.headers, events: given });
  } catch (error) {
    throw new JsonError(`a member is missing or of the wrong type: ${error.message}`);
  }
  const lines = game.headers.length + 1 + given.length;
  demand(text.split('\n').length === lines + 1, 'a value has a line feed');
  const { games, problems } = new Reader(names).read(text);
  demand(problems.length === 0, `the text has the problem ${problems[0]?.code} in line ${problems[0]?.line}`);
  demand(games.length === 1 && games[0].events.length === given.length, 'a value is not of one game or event');
  given.forEach((event, index) => compare(event, games[0].events[index], names));
  return games[0];
}

/** JSON Lines of games: `game_opened` with the headers, then the events. */
export function toJsonLines(games) {
  const objects = games.flatMap(({ headers, events }) => [{ kind: 'game_opened', headers }, ...events]);
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** Games from JSON Lines. */
export function fromJsonLines(text, names) {
  const games = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const object = parseJson(line);
    if (object?.kind === 'game_opened') {
      checkMembers(object, ['kind', 'headers']);
      games.push({ notation: 'rgn 1', headers: object.headers, events: [] });
    } else {
      demand(games.length > 0, 'an event before game_opened');
      games.at(-1).events.push(object);
    }
  }
  return games.map((game) => gameFromJson(game, names));
}

/** Whether the first line that is not blank is an object with the member `kind`. */
function isJsonLines(text) {
  try {
    return Object.hasOwn(JSON.parse(text.trimStart().split('\n')[0]), 'kind');
  } catch {
    return false;
  }
}

/** Games from a text in JSON (a game or a list of games) or JSON Lines; throws JsonError or SyntaxError. */
export function readJson(input, names) {
  const text = dropMark(typeof input === 'string' ? input : new TextDecoder('utf-8', { fatal: true }).decode(input));
  if (isJsonLines(text)) return fromJsonLines(text, names);
  const value = parseJson(text);
  demand(!isEmptyList(value), 'no game');
  return [value].flat().map((game) => gameFromJson(game, names));
}
