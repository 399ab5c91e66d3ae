/**
 * QR codes, made in the page: a link may open somebody's seat, and is nobody else's business.
 * Bytes at error correction level M, in the smallest of the forty versions that holds them.
 */

/** Codewords for error correction in each block, and the number of blocks, by version. */
// deno-fmt-ignore
const CORRECTION = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
  26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
// deno-fmt-ignore
const BLOCKS = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
  17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];
const VERSIONS = 40;
const BYTE_MODE = 0b0100;
const FILLERS = [0xec, 0x11];
/** From this version on the length is written in sixteen bits, and the version beside the finders. */
const LONG_LENGTH = 10;
const VERSION_SHOWN = 7;
const FIELD = 0x11d;
const FORMAT = { generator: 0x537, bits: 10, mask: 0x5412 };
const VERSION = { generator: 0x1f25, bits: 12 };
/** What makes a code hard to read: runs, blocks, what looks like a finder, too much of one shade. */
const RUN = 3;
const BLOCK = 3;
const LIKE_FINDER = 40;
const SHADE = 10;
const FINDER_LIKE = new Set([0b10111010000, 0b00001011101]);

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => (row * column) % 2 + (row * column) % 3 === 0,
  (row, column) => ((row * column) % 2 + (row * column) % 3) % 2 === 0,
  (row, column) => ((row + column) % 2 + (row * column) % 3) % 2 === 0,
];

/** @typedef {number[][]} Modules rows of 1, dark, and 0, light */

/**
 * The modules of a code, without the quiet zone around it.
 * @param {string} text
 * @param {number} [mask] one of eight; the one that is easiest to read unless told
 * @returns {Modules}
 */
export function qrModules(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const codewords = interleaved(dataOf(bytes, version), version);
  const { modules, free } = frame(version);
  fill(modules, free, codewords);
  const masks = mask === undefined ? MASKS.keys() : [mask];
  const codes = Array.from(masks, (one) => masked(modules, free, one));
  const faults = codes.map(faultOf);
  return codes[faults.indexOf(Math.min(...faults))];
}

/** @param {number} version */
function sizeOf(version) {
  return 17 + 4 * version;
}

/**
 * How many codewords of data a version holds.
 * @param {number} version
 */
function capacity(version) {
  const { free } = frame(version);
  const all = Math.floor(free.flat().filter(Boolean).length / 8);
  return all - CORRECTION[version - 1] * BLOCKS[version - 1];
}

/** @param {number} version */
function lengthBits(version) {
  return version < LONG_LENGTH ? 8 : 16;
}

/** @param {number} length in bytes */
function versionFor(length) {
  for (let version = 1; version <= VERSIONS; version += 1) {
    const needed = Math.ceil((4 + lengthBits(version)) / 8 + length);
    if (needed <= capacity(version)) return version;
  }
  throw new RangeError("too long for a QR code");
}

// What is written

/**
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function dataOf(bytes, version) {
  const bits = [...binary(BYTE_MODE, 4), ...binary(bytes.length, lengthBits(version))];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  bits.push(0, 0, 0, 0);
  const data = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) {
    data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  }
  const room = capacity(version);
  for (let count = 0; data.length < room; count += 1) data.push(FILLERS[count % 2]);
  return data;
}

/**
 * @param {number} value
 * @param {number} length
 */
function binary(value, length) {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/**
 * The data in blocks, each with its correction, taken in turn; the last blocks may be longer by one.
 * @param {number[]} data
 * @param {number} version
 */
function interleaved(data, version) {
  const count = BLOCKS[version - 1];
  const short = Math.floor(data.length / count);
  const shorts = count - data.length % count;
  const starts = Array.from(
    { length: count + 1 },
    (_, at) => short * at + Math.max(0, at - shorts),
  );
  const blocks = starts.slice(1).map((end, at) => data.slice(starts[at], end));
  const factors = generatorOf(CORRECTION[version - 1]);
  const corrections = blocks.map((block) => remainder(block, factors));
  return [...inTurn(blocks), ...inTurn(corrections)];
}

/** @param {number[][]} blocks */
function inTurn(blocks) {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from(
    { length: longest },
    (_, at) => blocks.filter(({ length }) => at < length).map((block) => block[at]),
  ).flat();
}

// Reed and Solomon

/**
 * The product in the field of 256 elements.
 * @param {number} one
 * @param {number} other
 */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 0x80 ? FIELD : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/**
 * The factors of (x - 1)(x - 2)(x - 4)…, the highest power first and left out.
 * @param {number} degree
 */
function generatorOf(degree) {
  let factors = [1];
  let root = 1;
  for (let done = 0; done < degree; done += 1) {
    const shifted = [...factors, 0];
    const scaled = [0, ...factors.map((factor) => times(factor, root))];
    factors = shifted.map((factor, at) => factor ^ scaled[at]);
    root = times(root, 2);
  }
  return factors.slice(1);
}

/**
 * @param {number[]} block
 * @param {number[]} factors
 */
function remainder(block, factors) {
  let rest = factors.map(() => 0);
  for (const codeword of block) {
    const lead = codeword ^ rest[0];
    rest = [...rest.slice(1), 0].map((one, at) => one ^ times(factors[at], lead));
  }
  return rest;
}

// What is the same in all codes of a version

/**
 * The modules that don't depend on the text, and which are free for it.
 * @param {number} version
 */
function frame(version) {
  const size = sizeOf(version);
  const modules = grid(size, 0);
  const free = grid(size, true);
  const put = (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {any} */ dark,
  ) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row][column] = Number(dark);
    free[row][column] = false;
  };
  for (let at = 0; at < size; at += 1) {
    put(6, at, at % 2 === 0);
    put(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    square(4, (down, across, ring) => put(row + down, column + across, ring !== 2 && ring !== 4));
  }
  for (const [row, column] of alignments(version)) {
    square(2, (down, across, ring) => put(row + down, column + across, ring !== 1));
  }
  placeFormat(size, 0, put);
  if (version >= VERSION_SHOWN) {
    const bits = withCheck(version, VERSION).toReversed();
    bits.forEach((bit, at) => {
      const [along, beside] = [Math.floor(at / 3), size - 11 + at % 3];
      put(along, beside, bit);
      put(beside, along, bit);
    });
  }
  return { modules, free };
}

