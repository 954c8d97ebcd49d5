// Inputs from their completion to their storage. One is held for some seconds, so that a slip leaves no trace; then it goes
// into the queue, which keeps it until the server has acknowledged it.

import { button, fill, make } from "./dom.js";
import { connect } from "./offline.js";

const HOLD = 8000; // milliseconds before an input is sent that nobody takes back
const TOLD = 60; // sentences kept for a page that is opened again
const ASK = 5000; // milliseconds after which the server counts as out of reach

/**
 * @typedef {import("./derive.js").View} View @typedef {import("./derive.js").Effect} Effect
 * @typedef {import("./said_list.js").Entry} Entry
 * @typedef {{entry: Entry, lines: string[], view: View, asks: {event: number, says: string}[]}} Held
 */

export class Recording {
  /** @param {any} data @param {import("./said_list.js").SaidList} list @param {() => void} redraw */
  constructor(data, list, redraw) {
    this.data = data;
    this.words = data.words;
    this.list = list;
    this.redraw = redraw;
    /** @type {View} after everything that is in the queue or stored */
    this.base = { board: data.board, due: data.due, says: data.says };
    /** @type {Held|null} */
    this.held = null;
    /** @type {{lines: string[], effect: Effect|null}[]} inputs that wait for their completion */
    this.pending = [];
    /** @type {Promise<any>} */
    this.chain = Promise.resolve();
    /** @type {{why: string, said: string}|null} */
    this.refused = null;
    /** @type {Entry|null} a stored entry that the recorder wants undone */
    this.doubted = null;
    /** @type {{entry: Entry, event: number, says: string}[]} findings of stored inputs that nobody has answered */
    this.found = [];
    this.timer = 0;
    this.committing = false;
    this.offline = false;
    /** @type {import("./queue.js").Queue|null} */
    this.queue = null;
    /** @type {import("./offline.js").NetworkBar|null} */
    this.bar = null;
    this.key = `plancia-record-${data.game}`;
  }

  async open() {
    const { data, list } = this;
    const bar = await connect({
      game: data.game, version: data.version, secret: data.form, lang: data.lang, words: data.network,
      bar: /** @type {HTMLElement} */ (document.getElementById("network")), refresh: () => this.refresh(), settled: () => this.settled(),
    });
    const { queue } = bar;
    this.bar = bar;
    this.queue = queue;
    if (queue.shown && (queue.items.length || queue.version > data.version)) { // the page is an older one that the device kept
      this.base = queue.shown.view;
      list.begin(queue.shown.told);
      bar.shown = queue.version;
    }
    for (const item of queue.items) list.entries.push(waiting(item));
    queue.addEventListener("stored", (event) => this.stored(/** @type {CustomEvent} */ (event).detail));
    queue.addEventListener("change", () => this.redraw());
    bar.addEventListener("writer", () => this.redraw());
    for (const name of ["online", "offline"]) queue.addEventListener(name, () => {
      this.offline = name === "offline";
      this.redraw();
    });
    this.restore();
    bar.start();
  }

  /** Reads the game again: another device has written. */
  async refresh() {
    const answer = await fetch(location.pathname + location.search);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = JSON.parse(page.getElementById("data")?.textContent ?? "");
    this.base = { board: fresh.board, due: fresh.due, says: fresh.says };
    this.data.version = fresh.version;
    this.found = [];
    this.list.begin(fresh.told);
    this.remember();
    this.redraw();
  }

  /** Shows the inputs that wait after a person has corrected or dropped some. */
  settled() {
    const items = this.queue?.items ?? [];
    this.list.entries = this.list.entries.filter((entry) => entry.state !== "waiting" || items.some((item) => item.id === entry.id));
    for (const item of items) if (!this.list.find(item.id)) this.list.entries.push(waiting(item));
    this.redraw();
  }

  /** Keeps what the page shows, for one that is opened again without network. */
  remember() {
    const told = this.list.entries.filter((entry) => entry.state === "stored").flatMap((entry) => entry.told);
    this.queue?.remember({ view: this.base, told: told.slice(-TOLD) });
  }

  get version() {
    return this.queue?.version || this.data.version;
  }

  /** The position with all inputs, those included that the server has not completed yet. @returns {View} */
  get view() {
    return this.pending.reduce((view, one) => (one.effect ? one.effect(view) : view), this.held?.view ?? this.base);
  }

