// Strict JSON (RFC 8259): objects are Maps, numbers keep their digits, a repeated member is an error.

const DEEPEST = 64;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

/** Why a text is not JSON: `kind` is syntax, depth, duplicate or surrogate; `at` counts characters from 0. */
export class JsonProblem extends Error {
  constructor(kind, at) {
    super(kind);
    this.kind = kind;
    this.at = at;
  }
}

/** A number as it is written. */
export class Digits {
  constructor(raw) {
    this.raw = raw;
  }
}

/** The value of a whole number from 0 to 2^53 - 1, or null for anything else. */
export function natural(value) {
  if (!(value instanceof Digits) || !/^(0|[1-9][0-9]{0,15})$/.test(value.raw)) return null;
  const number = Number(value.raw);
  return Number.isSafeInteger(number) ? number : null;
}

export function parseJson(text) {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.blanks();
  if (reader.at < text.length) reader.fail();
  return value;
}

class JsonReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(kind = "syntax") {
    throw new JsonProblem(kind, this.at);
  }

  blanks() {
    while (" \n\r\t".includes(this.text[this.at] ?? "x")) this.at++;
  }

  expect(letters) {
    if (!this.text.startsWith(letters, this.at)) this.fail();
    this.at += letters.length;
  }

  value(depth) {
    if (depth > DEEPEST) this.fail("depth");
    this.blanks();
    switch (this.text[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.list(depth);
      case '"':
        return this.string();
      case "t":
        this.expect("true");
        return true;
      case "f":
        this.expect("false");
        return false;
      case "n":
        this.expect("null");
        return null;
      default:
        return this.number();
    }
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) this.fail();
    this.at += found[0].length;
    return new Digits(found[0]);
  }

  /** Whether another item follows in an object or list; takes the comma or the closing sign. */
  more(closing, first) {
    this.blanks();
    if (this.text[this.at] === closing) {
      this.at++;
      return false;
    }
    if (!first) this.expect(",");
    this.blanks();
    return true;
  }

  object(depth) {
    const members = new Map();
    this.at++;
    for (let first = true; this.more("}", first); first = false) {
      const start = this.at;
      if (this.text[start] !== '"') this.fail();
      const name = this.string();
      if (members.has(name)) {
        this.at = start;
        this.fail("duplicate");
      }
      this.blanks();
      this.expect(":");
      members.set(name, this.value(depth + 1));
    }
    return members;
  }

  list(depth) {
    const items = [];
    this.at++;
    for (let first = true; this.more("]", first); first = false) items.push(this.value(depth + 1));
    return items;
  }

  string() {
    const parts = [];
    let start = ++this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      if (Number.isNaN(code) || code < 0x20) this.fail();
      if (code === 0x5c) {
        parts.push(this.text.slice(start, this.at), this.escape());
        start = this.at;
      } else this.at++;
    }
    parts.push(this.text.slice(start, this.at++));
    const whole = parts.length > 1 ? parts.join("") : parts[0];
    // A lone half of a surrogate pair cannot be written in UTF-8.
    if (parts.length > 1 && /\p{Surrogate}/u.test(whole)) this.fail("surrogate");
    return whole;
  }

  escape() {
    const letter = this.text[this.at + 1];
    if (letter === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail();
      this.at += 6;
      return String.fromCharCode(parseInt(digits, 16));
    }
    if (!Object.hasOwn(ESCAPES, letter ?? "")) this.fail();
    this.at += 2;
    return ESCAPES[letter];
  }
}

/** Orders texts by code point, as Python does; JavaScript orders by UTF-16 unit, which differs above U+FFFF. */
export function byCodePoint(one, other) {
  const left = Array.from(one);
  const right = Array.from(other);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = left[at].codePointAt(0) - right[at].codePointAt(0);
    if (difference) return difference;
  }
  return left.length - right.length;
}

const SHORT = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function quoted(text) {
  const control = (letter) => SHORT[letter] ?? "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0");
  return '"' + text.replace(/["\\\u0000-\u001f]/g, control) + '"';
}

/** JSON with sorted keys and no blanks, nothing escaped that need not be. */
export function canonicalJson(value) {
  if (value instanceof Map) {
    const keys = [...value.keys()].sort(byCodePoint);
    return "{" + keys.map((key) => quoted(key) + ":" + canonicalJson(value.get(key))).join(",") + "}";
  }
  if (Array.isArray(value)) return "[" + value.map(canonicalJson).join(",") + "]";
  if (value instanceof Digits) return value.raw;
  return typeof value === "string" ? quoted(value) : String(value);
}

/** A parsed value as plain data for an answer: numbers beyond 2^53 - 1 stay text. */
export function plain(value) {
  if (value instanceof Map) {
    const rows = [...value].map(([key, item]) => [key, plain(item)]);
    return Object.fromEntries(rows);
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Digits) {
    const number = Number(value.raw);
    return String(number) === value.raw && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value.raw;
  }
  return value;
}
