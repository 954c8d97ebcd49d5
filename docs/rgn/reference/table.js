// The state of the table (specification, section 8): territories, hands, turn and marks. CC0 1.0.

const COLOURS = [...'RBGYNV'];
const HIDDEN = '???';
/** Commitments in a hand are not told apart. */
const SEALED = '#';

export class Table {
  constructor(names) {
    this.names = names;
    this.owner = names.codes.map(() => null);
    this.armies = names.codes.map(() => 0);
    this.hands = new Map(COLOURS.map((colour) => [colour, []]));
    this.turn = null;
    this.lastTurn = null;
    this.begun = false;
    this.early = null;
    this.lastMove = null;
    this.over = false;
    this.order = null;
    this.status = new Map();
    this.renounced = new Set();
    this.debts = new Map();
    this.capitals = new Map();
    this.strips = new Map();
    this.objectives = new Map();
  }

  index(code) {
    return this.names.indexOf.get(code);
  }

  ownerOf(code) {
    return this.owner[this.index(code)];
  }

  armiesOn(code) {
    return this.armies[this.index(code)];
  }

  setOwner(code, owner) {
    this.owner[this.index(code)] = owner;
  }

  setArmies(code, number) {
    this.armies[this.index(code)] = number;
  }

  addArmies(code, number) {
    this.armies[this.index(code)] += number;
  }

  isTerritory(card) {
    return this.names.indexOf.has(card);
  }

  // Hands (section 8)

  /** Place of a card in the standard order: territories, JOL, ???, commitments. */
  rank(card) {
    const index = this.names.indexOf.get(card);
    return index ?? 1000 + ['JOL', HIDDEN, SEALED].indexOf(card);
  }

  /** The hand in the standard order of cards. */
  hand(colour) {
    return [...this.hands.get(colour)].sort((a, b) => this.rank(a) - this.rank(b));
  }

  /** A card as a hand holds it: commitments, and objectives that a SHOW has put in their place, are one. */
  held(card) {
    return this.isTerritory(card) || card === 'JOL' || card === HIDDEN ? card : SEALED;
  }

  gain(colour, card) {
    this.hands.get(colour).push(this.held(card));
  }

  drop(colour, card) {
    const held = this.hands.get(colour);
    const wanted = this.held(card);
    const choices = [wanted, HIDDEN, SEALED];
    if (wanted === HIDDEN || wanted === SEALED) choices.push(this.hand(colour)[0]);
    const dropped = choices.find((choice) => held.includes(choice));
    if (dropped !== undefined) held.splice(held.indexOf(dropped), 1);
  }

  /** Too few: unknown cards are added; too many: nothing is known of the hand any more. */
  count(colour, number) {
    const held = this.hands.get(colour);
    if (held.length > number) held.length = 0;
    while (held.length < number) held.push(HIDDEN);
  }

  /** The position as BOARD: `?` where nobody owns a territory. */
  board() {
    return this.owner.map((owner, index) => (owner === null ? '?' : owner + this.armies[index])).join('');
  }
}
