// The drawn board and its list of names: shows a position, tells which territory a thumb means.

import { BoardZoom } from "../board/zoom.js";

const REACH = 44; // pixels from the centre of a disc within which a tap means its territory

/** @typedef {import("./derive.js").Board} Board */

export class BoardMap {
  /** @param {Record<string, string>} names @param {Record<string, string>} players @param {(code: string) => void} onTap */
  constructor(names, players, onTap) {
    this.names = names;
    this.players = players;
    this.frame = /** @type {HTMLElement} */ (document.getElementById("map"));
    this.svg = /** @type {SVGSVGElement} */ (this.frame.querySelector("svg.pb"));
    this.onTap = onTap;
    /** @type {Set<string>} */
    this.targets = new Set();
    this.parts = new Map([...this.svg.querySelectorAll(".pb-disc[data-code]")].map((disc) => {
      const code = disc.getAttribute("data-code") ?? "";
      return [code, { disc, land: this.svg.querySelector(`.pb-land[data-code="${code}"]`) }];
    }));
    this.rows = new Map([...document.querySelectorAll("button[data-land]")].map((row) => [row.getAttribute("data-land") ?? "", row]));
    this.zoom = new BoardZoom(this.frame, { doubleTap: false });
    this.listen();
  }

  /** Shows a position. @param {Board} board */
  show(board) {
    for (const [code, { disc, land }] of this.parts) {
      const [owner, armies] = board[code] ?? ["?", 0];
      for (const part of [disc, land]) if (part?.getAttribute("data-owner") !== owner) part?.setAttribute("data-owner", owner);
      set(disc.querySelector(".pb-armies"), owner === "?" ? "" : String(armies));
      set(disc.querySelector(".pb-letter"), /[RBGYNV]/.test(owner) ? owner : "");
      set(land?.querySelector("title") ?? null, this.describe(code, owner, armies));
      const row = this.rows.get(code);
      if (!row) continue;
      set(row.querySelector(".armies"), owner === "?" ? "" : String(armies));
      const chip = row.querySelector(".chip");
      chip?.setAttribute("class", `chip p${owner}`);
      set(chip, /[RBGYNV]/.test(owner) ? owner : "");
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
   * @param {number} x @param {number} y @param {Element} under @returns {string} */
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

  listen() {
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
