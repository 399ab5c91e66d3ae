// Calls functions of a game's WebAssembly, for whoever asks in JSON: bench/_wasm_host.py.

const cpu = globalThis.Deno && (await import("node:process")).cpuUsage;

// Milliseconds on the wall, and of this process alone where that can be told.
function passed() {
  const wall = performance.now();
  const { user, system } = cpu?.() ?? { user: 1000 * wall, system: 0 };
  return { wall, own: (user + system) / 1000 };
}

const toBase64 = (bytes) => bytes.toBase64();
const fromBase64 = (text) => Uint8Array.fromBase64(text);

class Calls {
  constructor(bytes) {
    const started = performance.now();
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    this.ms = performance.now() - started;
    this.code = instance.exports;
  }

  room(bytes) {
    const address = this.code.allocate(bytes) >>> 0;
    if (bytes && !address) throw new RangeError(`there is no room for ${bytes} bytes`);
    return address;
  }

  // Leaves are numbers in text, and the index of an array where its address belongs.
  prepare({ name, leaves, results, arrays }) {
    const begin = this.code.allocate(0) >>> 0;
    const given = arrays.map(fromBase64);
    const places = given.map((bytes) => this.room(bytes.length + 8));
    const row = this.room(8 * leaves.length);
    const result = this.room(8 * results + 8);
    given.forEach((bytes, at) => new Uint8Array(this.code.memory.buffer).set(bytes, places[at]));
    const numbers = leaves.map((leaf) => BigInt(typeof leaf === "number" ? places[leaf] : leaf));
    new BigInt64Array(this.code.memory.buffer, row, numbers.length).set(numbers);
    const lengths = given.map((bytes) => bytes.length);
    this.prepared = { name, results, begin, places, lengths, row, result };
    return {};
  }

  go() {
    const { name, row, result } = this.prepared;
    const begun = passed();
    const status = this.code[name](row, result);
    const ended = passed();
    this.done = { status, wall: ended.wall - begun.wall, own: ended.own - begun.own };
    return {};
  }

  collect() {
    const { results, begin, places, lengths, result } = this.prepared;
    const memory = this.code.memory.buffer;
    const answer = {
      ...this.done,
      results: [...new BigInt64Array(memory, result, results)].map(String),
      arrays: lengths.map((length, at) => toBase64(new Uint8Array(memory, places[at], length))),
    };
    this.code.release(begin);
    return answer;
  }

  call(request) {
    this.prepare(request);
    this.go();
    return this.collect();
  }
}

const loaded = {};

globalThis.answer = (request) => {
  if (request.module) {
    loaded[request.key] = new Calls(fromBase64(request.module));
    return { ms: loaded[request.key].ms };
  }
  return loaded[request.key][request.step](request);
};

async function answerLines() {
  let rest = "";
  for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const line of parts) console.log(JSON.stringify(globalThis.answer(JSON.parse(line))));
  }
}

function answerSocket() {
  const socket = new WebSocket(location.href.replace("http", "ws"));
  socket.addEventListener("message", ({ data }) => {
    socket.send(JSON.stringify(globalThis.answer(JSON.parse(data))));
  });
}

if (globalThis.Deno) answerLines();
else answerSocket();
