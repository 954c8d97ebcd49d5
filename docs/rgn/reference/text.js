// Characters and lines of a file (specification, section 2). Runs in Node and in browsers. CC0 1.0.

/** White space of section 2, step 2. */
const WHITE = '\\u0009-\\u000d\\u001c-\\u001f\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const LEADING_WHITE = new RegExp(`^[${WHITE}]+`);

/** Step 3: what becomes a blank, each for one. */
const BLANKS = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Step 4: the categories Cc, Cf, Cs, Co, Cn (together C), Zl and Zp. */
const REFUSED = /[\p{C}\p{Zl}\p{Zp}]/u;
const ALL_REFUSED = /[\p{C}\p{Zl}\p{Zp}]/gu;

export const MAX_LINE = 4096;
export const MAX_COMMENT = 1000;

/** A fault of the text: a code of section 12 and an index (UTF-16) into the line, from 0, or its column. */
export class Fault extends Error {
  constructor(code, index, column = undefined) {
    super(code);
    this.code = code;
    this.index = index;
    this.column = column;
  }
}

/** A line that is too long, as it stands or as it would be written. */
export const tooLong = () => new Fault('too-long', 0, MAX_LINE + 1);

/** Upper and lower case are those of ASCII (section 1). */
export const lower = (text) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase());
export const upper = (text) => text.replace(/[a-z]+/g, (part) => part.toUpperCase());

/** The number of code points. */
export function length(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The column (code points, from 1) of an index into a line; indices behind the end count on. */
export function column(line, index) {
  return length(line.slice(0, index)) + 1 + Math.max(0, index - line.length);
}

/** Runs of blanks become one, those at the ends are dropped. */
export const tidy = (text) => text.replace(/ +/g, ' ').replace(/^ | $/g, '');

/** Length of the valid UTF-8 sequence at `at` (RFC 3629), or 0. */
function sequenceLength(bytes, at) {
  const first = bytes[at];
  const inRange = (offset, low, high) => bytes[at + offset] >= low && bytes[at + offset] <= high;
  const tail = (offset) => inRange(offset, 0x80, 0xbf);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return inRange(1, low, high) && tail(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    return inRange(1, low, high) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

/** Index of the first byte that is no UTF-8, or -1. */
function firstWrongByte(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const size = sequenceLength(bytes, at);
    if (size === 0) return at;
    at += size;
  }
  return -1;
}

/** Line and column (in bytes) of a byte. */
function placeOfByte(bytes, index) {
  let line = 1;
  let start = 0;
  for (let at = 0; at < index; at += 1) {
    if (bytes[at] === 0x0a) {
      line += 1;
      start = at + 1;
    }
  }
  return { code: 'encoding', line, column: index - start + 1 };
}

/** Step 1, 1 and 2: bytes to text; `problem` is that of the encoding, or null. */
export function decode(bytes) {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const rest = marked ? bytes.subarray(3) : bytes;
  const wrong = firstWrongByte(rest);
  // TextDecoder puts one U+FFFD in place of each maximal wrong part; further marks are kept.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest);
  return { text, problem: wrong < 0 ? null : placeOfByte(rest, wrong) };
}

/** The same for what is text already. */
export const dropMark = (text) => (text.startsWith('\ufeff') ? text.slice(1) : text);

/** Step 1, 3 to 5: lines, numbered from 1 by their place. */
export function* lines(text) {
  let number = 0;
  for (const raw of text.split('\n')) {
    number += 1;
    yield { number, text: raw.replace(/\r+$/, '').normalize('NFC') };
  }
}

/** Steps 2, 3 and 5: kind of a line (`dropped`, `headers` or `event`) and its text with blanks made plain. */
export function classify(line) {
  const rest = line.replace(LEADING_WHITE, '');
  if (rest === '' || rest[0] === ';') return { kind: 'dropped', text: line };
  return { kind: rest[0] === '[' ? 'headers' : 'event', text: line.replace(BLANKS, ' ') };
}

/** Step 4: throws the fault of a line's characters, if it has one. */
export function checkCharacters(line) {
  if (line.length > MAX_LINE && length(line) > MAX_LINE) {
    throw tooLong();
  }
  const found = REFUSED.exec(line);
  if (found) throw new Fault('control', found.index);
}

/** The comment that keeps a line which cannot be read (section 3). */
export function unreadComment(line) {
  const clean = line.replace(ALL_REFUSED, '\ufffd').replace(/\{/g, '(').replace(/\}/g, ')');
  const comment = `unread: ${tidy(clean)}`.normalize('NFC');
  return [...comment].slice(0, MAX_COMMENT).join('').replace(/ +$/, '');
}
