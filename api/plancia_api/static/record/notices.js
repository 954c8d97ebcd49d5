// What asks the recorder for an answer: what was refused, findings with their two answers, what is to be undone.

import { button, fill, make } from "./dom.js";
import { whyNot } from "./rows.js";
import { takeBack } from "./undoing.js";

const MOST_SAYS = 5; // sentences named by a question

/** @param {Recording} recording @param {(said: string) => Node} tell @returns {HTMLElement[]} */
export function notices(recording, tell) {
  const { words, held, doubted, refused } = recording;
  const shown = [];
  if (refused) shown.push(make("div", { class: "refusal", role: "alert" }, make("p", {}, make("q", {}, ...refused.said.flatMap((said, place) => [place ? "; " : "", tell(said)])), " ", refused.why)));
  const found = (/** @type {string[]} */ says, /** @type {() => unknown} */ undo, /** @type {() => void} */ keep) => asked(says, button(words.slip, undo, { class: "main" }),
    button(words.keep, () => {
      keep();
      recording.redraw();
    }, { class: "quiet" }));
  if (held?.asks.length) {
    shown.push(found(held.asks.map((one) => one.says), () => takeBack(recording), () => {
      held.asks = [];
      recording.leave();
    }));
  }
  for (const one of recording.found) {
    shown.push(found([one.says], () => strike(recording, one.entry), () => {
      recording.found = recording.found.filter((other) => other !== one);
    }));
  }
  if (doubted) {
    const says = recording.list.standing(doubted).map((one) => one.says);
    const against = doubted.state !== "stored" ? words["undo.waits"] : recording.list.standing(doubted).map((one) => whyNot(recording, one.event)).find(Boolean);
    const more = says.length > MOST_SAYS ? ` (+${says.length - MOST_SAYS})` : "";
    shown.push(asked([against ? fill(words["row.not"], { why: against }) : fill(words["undo.ask"], { says: says.slice(0, MOST_SAYS).join(". ") + more })],
      ...(against ? [] : [button(words["undo.confirm"], () => strike(recording, doubted), { class: "main" })]),
      button(words["undo.no"], () => {
        recording.doubted = null;
        recording.redraw();
      }, { class: "quiet" })));
  }
  return shown;
}

/** @param {string[]} says @param {...HTMLElement} answers */
function asked(says, ...answers) {
  return make("div", { class: "asks", role: "alert" }, ...says.map((text) => make("p", {}, text)), make("div", { class: "row" }, ...answers));
}

/** Undoes the lines of a stored entry that count, the last first. @param {Recording} recording @param {Entry} entry */
function strike(recording, entry) {
  recording.doubted = null;
  recording.found = recording.found.filter((one) => one.entry !== entry);
  const lines = recording.list.standing(entry).reverse().map((one) => `${recording.undoing} ${one.event} ${recording.words["undo.reason"]}`);
  if (lines.length) recording.say(lines, null);
}
