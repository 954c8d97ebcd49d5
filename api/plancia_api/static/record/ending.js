// What is entered at the end of a game: closing throws, the end, objectives opened, points, signatures.

import { ask, confirmBox } from "./confirm.js";
import { button, fill, make } from "./dom.js";
import { objectivesWidget } from "./opening.js";
import { colours, contextOf, faces, seat, seatButton } from "./seats.js";

/**
 * What `GET /games/ID/due` calls `due`, as far as this module reads it.
 * @typedef {{phase: string, player: string, next: string, turn: string, round: number, announcement: string, freeze: string,
 *   throw: {player: string, dice: number, most: number, bonus: boolean}|null, claims: {what: string, certain: boolean}[],
 *   end: {recorded: boolean, why: string[]}|null, unopened: string[], signed: string[], unsigned: string[], impossible: number}} Due
 */

const ARBITER = "A";
let passedOver = ""; // the closing throw that the recorder does not want to enter now

/** The widget for what is due, or null if it does not belong to the end.
 * @param {Due} due @param {any} page @returns {HTMLElement|null} */
export function widgetFor(due, page) {
  const context = contextOf(page);
  if (due.phase === "over" && !due.impossible) return due.end?.recorded ? overWidget(due, context) : endWidget(context);
  if (due.phase === "between" && due.throw && passedOver !== throwKey(due)) return throwWidget(due, context);
  return null;
}

/** @param {Due} due */
function throwKey({ throw: throwDue, round, next }) {
  return JSON.stringify([throwDue, round, next]);
}

/** The rules have ended the game, and its end is not recorded yet. @param {Context} context */
function endWidget({ words, say }) {
  return make("div", { class: "panel", "data-widget": "end" }, make("p", { class: "ask" }, words["ending.rules"]),
    make("div", { class: "row" }, button(words["ending.write"], () => say("fine"), { class: "main", "data-act": "end" })));
}

/** The closing throw of the player whose turn ended, or the arbiter's die. @param {Due} due @param {Context} context */
function throwWidget(due, context) {
  const { words, say, players } = context;
  const thrown = /** @type {NonNullable<Due["throw"]>} */ (due.throw);
  const isArbiter = thrown.player === ARBITER;
  /** @type {number[]} */
  const dice = [];
  const take = (/** @type {number} */ place) => (/** @type {number} */ face) => {
    dice[place] = face;
    const count = dice.filter(Boolean).length;
    if (count === thrown.dice) say(isArbiter ? `arbitro ${dice[0]}` : `sdadata ${dice.join("")}${thrown.bonus ? " bonus" : ""}`);
  };
  const pads = Array.from({ length: thrown.dice }, (_, place) => faces(fill(words["ending.die"], { place: place + 1 }), take(place)));
  const who = isArbiter ? make("b", {}, words["ending.arbiter"]) : seat(thrown.player, context);
  const row = make("div", { class: "row" });
  if (!isArbiter) {
    row.append(button(words["ending.no-throw"], () => say("niente sdadata"), { class: "quiet", "data-act": "no-throw" }),
      button(words["ending.defer"], () => say("rimanda 1"), { class: "quiet", "data-act": "defer" }));
  }
  row.append(button(words["ending.go-on"], () => {
    passedOver = throwKey(due);
    context.refresh();
  }, { class: "quiet", "data-act": "go-on" }));
  return make("div", { class: "panel", "data-widget": "throw" },
    make("p", { class: "ask" }, who, " ", fill(words["ending.throw"], { most: thrown.most })), ...pads,
    make("p", { class: "hint" }, isArbiter ? "" : fill(words["ending.throw-hint"], { next: players[due.next] ?? "" })), row);
}

/** The game is over: objectives opened, points said, signatures, then the result. @param {Due} due @param {Context} context */
function overWidget(due, context) {
  const { words } = context;
  const result = make("a", { class: "button main", href: `/record/${context.game}/result`, "data-act": "result" }, words["ending.result"]);
  return make("div", { class: "panel", "data-widget": "over" },
    make("p", { class: "ask" }, make("b", {}, words["ending.over"])),
    ...(due.unopened.length ? [objectivesWidget(due.unopened, context, due.phase)] : []),
    signatures(due, context),
    make("div", { class: "row" }, result),
    make("details", {}, make("summary", {}, words["ending.points"]), pointsForm(context)));
}

/** Every player confirms the result by a tap; who did is named once more before it is recorded. @param {Due} due @param {Context} context */
function signatures(due, context) {
  const { words } = context;
  const missing = due.unsigned;
  const signed = due.signed.map((letter) => make("span", { class: "ordered" }, seat(letter, context), " ✓"));
  if (!missing.length) return make("div", {}, make("p", { class: "ask" }, words["ending.all-signed"]), make("div", { class: "row" }, ...signed));
  /** @type {Set<string>} */
  const tapped = new Set();
  const question = make("div", {});
  const said = () => `firmano ${missing.filter((letter) => tapped.has(letter)).join(" ")}`;
  const done = /** @type {HTMLButtonElement} */ (button(words["ending.sign"], () => ask(question, confirmBox(said(), context)), { class: "quiet", disabled: true, "data-act": "sign" }));
  const row = make("div", { class: "row" }, ...signed, ...missing.map((letter) => {
    const made = seatButton(letter, context, () => {
      if (tapped.has(letter)) tapped.delete(letter);
      else tapped.add(letter);
      made.setAttribute("aria-pressed", String(tapped.has(letter)));
      done.disabled = !tapped.size;
      if (tapped.size === missing.length) ask(question, confirmBox(said(), context));
      else question.replaceChildren();
    }, { "aria-pressed": "false", "data-act": "confirm" });
    return made;
  }));
  return make("div", {}, make("p", { class: "ask" }, words["ending.signatures"]), row, make("div", { class: "row" }, done), question);
}

/** Points as the table counted them. @param {Context} context */
function pointsForm(context) {
  const fields = colours(context).map((letter) => {
    const input = /** @type {HTMLInputElement} */ (make("input", { inputmode: "decimal", class: "short", "aria-label": context.players[letter], "data-points": letter }));
    return { letter, input, row: make("label", { class: "seat-row" }, seat(letter, context), input) };
  });
  const say = () => {
    const said = fields.filter(({ input }) => input.value.trim()).map(({ letter, input }) => `${letter} ${input.value.trim()}`);
    if (said.length) context.say(`punti ${said.join(" ")}`);
  };
  return make("div", {}, ...fields.map(({ row }) => row), make("div", { class: "row" }, button(context.words["ending.points-done"], say, { class: "quiet", "data-act": "points" })));
}
