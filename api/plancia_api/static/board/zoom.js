// Enlarges a drawn board by its viewBox: pinch, double tap, wheel with Ctrl, buttons, keys. Elements: docs/board-drawing.md.

const MOST = 6; // times the whole board
const STEP = 1.5; // of a button, a key
const TAPPED = 2.5; // of a double tap
const NAMED = 2; // from here on names and letters are drawn on narrow screens too
const SLIP = 8; // pixels that a finger may move in a tap
const TWICE = 300; // milliseconds between the two taps of a double tap
const EMULATED = 1000; // milliseconds after a tap in which the browser may make clicks of it
const PAN = 60; // pixels of a key

/** @typedef {{x: number, y: number}} Point in pixels of the window */

export class BoardZoom {
  /** @param {HTMLElement} frame the element that holds the drawing and, in `.zoom`, its buttons
   * @param {{doubleTap?: boolean, keys?: HTMLElement|null}} options `doubleTap`: false where taps mean something else;
   * `keys`: the element within which + - 0 and Shift with arrows count, by default the frame */
  constructor(frame, { doubleTap = true, keys = frame } = {}) {
    const svg = frame.querySelector("svg.pb");
    if (!svg) throw new Error("no drawn board in the frame");
    this.frame = frame;
    this.svg = /** @type {SVGSVGElement} */ (svg);
    this.doubleTap = doubleTap;
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1280 800").split(" ").map(Number);
    this.width = width; // of the whole drawing, in its units
    this.height = height;
    this.isFixed = svg.hasAttribute("data-fixed");
    this.scale = 1;
    this.x = 0; // the left top corner that is shown, in units of the drawing
    this.y = 0;
    /** @type {Point[]} */
    this.held = []; // fingers, or the mouse with its button down
    this.hasMoved = false; // since the first of them came down: what ends is no tap
    this.lastTap = { x: 0, y: 0, time: -Infinity };
    this.listen(keys ?? frame);
    frame.querySelector(".zoom")?.removeAttribute("hidden");
    this.draw();
  }

  /** Enlarges to `scale` times the whole board; what is at `place` stays there, by default the middle.
   * @param {number} scale @param {Point} [place] */
  to(scale, place) {
    const box = this.svg.getBoundingClientRect();
    const [right, down] = place ? [place.x - box.left, place.y - box.top] : [box.width / 2, box.height / 2];
    const unit = box.width / this.width;
    const wanted = Math.min(Math.max(scale, 1), MOST);
    this.x += (right / unit) * (1 / this.scale - 1 / wanted);
    this.y += (down / unit) * (1 / this.scale - 1 / wanted);
    this.scale = wanted;
    this.draw();
  }

  /** Moves what is shown by pixels of the window. @param {number} right @param {number} down */
  pan(right, down) {
    const unit = (this.svg.getBoundingClientRect().width / this.width) * this.scale;
    this.x -= right / unit;
    this.y -= down / unit;
    this.draw();
  }

  /** Shows what another view showed: for a drawing that was put in the place of its own. @param {BoardZoom} other */
  follow(other) {
    [this.scale, this.x, this.y] = [other.scale, other.x, other.y];
    this.draw();
  }

  draw() {
    const box = this.svg.getBoundingClientRect();
    const sheet = box.width ? (box.height / box.width) * this.width : this.height; // on a phone the sheet is taller
    const inside = 1 - 1 / this.scale;
    this.x = Math.min(Math.max(this.x, 0), this.width * inside);
    this.y = Math.min(Math.max(this.y, 0), sheet * inside);
    const view = [this.x, this.y, this.width / this.scale, this.height / this.scale];
    this.svg.setAttribute("viewBox", view.map((one) => Number(one.toFixed(2))).join(" "));
    const isEnlarged = this.scale > 1;
    this.svg.toggleAttribute("data-zoomed", this.scale >= NAMED);
    this.svg.toggleAttribute("data-fixed", this.isFixed || this.scale >= NAMED);
    this.frame.toggleAttribute("data-zoomed", isEnlarged);
    const [out, whole] = ["out", "whole"].map((name) => this.frame.querySelector(`[data-zoom=${name}]`));
    out?.setAttribute("aria-disabled", String(!isEnlarged));
    if (!isEnlarged && whole === document.activeElement) this.button("in")?.focus();
    whole?.toggleAttribute("hidden", !isEnlarged);
    this.button("in")?.setAttribute("aria-disabled", String(this.scale >= MOST));
  }

  /** @param {string} name @returns {HTMLElement|null} */
  button(name) {
    return this.frame.querySelector(`[data-zoom=${name}]`);
  }

