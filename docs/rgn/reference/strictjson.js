// JSON in which no member stands twice (specification, section 10): JSON.parse would keep the last. CC0 1.0.

/** Strings, and the signs that open, close and separate, of a text that JSON.parse accepts. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** The name of a member that stands twice in one object, or undefined. */
function repeatedMember(text) {
  const open = [];
  let last;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    if (token === '}' || token === ']') open.pop();
    if (token === ':') {
      const name = JSON.parse(last);
      const names = open.at(-1);
      if (names.has(name)) return name;
      names.add(name);
    }
    last = token;
  }
  return undefined;
}

/** Whether every string of a value, names too, can be written as UTF-8. */
function isWellFormed(value) {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => name.isWellFormed() && isWellFormed(item));
}

/** The value of a JSON text; throws SyntaxError for a member that stands twice, and for half a character. */
export function parseJson(text) {
  const value = JSON.parse(text);
  const repeated = repeatedMember(text);
  if (repeated !== undefined) throw new SyntaxError(`member ${repeated} stands twice`);
  if (!isWellFormed(value)) throw new SyntaxError('half a character');
  return value;
}
