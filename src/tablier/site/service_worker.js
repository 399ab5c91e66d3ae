/**
 * Hands the site out of the browser's own keeping, also where there is no network.
 *
 * `tablier export-site` writes in front of this which version it is and what belongs to it. All files
 * of a version lie in a folder of its name and in a cache of their own, so no page ever meets files of
 * two versions: the page decides which, and the next start takes the newest that is here as a whole.
 */
(() => {
  /** @type {any} */
  const worker = self;
  /** @type {{version: string, files: [name: string, hash: string][]}} */
  const { version, files } = worker.site;
  /** @type {string} */
  const root = worker.registration.scope;
  const ours = `tablier-site ${new URL(root).pathname} `;
  const cacheOf = (/** @type {string} */ named) => `${ours}${named}`;
  const list = `${root}v/${version}/files`;
  const AT_ONCE = 6;

  /** Everything of this version; what is broken off goes on from there the next time. */
  async function install() {
    const cache = await caches.open(cacheOf(version));
    const before = await knownBefore();
    const due = [...files];
    const fetchAll = async () => {
      for (let next = due.shift(); next; next = due.shift()) await keep(cache, before, ...next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchAll));
    await cache.put(list, new Response(JSON.stringify(files)));
    await keepPage(cache);
    await worker.skipWaiting();
  }

  /** Where files that are as they were before can be had without a network, by their hashes. */
  async function knownBefore() {
    /** @type {Map<string, [cache: string, address: string]>} */
    const known = new Map();
    for (const name of await otherCaches()) {
      const folder = `${root}v/${name.slice(ours.length)}/`;
      const told = await caches.match(`${folder}files`, { cacheName: name });
      for (const [file, hash] of (await told?.json()) ?? []) known.set(hash, [name, folder + file]);
    }
    return known;
  }

  /** The caches of other versions, the oldest first. */
  async function otherCaches() {
    const names = await caches.keys();
    return names.filter((name) => name.startsWith(ours) && name !== cacheOf(version));
  }

  /**
   * @param {Cache} cache
   * @param {Map<string, [cache: string, address: string]>} before
   * @param {string} name
   * @param {string} hash
   */
  async function keep(cache, before, name, hash) {
    const address = `${root}v/${version}/${name}`;
    if (await cache.match(address, { ignoreVary: true })) return;
    const [cacheName, old] = before.get(hash) ?? [];
    const known = old && (await caches.match(old, { cacheName, ignoreVary: true }));
    // The page has asked for some of them already; no host ever changes a file of a version.
    /** @type {RequestInit} */
    const wish = { integrity: `sha256-${hash}`, cache: "force-cache" };
    const fetched = () =>
      fetch(address, wish).catch(() => fetch(address, { ...wish, cache: "reload" }));
    const answer = known || (await fetched());
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    // A new answer, since one remembers where it came from, and scripts ask for others from there.
    await cache.put(address, new Response(answer.body, { headers: answer.headers }));
  }

  /**
   * The page comes last, and only if it is the one that these files belong to.
   * @param {Cache} cache
   */
  async function keepPage(cache) {
    const answer = await fetch(root, { cache: "no-cache" });
    const page = await answer.text();
    if (!answer.ok || !page.includes(`data-version="${version}"`)) throw new Error("another page");
    await cache.put(root, new Response(page, { headers: answer.headers }));
  }

  /**
   * Takes away old versions but for the latest of them.
   * @param {number} left how many of them may stay
   */
  async function tidy(left) {
    const old = await otherCaches();
    await Promise.all(
      old.slice(0, Math.max(0, old.length - left)).map((name) => caches.delete(name)),
    );
  }

  /** A page that was opened before an update goes on with its own files until it is closed. */
  async function tidyIfAlone() {
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (!windows.length) await tidy(0);
  }

  /** @param {Request} request */
  async function pageFor(request) {
    return (await caches.match(root, { cacheName: cacheOf(version) })) ?? fetch(request);
  }

  /**
   * A file of some version; what is not here is fetched, and kept if it is of this one.
   * @param {Request} request
   * @param {string} named the version in its address
   */
  async function fileFor(request, named) {
    const here = { cacheName: cacheOf(named), ignoreVary: true, ignoreSearch: true };
    const kept = await caches.match(request.url, here);
    if (kept) return kept;
    try {
      const answer = await fetch(request);
      if (answer.ok && named === version) {
        const cache = await caches.open(cacheOf(version));
        await cache.put(request.url.split("?")[0], answer.clone());
      }
      return answer;
    } catch (error) {
      const likeIt = request.url.replace(/\.\w+(\.\w+\.svg)$/, ".own$1");
      const other = await caches.match(likeIt, here);
      if (other) return other;
      throw error;
    }
  }

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
  worker.addEventListener("activate", (/** @type {any} */ event) => {
    event.waitUntil(Promise.all([worker.clients.claim(), tidy(1)]));
  });
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const address = request.url.split(/[?#]/)[0];
    if (request.method !== "GET" || !address.startsWith(root)) return;
    const inside = address.slice(root.length);
    const [, named] = /^v\/([0-9a-f]+)\//.exec(inside) ?? [];
    if (named) event.respondWith(fileFor(request, named));
    else if (request.mode === "navigate" && ["", "index.html"].includes(inside)) {
      event.respondWith(pageFor(request));
      event.waitUntil(tidyIfAlone());
    }
  });
})();
