// The place of the dice of an attack, where they cover no name, no disc and not the arrow: as the server finds it, with
// the same measures (replay/plancia_replay/drawing/dice_place.py), so that dice stay where they are when a script steps.

const [NAME_CHARACTER, NAME_LINE, NAME_ASCENT] = [7.2, 13.8, 12];
const [TITLE_CHARACTER, TITLE_LINE, TITLE_ASCENT] = [13, 20, 16];
const DISC = 52;
const ARROW = 9;
const [NEAREST, FARTHEST, RING_STEP] = [22, 126, 8];
const DIRECTIONS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8];

/** @typedef {number[]} Box left, top, right, bottom */

/** @param {number[]} centre @param {number} width @param {number} height @returns {Box} */
export function boxAround(centre, width = DISC, height = DISC) {
  return [centre[0] - width / 2, centre[1] - height / 2, centre[0] + width / 2, centre[1] + height / 2];
}

/** @param {string[]} lines @param {number[]} place @param {string} anchor @returns {Box} */
export function nameBox(lines, place, anchor) {
  const width = Math.max(...lines.map((line) => line.length)) * NAME_CHARACTER;
  const left = place[0] - (anchor === "start" ? 0 : anchor === "middle" ? width / 2 : width);
  const top = place[1] - NAME_ASCENT;
  return [left, top, left + width, top + lines.length * NAME_LINE];
}

/** The box of a continent's name with its bonus below. @param {string[]} lines @param {number} x @param {number} y @returns {Box} */
export function titleBox(lines, x, y) {
  const width = Math.max(...lines.map((line) => line.length)) * TITLE_CHARACTER;
  const top = y - TITLE_ASCENT;
  return [x - width / 2, top, x + width / 2, top + (lines.length + 1) * TITLE_LINE];
}

/** Boxes along a quadratic curve. @param {number[]} start @param {number[]} control @param {number[]} end @returns {Box[]} */
export function arrowBoxes(start, control, end) {
  const steps = Math.max(2, Math.ceil(Math.hypot(end[0] - start[0], end[1] - start[1]) / ARROW));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    return boxAround([0, 1].map((axis) => (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * control[axis] + t * t * end[axis]), ARROW, ARROW);
  });
}

/** The centre for dice of a size: the nearest to the arrow's middle whose box overlaps no other, else the least overlap.
 * @param {number[]} middle @param {number[]} normal @param {number[]} size @param {number[]} sheet @param {Box[]} boxes */
export function dicePlace(middle, normal, size, sheet, boxes) {
  let [best, least] = [middle, Infinity];
  const towards = Math.atan2(normal[1], normal[0]);
  for (let distance = NEAREST; distance < FARTHEST; distance += RING_STEP) {
    for (const direction of DIRECTIONS) {
      const angle = towards + (direction * Math.PI) / 8;
      const centre = [middle[0] + distance * Math.cos(angle), middle[1] + distance * Math.sin(angle)];
      const box = boxAround(centre, size[0], size[1]);
      const isOutside = box[0] < 2 || box[1] < 2 || box[2] > sheet[0] - 2 || box[3] > sheet[1] - 2;
      const covered = isOutside ? Infinity : boxes.reduce((sum, other) => sum + overlap(box, other), 0);
      if (covered < least) [best, least] = [centre, covered];
      if (covered === 0) return best;
    }
  }
  return best;
}

/** The area that two boxes have in common. @param {Box} one @param {Box} other */
function overlap(one, other) {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return width > 0 && height > 0 ? width * height : 0;
}