  /** @param {HTMLElement} keys */
  listen(keys) {
    const { frame } = this;
    frame.addEventListener("touchstart", (event) => this.press(pointsOf(event.touches)), { passive: true });
    frame.addEventListener("touchmove", (event) => {
      if (this.scale > 1 || event.touches.length > 1) event.preventDefault(); // else the page scrolls
      this.drag(pointsOf(event.touches));
    }, { passive: false });
    frame.addEventListener("touchend", (event) => this.release(event), { passive: false });
    frame.addEventListener("touchcancel", () => (this.held = []));
    frame.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button === 0) this.press([{ x: event.clientX, y: event.clientY }]);
    });
    frame.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse") return;
      if (!(event.buttons & 1)) this.held = [];
      else this.drag([{ x: event.clientX, y: event.clientY }]);
      if (this.held.length && this.hasMoved) frame.setPointerCapture(event.pointerId); // also outside of the frame
    });
    frame.addEventListener("dblclick", (event) => {
      if (event.timeStamp - this.lastTap.time < EMULATED) return; // of two taps that were no double tap
      if (this.doubleTap && !/** @type {Element} */ (event.target).closest(".zoom")) this.toggle({ x: event.clientX, y: event.clientY });
    });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // a pinch on a trackpad has it too
      event.preventDefault();
      this.to(this.scale * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    }, { passive: false });
    frame.addEventListener("click", (event) => this.click(event), { capture: true });
    keys.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(frame);
  }

  /** @param {Point[]} points */
  press(points) {
    if (points.length === 1) this.hasMoved = false;
    this.held = points;
  }

  /** Fingers moved: one moves an enlarged board, two enlarge it as well. @param {Point[]} points */
  drag(points) {
    const before = this.held;
    if (!before.length || before.length !== points.length) {
      this.held = points;
      return;
    }
    const [from, to] = [middle(before), middle(points)];
    if (points.length === 1 && !this.hasMoved && Math.hypot(to.x - from.x, to.y - from.y) < SLIP) return;
    if (points.length > 1 || this.scale > 1) this.hasMoved = true;
    this.held = points;
    if (points.length > 1) this.to((this.scale * spread(points)) / (spread(before) || 1), from);
    if (this.scale > 1) this.pan(to.x - from.x, to.y - from.y);
  }

  /** @param {TouchEvent} event */
  release(event) {
    this.held = pointsOf(event.touches);
    const place = pointsOf(event.changedTouches)[0];
    if (this.hasMoved) {
      event.stopPropagation(); // no swipe of the page
      this.lastTap.time = -Infinity;
      return;
    }
    const { lastTap } = this;
    const isSecond = event.timeStamp - lastTap.time < TWICE && Math.hypot(place.x - lastTap.x, place.y - lastTap.y) < 4 * SLIP;
    this.lastTap = { ...place, time: isSecond ? -Infinity : event.timeStamp };
    if (!isSecond || !this.doubleTap || /** @type {Element} */ (event.target).closest(".zoom")) return;
    event.preventDefault(); // no click, no double click
    this.toggle(place);
  }

  /** @param {Point} place */
  toggle(place) {
    this.to(this.scale > 1 ? 1 : TAPPED, place);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const button = /** @type {Element} */ (event.target).closest("[data-zoom]");
    if (button) this.run(button.getAttribute("data-zoom") ?? "");
    else if (this.hasMoved) event.stopPropagation(); // the end of a movement is no tap on a territory
    this.hasMoved = false;
  }

  /** @param {string} command */
  run(command) {
    if (command === "in") this.to(this.scale * STEP);
    if (command === "out") this.to(this.scale / STEP);
    if (command === "whole") this.to(1);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range]), select, textarea")) return;
    /** @type {Record<string, string>} */
    const commands = { "+": "in", "=": "in", "-": "out", 0: "whole" };
    /** @type {Record<string, number[]>} */
    const moves = { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN] };
    const move = event.shiftKey && this.scale > 1 && target.tagName !== "INPUT" ? moves[event.key] : undefined;
    if (!commands[event.key] && !move) return;
    event.preventDefault();
    event.stopPropagation();
    if (move) this.pan(move[0], move[1]);
    else this.run(commands[event.key]);
  }
}

/** @param {TouchList} touches @returns {Point[]} */
function pointsOf(touches) {
  return [...touches].slice(0, 2).map((touch) => ({ x: touch.clientX, y: touch.clientY }));
}

/** @param {Point[]} points */
function middle(points) {
  return { x: points.reduce((sum, one) => sum + one.x, 0) / points.length,
    y: points.reduce((sum, one) => sum + one.y, 0) / points.length };
}

/** @param {Point[]} points */
function spread([one, other]) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
