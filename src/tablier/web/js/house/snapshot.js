/**
 * Python's memory as it is once everything is imported: kept for a version of our files, so that Python
 * begins there the next time, and in the second worker. Without a place to keep it, it begins anew.
 */

const FOLDER = new URL("../../", import.meta.url);
const ROOT = new URL("../../", FOLDER).pathname;
const CACHE = `tablier-memory ${ROOT}`;
const ADDRESS = new URL("snapshot", FOLDER).href;

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
  const packed = new Response(/** @type {any} */ (memory)).body?.pipeThrough(
    new CompressionStream("gzip"),
  );
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, new Response(packed));
  const others = (await cache.keys()).filter(({ url }) => url !== ADDRESS);
  await Promise.all(others.map((old) => cache.delete(old)));
}

/** @returns {Promise<Uint8Array|null>} */
async function read() {
  const found = await caches.match(ADDRESS, { cacheName: CACHE });
  if (!found?.body) return null;
  const memory = found.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(memory).arrayBuffer());
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
    return begin(null, null);
  }
}
