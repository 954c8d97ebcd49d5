// The page that records a game: what is said is completed by the server, held while it can be taken back, then sent.

import { BoardMap } from "./board.js";
import { ending, standing } from "./derive.js";
import { fill, make } from "./dom.js";
import { Draft } from "./draft.js";
import * as endingPart from "./ending.js";
import { InputLine } from "./keyboard.js";
import * as openingPart from "./opening.js";
import { panel } from "./panel.js";
import { Recording } from "./recording.js";
import { SaidList } from "./said_list.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const { words, names, players } = data;
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @typedef {import("./derive.js").View} View */

class Page {
  constructor() {
    this.draft = new Draft(data);
    this.list = new SaidList(words);
    this.list.begin(data.told);
    this.map = new BoardMap(names, players, (code) => this.tap(code));
    this.line = new InputLine(names, (text) => this.say(text), () => this.undo());
    this.recording = new Recording(data, this.list, () => this.redraw());
    /** @type {((code: string) => void)|null} who takes the taps instead of the draft */
    this.taken = null;
    /** @type {Set<string>|null} */
    this.targets = null;
    this.widgetOf = ""; // the due that the widget shown was made for
    /** @type {HTMLElement|null} */
    this.widget = null;
    /** @type {HTMLElement|null} */
    this.menu = null;
    place("undo").addEventListener("click", () => this.undo());
    document.addEventListener("visibilitychange", () => document.hidden && this.recording.leave());
    this.redraw();
  }

  get view() {
    return this.recording.view;
  }

  /** What the parts for opening and end may use. */
  get context() {
    const page = this;
    return {
      names, players, words, goals: data.goals, lang: data.lang, game: data.game, form: data.form, order: data.order, due: this.view.due,
      version: () => this.recording.version,
      say: (/** @type {string|string[]} */ text) => this.say(text),
      refresh: () => this.redraw(),
      leave: () => this.recording.leave(),
      board: {
        get state() {
          return page.view.board;
        },
        neighbours: data.neighbours,
        show: (/** @type {import("./derive.js").Board} */ board) => this.map.show(board),
        target: (/** @type {string[]} */ codes, /** @type {string[]} */ chosen = []) => {
          this.targets = new Set(codes);
          this.map.mark(this.targets, chosen);
        },
        onTap: (/** @type {((code: string) => void)|null} */ take) => {
          this.taken = take;
        },
      },
    };
  }

  /** @param {string} code */
  tap(code) {
    if (this.taken) this.taken(code);
    else if (["turn", "between"].includes(this.view.due.phase)) this.submit(this.draft.tap(this.view, code));
  }

  /** What the draft has completed, if anything. @param {import("./draft.js").Said|null} said */
  submit(said) {
    if (said) this.give(said.lines, said.effect);
    else this.redraw();
  }

  /** @param {string|string[]} text */
  say(text) {
    this.draft.choose("");
    return this.give(typeof text === "string" ? [text] : text, null);
  }

  /** @param {string[]} lines @param {import("./derive.js").Effect|null} effect */
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

  /** Takes back the last tap, else the last input: one that is held or waiting vanishes, one that is stored is asked about. */
  async undo() {
    if (this.draft.isCarried) this.draft.clear(); // nobody tapped it
    if (this.draft.back()) this.redraw();
    else await this.recording.undo();
    this.redraw();
  }

  redraw() {
    const { view, draft } = this;
    const key = JSON.stringify([view.due, this.recording.version]);
    if (key !== this.widgetOf) {
      this.widgetOf = key;
      this.taken = this.targets = null;
      this.menu = endingPart.menuFor(view.due, this.context);
      this.widget = openingPart.widgetFor(view.due, this.context) ?? endingPart.widgetFor(view.due, this.context);
    }
    if (!this.widget) {
      const inTurn = ["turn", "between"].includes(view.due.phase);
      const chosen = [...draft.steps, draft.source, draft.target].filter(Boolean);
      this.map.mark(inTurn ? draft.candidates(view) : new Set(), chosen);
      const shown = { ...standing(view) };
      for (const [code, count] of Object.entries(draft.items)) shown[code] = [shown[code][0], shown[code][1] + count];
      this.map.show(shown);
      this.line.likely = inTurn ? draft.candidates(view) : new Set();
    } else if (!this.targets) this.map.show(view.board);
    this.drawHead();
    this.drawPanel();
    this.list.draw();
  }

  drawHead() {
    const { view, recording } = this;
    const chip = place("who");
    const letter = view.due.phase === "between" ? view.due.next : view.due.player;
    chip.className = `chip p${letter || "-"}`;
    chip.textContent = letter;
    const says = view.says.length ? view.says.join(" · ") : fill(words["offline.turn"], { player: players[letter] ?? "" });
    if (place("due").textContent !== says) place("due").textContent = says;
    const { text, kind } = recording.status();
    const state = place("state");
    if (state.textContent !== text) state.textContent = text;
    state.className = `badge ${kind}`;
    /** @type {HTMLButtonElement} */ (place("undo")).disabled = this.draft.isEmpty && !recording.canUndo;
  }

  drawPanel() {
    const act = place("act");
    const notices = this.recording.notices();
    const inTurn = ["turn", "between"].includes(this.view.due.phase);
    const body = this.widget ?? (inTurn ? panel(this.view, this.hands()) : make("p", { class: "ask" }, words["by-words"]));
    const parts = [...notices, body, ...(this.menu ? [this.menu] : [])];
    const shown = [...act.children];
    const isKept = (/** @type {Element} */ part, /** @type {number} */ number) => part === shown[number] || (part !== this.widget && part !== this.menu && part.outerHTML === shown[number]?.outerHTML);
    if (parts.length === shown.length && parts.every(isKept)) return; // what a finger is on must not be replaced
    const buttons = () => /** @type {HTMLElement[]} */ ([...act.querySelectorAll("button")]);
    const focused = buttons().findIndex((one) => one === document.activeElement);
    act.replaceChildren(...parts);
    if (focused >= 0) buttons()[Math.min(focused, buttons().length - 1)]?.focus();
  }

  /** @returns {import("./panel.js").Hands} */
  hands() {
    return {
      words, names, players, draft: this.draft, view: () => this.view, redraw: () => this.redraw(), submit: (said) => this.submit(said),
      say: (text) => this.say(text), endTurn: () => this.endTurn(),
    };
  }
}

const page = new Page();
await page.recording.open();
page.redraw();
if (matchMedia("(pointer: fine)").matches && data.form) page.line.input.focus();
Object.assign(window, { planciaRecord: page }); // for measurements
