// The page that records a game: what is said is completed by the server, held for a while, then sent.

import { BoardMap } from "./board.js";
import { standing } from "./derive.js";
import { byId, fill, make } from "./dom.js";
import { Draft } from "./draft.js";
import { menuFor } from "./menu.js";
import { panel } from "./panel.js";
import { Parts } from "./parts.js";
import { HOLD, Recording } from "./recording.js";
import { SaidList } from "./said_list.js";
import { Sheet } from "./sheet.js";

/** @type {PageData} */
const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const { words, names, players } = data;
const input = /** @type {HTMLInputElement} */ (byId("words"));

export class Page {
  constructor() {
    this.data = data;
    this.words = words;
    this.names = names;
    this.players = players;
    this.parts = new Parts(() => this.redraw());
    /** @param {string} said */
    this.tell = (said) => this.parts.get("spoken")?.spoken(said, data) ?? document.createTextNode(said);
    this.draft = new Draft(data);
    this.list = new SaidList(words, this.tell);
    this.list.begin(data.told);
    this.sheet = new Sheet(words);
    this.map = new BoardMap(data, (code) => this.tap(code));
    /** @type {import("./completion.js").Completion|null} */
    this.completion = null;
    this.recording = new Recording(data, this.list, () => this.redraw());
    /** @type {((code: string) => void)|null} who takes the taps instead of the draft */
    this.taken = null;
    /** @type {Set<string>|null} */
    this.targets = null;
    this.widgetOf = ""; // the due that the widget shown was made for
    /** @type {HTMLElement|null|undefined} undefined as long as its part is loaded */
    this.widget = null;
    /** @type {HTMLElement|null} */
    this.menu = null;
    byId("undo").addEventListener("click", () => this.step("undo"));
    byId("redo").addEventListener("click", () => this.step("redo"));
    byId("said").addEventListener("click", ({ target }) => this.parts.load("rows").then(() => this.parts.get("rows")?.tapRow(this, target)));
    byId("line").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      input.value = "";
      this.recording.typed = Boolean(text);
      if (text) this.say(text).then(async (answer) => answer?.unclear && (await this.complete())?.refuse(text, answer.unclear.detail));
    });
    input.addEventListener("focus", () => this.complete());
    document.addEventListener("visibilitychange", () => document.hidden && this.recording.depart(false));
    addEventListener("pagehide", () => this.recording.depart(true));
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("a");
      if (!link?.href || this.recording.isIdle || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      import("./recovery.js").then(({ handOver }) => handOver(this.recording)).catch(() => undefined).then(() => location.assign(link.href));
    });
    this.redraw();
  }

  get view() {
    return this.recording.view;
  }

  /** Names are offered once the line for words is used. */
  async complete() {
    await this.parts.load("completion");
    const part = this.parts.get("completion");
    return (this.completion ??= part && new part.Completion(this));
  }

  /** @param {string} code */
  tap(code) {
    if (this.taken) this.taken(code);
    else if (["turn", "between"].includes(this.view.due.phase)) this.submit(this.draft.tap(this.view, code));
    if (this.draft.isThrow) this.sheet.uncover(this.map.discs([this.draft.source, this.draft.target]));
  }

  /** What the draft has completed, if anything. @param {Said|null} said */
  submit(said) {
    if (said) this.give(said.lines, said.effect);
    else this.redraw();
  }

  /** @param {string|string[]} text @param {Effect|null} [effect] */
  say(text, effect = null) {
    this.draft.choose("");
    return this.give(typeof text === "string" ? [text] : text, effect);
  }

  /** @param {string[]} lines @param {Effect|null} effect */
  async give(lines, effect) {
    const [source, target] = /^[A-Z]{3} [A-Z]{3} /.test(lines[0]) ? lines[0].split(" ") : ["", ""];
    const done = this.recording.say(lines, effect);
    if (source && effect) this.draft.goOn(this.view, source, target);
    this.redraw();
    const answer = await done;
    if (source && this.draft.isEmpty && !this.draft.mode) this.draft.goOn(this.view, source, target);
    if (source && this.draft.source === source && !this.draft.attack.length && this.view.due.advance) this.draft.clear();
    this.redraw();
    return answer;
  }

  async endTurn() {
    this.draft.choose("");
    await this.parts.load("ahead");
    this.give(["fine"], this.parts.get("ahead")?.ending(data.derives.income) ?? null);
  }

  /** A step back, or forth again. @param {"undo"|"redo"} way */
  step(way) {
    this.stepping = this.parts.load("undoing").then(() => this.parts.get("undoing")?.[way](this));
  }

  redraw() {
    const { view, draft } = this;
    const key = JSON.stringify([view.due, this.recording.version]);
    if (key !== this.widgetOf || this.widget === undefined) {
      this.widgetOf = key;
      this.taken = this.targets = null;
      this.widget = this.parts.widgetFor(view.due, this);
    }
    this.menu = menuFor(view.due, this);
    if (!this.widget) {
      const inTurn = ["turn", "between"].includes(view.due.phase);
      const chosen = [...draft.steps, draft.source, draft.target].filter(Boolean);
      this.map.mark(inTurn ? draft.candidates(view) : new Set(), chosen);
      const shown = { ...standing(view) };
      for (const [code, count] of Object.entries(draft.items)) shown[code] = [shown[code][0], shown[code][1] + count];
      this.map.show(shown);
      if (this.completion) this.completion.likely = inTurn ? draft.candidates(view) : new Set();
    } else if (!this.targets) this.map.show(view.board);
    this.drawHead();
    this.drawPanel();
    this.list.draw();
  }

  drawHead() {
    const { view, recording } = this;
    const letter = this.widget?.dataset.of ?? (view.due.phase === "between" ? view.due.next : view.due.player);
    Object.assign(byId("who"), { className: `chip p${letter || "-"}`, title: data.colours[letter] ?? "" });
    const known = view.due.advance ? view.says.slice(0, 1) : view.says; // the panel asks for the armies that move in
    const left = view.due.income?.left ?? 0;
    const says = this.widget?.dataset.says ?? (known.length ? known.join(" · ") : fill(words[left ? "offline.income" : "offline.turn"], { player: players[letter] ?? "", left }));
    if (byId("due").textContent !== says) byId("due").textContent = says;
    const { text, kind } = recording.status();
    const state = byId("state");
    if (state.textContent !== text) state.textContent = text;
    state.className = `badge ${kind}`;
    /** @type {HTMLButtonElement} */ (byId("undo")).disabled = this.draft.isEmpty && !recording.list.last();
    byId("redo").hidden = !this.parts.loaded.undoing?.canRedo(recording);
  }

  drawPanel() {
    const act = byId("act");
    const { recording, draft, widget } = this;
    const asks = recording.refused || recording.held?.asks.length || recording.found.length || recording.doubted;
    const notices = asks ? (this.parts.get("notices")?.notices(recording, this.tell) ?? []) : [];
    const inTurn = ["turn", "between"].includes(this.view.due.phase);
    const body = widget ?? (inTurn && widget === null ? panel(this.view, this) : make("p", { class: "ask" }, widget === null ? words["by-words"] : "…"));
    const parts = [body, make("div", { class: "notices" }, ...notices), ...(this.menu ? [this.menu] : [])];
    const isBlocked = Boolean(recording.queue?.blocked);
    this.sheet.asks(JSON.stringify([widget?.dataset.widget ?? draft.action(this.view), draft.isThrow, this.view.due.advance, notices.length, isBlocked]), isBlocked, JSON.stringify(this.view.due));
    const last = this.list.entries.at(-1);
    this.sheet.showLast(last, last ? this.list.sentences(last) : [], recording.held && !recording.held.asks.length ? HOLD : 0);
    const shown = [...act.children];
    const isMade = (/** @type {Element} */ part) => part !== widget && part !== this.menu;
    const buttons = () => /** @type {HTMLElement[]} */ ([...act.querySelectorAll("button, summary")]);
    const focused = buttons().findIndex((one) => one === document.activeElement);
    if (parts.length !== shown.length) act.replaceChildren(...parts);
    else parts.forEach((part, number) => { // what a finger is on stays
      if (part !== shown[number] && !(isMade(part) && part.outerHTML === shown[number].outerHTML)) shown[number].replaceWith(part);
    });
    if (focused >= 0 && !act.contains(document.activeElement)) buttons()[Math.min(focused, buttons().length - 1)]?.focus({ preventScroll: true });
  }
}

const page = new Page();
await page.recording.open();
page.redraw();
if (matchMedia("(pointer: fine)").matches && data.form) input.focus();
Object.assign(window, { planciaRecord: page }); // for measurements
