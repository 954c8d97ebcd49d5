// The canonical writer: from the JSON form of games to their one text (specification, section 7). CC0 1.0.

import { kindOfEvent } from './kinds.js';
import { pointsText } from './headers.js';

/** Words of a positional argument, by type; `get(index)` gives the member under its first, second... JSON name. */
const POSITIONAL = {
  cards: (get, declared) => get(0) ?? declared.none,
  territories: (get) => get(0),
  colours: (get) => get(0),
  freeWords: (get) => get(0) ?? [],
  throws: (get) => get(0).map(([colour, face]) => `${colour}${face}`),
  items: (get, { sign }) => get(0).map(([code, number]) => `${code}${sign}${number}`),
  route: (get) => [`${get(0)}>${get(1)}`],
  handover: (get) => [`${get(0)}>${get(1)}`],
  losses: (get) => [`-${get(0)}-${get(1)}`],
  sum: (get) => [`${get(0)}+${get(1)}+${get(2)}=${get(3)}`],
  set: (get) => [get(0) === undefined ? '=?' : `=${get(0)}+${get(1) ?? 0}`],
  throw: (get) => [get(0) ? `${get(0).join('')}:${get(1).join('')}` : `${get(2) ?? '?'}v${get(3) ?? '?'}`],
  dice: (get) => [get(0).join('')],
  points: (get) => [pointsText(get(0))],
  event: (get) => eventWords(get(0)),
};

function positional(event, declared) {
  const names = [declared.name].flat();
  const get = (index) => event[names[index]];
  if (POSITIONAL[declared.type]) return POSITIONAL[declared.type](get, declared);
  return get(0) === undefined ? [] : [String(get(0))];
}

/** A named argument is left out where it has its default. */
function named(event, declared) {
  const value = event[declared.name];
  if (value === undefined || value === declared.default) return [];
  if (declared.flag) return [declared.flag];
  const text = Array.isArray(value) ? value.map((member) => [member].flat().join('')).join(',') : value;
  return [`${declared.key}=${text}`];
}

/** Tag, actor and arguments. */
function eventWords(event) {
  const kind = kindOfEvent(event);
  return [
    kind.kind === 'extension' ? event.name : kind.tag,
    event.actor,
    ...kind.args.flatMap((declared) => positional(event, declared)),
    ...kind.named.flatMap((declared) => named(event, declared)),
  ];
}

/** An event as a line, without its line feed. */
export function writeEvent(event) {
  const words = eventWords(event);
  if (event.at !== undefined) words.push(`@${event.at}`);
  if (event.note !== undefined) words.push(`{${event.note}}`);
  return words.join(' ');
}

export const writeHeader = ([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]`;

/** A game: its headers, an empty line, its events. */
export function writeGame(game) {
  return [...game.headers.map(writeHeader), '', ...game.events.map(writeEvent)].map((line) => `${line}\n`).join('');
}

/** A file of games, with one empty line between two. */
export const writeGames = (games) => games.map(writeGame).join('\n');
