/** Whoever wants something thought about asks here, and waits for nothing else meanwhile. */

const GRACE_MS = 300;
const TRIES = 2;
/** A worker that has not been asked anything for a minute goes, with all of its memory. */
const IDLE_MS = 60_000;

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {string} kind
 * @property {string} body
 * @property {number} tries
 * @property {(answer: string) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class Thinking {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Question>} */
  #asked = new Map();
  /** @type {Set<number>} those that the worker is at */
  #begun = new Set();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} those taken back that are still at work */
  #lingering = new Map();
  #last = 0;
  #create;

  #code;
  #idleMs;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /**
   * @param {WebAssembly.Module|null} code Python's, where it is compiled already
   * @param {() => Worker} create
   * @param {number} idleMs
   */
  constructor(
    code = null,
    create = () => new Worker(new URL("thinker_worker.js", import.meta.url), { type: "module" }),
    idleMs = IDLE_MS,
  ) {
    this.#code = code;
    this.#create = create;
    this.#idleMs = idleMs;
  }

  /**
   * @param {string} kind
   * @param {string} body
   * @returns {{answer: Promise<string>, cancel: () => void}}
   */
  ask(kind, body) {
    const id = ++this.#last;
    /** @type {Promise<string>} */
    const answer = new Promise((resolve, reject) => {
      this.#asked.set(id, { id, kind, body, tries: 0, resolve, reject });
    });
    this.#send(id);
    return { answer, cancel: () => this.#cancel(id) };
  }

  /** End whatever is thought about. */
  close() {
    for (const id of this.#asked.keys()) this.#settle(id)?.reject(new Error("closed"));
    this.#stop();
  }

  /** @param {number} id */
  #send(id) {
    const question = /** @type {Question} */ (this.#asked.get(id));
    question.tries += 1;
    clearTimeout(this.#rest);
    this.#running().postMessage({ id, kind: question.kind, body: question.body });
  }

  #running() {
    if (this.#worker) return this.#worker;
    const worker = this.#create();
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#replace(event.message || "it could not be started");
    });
    this.#worker = worker;
    if (this.#code) worker.postMessage({ code: this.#code });
    return worker;
  }

  /** @param {{id: number, begun?: boolean, answer?: string, error?: string}} said */
  #hear({ id, begun, answer, error }) {
    if (begun) {
      this.#begun.add(id);
      return;
    }
    this.#begun.delete(id);
    clearTimeout(this.#lingering.get(id));
    this.#lingering.delete(id);
    const question = this.#settle(id);
    if (answer !== undefined) question?.resolve(answer);
    else question?.reject(new Error(error));
    if (!this.#asked.size) this.#rest = setTimeout(() => this.#stop(), this.#idleMs);
  }

  /**
   * It is dropped at once; a worker that doesn't come back soon is replaced.
   * @param {number} id
   */
  #cancel(id) {
    const question = this.#settle(id);
    if (!question) return;
    question.reject(new Error("cancelled"));
    this.#worker?.postMessage({ id, cancelled: true });
    if (!this.#begun.has(id)) return;
    const replace = () => {
      for (const other of this.#asked.values()) other.tries -= 1;
      this.#replace("it was stopped");
    };
    this.#lingering.set(id, setTimeout(replace, GRACE_MS));
  }

  /**
   * A worker that has died, or is not wanted: another one goes on with what is left.
   * @param {string} why
   */
  #replace(why) {
    this.#stop();
    for (const { id, tries, kind } of this.#asked.values()) {
      if (tries < TRIES) this.#send(id);
      else this.#settle(id)?.reject(new Error(`thinking about ${kind} has failed: ${why}`));
    }
  }

  #stop() {
    for (const timer of this.#lingering.values()) clearTimeout(timer);
    this.#lingering.clear();
    this.#begun.clear();
    clearTimeout(this.#rest);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {number} id */
  #settle(id) {
    const question = this.#asked.get(id);
    this.#asked.delete(id);
    return question;
  }
}
