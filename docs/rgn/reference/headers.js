// Headers: finding them in a line, and checking their values (specification, section 4). CC0 1.0.

import { length, lower, tidy, upper } from './text.js';
import { halfPoints } from './values.js';

const HEADER = /\[ *([A-Za-z][A-Za-z0-9-]*) +"((?:[^"\\]|\\["\\])*)" *\]/y;
const MAX_VALUE = 500;
const TEAMS = /^[RBGYNV]+(?: [RBGYNV]+)*$/;
const VARIANT = /^[a-z][a-z0-9-]*(?:@[0-9]+)?(?: \+ [a-z0-9:@-]+)*$/;
const OPTION = /^([a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)+)=([A-Za-z0-9:_.-]+(?: [A-Za-z0-9:_.-]+)*)$/;
const YEAR_FIRST = /^([0-9?]{4})([/.-])([0-9?]{1,2})\2([0-9?]{1,2})$/;
const DAY_FIRST = /^([0-9?]{1,2})([/.-])([0-9?]{1,2})\2([0-9?]{4}|[0-9]{2})$/;

/**
 * The headers of a line from left to right: `{name, nameAt, value, valueAt}`, or `{fault: at}` where text stands in
 * the place of a header. All places are indices into the line.
 */
export function* findHeaders(line) {
  let at = 0;
  while (at >= 0) {
    while (line[at] === ' ') at += 1;
    if (at >= line.length) return;
    HEADER.lastIndex = at;
    const found = HEADER.exec(line);
    if (found) {
      yield describe(line, at, found);
      at = HEADER.lastIndex;
    } else {
      yield { fault: at };
      at = line.indexOf('[', at + 1);
    }
  }
}

function describe(line, at, found) {
  const nameAt = line.indexOf(found[1], at + 1);
  const valueAt = line.indexOf('"', nameAt) + 1;
  return { name: found[1], nameAt, value: tidy(found[2].replace(/\\(["\\])/g, '$1')), valueAt };
}

const matching = (pattern, change = (value) => value) => (value) => {
  const changed = change(value);
  return pattern.test(changed) ? changed : undefined;
};

/** `YYYY-MM-DD` of the forms that are read. */
function date(value) {
  if (value === '?' || value === '-') return value;
  const iso = YEAR_FIRST.exec(value);
  if (iso) return [iso[1], iso[3].padStart(2, '0'), iso[4].padStart(2, '0')].join('-');
  const european = DAY_FIRST.exec(value);
  if (!european) return undefined;
  const [, day, , month, year] = european;
  return [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** Points as they are written: `31`, `31.5`. */
export const pointsText = (half) => `${Math.floor(half / 2)}${half % 2 ? '.5' : ''}`;

/** `R 31 B 24.5 G ?` */
function result(value, names) {
  if (value === '?' || value === '-') return value;
  const words = value.split(' ');
  if (words.length % 2) return undefined;
  const made = words.map((word, index) => {
    if (index % 2 === 0) return names.colour(word);
    if (word === '?') return word;
    const half = halfPoints(word);
    return half === undefined ? undefined : pointsText(half);
  });
  return made.includes(undefined) ? undefined : made.join(' ');
}

/** One of the words of a list, in any case, or its Italian name. */
const oneOf = (header, ...words) => (value, names) => {
  const small = lower(value);
  if (words.includes(small)) return small;
  const italian = names.valueWords[header];
  return Object.hasOwn(italian, small) ? italian[small] : undefined;
};

const provenanceWord = oneOf('Provenance', 'live', 'sheet', 'reconstructed', 'synthetic');

function provenance(value, names) {
  const found = /^imported:([A-Za-z0-9._-]{1,40})$/i.exec(value);
  return found ? `imported:${found[1]}` : provenanceWord(value, names);
}

/** The name in small letters, and no blanks about the first `=`. */
function option(value) {
  const at = value.indexOf('=');
  if (at < 0) return undefined;
  const whole = `${lower(value.slice(0, at)).trimEnd()}=${value.slice(at + 1).trimStart()}`;
  return OPTION.test(whole) ? whole : undefined;
}

const free = (value) => value;

/** The canonical value of each header that is not free, or undefined where the value is not valid. */
const VALUES = {
  Notation: matching(/^rgn 1$/, lower),
  Game: matching(/^[A-Za-z0-9._-]{1,64}$/),
  Variant: matching(VARIANT, (value) => lower(value).replace(/ *\+ */g, ' + ')),
  Rules: matching(/^[0-9a-f]{64}$/, lower),
  Date: date,
  Team: matching(TEAMS, upper),
  Virtual: (value, names) => names.colour(value),
  Option: option,
  Completeness: oneOf('Completeness', 'full', 'no-dice', 'turns-only', 'final-board', 'result-only'),
  Provenance: provenance,
  Result: result,
};

/** The canonical value of a header, or `{fault}`; neither as typed nor as written it may be too long. */
export function checkValue(name, value, names) {
  const tooLong = length(value) > MAX_VALUE && name !== 'Notation'; // which has a code of its own
  if (value === '' || tooLong) return { fault: 'header-value' };
  const read = Object.hasOwn(VALUES, name) ? VALUES[name] : free;
  const canonical = read(value, names);
  if (canonical !== undefined && length(canonical) <= MAX_VALUE) return { value: canonical };
  return { fault: name === 'Notation' ? 'notation-version' : 'header-value' };
}

/** The text before the first `=` of an option. */
export const optionName = (value) => value.slice(0, value.indexOf('='));

/** Pairs of name and value in canonical order: standard ones, then the users' own by name (section 4). */
export function inOrder(headers, names) {
  const rank = ([name]) => {
    const index = names.headerOrder.indexOf(name);
    return index < 0 ? names.headerOrder.length : index;
  };
  const text = ([name, value]) => (name === 'Option' ? value : name);
  const compare = (a, b) => (a < b ? -1 : Number(a > b));
  return [...headers].sort((a, b) => rank(a) - rank(b) || compare(text(a), text(b)));
}
