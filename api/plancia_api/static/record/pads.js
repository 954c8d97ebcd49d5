// Pads that few turns need: armies that move, a card, sets, losses without dice.

import { diceOf, standing, turnOf } from "./derive.js";
import { button, fill, make } from "./dom.js";

/** Sets that may be exchanged. @param {View} view @param {Page} page */
export function sets(view, { words, names, say }) {
  return view.due.sets.slice(0, 2).map(({ cards, value, bonus }) => {
    const named = cards.map((card) => names[card] ?? words[`card.${card}`] ?? card).join(", ");
    return button(fill(words.set, { cards: named, value: value + bonus }), () => say(`tris ${cards.join(" ")}`), { class: "quiet set" });
  });
}

/** @param {View} view @param {Page} page */
export function movePad(view, page) {
  const { draft, words, names } = page;
  const most = (standing(view)[draft.source]?.[1] ?? 1) - 1;
  const counts = Array.from({ length: Math.max(1, most) }, (_, place) => place + 1);
  return make("div", {}, make("p", { class: "ask" }, fill(words["move.count"], { source: names[draft.source], target: names[draft.target] })),
    make("div", { class: "row counts" }, ...counts.map((count) => button(String(count), () => page.submit(moved(draft, count)), { class: "quiet" }))));
}

/** @param {View} _ @param {Page} page */
export function cardPad(_, page) {
  return make("div", {}, make("p", { class: "ask" }, page.words["card.hint"]),
    make("div", { class: "row" },
      button(page.words["card.unseen"], () => page.submit(page.draft.card("")), { class: "main" }),
      button(page.words["card.JOL"], () => page.submit(page.draft.card("jolly")), { class: "quiet" })));
}

/** How many armies attack where no dice are thrown; the losses are those of the rules. @param {View} view @param {Page} page */
export function armyPad(view, page) {
  const { draft, words } = page;
  const most = diceOf(view, draft.source, draft.target);
  const losses = (/** @type {number} */ count) => draft.known.derives.table?.[count - 1]?.[most.defence - 1] ?? [0, 0];
  return make("div", { class: "row counts armies", role: "group", "aria-label": words["attack.armies"] },
    ...Array.from({ length: most.attack }, (_, place) => most.attack - place).map((count) => {
      const [attack, defence] = losses(count);
      const made = button("", () => page.submit(draft.attacked(`${count}v${most.defence}`, [attack, defence], count)), {
        class: count === most.attack ? "main" : "quiet", "data-armies": String(count),
        "aria-label": `${fill(words["attack.with"], { count, defence: most.defence })}: ${fill(words.lost, { attack, defence })}`,
      });
      made.append(make("span", {}, fill(words["attack.with"], { count, defence: most.defence })), make("b", {}, `−${attack} −${defence}`));
      return made;
    }));
}

/** @param {View} view @param {Page} page */
export function lossPad(view, page) {
  const most = diceOf(view, page.draft.source, page.draft.target);
  const pairs = Math.min(most.attack, most.defence);
  /** @type {[number, number][]} */
  const ways = [];
  for (let count = pairs; count > 0; count -= 1) for (let attack = 0; attack <= count; attack += 1) ways.push([attack, count - attack]);
  return make("div", { class: "row counts losses", role: "group", "aria-label": page.words["losses-only"] },
    ...ways.map(([attack, defence]) => button(`−${attack} −${defence}`, () => page.submit(page.draft.attacked(`-${attack}-${defence}`, [attack, defence], 1)), {
      class: "quiet", "aria-label": fill(page.words.lost, { attack, defence }),
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
