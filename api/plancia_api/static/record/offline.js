// Recording with an unsure network and several devices: sends what waits, follows another writer, asks for decisions.

import { fill, make } from "./dom.js";
import { openQueue } from "./queue.js";
import { Lease } from "./writer.js";

/** @typedef {import("./queue.js").Queue} Queue */

/** Sends an input to the record route. @param {Item} item @param {string} lang @param {Record<string, string>} headers */
export async function sendItem(item, lang, headers) {
  const answer = await fetch(`/api/v1/games/${item.game}/record?lang=${lang}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", "Idempotency-Key": item.id, "If-Match": `"${item.base}"` },
    body: JSON.stringify({ said: item.said }),
    keepalive: true, // though the page is left
  });
  const retryAfter = Number(answer.headers.get("Retry-After")) || undefined;
  return { status: answer.status, body: await answer.json(), retryAfter };
}

/** Opens queue and lease of a game; nothing is sent before `start`. @param {NetworkOptions} options */
export async function connect(options) {
  const headers = { Accept: "application/json", "X-Plancia-Form": options.secret };
  const lease = new Lease(options.game, headers);
  const send = (/** @type {Item} */ item) => sendItem(item, options.lang, { ...headers, "X-Plancia-Device": lease.device });
  const queue = await openQueue(options.game, send, { ready: () => lease.claim(), wait: true });
  await queue.see(options.version);
  return new NetworkBar(options, queue, lease);
}

/** What the network and other devices do to a game that is recorded here. Event `writer`: `writing` has changed. */
export class NetworkBar extends EventTarget {
  /** @param {NetworkOptions} options @param {Queue} queue @param {Lease} lease */
  constructor(options, queue, lease) {
    super();
    this.options = options;
    this.queue = queue;
    this.lease = lease;
    this.words = options.words;
    this.shown = options.version; // the version that the page shows
    this.refreshing = false;
    this.status = make("p", { class: "network", role: "status" });
    this.writer = make("div");
    this.panel = make("div");
    this.notes = make("div");
    options.bar.replaceChildren(this.writer, this.panel);
    options.notes.replaceChildren(this.status, this.notes); // below the board, which they would move
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
    this.queue.addEventListener("volatile", () => this.keep());
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
    this.show();
    this.queue.flush();
    this.keep();
  }

  /** Reads the game again when the server has more of it than this page shows. @param {number} version */
  async follow(version) {
    if (this.refreshing || version <= this.shown || this.queue.items.length || this.queue.sending) return;
    this.refreshing = true;
    try {
      await this.options.refresh(version);
      await this.queue.see(version);
      this.shown = version;
    } catch {} // no network: the next question tries again
    this.refreshing = false;
  }

  /** Keeps the page for later, says what is missing for that, sends what waits of other games. */
  async keep() {
    const { queue, options } = this;
    if (!navigator.serviceWorker?.controller) import("./page_cache.js").then(({ keepPage }) => keepPage());
    const waits = (await queue.store.games()).some(({ game }) => game !== options.game);
    if (!waits && isSecureContext && queue.durable) return;
    const { missing, sendOthers } = await import("./others.js");
    this.notes.replaceChildren(...missing(this));
    sendOthers(this);
  }

  /** Shows what the queue asks a person to decide. */
  decide() {
    if (this.queue.blocked) import("./decisions.js").then(({ decide }) => decide(this));
    this.show();
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

  /** Who records, where it is not this device. @param {number} count */
  async #showWriter(count) {
    const following = this.lease.mine ? null : await import("./following.js");
    this.writer.className = this.lease.mine ? "" : "card following";
    this.writer.replaceChildren(...(this.lease.mine || !following ? [] : following.writerCard(this, count)));
  }
}
