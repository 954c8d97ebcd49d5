// Loads parts that few turns need when they are due; all at once where no service worker keeps them.

const NAMES = ["opening", "ending", "acts", "pads", "completion", "notices", "rows", "decisions", "following", "recovery", "spoken", "undoing", "ahead", "../board/zoom"];
const OPENING = ["order", "deal", "pick", "draft", "place"];

export class Parts {
  /** @param {() => void} redraw called when a part has come */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Record<string, any>} */
    this.loaded = {};
    /** @type {Set<string>} */
    this.asked = new Set();
    addEventListener("online", () => redraw());
    if (!isSecureContext) NAMES.forEach((name) => this.get(name));
  }

  /** The part, or null as long as it is on its way. @param {string} name */
  get(name) {
    if (!this.loaded[name] && !this.asked.has(name)) this.load(name);
    return this.loaded[name] ?? null;
  }

  /** Loads a part, once. @param {string} name */
  async load(name) {
    if (this.loaded[name]) return;
    this.asked.add(name);
    try {
      this.loaded[name] = await import(`./${name}.js`);
      this.redraw();
    } catch {
      // no network, and no worker that kept it: asked for again by the next drawing
    } finally {
      this.asked.delete(name);
    }
  }

  /** The widget for what is due before or after a turn; null for none, undefined while it is loaded.
   * @param {Due} due @param {Page} page */
  widgetFor(due, page) {
    for (const name of partsOf(due)) {
      const part = this.get(name);
      if (!part) return undefined;
      const widget = part.widgetFor(due, page);
      if (widget) return widget;
    }
    return null;
  }
}

/** The parts that may have a widget for what is due. @param {Due} due @returns {string[]} */
function partsOf({ phase, objectives, throw: throwDue }) {
  if (OPENING.includes(phase)) return ["opening"];
  if (phase === "over") return ["ending"];
  if (phase !== "between") return [];
  return [objectives.length ? "opening" : "", throwDue ? "ending" : ""].filter(Boolean);
}
