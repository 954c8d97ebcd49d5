// What is due in the next turn, as far as the board decides it: shown until the server answers, without network for many turns.

import { following, isFirst, standing } from "./derive.js";

/** The end of a turn: the next player who still has territories plays, with the armies that what he holds brings him; cards
 * are known to the server alone. @param {Rates} rates @returns {Effect} */
export function ending(rates) {
  return (view) => {
    const board = standing(view);
    const next = following(board, view.due);
    const turn = view.due.round + Number(isFirst(board, { ...view.due, phase: "between", next })); // every player has one in a round
    const income = incomeOf(board, next, turn, rates);
    const due = { ...view.due, phase: "between", player: next, next, income, moves: 1, sets: [], attacks: [], advance: null, cards: 0, claims: [] };
    return { board, due, says: [] };
  };
}

/** @param {Board} board @param {string} player @param {number} turn the number of his turn @param {Rates} rates @returns {Income} */
function incomeOf(board, player, turn, { divisor, below, minimum, fixed, regions, limits, renounced }) {
  const own = Object.keys(board).filter((code) => board[code][0] === player);
  const holds = (/** @type {string[]} */ codes) => codes.length > 0 && codes.every((code) => own.includes(code));
  const least = own.length < below ? minimum : 0;
  const territories = fixed[turn] ?? Math.max(least, Math.floor(own.length / divisor));
  const paid = regions.filter(({ codes, from, unless }) => turn >= from && holds(codes) && !holds(unless) && !renounced.includes(player));
  const continents = paid.reduce((sum, { armies }) => sum + armies, 0);
  const room = (limits[player] ?? Infinity) - own.reduce((sum, code) => sum + board[code][1], 0);
  const total = territories + continents;
  return { territories, continents, cards: 0, total, placed: 0, left: Math.max(0, Math.min(total, room)), account: [] };
}
