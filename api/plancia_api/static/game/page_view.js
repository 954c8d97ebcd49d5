// What else of the page follows the event shown: the story, the sentence below the board, seats, charts, links.

/** @param {string} template @param {Record<string, string|number>} values */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

export class PageView {
  /** @param {import("./game_state.js").GameState} state @param {import("./game_state.js").GameData} data */
  constructor(state, data) {
    this.state = state;
    this.data = data;
    this.story = document.getElementById("story");
    this.now = document.getElementById("now");
    this.where = document.getElementById("now-where");
    this.turnText = document.getElementById("now-turn");
    this.slider = /** @type {HTMLInputElement|null} */ (document.getElementById("slider"));
    this.objection = /** @type {HTMLAnchorElement|null} */ (document.getElementById("object"));
    this.cursors = [...document.querySelectorAll(".chart .cursor")];
    this.chart = /** @type {SVGElement|null} */ (document.querySelector(".chart"));
    this.seats = [...document.querySelectorAll("[data-seat]")].map((seat) => ({
      letter: /** @type {HTMLElement} */ (seat).dataset.seat ?? "",
      lands: seat.querySelector('[data-now="lands"]'), armies: seat.querySelector('[data-now="armies"]'),
      cards: seat.querySelector('[data-now="cards"]'), luck: seat.querySelector('[data-now="luck"]'),
    }));
    if (data.luck.length) for (const hidden of document.querySelectorAll(".luck")) hidden.removeAttribute("hidden");
    this.names = new Map([...document.querySelectorAll("tr[data-land]")].map((row) =>
      [row.getAttribute("data-land") ?? "", row.firstElementChild?.textContent ?? ""]));
    /** @type {Element|null} */
    this.current = this.story?.querySelector("li[aria-current]") ?? null;
    this.frame = 0;
    this.decimal = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  }

  /** The line of an event. @param {number} number */
  line(number) {
    return document.getElementById(`e${number}`);
  }

  /** Source and target of the event as codes, empty where it is no move. @param {Element|null} line */
  move(line) {
    return line?.getAttribute("data-m") ?? "";
  }

  /** The dice of both sides of an event. @param {Element|null} line @returns {number[][]} */
  dice(line) {
    return ["at", "df"].map((side) => [...(line?.querySelectorAll(`.s i.${side}`) ?? [])].map((die) => Number(die.textContent)));
  }

  /** Marks a line of the story, and no other one. @param {Element|null} line @param {boolean} follow */
  mark(line, follow) {
    this.current?.removeAttribute("aria-current");
    line?.setAttribute("aria-current", "true");
    this.current = line;
    if (follow && line) this.scrollSoon();
  }

  /** Shows the event of the state. @param {boolean} follow whether the story is scrolled to it */
  draw(follow) {
    const { at, last } = this.state;
    const line = at ? this.line(at) : null;
    this.mark(line, follow);
    const words = this.data.words;
    if (this.where) this.where.textContent = at ? fill(words["event-of"], { event: at, last }) : words.start;
    this.drawSentence(line);
    const { round, turn } = this.state.turn();
    if (this.turnText) this.turnText.textContent = round ? `· ${fill(words.round, { round })}${turn ? ` · ${this.data.names[turn]}` : ""}` : "";
    if (this.slider) {
      this.slider.value = String(at);
      this.slider.setAttribute("aria-valuetext", `${at} / ${last}`);
    }
    if (this.data.chosen) this.drawObjection(at);
    this.drawSeats();
    if (this.chart) {
      const x = (Number(this.chart.dataset.width) * at) / Math.max(1, last);
      for (const cursor of this.cursors) cursor.setAttribute("transform", `translate(${x.toFixed(1)} 0)`);
    }
  }

  /** Scrolls the story with the next frame, so that a step does not lay the page out by itself. */
  scrollSoon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const top = this.story && this.current ? scrollTarget(this.story, /** @type {HTMLElement} */ (this.current)) : null;
      if (this.story && top !== null) this.story.scrollTop = top;
    });
  }

  /** @param {Element|null} line */
  drawSentence(line) {
    if (!this.now) return;
    const sentence = line?.querySelector(".s");
    const struck = line?.querySelector("s");
    this.now.replaceChildren(...(sentence?.hasChildNodes() ? [sentence.cloneNode(true)] : struck ? [struck.cloneNode(true)] : []));
  }

  /** The button names the event that it objects to. @param {number} at */
  drawObjection(at) {
    if (!this.objection) return;
    const address = new URL(this.objection.href);
    const game = address.searchParams.get("game") ?? address.pathname.split("/").pop() ?? "";
    this.objection.href = `/disputes/new?game=${encodeURIComponent(game)}&event=${at}`;
    this.objection.textContent = at ? fill(this.data.words.object, { event: at }) : this.data.words["object-whole"];
  }

  drawSeats() {
    const [force, cards, luck] = [this.state.force(), this.state.cards(), this.state.luckSoFar()];
    for (const seat of this.seats) {
      set(seat.lands, String(force[seat.letter]?.lands ?? 0));
      set(seat.armies, String(force[seat.letter]?.armies ?? 0));
      set(seat.cards, this.hand(cards[seat.letter] ?? []));
      set(seat.luck, this.decimal.format(luck[seat.letter] ?? 0));
    }
  }

  /** @param {string[]} cards */
  hand(cards) {
    if (!cards.length) return "–";
    const names = cards.map((code) => this.names.get(code) ?? this.data.cards[code] ?? code);
    const counted = [...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]);
    return `${cards.length}: ${counted.map(([name, count]) => (Number(count) > 1 ? `${name} × ${count}` : name)).join(", ")}`;
  }
}

/** @param {Element|null} place @param {string} text */
function set(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

/** Where the story is scrolled to so that a line is visible below its turn's heading; null where it is already.
 * @param {HTMLElement} story @param {HTMLElement} line */
function scrollTarget(story, line) {
  const [box, own] = [story.getBoundingClientRect(), line.getBoundingClientRect()];
  const heading = line.closest(".turn")?.querySelector("h3")?.offsetHeight ?? 0;
  if (own.top >= box.top + heading && own.bottom <= box.bottom) return null;
  return story.scrollTop + own.top - box.top - Math.max(heading, (box.height - own.height) / 3);
}
