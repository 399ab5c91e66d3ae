/** A game's searches as WebAssembly, with the memory that they work on. Python knows its rules. */

const WORD = 8;
const ARGUMENTS = 4096;
const LEAST = 16;

/**
 * Memory is lent in powers of two, so that what one thought leaves behind serves the next.
 * @param {number} length
 */
const roundedUp = (length) => 2 ** Math.ceil(Math.log2(Math.max(length, LEAST)));

export class GameCode {
  /** @type {any} */
  #exports;
  /** @type {any} */
  #manifest;
  /** @type {Map<number, number[]>} free places by their length */
  #free = new Map();
  #words;
  #result;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const [section] = WebAssembly.Module.customSections(module, "tablier");
    this.#manifest = JSON.parse(new TextDecoder().decode(section));
    this.#exports = new WebAssembly.Instance(module).exports;
    this.#words = this.taken(ARGUMENTS * WORD);
    this.#result = this.taken(ARGUMENTS * WORD);
  }

  /** What there is, and what it takes and gives, as JSON. */
  get functions() {
    return JSON.stringify(this.#manifest.functions);
  }

  /**
   * @param {string} name
   * @param {Uint8Array} words the arguments, eight bytes each
   * @returns {Uint8Array} what is returned, likewise
   */
  run(name, words) {
    if (words.length > ARGUMENTS * WORD) throw new RangeError(`too many arguments for ${name}`);
    this.write(this.#words, words);
    const status = this.#exports[name](this.#words, this.#result);
    if (status) {
      const [kind, text] = this.#manifest.errors[status - 1] ?? ["RuntimeError", "unknown"];
      throw new Error(`${kind} in ${name}: ${text}`);
    }
    return this.read(this.#result, this.#manifest.functions[name].gives.length * WORD);
  }

  /** @param {number} length */
  taken(length) {
    const room = roundedUp(length);
    const place = this.#free.get(room)?.pop();
    if (place !== undefined) {
      this.read(place, length).fill(0);
      return place;
    }
    const address = this.#exports.allocate(room) >>> 0;
    if (!address) throw new RangeError("there is no more memory to think with");
    return address;
  }

  /**
   * What comes packed, unpacked into memory of its own; where it begins.
   * @param {ReadableStream<any>} packed
   */
  async laid(packed) {
    const unpacked = packed.pipeThrough(new DecompressionStream("gzip"));
    const data = new Uint8Array(await new Response(unpacked).arrayBuffer());
    const address = this.#exports.allocate(data.length) >>> 0;
    if (!address) throw new RangeError("there is no memory for that");
    this.write(address, data);
    return address;
  }

  /**
   * @param {number} address
   * @param {number} length
   */
  left(address, length) {
    const room = roundedUp(length);
    this.#free.set(room, [...(this.#free.get(room) ?? []), address]);
  }

  /**
   * @param {number} address
   * @param {number} length
   */
  read(address, length) {
    return new Uint8Array(this.#exports.memory.buffer, address, length);
  }

  /**
   * @param {number} address
   * @param {Uint8Array} data
   */
  write(address, data) {
    this.read(address, data.length).set(data);
  }
}
