/**
 * Asks the engine in Pyodide: `deno run -A thoughts.mjs PYODIDE SOURCES QUESTIONS [BOOKS]`.
 *
 * BOOKS is a folder with the endgames of a game as a site has them. QUESTIONS is a file of JSON, a list of {kind, body, code}, where code is a game's engine.wasm.
 * Prints the answers as a list.
 */

import { readFileSync } from "node:fs";
import process from "node:process";

const [pyodideFolder, sources, questions, books] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const { GameCode } = await import(`${sources}/tablier/web/js/thinking/game_code.js`);
const pyodide = await loadPyodide({ indexURL: `${pyodideFolder}/` });
pyodide.FS.mkdirTree("/sources");
pyodide.mountNodeFS("/sources", sources);
pyodide.runPython(`import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/sources")`);
if (books) {
  pyodide.FS.writeFile("/shelf.json", readFileSync(`${books}/shelf.json`));
  pyodide.runPython("import tablier.browser.thoughts as t; t.TOLD = '/shelf.json'");
}
const { Thoughts, offer_code: offerCode } = pyodide.pyimport("tablier.browser.thoughts");
const thoughts = Thoughts();
const offered = new Set();
const answers = [];
for (const { kind, body, code } of JSON.parse(readFileSync(questions, "utf8"))) {
  const asked = JSON.stringify(body);
  const game = thoughts.game_of(kind, asked);
  if (!offered.has(game)) {
    offered.add(game);
    const made = new GameCode(new WebAssembly.Module(readFileSync(code)));
    const piece = books && new Blob([readFileSync(`${books}/endgames.gzip`)]).stream();
    offerCode(game, made, piece ? await made.laid(piece) : 0);
  }
  answers.push([...thoughts.begin(kind, asked)].at(-1));
}
console.log(JSON.stringify(answers));
