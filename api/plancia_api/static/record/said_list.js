// What was recorded, the newest first: inputs with their lines, those that follow in grey, undone ones struck through.

import { byId, fill, make, sentence } from "./dom.js";

const VOIDED = /^(?:VOID [*A]|annulla(?: arbitro)?) (\d+)(?:.*\{| )(.*?)\}?$/; // a line, or as this page says it

export class SaidList {
  /** @param {Record<string, string>} words @param {(said: string) => Node} tell */
  constructor(words, tell) {
    this.words = words;
    this.tell = tell;
    this.place = byId("said");
    /** @type {Entry[]} oldest first */
    this.entries = [];
    /** @type {{entry: Entry, made: HTMLElement}|null} the row that shows what can be done with it */
    this.open = null;
  }

  /** @param {Told[]} told what was recorded before the page was opened; those of one `input` were said at once */
  begin(told) {
    this.entries = [];
    for (const one of told) {
      const last = this.entries.at(-1);
      if (last && one.input && last.told[0].input === one.input) last.told.push(one);
      else this.entries.push({ id: "", lines: [], told: [one], verdicts: [], state: "stored", before: null });
    }
  }

  /** What `begin` takes. */
  get stored() {
    return this.entries.filter((entry) => entry.state === "stored").flatMap(({ told }) => told.map((one) => ({ ...one, input: told[0].event })));
  }

  /** Who undid an event, and why. */
  get voided() {
    const found = new Map();
    for (const line of this.entries.flatMap(({ told, lines }) => (told.length ? told.map((one) => one.line) : lines))) {
      const [, event, why] = VOIDED.exec(line) ?? [];
      if (event) found.set(Number(event), { actor: /^(VOID A|annulla arbitro)/.test(line) ? "A" : "*", why });
    }
    return found;
  }

  /** The events of an entry that count and can be undone. @param {Entry} entry */
  standing(entry) {
    const { voided } = this;
    return entry.told.filter((one) => !voided.has(one.event) && !/^(VOID|FIX) /.test(one.line));
  }

  /** The last input that can be taken back. */
  last() {
    const isStep = (/** @type {Entry} */ entry) => (entry.state === "stored" ? this.standing(entry).length > 0 : !entry.lines[0].startsWith("annulla "));
    return [...this.entries].reverse().find(isStep);
  }

  draw() {
    const { voided } = this;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    this.place.replaceChildren(...[...this.entries].reverse().map((entry) => this.entry(entry, voided)));
    if (this.open?.made.contains(focused)) focused.focus();
  }

  /** What was said in an entry, in short. @param {Entry} entry */
  sentences(entry) {
    const said = entry.told.filter((one) => !one.derived);
    const parts = entry.told.length ? (said.length ? said : entry.told).map((one) => told(one, true)) : entry.lines.map((line) => this.tell(line));
    return parts.flatMap((part, place) => [document.createTextNode(place ? ". " : ""), part]);
  }

  /** @param {Entry} entry @param {Map<number, {actor: string, why: string}>} voided */
  entry(entry, voided) {
    const lines = entry.told.length ? entry.told.map((one) => this.line(one, voided.get(one.event))) : entry.lines.map((line) => make("p", {}, this.tell(line)));
    const found = entry.verdicts.map((one) => make("p", { class: `found ${one.verdict}` }, one.says));
    const number = entry.state === "stored" && entry.told.length ? String(entry.told[0].event) : "";
    const state = this.words[`state.${entry.state}`];
    const open = this.open?.entry === entry && this.open.made;
    const mark = make(number ? "button" : "span", { class: "event", title: state, "aria-label": number ? fill(this.words.row, { number }) : state }, number || "…");
    return make("li", { class: entry.state }, mark, make("div", {}, ...lines, ...found, ...(open ? [open] : [])));
  }

  /** @param {Told} one @param {{actor: string, why: string}|undefined} undone */
  line(one, undone) {
    if (!undone) return make("p", { class: one.derived ? "derived" : undefined }, told(one));
    const by = fill(this.words[`undone.${undone.actor === "A" ? "arbiter" : "table"}`], { why: undone.why });
    return make("p", { class: "undone" }, make("s", {}, told(one)), " ", make("span", { class: "by" }, by));
  }

  /** The entry of an input. @param {string} id */
  find(id) {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }
}

/** An event's sentence, losses first, with its comment. @param {Told} told @param {boolean} [isShort] ends with the dice */
function told({ says, marks, line }, isShort) {
  const [, attack, defence] = /^ATT .* -(\d+)-(\d+)/.exec(line) ?? [];
  const [, end, kind] = marks.at(-1) ?? [];
  const made = sentence(isShort && attack && /die/.test(kind ?? "") ? [...says].slice(0, end).join("") : says, marks);
  if (attack) made.prepend(make("b", { class: "lost", "aria-hidden": "true" }, `−${attack} −${defence}`), " ");
  const note = /\{(.*)\}/.exec(line);
  if (note) made.append(" ", make("q", {}, note[1]));
  return made;
}
