// What is entered before the first turn: order of play, territories, draft, neutral territories, objectives, first armies.

import { button, fill, make } from "./dom.js";

/**
 * What `GET /games/ID/due` calls `due`, as far as this module reads it.
 * @typedef {{phase: string, player: string, free: string[], place: Record<string, number>, objectives: string[],
 *   throwers: string[], chunk: number}} Due
 *
 * What the page lends to a widget: names of territories by code, names of players by letter, the objectives of the
 * variant, the messages of the catalogue `phases`, and `say`, which hands inputs in words of the table to the page.
 * @typedef {{board: {state: Record<string, [string, number]>, show: (board: Record<string, [string, number]>) => void,
 *   target: (codes: string[], chosen?: string[]) => void, onTap: (take: ((code: string) => void)|null) => void},
 *   names: Record<string, string>, players: Record<string, string>, lang: string, words: Record<string, string>,
 *   goals?: {id: string, number: number, name: string}[], game?: string, leave?: () => Promise<unknown>,
 *   say: (text: string|string[]) => Promise<any>, refresh: () => void}} Context
 */

const MOST_BRUSH = 6; // armies that a tap may give to a territory
const FEW_LEFT = 6; // free territories that one button makes neutral
const DECKS = [1, 2, 3, 4];
const NEUTRAL = "-";
let putOff = ""; // the phase in which objectives are entered later

/** The widget for what is due, or null if it does not belong to the opening.
 * @param {Due} due @param {Context} context @returns {HTMLElement|null} */
