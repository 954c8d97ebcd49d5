// The tolerant reader: from text to games and problems (specification, sections 2 to 6, 12 and 13). CC0 1.0.

import {
  Fault, MAX_LINE, checkCharacters, classify, column, decode, dropMark, length, lines, tooLong, unreadComment,
} from './text.js';
import { checkValue, findHeaders, inOrder, optionName } from './headers.js';
import { readEvent } from './events.js';
import { writeEvent } from './writer.js';

const SHORT_LINE = 1000;
const MAX_EVENTS = 20000;
const MAX_GAMES = 10000;
const MAX_PROBLEMS = 200;
const COLOURS = ['Red', 'Blue', 'Green', 'Yellow', 'Black', 'Violet'];

/** Step 11 of section 5: what is written must be read again. A short line does not grow that much. */
function checkWritten(event, line) {
  if (line.length > SHORT_LINE && length(writeEvent(event)) > MAX_LINE) throw tooLong();
  return event;
}

/** A game while its lines are read. */
class OpenGame {
  constructor(line) {
    this.line = line;
    this.headers = new Map();
    this.options = new Map();
    /** Names of headers that stand there, with a valid value or not. */
    this.seen = new Set();
    this.events = [];
    this.understood = false;
    this.full = false;
    this.objectives = undefined;
  }

  pairs(names) {
    const options = [...this.options.values()].map((value) => ['Option', value]);
    return inOrder([...this.headers, ...options], names);
  }
}

export class Reader {
  constructor(names) {
    this.names = names;
    this.problems = [];
    this.games = [];
    this.open = null;
    this.count = 0;
    /** Whether a game too many has come: nothing is read from there on (section 13). */
    this.stopped = false;
  }

  /** Reads a file: a string, or bytes. */
  read(input) {
    let text;
    if (typeof input === 'string') {
      text = dropMark(input);
    } else {
      const decoded = decode(input);
      text = decoded.text;
      if (decoded.problem) this.problems.push(decoded.problem);
    }
    for (const line of lines(text)) {
      this.readLine(line.number, line.text);
      if (this.stopped) break;
    }
    this.close();
    if (this.count === 0) this.report('no-game', 1, 1);
    this.problems.sort((a, b) => a.line - b.line || a.column - b.column);
    return { games: this.games, problems: this.problems };
  }

  /** Section 13: of the problems those found first are kept. */
  report(code, line, at) {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ code, line, column: at });
  }

  reportFault(fault, number, line) {
    if (!(fault instanceof Fault)) throw fault;
    this.report(fault.code, number, fault.column ?? column(line, fault.index));
  }

  readLine(number, raw) {
    const { kind, text } = classify(raw);
    if (kind === 'headers') this.readHeaders(number, text);
    if (kind === 'event') this.readEventLine(number, text);
  }

  // Opening and closing (section 3)

  openGame(number) {
    this.close();
    this.open = new OpenGame(number);
    this.count += 1;
  }

  /** Closing reports what the game lacks. */
  close() {
    const game = this.open;
    if (!game) return;
    for (const name of this.names.required) {
      if (!game.seen.has(name)) this.report('header-missing', game.line, 1);
    }
    if (COLOURS.filter((name) => game.seen.has(name)).length < 2) this.report('players', game.line, 1);
    this.games.push({ notation: 'rgn 1', headers: game.pairs(this.names), events: game.events });
    this.open = null;
  }

  // Headers (section 4)

  readHeaders(number, line) {
    try {
      checkCharacters(line);
    } catch (fault) {
      this.reportFault(fault, number, line);
      return;
    }
    for (const header of findHeaders(line)) {
      const found = header.fault === undefined ? this.readHeader(number, header) : ['header-form', header.fault];
      if (found) this.report(found[0], number, column(line, found[1]));
      if (this.stopped) return;
    }
  }

  /** Takes one header in; gives the code and the place of its first problem, in the order of section 4. */
  readHeader(number, header) {
    const name = this.names.header(header.name);
    if (name === undefined) return ['header-unknown', header.nameAt];
    if (this.opensGame(name)) {
      if (this.count >= MAX_GAMES) return this.tooManyGames();
      this.openGame(number);
    }
    const game = this.open;
    if (game.understood) return ['header-late', header.nameAt];
    game.events.length = 0; // notes on unread lines among the headers (section 3)
    if (game.headers.has(name)) return ['header-twice', header.nameAt];
    game.seen.add(name);
    const checked = checkValue(name, header.value, this.names);
    if (checked.fault) return [checked.fault, header.valueAt];
    if (name === 'Option') return this.keepOption(game, checked.value, header.nameAt);
    game.headers.set(name, checked.value);
    return undefined;
  }

  /** Its column is 1 (section 12). */
  tooManyGames() {
    this.stopped = true;
    return ['too-many-games', 0];
  }

  opensGame(name) {
    if (!this.open) return true;
    return name === 'Notation' && (this.open.understood || this.open.seen.has('Notation'));
  }

  /** The exact repetition is dropped silently; the same name with another value is `option-twice`. */
  keepOption(game, value, nameAt) {
    const name = optionName(value);
    const before = game.options.get(name);
    if (before === undefined) game.options.set(name, value);
    return before === undefined || before === value ? undefined : ['option-twice', nameAt];
  }

  // Events (sections 3 and 5)

  readEventLine(number, line) {
    if (!this.open) this.openGame(number);
    const game = this.open;
    if (game.events.length >= MAX_EVENTS) {
      this.skipEventLine(game, number, line);
      return;
    }
    try {
      checkCharacters(line);
      const objectives = this.names.objectivesOf(game.headers);
      game.events.push(checkWritten(readEvent(line, this.names, objectives), line));
      game.understood = true;
    } catch (fault) {
      this.reportFault(fault, number, line);
      this.keepNumber(game, line);
    }
  }

  /** Section 13: of event lines beyond the limit only the characters are checked, the first one has its problem. */
  skipEventLine(game, number, line) {
    if (!game.full) {
      this.report('too-many-events', number, 1);
      game.full = true;
      return;
    }
    try {
      checkCharacters(line);
    } catch (fault) {
      this.reportFault(fault, number, line);
    }
  }

  /** A line that cannot be parsed keeps its number, if its game has a header with a valid value (section 3). */
  keepNumber(game, line) {
    if (game.headers.size + game.options.size > 0) game.events.push({ kind: 'note', actor: '*', note: unreadComment(line) });
  }
}
