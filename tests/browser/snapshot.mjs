/** Tells how Python begins, time after time: `deno run -A snapshot.mjs JS`. */

import process from "node:process";

const files = new Map();
const cache = {
  put: async (address, answer) => {
    files.set(address, [await answer.bytes(), { headers: answer.headers }]);
  },
  delete: (address) => files.delete(address.url ?? address),
  keys: () => [...files.keys()].map((url) => ({ url })),
};
const kept = {
  open: () => cache,
  has: async () => true,
  match: async (address) => files.has(address) ? new Response(...files.get(address)) : undefined,
};
let last = Promise.resolve();
const locks = { request: (_, work) => last = last.then(work) };
const told = [];
const begunFrom = [];

Object.defineProperty(globalThis, "caches", { value: kept, writable: true });
Object.defineProperty(navigator, "locks", { value: locks });
const { withSnapshot } = await import(`${process.argv[2]}/house/snapshot.js`);

/** @param {string} memory that is left behind, or can't be begun from */
const begin = (memory) => async (snapshot, keep) => {
  const from = snapshot && new TextDecoder().decode(snapshot);
  told.push([from, Boolean(keep)]);
  if (snapshot) begunFrom.push(snapshot);
  if (from === memory) throw new Error("not here");
  keep?.(new TextEncoder().encode(memory));
};

files.set("v/older/snapshot", [new Uint8Array(1)]);
await Promise.all([withSnapshot(begin("one")), withSnapshot(begin("two"))]);
await withSnapshot(begin("three"));
await withSnapshot(begin("one"));
await withSnapshot(begin("four"));
await last;
for (const [address, [bytes, how]] of files) files.set(address, [bytes.slice(9), how]);
await withSnapshot(begin("broken"));
globalThis.caches = { has: () => Promise.reject(new Error("private")) };
await withSnapshot(begin("five"));
globalThis.caches = undefined;
await withSnapshot(begin("six"));
const left = begunFrom.reduce((sum, memory) => sum + memory.byteLength, 0);
console.log(JSON.stringify({ told, kept: files.size, left }));
