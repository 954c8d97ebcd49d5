// The state of a game after each of its events, from the changes that the page carries.

const CHANGE = /^(\d+)(.)(\d+)$/;

/**
 * @typedef {{land: number, owner: string, armies: number, ownerBefore: string, armiesBefore: number}} Change
 * @typedef {{last: number, colours: string, codes: string, lands: string, turns: [number, number, string][],
 *   hands: [number, string, string][], luck: [number, string, string, number][], starts: number[],
 *   findings: number[], names: Record<string, string>, marks: Record<string, string>, cards: Record<string, string>, words: Record<string, string>,
 *   at: number, chosen: boolean, tag: string}} GameData
 */

export class GameState {
  /** @param {GameData} data */
  constructor(data) {
    this.last = data.last;
    this.colours = data.colours;
    this.codes = data.codes.split(" ");
    this.owner = this.codes.map(() => "?");
    this.armies = this.codes.map(() => 0);
    this.at = 0;
    /** @type {Change[][]} */
    this.changes = [];
    this.turns = data.turns;
    this.hands = data.hands;
    this.luck = data.luck;
    for (const [number, text] of data.lands.split(";").entries()) this.read(number, text);
    this.go(0);
  }

  /** Reads the changes of an event, and notes what they replace, so that they can be undone.
   * @param {number} number @param {string} text */
  read(number, text) {
    const changes = text ? text.split(",").map((part) => this.change(part)) : [];
    this.changes.push(changes);
    for (const change of changes) this.put(change.land, change.owner, change.armies);
    this.at = number;
  }

  /** @param {string} part @returns {Change} */
  change(part) {
    const match = CHANGE.exec(part);
    if (!match) throw new Error(`not a change: ${part}`);
    const land = Number(match[1]);
    return { land, owner: match[2], armies: Number(match[3]), ownerBefore: this.owner[land], armiesBefore: this.armies[land] };
  }

  /** @param {number} land @param {string} owner @param {number} armies */
  put(land, owner, armies) {
    this.owner[land] = owner;
    this.armies[land] = armies;
  }

  /** Goes to the state after an event; returns the territories that differ from the state before.
   * @param {number} number @returns {Set<number>} */
  go(number) {
    const touched = new Set();
    while (this.at < number) {
      this.at += 1;
      for (const one of this.changes[this.at]) {
        this.put(one.land, one.owner, one.armies);
        touched.add(one.land);
      }
    }
    while (this.at > number) {
      for (const one of this.changes[this.at]) {
        this.put(one.land, one.ownerBefore, one.armiesBefore);
        touched.add(one.land);
      }
      this.at -= 1;
    }
    return touched;
  }

  /** Territories and armies by colour. @returns {Record<string, {lands: number, armies: number}>} */
  force() {
    const force = Object.fromEntries([...this.colours].map((letter) => [letter, { lands: 0, armies: 0 }]));
    for (const [land, letter] of this.owner.entries()) {
      if (!force[letter]) continue;
      force[letter].lands += 1;
      force[letter].armies += this.armies[land];
    }
    return force;
  }

  /** The cards in the hand of each colour. @returns {Record<string, string[]>} */
  cards() {
    /** @type {Record<string, string[]>} */
    const cards = {};
    for (const [number, letter, text] of this.hands) {
      if (number > this.at) break;
      cards[letter] = text ? text.split(" ") : [];
    }
    return cards;
  }

  /** Luck so far by colour, in armies. @returns {Record<string, number>} */
  luckSoFar() {
    /** @type {Record<string, number>} */
    const sums = {};
    for (const [number, attacker, defender, luck] of this.luck) {
      if (number > this.at) break;
      sums[attacker] = (sums[attacker] ?? 0) + luck / 100;
      if (defender !== "-") sums[defender] = (sums[defender] ?? 0) - luck / 100;
    }
    return sums;
  }

  /** Round and player of the turn in progress. @returns {{round: number, turn: string}} */
  turn() {
    let found = { round: 0, turn: "" };
    for (const [number, round, turn] of this.turns) {
      if (number > this.at) break;
      found = { round, turn };
    }
    return found;
  }
}
