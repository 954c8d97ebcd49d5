// What is being entered by tapping, before it is said: armies placed, an attack with its dice, a move, a card.

import { acting, advancing, attacking, diceOf, losses, placing, standing } from "./derive.js";

export class Draft {
  /** @param {Known} known */
  constructor(known) {
    this.known = known;
    this.mode = "";
    this.clear();
  }

  clear() {
    /** @type {Record<string, number>} */
    this.items = {};
    /** @type {string[]} the territories of `items`, one for each army, in order */
    this.steps = [];
    /** @type {string} */
    this.source = "";
    /** @type {string} */
    this.target = "";
    /** @type {number[]} */
    this.attack = [];
    /** @type {number[]} */
    this.defence = [];
    this.fewer = false; // the attacker has thrown fewer dice than he might
    this.lossesOnly = false;
    this.isCarried = false; // source and target are those of the throw before
  }

  get isEmpty() {
    return !this.steps.length && !this.source && !this.target && !this.attack.length;
  }

  /** The kind of action: what the recorder chose, else what is due. @param {View} view */
  action(view) {
    if (this.mode) return this.mode;
    return view.due.income && view.due.income.left > 0 ? "place" : "attack";
  }

  /** @param {string} mode */
  choose(mode) {
    this.clear();
    this.mode = mode;
  }

  /** The territories that a tap may mean now, the likely ones. @param {View} view */
  candidates(view) {
    const board = standing(view);
    const player = acting(view.due);
    const own = Object.keys(board).filter((code) => board[code][0] === player);
    const action = this.action(view);
    if (action === "card") return new Set(Object.keys(this.known.neighbours));
    if (action === "place") return new Set(own);
    if (action === "move") return new Set(this.source ? [...this.near(this.source).filter((code) => board[code]?.[0] === player), this.source] : own.filter((code) => board[code][1] > 1));
    if (this.target && !this.source) return new Set([...this.sources(board, player, this.target), this.target]);
    const armed = own.filter((code) => board[code][1] > 1 && this.enemies(board, player, code).length);
    if (!this.source) return new Set([...armed, ...armed.flatMap((code) => this.enemies(board, player, code))]);
    return new Set([...this.enemies(board, player, this.source), ...armed]);
  }

  /** @param {string} code */
  near(code) {
    return this.known.neighbours[code] ?? [];
  }

  /** @param {Board} board @param {string} player @param {string} code */
  enemies(board, player, code) {
    return this.near(code).filter((other) => board[other] && board[other][0] !== player);
  }

  /** A tap on a territory; what is complete by it is returned. @param {View} view @param {string} code */
  tap(view, code) {
    const board = standing(view);
    const isOwn = board[code]?.[0] === acting(view.due);
    this.isCarried = false;
    switch (this.action(view)) {
      case "card": return this.card(code);
      case "place": return isOwn ? this.place(view, code) : null;
      case "move": return this.tapMove(board, code, isOwn);
      default: return this.tapAttack(view, code, isOwn);
    }
  }

  /** A card drawn. @param {string} code empty for one that nobody saw */
  card(code) {
    return this.done({ lines: [`carta ${code}`.trim()], effect: null });
  }

  /** One more army on a territory; the last completes the placement. @param {View} view @param {string} code */
  place(view, code) {
    this.steps.push(code);
    this.items[code] = (this.items[code] ?? 0) + 1;
    return this.steps.length === (view.due.income?.left ?? 0) ? this.placed() : null;
  }

  /** All armies that are left on the last territory. @param {View} view */
  placeRest(view) {
    const code = this.steps.at(-1);
    const left = (view.due.income?.left ?? 0) - this.steps.length;
    if (!code || left <= 0) return null;
    this.items[code] += left;
    return this.placed();
  }

  placed() {
    const items = { ...this.items };
    if (!this.steps.length) return null;
    const text = Object.entries(items).map(([code, count]) => `+${count} ${code}`).join(" ");
    return this.done({ lines: [text], effect: placing(items) });
  }

  /** @param {Board} board @param {string} code @param {boolean} isOwn */
  tapMove(board, code, isOwn) {
    if (!isOwn) return null;
    if (!this.source || this.source === code || !this.near(this.source).includes(code)) {
      this.source = this.source === code ? "" : code;
      this.target = "";
    } else this.target = code;
    return null;
  }

  /** @param {View} view @param {string} code @param {boolean} isOwn */
  tapAttack(view, code, isOwn) {
    if (this.attack.length) return null; // the dice belong to the places chosen; undo first
    const board = standing(view);
    if (isOwn) {
      this.source = this.source === code && !this.target ? "" : code;
      if (this.target && !this.near(code).includes(this.target)) this.target = "";
    } else {
      this.target = code;
      if (this.source && !this.near(this.source).includes(code)) this.source = "";
      const sources = this.sources(board, acting(view.due), code);
      if (sources.length === 1) this.source ||= sources[0];
    }
    return null;
  }

  /** From where a target can be attacked. @param {Board} board @param {string} player @param {string} target */
  sources(board, player, target) {
    return this.near(target).filter((code) => board[code]?.[0] === player && board[code][1] > 1);
  }

  /** True while dice or losses are asked. */
  get isThrow() {
    return Boolean(this.source && this.target) && this.mode !== "move";
  }

  /** The side whose die comes next. @param {View} view */
  side(view) {
    const most = diceOf(view, this.source, this.target);
    return this.fewer || this.attack.length >= most.attack ? "defence" : "attack";
  }

  /** A face of the pad. @param {View} view @param {number} face */
  die(view, face) {
    const most = diceOf(view, this.source, this.target);
    this.isCarried = false;
    if (this.side(view) === "attack") this.attack.push(face);
    else this.defence.push(face);
    return this.defence.length >= most.defence ? this.thrown() : null;
  }

  /** No more dice of a side: the other follows, or the throw is complete. @param {View} view */
  noMore(view) {
    if (this.side(view) === "attack") this.fewer = this.attack.length > 0;
    else if (this.defence.length) return this.thrown();
    return null;
  }

  thrown() {
    const [attack, defence] = [this.attack, this.defence].map((dice) => [...dice].sort((a, b) => b - a));
    const lost = losses(attack, defence);
    return this.attacked(`${attack.join("")} ${defence.join("")}`, this.known.derives.losses ? lost : null, attack.length);
  }

  /** @param {string} words @param {[number, number]|null} lost @param {number} dice */
  attacked(words, lost, dice) {
    const { source, target } = this;
    const { least, minimum } = this.known.derives;
    const effect = lost && attacking(source, target, lost, least ? dice : minimum);
    return this.done({ lines: [`${source} ${target} ${words}`], effect });
  }

  /** @param {number} armies */
  advanced(armies) {
    return this.done({ lines: [`passano ${armies}`], effect: advancing(armies) });
  }

  /** @param {Said} said */
  done(said) {
    this.clear();
    this.mode = "";
    return said;
  }

  /** Keeps source and target for the next throw where the attack may go on. @param {View} view @param {string} source @param {string} target */
  goOn(view, source, target) {
    const player = acting(view.due);
    const [own, enemy] = [view.board[source], view.board[target]];
    if (view.due.phase !== "turn" || view.due.advance || own?.[0] !== player || own[1] < 2 || !enemy || enemy[0] === player) return;
    Object.assign(this, { source, target, isCarried: true });
  }
}
