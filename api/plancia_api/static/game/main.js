// The page of a game: stepping through its events by keys, buttons, slider, swipe, by itself, and by the address.

import { BoardView } from "./board_view.js";
import { GameState } from "./game_state.js";
import { PageView } from "./page_view.js";

const SWIPE = 40; // pixels of a movement that counts as a swipe
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "turn-back", ArrowDown: "turn-forward", Home: "first",
  End: "last", " ": "play", r: "next-finding", f: "next-finding" };

class Player {
  /** @param {import("./game_state.js").GameData} data */
  constructor(data) {
    this.data = data;
    this.state = new GameState(data);
    this.page = new PageView(this.state, data);
    this.board = new BoardView(this.state, data.names);
    this.timer = 0;
    this.step = 0; // milliseconds of script that the last step took
  }

  /** Shows an event; the address names it. @param {number} number */
  go(number, follow = true) {
    const began = performance.now();
    const event = Math.min(Math.max(number, 0), this.state.last);
    const touched = this.state.go(event);
    const line = this.page.line(event);
    this.page.draw(follow);
    this.board.draw(touched, this.page.move(line), this.page.dice(line));
    if (location.hash !== `#e${event}`) history.replaceState(null, "", `#e${event}`);
    this.step = performance.now() - began;
  }

  /** The event that a command leads to. @param {string} command */
  target(command) {
    const { at, last } = this.state;
    const starts = this.data.starts;
    switch (command) {
      case "first": return 0;
      case "last": return last;
      case "back": return at - 1;
      case "forward": return at + 1;
      case "turn-back": return starts.filter((start) => start < at).at(-1) ?? 0;
      case "turn-forward": return starts.find((start) => start > at) ?? last;
      case "next-finding": return this.data.findings.find((event) => event > at) ?? this.data.findings.find((event) => event > 0) ?? at;
      default: return at;
    }
  }

  /** @param {string} command */
  run(command) {
    if (command === "play") this.play(!this.timer);
    else if (command === "share") this.share();
    else {
      this.play(false);
      this.go(this.target(command));
    }
  }

  /** Starts or stops stepping by itself. @param {boolean} on */
  play(on) {
    window.clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      if (this.state.at >= this.state.last) this.go(0);
      const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed")).value;
      this.timer = window.setInterval(() => {
        if (this.state.at >= this.state.last) this.play(false);
        else this.go(this.state.at + 1);
      }, Number(speed));
    }
    const button = document.querySelector('[data-go="play"]');
    button?.setAttribute("aria-pressed", String(on));
    button?.setAttribute("aria-label", on ? this.data.words.pause : this.data.words.play);
  }

  /** Copies the address of the event, or hands it to the device's own way of sharing. */
  async share() {
    const button = document.querySelector('[data-go="share"]');
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: document.title, url: location.href });
      else await navigator.clipboard.writeText(location.href);
      if (button) button.textContent = this.data.words.copied;
    } catch {
      window.prompt("", location.href); // no clipboard without HTTPS
    }
  }

  /** The event that the address names, else the one that the server showed. */
  addressed() {
    const match = /^#e(\d+)$/.exec(location.hash);
    return match ? Number(match[1]) : null;
  }
}

/** @param {Player} player */
function listen(player) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range]), select, textarea")) return;
    const command = KEYS[event.key];
    if (!command || (event.key === " " && target.closest("button, a, summary"))) return;
    if (target.id === "slider" && event.key.startsWith("Arrow")) return;
    event.preventDefault();
    player.run(command);
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest("[data-go]");
    if (button) return player.run(button.getAttribute("data-go") ?? "");
    const link = target.closest('a[href^="#e"]');
    if (link) return follow(player, event, link);
    const line = target.closest(".story li");
    if (line && !target.closest("a, summary, details")) {
      player.play(false);
      player.go(Number(line.id.slice(1)), false);
    }
  });
  document.getElementById("slider")?.addEventListener("input", (event) => {
    player.play(false);
    player.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
  });
  document.getElementById("speed")?.addEventListener("change", () => player.timer && player.play(true));
  window.addEventListener("hashchange", () => {
    const number = player.addressed();
    if (number !== null) player.go(number);
  });
  listenToSwipes(player);
  listenToCharts(player);
}

/** A link to an event: the page goes there, and shows the board if the link is not beside it.
 * @param {Player} player @param {Event} event @param {Element} link */
function follow(player, event, link) {
  event.preventDefault();
  player.play(false);
  player.go(Number(link.getAttribute("href")?.slice(2)), !link.closest(".story"));
  if (!link.closest(".play")) showBoard();
}

/** Scrolls the page, not the story, to the board. */
function showBoard() {
  document.getElementById("play")?.scrollIntoView({ block: "start" });
}

/** @param {Player} player */
function listenToSwipes(player) {
  const stage = document.querySelector(".map");
  let start = { x: 0, y: 0 };
  stage?.addEventListener("touchstart", (event) => {
    const touch = /** @type {TouchEvent} */ (event).touches[0];
    start = { x: touch.clientX, y: touch.clientY };
  }, { passive: true });
  stage?.addEventListener("touchend", (event) => {
    const touch = /** @type {TouchEvent} */ (event).changedTouches[0];
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) player.run(x < 0 ? "forward" : "back");
  }, { passive: true });
}

/** @param {Player} player */
function listenToCharts(player) {
  for (const chart of document.querySelectorAll(".chart")) {
    chart.addEventListener("click", (event) => {
      const svg = /** @type {SVGSVGElement} */ (chart);
      const matrix = svg.getScreenCTM();
      if (!matrix) return;
      const { clientX, clientY } = /** @type {MouseEvent} */ (event);
      const x = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()).x;
      player.go(Math.round(((x - Number(svg.dataset.left)) / Number(svg.dataset.width)) * player.state.last));
    });
  }
}

function main() {
  const source = document.getElementById("data");
  if (!source) return;
  const player = new Player(JSON.parse(source.textContent ?? "{}"));
  document.getElementById("controls")?.removeAttribute("hidden");
  document.querySelector(".plain-steps")?.setAttribute("hidden", "");
  const number = player.addressed();
  const hash = location.hash;
  player.go(number ?? player.data.at);
  if (number === null) history.replaceState(null, "", hash || location.pathname + location.search);
  else if (document.readyState === "complete") showBoard();
  else window.addEventListener("load", () => setTimeout(showBoard)); // after the browser's own scrolling to the line
  listen(player);
  Object.assign(window, { planciaGame: player }); // for tests and measurements
}

main();
