/**
 * The house that the page plays in, asked and connected to here alone: nothing else in the page
 * knows what it is made of.
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
 * @typedef {object} Line
 * @property {(frame: string) => void} send
 * @property {() => void} close
 */

import { prerendered } from "./prerendered.js";
import * as server from "./server.js";

/** Whether the page lies in a site that has no server. */
const isAlone = document.documentElement.dataset.house === "browser";

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
 * @param {any} body makes it a POST
 * @param {string[]} keys
 * @returns {Promise<Answer>}
 */
export async function ask(path, body, keys) {
  return server.ask(body === undefined ? addressOf(path) : path, body, keys);
}

export const { connect } = server;
