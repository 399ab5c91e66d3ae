/**
 * A moving WebP picture, put together from drawings: the browser writes every frame as a picture of
 * its own, and what it wrote is laid into one file (RIFF, with the chunks VP8X, ANIM and ANMF).
 */

/** @typedef {{svg: string, seconds: number}} Drawing */

const QUALITY = 0.8;
/** Header flags: a picture that moves; a frame that is laid over nothing. */
const MOVES = 2;
const ALONE = 2;
/** What of a still picture belongs into a frame. */
const PIXELS = new Set(["ALPH", "VP8 ", "VP8L"]);

/**
 * Null where this browser writes no WebP.
 * @param {Drawing[]} drawings
 * @param {string} ground what is behind them
 * @returns {Promise<Blob|null>}
 */
export async function film(drawings, ground) {
  const canvas = document.createElement("canvas");
  const parts = [];
  for (const { svg, seconds } of drawings) {
    const still = await drawn(canvas, svg, ground);
    if (still?.type !== "image/webp") return null;
    const size = [...three(canvas.width - 1), ...three(canvas.height - 1)];
    const head = [...three(0), ...three(0), ...size, ...three(Math.round(1000 * seconds)), ALONE];
    const pixels = pixelsOf(new DataView(await still.arrayBuffer()));
    parts.push(chunk("ANMF", new Uint8Array(head), ...pixels));
  }
  const whole = [...three(canvas.width - 1), ...three(canvas.height - 1)];
  const body = [
    letters("WEBP"),
    chunk("VP8X", new Uint8Array([MOVES, 0, 0, 0, ...whole])),
    chunk("ANIM", new Uint8Array([0, 0, 0, 0, 0, 0])),
    ...parts,
  ];
  return new Blob([chunk("RIFF", ...body)], { type: "image/webp" });
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} svg
 * @param {string} ground
 * @returns {Promise<Blob|null>}
 */
async function drawn(canvas, svg, ground) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  if (canvas.width !== image.naturalWidth) canvas.width = image.naturalWidth;
  if (canvas.height !== image.naturalHeight) canvas.height = image.naturalHeight;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
}

/**
 * The chunks of a still picture that hold its pixels.
 * @param {DataView} file
 */
function pixelsOf(file) {
  const found = [];
  for (let at = 12; at < file.byteLength;) {
    const length = file.getUint32(at + 4, true);
    const end = at + 8 + length + length % 2;
    const name = String.fromCharCode(...new Uint8Array(file.buffer, at, 4));
    if (PIXELS.has(name)) found.push(new Uint8Array(file.buffer, at, end - at));
    at = end;
  }
  return found;
}

/**
 * @param {string} name
 * @param {...Uint8Array} content
 */
function chunk(name, ...content) {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const whole = new Uint8Array(8 + length + length % 2);
  whole.set(letters(name));
  new DataView(whole.buffer).setUint32(4, length, true);
  let at = 8;
  for (const part of content) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {string} text */
function letters(text) {
  return new TextEncoder().encode(text);
}

/**
 * A number as three bytes, the least of them first.
 * @param {number} value
 */
function three(value) {
  return [value & 255, value >> 8 & 255, value >> 16 & 255];
}
