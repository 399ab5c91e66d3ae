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

export { ask, connect } from "./server.js";
