// The replayer: effects of every kind, impossible events, state after an event (specification, sections 8 and 9).
// It knows no rules. CC0 1.0.

import { Table } from './table.js';
import { effectiveEvents } from './corrections.js';

const LETTER_OF = { Red: 'R', Blue: 'B', Green: 'G', Yellow: 'Y', Black: 'N', Violet: 'V' };
const COLOURS = 'RBGYNV';
/** PUT, REIN, TRIS, DECL, ATT and MOVE: what begins a turn whose TURN is missing. */
const OF_A_TURN = new Set(['place', 'reinforcement', 'exchange', 'declare', 'attack', 'move']);
/** Those of them that begin one also before the first TURN or REIN. */
const OF_ANY_TURN = new Set(['reinforcement', 'attack']);

/** An event that cannot be applied: a code of section 8. */
class Impossible extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

function refuse(condition, code) {
  if (condition) throw new Impossible(code);
}

/** Letters of the colours that have a header. */
export function coloursOf(game) {
  return game.headers.map(([name]) => LETTER_OF[name]).filter((letter) => letter !== undefined);
}

// Each effect checks everything before it changes anything: of an impossible event nothing is applied.

/** A territory belongs to somebody, with exactly so many armies, whatever stood there before. */
function give(table, code, owner, armies) {
  table.setOwner(code, owner);
  table.setArmies(code, armies);
}

function deal(table, event) {
  if (event.how === 'redraw' || event.how === 'skipped') return;
  const codes = (event.territories ?? []).filter((card) => table.isTerritory(card));
  for (const code of codes) give(table, code, event.actor, event.armies ?? 1);
}

function pick(table, event) {
  give(table, event.territory, event.actor, event.armies ?? 1);
}

function draft(table, event) {
  if (table.isTerritory(event.card)) give(table, event.card, event.partner ?? event.actor, 0);
}

function put(table, event) {
  for (const [code, number] of event.items) {
    if (table.ownerOf(code) === null) table.setOwner(code, event.actor);
    table.addArmies(code, number);
  }
}

function checkRoute(table, { source, target }) {
  refuse(source === target, 'same');
  refuse(table.ownerOf(source) === null || table.ownerOf(target) === null, 'unassigned');
}

function attack(table, event) {
  checkRoute(table, event);
  const tooMany = event.attack_losses > table.armiesOn(event.source)
    || event.defence_losses > table.armiesOn(event.target);
  refuse(tooMany, 'losses');
  table.addArmies(event.source, -event.attack_losses);
  table.addArmies(event.target, -event.defence_losses);
}

function transfer(table, { source, target, armies }) {
  table.addArmies(source, -armies);
  table.addArmies(target, armies);
}

function occupy(table, event) {
  checkRoute(table, event);
  refuse(table.armiesOn(event.source) < event.armies, 'armies');
  const foreign = table.ownerOf(event.target) !== event.actor;
  refuse(foreign && table.armiesOn(event.target) > 0, 'defended');
  table.setOwner(event.target, event.actor);
  transfer(table, event);
}

/** The last move, if it is the one that `replaces=` names and can be taken back. */
function replacedMove(table, event) {
  if (event.replaces === undefined) return null;
  const last = table.lastMove;
  refuse(!last || last.number !== event.replaces || table.armiesOn(last.target) < last.armies, 'replaced');
  return last;
}

/** Armies on a territory after a move is taken back. */
function armiesWithout(table, move, code) {
  const back = (move?.source === code ? move.armies : 0) - (move?.target === code ? move.armies : 0);
  return table.armiesOn(code) + back;
}

function move(table, event, number) {
  refuse(event.source === event.target, 'same');
  const last = replacedMove(table, event);
  refuse(armiesWithout(table, last, event.source) < event.armies, 'armies');
  refuse(table.ownerOf(event.source) !== table.ownerOf(event.target), 'defended');
  if (last) transfer(table, { source: last.target, target: last.source, armies: last.armies });
  transfer(table, event);
  table.lastMove = { number, source: event.source, target: event.target, armies: event.armies };
}

function handOver(table, event) {
  for (const card of event.cards) {
    table.drop(event.giver, card);
    if (COLOURS.includes(event.to)) table.gain(event.to, card);
  }
}

function eliminate(table, { player }) {
  if (table.owner.includes(player)) return;
  if (table.status.get(player) !== 'withdrawn') table.status.set(player, 'eliminated');
}

