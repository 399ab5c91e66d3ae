/** Tells what `Thinking` does with workers that hang, die and dawdle: `deno run -A thinking.mjs JS`. */

import process from "node:process";

const { Thinking } = await import(`${process.argv[2]}/thinking/thinking.js`);
const SCRIPT = `
const hang = () => { for (;;); };
let code = "";
onmessage = ({ data: { id, kind, body, cancelled, ...more } }) => {
  if (more.code) {
    code = more.code.constructor.name;
    return;
  }
  if (cancelled) return postMessage({ id, error: "cancelled" });
  if (kind === "late") return;
  postMessage({ id, begun: true });
  if (kind === "hang" || (kind === "once" && !BORN)) hang();
  if (kind === "die" || (kind === "fall" && !BORN)) throw new Error("fell");
  if (kind === "wait") return;
  if (kind === "code") return postMessage({ id, answer: code });
  if (kind === "bad") return postMessage({ id, error: "nothing to see" });
  postMessage({ id, answer: body + BORN });
};
`;
let born = 0;
const create = () => {
  const source = SCRIPT.replaceAll("BORN", String(born++));
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
};
const thinking = new Thinking(null, create);
const told = {};

/**
 * @param {string} name
 * @param {Promise<string>} answer
 */
async function tell(name, answer) {
  told[name] = await answer.catch((error) => `! ${error.message}`);
}

await tell("answered", thinking.ask("plan", "a").answer);
await tell("refused", thinking.ask("bad", "").answer);
const waiting = thinking.ask("late", "");
waiting.cancel();
await tell("taken back", waiting.answer);
await tell("the same worker", thinking.ask("plan", "b").answer);
const gentle = thinking.ask("wait", "");
await thinking.ask("plan", "c").answer;
gentle.cancel();
await tell("stopped by itself", gentle.answer);
const hanging = thinking.ask("hang", "");
const behind = thinking.ask("plan", "d");
await new Promise((resolve) => setTimeout(resolve, 200));
const began = performance.now();
hanging.cancel();
await tell("stopped", hanging.answer);
told.soon = performance.now() - began < 100;
await tell("behind it", behind.answer);
await tell("dead twice", thinking.ask("die", "").answer);
await tell("after that", thinking.ask("plan", "e").answer);
const last = thinking.ask("wait", "");
thinking.close();
await tell("closed", last.answer);
const code = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
const brief = new Thinking(code, create, 0);
await tell("with the code", brief.ask("code", "").answer);
await tell("before it rests", brief.ask("plan", "f").answer);
await new Promise((resolve) => setTimeout(resolve, 0));
await tell("after that it is another", brief.ask("plan", "g").answer);
console.log(JSON.stringify(told));
process.exit(0);
