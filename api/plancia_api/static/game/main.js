// The page of a game: keys, buttons, slider, swipes, charts and the address lead to an event.

import { BoardZoom } from "../board/zoom.js";
import { showShareButtons } from "../share.js";
import { followLive } from "./live.js";
import { Player } from "./player.js";

const SWIPE = 40; // pixels of a movement that counts as a swipe
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "turn-back", ArrowDown: "turn-forward", Home: "first",
  End: "last", " ": "play", r: "next-finding", f: "next-finding" };

/** @type {Player|null} */
let player = Player.ofPage();
/** @type {BoardZoom|null} */
let zoom = null;

/** Enlarging of the page's board; one that replaces another shows the same. */
function zoomBoard() {
  const frame = document.getElementById("map");
  const before = zoom;
  zoom = frame ? new BoardZoom(frame, { keys: document.getElementById("play") }) : null;
  if (before) zoom?.follow(before);
}

/** The event that the address names, 0 for the headers. @returns {number|null} */
function addressed() {
  const match = /^#e(\d+)$/.exec(location.hash);
  return match ? Number(match[1]) : null;
}

/** Scrolls the page, not the story, to the board. */
function showBoard() {
  document.getElementById("play")?.scrollIntoView({ block: "start" });
}

/** Scrolls to what a link or the address named: the board, or the line of the headers. */
function showPlace() {
  if (player?.onHeaders) player.page.current?.scrollIntoView({ block: "center" });
  else showBoard();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range]), select, textarea")) return;
  const command = KEYS[event.key];
  if (!command || (event.key === " " && target.closest("button, a, summary"))) return;
  if (target.id === "slider" && event.key !== " ") return; // a slider has these keys itself
  if (/^[a-z]$/.test(event.key) && !target.closest(".play")) return; // letters only with the focus there (WCAG 2.1.4)
  event.preventDefault();
  player?.run(command);
}

/** @param {MouseEvent} event */
function onClick(event) {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest("[data-go]");
  const link = target.closest('a[href^="#e"]');
  const line = target.closest(".story li");
  const chart = target.closest(".chart");
  const land = target.closest(".map [data-code]");
  if (button) {
    player?.run(button.getAttribute("data-go") ?? "");
    if (button.closest("#fresh")) hideFresh();
  } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) follow(event, link);
  else if (line && !target.closest("a, summary, details") && String(getSelection()) === "") {
    player?.play(false);
    player?.show(Number(line.id.slice(1)), false);
  } else if (chart) toPlaceOf(event, /** @type {SVGSVGElement} */ (chart));
  else if (land) player?.board.name(land.getAttribute("data-code") ?? "");
}

/** A link to an event: the page goes there, and shows the board if the link is not beside it.
 * @param {Event} event @param {Element} link */
function follow(event, link) {
  event.preventDefault();
  player?.play(false);
  player?.show(Number(link.getAttribute("href")?.slice(2)), !link.closest(".story li > a"));
  if (!link.closest(".play")) showPlace();
}

/** The event at the place of a chart that was clicked. @param {MouseEvent} event @param {SVGSVGElement} chart */
function toPlaceOf(event, chart) {
  const matrix = chart.getScreenCTM();
  if (!matrix || !player) return;
  const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()).x;
  player.go(Math.round(((x - Number(chart.dataset.left)) / Number(chart.dataset.width)) * player.state.last));
}

function hideFresh() {
  document.getElementById("fresh")?.setAttribute("hidden", "");
}

/** The page has grown: whoever looked at the end sees the new end, everybody else stays. */
function renew() {
  const before = player;
  before?.play(false);
  player = Player.ofPage();
  zoomBoard();
  showShareButtons();
  if (!before || !player) return;
  const grew = player.state.last > before.state.last;
  const atEnd = before.state.at === before.state.last;
  player.go(atEnd ? player.state.last : before.state.at, true, before.data.chosen && !(atEnd && grew));
  if (grew && player.state.at < player.state.last) document.getElementById("fresh")?.removeAttribute("hidden");
  Object.assign(window, { planciaGame: player });
}

function listen() {
  let start = { x: 0, y: 0 };
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.id !== "slider") return;
    player?.play(false);
    player?.go(Number(target.value));
  });
  document.addEventListener("change", (event) => {
    if (/** @type {Element} */ (event.target).id === "speed" && player?.timer) player.play(true);
  });
  document.addEventListener("touchstart", (event) => {
    start = { x: event.touches[0].clientX, y: event.touches[0].clientY };
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    const [x, y] = [event.changedTouches[0].clientX - start.x, event.changedTouches[0].clientY - start.y];
    if (!(/** @type {Element} */ (event.target).closest(".map, .now"))) return;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) player?.run(x < 0 ? "forward" : "back");
  }, { passive: true });
  window.addEventListener("hashchange", () => {
    const number = addressed();
    if (location.hash === "#start") player?.go(0);
    else if (number === 0 || (number !== null && number !== player?.state.at)) player?.show(number);
  });
}

function main() {
  if (!player) return;
  const [number, hash] = [addressed(), location.hash];
  const at = hash === "#start" ? 0 : number || null; // the headers leave the board as the page has it
  player.go(at ?? player.data.at, true, at !== null || player.data.chosen);
  if (number === 0) player.show(0);
  if (number === null && at === null) {
    window.clearTimeout(player.naming); // it stays as it was until the reader steps
    player.naming = 0;
    history.replaceState(null, "", hash || location.pathname + location.search);
  } else if (document.readyState === "complete") showPlace();
  else window.addEventListener("load", () => setTimeout(showPlace)); // after the browser's own scrolling to the line
  listen();
  zoomBoard();
  followLive(renew);
  Object.assign(window, { planciaGame: player }); // for measurements
}

main();