  /** True while nothing is being completed or sent. */
  get isIdle() {
    return !this.pending.length && !this.held && !this.committing && !this.queue?.items.length;
  }

  get canUndo() {
    return Boolean(this.held || this.queue?.items.length || this.list.entries.length);
  }

  /** Completes an input, and holds it. @param {string[]} lines @param {Effect|null} effect @returns {Promise<any>} */
  say(lines, effect) {
    this.doubted = null;
    if (this.bar && !this.bar.writing) {
      this.refused = { why: this.data.network["follows"], said: lines.join("; ") };
      return Promise.resolve(null);
    }
    this.refused = null;
    this.pending.push({ lines, effect });
    this.chain = this.chain.then(() => this.complete(lines, effect));
    return this.chain;
  }

  /** @param {string[]} lines @param {Effect|null} effect */
  async complete(lines, effect) {
    await this.commit();
    const answer = await this.ask(lines);
    this.pending.shift();
    if (answer?.unclear) {
      this.refused = { why: answer.unclear.detail, said: lines.join("; ") };
      this.redraw();
      return answer;
    }
    const before = this.base;
    const view = answer ? { board: answer.board, due: answer.due, says: answer.says } : effect ? effect(before) : before;
    const waiting = this.queue?.items.length ?? 0;
    const count = answer ? answer.said.slice(waiting).reduce((/** @type {number} */ sum, /** @type {{lines: unknown[]}} */ one) => sum + one.lines.length, 0) : 0;
    const told = answer ? answer.told.slice(answer.told.length - count) : [];
    const first = told[0]?.event ?? 0;
    const asks = (answer?.verdicts ?? []).filter((/** @type {any} */ one) => one.verdict === "illegal" && one.kind === "play" && one.event >= first);
    /** @type {Entry} */
    const entry = { id: "", lines, told, verdicts: answer?.verdicts.filter((/** @type {any} */ one) => one.event >= first) ?? [], state: "held", before };
    this.list.entries.push(entry);
    this.held = { entry, lines, view, asks };
    this.keep();
    clearTimeout(this.timer);
    if (!asks.length) this.timer = window.setTimeout(() => this.leave(), HOLD);
    this.redraw();
    return answer;
  }

  /** What an input would become; null without network. @param {string[]} lines @returns {Promise<any>} */
  async ask(lines) {
    if (!this.queue || this.queue.online === false) return null;
    try {
      const said = [...this.queue.items.flatMap((item) => item.said), ...lines];
      const answer = await this.post("complete", { said }, {});
      return answer.status === 200 ? answer.body : null;
    } catch {
      return null;
    }
  }

  /** @param {string} what @param {object} body @param {Record<string, string>} headers */
  async post(what, body, headers) {
    const answer = await fetch(`/api/v1/games/${this.data.game}/${what}?lang=${this.data.lang}`, {
      method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(ASK),
      headers: { "Content-Type": "application/json", "X-Plancia-Form": this.data.form, ...headers },
    });
    return { status: answer.status, body: await answer.json().catch(() => null) };
  }

  /** Puts what is held into the queue. */
  async commit() {
    clearTimeout(this.timer);
    const { held, queue } = this;
    if (!held || !queue) return;
    this.held = null;
    this.committing = true; // neither held nor in the queue yet
    this.base = held.view;
    const item = await queue.add(held.lines).finally(() => (this.committing = false));
    held.entry.id = item.id;
    held.entry.state = this.list.find(item.id)?.state === "stored" ? "stored" : "waiting";
    this.keep();
    this.remember();
    if (queue.online !== false) await queue.flush();
  }

  /** Sends at once what is held: nobody looks at the page any more, or nobody took it back. */
  leave() {
    if (this.held && !this.held.asks.length) this.chain = this.chain.then(() => this.commit());
  }

  /** @param {{item: {id: string, said: string[]}, answer: {body: any}}} detail */
  stored({ item, answer }) {
    const entry = this.list.find(item.id) ?? this.list.entries.find((one) => one.state !== "stored" && !one.id && one.lines.join() === item.said.join());
    if (entry) {
      const wasSeen = entry.told.length > 0;
      Object.assign(entry, { id: item.id, state: "stored", told: answer.body.told });
      entry.verdicts = answer.body.verdicts;
      if (!wasSeen) this.found.push(...answer.body.verdicts.filter((/** @type {any} */ one) => one.verdict === "illegal" && one.kind === "play").map((/** @type {any} */ one) => ({ entry, event: one.event, says: one.says })));
    }
    if (this.queue && !this.queue.items.length) this.base = { board: answer.body.board, due: answer.body.due, says: answer.body.says };
    this.remember();
    this.redraw();
  }

