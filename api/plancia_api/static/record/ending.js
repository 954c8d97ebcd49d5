// What is entered at the end of a game: closing throws, the end, objectives opened, points, signatures.

import { ask, confirmBox } from "./confirm.js";
import { button, fill, make } from "./dom.js";
import { objectivesWidget } from "./opening.js";
import { colours, contextOf, faces, seat, seatButton } from "./seats.js";

const ARBITER = "A";
let skippedThrow = ""; // key of the closing throw that the recorder does not enter now

/** The widget for what is due, or null if it does not belong to the end.
 * @param {Due} due @param {Page} page @returns {HTMLElement|null} */
export function widgetFor(due, page) {
  const context = contextOf(page);
  if (due.phase === "over" && !due.impossible) return due.end?.recorded ? overWidget(due, context) : endWidget(context);
  if (due.phase === "between" && due.throw && skippedThrow !== throwKey(due)) return throwWidget(due, context);
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
  const enter = (/** @type {number} */ place, /** @type {number} */ face) => {
    dice[place] = face;
    if (dice.filter(Boolean).length < thrown.dice) return;
    say(isArbiter ? `arbitro ${dice[0]}` : `sdadata ${dice.join("")}${thrown.bonus ? " bonus" : ""}`);
  };
  const pads = Array.from({ length: thrown.dice }, (_, place) =>
    faces(fill(words["ending.die"], { place: place + 1 }), (face) => enter(place, face)));
  const who = isArbiter ? make("b", {}, words["ending.arbiter"]) : seat(thrown.player, context);
  const row = make("div", { class: "row" });
  if (!isArbiter) {
    row.append(button(words["ending.no-throw"], () => say("niente sdadata"), { class: "quiet", "data-act": "no-throw" }),
      button(words["ending.defer"], () => say("rimanda 1"), { class: "quiet", "data-act": "defer" }));
  }
  row.append(button(words["ending.go-on"], () => {
    skippedThrow = throwKey(due);
    context.refresh();
  }, { class: "quiet", "data-act": "go-on" }));
  return make("div", { class: "panel", "data-widget": "throw" },
    make("p", { class: "ask" }, who, " ", fill(words["ending.throw"], { most: thrown.most })), ...pads,
    make("p", { class: "hint" }, isArbiter ? "" : fill(words["ending.throw-hint"], { next: players[due.next] ?? "" })), row);
}

/** The game is over: objectives opened, points said, signatures, then the result. @param {Due} due @param {Context} context */
function overWidget(due, context) {
  const { words } = context;
  const address = `/record/${context.game}/result`;
  const result = make("a", { class: "button main", href: address, "data-act": "result" }, words["ending.result"]);
  return make("div", { class: "panel", "data-widget": "over" },
    make("p", { class: "ask" }, make("b", {}, words["ending.over"])),
    ...(due.unopened.length ? [objectivesWidget(due.unopened, context, due.phase)] : []),
    signatures(due, context),
    make("div", { class: "row" }, result),
    make("details", {}, make("summary", {}, words["ending.points"]), pointsForm(context)));
}

/** Players confirm the result by a tap each; one question names them before it is recorded.
 * @param {Due} due @param {Context} context */
function signatures(due, context) {
  const { words } = context;
  const missing = due.unsigned;
  const signed = due.signed.map((letter) => make("span", { class: "ordered" }, seat(letter, context), " ✓"));
  if (!missing.length) {
    return make("div", {}, make("p", { class: "ask" }, words["ending.all-signed"]), make("div", { class: "row" }, ...signed));
  }
  /** @type {Set<string>} */
  const tapped = new Set();
  const question = make("div", {});
  const confirm = () => ask(question, confirmBox(`firmano ${missing.filter((letter) => tapped.has(letter)).join(" ")}`, context));
  const sign = button(words["ending.sign"], confirm, { class: "quiet", disabled: true, "data-act": "sign" });
  const toggles = missing.map((letter) => {
    const toggle = seatButton(letter, context, () => {
      if (tapped.has(letter)) tapped.delete(letter);
      else tapped.add(letter);
      toggle.setAttribute("aria-pressed", String(tapped.has(letter)));
      sign.disabled = !tapped.size;
      if (tapped.size === missing.length) confirm();
      else question.replaceChildren();
    }, { "aria-pressed": "false", "data-act": "confirm" });
    return toggle;
  });
  return make("div", {}, make("p", { class: "ask" }, words["ending.signatures"]), make("div", { class: "row" }, ...signed, ...toggles),
    make("div", { class: "row" }, sign), question);
}

/** Points as the table counted them. @param {Context} context */
function pointsForm(context) {
  const fields = colours(context).map((letter) => {
    const attributes = { inputmode: "decimal", class: "short", "aria-label": context.players[letter], "data-points": letter };
    const input = make("input", attributes);
    return { letter, input, row: make("label", { class: "seat-row" }, seat(letter, context), input) };
  });
  const submit = () => {
    const points = fields.filter(({ input }) => input.value.trim()).map(({ letter, input }) => `${letter} ${input.value.trim()}`);
    if (points.length) context.say(`punti ${points.join(" ")}`);
  };
  const send = button(context.words["ending.points-done"], submit, { class: "quiet", "data-act": "points" });
  return make("div", {}, ...fields.map(({ row }) => row), make("div", { class: "row" }, send));
}
