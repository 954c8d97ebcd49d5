// Reading one event line, step by step (specification, section 5). CC0 1.0.

import { Fault, lower } from './text.js';
import { isExtension, split, takeComment } from './words.js';
import { kindOfTag } from './kinds.js';
import { SEVERAL } from './lists.js';
import { COMPOUND, SINGLE, piece } from './values.js';

const TIME = /^@(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$/;

/** The words of a line that are still to be read. */
class Cursor {
  constructor(words, objectives) {
    this.words = words;
    this.at = 0;
    this.end = words.length > 0 ? words.at(-1).end : 0;
    this.objectives = objectives;
  }

  get next() {
    return this.words[this.at];
  }

  take() {
    this.at += 1;
    return this.words[this.at - 1];
  }

  /** The next word, which must be there. */
  need() {
    if (!this.next) throw this.missing();
    return this.take();
  }

  /** Something is missing here: at the next word, or behind the last one. */
  missing() {
    return new Fault('missing', this.next ? this.next.place() : this.end);
  }

  /** A replacement has no time of its own (section 9, FIX). */
  refuseTime() {
    const last = this.words.at(-1);
    if (this.at < this.words.length && last.text.startsWith('@')) throw new Fault('surplus', last.place());
  }

  /** Takes the last word as time, if it begins with `@` (step 5). */
  takeTime() {
    const last = this.words.at(-1);
    if (this.at >= this.words.length || !last.text.startsWith('@')) return undefined;
    if (!TIME.test(last.text)) throw new Fault('time', last.place());
    this.words.pop();
    return last.text.slice(1);
  }
}

/** Puts values under their JSON names; what is undefined is absent. */
function store(event, names, values) {
  [names].flat().forEach((name, index) => {
    if (values[index] !== undefined) event[name] = values[index];
  });
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Stores a value, unless it is the default (section 10). */
function storeUnlessDefault(event, name, value, usual) {
  if (usual === undefined || !same(value, usual)) event[name] = value;
}

/** Step 6: whether a word fits a positional argument that may be absent: a listed word, or one to six digits. */
function fits(next, { words }) {
  if (!next) return false;
  return words ? words.includes(lower(next.text)) : /^[0-9]{1,6}$/.test(next.text);
}

/** Step 6: one positional argument. */
function readPositional(cursor, declared, event, names) {
  if (declared.optional && !fits(cursor.next, declared)) return;
  if (declared.type === 'event') {
    event.replacement = readReplacement(cursor, names);
  } else if (Object.hasOwn(SEVERAL, declared.type)) {
    // Of lists only the empty one is left out (section 10): the `???` of a DRAW without a card is written.
    storeUnlessDefault(event, declared.name, SEVERAL[declared.type](cursor, names, declared), []);
  } else if (Object.hasOwn(COMPOUND, declared.type)) {
    store(event, declared.name, COMPOUND[declared.type](piece(cursor.need()), names));
  } else {
    store(event, declared.name, [SINGLE[declared.type](piece(cursor.need()), names, declared)]);
  }
}

/** The declaration that a word names, if it has not been given before (step 7). */
function findNamed(word, kind, given) {
  const at = word.text.indexOf('=');
  const spelling = lower(at < 0 ? word.text : word.text.slice(0, at));
  const declared = kind.named.find((one) => (at < 0 ? one.flag : one.key) === spelling);
  return declared && !given.has(declared) ? declared : undefined;
}

/** Step 7: named arguments and flags, while there are any. */
function readNamed(cursor, kind, event, names) {
  const given = new Set();
  while (cursor.next) {
    const declared = findNamed(cursor.next, kind, given);
    if (!declared) return;
    given.add(declared);
    const word = cursor.take();
    if (declared.flag) {
      event[declared.name] = true;
    } else {
      const part = piece(word, word.text.indexOf('=') + 1);
      storeUnlessDefault(event, declared.name, SINGLE[declared.type](part, names, declared), declared.default);
    }
  }
}

/** Steps 4 to 7 of a line, or of the replacement in a FIX (which has no time): actor and arguments. */
function readBody(cursor, tag, names, withTime) {
  const kind = kindOfTag(tag);
  const actorWord = cursor.need();
  const actor = names.actor(actorWord.text);
  if (actor === undefined || !kind.actors.includes(actor)) throw new Fault('actor', actorWord.place());
  const event = { kind: kind.kind, actor };
  if (kind.kind === 'extension') event.name = tag;
  if (withTime) store(event, 'at', [cursor.takeTime()]);
  for (const declared of kind.args) readPositional(cursor, declared, event, names);
  readNamed(cursor, kind, event, names);
  checkDeal(event, actorWord);
  return event;
}

/** Step 8: DEAL by `*` gives nobody a territory. */
function checkDeal(event, actorWord) {
  if (event.kind !== 'deal' || event.actor !== '*' || ['skipped', 'redraw'].includes(event.how)) return;
  throw new Fault('dealt', actorWord.place());
}

/** FIX: a whole event line without time and comment; its time belongs to the correction and is taken already. */
function readReplacement(cursor, names) {
  if (!cursor.next) throw new Fault('correction', cursor.end);
  const first = cursor.take();
  const tag = names.tag(first.text);
  if (tag === undefined && isExtension(first.text)) throw new Fault('tag', first.place());
  if (tag === undefined || tag === 'FIX' || tag === 'VOID') throw new Fault('correction', first.place());
  cursor.refuseTime();
  return readBody(cursor, tag, names, false);
}

/**
 * Reads an event line; throws a Fault.
 * @param line the line after the steps of section 2
 * @param names Names
 * @param objectives the list of objectives of the game, or undefined
 * @returns the event in its JSON form (section 10)
 */
export function readEvent(line, names, objectives) {
  const { text, comment } = takeComment(line);
  const cursor = new Cursor(split(text, names), objectives);
  const first = cursor.need();
  const tag = names.tag(first.text);
  if (tag === undefined) throw new Fault('tag', first.place());
  const event = readBody(cursor, tag, names, true);
  if (cursor.next) throw new Fault('surplus', cursor.next.place());
  if (comment !== undefined) event.note = comment;
  else if (kindOfTag(tag).noted) throw new Fault('reason-missing', cursor.end);
  return event;
}
