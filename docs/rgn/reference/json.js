// Reading the JSON form, and JSON Lines (specification, section 10). Writing it needs nothing: the games that the
// reader gives are in this form. CC0 1.0.

import { Reader } from './reader.js';
import { writeGame } from './writer.js';
import { kindOfEvent } from './kinds.js';

export class JsonError extends Error {}

function demand(condition, message) {
  if (!condition) throw new JsonError(message);
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that an event of a kind may have; `event` is a number that a service may add. */
function membersOf(kind) {
  const names = [...kind.args, ...kind.named].flatMap((declared) => declared.name);
  return new Set(['kind', 'actor', 'event', ...names, ...(kind.kind === 'extension' ? ['name'] : [])]);
}

function checkEvent(event, isReplacement = false) {
  demand(isObject(event), 'an event is an object');
  const kind = kindOfEvent(event);
  demand(kind, `unknown kind ${event.kind}`);
  const members = membersOf(kind);
  if (!isReplacement) members.add('at').add('note');
  for (const [name, value] of Object.entries(event)) {
    demand(members.has(name), `${event.kind} has no member ${name}`);
    demand(value !== null && value !== false, `${name}: there is no ${value}`);
  }
  if (event.kind === 'correct') checkEvent(event.replacement, true);
}

/**
 * A game from its JSON form, made canonical; throws JsonError where it is none. It writes the text and reads it, so
 * that values may have any spelling that the text may have.
 */
export function gameFromJson(game, names) {
  demand(isObject(game) && game.notation === 'rgn 1', 'notation is "rgn 1"');
  demand(Array.isArray(game.headers) && Array.isArray(game.events), 'headers and events are lists');
  for (const pair of game.headers) {
    const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
    demand(isPair, 'a header is a pair');
  }
  game.events.forEach((event) => checkEvent(event));
  let text;
  try {
    text = writeGame(game);
  } catch (error) {
    throw new JsonError(`a member is missing or of the wrong type: ${error.message}`);
  }
  const lines = game.headers.length + 1 + game.events.length;
  demand(text.split('\n').length === lines + 1, 'a value has a line feed');
  const { games, problems } = new Reader(names).read(text);
  demand(problems.length === 0, `the text has the problem ${problems[0]?.code} in line ${problems[0]?.line}`);
  demand(games.length === 1 && games[0].events.length === game.events.length, 'a value is not of one game or event');
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
    const object = JSON.parse(line);
    if (object.kind === 'game_opened') {
      games.push({ notation: 'rgn 1', headers: object.headers, events: [] });
    } else {
      demand(games.length > 0, 'an event before game_opened');
      games.at(-1).events.push(object);
    }
  }
  return games.map((game) => gameFromJson(game, names));
}
