/**
 * Whose games those of this browser are, where there is no server: the keys lie in IndexedDB, as the
 * games do. What localStorage has is on disk some seconds later only, and a browser that is killed
 * until then would have games that it can't open.
 */

import { ROOT } from "./root.js";

const NAME = `tablier-person ${ROOT}`;
const STORE = "person";

/**
 * The person's keys that are on disk from now on, the present one first.
 * @param {(kept: string[]) => string[]} change what is to become of those that were there
 * @returns {Promise<string[]>}
 */
export async function keysOnDisk(change) {
  const database = await open();
  try {
    return await changed(database, change);
  } finally {
    database.close();
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  const opening = indexedDB.open(NAME);
  return new Promise((resolve, reject) => {
    opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE));
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error));
  });
}

/**
 * @param {IDBDatabase} database
 * @param {(kept: string[]) => string[]} change
 * @returns {Promise<string[]>}
 */
function changed(database, change) {
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  const reading = store.get("keys");
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    let keys = [];
    reading.addEventListener("success", () => {
      const kept = reading.result ?? [];
      keys = change(kept);
      if (String(keys) !== String(kept)) store.put(keys, "keys");
    });
    transaction.addEventListener("complete", () => resolve(keys));
    transaction.addEventListener("abort", () => reject(transaction.error));
  });
}
