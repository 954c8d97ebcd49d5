// The field for typed words: territories suggested while one types, and inputs that were refused, kept until they are mended.

import { button, make } from "./dom.js";

const MAX_SUGGESTIONS = 6;

export class Completion {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Record<string, string>} */
    this.names = page.names;
    this.refusals = make("div", { class: "refusals" });
    this.input = /** @type {HTMLInputElement} */ (document.getElementById("words"));
    this.suggestions = /** @type {HTMLElement} */ (document.getElementById("fits"));
    this.suggestions.after(this.refusals);
    /** @type {Set<string>} codes suggested first */
    this.likely = new Set();
    this.input.addEventListener("input", () => this.suggest());
    this.input.form?.addEventListener("submit", () => {
      this.suggestions.replaceChildren();
      for (const row of this.refusals.querySelectorAll("[data-back]")) row.remove(); // its words were in the field
    });
    this.input.addEventListener("keydown", (event) => {
      const [first] = this.matches();
      if (event.key === "Tab" && !event.shiftKey && first) {
        event.preventDefault();
        this.complete(first);
      } else if (event.key === "Escape") this.suggestions.replaceChildren();
      else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !this.input.value) {
        event.preventDefault();
        page.step("undo");
      }
    });
    this.suggest(); // for what was typed while this script was loading
  }

  /** Shows a refused input with the reason. Its words return to the field, or get a button for that while the field is in use.
   * @param {string} text @param {string} why */
  refuse(text, why) {
    const { words, recording } = this.page;
    const restore = () => {
      this.input.value = text;
      this.input.focus();
    };
    const isFree = !this.input.value && !this.refusals.querySelector("[data-back]");
    const row = make("div", { class: "refusal", role: "alert", "data-back": isFree }, make("p", {}, make("q", {}, text), " ", why));
    const again = button(words["typed.again"], () => {
      row.remove();
      restore();
    }, { class: "quiet" });
    const drop = button(words["typed.drop"], () => {
      if (this.input.value === text) this.input.value = "";
      row.remove();
    }, { class: "quiet" });
    row.append(make("div", { class: "row" }, ...(isFree ? [] : [again]), drop));
    this.refusals.append(row);
    if (isFree) restore();
    recording.refused = null; // this row shows it
    this.page.redraw();
    row.scrollIntoView({ block: "nearest" });
  }

  /** The word that ends at the caret. */
  get word() {
    return /[\p{L}']+$/u.exec(this.input.value.slice(0, this.input.selectionStart ?? undefined))?.[0] ?? "";
  }

  /** The codes of the territories of whose names a part begins with the word, the likely ones first; none once a name is complete.
   * @returns {string[]} */
  matches() {
    const word = plain(this.word);
    if (word.length < 2) return [];
    const parts = (/** @type {string} */ code) => plain(this.names[code]).split(" ");
    const codes = Object.keys(this.names).filter((code) => parts(code).some((part) => part.startsWith(word)));
    if (codes.some((code) => plain(this.names[code]) === word)) return [];
    return codes.sort((a, b) => Number(this.likely.has(b)) - Number(this.likely.has(a))).slice(0, MAX_SUGGESTIONS);
  }

  suggest() {
    const codes = this.matches();
    this.suggestions.replaceChildren(...codes.map((code) => button(this.names[code], () => this.complete(code), { class: "quiet" })));
  }

  /** Replaces the word at the caret by the name of a territory. @param {string} code */
  complete(code) {
    const caret = this.input.selectionStart ?? this.input.value.length;
    const start = caret - this.word.length;
    const name = `${this.names[code].toLowerCase()} `;
    this.input.value = this.input.value.slice(0, start) + name + this.input.value.slice(caret);
    this.input.setSelectionRange(start + name.length, start + name.length);
    this.suggest();
    this.input.focus();
  }
}

/** The text in lower case without accents. @param {string} text */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
