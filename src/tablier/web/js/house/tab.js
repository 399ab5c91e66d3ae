/**
 * A tab of a browser that has its own house. One house serves all tabs: that tab runs it which
 * holds a lock, and all speak with it over a channel. When that tab goes, the next one has the
 * lock, and the house opens anew there; when it was frozen, as phones do, a tab that is looked at
 * takes the lock away. Connections end then with the code of a server that restarts.
 */

import { NoHouse } from "./no_house.js";
import { ROOT } from "./root.js";

const LOCK = `tablier-house ${ROOT}`;
const RESTART = 1012;
const AWAY = 1006;
/** A tab that runs the house answers at once, unless it is frozen. */
const PATIENCE_MS = 3000;
/** By then a tab that wakes up has heard that its lock was taken. */
const HEARD_MS = 200;
/** What might have been done already is not asked again of a house that has opened anew. */
const ACTS = /^\/api\/tables/;

const name = crypto.randomUUID();
const channel = new BroadcastChannel(LOCK);

/**
 * @typedef {object} Asked
 * @property {object} message
 * @property {boolean} acts
 * @property {boolean} sent
 * @property {(answer: import("./house.js").Answer) => void} resolve
 * @property {(why: Error) => void} reject
 */

/** @type {Map<number, Asked>} */
const asked = new Map();
/** @type {Map<string, import("./house.js").Hearer>} */
const lines = new Map();
/** The house that is known to listen, by a name of its own. */
let house = "";
/** The house that this tab runs. */
let own = /** @type {{name: string, worker: Worker, listens: boolean}|null} */ (null);
/** Gives the lock back that this tab has. */
let release = () => {};
let isWaiting = false;
let count = 0;
let doubt = 0;

// The tab's own lock tells the house that it is still there.
navigator.locks.request(`tablier-page ${name}`, () => new Promise(() => {})).catch(() => {});
wait();
wonder();

/** Waits for the lock, runs the house while it has it, and begins anew when it was robbed. */
function wait() {
  if (isWaiting) return;
  isWaiting = true;
  navigator.locks.request(LOCK, run).catch(robbed);
}

/** @param {DOMException} error */
function robbed(error) {
  isWaiting = false;
  close();
  if (error.name === "AbortError") wait();
  else refuse("no_storage"); // who may keep nothing gets no lock either
}

/** @returns {Promise<void>} */
function run() {
  isWaiting = false;
  return hold();
}

/** @returns {Promise<void>} */
function hold() {
  clearTimeout(doubt);
  start();
  return new Promise((free) => {
    release = free;
  });
}

function start() {
  const address = new URL("./house_worker.js", import.meta.url);
  const id = crypto.randomUUID();
  const worker = new Worker(address, { type: "module", name: `${ROOT} ${id}` });
  const mine = { name: id, worker, listens: false };
  own = mine;
  worker.addEventListener("message", ({ data }) => {
    if (own !== mine) return;
    if (data.kind === "listens") {
      mine.listens = true;
      tell();
      found(mine.name);
    } else fail(data);
  });
  worker.addEventListener("error", ({ message }) => {
    if (own === mine && !mine.listens) fail({ why: message, code: "away" });
  });
}

/** Tells the other tabs which house it is that listens. */
function tell() {
  channel.postMessage({ kind: "open", house: own?.name });
}

function close() {
  own?.worker.terminate();
  own = null;
  lost();
}

/**
 * The house could not be opened, or fell: all are told, and the next that is asked tries again.
 * @param {{why: string, code: string}} told
 */
function fail({ why, code }) {
  console.error(`There is no house here: ${why}`);
  close();
  release();
  channel.postMessage({ kind: "failed", code });
  refuse(code);
}

/** @param {string} code what people are told */
function refuse(code) {
  for (const { reject } of asked.values()) reject(new NoHouse(code));
  asked.clear();
}

/** No house is known any more. */
function lost() {
  house = "";
  for (const [line, { onClose }] of lines) {
    lines.delete(line);
    onClose(RESTART);
  }
}

/**
 * A house says that it listens. Where this tab has the lock, it was frozen until now, and others may
 * have believed it.
 * @param {string} which
 */
function opened(which) {
  if (!own?.listens) found(which);
  else setTimeout(() => own?.listens && tell(), HEARD_MS);
}

