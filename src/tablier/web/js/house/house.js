/**
 * The house that the page plays in: a server, or a worker in this browser. Nothing else in the page
 * knows which.
 *
 * @typedef {object} Answer
 * @property {number} status as HTTP has them
 * @property {any} content what was read of JSON, else a text
 *
 * @typedef {object} Hearer
 * @property {() => void} onOpen
 * @property {(frame: string) => void} onFrame
 * @property {(code: number) => void} onClose
 *
 * @typedef {object} Line what is left of a WebSocket
 * @property {(frame: string) => void} send
 * @property {() => void} close
 *
 * @typedef {object} House
 * @property {(path: string, body: any, keys: string[], signal?: AbortSignal) => Promise<Answer>} ask
 * @property {(hearer: Hearer) => Line} connect
 */

import { NoHouse } from "./no_house.js";
import { prerendered } from "./prerendered.js";
import * as server from "./server.js";

/** Whether this browser is all there is: nobody comes from elsewhere. */
export const isAlone = document.documentElement.dataset.house === "browser";

/** Whether the host leaves it to the page to think about hints, values and reviews. */
export const thinksHere = document.documentElement.dataset.thinks === "here";

/** @type {Promise<House>} */
const house = isAlone ? own() : Promise.resolve(server);
house.catch(() => {}); // whoever asks is told

/** The house in this browser, which has the locks that it takes for safe addresses alone. */
function own() {
  return isSecureContext ? import("./tab.js") : Promise.reject(new NoHouse("unsafe"));
}

/**
 * Where an answer is that is written down, else where the house has it: for pictures.
 * @param {string} path
 */
export function addressOf(path) {
  return (isAlone && prerendered(path)?.href) || path;
}

/**
 * What the house says to a request; rejected where there is no answer.
 * @param {string} path
 * @param {any} body undefined where nothing is to change
 * @param {string[]} keys
 * @param {AbortSignal} [signal] given when nobody waits for it any more
 * @returns {Promise<Answer>}
 */
export async function ask(path, body, keys, signal) {
  const written = isAlone && body === undefined && prerendered(path);
  if (written) return server.ask(written.href, body, []);
  const thought = thinksHere && body !== undefined && await thoughtOf(path, body, signal);
  return thought || (await house).ask(path, body, keys, signal);
}

/**
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} [signal]
 */
async function thoughtOf(path, body, signal) {
  const { thoughtHere } = await import("../thinking/page_thoughts.js");
  return thoughtHere(path, body, signal);
}

/**
 * A live connection.
 * @param {Hearer} hearer
 * @returns {Line}
 */
export function connect(hearer) {
  let isClosed = false;
  let line = /** @type {Line|null} */ (null);
  house.then((found) => {
    if (!isClosed) line = found.connect(hearer);
  }).catch(() => hearer.onClose(1006));
  return {
    send: (frame) => line?.send(frame),
    close() {
      isClosed = true;
      if (line) line.close();
      else hearer.onClose(1000);
    },
  };
}
