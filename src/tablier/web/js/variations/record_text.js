/** A tree as the text of a record, for the house to read: docs/records.md says how they look. */

/**
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {import("./game_tree.js").TreeNode} TreeNode
 */

/** Seats above these are the table's, which is not named. */
const LAST_SEAT = 7;

/**
 * @param {GameTree} tree
 * @param {string[]} names of the points
 */
export function recordText(tree, names) {
  const { result } = /** @type {TreeNode} */ (tree.game.at(-1));
  const told = result ? `${result.ranks.join("-")} ${result.reason}` : "*";
  const head = tree.head.replace(/^\[Result ".*"\]$/m, `[Result "${told}"]`);
  const [first] = tree.root.children;
  const beside = besideText(tree.root, names);
  return `${head}\n\n${[...beside, ...(first ? lineText(first, names) : [])].join(" ")}\n`;
}

/**
 * A line from some action on, with what replaces it and those after it.
 * @param {TreeNode} start
 * @param {string[]} names
 * @returns {string[]}
 */
function lineText(start, names) {
  const parts = [];
  let turn = 0;
  for (let node = start; node; [node] = node.children) {
    const { text, seat } = node.frame;
    if (node.frame.turn !== turn) parts.push(`${node.frame.turn}.`);
    turn = node.frame.turn;
    parts.push(seat !== null && seat <= LAST_SEAT ? `${seat + 1}:${text}` : `${text}`);
    parts.push(...besideText(node, names));
    const others = node === start && node !== node.siblings[0] ? [] : node.siblings.slice(1);
    for (const other of others) {
      const name = other.name ? `{${other.name}} ` : "";
      parts.push(`(${name}${lineText(other, names).join(" ")})`);
    }
  }
  return parts;
}

/**
 * @param {TreeNode} node
 * @param {string[]} names
 */
function besideText({ comments, drawings }, names) {
  const drawn = drawings.map(({ kind, points }) =>
    `{[%${kind} ${points.map((point) => names[point]).join(">")}]}`
  );
  return [...comments.map((comment) => `{${comment}}`), ...drawn];
}

/**
 * What somebody wrote, without what a comment can't hold.
 * @param {string} text
 */
export function plainRemark(text) {
  return text.replace(/\s+/g, " ").trim().replace(/\{/g, "(").replace(/\}/g, ")").replace(
    /^\[%/,
    "(%",
  );
}
