// Reading the types of values (specification, section 6). Each reader takes words off a cursor, and throws a Fault
// with the code and the place of what is wrong (section 12). CC0 1.0.

import { Fault, lower, upper } from './text.js';

const COMMITMENT = /^#[0-9a-f]{64}$/;
const SALT = /^[0-9a-f]{16,64}$/;
const WORD = /^[a-z0-9][a-z0-9_.:/-]{0,63}$/;
const NAMED_WORD = /^[a-z0-9](?:,*[a-z0-9_.:/-]){0,63}$/;
const DICE = /^[1-6](?:[1-6]*|(?:,[1-6])*)$/;

/** A piece of a word: its text, and where it stands in the word. */
export const piece = (word, from = 0, to = word.text.length) => ({ text: word.text.slice(from, to), word, from });
export const fault = (code, part) => new Fault(code, part.word.place(part.from));
export const behind = (word, at) => piece(word, at + 1);

// Single values

/** A number (section 6): leading zeros are read, six digits at most. */
function number(part, most = 99999) {
  if (!/^[0-9]{1,6}$/.test(part.text) || Number(part.text) > most) throw fault('number', part);
  return Number(part.text);
}

function colour(part, names) {
  const letter = names.colour(part.text);
  if (letter === undefined) throw fault('colour', part);
  return letter;
}

function territory(part, names) {
  const found = names.territory(part.text);
  if (found.fault) throw fault(found.fault, part);
  return found.code;
}

/** A card: `JOL`, `???`, a commitment or a territory. */
function card(part, names) {
  if (part.text.startsWith('#')) return commitment(part);
  if (/^\?{1,3}$/.test(part.text)) return '???';
  if (/^jol(ly)?$/i.test(part.text)) return 'JOL';
  return territory(part, names);
}

function commitment(part) {
  const text = lower(part.text);
  if (!COMMITMENT.test(text)) throw fault('card', part);
  return text;
}

/** A word in small letters; where the declaration lists words, one of them. */
function word(part, names, { words } = {}) {
  const text = lower(part.text);
  if (words ? !words.includes(text) : !WORD.test(text)) throw fault('word', part);
  return text;
}

function wordList(part) {
  const text = lower(part.text);
  if (!NAMED_WORD.test(text)) throw fault('word', part);
  return text;
}

/** Faces, highest first; a comma may stand between every two. */
function faces(part, most) {
  const dice = part.text.replaceAll(',', '');
  if (!DICE.test(part.text) || dice.length > most) throw fault('dice', part);
  return [...dice].map(Number).sort((a, b) => b - a);
}

/** `a654,d66` */
function voidThrows(part) {
  return lower(part.text).split(',').map((member) => {
    if (!/^[ad][1-6]{1,6}$/.test(member)) throw fault('dice', part);
    return member[0] + [...member.slice(1)].sort().reverse().join('');
  });
}

/** `R3,B2`; where the column of a fault stands is told in section 12. */
function hands(part, names) {
  return part.text.split(',').map((member) => {
    if (member === '') throw fault('form', part);
    const [letters] = /^\p{L}*/u.exec(member);
    const digits = member.slice(letters.length);
    const letter = names.colour(letters);
    if (letter === undefined) throw fault('colour', part);
    if (!/^[0-9]{1,6}$/.test(digits) || Number(digits) > 99) {
      throw new Fault('number', part.word.place(part.from + letters.length));
    }
    return [letter, Number(digits)];
  });
}

function salt(part) {
  const text = lower(part.text);
  if (!SALT.test(text)) throw fault('salt', part);
  return text;
}

/** Double points, of `31.5`, `31,5`, `31.0` or `31`; undefined for anything else. */
export function halfPoints(text) {
  const found = /^([0-9]{1,5})(?:[.,]([05]))?$/.exec(text);
  return found ? Number(found[1]) * 2 + (found[2] === '5' ? 1 : 0) : undefined;
}

/** A position: 42 cells in one word. */
function board(part) {
  const cells = upper(part.text).match(/\?|[RBGYNV-][0-9]{1,4}/g) ?? [];
  if (cells.length !== 42 || cells.join('') !== upper(part.text)) throw fault('board', part);
  return cells.map((cell) => (cell === '?' ? cell : cell[0] + Number(cell.slice(1)))).join('');
}

/** The readers of values of one word: (part, names, declaration) => value. */
export const SINGLE = {
  number: (part) => number(part),
  colour,
  territory,
  card,
  commitment,
  word,
  capital: (part) => upper(word(part)),
  wordList,
  capitalList: (part) => upper(wordList(part)),
  voidThrows,
  hands,
  salt,
  board,
  dice: (part) => faces(part, 2),
  points(part) {
    const half = halfPoints(part.text);
    if (half === undefined) throw fault('number', part);
    return half;
  },
};

// Values of several members

/** `CIN>SIA` */
function route(part, names) {
  const at = part.text.indexOf('>');
  if (at < 0) throw fault('form', part);
  return [territory(piece(part.word, 0, at), names), territory(behind(part.word, at), names)];
}

/** `G>R`, `G>deck` */
function handover(part, names) {
  const at = part.text.indexOf('>');
  if (at < 0) throw fault('form', part);
  const giver = colour(piece(part.word, 0, at), names);
  const to = behind(part.word, at);
  const place = lower(to.text);
  return [giver, ['deck', 'pile', 'out'].includes(place) ? place : colour(to, names)];
}

/** `62:531`, `3v2`: faces of both, or undefined; numbers of both, or undefined. */
function throwOf(part) {
  const { word: whole, text } = part;
  const colon = text.indexOf(':');
  if (colon >= 0) {
    const attack = faces(piece(whole, 0, colon), 3);
    const defence = faces(behind(whole, colon), 3);
    return [attack, defence, attack.length, defence.length];
  }
  const at = text.search(/v/i);
  if (at < 0) throw fault('dice', part);
  return [undefined, undefined, count(piece(whole, 0, at)), count(behind(whole, at))];
}

function count(part) {
  if (!/^[123?]$/.test(part.text)) throw fault('dice', part);
  return part.text === '?' ? undefined : Number(part.text);
}

/** `-1-2` */
function losses(part) {
  const found = /^-([0-9]{1,3})-([0-9]{1,3})$/.exec(part.text);
  if (!found) throw fault('losses', part);
  return [Number(found[1]), Number(found[2])];
}

/** `3+5+10=18` */
function sum(part) {
  const found = /^([0-9]{1,4})\+([0-9]{1,4})\+([0-9]{1,4})=([0-9]{1,5})$/.exec(part.text);
  if (!found) throw fault('form', part);
  return found.slice(1).map(Number);
}

/** `=10+2`, `=10`, `=?` */
function set(part) {
  if (part.text === '=?') return [undefined, undefined];
  const found = /^=([0-9]{1,4})(?:\+([0-9]{1,4}))?$/.exec(part.text);
  if (!found) throw fault('form', part);
  return [Number(found[1]), Number(found[2] ?? 0)];
}

/** The readers of one word with several members: (part, names) => values, undefined where absent. */
export const COMPOUND = { route, handover, throw: throwOf, losses, sum, set };
