/** A record in an address: packed, in letters that need no escaping. */

import { ServerRefused } from "../base/api.js";

/** Characters of a record that anybody may hand over. */
const LONGEST = 64 * 1024;

/** @param {string} record */
export async function packed(record) {
  const stream = new Blob([record]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Refused where the text is no whole address.
 * @param {string} text
 */
export async function unpacked(text) {
  try {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await readSome(stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })));
  } catch {
    throw new ServerRefused(0, { code: "no_address" });
  }
}

/**
 * No more than a record may have: a few bytes can be packed from very many.
 * @param {ReadableStream<string>} stream
 */
async function readSome(stream) {
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) {
      await reader.cancel();
      throw new RangeError("too long for a record");
    }
  }
}
