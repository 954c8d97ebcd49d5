// Pads that few turns need: armies that move, a card, sets, losses without dice.

import { diceOf, standing, turnOf } from "./derive.js";
import { button, fill, make } from "./dom.js";

/** Sets that may be exchanged. @param {View} view @param {Hands} hands */
export function sets(view, { words, names, say }) {
  return view.due.sets.slice(0, 2).map(({ cards, value, bonus }) => {
    const named = cards.map((card) => names[card] ?? words[`card.${card}`] ?? card).join(", ");
    return button(fill(words.set, { cards: named, value: value + bonus }), () => say(`tris ${cards.join(" ")}`), { class: "quiet set" });
  });
}

/** @param {View} view @param {Hands} hands */
export function movePad(view, hands) {
  const { draft, words, names } = hands;
  const most = (standing(view)[draft.source]?.[1] ?? 1) - 1;
  const counts = Array.from({ length: Math.max(1, most) }, (_, place) => place + 1);
  return make("div", {}, make("p", { class: "ask" }, fill(words["move.count"], { source: names[draft.source], target: names[draft.target] })),
    make("div", { class: "row counts" }, ...counts.map((count) => button(String(count), () => hands.submit(moved(draft, count)), { class: "quiet" }))));
}

/** @param {View} _ @param {Hands} hands */
export function cardPad(_, hands) {
  return make("div", {}, make("p", { class: "ask" }, hands.words["card.hint"]),
    make("div", { class: "row" },
      button(hands.words["card.unseen"], () => hands.submit(hands.draft.card("")), { class: "main" }),
      button(hands.words["card.JOL"], () => hands.submit(hands.draft.card("jolly")), { class: "quiet" })));
}

/** How many armies attack where no dice are thrown; the losses are those of the rules. @param {View} view @param {Hands} hands */
export function armyPad(view, hands) {
  const { draft, words } = hands;
  const most = diceOf(view, draft.source, draft.target);
  const losses = (/** @type {number} */ count) => draft.known.derives.table?.[count - 1]?.[most.defence - 1] ?? [0, 0];
  return make("div", { class: "row counts armies", role: "group", "aria-label": words["attack.armies"] },
    ...Array.from({ length: most.attack }, (_, place) => most.attack - place).map((count) => {
      const [attack, defence] = losses(count);
      const made = button("", () => hands.submit(draft.attacked(`${count}v${most.defence}`, [attack, defence], count)), {
        class: count === most.attack ? "main" : "quiet", "data-armies": String(count),
        "aria-label": `${fill(words["attack.with"], { count, defence: most.defence })}: ${fill(words.lost, { attack, defence })}`,
      });
      made.append(make("span", {}, fill(words["attack.with"], { count, defence: most.defence })), make("b", {}, `−${attack} −${defence}`));
      return made;
    }));
}

/** @param {View} view @param {Hands} hands */
export function lossPad(view, hands) {
  const most = diceOf(view, hands.draft.source, hands.draft.target);
  const pairs = Math.min(most.attack, most.defence);
  /** @type {[number, number][]} */
  const ways = [];
  for (let count = pairs; count > 0; count -= 1) for (let attack = 0; attack <= count; attack += 1) ways.push([attack, count - attack]);
  return make("div", { class: "row counts losses", role: "group", "aria-label": hands.words["losses-only"] },
    ...ways.map(([attack, defence]) => button(`−${attack} −${defence}`, () => hands.submit(hands.draft.attacked(`-${attack}-${defence}`, [attack, defence], 1)), {
      class: "quiet", "aria-label": fill(hands.words.lost, { attack, defence }),
    })));
}

/** @param {import("./draft.js").Draft} draft @param {number} armies */
function moved(draft, armies) {
  const { source, target } = draft;
  return draft.done({ lines: [`sposta ${armies} ${source} ${target}`], effect: moving(source, target, armies) });
}

/** @param {string} source @param {string} target @param {number} armies @returns {Effect} */
function moving(source, target, armies) {
  return (view) => {
    const board = { ...standing(view) };
    board[source] = [board[source][0], board[source][1] - armies];
    board[target] = [board[target][0], board[target][1] + armies];
    return { board, due: { ...turnOf(board, view.due), moves: Math.max(0, view.due.moves - 1), advance: null }, says: [] };
  };
}
