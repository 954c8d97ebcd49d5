// What the scripts of the recording page share; for the checker of types alone, no browser loads it.

/** Owner's letter and armies by territory code. */
type Board = Record<string, [string, number]>;
type Advance = { source: string, target: string, least: number, most: number };
type Income = {
  territories: number, continents: number, cards: number, total: number, placed: number, left: number, account: string[],
};
/** What `GET /games/ID/due` calls `due`, as far as the page reads it. */
type Due = {
  phase: string, player: string, round: number, turn: string, next: string, order?: string[], income: Income | null,
  sets: { cards: string[], value: number, bonus: number }[],
  attacks: { source: string, target: string, dice: number, defence: number }[], moves: number, advance: Advance | null,
  cards: number, end: { recorded: boolean, why: string[] } | null,
  throw: { player: string, dice: number, most: number, bonus: boolean } | null, announcement: string,
  claims: { what: string, certain: boolean }[], freeze: string, place: Record<string, number>, free: string[],
  objectives: string[], impossible: number, unopened: string[], signed: string[], unsigned: string[],
  throwers: string[], chunk: number, territories: Record<string, { held: number, least: number, most: number }>, rest: string,
};
/** What the page shows: the position, and what is due. */
type View = { board: Board, due: Due, says: string[] };
/** What an input changes, as far as the board decides it. */
type Effect = (view: View) => View;
/** What a draft has completed. */
type Said = { lines: string[], effect: Effect | null };
/** What the page knows without the server. */
type Known = { neighbours: Record<string, string[]>, derives: Derives };
/** What follows from the board and the rules: `table` has the losses of attackers by defenders where no dice are thrown. */
type Derives = { losses: boolean, least: boolean, table: [number, number][][] | null, minimum: number, income: Rates };
/** The armies that territories and regions held whole bring, as `derivable.py` describes them. */
type Rates = {
  divisor: number, below: number, minimum: number, fixed: Record<string, number>, limits: Record<string, number>, renounced: string[],
  regions: { codes: string[], armies: number, from: number, unless: string[] }[],
};

/** An event told; those of one `input` were said at once. */
type Told = {
  event: number, line: string, derived: boolean, says: string, marks: [number, number, string, string][], input?: number,
};
/** An input in the list of what was recorded. */
type Entry = {
  id: string, lines: string[], told: Told[], verdicts: { event: number, verdict: string, says: string }[],
  state: "held" | "waiting" | "stored", before: View | null,
};
/** `id` is that of its request; `sent`: one was sent when the page was left. */
type Held = { entry: Entry, lines: string[], view: View, asks: { event: number, says: string }[], id: string, sent: boolean };

/** An input on its way: `id` is that of its request, `base` the version that it builds on. */
type Item = { id: string, game: string, said: string[], base: number, at: string, attempts: number };
type Waiting = { game: string, version: number, items: Item[], shown?: any };
type Answer = { status: number, body: any, retryAfter?: number };
type Blocked = { kind: "refused" | "conflict", item: Item, answer: Answer };
/** Sends one item with `item.id` as Idempotency-Key and `item.base` as If-Match; rejects where there is no network. */
type SendItem = (item: Item) => Promise<Answer>;
/** `ready` is asked before the first request and after each loss of the network: false holds the queue, for example because
 * another device writes; it rejects where there is no network. With `wait` nothing is sent before `flush`. */
type QueueOptions = { ready?: () => Promise<boolean>, timeout?: number, soon?: number, wait?: boolean };
/** `bar` shows who records and what is to be decided, `notes` the state, `tell` an input in words, `refresh` reads the game again when another device has written, `settled` is
 * called when a person has decided about waiting inputs. */
type NetworkOptions = {
  game: string, version: number, secret: string, lang: string, words: Record<string, string>, bar: HTMLElement, notes: HTMLElement,
  tell: (item: Item) => Node[], refresh: (version: number) => Promise<unknown> | unknown, settled?: () => unknown,
};
type Writer = { device: string, kind: string, since: string, seen: string };

/** What the server writes into the page (`record_pages.py`). */
type PageData = Known & View & {
  game: string, version: number, form: string, lang: string, words: Record<string, string>, network: Record<string, string>,
  names: Record<string, string>, players: Record<string, string>, colours: Record<string, string>,
  initials: Record<string, string>, goals: { id: string, number: number, name: string }[], told: Told[], arbiter: boolean, limited: boolean, turn: number, live: boolean,
};
type Page = import("./main.js").Page;
type Recording = import("./recording.js").Recording;
/** What the page lends to a widget: names of territories by code, of players and colours by letter, the objectives of the
 * variant, the messages of the page, and `say`, which hands inputs in words of the table to the page. */
type Context = {
  board: {
    state: Board, show: (board: Board) => void, target: (codes: string[], chosen?: string[]) => void,
    onTap: (take: ((code: string) => void) | null) => void,
  },
  names: Record<string, string>, players: Record<string, string>, colours: Record<string, string>, lang: string,
  words: Record<string, string>, undoing: string, tell: (said: string) => Node, preview: (said: string | string[]) => Promise<any>,
  goals?: { id: string, number: number, name: string }[], game?: string,
  say: (text: string | string[], effect?: Effect) => Promise<any>, refresh: () => void,
};
