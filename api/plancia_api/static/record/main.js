// The page that records a game: what is said is completed by the server, held for a while, then sent.

import { BoardMap } from "./board.js";
import { ending, standing } from "./derive.js";
import { byId, fill, make } from "./dom.js";
import { Draft } from "./draft.js";
import { menuFor } from "./menu.js";
import { panel } from "./panel.js";
import { Parts } from "./parts.js";
import { HOLD, Recording } from "./recording.js";
import { SaidList } from "./said_list.js";
import { Sheet } from "./sheet.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const { words, names, players } = data;
const input = /** @type {HTMLInputElement} */ (byId("words"));

class Page {
  constructor() {
    Object.assign(this, { data, words, names, players });
    this.parts = new Parts(() => this.redraw());
    /** @param {string} said */
    this.tell = (said) => this.parts.get("spoken")?.spoken(said, data) ?? document.createTextNode(said);
    this.draft = new Draft(data);
    this.list = new SaidList(words, this.tell);
    this.list.begin(data.told);
    this.sheet = new Sheet(words);
    this.map = new BoardMap(data, (code) => this.tap(code));
    /** @type {import("./keyboard.js").Completion|null} */
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
    byId("undo").addEventListener("click", () => this.undo());
    byId("said").addEventListener("click", (/** @type {any} */ { target }) => {
      const event = !target.closest(".row-acts") && target.closest("li")?.querySelector("button")?.textContent;
      if (event) this.parts.load("rows").then(() => this.parts.get("rows")?.tapRow(this, Number(event)));
    });
    byId("line").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      input.value = "";
      byId("fits").replaceChildren();
      if (text) this.say(text);
    });
    input.addEventListener("focus", () => this.complete());
    document.addEventListener("visibilitychange", () => document.hidden && this.recording.leave());
    this.redraw();
  }

  get view() {
    return this.recording.view;
  }

  /** Names are offered once the line for words is used. */
  async complete() {
    await this.parts.load("keyboard");
    const { Completion } = this.parts.get("keyboard") ?? {};
    if (Completion) this.completion ??= new Completion(names, () => this.undo());
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

  endTurn() {
    this.draft.choose("");
    this.give(["fine"], ending(data.order));
  }

  /** Takes back the last tap, else the last input; one that is stored is asked about. */
  async undo() {
    const { draft, recording } = this;
    const { source, target } = draft;
    if (draft.isCarried) draft.clear(); // nobody tapped it
    if (!draft.back()) {
      const [from, to] = recording.list.entries.at(-1)?.lines[0]?.split(" ") ?? [];
      await recording.undo();
      const isAttack = !recording.doubted && from in names && to in names;
      draft.goOn(this.view, isAttack ? from : source, isAttack ? to : target);
    }
    this.redraw();
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
    const says = this.widget?.dataset.says ?? (known.length ? known.join(" · ") : fill(words["offline.turn"], { player: players[letter] ?? "" }));
    if (byId("due").textContent !== says) byId("due").textContent = says;
    const { text, kind } = recording.status();
    const state = byId("state");
    if (state.textContent !== text) state.textContent = text;
    state.className = `badge ${kind}`;
    /** @type {HTMLButtonElement} */ (byId("undo")).disabled = this.draft.isEmpty && !recording.canUndo;
  }

  drawPanel() {
    const act = byId("act");
    const { recording, draft, widget } = this;
    const asks = recording.refused || recording.held?.asks.length || recording.found.length || recording.doubted;
    const notices = asks ? (this.parts.get("notices")?.notices(recording, this.tell) ?? []) : [];
    const inTurn = ["turn", "between"].includes(this.view.due.phase);
    const body = widget ?? (inTurn && widget === null ? panel(this.view, /** @type {any} */ (this)) : make("p", { class: "ask" }, widget === null ? words["by-words"] : "…"));
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
    else parts.forEach((part, number) => { // what a finger is on must not be replaced
      if (part !== shown[number] && !(isMade(part) && part.outerHTML === shown[number].outerHTML)) shown[number].replaceWith(part);
    });
    if (focused >= 0 && !act.contains(document.activeElement)) buttons()[Math.min(focused, buttons().length - 1)]?.focus();
  }
}

const page = new Page();
await page.recording.open();
page.redraw();
if (matchMedia("(pointer: fine)").matches && data.form) {
  await page.complete();
  input.focus();
}
Object.assign(window, { planciaRecord: page }); // for measurements
