// Recording with an unsure network and several devices: sends what waits, follows another writer, keeps the page for later,
// and shows in one place what the network does and what a person has to decide.

import { ConflictPanel, RefusalPanel } from "./decisions.js";
import { keepPage } from "./page_cache.js";
import { openQueue, waitingGames } from "./queue.js";
import { Lease } from "./writer.js";

/**
 * @typedef {import("./queue.js").Queue} Queue
 * @typedef {import("./queue.js").Item} Item
 * @typedef {import("./queue.js").Answer} Answer
 * @typedef {{game: string, version: number, secret: string, lang: string, words: Record<string, string>, bar: HTMLElement,
 *   refresh: (version: number) => Promise<unknown>|unknown, settled?: () => void}} Options
 */

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Fills the places of a message. @param {string} message @param {Record<string, string|number>} [values] */
export function fill(message, values = {}) {
  return message.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** Sends an input to the record route. @param {Item} item @param {string} lang @param {Record<string, string>} headers
 * @returns {Promise<Answer>} */
async function sendItem(item, lang, headers) {
  const answer = await fetch(`/api/v1/games/${item.game}/record?lang=${lang}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", "Idempotency-Key": item.id, "If-Match": `"${item.base}"` },
    body: JSON.stringify({ said: item.said }),
  });
  const retryAfter = Number(answer.headers.get("Retry-After")) || undefined;
  return { status: answer.status, body: await answer.json(), retryAfter };
}

/** Opens queue and lease of a game; nothing is sent before `start`. `bar` shows their state, `refresh` reads the game again
 * when another device has written, `settled` is called when a person has decided about waiting inputs.
 * @param {Options} options @returns {Promise<NetworkBar>} */
export async function connect(options) {
  const headers = { Accept: "application/json", "X-Plancia-Form": options.secret };
  const lease = new Lease(options.game, headers);
  const send = (/** @type {Item} */ item) => sendItem(item, options.lang, { ...headers, "X-Plancia-Device": lease.device });
  const queue = await openQueue(options.game, send, { ready: () => lease.claim(), wait: true });
  await queue.see(options.version);
  return new NetworkBar(options, queue, lease);
}

/** Sends what waits of other games of this device, where nothing has to be decided.
 * @param {string} game @param {string} lang @param {Record<string, string>} headers */
async function sendOthers(game, lang, headers) {
  for (const other of await waitingGames()) {
    if (other.game === game) continue;
    const lease = new Lease(other.game, headers);
    const send = (/** @type {Item} */ item) => sendItem(item, lang, { ...headers, "X-Plancia-Device": lease.device });
    await openQueue(other.game, send, { ready: () => lease.claim() }); // repeats by itself as long as the page is open
  }
}

/** What the network and other devices do to a game that is recorded here. Event `writer`: whether this device may write has changed (`writing`). */
export class NetworkBar extends EventTarget {
  /** @param {Options} options @param {Queue} queue @param {Lease} lease */
  constructor(options, queue, lease) {
    super();
    this.options = options;
    this.queue = queue;
    this.lease = lease;
    this.words = options.words;
    this.shown = options.version; // the version that the page shows
    this.refreshing = false;
    const [status, writer, panel, notes] = ["p", "div", "div", "div"].map((name) => document.createElement(name));
    status.setAttribute("role", "status");
    status.className = "network";
    Object.assign(this, { status, writer, panel, notes });
    /** @type {HTMLElement} */
    this.status = status;
    /** @type {HTMLElement} */
    this.writer = writer;
    /** @type {HTMLElement} */
    this.panel = panel;
    /** @type {HTMLElement} */
    this.notes = notes;
    options.bar.replaceChildren(status, writer, panel, notes);
  }

  /** Whether this device may write. */
  get writing() {
    return this.lease.mine;
  }

  start() {
    this.queue.addEventListener("stored", (event) => {
      this.shown = /** @type {CustomEvent} */ (event).detail.answer.body.version;
    });
    for (const kind of ["stored", "offline", "online", "change", "held"]) this.queue.addEventListener(kind, () => this.show());
    for (const kind of ["refused", "conflict"]) this.queue.addEventListener(kind, () => this.decide());
    this.lease.addEventListener("change", () => {
      this.show();
      this.dispatchEvent(new Event("writer"));
    });
    this.lease.addEventListener("version", (event) => {
      if (this.queue.online === false && this.lease.mine) this.queue.resume(); // the network is back
      this.follow(/** @type {CustomEvent} */ (event).detail);
    });
    addEventListener("pagehide", () => this.queue.items.length || this.lease.leave());
    addEventListener("pageshow", () => this.lease.follow());
    this.lease.claim().catch(() => undefined);
    this.lease.follow();
    this.warn();
    this.show();
    this.queue.flush();
    sendOthers(this.options.game, this.options.lang, this.lease.headers);
    keepPage();
  }

  /** Reads the game again when the server has more of it than this page shows. @param {number} version */
  async follow(version) {
    if (this.refreshing || version <= this.shown || this.queue.items.length || this.queue.sending) return;
    this.refreshing = true;
    try {
      await this.options.refresh(version);
      await this.queue.see(version);
      this.shown = version;
    } catch {
      // no network: the next question tries again
    } finally {
      this.refreshing = false;
    }
  }

  /** Records on this device from now on. */
  async take() {
    try {
      await this.lease.claim({ take: true });
    } catch {
      this.show();
      return;
    }
    if (this.lease.mine) this.queue.resume();
  }

  /** Shows what the queue asks a person to decide. */
  decide() {
    const { blocked } = this.queue;
    if (blocked?.answer.status === 409 && blocked.answer.body.writer) {
      this.lease.note(blocked.answer.body.writer); // another device took over; what waits here is sent when it is taken back
      this.queue.pause();
    } else if (blocked) {
      const Panel = blocked.kind === "conflict" ? ConflictPanel : RefusalPanel;
      const panel = new Panel(this, blocked);
      this.panel.replaceChildren(panel.element);
      panel.element.focus();
    }
    this.show();
  }

  /** A person has decided: the page shows the waiting inputs as they are now. */
  async settled() {
    this.options.settled?.();
    if (this.queue.items.length) return;
    this.shown = 0; // what the page showed had the inputs that were dropped
    await this.lease.ask().catch(() => undefined);
  }

  show() {
    const { words, queue } = this;
    const count = queue.items.length;
    if (!queue.blocked) this.panel.replaceChildren();
    const kind = queue.online === false ? "offline" : count ? "waiting" : "stored";
    this.status.dataset.state = kind;
    this.status.textContent = fill(words[kind === "offline" && !count ? "offline-empty" : kind], { count });
    this.#showWriter(count);
  }

  /** @param {number} count */
  #showWriter(count) {
    const { words, lease } = this;
    if (lease.mine) {
      this.writer.className = "";
      this.writer.replaceChildren();
      return;
    }
    const text = document.createElement("p");
    const since = lease.writer ? new Date(lease.writer.since).toLocaleTimeString(this.options.lang, TIME) : "";
    const said = lease.writer
      ? fill(words["other-writer"], { kind: words[`device-${lease.writer.kind}`], since })
      : words["no-writer"];
    text.textContent = count ? `${said} ${fill(words["unsent-here"], { count })}` : said;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words["take-over"];
    button.addEventListener("click", () => this.take());
    this.writer.className = "card following";
    this.writer.replaceChildren(text, button);
  }

  /** Says what this browser or connection lacks. */
  warn() {
    const missing = [];
    if (!isSecureContext) missing.push(this.words["not-secure"]);
    if (!this.queue.durable) missing.push(this.words["not-durable"]);
    this.notes.replaceChildren(
      ...missing.map((text) => Object.assign(document.createElement("p"), { className: "hint", textContent: text })),
    );
  }
}
