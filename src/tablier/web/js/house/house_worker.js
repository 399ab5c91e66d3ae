/**
 * The house in this browser: runs `tablier/browser/worker.py`, and talks with the pages of all tabs.
 * Whatever they say before Python is there waits.
 */

import { openDatabase } from "./database.js";
import { python, pythonCode } from "./python.js";
import { Thinking } from "../thinking/thinking.js";

/** Where the page lies, since a host may have several, and the house's own name. */
const [PLACE, NAME] = self.name.split(" ");
const channel = new BroadcastChannel(`tablier-house ${PLACE}`);
/** @type {Set<string>} the pages that were heard of */
const pages = new Set();
/** @type {Set<string>} */
const lines = new Set();

/**
 * @typedef {{kind: "ask", page: string, id: number, path: string, body: string, keys: string}} Ask
 * @typedef {{kind: "connect"|"hang_up", page: string, line: string}} Coming
 * @typedef {{kind: "frame", page: string, line: string, frame: string}} Said
 */

/** What Python hands to pages. */
const page = {
  /**
   * @param {string} line
   * @param {string} frame
   */
  say: (line, frame) => channel.postMessage({ kind: "said", line, frame }),
  /**
   * @param {string} line
   * @param {number} code
   */
  end(line, code) {
    lines.delete(line);
    channel.postMessage({ kind: "ended", line, code });
  },
};

/**
 * The tab opens another house.
 * @param {any} error
 * @param {string} code what people are told
 */
const fall = (error, code) => postMessage({ kind: "failed", why: String(error), code });

/** @type {Promise<any>} */
const house = open();
house.catch((error) => fall(error, error instanceof DOMException ? "no_storage" : "away"));
// Python that has run out of memory, say, answers nothing any more, and tells so to whoever calls.
addEventListener("unhandledrejection", ({ reason }) => fall(reason, "away"));

async function open() {
  const [database, py] = await Promise.all([
    openDatabase(`tablier ${PLACE}`, () => fall("the database was closed", "away")),
    python(),
  ]);
  const thinking = new Thinking(await pythonCode());
  return py.pyimport("tablier.browser.worker").begin(database, page, thinking);
}

/**
 * A page that goes takes its lock along, also where it was killed: then its connections have ended.
 * @param {string} name
 */
async function watch(name) {
  if (pages.has(name)) return;
  pages.add(name);
  await navigator.locks.request(`tablier-page ${name}`, { mode: "shared" }, () => {});
  pages.delete(name);
  (await house).leave(name);
  for (const line of [...lines].filter((each) => each.startsWith(`${name} `))) {
    lines.delete(line);
    (await house).hang_up(line);
  }
}

/**
 * A mistake in a program of ours harms one request; anything else is the end of Python.
 * @param {any} error
 */
function told(error) {
  if (error?.name !== "PythonError") throw error;
  console.error(error);
  return JSON.stringify({ status: 500, content: "" });
}

/** @param {Ask} ask */
async function answer({ page: to, id, path, body, keys }) {
  const asked = (await house).ask(path, body, keys, `${to} ${id}`).catch(told);
  channel.postMessage({ kind: "answer", to, id, ...JSON.parse(await asked) });
}

channel.addEventListener("message", async ({ data }) => {
  if (!data.page || data.house !== NAME) return;
  watch(data.page);
  if (data.kind === "ask") answer(data);
  else if (data.kind === "drop") (await house).drop(`${data.page} ${data.id}`);
  else if (data.kind === "connect") {
    lines.add(data.line);
    (await house).connect(data.line);
  } else if (data.kind === "frame") (await house).hear(data.line, data.frame);
  else if (data.kind === "hang_up") {
    lines.delete(data.line);
    (await house).hang_up(data.line);
  }
});

postMessage({ kind: "listens" });
