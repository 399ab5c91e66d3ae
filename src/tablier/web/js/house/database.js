/**
 * The house's games in IndexedDB. A change is made wholly or not at all, and has been made once it
 * is on disk. Only the newest house writes: each takes the next number when it opens the database,
 * and one that was thought to be gone finds that its number is no longer the last.
 *
 * What is asked and what is answered is JSON: `tablier/browser/indexed_store.py` reads it.
 */

const VERSION = 2;
const LAST = "￿";

/** @typedef {{id: string, status: string, public: boolean, created_ms: number, row: any[],
 *   seats: any[][], summary: string}} Table */

/**
 * What a request comes to.
 * @template Found
 * @param {IDBRequest<Found>} request
 * @returns {Promise<Found>}
 */
function found(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/**
 * Resolved once all that a transaction changed is on disk.
 * @param {IDBTransaction} transaction
 * @returns {Promise<void>}
 */
function committed(transaction) {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}

/**
 * What is missing of what the games are kept in.
 * @param {IDBDatabase} database
 * @param {number} version that it has; 0 where there is nothing yet
 */
function lay(database, version) {
  if (version < 2) database.createObjectStore("reviews");
  if (version) return;
  const tables = database.createObjectStore("tables", { keyPath: "id" });
  tables.createIndex("created", ["created_ms", "id"]);
  database.createObjectStore("events");
  database.createObjectStore("house");
}

/**
 * @param {string} name
 * @param {() => void} onLost where a newer page wants to change how games are kept
 */
export async function openDatabase(name, onLost) {
  const opening = indexedDB.open(name, VERSION);
  opening.addEventListener(
    "upgradeneeded",
    ({ oldVersion }) => lay(opening.result, oldVersion),
  );
  const database = await found(opening);
  database.addEventListener("versionchange", () => {
    database.close();
    onLost();
  });
  database.addEventListener("close", onLost);
  const beginning = database.transaction("house", "readwrite", { durability: "strict" });
  const house = beginning.objectStore("house");
  const number = ((await found(house.get("number"))) ?? 0) + 1;
  house.put(number, "number");
  await committed(beginning);
  return new Database(database, number);
}

class Database {
  #database;
  #number;

  /**
   * @param {IDBDatabase} database
   * @param {number} number of the house
   */
  constructor(database, number) {
    this.#database = database;
    this.#number = number;
  }

  /** @param {string} wish */
  async read(wish) {
    const [what, ...rest] = JSON.parse(wish);
    try {
      return JSON.stringify({ found: await READERS[what](this.#database, ...rest) });
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  }

  /** @param {string} change */
  async write(change) {
    try {
      return JSON.stringify(await this.#write(JSON.parse(change)));
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  }

  /** @param {any} change */
  async #write(change) {
    const names = ["tables", "events", "house", "reviews"];
    const transaction = this.#database.transaction(names, "readwrite", { durability: "strict" });
    const done = committed(transaction);
    done.catch(() => {});
    try {
      const why = await this.#apply(transaction, change);
      if (why) {
        transaction.abort();
        return { error: why };
      }
    } catch (error) {
      if (!transaction.error) transaction.abort();
      throw error;
    }
    await done;
    return {};
  }

  /**
   * What is to be changed; or why nothing may be.
   * @param {IDBTransaction} transaction
   * @param {any} change
   */
  async #apply(transaction, change) {
    const tables = transaction.objectStore("tables");
    const events = transaction.objectStore("events");
    const house = transaction.objectStore("house");
    if ((await found(house.get("number"))) !== this.#number) return "another tab has taken over";
    if (typeof change.house_ms === "number") house.put(change.house_ms, "ms");
    for (const table of change.tables ?? []) tables.add(table);
    for (const event of change.events ?? []) {
      const [game, seq] = event;
      const before = seq === 1 || (await found(events.getKey([game, seq - 1]))) !== undefined;
      if (!before || (await found(events.getKey([game, seq]))) !== undefined) return "conflict";
      events.add(event, [game, seq]);
    }
    if (change.game) await alter(tables, change);
    const reviews = transaction.objectStore("reviews");
    if (change.review) reviews.put(change.review[1], change.review[0]);
    for (const game of change.gone ?? []) {
      tables.delete(game);
      reviews.delete(game);
      events.delete(IDBKeyRange.bound([game, 0], [game, Infinity]));
    }
    return "";
  }
}

/**
 * What changes with a table's events.
 * @param {IDBObjectStore} tables
 * @param {{game: string, status?: string, summary?: string, seats?: any[][]}} change
 */
async function alter(tables, { game, status, summary, seats = [] }) {
  /** @type {Table|undefined} */
  const table = await found(tables.get(game));
  if (!table) return;
  for (const seat of seats) table.seats[seat[0]] = seat;
  tables.put({ ...table, status: status ?? table.status, summary: summary ?? table.summary });
}

// Reading

/** @type {Record<string, (database: IDBDatabase, ...rest: any[]) => Promise<any>>} */
const READERS = {
  table: async (database, id) => (await found(store(database, "tables").get(id))) ?? null,
  events: (database, game, after) => {
    const range = IDBKeyRange.bound([game, after + 1], [game, Infinity]);
    return found(store(database, "events").getAll(range));
  },
  listed: async (database, status, isPublic, most, before, sinceMs) => {
    const chosen = await newest(database, most, before, (table) => {
      const fits = isPublic === null || table.public === isPublic;
      return fits && status.includes(table.status) && table.created_ms > sinceMs;
    });
    return chosen.map(({ id }) => id);
  },
  owned: async (database, accounts, most, before) => {
    const own = (/** @type {Table} */ { seats }) =>
      seats.filter(([, , token, account]) => accounts.includes(token) || accounts.includes(account))
        .map(([no]) => no);
    const chosen = await newest(database, most, before, (table) => own(table).length > 0);
    return chosen.map((table) => [table.id, own(table)]);
  },
  summaries: async (database, games) => {
    const tables = store(database, "tables");
    const rows = await Promise.all(games.map((/** @type {string} */ id) => found(tables.get(id))));
    return Object.fromEntries(
      rows.filter((table) => table?.summary).map(({ id, summary }) => [id, summary]),
    );
  },
  seats: async (database, games) => {
    const tables = store(database, "tables");
    const rows = await Promise.all(games.map((/** @type {string} */ id) => found(tables.get(id))));
    return Object.fromEntries(rows.filter(Boolean).map(({ id, seats }) => [id, seats]));
  },
  review: async (database, game) => (await found(store(database, "reviews").get(game))) ?? null,
  house_ms: async (database) => (await found(store(database, "house").get("ms"))) ?? 0,
  names: (database) =>
    found(/** @type {IDBRequest<any>} */ (store(database, "tables").index("created").getAllKeys())),
};

/**
 * @param {IDBDatabase} database
 * @param {string} name
 */
function store(database, name) {
  return database.transaction(name).objectStore(name);
}

/**
 * Tables of a kind, the newest first: those that were made before another.
 * @param {IDBDatabase} database
 * @param {number} most
 * @param {string|null} before
 * @param {(table: Table) => boolean} fits
 * @returns {Promise<Table[]>}
 */
async function newest(database, most, before, fits) {
  const tables = store(database, "tables");
  const older = before && (await found(tables.get(before)));
  const end = older ? [older.created_ms, older.id] : [Infinity, LAST];
  const request = tables.index("created").openCursor(IDBKeyRange.upperBound(end, true), "prev");
  /** @type {Table[]} */
  const chosen = [];
  return new Promise((resolve, reject) => {
    request.addEventListener("error", () => reject(request.error));
    request.addEventListener("success", () => {
      const cursor = request.result;
      if (!cursor || chosen.length === most) return resolve(chosen);
      if (fits(cursor.value)) chosen.push(cursor.value);
      cursor.continue();
    });
  });
}
