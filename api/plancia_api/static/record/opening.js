// What is entered before the first turn: order of play, territories, draft, neutral territories, objectives, first armies.

import { countText, dealWidget } from "./deal.js";
import { button, fill, make } from "./dom.js";
import { kept, store } from "./recording.js";
import { NEUTRAL, brushes, colours, contextOf, faces, seat, seatButton } from "./seats.js";

const FEW_LEFT = 6; // free territories that one button makes neutral, where no rule says how many stay so
const DECKS = [1, 2, 3, 4];
let putOff = ""; // the phase in which objectives are entered later

/** The widget for what is due, or null if it does not belong to the opening.
 * @param {Due} due @param {Page} page @returns {HTMLElement|null} */
export function widgetFor(due, page) {
  const context = contextOf(page);
  switch (due.phase) {
    case "order": return orderWidget(due, context);
    case "deal": return dealWidget(due, context);
    case "pick": return pickWidget(due, context);
    case "draft": return draftWidget(due, context);
    case "place": return objectivesDue(due, context) ?? placeWidget(due, context);
    case "between": return objectivesDue(due, context);
    default: return null;
  }
}

/** Objectives that are dealt now and not entered later. @param {Due} due @param {Context} context */
function objectivesDue({ phase, objectives }, context) {
  return objectives.length && putOff !== phase ? objectivesWidget(objectives, context, phase) : null;
}

/** Dice of those who throw, or the order by hand. @param {Due} due @param {Context} context */
function orderWidget(due, context) {
  const { words } = context;
  const byHand = handOrder(context);
  if (!due.throwers.length) return make("div", { class: "panel", "data-widget": "order" }, make("p", { class: "ask" }, words["opening.order-choose"]), byHand);
  /** @type {Record<string, number>} */
  const thrown = {};
  const send = () => context.say(`dadi ${Object.entries(thrown).map(([letter, face]) => `${letter} ${face}`).join(" ")}`);
  const done = button(words["opening.dice-done"], send, { class: "quiet", disabled: true, "data-act": "dice" });
  const rows = due.throwers.map((letter) => make("div", { class: "seat-row", "data-row": letter }, seat(letter, context),
    faces(context.players[letter] ?? letter, (face) => {
      thrown[letter] = face;
      done.disabled = false;
      if (Object.keys(thrown).length === due.throwers.length) send();
    })));
  return make("div", { class: "panel", "data-widget": "order" }, make("p", { class: "ask" }, words["opening.dice"]), ...rows, make("div", { class: "row" }, done),
    make("details", {}, make("summary", {}, words["opening.by-hand"]), byHand));
}

/** The order of play by tapping the players one after another. @param {Context} context */
function handOrder(context) {
  const letters = colours(context);
  /** @type {string[]} */
  let order = [];
  const row = make("div", { class: "row" });
  const draw = () => row.replaceChildren(
    ...order.map((letter, place) => make("span", { class: "ordered" }, `${place + 1}. `, seat(letter, context))),
    ...letters.filter((letter) => !order.includes(letter)).map((letter) => seatButton(letter, context, () => {
      order.push(letter);
      if (order.length === letters.length - 1) order.push(...letters.filter((other) => !order.includes(other)));
      if (order.length === letters.length) context.say(`ordine ${order.join(" ")}`);
      draw();
    })),
    ...(order.length ? [button(context.words["opening.again"], () => {
      order = [];
      draw();
    }, { class: "quiet" })] : []));
  draw();
  return make("div", {}, make("p", { class: "ask" }, context.words["opening.order"]), row);
}

/** Territories chosen in turn, a tap each. @param {Due} due @param {Context} context */
function pickWidget(due, context) {
  context.board.show(context.board.state);
  context.board.target(due.free);
  context.board.onTap((code) => due.free.includes(code) && context.say(code));
  return make("div", { class: "panel", "data-widget": "pick" }, ...asks(due, context, "opening.pick"), ...neutralRow(due, context));
}

/** Who acts and how many territories that player has; nothing where the rest stays neutral. @param {Due} due @param {Context} context @param {string} key */
function asks(due, context, key) {
  if (due.rest === NEUTRAL) return [];
  const count = due.territories[due.player] ? [" ", make("b", {}, countText(due, due.player, 0, context.words))] : [];
  return [make("p", { class: "ask" }, ...(due.player ? [seat(due.player, context), ": "] : []), context.words[key], ...count)];
}

/** The last free territories as neutral ones, and one that is neutral from the start. @param {Due} due @param {Context} context */
function neutralRow(due, context) {
  const { words, names, board, say } = context;
  const row = make("div", { class: "row" });
  const isKnown = Object.keys(due.territories).length > 0;
  if (isKnown ? due.rest === NEUTRAL : due.free.length <= FEW_LEFT) {
    const list = due.free.map((code) => names[code]).join(", ");
    row.append(button(fill(words["opening.left-neutral"], { list }), () => say("neutrali"), { class: "quiet", "data-act": "neutral" }));
  }
  const one = button(words["opening.one-neutral"], () => {
    one.setAttribute("aria-pressed", "true");
    board.onTap((code) => due.free.includes(code) && say(`neutrali ${code}`));
  }, { class: "quiet", "aria-pressed": "false", "data-act": "one-neutral" });
  if (!isKnown || due.territories[NEUTRAL]) row.append(one);
  return [row];
}

