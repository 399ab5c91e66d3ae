/**
 * One table's live connection. It comes back by itself, tells what it has seen, and sends what was
 * not answered again under the same `cmd`, so that nothing is lost and nothing happens twice.
 */

import { connect } from "../house/house.js";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;
const ANSWER_WAIT_MS = 8000;
/** Hints are thought about. */
const THOUGHT_WAIT_MS = 90_000;
/** What could not be stored is sent again, as it was, for about half a minute. */
const STORE_WAIT_MS = 1000;
const STORE_TRIES = 30;
const RESTART = 1012;
const TOO_MANY = 4429;
const FOR_GOOD = new Set([4400, 4403, 4404, 4409, 4410, 4413]);

/**
 * @typedef {import("../base/types.js").Answer} Answer
 *
 * @typedef {object} Listeners
 * @property {() => string[]} keys
 * @property {() => boolean} looking whether somebody sees this page now
 * @property {(frame: import("../base/types.js").Welcome) => void} onWelcome
 * @property {(frame: import("../base/types.js").Update) => void} onUpdate
 * @property {(frame: import("../base/types.js").Presence) => void} onPresence
 * @property {(state: "online"|"away") => void} onState
 * @property {(code: number) => void} onRefused the table can't be opened
 */

export class Connection {
  /** @type {import("../house/house.js").Line|null} */
  #line = null;
  /**
   * @type {Map<string, {
   *   frame: {type: string}, resolve: (answer: Answer) => void, refused: number,
   * }>}
   */
  #waiting = new Map();
  #name = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  #seen = -1;
  /** @type {import("../base/types.js").GameEvent[]} what is long past comes before the welcome */
  #past = [];
  #sent = 0;
  #tries = 0;
  #greeted = false;
  /** What this connection's hello said of it. */
  #looking = true;
  #closed = false;
  #retry = 0;
  #watchdog = 0;

  /**
   * @param {string} table
   * @param {Listeners} listeners
   */
  constructor(table, listeners) {
    this.table = table;
    this.listeners = listeners;
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
    this.#open();
  }

  /**
   * Sends a command; the promise holds the server's answer, a refusal included.
   * @param {string} type
   * @param {Record<string, any>} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields = {}) {
    this.#sent += 1;
    const cmd = `${this.#name}-${this.#sent}`;
    const frame = { type, cmd, ...fields };
    return new Promise((resolve) => {
      this.#waiting.set(cmd, { frame, resolve, refused: 0 });
      if (this.#greeted) this.#write(frame);
      this.#watch();
    });
  }

  /**
   * Tells whether somebody sees this page; a new connection says so in its hello.
   * @param {boolean} on
   */
  look(on) {
    if (this.#greeted) this.send("look", { on });
  }

  /** Connects anew, with the keys as they are now. */
  again() {
    this.#tries = 0;
    const old = this.#line;
    this.#line = null;
    old?.close();
    this.#open();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watchdog);
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    this.#line?.close();
  }

  #open() {
    clearTimeout(this.#retry);
    this.#greeted = false;
    this.#past = [];
    const fresh = connect({
      onOpen: () => {
        const { keys, looking } = this.listeners;
        this.#looking = looking();
        const hello = { type: "hello", v: 1, table: this.table, keys: keys(), looking: looking() };
        fresh.send(JSON.stringify(this.#seen < 0 ? hello : { ...hello, seen: this.#seen }));
      },
      onFrame: (frame) => {
        if (fresh === this.#line) this.#receive(JSON.parse(frame));
      },
      onClose: (code) => {
        if (fresh === this.#line) this.#lost(code);
      },
    });
    this.#line = fresh;
  }

  /** @param {object} frame */
  #write(frame) {
    this.#line?.send(JSON.stringify(frame));
  }

  /** @param {number} code */
  #lost(code) {
    this.#line = null;
    this.#greeted = false;
    clearTimeout(this.#watchdog);
    if (this.#closed) return;
    if (FOR_GOOD.has(code)) {
      this.#closed = true;
      this.listeners.onRefused(code);
      return;
    }
    if (this.#tries > 0 || code !== RESTART) this.listeners.onState("away");
    const longer = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries);
    const wait = code === TOO_MANY ? LONGEST_WAIT_MS : longer * (0.7 + 0.6 * Math.random());
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  /** @param {any} frame */
  #receive(frame) {
    const { onWelcome, onUpdate, onPresence, onState, looking } = this.listeners;
    if (frame.view) this.#seen = frame.view.seq;
    if (frame.type === "events") this.#past.push(...frame.events);
    else if (frame.type === "welcome") {
      this.#tries = 0;
      this.#greeted = true;
      onState("online");
      onWelcome({ ...frame, events: [...this.#past.splice(0), ...frame.events] });
      if (looking() !== this.#looking) this.look(looking());
      for (const { frame: again } of this.#waiting.values()) this.#write(again);
      this.#watch();
    } else if (frame.type === "update") onUpdate(frame);
    else if (frame.type === "presence") onPresence(frame);
    else this.#answered(frame);
  }

  /** @param {Answer & {cmd: string}} answer */
  #answered(answer) {
    const asked = this.#waiting.get(answer.cmd);
    if (!asked) return;
    asked.refused += 1;
    if (answer.code === "storage" && asked.refused < STORE_TRIES) {
      setTimeout(() => {
        if (this.#greeted && this.#waiting.has(answer.cmd)) this.#write(asked.frame);
      }, STORE_WAIT_MS);
    } else {
      asked.resolve(answer);
      this.#waiting.delete(answer.cmd);
    }
    this.#watch();
  }

  /** A connection that leaves a command without an answer is not worth keeping. */
  #watch() {
    clearTimeout(this.#watchdog);
    if (!this.#waiting.size) return;
    const thinking = [...this.#waiting.values()].some(({ frame }) => frame.type === "hint");
    const wait = thinking ? THOUGHT_WAIT_MS : ANSWER_WAIT_MS;
    this.#watchdog = setTimeout(() => this.#line?.close(), wait);
  }

  #wake = () => {
    if (!this.#closed && !document.hidden && !this.#line) this.#open();
  };
}
