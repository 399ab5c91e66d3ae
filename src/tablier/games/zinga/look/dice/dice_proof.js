/**
 * Checks the dice after the game, in the browser, with nothing but the events.
 *
 * Before the game the server showed the hash of its seed; every roll follows from the seed, the
 * players' nonces and the roll's number. Whoever computes all of it again needs to trust nobody.
 */

const FACES = 6;
/** Bytes from here on are thrown away, so that every face is equally likely. */
const FAIR_BYTES = 256 - (256 % FACES);

/**
 * @typedef {object} Evidence
 * @property {string} commitment
 * @property {string} seed
 * @property {string[]} nonces
 * @property {number[][]} rolls the faces that were shown, roll by roll
 *
 * @typedef {object} Proof
 * @property {boolean} committed the seed is the one that was promised
 * @property {number[]} wrong the numbers of rolls that the seed does not give, from 1
 * @property {number} rolls
 */

/**
 * The evidence among a game's events; null before the seed is shown.
 * @param {string|null} commitment
 * @param {import("/js/base/types.js").GameEvent[]} events
 * @returns {Evidence|null}
 */
export function findEvidence(commitment, events) {
  const body = (/** @type {string} */ kind) => events.find((event) => event.kind === kind)?.body;
  const [begun, revealed] = [body("begun"), body("revealed")];
  if (!commitment || !begun?.nonces || !revealed?.seed) return null;
  return { commitment, seed: revealed.seed, nonces: begun.nonces, rolls: rollsIn(events) };
}

/** @param {import("/js/base/types.js").GameEvent[]} events */
function rollsIn(events) {
  return events
    .filter((event) => event.kind === "played" && event.body.text.startsWith("roll "))
    .map((event) => event.body.text.split(" ").slice(1).map(Number));
}

/**
 * @param {Evidence} evidence
 * @returns {Promise<Proof>}
 */
export async function check({ commitment, seed, nonces, rolls }) {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const keyed = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, keyed, false, ["sign"]);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const again = (/** @type {number[]} */ faces, /** @type {number} */ number) =>
    roll(key, nonces, number, faces.length);
  const given = await Promise.all(rolls.map(again));
  const differs = (/** @type {number[]} */ faces, /** @type {number} */ index) =>
    faces.join() !== given[index].join();
  return {
    committed: [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment,
    wrong: rolls.flatMap((faces, index) => (differs(faces, index) ? [index + 1] : [])),
    rolls: rolls.length,
  };
}

/**
 * The faces of the game's roll of that number, counted from 0.
 * @param {CryptoKey} key
 * @param {string[]} nonces
 * @param {number} number
 * @param {number} dice
 */
async function roll(key, nonces, number, dice) {
  const faces = [];
  for (let block = 0; faces.length < dice; block += 1) {
    const message = new TextEncoder().encode(`${number}/${block}/${nonces.join(",")}`);
    const drawn = new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
    faces.push(...[...drawn].filter((byte) => byte < FAIR_BYTES).map((byte) => (byte % FACES) + 1));
  }
  return faces.slice(0, dice);
}
