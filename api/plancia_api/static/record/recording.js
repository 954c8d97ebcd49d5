// Inputs from completion to storage. One is held for some seconds, so that a slip leaves no trace, then queued.

import { byId, fill } from "./dom.js";
import { connect } from "./offline.js";
import { newId } from "./queue.js";

export const HOLD = 8000; // milliseconds before an input is sent that nobody takes back
const TOLD = 60; // sentences kept for a page that is opened again
const ASK = 5000; // milliseconds after which the server counts as out of reach

export class Recording {
  /** @param {PageData} data @param {import("./said_list.js").SaidList} list @param {() => void} redraw */
  constructor(data, list, redraw) {
    this.data = data;
    this.words = data.words;
    this.list = list;
    this.redraw = redraw;
    /** @type {View} after everything that is in the queue or stored */
    this.base = viewOf(data);
    /** @type {Held|null} */
    this.held = null;
    /** @type {{lines: string[], effect: Effect|null, typed: boolean}[]} inputs that wait for their completion */
    this.pending = [];
    this.typed = false; // the next input is typed: an end is asked about
    /** @type {Promise<any>} */
    this.chain = Promise.resolve();
    /** @type {{why: string, said: string[]}|null} */
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
      game: data.game, version: data.version, secret: data.form, lang: data.lang, words: data.network, bar: byId("network"), notes: byId("notes"),
      tell: (item) => list.sentences(list.find(item.id) ?? waitingEntry(item)),
      refresh: async () => (await recovery()).refresh(this), settled: async () => (await recovery()).settled(this),
    });
    const { queue } = bar;
    this.bar = bar;
    this.queue = queue;
    if (queue.shown && (queue.items.length || queue.version > data.version)) (await recovery()).showKept(this);
    for (const item of queue.items) list.entries.push(waitingEntry(item));
    queue.addEventListener("stored", (event) => this.stored(/** @type {CustomEvent} */ (event).detail));
    for (const name of ["change", "refused", "conflict"]) queue.addEventListener(name, () => this.redraw());
    bar.addEventListener("writer", () => this.redraw());
    for (const name of ["online", "offline"]) queue.addEventListener(name, () => {
      this.offline = name === "offline";
      this.redraw();
    });
    if (kept(this.key)) await (await recovery()).restore(this);
    bar.start();
  }

  /** Keeps what is shown, for a page opened without network. */
  remember() {
    this.queue?.remember({ view: this.base, told: this.list.stored.slice(-TOLD) });
  }

  get version() {
    return this.queue?.version || this.data.version;
  }

  /** The position with all inputs, those included that the server has not completed yet. */
  get view() {
    return this.pending.reduce((view, one) => (one.effect ? one.effect(view) : view), this.held?.view ?? this.base);
  }

  /** True while nothing is being completed or sent. */
  get isIdle() {
    return !this.pending.length && !this.held && !this.committing && !this.queue?.items.length;
  }

  /** Completes an input, and holds it. @param {string[]} lines @param {Effect|null} effect @param {string} [id] if it has one */
  say(lines, effect, id) {
    this.doubted = null;
    if (this.bar && !this.bar.writing) {
      this.refused = { why: this.data.network["follows"], said: lines };
      return Promise.resolve({ unclear: { detail: this.refused.why } });
    }
    this.refused = null;
    this.pending.push({ lines, effect, typed: this.typed });
    this.typed = false;
    this.chain = this.chain.then(() => this.complete(lines, effect, id));
    return this.chain;
  }

  /** @param {string[]} lines @param {Effect|null} effect @param {string} [id] */
  async complete(lines, effect, id = newId()) {
    await this.commit();
    const answer = await this.ask(lines);
    const typed = this.pending.shift()?.typed;
    if (answer?.unclear) {
      this.refused = { why: answer.unclear.detail, said: lines };
      this.redraw();
      return answer;
    }
    const before = this.base;
    const view = answer ? viewOf(answer) : effect ? effect(before) : before;
    const waiting = this.queue?.items.length ?? 0;
    const count = answer ? answer.said.slice(waiting).flatMap((/** @type {any} */ one) => one.lines).length : 0;
    const told = answer ? answer.told.slice(answer.told.length - count) : [];
    const first = told[0]?.event ?? 0;
    const [verdicts, asks] = [answer?.verdicts ?? [], answer?.asks ?? []].map((found) => found.filter((/** @type {any} */ one) => one.event >= first));
    /** @type {Entry} */
    const entry = { id: "", lines, told, verdicts, state: "held", before };
    const isLast = told.some((/** @type {Told} */ { line }) => /^(CERT|OVER) /.test(line)); // sent at once
    if (isLast && typed) asks.push({ event: first, says: this.words["confirm.after"] });
    this.list.entries.push(entry);
    this.held = { entry, lines, view, asks, id, sent: false };
    this.keep();
    clearTimeout(this.timer);
    if (!asks.length) this.timer = window.setTimeout(() => this.leave(), isLast ? 0 : HOLD);
    this.redraw();
    return answer;
  }

  /** What an input would become; null without network. @param {string[]} lines */
  async ask(lines) {
    if (!this.queue || this.queue.online === false) return null;
    try {
      const said = [...this.queue.items.flatMap((item) => item.said), ...lines];
      const answer = await fetch(`/api/v1/games/${this.data.game}/complete?lang=${this.data.lang}`, {
        method: "POST", body: JSON.stringify({ said }), signal: AbortSignal.timeout(ASK),
        headers: { "Content-Type": "application/json", "X-Plancia-Form": this.data.form },
      });
      return answer.status === 200 ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  async commit() {
    clearTimeout(this.timer);
    const { held, queue } = this;
    if (!held || !queue) return;
    this.held = null;
    this.committing = true; // neither held nor in the queue yet
    this.base = held.view;
    const item = await queue.add(held.lines, held.id).finally(() => (this.committing = false));
    held.entry.id = item.id;
    held.entry.state = this.list.find(item.id)?.state === "stored" ? "stored" : "waiting";
    this.keep();
    this.remember();
    if (queue.online !== false) await queue.flush();
  }

  /** Sends at once what is held: nobody took it back. */
  leave() {
    if (this.held && !this.held.asks.length) this.chain = this.chain.then(() => this.commit());
  }

  /** Sends what is held, under its id, by a request that outlives the page. @param {boolean} isLeft else a question stays open */
  depart(isLeft) {
    const { held, queue } = this;
    if (held && !held.sent && (isLeft || !held.asks.length) && queue && !queue.items.length && this.bar?.writing) {
      held.sent = true;
      this.keep();
      queue.send({ id: held.id, game: this.data.game, said: held.lines, base: queue.version, at: "", attempts: 0 }).catch(() => undefined);
    }
    this.leave();
  }

  /** @param {{item: {id: string, said: string[]}, answer: {body: any}}} detail */
  stored({ item, answer }) {
    const entry = this.list.find(item.id) ?? this.list.entries.find((one) => one.state !== "stored" && !one.id && one.lines.join() === item.said.join());
    if (entry) {
      const wasSeen = entry.told.length > 0;
      Object.assign(entry, { id: item.id, state: "stored", told: answer.body.told });
      if (answer.body.duplicate) recovery().then(({ dropTwin }) => dropTwin(this, entry));
      entry.verdicts = answer.body.verdicts;
      if (!wasSeen) this.found.push(...answer.body.asks.map((/** @type {any} */ one) => ({ entry, ...one })));
    }
    if (this.queue && !this.queue.items.length && answer.body.version === this.version) this.base = viewOf(answer.body);
    this.remember();
    this.redraw();
  }

  /** How an event is voided: an arbiter does it as such, anybody else as the table. */
  get undoing() {
    return this.data.arbiter ? "annulla arbitro" : "annulla";
  }

  keep() {
    const { held } = this;
    store(this.key, held && { ...held, entry: 0, version: this.version });
  }

  status() {
    const count = this.queue?.items.length ?? 0;
    const [state, kind] = this.queue?.blocked ? ["blocked", "disputed"] : this.offline ? ["offline", "disputed"]
      : count ? ["waiting", "provisional"] : this.held ? ["held", "provisional held"] : ["stored", "final"];
    return { text: fill(this.words[`queue.${state}`], { count }), kind };
  }
}

/** The position that a page or an answer has. @param {View} has @returns {View} */
export function viewOf({ board, due, says }) {
  return { board, due, says };
}

/** @param {Item} item @returns {Entry} */
export function waitingEntry(item) {
  return { id: item.id, lines: item.said, told: [], verdicts: [], state: "waiting", before: null };
}

/** Keeps a value on this device, or none. @param {string} key @param {any} value */
export function store(key, value) {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {} // a browser that keeps nothing
}

/** What `store` kept. @param {string} key */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function recovery() {
  return import("./recovery.js");
}
