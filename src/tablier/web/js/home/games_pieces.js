/** A file of games in pieces that are files by themselves, each no longer than a house hears. */

const MOST = 300_000;
/** How the first line of a game begins, and the last line of a file. */
const GAME = '{"game":{';
const END = '{"end":';

/**
 * @param {string} file
 * @param {number} [most] characters of a piece, but for a game that is longer by itself
 */
export function* pieces(file, most = MOST) {
  const [first, ...lines] = file.split("\n");
  const size = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (size <= most) {
    yield { text: file, before: 0 };
    return;
  }
  let piece = "";
  let games = 0;
  let whole = 0;
  let before = 0;
  for (const [number, line] of lines.entries()) {
    const isGame = line.startsWith(GAME);
    if (isGame && games && piece.length + lengthOf(lines, number) > most) {
      yield { text: `${first}\n${piece}${END}${games}}\n`, before };
      [piece, games, before] = ["", 0, number];
    }
    whole += isGame ? 1 : 0;
    games += isGame ? 1 : 0;
    piece += line.startsWith(END) ? ended(line, whole - games) : `${line}\n`;
  }
  yield { text: `${first}\n${piece.trimEnd()}\n`, before };
}

/**
 * How long the game is that begins at a line.
 * @param {string[]} lines
 * @param {number} from
 */
function lengthOf(lines, from) {
  let length = 0;
  for (let at = from; at < lines.length; at += 1) {
    if (at > from && lines[at].startsWith(GAME)) break;
    length += lines[at].length + 1;
  }
  return length;
}

/**
 * The last line, without the games that other pieces had.
 * @param {string} line
 * @param {number} others
 */
function ended(line, others) {
  return line.replace(/\d+/, (games) => `${Number(games) - others}`);
}
