// The canonical reader: whether a text is canonical to the byte, and if not, which line is the first at fault
// (specification, sections 1 and 7). CC0 1.0.

import { checkCharacters } from './text.js';
import { checkValue, findHeaders, optionName } from './headers.js';
import { readEvent } from './events.js';
import { writeEvent, writeHeader } from './writer.js';

const MAX_EVENTS = 20000;
const MAX_GAMES = 10000;
const COLOURS = ['Red', 'Blue', 'Green', 'Yellow', 'Black', 'Violet'];

/** The headers of one game while its lines are read. */
class Headers {
  constructor(names) {
    this.names = names;
    this.values = new Map();
    this.options = new Set();
    this.last = [-1, ''];
  }

  rank(name) {
    const index = this.names.headerOrder.indexOf(name);
    return index < 0 ? this.names.headerOrder.length : index;
  }

  /** Whether a required header or a second player is left out, if the next header has this rank. */
  lacks(rank) {
    const isPast = (name) => this.rank(name) < rank;
    const found = COLOURS.filter((name) => this.values.has(name)).length;
    const toCome = COLOURS.filter((name) => !isPast(name)).length;
    return found + toCome < 2 || this.names.required.some((name) => isPast(name) && !this.values.has(name));
  }

  /** Takes the header of a line in; whether it may stand there as it does. */
  take(line) {
    checkCharacters(line);
    const [header, ...more] = findHeaders(line);
    if (more.length > 0 || header?.fault !== undefined || !header) return false;
    const { name } = header;
    const { value } = checkValue(name, header.value, this.names);
    if (this.names.header(name) !== name || value === undefined || writeHeader([name, value]) !== line) return false;
    const place = [this.rank(name), { Option: value }[name] ?? (name.startsWith('X-') ? name : '')];
    const isNext = place[0] > this.last[0] || (place[0] === this.last[0] && place[1] > this.last[1]);
    if (!isNext || this.lacks(place[0]) || (name === 'Option' && this.options.has(optionName(value)))) return false;
    if (name === 'Option') this.options.add(optionName(value));
    this.last = place;
    this.values.set(name, value);
    if (COLOURS.includes(name)) return !this.lacks(place[0] + 1);
    return true;
  }
}

class CanonicalReader {
  constructor(names) {
    this.names = names;
    this.games = 0;
    this.open();
  }

  open() {
    this.headers = new Headers(this.names);
    this.games += 1;
    this.events = 0;
    /** `headers`, `events`, or `ended`: the empty line between two games has come. */
    this.state = 'headers';
  }

  takeEvent(line) {
    this.events += 1;
    if (this.events > MAX_EVENTS || line === '' || line.startsWith(' ')) return false;
    checkCharacters(line);
    return writeEvent(readEvent(line, this.names, this.names.objectivesOf(this.headers.values))) === line;
  }

  /** Whether a line may stand where it does. */
  take(line) {
    if (line.normalize('NFC') !== line) return false;
    if (this.state === 'ended') this.open();
    if (this.state === 'headers' && line !== '') return this.games <= MAX_GAMES && this.headers.take(line);
    if (this.state === 'headers') {
      this.state = 'events';
      return !this.headers.lacks(Infinity);
    }
    if (line !== '') return this.takeEvent(line);
    this.state = 'ended';
    return true;
  }
}

/** The number of the first line at fault, or null for a canonical text; input is a string, or bytes. */
export function canonicalFault(input, names) {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const texts = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\n');
  const broken = typeof input === 'string' ? -1 : wrongLine(bytes);
  const reader = new CanonicalReader(names);
  for (const [index, line] of texts.entries()) {
    const isLast = index === texts.length - 1;
    if (isLast && line === '' && reader.state === 'events') return null;
    if (isLast || index === broken) return index + 1;
    try {
      if (!reader.take(line)) return index + 1;
    } catch {
      return index + 1;
    }
  }
  return texts.length;
}

/** The index of the first line that is no UTF-8, or -1. */
function wrongLine(bytes) {
  let start = 0;
  for (let index = 0; start <= bytes.length; index += 1) {
    const found = bytes.indexOf(0x0a, start);
    const end = found < 0 ? bytes.length : found;
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(start, end));
    } catch {
      return index;
    }
    start = end + 1;
  }
  return -1;
}