function status(table, { player, to, n }) {
  if (table.over) return;
  if (to === 'renounced') {
    table.renounced.add(player);
  } else if (to === 'debt') {
    table.debts.set(player, (table.debts.get(player) ?? 0) + (n || 1));
  } else {
    table.status.set(player, to);
    if (to === 'withdrawn') table.owner = table.owner.map((owner) => (owner === player ? '-' : owner));
  }
}

function take(table, event) {
  const left = new Map();
  for (const [code, number] of event.items) {
    const armies = (left.get(code) ?? table.armiesOn(code)) - number;
    refuse(armies < 0, 'removal');
    left.set(code, armies);
  }
  for (const [code, armies] of left) table.setArmies(code, armies);
}

function fill(table, event) {
  for (const code of event.territories) table.setArmies(code, event.armies);
}

/** A count at the table: what is not stated stays. */
function check(table, event) {
  event.board.match(/\?|[^?][0-9]+/g).forEach((cell, index) => {
    if (cell !== '?') give(table, table.names.codes[index], cell[0], Number(cell.slice(1)));
  });
  for (const [colour, number] of event.hands ?? []) table.count(colour, number);
}

// Turns (section 8). `lastTurn` is the colour of the last TURN, PASS or turn without TURN; `early` that of a turn without
// TURN whose TURN may still follow and keep the last move.

function beginTurn(table, event) {
  if (table.early !== event.actor) table.lastMove = null;
  table.turn = event.actor;
  table.lastTurn = event.actor;
  table.early = null;
  table.begun = true;
}

function endTurn(table) {
  table.turn = null;
  table.early = null;
}

function pass(table, event) {
  table.turn = null;
  table.lastMove = null;
  table.lastTurn = event.actor;
  table.early = null;
}

/** A turn that begins without TURN. */
function beginMissingTurn(table, event) {
  if (!(table.begun ? OF_A_TURN : OF_ANY_TURN).has(event.kind)) return;
  table.begun ||= event.kind === 'reinforcement';
  if (table.turn === null && table.lastTurn !== event.actor) {
    table.turn = event.actor;
    table.lastTurn = event.actor;
    table.early = event.actor;
    table.lastMove = null;
  }
  if (event.kind === 'attack') table.early = null;
}

/** Kinds that are not here have no effect on the state. */
const EFFECTS = {
  order: (table, event) => { table.order = event.order; },
  deal,
  pick,
  draft,
  objective: (table, event) => { table.objectives.set(event.actor, event.objective); },
  capital: (table, event) => { table.capitals.set(event.actor, event.territory); },
  setup: put,
  place: put,
  turn: beginTurn,
  pass,
  end: endTurn,
  exchange: (table, event) => event.cards.forEach((card) => table.drop(event.actor, card)),
  attack,
  occupy,
  move,
  draw: (table, event) => event.cards.forEach((card) => table.gain(event.actor, card)),
  cards: handOver,
  eliminated: eliminate,
  strip: (table, event) => { table.strips.set(event.actor, event.territories); },
  over: (table) => { table.over = true; },
  status,
  remove: take,
  fill,
  checkpoint: check,
};

/** Applies one event, or throws Impossible. Extensions are never impossible (section 8, `player`). */
function apply(table, event, number, colours) {
  if (event.kind === 'extension') return;
  refuse(COLOURS.includes(event.actor) && !colours.includes(event.actor), 'player');
  beginMissingTurn(table, event);
  EFFECTS[event.kind]?.(table, event, number);
}

/**
 * The state after event `upTo` (section 8).
 * @param game the JSON form
 * @returns `{table, stopped}`: stopped is null or `{event, code}` of the first impossible event
 */
export function replay(game, upTo, corrected, names) {
  const table = new Table(names);
  const colours = coloursOf(game);
  const events = effectiveEvents(game.events, corrected, names);
  for (let number = 1; number <= Math.min(upTo, events.length); number += 1) {
    const event = events[number - 1];
    try {
      if (event) apply(table, event, number, colours);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      return { table, stopped: { event: number, code: error.code } };
    }
  }
  return { table, stopped: null };
}

/** The state as the interface for tests tells it (Annex A). */
export function stateAfter(game, upTo, corrected, names) {
  const { table, stopped } = replay(game, upTo, corrected, names);
  const hands = Object.fromEntries(coloursOf(game).map((colour) => [colour, table.hand(colour)]));
  return { board: table.board(), hands, stopped };
}