/** Cards kept in the draft; the deck is asked for where nobody can know it. @param {Due} due @param {Context} context */
function draftWidget(due, context) {
  const { words, names, board } = context;
  const place = make("div", {});
  const keep = async (/** @type {string} */ card) => {
    const answer = await context.say(card);
    if (answer?.unclear?.code !== "deck") return;
    place.replaceChildren(make("p", { class: "ask" }, fill(words["opening.deck"], { card: names[card] ?? card })),
      make("div", { class: "row" }, ...DECKS.map((deck) => button(String(deck), () => context.say(`mazzo ${deck} ${card}`), { class: "quiet", "data-deck": String(deck) }))));
    context.refresh();
  };
  board.show(board.state);
  board.target(due.free);
  board.onTap((code) => due.free.includes(code) && keep(code));
  place.append(make("div", { class: "row" }, button(words["opening.hidden-card"], () => keep("???"), { class: "quiet", "data-act": "hidden-card" })));
  return make("div", { class: "panel", "data-widget": "draft" }, ...asks(due, context, "opening.draft"), place, ...neutralRow(due, context));
}

/** The first armies, a tap each, as many at a time as the rules want. @param {Due} due @param {Context} context */
function placeWidget(due, context) {
  const { words, names, board } = context;
  const key = `plancia-placed-${context.game}`;
  const before = kept(key);
  const goesOn = before && due.place[before.letter] === before.left;
  let letter = goesOn ? before.letter : due.player || Object.keys(due.place)[0];
  /** @type {string[]} territories tapped, those of before the page was opened too */
  let steps = goesOn ? before.steps : [];
  const body = make("div", { class: "panel", "data-widget": "place" });
  const items = () => steps.reduce((sum, code) => ({ ...sum, [code]: (sum[code] ?? 0) + 1 }), /** @type {Record<string, number>} */ ({}));
  const say = () => context.say(`${letter}: ${Object.entries(items()).map(([code, count]) => `+${count} ${code}`).join(" ")}`);
  const most = () => Math.min(due.chunk || Infinity, due.place[letter] ?? 0);
  const draw = () => {
    const shown = { ...board.state };
    for (const [code, count] of Object.entries(items())) shown[code] = [letter, shown[code][1] + count];
    board.show(shown);
    board.target(Object.keys(shown).filter((code) => shown[code][0] === letter), Object.keys(items()));
    store(key, steps.length && { letter, steps, left: due.place[letter] });
    const list = Object.entries(items()).map(([code, count]) => `${names[code]} +${count}`).join(", ");
    body.replaceChildren(
      make("p", { class: "ask" }, seat(letter, context), ": ", fill(words["opening.place"], { left: most() - steps.length }), " ",
        make("small", {}, fill(words[most() < due.place[letter] ? "opening.place-rest" : "opening.place-last"], { rest: due.place[letter] - most() }))),
      brushes(Object.keys(due.place), letter, context, (other) => {
        letter = other;
        steps = [];
        draw();
      }),
      make("div", { class: "row" },
        button(words["opening.place-done"], say, { class: "main", disabled: !list, "data-act": "place" }),
        button(words["opening.take-back"], () => {
          steps.pop();
          draw();
        }, { class: "quiet", disabled: !list, "data-act": "back" })),
      make("p", { class: "painted" }, list),
    );
  };
  board.onTap((code) => {
    if (board.state[code]?.[0] !== letter) return;
    steps.push(code);
    if (steps.length === most()) say();
    draw();
  });
  draw();
  return body;
}

/** Objectives dealt: hidden, or by name and number. @param {string[]} letters @param {Context} context @param {string} phase that in which they
 * are dealt; "over" where they are opened */
export function objectivesWidget(letters, context, phase) {
  const { words, goals = [] } = context;
  const opened = phase === "over";
  const hidden = opened ? words["opening.not-opened"] : words["opening.hidden"];
  const rows = letters.map((letter) => {
    const choice = make("select", { "aria-label": context.players[letter] ?? letter, "data-goal": letter },
      make("option", { value: "" }, hidden), ...goals.map((goal) => make("option", { value: String(goal.number) }, `${goal.number}. ${goal.name}`)));
    return { letter, choice: /** @type {HTMLSelectElement} */ (choice), row: make("label", { class: "seat-row" }, seat(letter, context), choice) };
  });
  const same = make("p", { class: "refusal", role: "alert", hidden: true });
  for (const { choice } of rows) choice.addEventListener("change", () => {
    const twice = rows.filter((one) => one.choice.value && rows.some((other) => other !== one && other.choice.value === one.choice.value));
    same.hidden = !twice.length;
    same.textContent = twice.length ? fill(words["opening.same-goal"], { players: twice.map(({ letter }) => context.players[letter] ?? letter).join(", ") }) : "";
  });
  const say = () => {
    const said = rows.filter(({ choice }) => choice.value || !opened)
      .map(({ letter, choice }) => `${letter}: obiettivo ${choice.value || "nascosto"}`);
    if (said.length) context.say(said);
  };
  const later = opened ? [] : [button(words["opening.later"], () => {
    putOff = phase;
    context.refresh();
  }, { class: "quiet", "data-act": "later" })];
  return make("div", { class: "panel", "data-widget": "objectives" }, make("p", { class: "ask" }, words[opened ? "ending.open-objectives" : "opening.objectives"]),
    ...rows.map(({ row }) => row), same, make("div", { class: "row" }, button(words["opening.objectives-done"], say, { class: "main", "data-act": "objectives" }), ...later));
}
