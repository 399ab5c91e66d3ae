/**
 * The folder that the page lies in, `/` in most houses: everything it has is in a folder in there that
 * is named after its version, `v/…/`.
 */
export const ROOT = new URL("../../../../", import.meta.url).pathname;
