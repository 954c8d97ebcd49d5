// Splitting an event line into words (specification, section 5). CC0 1.0.

import { Fault, MAX_COMMENT, length, tidy } from './text.js';

/** Blanks that a tolerant reader drops, in this order (section 5, splitting, step 2). */
const BLANKS_ABOUT_SIGNS = [
  /(?<=[^ ]) *> *(?=[^ ])/g,
  /(?<=[^ ]) *\+ *(?=[0-9])/g,
  /(?<=[1-6]) *: *(?=[1-6])/g,
  /= +/g,
  /(?<=\+)[0-9]+ +=/g,
];
const LIST_COMMA = /(?<=[A-Za-z0-9?\x80-\uFFFF]),(?= )/gu;
const NEEDS_CARE = / [>+:=]|[>+:=,] /;

/** A text of which every character knows its index in the line that it comes from; at first that is its own. */
class Traced {
  constructor(text, places = null) {
    this.text = text;
    this.places = places;
  }

  /** The indices of a part. */
  slice(from, to) {
    if (this.places) return this.places.slice(from, to);
    return Array.from({ length: to - from }, (_, index) => from + index);
  }

  /** Replaces each match by `make(match)`: a text, and for each of its characters an offset in the match. */
  replace(pattern, make) {
    const matches = [...this.text.matchAll(pattern)];
    if (matches.length === 0) return this;
    const texts = [];
    const places = [];
    let done = 0;
    const keep = (end) => {
      texts.push(this.text.slice(done, end));
      places.push(...this.slice(done, end));
    };
    for (const { 0: found, index } of matches) {
      keep(index);
      const made = make(found);
      const own = this.slice(index, index + found.length);
      texts.push(made.text);
      places.push(...made.offsets.map((offset) => own[offset]));
      done = index + found.length;
    }
    keep(this.text.length);
    return new Traced(texts.join(''), places);
  }

  place(index) {
    return this.places ? this.places[index] : index;
  }
}

/** A name of several words becomes a code: its first letter stands where the name begins, its last where it ends. */
const toCode = (names) => (found) => ({ text: names.joinedCode(found), offsets: [0, 0, found.length - 1] });

/** Only what is no blank stays. */
function withoutBlanks(found) {
  const offsets = [...found].map((_, index) => index).filter((index) => found[index] !== ' ');
  return { text: found.replaceAll(' ', ''), offsets };
}

const nothing = () => ({ text: '', offsets: [] });

/** Step 1: names of several words, at each place the first of the list that fits. */
const joinNames = (traced, names) => traced.replace(names.joined, toCode(names));

/** Step 2: blanks about signs, then commas of lists. */
function dropBlanks(traced, names) {
  if (!NEEDS_CARE.test(traced.text)) return traced;
  const afterKey = new RegExp(`(?<![A-Za-z0-9_])(?:${names.keys.join('|')}) +=`, 'gi');
  let result = traced;
  for (const pattern of [...BLANKS_ABOUT_SIGNS, afterKey]) result = result.replace(pattern, withoutBlanks);
  return result.replace(LIST_COMMA, nothing);
}

/** A word of a line; `place(offset)` is the index in the line of one of its characters, or behind its end. */
class Word {
  constructor(text, start, traced) {
    this.text = text;
    this.start = start;
    this.traced = traced;
  }

  place(offset = 0) {
    if (offset < this.text.length) return this.traced.place(this.start + offset);
    return this.traced.place(this.start + this.text.length - 1) + 1;
  }

  get end() {
    return this.place(this.text.length);
  }
}

/** Whether a word is a tag of an extension, with a good name or not (section 11). */
export const isExtension = (word) => word !== undefined && /^x-/i.test(word);

/** Lines of extensions are split at blanks only (section 11). */
function isUntouched(text, names) {
  const words = text.split(' ').filter((word) => word !== '');
  if (isExtension(words[0])) return true;
  return words.length > 3 && names.tag(words[0]) === 'FIX' && isExtension(words[3]);
}

/** The words of a line without its comment. */
export function split(text, names) {
  let traced = new Traced(text);
  if (!isUntouched(text, names)) traced = dropBlanks(joinNames(traced, names), names);
  return [...traced.text.matchAll(/[^ ]+/g)].map((match) => new Word(match[0], match.index, traced));
}

/** Takes the comment off a line (section 5): `{text, comment}`; comment is undefined where there is none. */
export function takeComment(line) {
  const open = line.indexOf('{');
  const close = line.indexOf('}');
  if (open < 0 && close < 0) return { text: line, comment: undefined };
  if (open < 0) throw new Fault('comment', close);
  const alone = close > open && !line.includes('{', open + 1) && /^ *$/.test(line.slice(close + 1));
  const comment = alone ? tidy(line.slice(open + 1, close)) : '';
  if (comment === '' || length(comment) > MAX_COMMENT) throw new Fault('comment', open);
  return { text: line.slice(0, open), comment };
}
