// What was recorded, the newest first: each input with the lines that it became, those that follow in grey.

import { make, sentence } from "./dom.js";

/**
 * @typedef {{event: number, line: string, derived: boolean, says: string, marks: [number, number, string, string][]}} Told
 * @typedef {{id: string, lines: string[], told: Told[], verdicts: {event: number, verdict: string, says: string}[],
 *   state: "held"|"waiting"|"stored", before: import("./derive.js").View|null}} Entry
 */

export class SaidList {
  /** @param {Record<string, string>} words */
  constructor(words) {
    this.words = words;
    this.place = /** @type {HTMLElement} */ (document.getElementById("said"));
    /** @type {Entry[]} oldest first */
    this.entries = [];
  }

  /** @param {Told[]} told what was recorded before the page was opened */
  begin(told) {
    this.entries = told.map((one) => ({ id: "", lines: [], told: [one], verdicts: [], state: "stored", before: null }));
  }

  draw() {
    this.place.replaceChildren(...[...this.entries].reverse().map((entry) => this.entry(entry)));
  }

  /** @param {Entry} entry */
  entry(entry) {
    const lines = entry.told.length ? entry.told.map((one) => make("p", { class: one.derived ? "derived" : undefined }, sentence(one.says, one.marks)))
      : entry.lines.map((line) => make("p", {}, line));
    const found = entry.verdicts.map((one) => make("p", { class: `found ${one.verdict}` }, one.says));
    const number = entry.state === "stored" && entry.told.length ? String(entry.told[0].event) : "";
    const state = this.words[`state.${entry.state}`];
    return make("li", { class: entry.state }, make("span", { class: "event", title: state, "aria-label": number ? undefined : state }, number || "…"), make("div", {}, ...lines, ...found));
  }

  /** The entry of an input. @param {string} id */
  find(id) {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }
}
