/**
 * One table's live connection. It comes back by itself, tells what it has seen, and sends what was
 * not answered again under the same `cmd`, so that nothing is lost and nothing happens twice.
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const ANSWER_WAIT = 8000;
/** Hints are thought about. */
const THOUGHT_WAIT = 90_000;
const FOR_GOOD = new Set([4400, 4403, 4404, 4410]);

/**
 * @param {string} table
 * @param {object} listeners
 * @param {() => string[]} listeners.keys
 * @param {(frame: any) => void} listeners.onWelcome
 * @param {(frame: any) => void} listeners.onUpdate
 * @param {(frame: any) => void} listeners.onPresence
 * @param {(state: "online"|"away") => void} listeners.onState
 * @param {(code: number) => void} listeners.onRefused the table can't be opened
 */
export function connect(table, { keys, onWelcome, onUpdate, onPresence, onState, onRefused }) {
  const name = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  /** @type {Map<string, {frame: {type: string}, resolve: (answer: any) => void}>} */
  const waiting = new Map();
  let socket = /** @type {WebSocket|null} */ (null);
  let seen = -1;
  let sent = 0;
  let tries = 0;
  let greeted = false;
  let closed = false;
  let retry = 0;
  let watchdog = 0;

  function open() {
    clearTimeout(retry);
    greeted = false;
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
    const fresh = new WebSocket(address, "tablier.1");
    socket = fresh;
    fresh.onopen = () => {
      const hello = { type: "hello", v: 1, table, keys: keys() };
      fresh.send(JSON.stringify(seen < 0 ? hello : { ...hello, seen }));
    };
    fresh.onmessage = (message) => fresh === socket && receive(JSON.parse(message.data));
    fresh.onclose = (event) => fresh === socket && lost(event.code);
  }

  function lost(code) {
    socket = null;
    greeted = false;
    clearTimeout(watchdog);
    if (closed) return;
    if (FOR_GOOD.has(code)) {
      closed = true;
      onRefused(code);
      return;
    }
    if (tries > 0 || code !== 1012) onState("away");
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.7 + 0.6 * Math.random());
    tries += 1;
    retry = setTimeout(open, code === 4429 ? LONGEST_WAIT : wait);
  }

  function receive(frame) {
    if (frame.view) seen = frame.view.seq;
    if (frame.type === "welcome") {
      tries = 0;
      greeted = true;
      onState("online");
      onWelcome(frame);
      for (const { frame: again } of waiting.values()) socket?.send(JSON.stringify(again));
      watch();
    } else if (frame.type === "update") onUpdate(frame);
    else if (frame.type === "presence") onPresence(frame);
    else if (frame.cmd && waiting.has(frame.cmd)) {
      waiting.get(frame.cmd)?.resolve(frame);
      waiting.delete(frame.cmd);
      watch();
    }
  }

  /** A connection that leaves a command without an answer is not worth keeping. */
  function watch() {
    clearTimeout(watchdog);
    if (!waiting.size) return;
    const thinking = [...waiting.values()].some(({ frame }) => frame.type === "hint");
    watchdog = setTimeout(() => socket?.close(), thinking ? THOUGHT_WAIT : ANSWER_WAIT);
  }

  function wake() {
    if (closed || document.hidden) return;
    if (!socket) open();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  open();

  return {
    /** Sends a command; the promise holds the server's answer, a refusal included. */
    send(type, fields = {}) {
      sent += 1;
      const cmd = `${name}-${sent}`;
      const frame = { type, cmd, ...fields };
      return new Promise((resolve) => {
        waiting.set(cmd, { frame, resolve });
        if (greeted) socket?.send(JSON.stringify(frame));
        watch();
      });
    },
    /** Connects anew, with the keys as they are now. */
    again() {
      tries = 0;
      const old = socket;
      socket = null;
      old?.close();
      open();
    },
    close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(watchdog);
      document.removeEventListener("visibilitychange", wake);
      removeEventListener("online", wake);
      socket?.close();
    },
  };
}