/**
 * @template Value
 * @param {number} length
 * @param {Value} value
 */
function grid(length, value) {
  return Array.from({ length }, () => Array.from({ length }, () => value));
}

/**
 * @param {number} reach
 * @param {(down: number, across: number, ring: number) => void} each
 */
function square(reach, each) {
  for (let down = -reach; down <= reach; down += 1) {
    for (let across = -reach; across <= reach; across += 1) {
      each(down, across, Math.max(Math.abs(down), Math.abs(across)));
    }
  }
}

/**
 * The middles of the alignment patterns: all crossings of some lines, save where finders are.
 * @param {number} version
 */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = sizeOf(version) - 7;
  const even = 2 * Math.ceil((last - 6) / (2 * (count - 1)));
  const step = version === 32 ? 26 : even;
  const lines = [
    6,
    ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at)),
  ];
  const ends = new Set([6, last]);
  return lines.flatMap((row) => lines.map((column) => [row, column])).filter(
    ([row, column]) => !(ends.has(row) && ends.has(column)) || (row === last && column === last),
  );
}

/**
 * A number followed by its check, as bits.
 * @param {number} value
 * @param {{generator: number, bits: number}} code
 */
function withCheck(value, { generator, bits }) {
  let rest = value;
  for (let at = 0; at < bits; at += 1) {
    rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? generator : 0);
  }
  const length = bits + (bits === VERSION.bits ? 6 : 5);
  return binary((value << bits) | rest, length);
}

/**
 * The mask's number, twice; level M is written as 0.
 * @param {number} size
 * @param {number} mask
 * @param {(row: number, column: number, dark: any) => void} put
 */
function placeFormat(size, mask, put) {
  const plain = parseInt(withCheck(mask, FORMAT).join(""), 2);
  const bits = binary(plain ^ FORMAT.mask, 15);
  bits.forEach((bit, at) => {
    const skipped = at < 6 ? at : at + 1;
    const [row, column] = at < 8 ? [8, skipped] : [at < 9 ? 7 : 14 - at, 8];
    put(row, column, bit);
    const [other, beside] = at < 7 ? [size - 1 - at, 8] : [8, size - 15 + at];
    put(other, beside, bit);
  });
  put(size - 8, 8, true);
}

// The text's own modules

/**
 * From the lower right, two columns at a time, up and down in turn.
 * @param {Modules} modules
 * @param {boolean[][]} free
 * @param {number[]} codewords
 */
function fill(modules, free, codewords) {
  const size = modules.length;
  const bits = codewords.flatMap((codeword) => binary(codeword, 8));
  let at = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (free[row][column]) {
          modules[row][column] = bits[at] ?? 0;
          at += 1;
        }
      }
    }
    upwards = !upwards;
  }
}

/**
 * @param {Modules} modules
 * @param {boolean[][]} free
 * @param {number} mask
 */
function masked(modules, free, mask) {
  const flips = MASKS[mask];
  const code = modules.map((line, row) =>
    line.map((dark, column) => dark ^ Number(free[row][column] && flips(row, column)))
  );
  placeFormat(code.length, mask, (row, column, dark) => {
    code[row][column] = Number(dark);
  });
  return code;
}

/**
 * How hard a code is to read, by the standard's four measures.
 * @param {Modules} code
 */
function faultOf(code) {
  const columns = code.map((_, at) => code.map((line) => line[at]));
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  const lines = [...code, ...columns].map(lineFault).reduce((sum, one) => sum + one, 0);
  return lines + blockFault(code) + SHADE * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** @param {number[]} line */
function lineFault(line) {
  let fault = 0;
  let run = 0;
  let seen = 0;
  line.forEach((dark, at) => {
    run = dark === line[at - 1] ? run + 1 : 1;
    if (run === 5) fault += RUN;
    if (run > 5) fault += 1;
    seen = ((seen << 1) | dark) & 0x7ff;
    if (at >= 10 && FINDER_LIKE.has(seen)) fault += LIKE_FINDER;
  });
  return fault;
}

/** @param {Modules} code */
function blockFault(code) {
  let fault = 0;
  for (let row = 1; row < code.length; row += 1) {
    for (let column = 1; column < code.length; column += 1) {
      const sum = code[row][column] + code[row][column - 1] + code[row - 1][column] +
        code[row - 1][column - 1];
      if (sum === 0 || sum === 4) fault += BLOCK;
    }
  }
  return fault;
}
