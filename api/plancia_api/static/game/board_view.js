// The drawn board and its table, kept at the state of the game. Element names: docs/board-drawing.md.

const SVG = "http://www.w3.org/2000/svg";
const SPOTS = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, 1], [-1, 1], [1, -1]],
  [[-1, -1], [1, 1], [-1, 1], [1, -1], [0, 0]], [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]]];
const SIDE = 15;
const MOST_CHANGED = 7; // a step that changes more is a deal or a jump: no rings

/** @param {string} name @param {Record<string, string|number>} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export class BoardView {
  /** @param {import("./game_state.js").GameState} state @param {Record<string, string>} names */
  constructor(state, names) {
    this.state = state;
    this.names = names;
    this.ringed = new Set(state.codes.keys()); // what the server ringed is not known
    this.stale = true; // the server drew another event than the state has
    const svg = document.querySelector("svg.pb");
    this.title = svg?.querySelector("title") ?? null;
    this.layers = [...(svg?.querySelectorAll(".pb-move") ?? [])].map((layer) => ({ layer, shift: shiftOf(layer) }));
    this.parts = state.codes.map((code) => this.find(svg, code));
    this.rows = state.codes.map((code) => document.querySelector(`tr[data-land="${code}"]`));
  }

  /** @param {Element|null} svg @param {string} code */
  find(svg, code) {
    const land = svg?.querySelector(`.pb-land[data-code="${code}"]`);
    const disc = svg?.querySelector(`.pb-disc[data-code="${code}"]`);
    if (!land || !disc) return null;
    const at = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(disc.getAttribute("transform") ?? "");
    return { land, disc, armies: disc.querySelector(".pb-armies"), letter: disc.querySelector(".pb-letter"),
      title: land.querySelector("title"), name: land.querySelector("title")?.textContent?.split(":")[0] ?? code,
      block: disc.closest(".pb-block")?.getAttribute("data-block") ?? "", x: Number(at?.[1] ?? 0), y: Number(at?.[2] ?? 0) };
  }

  /** Draws the territories that differ, the rings of those that the event changed, and its arrow.
   * @param {Set<number>} touched @param {string} move @param {number[][]} dice */
  draw(touched, move, dice) {
    const stale = this.stale;
    for (const land of stale ? this.state.codes.keys() : touched) this.drawLand(land);
    this.stale = false;
    const changed = new Set(this.state.at ? this.state.changes[this.state.at].map((one) => one.land) : []);
    const ringed = changed.size <= MOST_CHANGED ? changed : new Set();
    for (const land of this.ringed) if (!ringed.has(land)) this.ring(land, false);
    for (const land of ringed) if (stale || !this.ringed.has(land)) this.ring(land, true);
    this.ringed = ringed;
    this.drawMove(move, dice);
  }

  /** @param {number} land */
  drawLand(land) {
    const [owner, armies] = [this.state.owner[land], this.state.armies[land]];
    const parts = this.parts[land];
    if (parts) {
      parts.land.setAttribute("data-owner", owner);
      parts.disc.setAttribute("data-owner", owner);
      if (parts.armies) {
        parts.armies.textContent = owner === "?" ? "" : String(armies);
        parts.armies.toggleAttribute("data-long", armies > 99);
      }
      if (parts.letter) parts.letter.textContent = /[RBGYNV]/.test(owner) ? owner : "";
      if (parts.title) parts.title.textContent = `${parts.name}: ${this.names[owner] ?? ""} ${owner === "?" ? "" : armies}`;
    }
    const row = this.rows[land];
    if (row) {
      row.children[1].textContent = this.names[owner] || "?";
      row.children[2].textContent = String(armies);
    }
  }

  /** @param {number} land @param {boolean} on */
  ring(land, on) {
    this.parts[land]?.land.toggleAttribute("data-changed", on);
    this.parts[land]?.disc.toggleAttribute("data-changed", on);
    this.rows[land]?.toggleAttribute("data-changed", on);
  }

  /** The arrow of the last move with its dice on the wide sheet and on that for phones.
   * @param {string} move @param {number[][]} dice */
  drawMove(move, dice) {
    const [source, target] = move.split(" ").map((code) => this.parts[this.state.codes.indexOf(code)]);
    for (const { layer, shift } of this.layers) {
      layer.replaceChildren();
      if (!source || !target || source === target) continue;
      const [from, to] = [source, target].map(({ x, y, block }) => {
        const [right, down] = shift.get(block) ?? [0, 0];
        return { x: x + right, y: y + down };
      });
      this.drawArrow(layer, from, to, dice);
    }
  }

  /** An arrow between two discs, as the server draws it.
   * @param {Element} layer @param {{x: number, y: number}} from @param {{x: number, y: number}} to @param {number[][]} dice */
  drawArrow(layer, from, to, dice) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const across = [(to.y - from.y) / length, -(to.x - from.x) / length];
    const bend = [(from.x + to.x) / 2 + across[0] * length * 0.2, (from.y + to.y) / 2 + across[1] * length * 0.2];
    const first = toward([from.x, from.y], bend, 22);
    const [tip, base] = [toward([to.x, to.y], bend, 23), toward([to.x, to.y], bend, 32)];
    const along = [(tip[0] - base[0]) / 9, (tip[1] - base[1]) / 9];
    const wings = [1, -1].map((side) => [base[0] + side * along[1] * 8 - along[0] * 4, base[1] - side * along[0] * 8 - along[1] * 4]);
    const line = `M${pair(first)}Q${pair(bend)} ${pair(base)}`;
    layer.append(element("path", { class: "pb-go-halo", d: line }), element("path", { class: "pb-go", d: line }),
      element("path", { class: "pb-head", d: `M${pair(tip)}L${pair(wings[0])}L${pair(wings[1])}z` }));
    const beside = [0, 1].map((axis) => (first[axis] + 2 * bend[axis] + base[axis]) / 4 + across[axis] * 18);
    this.drawDice(layer, beside, across, dice);
  }

  /** @param {Element} layer @param {number[]} middle @param {number[]} across @param {number[][]} dice */
  drawDice(layer, middle, across, dice) {
    const rows = [["attack", dice[0]], ["defence", dice[1]]].filter(([, faces]) => faces.length);
    if (!rows.length) return;
    const width = Math.max(...rows.map(([, faces]) => faces.length)) * (SIDE + 2);
    let left = middle[0] + (across[0] >= 0 ? SIDE / 2 : SIDE / 2 - width);
    if (Math.abs(across[0]) <= 0.3) left += across[0] >= 0 ? -width / 2 : width / 2;
    const top = middle[1] - ((rows.length - 1) * (SIDE + 3)) / 2;
    rows.forEach(([kind, faces], row) => [...faces].forEach((face, column) => {
      const x = left + column * (SIDE + 2);
      const die = element("g", { class: `pb-die pb-die-${kind}`, transform: `translate(${x.toFixed(1)} ${(top + row * (SIDE + 3)).toFixed(1)})` });
      die.append(element("rect", { x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 3 }));
      for (const [a, b] of SPOTS[face] ?? []) die.append(element("circle", { cx: a * SIDE * 0.27, cy: b * SIDE * 0.27, r: 1.5 }));
      layer.append(die);
    }));
  }
}

/** How far each block of the board is moved on the sheet of a layer.
 * @param {Element} layer @returns {Map<string, number[]>} */
function shiftOf(layer) {
  const parts = (layer.getAttribute("data-shift") ?? "").split(" ").filter(Boolean);
  return new Map(parts.map((part) => [part.split(":")[0], part.split(":")[1].split(",").map(Number)]));
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
