// What asks the recorder for an answer: what was refused, findings with their two answers, what is to be undone.

import { button, fill, make } from "./dom.js";
import { whyNot } from "./rows.js";
import { takeBack } from "./undoing.js";

const MAX_SENTENCES = 5; // that a question names

/** What is to be answered, the most urgent first.
 * @param {Recording} recording @param {(said: string) => Node} tell @returns {HTMLElement[]} */
export function notices(recording, tell) {
  const { words, held, doubted, refused } = recording;
  const shown = [];
  if (refused) {
    const inputs = refused.said.flatMap((said, place) => [place ? "; " : "", tell(said)]);
    shown.push(make("div", { class: "refusal", role: "alert" }, make("p", {}, make("q", {}, ...inputs), " ", refused.why)));
  }
  const slipOrKeep = (/** @type {string[]} */ says, /** @type {() => unknown} */ undo, /** @type {() => void} */ keep) =>
    asked(says, button(words.slip, undo, { class: "main" }), button(words.keep, () => {
      keep();
      recording.redraw();
    }, { class: "quiet" }));
  if (held?.asks.length) {
    shown.push(slipOrKeep(held.asks.map((one) => one.says), () => takeBack(recording), () => {
      held.asks = [];
      recording.leave();
    }));
  }
  for (const one of recording.found) {
    shown.push(slipOrKeep([one.says], () => undoEntry(recording, one.entry), () => {
      recording.found = recording.found.filter((other) => other !== one);
    }));
  }
  if (doubted) {
    const told = recording.list.standing(doubted);
    const against = doubted.state !== "stored" ? words["undo.waits"] : told.map(({ event }) => whyNot(recording, event)).find(Boolean);
    const more = told.length > MAX_SENTENCES ? ` (+${told.length - MAX_SENTENCES})` : "";
    const says = told.slice(0, MAX_SENTENCES).map((one) => one.says).join(". ") + more;
    shown.push(asked([against ? fill(words["row.not"], { why: against }) : fill(words["undo.ask"], { says })],
      ...(against ? [] : [button(words["undo.confirm"], () => undoEntry(recording, doubted), { class: "main" })]),
      button(words["undo.no"], () => {
        recording.doubted = null;
        recording.redraw();
      }, { class: "quiet" })));
  }
  return shown;
}

/** A question with its answers as buttons. @param {string[]} says @param {...HTMLElement} answers */
function asked(says, ...answers) {
  const question = says.map((text) => make("p", {}, text));
  return make("div", { class: "asks", role: "alert" }, ...question, make("div", { class: "row" }, ...answers));
}

/** Undoes the lines of a stored entry that count, the last first. @param {Recording} recording @param {Entry} entry */
function undoEntry(recording, entry) {
  recording.doubted = null;
  recording.found = recording.found.filter((one) => one.entry !== entry);
  const reason = recording.words["undo.reason"];
  const lines = recording.list.standing(entry).reverse().map(({ event }) => `${recording.undoing} ${event} ${reason}`);
  if (lines.length) recording.say(lines, null);
}
