// The names that a beginning typed in the line for words of the table may mean.

import { button } from "./dom.js";

const FITTING = 6; // names offered at once

export class Completion {
  /** @param {Record<string, string>} names @param {() => void} undo */
  constructor(names, undo) {
    this.names = names;
    this.input = /** @type {HTMLInputElement} */ (document.getElementById("words"));
    this.fits = /** @type {HTMLElement} */ (document.getElementById("fits"));
    /** @type {Set<string>} codes offered first */
    this.likely = new Set();
    this.input.addEventListener("input", () => this.offer());
    this.input.addEventListener("keydown", (event) => {
      const [first] = this.found();
      if (event.key === "Tab" && !event.shiftKey && first) {
        event.preventDefault();
        this.take(first);
      } else if (event.key === "Escape") this.fits.replaceChildren();
      else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !this.input.value) {
        event.preventDefault();
        undo();
      }
    });
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

/** @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
