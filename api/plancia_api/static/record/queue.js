// Inputs on their way to the server: kept in IndexedDB until acknowledged, sent in order, repeated under one id.
// Events with `detail` {item, answer}: stored, refused, conflict, offline, online, held, change, volatile.

import { QueueStore } from "./queue_store.js";

const TIMEOUT = 20_000; // ms until a request counts as lost
const SOON = 1_000; // ms before the first repetition, then doubled
const LATEST = 30_000;
const TRY_LATER = [408, 425, 429]; // and all from 500 on: the server took nothing in

/** A random UUID; `crypto.randomUUID` exists in secure contexts only. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40; // version 4 (RFC 9562, 5.4)
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Opens the queue of a game and sends what waits in it. @param {string} game @param {SendItem} send @param {QueueOptions} [options] */
export async function openQueue(game, send, options = {}) {
  const queue = new Queue(await QueueStore.open(), game, send, options);
  await queue.load();
  if (!options.wait) queue.flush();
  return queue;
}

export class Queue extends EventTarget {
  /** @param {QueueStore} store @param {string} game @param {SendItem} send @param {QueueOptions} options */
  constructor(store, game, send, options) {
    super();
    this.store = store;
    this.game = game;
    this.send = send;
    this.options = options;
    /** @type {Item[]} oldest first */
    this.items = [];
    this.version = 0;
    /** What the page showed last, as `remember` kept it. @type {any} */
    this.shown = null;
    /** null before the first request. @type {boolean|null} */
    this.online = null;
    /** What stopped the queue until it is resolved. @type {Blocked|null} */
    this.blocked = null;
    /** @type {Promise<void>|null} */
    this.sending = null;
    this.again = false;
    this.closed = false;
    this.delay = this.options.soon ?? SOON;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    this.wake = () => {
      if (document.visibilityState === "visible") this.flush();
    };
    store.onChange(game, () => this.closed || this.load());
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Whether what waits outlives the page. */
  get durable() {
    return this.store.durable;
  }

  /** Reads the record as it is now. */
  async load() {
    await this.change(() => undefined);
    const [first] = this.items;
    const stopped = this.blocked?.item;
    if (stopped && (first?.id !== stopped.id || first.base !== stopped.base)) this.resume(); // resolved in that tab
  }

  /** Keeps an input durably, and starts sending. @param {string[]} said @param {string} [id] and `base` of one sent before
   * @param {number} [base] */
  async add(said, id = newId(), base) {
    const at = new Date().toISOString();
    const item = await this.change((waiting) => {
      const added = { id, game: this.game, said, base: base ?? waiting.version, at, attempts: 0 };
      waiting.items.push(added);
      return added;
    });
    this.flush();
    return item;
  }

  /** Notes the version shown. @param {number} version */
  async see(version) {
    await this.change((waiting) => {
      if (version <= waiting.version) return undefined;
      waiting.version = version;
      return version;
    });
  }

  /** Keeps what is shown, for a page opened without network. @param {any} shown */
  async remember(shown) {
    await this.change((waiting) => {
      waiting.shown = shown;
      return shown;
    });
  }

  /** Forgets what stopped the queue; sends nothing until `resume` or the next look whether it may. */
  pause() {
    this.blocked = null;
    this.online = null;
  }

  /** Sends again what was stopped. */
  resume() {
    this.blocked = null;
    this.delay = this.options.soon ?? SOON;
    this.#tell("change");
    return this.flush();
  }

  flush() {
    this.again = true;
    this.sending ??= this.#sendAll().finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.store.close();
  }

  async #sendAll() {
    clearTimeout(this.timer);
    while (this.again) {
      this.again = false;
      while (!this.closed && !this.blocked && this.items.length && (await this.#sendFirst()));
    }
  }

  /** Sends the oldest input; true if the next may follow. */
  async #sendFirst() {
    /** @type {Item|undefined} */
    let item;
    try {
      if (!this.online && this.options.ready && !(await this.#timed(this.options.ready()))) {
        this.#tell("held", this.items[0]);
        return false;
      }
      item = await this.#claim();
      if (!item) return false;
      const answer = await this.#timed(this.send(item));
      if (TRY_LATER.includes(answer.status) || answer.status >= 500) return this.#lose(item, answer);
      this.#connect();
      return await this.#take(item, answer);
    } catch (error) {
      return this.#lose(item, { status: 0, body: { detail: String(error) } });
    }
  }

  /** Notes that the oldest input is sent: no tab takes it back. */
  async #claim() {
    return this.change(({ items: [first] }) => {
      if (first) first.attempts += 1;
      return first;
    });
  }

  /** @param {Item} item @param {Answer} answer */
  async #take(item, answer) {
    if (answer.status < 200 || answer.status >= 300 || !Number.isInteger(answer.body?.version)) {
      this.blocked = { kind: answer.status === 412 ? "conflict" : "refused", item, answer };
      this.#tell(this.blocked.kind, item, answer);
      return false;
    }
    const { version } = answer.body;
    await this.change((waiting) => {
      if (waiting.items[0]?.id !== item.id) return undefined; // another tab had the same answer before
      waiting.items.shift();
      waiting.version = Math.max(version, waiting.version);
      if (waiting.items.length) waiting.items[0].base = version;
      return version;
    });
    this.#tell("stored", item, answer);
    return true;
  }

  #connect() {
    this.delay = this.options.soon ?? SOON;
    if (this.online) return;
    this.online = true;
    this.#tell("online");
  }

  /** @param {Item|undefined} item @param {Answer} answer */
  #lose(item, answer) {
    if (this.closed) return false;
    const before = this.online;
    this.online = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), answer.retryAfter ? 1000 * answer.retryAfter : this.delay);
    this.delay = Math.min(2 * this.delay, LATEST);
    if (before !== false) this.#tell("offline", item, answer);
    return false;
  }

  /** @template T @param {Promise<T>} request */
  #timed(request) {
    const signal = AbortSignal.timeout(this.options.timeout ?? TIMEOUT);
    return Promise.race([request, new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]);
  }

  /** Changes the record, takes over what it has then, and tells the listeners.
   * @template T @param {(waiting: Waiting) => T} work */
  async change(work) {
    if (this.closed) throw new Error("the queue is closed");
    const { durable } = this;
    /** @type {Item[]} */
    let items = [];
    let version = 0;
    const result = await this.store.change(this.game, (waiting) => {
      const done = work(waiting);
      items = structuredClone(waiting.items);
      version = waiting.version;
      this.shown = waiting.shown ?? null;
      return done;
    });
    const differs = JSON.stringify([items, version]) !== JSON.stringify([this.items, this.version]);
    Object.assign(this, { items, version });
    if (differs) this.#tell("change");
    if (durable && !this.durable) this.#tell("volatile");
    return result;
  }

  /** @param {string} name @param {Item} [item] @param {Answer} [answer] */
  #tell(name, item, answer) {
    this.dispatchEvent(new CustomEvent(name, { detail: { item, answer } }));
  }
}
