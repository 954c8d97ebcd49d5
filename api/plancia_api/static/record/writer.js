// Which device records the game: this one, or another that this one follows until a person takes over here.

import { newId } from "./queue.js";

const EVERY = 4_000; // milliseconds between two questions, of a page that is seen

/** The id of this browser, the same in all its tabs. */
export function deviceId() {
  try {
    const known = localStorage.getItem("plancia-device") ?? newId();
    localStorage.setItem("plancia-device", known);
    return known;
  } catch {
    return newId(); // storage is denied: a device of its own in each tab
  }
}

function deviceKind() {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}

/** The lease of a game. Events: `change` of the writer; `version`, with the game's. */
export class Lease extends EventTarget {
  /** @param {string} game @param {Record<string, string>} headers of each request */
  constructor(game, headers) {
    super();
    this.address = `/api/v1/games/${game}/writer`;
    this.headers = headers;
    this.device = deviceId();
    /** undefined as long as the server has not said it. @type {Writer|null|undefined} */
    this.writer = undefined;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  /** False where another device records, or none since this one was replaced. */
  get mine() {
    return this.writer === undefined || this.writer?.device === this.device;
  }

  /** Asks for the lease, or renews it; rejects without network. @param {{take?: boolean}} [more] */
  async claim(more = {}) {
    return this.#hear(await this.#post(more));
  }

  /** Asks who records, without claiming it; rejects without network. */
  async ask() {
    return this.#hear(await fetch(this.address, { headers: this.headers }));
  }

  /** Asks as long as the page is seen: the writer renews its lease, the others see new events. */
  follow() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        if (document.visibilityState === "visible") await (this.mine ? this.claim() : this.ask());
      } catch {
        // no network: the queue says so
      }
      this.follow();
    }, EVERY);
  }

  /** Lets other devices record. */
  leave() {
    clearTimeout(this.timer);
    if (!this.writer || !this.mine) return;
    this.#post({ leave: true }).catch(() => undefined);
  }

  /** @param {object} more */
  #post(more) {
    const body = JSON.stringify({ device: this.device, kind: deviceKind(), ...more });
    return fetch(this.address, { method: "POST", headers: { ...this.headers, "Content-Type": "application/json" }, body, keepalive: true });
  }

  /** Notes a writer that an answer named. @param {Writer|null} writer */
  note(writer) {
    const before = this.writer;
    this.writer = writer;
    if (before === undefined ? !this.mine : before?.device !== writer?.device) this.dispatchEvent(new Event("change"));
  }

  /** @param {Response} answer */
  async #hear(answer) {
    if (answer.status >= 500 || answer.status === 429) throw new Error(String(answer.status));
    if (!answer.ok) return true; // a token that may not: the write itself is refused, with its reason
    const { writer, version } = await answer.json();
    this.note(writer);
    this.dispatchEvent(new CustomEvent("version", { detail: version }));
    return this.mine;
  }
}
