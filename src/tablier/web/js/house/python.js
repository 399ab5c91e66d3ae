/** Python in a worker, with our sources; both the house and whoever thinks begin here. */

import { withSnapshot } from "./snapshot.js";

const PYODIDE = new URL("../../pyodide/", import.meta.url);
const SOURCES = new URL("../../tablier.zip", import.meta.url);
const CODE = "pyodide.asm.wasm";
const FOLDER = "/tablier";

/** What is imported before the snapshot is taken: all that either of the workers needs. */
const IMPORTED = `
import sys
sys.path.insert(0, "${FOLDER}")
import tablier.browser.thoughts, tablier.browser.worker
from tablier.core import registry
for name in registry.games():
    registry.find(name)
`;
/** A snapshot holds no files, and no two are to roll the same dice. */
const WOKEN = `
import random, sys
sys.path_importer_cache.clear()
random.seed()
`;

/** @type {Promise<WebAssembly.Module>|null} */
let code = null;

/** Python's machine code, which two workers share: compiled twice it is in memory twice. */
export function pythonCode() {
  code ??= compiled();
  return code;
}

/**
 * The code that another worker has compiled is taken.
 * @param {WebAssembly.Module} module
 */
export function takeCode(module) {
  code = Promise.resolve(module);
}

/** It lies packed beside its address: few hosts pack what they do not know. */
async function compiled() {
  const packed = await fetch(`${PYODIDE.href}${CODE}.gzip`);
  if (!packed.ok || !packed.body) throw new Error(`no ${CODE}: ${packed.status}`);
  const unpacked = packed.body.pipeThrough(new DecompressionStream("gzip"));
  const headers = { "Content-Type": "application/wasm" };
  return WebAssembly.compileStreaming(new Response(unpacked, { headers }));
}

/** Pyodide, which fetches and compiles for itself, gets ours instead. */
function lendCode() {
  const { fetch: fetched } = globalThis;
  globalThis.fetch = (wanted, how) =>
    String(wanted).endsWith(CODE) ? Promise.resolve(new Response()) : fetched(wanted, how);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await pythonCode();
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}

/**
 * Python, ready to import `tablier`: as it was left once before, or begun anew.
 * @returns {Promise<any>}
 */
export async function python() {
  lendCode();
  pythonCode().catch(() => {});
  const asked = sources();
  asked.catch(() => {});
  return withSnapshot((snapshot, keep) => begun(asked, snapshot, keep));
}

/** Ends only where there is no machine code: Pyodide would wait for it for ever. */
async function lack() {
  await pythonCode();
  return new Promise(() => {});
}

async function sources() {
  const answer = await fetch(SOURCES);
  if (!answer.ok) throw new Error(`no ${SOURCES.pathname}: ${answer.status}`);
  return answer.arrayBuffer();
}

/**
 * @param {Promise<ArrayBuffer>} asked
 * @param {Uint8Array|null} snapshot
 * @param {((memory: Uint8Array) => void)|null} keep
 */
async function begun(asked, snapshot, keep) {
  const { loadPyodide } = await import(new URL("pyodide.js", PYODIDE).href);
  const how = snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: Boolean(keep) };
  const loaded = loadPyodide({ indexURL: PYODIDE.href, ...how });
  const pyodide = await Promise.race([loaded, lack()]);
  pyodide.unpackArchive(await asked, "zip", { extractDir: FOLDER });
  pyodide.runPython(snapshot ? WOKEN : IMPORTED);
  if (!snapshot) keep?.(pyodide.makeMemorySnapshot());
  return pyodide;
}