export function widgetFor(due, context) {
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

/** The colours at the table, in the order of the notation. @param {Context} context */
export function colours({ players }) {
  return [..."RBGYNV"].filter((letter) => letter in players);
}

/** A chip with the letter of a colour, and the name of its player. @param {string} letter @param {Context} context */
export function seat(letter, { players, words }) {
  const dot = make("span", { class: `chip p${letter}`, "aria-hidden": "true" }, letter === NEUTRAL ? "" : letter);
  return make("span", { class: "who" }, dot, " ", letter === NEUTRAL ? words["opening.neutral"] : players[letter] ?? letter);
}

/** A button with a chip. @param {string} letter @param {Context} context @param {() => void} act @param {Record<string, string>} [attributes] */
export function seatButton(letter, context, act, attributes = {}) {
  const made = button("", act, { class: "quiet", "data-seat": letter, ...attributes });
  made.append(seat(letter, context));
  return made;
}

/** Six faces, one of which is chosen. @param {string} label @param {(face: number) => void} choose */
export function faces(label, choose) {
  const row = make("div", { class: "row die-row", role: "group", "aria-label": label });
  for (const face of [1, 2, 3, 4, 5, 6]) {
    row.append(button(String(face), () => {
      for (const other of row.children) other.setAttribute("aria-pressed", String(other.getAttribute("data-die") === String(face)));
      choose(face);
    }, { class: "quiet", "data-die": String(face), "aria-pressed": "false", "aria-label": `${label}: ${face}` }));
  }
  return row;
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
      /** @type {HTMLButtonElement} */ (done).disabled = false;
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

/** Territories by painting the map, player by player. @param {Due} due @param {Context} context */
function dealWidget(due, context) {
  const { words, board, names } = context;
  /** @type {Record<string, number>} armies by territory painted */
  const painted = {};
  let letter = due.player || colours(context)[0];
  let armies = 1;
  const body = make("div", { class: "panel", "data-widget": "deal" });
  const say = () => context.say(letter === NEUTRAL ? neutralWords(painted) : dealWords(letter, painted));
  const draw = () => {
    const shown = { ...board.state };
    for (const [code, count] of Object.entries(painted)) shown[code] = [letter, count];
    board.show(shown);
    board.target(due.free, Object.keys(painted));
    const count = Object.keys(painted).length;
    const list = Object.entries(painted).map(([code, number]) => `${names[code]}${number > 1 ? ` ${number}` : ""}`).join(", ");
    body.replaceChildren(
      make("p", { class: "ask" }, words["opening.deal"], " ", make("b", {}, fill(words["opening.lands"], { count }))),
      brushes([...colours(context), NEUTRAL], letter, context, (other) => {
        letter = other;
        draw();
      }),
      counts(words["opening.armies"], armies, (count) => {
        armies = count;
        draw();
      }),
      ...(list ? [make("p", { class: "painted" }, list)] : []),
      make("div", { class: "row" },
        button(fill(words["opening.deal-done"], { count }), say, { class: "main", disabled: !count, "data-act": "deal" }),
        button(fill(words["opening.all-free"], { count: due.free.length - count }), () => {
          for (const code of due.free) painted[code] ??= armies;
          draw();
        }, { class: "quiet", disabled: count === due.free.length, "data-act": "all" })),
    );
  };
  board.onTap((code) => {
    if (!due.free.includes(code)) return;
    if (painted[code] === armies) delete painted[code];
    else painted[code] = armies;
    draw();
  });
  draw();
  return body;
}

/** @param {string} letter @param {Record<string, number>} painted */
function dealWords(letter, painted) {
  return `${letter}: ${Object.entries(painted).map(([code, count]) => `${code} ${count}`).join(", ")}`;
}

/** @param {Record<string, number>} painted */
function neutralWords(painted) {
  const armies = Math.max(...Object.values(painted));
  return `neutrali ${Object.keys(painted).join(", ")}${armies > 1 ? ` ${armies}` : ""}`;
}

/** Whose territories the next taps are. @param {string[]} letters @param {string} chosen @param {Context} context @param {(letter: string) => void} choose */
function brushes(letters, chosen, context, choose) {
  return make("div", { class: "row", role: "group", "aria-label": context.words["opening.whose"] },
    ...letters.map((letter) => seatButton(letter, context, () => choose(letter), { "aria-pressed": String(letter === chosen) })));
}

/** @param {string} label @param {number} chosen @param {(count: number) => void} choose */
function counts(label, chosen, choose) {
  const numbers = Array.from({ length: MOST_BRUSH }, (_, place) => place + 1);
  return make("div", { class: "row counts", role: "group", "aria-label": label }, make("span", { class: "label" }, label),
    ...numbers.map((count) => button(String(count), () => choose(count), { class: "quiet", "aria-pressed": String(count === chosen), "data-count": String(count) })));
}

/** Territories chosen in turn, a tap each. @param {Due} due @param {Context} context */
function pickWidget(due, context) {
  context.board.show(context.board.state);
  context.board.target(due.free);
  context.board.onTap((code) => due.free.includes(code) && context.say(code));
  return make("div", { class: "panel", "data-widget": "pick" }, asks(due, context, "opening.pick"), ...neutralRow(due, context));
}

/** @param {Due} due @param {Context} context @param {string} key */
function asks(due, context, key) {
  return make("p", { class: "ask" }, ...(due.player ? [seat(due.player, context), ": "] : []), context.words[key]);
}

/** The last free territories as neutral ones, and one that is neutral from the start. @param {Due} due @param {Context} context */
function neutralRow(due, context) {
  const { words, names, board, say } = context;
  const row = make("div", { class: "row" });
  if (due.free.length <= FEW_LEFT) {
    const list = due.free.map((code) => names[code]).join(", ");
    row.append(button(fill(words["opening.left-neutral"], { list }), () => say("neutrali"), { class: "quiet", "data-act": "neutral" }));
  }
  const one = button(words["opening.one-neutral"], () => {
    one.setAttribute("aria-pressed", "true");
    board.onTap((code) => due.free.includes(code) && say(`neutrali ${code}`));
  }, { class: "quiet", "aria-pressed": "false", "data-act": "one-neutral" });
  row.append(one);
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
  return make("div", { class: "panel", "data-widget": "draft" }, asks(due, context, "opening.draft"), place, ...neutralRow(due, context));
}

/** The first armies, a tap each, as many at a time as the rules want. @param {Due} due @param {Context} context */
function placeWidget(due, context) {
  const { words, names, board } = context;
  let letter = due.player || Object.keys(due.place)[0];
  /** @type {string[]} */
  let steps = [];
  const body = make("div", { class: "panel", "data-widget": "place" });
  const items = () => steps.reduce((sum, code) => ({ ...sum, [code]: (sum[code] ?? 0) + 1 }), /** @type {Record<string, number>} */ ({}));
  const say = () => context.say(`${letter}: ${Object.entries(items()).map(([code, count]) => `+${count} ${code}`).join(" ")}`);
  const most = () => (letter === due.player && due.chunk ? due.chunk : due.place[letter] ?? 0);
  const draw = () => {
    const shown = { ...board.state };
    for (const [code, count] of Object.entries(items())) shown[code] = [letter, shown[code][1] + count];
    board.show(shown);
    board.target(Object.keys(shown).filter((code) => shown[code][0] === letter), Object.keys(items()));
    const list = Object.entries(items()).map(([code, count]) => `${names[code]} +${count}`).join(", ");
    body.replaceChildren(
      make("p", { class: "ask" }, seat(letter, context), ": ", fill(words["opening.place"], { left: most() - steps.length, all: (due.place[letter] ?? 0) - steps.length })),
      brushes(Object.keys(due.place), letter, context, (other) => {
        letter = other;
        steps = [];
        draw();
      }),
      ...(list ? [make("p", { class: "painted" }, list), make("div", { class: "row" },
        button(words["opening.place-done"], say, { class: "main", "data-act": "place" }),
        button(words["opening.take-back"], () => {
          steps.pop();
          draw();
        }, { class: "quiet", "data-act": "back" }))] : []),
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
    ...rows.map(({ row }) => row), make("div", { class: "row" }, button(words["opening.objectives-done"], say, { class: "main", "data-act": "objectives" }), ...later));
}
