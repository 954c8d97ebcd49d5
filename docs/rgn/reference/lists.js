// Reading values of several words (specification, sections 5, 6 and 11). CC0 1.0.

import { lower } from './text.js';
import { SINGLE, behind, fault, piece } from './values.js';

const { card, colour, commitment, number, territory } = SINGLE;
const FREE_WORD = /^[A-Za-z0-9_.:/>+=-]{1,64}$/;

const hasEqualSign = (next) => next.text.includes('=');

/** Cards or territories. Section 12: an empty list before a word with `=` is missing at that word. */
function codes(cursor, names, declared, read) {
  const list = [];
  const ends = (next) => hasEqualSign(next) || (declared.until && lower(next.text) === declared.until);
  while (cursor.next && !ends(cursor.next)) list.push(read(piece(cursor.take()), names));
  if (list.length > 0) return list;
  if (declared.none) return declared.none;
  throw cursor.missing();
}

/** `CIN+2`, or `CIN-2`: the sign is the last one of the word. The first word is read whatever it is (section 5). */
function items(cursor, names, { sign }) {
  const list = [];
  do {
    const next = cursor.need();
    const at = next.text.lastIndexOf(sign);
    if (at < 0) throw fault('form', piece(next));
    list.push([territory(piece(next, 0, at), names), number(behind(next, at))]);
  } while (cursor.next && !hasEqualSign(cursor.next));
  return list;
}

/** Different colours (ORDER, CERT). The first word is read whatever it is (section 5). */
function colours(cursor, names) {
  const list = [];
  do {
    const part = piece(cursor.need());
    const letter = colour(part, names);
    if (list.includes(letter)) throw fault('colour', part);
    list.push(letter);
  } while (cursor.next && !hasEqualSign(cursor.next));
  return list;
}

/** `R6 B4`. The first word is read whatever it is; the list ends before one that is not letters and a face. */
function throws(cursor, names) {
  const list = [];
  do {
    const part = piece(cursor.need());
    const face = part.text.at(-1);
    if (!/[1-6]/.test(face)) throw fault('dice', part);
    const letter = names.colour(part.text.slice(0, -1));
    if (letter === undefined) throw fault('colour', part);
    list.push([letter, Number(face)]);
  } while (cursor.next && /^[A-Za-z]+[1-6]$/.test(cursor.next.text));
  return list;
}

/** The next word, which may have no `=` in the place of a value (section 12). */
function needValue(cursor) {
  if (!cursor.next || hasEqualSign(cursor.next)) throw cursor.missing();
  return cursor.next;
}

/** The words up to the first that has `=`, joined by a blank, and where they begin. */
function joined(cursor) {
  const first = needValue(cursor);
  const texts = [];
  while (cursor.next && !hasEqualSign(cursor.next)) texts.push(cursor.take().text);
  return { text: texts.join(' '), first };
}

function objectiveOf({ text, first }, names, cursor) {
  const id = names.objective(text, cursor.objectives);
  if (id === undefined || /^[0-9]+$/.test(id)) throw fault('word', piece(first));
  return id;
}

/** Section 6, objectives: OBJ. */
function objective(cursor, names) {
  const { text } = needValue(cursor);
  if (/^\?{1,3}$/.test(text)) {
    cursor.take();
    return '???';
  }
  if (text.startsWith('#')) return commitment(piece(cursor.take()));
  return objectiveOf(joined(cursor), names, cursor);
}

/** Section 6, objectives: SHOW. */
function shown(cursor, names) {
  const value = joined(cursor);
  if (/^jol(ly)?$/i.test(value.text)) return 'JOL';
  return names.wholeTerritory(value.text) ?? objectiveOf(value, names, cursor);
}

/** The word of PEN, which may not be joined with the number behind it, as dice are (section 9). */
function countedWord(cursor, names) {
  const part = piece(cursor.need());
  if (/[1-6]:$/.test(part.text) && /^(?=[0-9]{1,6}$)0*[1-6]/.test(cursor.next?.text ?? '')) throw fault('word', part);
  return SINGLE.word(part, names);
}

/** Section 11: words of an extension, kept as written. */
function freeWords(cursor) {
  const list = [];
  while (cursor.next) {
    const part = piece(cursor.take());
    if (!FREE_WORD.test(part.text)) throw fault('word', part);
    list.push(part.text);
  }
  return list;
}

/** The readers of several words: (cursor, names, declaration) => value. */
export const SEVERAL = {
  cards: (cursor, names, declared) => codes(cursor, names, declared, card),
  territories: (cursor, names, declared) => codes(cursor, names, declared, territory),
  items,
  colours,
  throws,
  objective,
  shown,
  countedWord,
  freeWords,
};
