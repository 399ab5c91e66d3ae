/**
 * The folder that the page lies in, `/` in most houses: everything it has is in a folder in there that
 * is named after its version, `v/…/`.
 */
export const ROOT = new URL("../../../../", import.meta.url).pathname;

/** Whether the page stands in a frame of another site: it then shows one game, and has no keys. */
export const IS_FRAMED = location.pathname.startsWith(`${ROOT}embed/`);
