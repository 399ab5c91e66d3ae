/** A server, asked over HTTP and WebSockets. */

/**
 * @param {string} path
 * @param {any} body makes it a POST
 * @param {string[]} keys
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./house.js").Answer>}
 */
export async function ask(path, body, keys, signal) {
  const posted = body !== undefined;
  const answer = await fetch(path, {
    method: posted ? "POST" : "GET",
    signal,
    body: posted ? JSON.stringify(body) : null,
    headers: {
      Authorization: `Bearer ${keys.join(" ")}`,
      ...(posted && { "Content-Type": "application/json" }),
    },
  });
  const kind = answer.headers.get("Content-Type") ?? "";
  return { status: answer.status, content: await contentOf(answer, kind) };
}

/**
 * @param {Response} answer
 * @param {string} kind
 */
function contentOf(answer, kind) {
  if (kind.startsWith("application/json")) return answer.json();
  return kind.startsWith("image/") ? answer.blob() : answer.text();
}

/**
 * @param {import("./house.js").Hearer} hearer
 * @returns {import("./house.js").Line}
 */
export function connect({ onOpen, onFrame, onClose }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`, "tablier.1");
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", ({ data }) => onFrame(data));
  socket.addEventListener("close", ({ code }) => onClose(code));
  return { send: (frame) => socket.send(frame), close: () => socket.close() };
}
