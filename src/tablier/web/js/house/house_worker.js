/**
 * The house in this browser: runs `tablier/browser/worker.py`, and talks with the pages of all tabs.
 * Whatever they say before Python is there waits.
 */

import { openDatabase } from "./database.js";
import { python } from "./python.js";
import { Thinking } from "./thinking.js";

/** Where the page lies: a host may have several. */
const PLACE = self.name;
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

/** @type {Promise<any>} */
const house = open();
house.catch((error) => postMessage({ kind: "failed", why: String(error) }));

async function open() {
  const [database, py] = await Promise.all([
    openDatabase(`tablier ${PLACE}`, () => postMessage({ kind: "failed", why: "database" })),
    python(),
  ]);
  return py.pyimport("tablier.browser.worker").begin(database, page, new Thinking());
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
  for (const line of [...lines].filter((each) => each.startsWith(`${name} `))) {
    lines.delete(line);
    (await house).hang_up(line);
  }
}

/** @param {Ask} ask */
async function answer({ page: to, id, path, body, keys }) {
  const told = JSON.parse(await (await house).ask(path, body, keys));
  channel.postMessage({ kind: "answer", to, id, ...told });
}

channel.addEventListener("message", async ({ data }) => {
  if (!data.page) return;
  watch(data.page);
  if (data.kind === "ask") answer(data);
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
