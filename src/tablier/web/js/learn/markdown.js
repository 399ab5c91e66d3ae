/** The small part of Markdown that the rules are written in, as elements. */

import { el } from "../base/dom.js";

const RULE = /^\*\*([A-Z]{2}-\d\d)\*\*/;
const IMAGE = /^!\[([^\]]+)\]\((\S+)\)$/;

/**
 * Headings, paragraphs, lists, tables, pictures, bold, italic and code.
 * @param {string} text
 * @param {(file: string) => Node|null} [picture] what stands for a picture's file
 * @returns {Node[]} a list item that begins with a rule's id has that id
 */
export function render(text, picture = () => null) {
  const blocks = text.replace(/\r/g, "").split(/\n{2,}/);
  return blocks
    .map((block) => block.replace(/^\n+|\s+$/g, ""))
    .flatMap((block) => figureOf(block, picture) ?? blockOf(block))
    .filter(Boolean);
}

function figureOf(block, picture) {
  const image = IMAGE.exec(block);
  if (!image) return null;
  const [, caption, file] = image;
  return [el("figure", {}, picture(file), el("figcaption", {}, ...inline(caption)))];
}

function blockOf(block) {
  if (!block) return [];
  if (block.startsWith("```")) return [el("pre", {}, block.split("\n").slice(1, -1).join("\n"))];
  const heading = /^(#{1,4}) (.*)/.exec(block);
  if (heading) {
    const [first, ...rest] = block.split("\n");
    const node = el(`h${heading[1].length}`, {}, ...inline(heading[2]));
    return first === block ? [node] : [node, ...blockOf(rest.join("\n"))];
  }
  if (/^\|/.test(block)) return [table(block.split("\n"))];
  const list = /^(-|\d+\.) /.exec(block);
  if (list) return [listOf(block, list[1] === "-" ? "ul" : "ol")];
  const inside = /\n(- |\||#)/.exec(block);
  if (inside)
    return [...blockOf(block.slice(0, inside.index)), ...blockOf(block.slice(inside.index + 1))];
  return [el("p", {}, ...inline(block))];
}

function listOf(block, tag) {
  const items = block.split(/\n(?=(?:-|\d+\.) )/).map((item) => item.replace(/^(-|\d+\.) /, ""));
  const rules = items.every((item) => RULE.test(item));
  return el(tag, { class: rules ? "rules" : null }, ...items.map(itemOf));
}

function itemOf(item) {
  const rule = RULE.exec(item);
  if (!rule) return el("li", {}, ...inline(item));
  const number = el("a", { class: "rule", href: null }, rule[1]);
  return el(
    "li",
    { id: rule[1], tabindex: -1 },
    number,
    el("div", {}, ...inline(item.slice(rule[0].length).trim())),
  );
}

function table(lines) {
  const cells = (line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const [head, ...body] = lines.filter((line) => !/^[|\s:-]+$/.test(line)).map(cells);
  return el(
    "div",
    { class: "wide" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, ...inline(cell)))),
      ),
      el(
        "tbody",
        {},
        ...body.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, ...inline(cell))))),
      ),
    ),
  );
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Bold, italic, code and links; what they hold is text, or again such text. */
function inline(text) {
  const nodes = [];
  let rest = text.replace(/\s*\n\s*/g, " ");
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    nodes.push(rest.slice(0, found.index));
    const [whole, code, bold, italic, label, address] = found;
    if (code) nodes.push(el("code", {}, code));
    else if (bold) nodes.push(el("strong", {}, ...inline(bold)));
    else if (italic) nodes.push(el("em", {}, ...inline(italic)));
    else nodes.push(address.startsWith("#") ? el("a", { href: address }, label) : label);
    rest = rest.slice(found.index + whole.length);
  }
  nodes.push(rest);
  return nodes;
}
