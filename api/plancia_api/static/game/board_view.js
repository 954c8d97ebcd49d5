// The drawn board and its table, kept at the state of the game. Element names: docs/board-drawing.md.

import { MoveLayer } from "../board/last_move.js";

const MOST_CHANGED = 7; // a step that changes more is a deal or a jump: no rings

export class BoardView {
  /** @param {import("./game_state.js").GameState} state @param {import("./game_state.js").GameData} data */
  constructor(state, data) {
    this.state = state;
    this.names = data.names;
    this.marks = data.marks; // of the colours, on discs
    this.ringed = new Set(state.codes.keys()); // what the server ringed is not known
    this.stale = true; // the server drew another event than the state has
    const svg = document.querySelector("svg.pb");
    this.title = svg?.querySelector("title") ?? null;
    this.layers = [...(svg?.querySelectorAll(".pb-move") ?? [])].map((layer) => new MoveLayer(layer));
    this.parts = state.codes.map((code) => this.find(svg, code));
    this.rows = state.codes.map((code) => document.querySelector(`tr[data-land="${code}"]`));
  }

  /** @param {Element|null} svg @param {string} code */
  find(svg, code) {
    const land = svg?.querySelector(`.pb-land[data-code="${code}"]`);
    const disc = svg?.querySelector(`.pb-disc[data-code="${code}"]`);
    if (!land || !disc) return null;
    const at = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(disc.getAttribute("transform") ?? "");
    return { land, disc, armies: disc.querySelector(".pb-armies"), letter: disc.querySelector(".pb-letter"),
      title: land.querySelector("title"), name: land.querySelector("title")?.textContent?.split(":")[0] ?? code,
      block: disc.closest(".pb-block")?.getAttribute("data-block") ?? "", x: Number(at?.[1] ?? 0), y: Number(at?.[2] ?? 0) };
  }

  /** Draws the territories that differ, the rings of those that the event changed, and its arrow.
   * @param {Set<number>} touched @param {string} move @param {number[][]} dice */
  draw(touched, move, dice) {
    const stale = this.stale;
    for (const land of stale ? this.state.codes.keys() : touched) this.drawLand(land);
    this.stale = false;
    const changed = new Set(this.state.at ? this.state.changes[this.state.at].map((one) => one.land) : []);
    const ringed = changed.size <= MOST_CHANGED ? changed : new Set();
    for (const land of this.ringed) if (!ringed.has(land)) this.ring(land, false);
    for (const land of ringed) if (stale || !this.ringed.has(land)) this.ring(land, true);
    this.ringed = ringed;
    this.drawMove(move, dice);
  }

  /** @param {number} land */
  drawLand(land) {
    const [owner, armies] = [this.state.owner[land], this.state.armies[land]];
    const parts = this.parts[land];
    if (parts) {
      parts.land.setAttribute("data-owner", owner);
      parts.disc.setAttribute("data-owner", owner);
      if (parts.armies) {
        parts.armies.textContent = owner === "?" ? "" : String(armies);
        parts.armies.toggleAttribute("data-long", armies > 99);
      }
      if (parts.letter) parts.letter.textContent = this.marks[owner] ?? "";
      if (parts.title) parts.title.textContent = `${parts.name}: ${this.names[owner] ?? ""} ${owner === "?" ? "" : armies}`;
    }
    const row = this.rows[land];
    if (row) {
      row.children[1].textContent = this.names[owner] || "?";
      row.children[2].textContent = String(armies);
    }
  }

  /** @param {number} land @param {boolean} on */
  ring(land, on) {
    this.parts[land]?.land.toggleAttribute("data-changed", on);
    this.parts[land]?.disc.toggleAttribute("data-changed", on);
    this.rows[land]?.toggleAttribute("data-changed", on);
  }

  /** Names a territory on a small screen until the next step, or not any more. @param {string} code */
  name(code) {
    this.parts[this.state.codes.indexOf(code)]?.disc.toggleAttribute("data-named");
  }

  /** The arrow of the last move with its dice on the wide sheet and on that for phones.
   * @param {string} move @param {number[][]} dice */
  drawMove(move, dice) {
    const ends = move.split(" ");
    for (const parts of this.parts) parts?.disc.toggleAttribute("data-named", ends.includes(parts.disc.getAttribute("data-code") ?? ""));
    const [source, target] = ends.map((code) => this.parts[this.state.codes.indexOf(code)]);
    for (const layer of this.layers) layer.draw(source, target, dice);
  }
}
