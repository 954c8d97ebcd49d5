// What follows from the board alone, shown until the server answers: losses, neighbours, the least that moves in.

export const MOST_DICE = 3;

/** Losses of both: dice are compared from the highest, a tie is the defender's.
 * @param {number[]} attack @param {number[]} defence @returns {[number, number]} */
export function losses(attack, defence) {
  const [high, low] = [attack, defence].map((dice) => [...dice].sort((a, b) => b - a));
  const pairs = Math.min(high.length, low.length);
  const won = high.slice(0, pairs).filter((die, place) => die > low[place]).length;
  return [pairs - won, won];
}

/** The position, a conquest occupied by the least armies, as it will be if nothing else is said.
 * @param {View} view @returns {Board} */
export function standing(view) {
  return view.due.advance ? occupied(view.board, view.due.player, view.due.advance, view.due.advance.least) : view.board;
}

/** @param {Board} board @param {string} player @param {{source: string, target: string}} places @param {number} armies @returns {Board} */
export function occupied(board, player, { source, target }, armies) {
  const [owner, there] = board[source] ?? [player, armies];
  return { ...board, [source]: [owner, there - armies], [target]: [player, armies] };
}

/** The most dice of both sides in an attack. @param {View} view @param {string} source @param {string} target */
export function diceOf(view, source, target) {
  const known = view.due.advance ? null : view.due.attacks.find((one) => one.source === source && one.target === target);
  if (known) return { attack: known.dice, defence: known.defence };
  const board = standing(view);
  return { attack: clamp((board[source]?.[1] ?? 1) - 1), defence: clamp(board[target]?.[1] ?? 1) };
}

/** @param {number} armies */
function clamp(armies) {
  return Math.max(1, Math.min(MOST_DICE, armies));
}

/** The player who acts: in the turn that is open, or in the one that comes next. @param {Due} due */
export function acting(due) {
  return due.phase === "between" ? due.next || due.player : due.player;
}

/** @param {Record<string, number>} items @returns {Effect} */
export function placing(items) {
  return (view) => {
    const board = { ...standing(view) };
    for (const [code, count] of Object.entries(items)) board[code] = [board[code]?.[0] ?? acting(view.due), (board[code]?.[1] ?? 0) + count];
    const count = Object.values(items).reduce((sum, one) => sum + one, 0);
    const income = view.due.income && { ...view.due.income, placed: view.due.income.placed + count, left: Math.max(0, view.due.income.left - count) };
    return { board, due: { ...turnOf(board, view.due), income, advance: null }, says: [] };
  };
}

/** @param {string} source @param {string} target @param {[number, number]} lost of attack and defence
 * @param {number} least armies that move in @returns {Effect} */
export function attacking(source, target, lost, least) {
  return (view) => {
    const board = { ...standing(view) };
    const [attacker, defender] = [board[source], board[target]];
    if (!attacker || !defender) return view;
    board[source] = [attacker[0], Math.max(1, attacker[1] - lost[0])];
    board[target] = [defender[0], Math.max(0, defender[1] - lost[1])];
    const most = board[source][1] - 1;
    const advance = board[target][1] > 0 ? null : { source, target, least: Math.max(1, Math.min(least, most)), most: Math.max(1, most) };
    return { board, due: { ...turnOf(board, view.due), attacks: [], advance }, says: [] };
  };
}

/** @param {number} armies @returns {Effect} */
export function advancing(armies) {
  return (view) => {
    const { advance, player } = view.due;
    if (!advance) return view;
    return { board: occupied(view.board, player, advance, armies), due: { ...view.due, attacks: [], advance: null }, says: [] };
  };
}

/** Who plays after the player of what is due. @param {Board} board @param {Due} due */
export function following(board, { order = [], player, next }) {
  const at = order.indexOf(player) + 1;
  return [...order.slice(at), ...order.slice(0, at)].find((letter) => Object.values(board).some(([owner]) => owner === letter)) ?? next;
}

/** True for who begins a round. @param {Board} board @param {Due} due */
export function isFirst(board, due) {
  return acting(due) === following(board, { ...due, player: "" });
}

/** What is due once the player acts: his turn has begun. @param {Board} board @param {Due} due @returns {Due} */
export function turnOf(board, due) {
  if (due.phase !== "between") return due;
  const player = acting(due);
  return { ...due, phase: "turn", player, round: due.round + Number(isFirst(board, due)), next: following(board, { ...due, player }) };
}
