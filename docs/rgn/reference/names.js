// Names in two languages (specification, sections 4 and 6), from the data of names.json. CC0 1.0.

import { lower, upper } from './text.js';

const WORD = /^[a-z0-9][a-z0-9_.:/-]{0,63}$/;
const EXTENSION = /^X-[A-Z][A-Z0-9-]{0,31}$/;

/** Section 6, matching a name, step 2. */
export function normalise(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{Mn}/gu, '').replace(/[-_'\u2019]/g, ' ');
}

/** Section 6, objectives: the text of an objective as an id. */
export function objectiveId(text) {
  if (!/[^\x00-\x7f]| /.test(text)) return lower(text);
  return normalise(text).split(' ').filter((word) => word !== '').join('-');
}

export class Names {
  /** @param data the content of names.json */
  constructor(data) {
    this.codes = data.territories.map((territory) => territory.code);
    this.indexOf = new Map(this.codes.map((code, index) => [code, index]));
    this.territoryNames = new Map(Object.entries(data.territory_names));
    this.actorWords = new Map(Object.entries(data.actor_words));
    this.actors = data.actors;
    this.tags = data.tags;
    this.tagWords = new Map(Object.entries(data.tag_words));
    this.keys = data.keys;
    this.headerOrder = data.header_order;
    this.required = data.required_headers;
    this.headerWords = new Map(Object.entries(data.header_words));
    for (const name of data.header_order) this.headerWords.set(lower(name), name);
    this.valueWords = data.value_words;
    this.objectiveLists = this.makeObjectiveLists(data.objective_lists);
    this.objectivesOfVariant = new Map(Object.entries(data.objectives_of_variant));
    /** Names of several words, in any case of ASCII: so no `u` flag, which would fold more. */
    this.joined = new RegExp(data.joined_names.map((name) => name.replaceAll(' ', ' +')).join('|'), 'gi');
  }

  /** The code of a text that `joined` has found (section 5, splitting, step 1). */
  joinedCode(text) {
    return this.wholeTerritory(text.replace(/ +/g, ' '));
  }

  /** For each list a map from number, id and names to the id. */
  makeObjectiveLists(lists) {
    const made = new Map();
    for (const [list, objectives] of Object.entries(lists)) {
      const ids = new Map();
      for (const one of objectives) {
        for (const name of [String(one.number), one.id, one.it, one.en]) ids.set(objectiveId(name), one.id);
      }
      made.set(list, ids);
    }
    return made;
  }

  /** Section 6, matching a name: `{code}` or `{fault}`. */
  territory(word) {
    if (this.indexOf.has(word)) return { code: word };
    const name = normalise(word);
    const whole = this.territoryNames.get(name);
    if (whole !== undefined) return { code: whole };
    if (name === '' || name.startsWith(' ') || name.endsWith(' ')) return { fault: 'land' };
    const found = new Set();
    for (const [key, code] of this.territoryNames) if (key.startsWith(name)) found.add(code);
    if (found.size === 1) return { code: [...found][0] };
    return { fault: found.size === 0 ? 'land' : 'land-ambiguous' };
  }

  /** The territory that has the whole of this name (no beginnings), or undefined. */
  wholeTerritory(text) {
    return this.territoryNames.get(normalise(text));
  }

  /** The letter of an actor, or undefined. */
  actor(word) {
    const letter = upper(word);
    if (letter.length === 1 && this.actors.includes(letter)) return letter;
    return this.actorWords.get(lower(word));
  }

  /** The letter of a colour, or undefined. */
  colour(word) {
    const letter = this.actor(word);
    return letter !== undefined && 'RBGYNV'.includes(letter) ? letter : undefined;
  }

  /** The tag as such, in any case, an extension's too (section 11), or undefined. */
  plainTag(word) {
    const tag = upper(word);
    return Object.hasOwn(this.tags, tag) || EXTENSION.test(tag) ? tag : undefined;
  }

  /** The tag by any of its names, or undefined. */
  tag(word) {
    return this.plainTag(word) ?? this.tagWords.get(lower(word));
  }

  /** The name of a header in its canonical spelling, or undefined (section 4). */
  header(name) {
    if (/^x-./i.test(name)) return `X${name.slice(1)}`;
    return this.headerWords.get(lower(name));
  }

  /** The list of objectives of a game (a map from names to ids), by its headers; undefined where there is none. */
  objectivesOf(headers) {
    const named = headers.get('Objectives');
    if (named !== undefined && named !== '?') return this.objectiveLists.get(named);
    const variant = (headers.get('Variant') ?? '').split(/[@ ]/)[0];
    return this.objectiveLists.get(this.objectivesOfVariant.get(variant));
  }

  /** The id of an objective, or undefined where the text is no word. */
  objective(text, list) {
    const id = objectiveId(text);
    if (!WORD.test(id)) return undefined;
    return list?.get(id) ?? id;
  }
}
