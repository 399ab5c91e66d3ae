/**
 * Python's memory as it is once everything is imported: kept for a version of our files, so that Python
 * begins there the next time, and in the second worker. Without a place to keep it, it begins anew.
 */

const FOLDER = new URL("../../", import.meta.url);
const ROOT = new URL("../../", FOLDER).pathname;
const CACHE = `tablier-memory ${ROOT}`;
const ADDRESS = new URL("snapshot", FOLDER).href;
const LENGTH = "Tablier-Length";
const PART = 1 << 18;

/**
 * @template Begun
 * @typedef {(snapshot: Uint8Array|null, keep: ((memory: Uint8Array) => void)|null) => Promise<Begun>} Begin
 * told a snapshot, else who keeps the one that is then taken, if anybody does
 */

/**
 * Begins from the snapshot; while somebody else is about to take one, that is waited for.
 * @template Begun
 * @param {Begin<Begun>} begin
 * @returns {Promise<Begun>}
 */
export async function withSnapshot(begin) {
  // No browser keeps anything for addresses that are not safe, nor some for private windows.
  const canKeep = await globalThis.caches?.has(CACHE).then(() => true, () => false);
  if (!canKeep) return begin(null, null);
  const found = await read();
  if (found) return from(found, begin);
  return new Promise((resolve, reject) => {
    navigator.locks.request(ADDRESS, async () => {
      const taken = await read();
      let kept = Promise.resolve();
      const keep = (/** @type {Uint8Array} */ memory) => {
        kept = write(memory);
      };
      await (taken ? from(taken, begin) : begin(null, keep)).then(resolve, reject);
      await kept.catch((error) => console.warn(`Python will begin anew: ${error}`));
    }).catch(reject);
  });
}

/** @param {Uint8Array} memory */
async function write(memory) {
  const packed = inParts(memory).pipeThrough(new CompressionStream("gzip"));
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, new Response(packed, { headers: { [LENGTH]: String(memory.length) } }));
  free(memory);
  const others = (await cache.keys()).filter(({ url }) => url !== ADDRESS);
  await Promise.all(others.map((old) => cache.delete(old)));
}

/**
 * A stream that copies nothing.
 * @param {Uint8Array} memory
 * @returns {ReadableStream<any>}
 */
function inParts(memory) {
  let end = 0;
  return new ReadableStream({
    pull(stream) {
      if (end < memory.length) stream.enqueue(memory.subarray(end, end += PART));
      else stream.close();
    },
  });
}

/**
 * What was kept; nothing where that is broken.
 * @returns {Promise<Uint8Array|null>}
 */
async function read() {
  const found = await caches.match(ADDRESS, { cacheName: CACHE });
  return found ? unpacked(found).catch(() => null) : null;
}

/**
 * @param {Response} found
 * @returns {Promise<Uint8Array|null>}
 */
async function unpacked(found) {
  if (!found.body) return null;
  const memory = new Uint8Array(Number(found.headers.get(LENGTH)));
  const parts = found.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let end = 0;
  for (let part = await parts.read(); part.value; part = await parts.read()) {
    memory.set(part.value, end);
    end += part.value.length;
    free(part.value);
  }
  return memory;
}

/**
 * Gives megabytes back that would else wait for the next time somebody tidies up, or longer, since
 * Pyodide keeps what it has begun from.
 * @param {Uint8Array} memory
 */
function free(memory) {
  /** @type {ArrayBuffer} */ (memory.buffer).transfer?.(0);
}

/**
 * A snapshot that this browser can't begin from, after an update of its own, is thrown away.
 * @template Begun
 * @param {Uint8Array} snapshot
 * @param {Begin<Begun>} begin
 * @returns {Promise<Begun>}
 */
async function from(snapshot, begin) {
  try {
    return await begin(snapshot, null);
  } catch (error) {
    console.warn(`Python begins anew: ${error}`);
    await (await caches.open(CACHE)).delete(ADDRESS);
  } finally {
    free(snapshot);
  }
  return begin(null, null);
}
