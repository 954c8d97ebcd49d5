// The line for words of the table: names that a beginning may mean, and words that were refused, kept until they are mended.

import { button, make } from "./dom.js";

const FITTING = 6; // names offered at once

class Completion {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    /** @type {Record<string, string>} */
    this.names = page.names;
    this.refusals = make("div", { class: "refusals" });
    this.input = /** @type {HTMLInputElement} */ (document.getElementById("words"));
    this.fits = /** @type {HTMLElement} */ (document.getElementById("fits"));
    this.fits.after(this.refusals);
    /** @type {Set<string>} codes offered first */
    this.likely = new Set();
    this.input.addEventListener("input", () => this.offer());
    this.input.form?.addEventListener("submit", () => {
      this.fits.replaceChildren();
      for (const row of this.refusals.querySelectorAll("[data-back]")) row.remove(); // it was in the field
    });
    this.input.addEventListener("keydown", (event) => {
      const [first] = this.found();
      if (event.key === "Tab" && !event.shiftKey && first) {
        event.preventDefault();
        this.take(first);
      } else if (event.key === "Escape") this.fits.replaceChildren();
      else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !this.input.value) {
        event.preventDefault();
        page.step("undo");
      }
    });
    this.offer(); // for what was typed while this file came
  }

  /** Shows refused words with the reason: in the field again, or to be put there once it is free. @param {string} text @param {string} why */
  refuse(text, why) {
    const { words, recording } = this.page;
    const put = () => {
      this.input.value = text;
      this.input.focus();
    };
    const isFree = !this.input.value && !this.refusals.querySelector("[data-back]");
    const row = make("div", { class: "refusal", role: "alert", "data-back": isFree }, make("p", {}, make("q", {}, text), " ", why));
    const again = button(words["typed.again"], () => {
      row.remove();
      put();
    }, { class: "quiet" });
    row.append(make("div", { class: "row" }, ...(isFree ? [] : [again]), button(words["typed.drop"], () => {
      if (this.input.value === text) this.input.value = "";
      row.remove();
    }, { class: "quiet" })));
    this.refusals.append(row);
    if (isFree) put();
    recording.refused = null; // it is told here
    this.page.redraw();
    row.scrollIntoView({ block: "nearest" });
  }

  /** The word before the caret, from its first letter on. */
  get word() {
    return /[\p{L}']+$/u.exec(this.input.value.slice(0, this.input.selectionStart ?? undefined))?.[0] ?? "";
  }

  /** The codes of the territories whose names begin like the word, the likely ones first. @returns {string[]} */
  found() {
    const word = plain(this.word);
    if (word.length < 2) return [];
    const codes = Object.keys(this.names).filter((code) => plain(this.names[code]).split(" ").some((part) => part.startsWith(word)));
    if (codes.some((code) => plain(this.names[code]) === word)) return [];
    return codes.sort((a, b) => Number(this.likely.has(b)) - Number(this.likely.has(a))).slice(0, FITTING);
  }

  offer() {
    const found = this.found();
    this.fits.replaceChildren(...found.map((code) => button(this.names[code], () => this.take(code), { class: "quiet" })));
  }

  /** Writes a name in place of its beginning. @param {string} code */
  take(code) {
    const caret = this.input.selectionStart ?? this.input.value.length;
    const start = caret - this.word.length;
    const name = `${this.names[code].toLowerCase()} `;
    this.input.value = this.input.value.slice(0, start) + name + this.input.value.slice(caret);
    this.input.setSelectionRange(start + name.length, start + name.length);
    this.offer();
    this.input.focus();
  }
}

/** @param {any} page */
export function completionOf(page) {
  return new Completion(page);
}

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
