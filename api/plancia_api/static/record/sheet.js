// The panel of what is due, on a phone a sheet that folds; its head has the last input and how long it can be taken back.

import { byId, make } from "./dom.js";

const GAP = 8; // pixels from the sheet to a territory

export class Sheet {
  /** @param {Record<string, string>} words */
  constructor(words) {
    this.words = words;
    this.element = byId("sheet");
    this.lastLine = byId("last");
    this.handle = byId("fold");
    this.shown = "";
    /** @type {Entry|undefined} */
    this.entry = undefined;
    this.kind = this.due = "";
    this.handle.addEventListener("click", () => this.fold(!this.isFolded));
    new ResizeObserver(() => document.documentElement.style.setProperty("--sheet", `${this.element.offsetHeight}px`)).observe(this.element);
  }

  get isFolded() {
    return this.element.hasAttribute("data-folded");
  }

  /** @param {boolean} isFolded */
  fold(isFolded) {
    this.element.toggleAttribute("data-folded", isFolded);
    this.handle.setAttribute("aria-expanded", String(!isFolded));
  }

  /** Unfolds for something new, folds for a decision; a new question begins at its top.
   * @param {string} kind @param {boolean} isBlocked @param {string} due */
  asks(kind, isBlocked, due) {
    if (kind !== this.kind) this.fold(isBlocked);
    if (kind + due !== this.kind + this.due) byId("act").scrollTop = 0;
    Object.assign(this, { kind, due });
  }

  /** The last input in the head. @param {Entry|undefined} entry @param {Node[]} sentences
   * @param {number} hold milliseconds until it is sent; 0 where it waits for an answer */
  showLast(entry, sentences, hold) {
    const text = make("span", {}, ...sentences);
    const key = `${entry?.state} ${hold} ${text.textContent}`;
    if (key === this.shown && entry === this.entry) return; // the bar goes on
    Object.assign(this, { shown: key, entry });
    this.lastLine.className = entry?.state ?? "";
    const fuse = make("i", { class: "fuse", "aria-hidden": "true" });
    fuse.style.animationDuration = `${hold}ms`;
    const state = entry ? make("b", { class: entry.state === "waiting" ? "" : "unseen" }, this.words[`state.${entry.state}`]) : "";
    this.lastLine.replaceChildren(make("p", {}, state, " ", text), ...(hold ? [fuse] : []));
    this.lastLine.scrollTop = 0;
  }

  /** Scrolls so that no territory of a choice is covered. @param {Element[]} discs */
  uncover(discs) {
    if (getComputedStyle(this.element).position !== "fixed") return;
    const boxes = discs.map((disc) => disc.getBoundingClientRect());
    const covered = Math.max(...boxes.map((box) => box.bottom)) + GAP - (this.element.querySelector(".notices > *") ?? this.element).getBoundingClientRect().top;
    const above = Math.min(...boxes.map((box) => box.top)) - GAP - (document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0);
    const down = covered > 0 ? covered : Math.min(above, 0);
    if (boxes.length && down) scrollBy({ top: down });
  }
}
