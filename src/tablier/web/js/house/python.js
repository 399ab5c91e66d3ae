/** Python in a worker, with our sources; both the house and whoever thinks begin here. */

import { withSnapshot } from "./snapshot.js";

const PYODIDE = new URL("../../pyodide/", import.meta.url);
const SOURCES = new URL("../../tablier.zip", import.meta.url);
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

/**
 * What lies packed beside its address is unpacked here: few hosts pack what they do not know.
 * @param {typeof fetch} fetched
 * @returns {typeof fetch}
 */
function unpacking(fetched) {
  return async (wanted, how) => {
    const address = wanted instanceof Request ? wanted.url : String(wanted);
    if (!address.endsWith(".asm.wasm")) return fetched(wanted, how);
    const packed = await fetched(`${address}.gzip`).catch(() => null);
    if (!packed?.ok || !packed.body) return fetched(wanted, how);
    const unpacked = packed.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
  };
}

/**
 * Python, ready to import `tablier`: as it was left once before, or begun anew.
 * @returns {Promise<any>}
 */
export async function python() {
  globalThis.fetch = unpacking(globalThis.fetch);
  const asked = sources();
  asked.catch(() => {});
  return withSnapshot((snapshot, keep) => begun(asked, snapshot, keep));
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
  const pyodide = await loadPyodide({ indexURL: PYODIDE.href, ...how });
  pyodide.unpackArchive(await asked, "zip", { extractDir: FOLDER });
  pyodide.runPython(snapshot ? WOKEN : IMPORTED);
  if (!snapshot) keep?.(pyodide.makeMemorySnapshot());
  return pyodide;
}
