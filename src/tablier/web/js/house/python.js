/** Python in a worker, with our sources; both the house and whoever thinks begin here. */

const PYODIDE = new URL("../../pyodide/", import.meta.url);
const SOURCES = new URL("../../tablier.zip", import.meta.url);
const FOLDER = "/tablier";

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
 * Python, ready to import `tablier`.
 * @returns {Promise<any>}
 */
export async function python() {
  globalThis.fetch = unpacking(globalThis.fetch);
  const asked = fetch(SOURCES);
  const { loadPyodide } = await import(new URL("pyodide.js", PYODIDE).href);
  const pyodide = await loadPyodide({ indexURL: PYODIDE.href });
  const sources = await asked;
  if (!sources.ok) throw new Error(`no ${SOURCES.pathname}: ${sources.status}`);
  pyodide.unpackArchive(await sources.arrayBuffer(), "zip", { extractDir: FOLDER });
  pyodide.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  return pyodide;
}
