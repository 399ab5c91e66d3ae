/**
 * What a page of a server thinks about itself, where the host wants it so: reviews, values, and hints
 * once Python is there. Whatever does not come to an end here is asked of the house.
 */

import { Thinking } from "./thinking.js";

/** @typedef {import("../house/house.js").Answer} Answer */

/** What each path is about, and by which name a house tells what came of it, if by one. */
const KINDS = {
  "/api/analysis": { kind: "analyse", told: "moves" },
  "/api/values": { kind: "value", told: null },
};

/** @type {Thinking|null} */
let thinking = null;
/** Whether something has been thought about here already. */
let isReady = false;

/**
 * An answer that was found here; nothing where the house is to be asked.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer|null>}
 */
export async function thoughtHere(path, body, signal) {
  if (!(path in KINDS)) return null;
  const { kind, told } = KINDS[/** @type {keyof KINDS} */ (path)];
  const content = await thought(kind, body, signal);
  return content && { status: 200, content: told ? { [told]: content } : content };
}

/**
 * What a seat might do best in a game that stands as its record says; nothing where the house is to be
 * asked, as it is until Python is there: nobody is to wait for that.
 * @param {string} record
 * @param {number} seat
 * @returns {Promise<string|null>}
 */
export async function hintHere(record, seat) {
  const hints = thought("hints", { record });
  if (!isReady) return null;
  const found = await hints;
  return found?.find((/** @type {{seat: number}} */ hint) => hint.seat === seat)?.text ?? null;
}

/**
 * @param {string} kind
 * @param {any} body
 * @param {AbortSignal} [signal]
 */
async function thought(kind, body, signal) {
  thinking ??= new Thinking();
  const { answer, cancel } = thinking.ask(kind, JSON.stringify(body));
  signal?.addEventListener("abort", cancel);
  try {
    const found = JSON.parse(await answer);
    isReady = true;
    return found;
  } catch (error) {
    if (signal?.aborted) throw error;
    console.warn(`The house is asked instead: ${error}`);
    return null;
  }
}
