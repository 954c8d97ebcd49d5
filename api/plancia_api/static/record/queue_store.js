// Where inputs wait that the server has not acknowledged: IndexedDB, a record for each game.

const DATABASE = "plancia-record";
const CHANNEL = "plancia-record";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "game" });
  const database = await done(request);
  database.onversionchange = () => database.close(); // a newer page wants to change its form
  return database;
}

/** The waiting inputs of all games of this browser; without IndexedDB only as long as the page is open. */
export class QueueStore {
  /** @param {IDBDatabase|null} database */
  constructor(database) {
    this.database = database;
    /** @type {Map<string, Waiting>} the records as they were last, or as they are without a database */
    this.memory = new Map();
    this.channel = new BroadcastChannel(CHANNEL);
  }

  static async open() {
    try {
      return new QueueStore(await openDatabase());
    } catch {
      return new QueueStore(null);
    }
  }

  /** Whether what waits outlives the page. */
  get durable() {
    return this.database !== null;
  }

  /** Changes the record of a game, durably before it resolves, and tells the other tabs. `work` gives the result, undefined
   * where it changed nothing. Where the browser has closed the database or has no room it runs again, in the end in the page alone.
   * @template T @param {string} game @param {(waiting: Waiting) => T} work @returns {Promise<T>} */
  async change(game, work) {
    for (const mayReopen of [true, false]) {
      if (!this.database) break;
      try {
        return await this.#write(this.database, game, work);
      } catch {
        this.database = mayReopen ? await openDatabase().catch(() => null) : null;
      }
    }
    const waiting = this.memory.get(game) ?? { game, version: 0, items: [] };
    this.memory.set(game, waiting);
    return work(waiting);
  }

  /** @template T @param {IDBDatabase} database @param {string} game @param {(waiting: Waiting) => T} work @returns {Promise<T>} */
  async #write(database, game, work) {
    const transaction = database.transaction("games", "readwrite", { durability: "strict" });
    const games = transaction.objectStore("games");
    /** @type {T} */
    let result;
    /** @type {Waiting} */
    let waiting = { game, version: 0, items: [] };
    const read = games.get(game);
    read.onsuccess = () => {
      waiting = read.result ?? waiting;
      result = work(waiting);
      if (result !== undefined) games.put(waiting);
    };
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    this.memory.set(game, waiting);
    // @ts-ignore: set by onsuccess, which ran before oncomplete
    if (result !== undefined) this.channel.postMessage(game);
    // @ts-ignore
    return result;
  }

  /** The games that have waiting inputs. @returns {Promise<{game: string, count: number}[]>} */
  async games() {
    const every = this.database
      ? await done(this.database.transaction("games").objectStore("games").getAll())
      : [...this.memory.values()];
    return every.filter((one) => one.items.length).map((one) => ({ game: one.game, count: one.items.length }));
  }

  /** Calls `listener` when another tab has changed the record of a game.
   * @param {string} game @param {() => void} listener */
  onChange(game, listener) {
    this.channel.addEventListener("message", (message) => {
      if (message.data === game) listener();
    });
  }

  close() {
    this.channel.close();
    this.database?.close();
  }
}
