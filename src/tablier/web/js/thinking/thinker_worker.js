/**
 * The worker that thinks. It is told `{id, kind, body}`, says `{id, begun: true}` and answers
 * `{id, answer}` or `{id, error}`; `{id, cancelled: true}` takes a question back, which it confirms
 * with `{id, error}`.
 *
 * Thoughts come in slices: between these it hears what else it is asked, and does first what does
 * not wait for long.
 */

import { GameCode } from "./game_code.js";
import { python, takeCode } from "../house/python.js";

const GAMES = new URL("../../games/", import.meta.url);
const LONG = "analyse";

/** @typedef {{id: number, kind: string, body: string, slices?: Iterator<string | undefined>}} Thought */

/** @type {Thought[]} */
const waiting = [];
/** @type {Map<string, Promise<void>>} */
const offered = new Map();
const { port1: bell, port2: rope } = new MessageChannel();
let busy = false;
/** @type {Promise<any> | undefined} */
let ready;

async function begun() {
  const pyodide = await python();
  const module = pyodide.pyimport("tablier.browser.thoughts");
  const { Thoughts, offer_code: offerCode, has_endgames: hasEndgames } = module;
  return { thoughts: Thoughts(), offerCode, hasEndgames };
}

/**
 * Load a game's code once. A game without it is thought about in plain Python, which is slow.
 * @param {string} game
 * @param {any} engine
 */
async function load(game, { offerCode, hasEndgames }) {
  const answer = await fetch(new URL(`${game}/engine.wasm`, GAMES));
  if (!answer.ok) return;
  const code = new GameCode(await WebAssembly.compile(await answer.arrayBuffer()));
  offerCode(game, code, hasEndgames(game) ? await endgames(game, code).catch(() => 0) : 0);
}

/**
 * Where a game's books begin in the memory of its code; without them it is thought about as well.
 * @param {string} game
 * @param {GameCode} code
 */
async function endgames(game, code) {
  const answer = await fetch(new URL(`${game}/endgames.gzip`, GAMES));
  return answer.ok && answer.body ? code.laid(answer.body) : 0;
}

/** @param {Thought} thought */
async function advance(thought) {
  const { thoughts, ...engine } = await (ready ??= begun());
  if (!thought.slices) {
    const game = thoughts.game_of(thought.kind, thought.body);
    if (!offered.has(game)) offered.set(game, load(game, engine).catch(() => undefined));
    await offered.get(game);
    thought.slices = thoughts.begin(thought.kind, thought.body);
    postMessage({ id: thought.id, begun: true });
    return undefined;
  }
  return thought.slices?.next().value;
}

async function think() {
  busy = true;
  const thought = waiting.find(({ kind }) => kind !== LONG) ?? waiting[0];
  if (thought) {
    try {
      const answer = await advance(thought);
      if (answer !== undefined && forget(thought.id)) postMessage({ id: thought.id, answer });
    } catch (error) {
      if (forget(thought.id)) postMessage({ id: thought.id, error: sentence(error) });
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
  }
  busy = waiting.length > 0;
  if (busy) rope.postMessage(null);
}

/**
 * The last line of a traceback, without the class of the error.
 * @param {any} error
 */
function sentence(error) {
  const last = String(error?.message ?? error).trim().split("\n").at(-1) ?? "";
  return last.replace(/^[\w.]+: /, "");
}

/**
 * A thought is over; whether it was still wanted.
 * @param {number} id
 */
function forget(id) {
  const index = waiting.findIndex((thought) => thought.id === id);
  if (index < 0) return false;
  const [{ slices }] = waiting.splice(index, 1);
  /** @type {any} */ (slices)?.destroy?.();
  return true;
}

bell.addEventListener("message", think);
bell.start();

onmessage = ({ data }) => {
  if (data.code) {
    takeCode(data.code);
    return;
  }
  if (data.cancelled) {
    if (forget(data.id)) postMessage({ id: data.id, error: "cancelled" });
    return;
  }
  waiting.push(data);
  if (!busy) {
    busy = true;
    rope.postMessage(null);
  }
};