  /** Takes the last input back; a stored one is asked about first. */
  async undo() {
    await this.chain;
    clearTimeout(this.timer);
    if (this.held) {
      this.list.entries = this.list.entries.filter((entry) => entry !== this.held?.entry);
      this.held = null;
      this.keep();
      this.redraw();
      return;
    }
    const entry = this.list.entries.at(-1);
    const removed = await this.queue?.removeLast();
    if (removed && entry) {
      this.list.entries.pop();
      if (entry.before) this.base = entry.before;
    } else this.doubted = entry ?? null;
    this.redraw();
  }

  /** Undoes the lines of a stored entry, the last first. @param {Entry} entry */
  strike(entry) {
    this.doubted = null;
    this.found = this.found.filter((one) => one.entry !== entry);
    const lines = [...entry.told].reverse().map((one) => fill(this.words["undo.said"], { event: one.event }));
    return this.say(lines, null);
  }

  /** Keeps what is held for a page that is opened again. */
  keep() {
    try {
      if (this.held) localStorage.setItem(this.key, JSON.stringify({ lines: this.held.lines, version: this.version, at: new Date().toISOString() }));
      else localStorage.removeItem(this.key);
    } catch {
      // a browser that keeps nothing
    }
  }

  /** Holds again what the page held when it was closed, unless it had reached the queue. */
  restore() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
      localStorage.removeItem(this.key);
    } catch {
      return;
    }
    if (!kept || !this.queue) return;
    const queued = this.queue.items.some((item) => item.at >= kept.at && item.said.join() === kept.lines.join());
    if (!queued && kept.version === this.version) this.say(kept.lines, null);
  }

  /** The state of the queue in words. */
  status() {
    const waiting = this.queue?.items.length ?? 0;
    if (this.queue?.blocked) return { text: this.words["queue.blocked"], kind: "disputed" };
    if (this.offline) return { text: fill(this.words["queue.offline"], { count: waiting }), kind: "disputed" };
    if (waiting) return { text: fill(this.words["queue.waiting"], { count: waiting }), kind: "provisional" };
    if (this.held) return { text: this.words["queue.held"], kind: "provisional" };
    return { text: this.words["queue.stored"], kind: "final" };
  }

  /** Findings with their two answers, what was refused, what is to be undone. @returns {HTMLElement[]} */
  notices() {
    const { words, held } = this;
    const shown = [];
    if (this.refused) shown.push(make("div", { class: "refusal", role: "alert" }, make("p", {}, make("q", {}, this.refused.said), " ", this.refused.why)));
    if (held?.asks.length) {
      shown.push(asked(held.asks.map((one) => one.says), button(words.slip, () => this.undo(), { class: "main" }), button(words.keep, () => {
        held.asks = [];
        this.leave();
        this.redraw();
      }, { class: "quiet" })));
    }
    for (const one of this.found) {
      shown.push(asked([one.says], button(words.slip, () => this.strike(one.entry), { class: "main" }), button(words.keep, () => {
        this.found = this.found.filter((other) => other !== one);
        this.redraw();
      }, { class: "quiet" })));
    }
    const { doubted } = this;
    if (doubted) {
      shown.push(asked([fill(words["undo.ask"], { says: doubted.told.map((one) => one.says).join(". ") })],
        button(words["undo.yes"], () => this.strike(doubted), { class: "main" }), button(words["undo.no"], () => {
          this.doubted = null;
          this.redraw();
        }, { class: "quiet" })));
    }
    return shown;
  }
}

/** @param {import("./queue_store.js").Item} item @returns {Entry} */
function waiting(item) {
  return { id: item.id, lines: item.said, told: [], verdicts: [], state: "waiting", before: null };
}

/** @param {string[]} says @param {...HTMLElement} answers */
function asked(says, ...answers) {
  return make("div", { class: "asks", role: "alert" }, ...says.map((text) => make("p", {}, text)), make("div", { class: "row" }, ...answers));
}
