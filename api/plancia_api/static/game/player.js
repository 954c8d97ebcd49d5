// Goes through the events of a game: one step, one turn, to the next finding, by itself.

import { BoardView } from "./board_view.js";
import { GameState } from "./game_state.js";
import { PageView } from "./page_view.js";
import { shareAddress } from "../share.js";

const NAMING = 200; // milliseconds between two changes of the address: browsers refuse more than 100 in 30 s

export class Player {
  /** @param {import("./game_state.js").GameData} data */
  constructor(data) {
    this.data = data;
    this.state = new GameState(data);
    this.page = new PageView(this.state, data);
    this.board = new BoardView(this.state, data);
    this.timer = 0;
    this.naming = 0;
    this.onHeaders = false; // whether the line of the headers is marked, beside a board that stays
    document.getElementById("controls")?.removeAttribute("hidden");
    document.querySelector(".plain-steps")?.setAttribute("hidden", "");
  }

  /** The player of the page as it is; null where it has no game. */
  static ofPage() {
    const source = document.getElementById("data");
    return source ? new Player(JSON.parse(source.textContent ?? "")) : null;
  }

  /** Shows an event; the address names it.
   * @param {number} number @param {boolean} follow @param {boolean} chosen whether the reader chose it */
  go(number, follow = true, chosen = true) {
    const event = Math.min(Math.max(number, 0), this.state.last);
    const touched = this.state.go(event);
    const line = this.page.line(event);
    this.data.chosen = chosen;
    this.onHeaders = false;
    this.page.draw(follow);
    this.board.draw(touched, this.page.move(line), this.page.dice(line));
    this.nameSoon();
  }

  /** Shows what an address or a link names: an event, or with `e0` the headers, which leave the board as it is.
   * @param {number} number @param {boolean} follow */
  show(number, follow = true) {
    if (number) return this.go(number, follow);
    const headers = this.page.line(0);
    if (!headers) return;
    this.onHeaders = true;
    this.page.mark(headers, follow);
    this.name();
  }

  /** Puts the event into the address: at once, or when the pause after the last change is over. */
  nameSoon() {
    if (this.naming) return;
    this.name();
    this.naming = window.setTimeout(() => {
      this.naming = 0;
      this.name();
    }, NAMING);
  }

  name() {
    const hash = this.onHeaders ? "#e0" : this.state.at ? `#e${this.state.at}` : "#start";
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  /** The event that a command leads to. @param {string} command */
  target(command) {
    const { at, last } = this.state;
    const { starts, findings } = this.data;
    switch (command) {
      case "first": return 0;
      case "last": return last;
      case "back": return at - 1;
      case "forward": return at + 1;
      case "turn-back": return starts.filter((start) => start < at).at(-1) ?? 0;
      case "turn-forward": return starts.find((start) => start > at) ?? last;
      case "next-finding": return findings.find((event) => event > at) ?? findings.find((event) => event > 0) ?? at;
      default: return at;
    }
  }

  /** @param {string} command */
  run(command) {
    if (command === "play") this.play(!this.timer);
    else if (command === "share") this.share();
    else if (command === "next-finding" && this.data.findings.at(-1) === 0) this.show(0); // the headers alone have some
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

  /** Shares the address of the event. */
  async share() {
    this.name();
    const button = document.querySelector('[data-go="share"]');
    if ((await shareAddress(location.href)) && button) button.textContent = this.data.words.copied;
  }
}
