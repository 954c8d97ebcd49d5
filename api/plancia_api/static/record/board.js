// The drawn board and its list of names: shows a position, tells which territory a thumb means, enlarges.

const REACH = 44; // pixels from the centre of a disc within which a tap means its territory
const MOST = 4; // times that the map is enlarged

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
    this.parts = new Map([...this.svg.querySelectorAll(".pb-disc")].map((disc) => {
      const code = disc.getAttribute("data-code") ?? "";
      return [code, { disc, land: this.svg.querySelector(`.pb-land[data-code="${code}"]`) }];
    }));
    this.rows = new Map([...document.querySelectorAll("button[data-land]")].map((row) => [row.getAttribute("data-land") ?? "", row]));
    this.zoom = { scale: 1, x: 0, y: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.moved = 0;
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
      const button = target.closest("[data-zoom]");
      if (button) this.enlarge(Number(button.getAttribute("data-zoom")));
      else if (this.moved < 10) {
        const code = this.meant(event.clientX, event.clientY, target);
        if (code) this.onTap(code);
      }
    });
    this.frame.addEventListener("pointerdown", (event) => {
      if (!this.fingers.size) this.moved = 0;
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      this.frame.addEventListener(name, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** Two fingers enlarge, one moves what is enlarged. @param {PointerEvent} event */
  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const box = this.frame.getBoundingClientRect();
    if (other) {
      const [old, fresh] = [before, now].map((at) => Math.hypot(at.x - other.x, at.y - other.y) || 1);
      this.scaleAt(fresh / old, (now.x + other.x) / 2 - box.x, (now.y + other.y) / 2 - box.y);
      this.moved += 10;
    } else if (this.zoom.scale > 1) {
      this.zoom.x += now.x - before.x;
      this.zoom.y += now.y - before.y;
      this.apply();
    }
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    this.fingers.set(event.pointerId, now);
  }

  /** @param {number} factor 0 shows the whole board again */
  enlarge(factor) {
    const box = this.frame.getBoundingClientRect();
    if (factor) this.scaleAt(factor, box.width / 2, box.height / 2);
    else Object.assign(this.zoom, { scale: 1, x: 0, y: 0 });
    this.apply();
  }

  /** @param {number} factor @param {number} x @param {number} y the point of the frame that stays */
  scaleAt(factor, x, y) {
    const scale = Math.min(MOST, Math.max(1, this.zoom.scale * factor));
    const real = scale / this.zoom.scale;
    Object.assign(this.zoom, { scale, x: x - (x - this.zoom.x) * real, y: y - (y - this.zoom.y) * real });
    this.apply();
  }

  apply() {
    const box = this.frame.getBoundingClientRect();
    const { scale } = this.zoom;
    this.zoom.x = Math.min(0, Math.max(this.zoom.x, box.width * (1 - scale)));
    this.zoom.y = Math.min(0, Math.max(this.zoom.y, box.height * (1 - scale)));
    this.svg.style.transform = scale === 1 ? "" : `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${scale})`;
    this.frame.toggleAttribute("data-enlarged", scale > 1);
  }
}

/** @param {Element|null} place @param {string} text */
function set(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}
