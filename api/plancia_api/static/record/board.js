// The drawn board and its list of names: shows a position, tells which territory a thumb means.

import { byId } from "./dom.js";

const REACH = 44; // pixels from the centre of a disc within which a tap means its territory

export class BoardMap {
  /** @param {Record<"names"|"players"|"colours"|"initials", Record<string, string>>} data @param {(code: string) => void} onTap */
  constructor({ names, players, colours, initials }, onTap) {
    this.names = names;
    this.players = players;
    this.colours = colours;
    this.initials = initials;
    this.frame = byId("map");
    this.svg = /** @type {SVGSVGElement} */ (this.frame.querySelector("svg.pb"));
    this.onTap = onTap;
    /** @type {Set<string>} */
    this.targets = new Set();
    this.parts = new Map([...this.svg.querySelectorAll(".pb-disc[data-code]")].map((disc) => {
      const code = disc.getAttribute("data-code") ?? "";
      return [code, { disc, land: this.svg.querySelector(`.pb-land[data-code="${code}"]`) }];
    }));
    this.rows = new Map([...document.querySelectorAll("button[data-land]")].map((row) => [row.getAttribute("data-land") ?? "", row]));
    /** @type {import("../board/zoom.js").BoardZoom|null} */
    this.zoom = null;
    this.listen();
  }

  /** Shows a position. @param {Board} board */
  show(board) {
    for (const [code, { disc, land }] of this.parts) {
      const [owner, armies] = board[code] ?? ["?", 0];
      for (const part of [disc, land]) if (part?.getAttribute("data-owner") !== owner) part?.setAttribute("data-owner", owner);
      set(disc.querySelector(".pb-armies"), owner === "?" ? "" : String(armies));
      set(disc.querySelector(".pb-letter"), this.initials[owner] ?? "");
      set(land?.querySelector("title") ?? null, this.describe(code, owner, armies));
      const row = this.rows.get(code);
      if (!row) continue;
      set(row.querySelector(".armies"), owner === "?" ? "" : String(armies));
      row.querySelector(".chip")?.setAttribute("class", `chip p${owner}`);
      set(row.querySelector("small"), (this.colours[owner] ?? "").toLowerCase());
      row.setAttribute("aria-label", this.describe(code, owner, armies));
    }
  }

  /** @param {string} code @param {string} owner @param {number} armies */
  describe(code, owner, armies) {
    return owner === "?" ? this.names[code] : `${this.names[code]}: ${this.players[owner] ?? owner} ${armies}`;
  }

  /** Marks what may be tapped, and what was. @param {Set<string>} targets @param {string[]} chosen */
  mark(targets, chosen) {
    this.targets = targets;
    const narrow = targets.size > 0 && targets.size < this.parts.size;
    this.frame.toggleAttribute("data-narrow", narrow);
    for (const [code, { disc, land }] of this.parts) {
      const isChosen = chosen.includes(code);
      for (const part of [disc, land]) {
        part?.toggleAttribute("data-changed", isChosen);
        part?.toggleAttribute("data-target", targets.has(code));
      }
      this.rows.get(code)?.setAttribute("aria-pressed", String(isChosen));
      this.rows.get(code)?.toggleAttribute("data-target", !narrow || targets.has(code));
    }
  }

  /** The territory that a point means: the nearest of those that may be tapped, else the one under it.
   * @param {number} x @param {number} y @param {Element} under */
  meant(x, y, under) {
    const exact = under.closest(".pb-disc[data-code]")?.getAttribute("data-code") ?? "";
    if (this.targets.has(exact)) return exact;
    let [best, nearest] = ["", REACH];
    for (const code of this.targets) {
      const box = this.parts.get(code)?.disc.querySelector(".pb-circle")?.getBoundingClientRect();
      if (!box) continue;
      const distance = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
      if (distance < nearest) [best, nearest] = [code, distance];
    }
    const area = under.closest("[data-code]")?.getAttribute("data-code") ?? "";
    if (this.targets.has(area) && nearest > REACH / 2) return area;
    return best || exact || area;
  }

  /** The discs of territories. @param {string[]} codes */
  discs(codes) {
    return codes.flatMap((code) => this.parts.get(code)?.disc.querySelector(".pb-circle") ?? []);
  }

  /** The board is enlarged from the first gesture on that means it; few games need it. */
  listenToZoom() {
    const { frame } = this;
    frame.querySelector(".zoom")?.removeAttribute("hidden");
    frame.querySelector("[data-zoom=whole]")?.setAttribute("hidden", "");
    const begin = async (/** @type {any} */ event) => {
      const command = event.target.closest("[data-zoom]")?.getAttribute("data-zoom");
      /** @type {Record<string, any>} */
      const means = { touchstart: event.touches?.length > 1, wheel: event.ctrlKey, keydown: "+=-0".includes(event.key), click: command };
      if (this.zoom || !means[event.type]) return;
      if (event.type === "wheel") event.preventDefault(); // else the browser enlarges the page
      const { BoardZoom } = await import("../board/zoom.js");
      this.zoom ??= new BoardZoom(frame, { doubleTap: false });
      if (command) this.zoom.run(command);
      else if (event.type === "keydown") this.zoom.key(event);
    };
    for (const kind of ["touchstart", "wheel", "keydown", "click"]) frame.addEventListener(kind, begin, { passive: kind !== "wheel" });
  }

  listen() {
    this.listenToZoom();
    for (const [code, row] of this.rows) row.addEventListener("click", () => this.onTap(code));
    this.frame.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target);
      const code = target.closest(".zoom") ? "" : this.meant(event.clientX, event.clientY, target);
      if (code) this.onTap(code);
    });
  }
}

/** @param {Element|null} place @param {string} text */
function set(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}