/**
 * A house listens: whatever waits is said to it.
 * @param {string} which
 */
function found(which) {
  clearTimeout(doubt);
  if (house === which) return;
  if (house) lost();
  house = which;
  for (const [id, one] of asked) {
    if (one.sent && one.acts) {
      asked.delete(id);
      one.reject(new NoHouse("away"));
    } else {
      one.sent = true;
      post(one.message);
    }
  }
  for (const [line, hearer] of lines) open(line, hearer);
}

/** Is anybody there? Somebody who looks at this tab does not wait for one that is frozen. */
function wonder() {
  channel.postMessage({ kind: "who" });
  clearTimeout(doubt);
  doubt = setTimeout(() => {
    if (own) return;
    if (document.hidden) document.addEventListener("visibilitychange", wonder, { once: true });
    else take();
  }, PATIENCE_MS);
}

async function take() {
  const { held = [] } = await navigator.locks.query();
  if (!held.some((lock) => lock.name === LOCK)) return;
  lost();
  navigator.locks.request(LOCK, { steal: true }, hold).catch(robbed);
}

channel.addEventListener("message", ({ data }) => {
  if (data.kind === "who") {
    if (own?.listens) tell();
    else if (own) channel.postMessage({ kind: "opening" });
  } else if (data.kind === "opening") clearTimeout(doubt);
  else if (data.kind === "open") opened(data.house);
  else if (data.kind === "failed") refuse(data.code);
  else if (data.kind === "answer" && data.to === name) answered(data);
  else if (data.kind === "said") lines.get(data.line)?.onFrame(data.frame);
  else if (data.kind === "ended") ended(data.line, data.code);
});

// What was frozen wakes up: perhaps another tab runs the house now.
addEventListener("pageshow", ({ persisted }) => persisted && wonder());

/** @param {{id: number, status: number, content: any}} answer */
function answered({ id, status, content }) {
  const one = asked.get(id);
  asked.delete(id);
  one?.resolve({ status, content });
  if (one?.acts && status < 300) navigator.storage?.persist?.();
}

/**
 * @param {string} line
 * @param {number} code
 */
function ended(line, code) {
  const hearer = lines.get(line);
  lines.delete(line);
  hearer?.onClose(code);
}

/**
 * @param {string} line
 * @param {import("./house.js").Hearer} hearer
 */
function open(line, { onOpen }) {
  post({ kind: "connect", page: name, line });
  onOpen();
}

/** @type {import("./house.js").House["ask"]} */
export function ask(path, body, keys, signal) {
  count += 1;
  const id = count;
  const given = body === undefined ? "" : JSON.stringify(body);
  const told = { path, body: given, keys: JSON.stringify(keys) };
  const message = { kind: "ask", page: name, id, ...told };
  const acts = given !== "" && ACTS.test(path);
  return new Promise((resolve, reject) => {
    asked.set(id, { message, acts, sent: house !== "", resolve, reject });
    say(message);
    signal?.addEventListener("abort", () => {
      if (asked.delete(id)) post({ kind: "drop", page: name, id });
      reject(signal.reason);
    });
  });
}

/** @type {import("./house.js").House["connect"]} */
export function connect(hearer) {
  count += 1;
  const line = `${name} ${count}`;
  lines.set(line, hearer);
  if (house) {
    queueMicrotask(() => lines.has(line) && open(line, hearer));
    if (!own) wonder();
  } else look();
  return {
    send: (frame) => post({ kind: "frame", page: name, line, frame }),
    close() {
      post({ kind: "hang_up", page: name, line });
      queueMicrotask(() => ended(line, AWAY));
    },
  };
}

/** @param {object} message */
function say(message) {
  if (!house) return look();
  post(message);
  if (!own) wonder();
}

/**
 * Says something to the house that is known: one that was frozen meanwhile is to hear none of it.
 * @param {object} message
 */
function post(message) {
  channel.postMessage({ ...message, house });
}

/** Somebody wants something of a house that is not known. */
function look() {
  if (own) return;
  navigator.locks.query().then(({ held = [], pending = [] }) => {
    const known = [...held, ...pending].some((lock) => lock.name === LOCK);
    if (known) wonder();
    else wait();
  }).catch(robbed);
}
