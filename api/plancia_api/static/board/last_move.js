// The arrow of the last move with its dice, as the server draws them. Element names: docs/board-drawing.md.

import { arrowBoxes, boxAround, dicePlace, titleBox, nameBox } from "./dice_place.js";

const SVG = "http://www.w3.org/2000/svg";
const SPOTS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, 1], [-1, 1], [1, -1]],
  [[-1, -1], [1, 1], [-1, 1], [1, -1], [0, 0]], [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]]];
const SIDE = 15; // of a die
const [COLUMN, ROW] = [SIDE + 2, SIDE + 3];
const RADIUS = 22; // of a disc

/** @typedef {{x: number, y: number, block: string}} Place a disc: its centre before its block is moved */

/** The layer of one sheet with the arrow. */
export class MoveLayer {
  /** @param {Element} layer */
  constructor(layer) {
    this.layer = layer;
    this.shift = shiftOf(layer);
    this.size = (layer.getAttribute("data-size") ?? "").split(" ").map(Number);
    /** @type {import("./dice_place.js").Box[]|null} */
    this.boxes = null;
  }

  /** Draws the arrow between two discs, none where one is missing.
   * @param {Place|null|undefined} source @param {Place|null|undefined} target @param {number[][]} dice of both sides */
  draw(source, target, dice) {
    this.layer.replaceChildren();
    if (!source || !target || source === target) return;
    const [from, to] = [this.moved(source), this.moved(target)];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const across = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length];
    const bend = [0, 1].map((axis) => (from[axis] + to[axis]) / 2 + across[axis] * length * 0.2);
    const first = toward(from, bend, RADIUS);
    const [tip, base] = [toward(to, bend, RADIUS + 1), toward(to, bend, RADIUS + 10)];
    const along = [(tip[0] - base[0]) / 9, (tip[1] - base[1]) / 9];
    const wings = [1, -1].map((side) => [base[0] + side * along[1] * 8 - along[0] * 4, base[1] - side * along[0] * 8 - along[1] * 4]);
    const line = `M${pair(first)}Q${pair(bend)} ${pair(base)}`;
    this.layer.append(element("path", { class: "pb-go-halo", d: line }), element("path", { class: "pb-go", d: line }),
      element("path", { class: "pb-head", d: `M${pair(tip)}L${pair(wings[0])}L${pair(wings[1])}z` }));
    const rows = /** @type {[string, number[]][]} */ ([["attack", dice[0]], ["defence", dice[1]]]).filter(([, faces]) => faces.length);
    if (!rows.length) return;
    const middle = [0, 1].map((axis) => (first[axis] + 2 * bend[axis] + base[axis]) / 4);
    const size = [Math.max(...rows.map(([, faces]) => faces.length)) * COLUMN - 1, rows.length * ROW - 2];
    const centre = dicePlace(middle, across, size, this.size, [...this.obstacles(), ...arrowBoxes(first, bend, base)]);
    this.drawDice(rows, centre, size);
  }

  /** @param {[string, number[]][]} rows @param {number[]} centre @param {number[]} size */
  drawDice(rows, centre, size) {
    const [left, top] = centre.map((one, axis) => one - size[axis] / 2 + SIDE / 2 + 0.5);
    rows.forEach(([kind, faces], row) => faces.forEach((face, column) => {
      const die = element("g", { class: `pb-die pb-die-${kind}`, transform: `translate(${pair([left + column * COLUMN, top + row * ROW])})` });
      die.append(element("rect", { x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 3 }));
      for (const [a, b] of SPOTS[face] ?? []) die.append(element("circle", { cx: a * SIDE * 0.27, cy: b * SIDE * 0.27, r: 1.5 }));
      this.layer.append(die);
    }));
  }

  /** The centre of a disc on this sheet. @param {Place} place */
  moved({ x, y, block }) {
    const [right, down] = this.shift.get(block) ?? [0, 0];
    return [x + right, y + down];
  }

  /** What dice must not cover: discs, names, names of continents of this sheet. They never move. */
  obstacles() {
    if (this.boxes) return this.boxes;
    const svg = this.layer.closest("svg");
    const block = (/** @type {Element} */ one) => one.closest(".pb-block")?.getAttribute("data-block") ?? "";
    const discs = [...(svg?.querySelectorAll(".pb-disc") ?? [])].map((disc) => {
      const [x, y] = (/translate\(([^)]*)\)/.exec(disc.getAttribute("transform") ?? "")?.[1] ?? "").split(/[ ,]+/).map(Number);
      return boxAround(this.moved({ x, y, block: block(disc) }));
    });
    const names = [...(svg?.querySelectorAll(".pb-name") ?? [])].map((name) => nameBox(linesOf(name),
      this.moved({ x: Number(name.getAttribute("x")), y: Number(name.getAttribute("y")), block: block(name) }), name.getAttribute("text-anchor") ?? ""));
    const sheet = this.layer.classList.contains("pb-in-tall") ? ".pb-in-tall" : this.layer.classList.contains("pb-in-wide") ? ".pb-in-wide" : "";
    const titles = [...(svg?.querySelectorAll(`${sheet} .pb-continent`) ?? [])].map((title) =>
      titleBox(linesOf(title), Number(title.getAttribute("x")), Number(title.getAttribute("y"))));
    this.boxes = [...discs, ...names, ...titles];
    return this.boxes;
  }
}

/** The lines of a text of the drawing. @param {Element} text */
function linesOf(text) {
  return [...text.querySelectorAll("tspan:not(.pb-bonus)")].map((line) => line.textContent ?? "");
}

/** How far each block of the board is moved on the sheet of a layer.
 * @param {Element} layer @returns {Map<string, number[]>} */
function shiftOf(layer) {
  const parts = (layer.getAttribute("data-shift") ?? "").split(" ").filter(Boolean);
  return new Map(parts.map((part) => [part.split(":")[0], part.split(":")[1].split(",").map(Number)]));
}

/** @param {string} name @param {Record<string, string|number>} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {number[]} place @param {number[]} aim @param {number} by */
function toward(place, aim, by) {
  const length = Math.hypot(aim[0] - place[0], aim[1] - place[1]) || 1;
  return [place[0] + ((aim[0] - place[0]) / length) * by, place[1] + ((aim[1] - place[1]) / length) * by];
}

/** @param {number[]} place */
function pair(place) {
  return `${place[0].toFixed(1)} ${place[1].toFixed(1)}`;
}
