/** What is to be said of the position that one looks at: the variation's name, a comment, drawings. */

import { confirm } from "../base/dialog.js";
import { el, fill, icon } from "../base/dom.js";
import { t } from "../base/language.js";
import { plainRemark } from "./record_text.js";

/**
 * @typedef {import("./game_tree.js").TreeNode} TreeNode
 * @typedef {import("../base/types.js").Drawing["kind"]} Kind
 */

/** Characters, as records have them. */
const LONGEST_NAME = 80;
const LONGEST_REMARK = 2000;
const KINDS = /** @type {Kind[]} */ (["good", "bad", "note"]);

export class RemarkForm {
  /**
   * @param {object} acts
   * @param {() => void} acts.changed something was written
   * @param {(kind: Kind|null) => void} acts.draw the board is to be drawn on, or no more
   * @param {() => void} acts.promote
   * @param {() => void} acts.remove
   */
  constructor({ changed, draw, promote, remove }) {
    /** @type {TreeNode|null} */
    this.node = null;
    /** @type {Kind|null} */
    this.kind = null;
    this.changed = changed;
    this.draw = draw;
    const named = { maxlength: LONGEST_NAME, autocomplete: "off", onchange: () => this.#keep() };
    this.name = el("input", { type: "text", ...named });
    const said = { rows: 2, maxlength: LONGEST_REMARK, onchange: () => this.#keep() };
    this.remark = el("textarea", said);
    this.naming = el("label", { class: "field" }, t("lines.name"), this.name);
    this.kinds = el("span", { class: "kinds", role: "radiogroup", "aria-label": t("lines.kind") });
    this.pencil = tool("pencil", t("lines.draw"), () => this.#draw(this.kind ? null : "good"));
    this.up = tool("up", t("lines.promote"), promote);
    this.bin = tool("remove", t("lines.remove"), () => this.#ask(remove));
    this.element = el(
      "details",
      { class: "remarks" },
      el("summary", {}, icon("chat"), t("lines.remarks")),
      el(
        "div",
        { class: "stack tight" },
        this.naming,
        el("label", { class: "field" }, t("lines.comment"), this.remark),
        el("div", { class: "row" }, this.pencil, this.kinds, this.up, this.bin),
      ),
    );
    this.element.addEventListener("toggle", () => this.element.open || this.#draw(null));
    this.#draw(null);
  }

  /** @param {TreeNode} node */
  show(node) {
    this.node = node;
    const { branch } = node;
    this.naming.hidden = !branch;
    this.name.value = branch?.name ?? "";
    this.remark.value = node.comments.join("\n");
    this.up.disabled = !branch;
    this.bin.disabled = !node.parent;
  }

  #keep() {
    const { node } = this;
    if (!node) return;
    if (node.branch) node.branch.name = plainRemark(this.name.value);
    const lines = this.remark.value.split("\n").map(plainRemark);
    node.comments = lines.filter(Boolean);
    this.changed();
  }

  /** @param {() => void} remove */
  async #ask(remove) {
    const { children = [] } = this.node ?? {};
    const sure = children.length === 0 ||
      await confirm(t("lines.remove"), t("lines.removeNote"), t("lines.removeYes"));
    if (sure) remove();
  }

  /** @param {Kind|null} kind */
  #draw(kind) {
    this.kind = kind;
    this.pencil.setAttribute("aria-pressed", String(kind !== null));
    const choices = KINDS.map((one) => {
      const input = el("input", {
        type: "radio",
        name: "drawn",
        value: one,
        checked: one === kind,
      });
      input.addEventListener("change", () => this.#draw(one));
      return el("label", { class: `kind ${one}` }, input, el("span", {}, t(`lines.${one}`)));
    });
    this.kinds.hidden = kind === null;
    const held = this.kinds.contains(document.activeElement);
    fill(this.kinds, ...choices);
    if (held) /** @type {HTMLElement} */ (this.kinds.querySelector(":checked")).focus();
    this.draw(kind);
  }
}

/**
 * @param {string} name of its drawing
 * @param {string} label
 * @param {() => void} onclick
 */
function tool(name, label, onclick) {
  const traits = { type: "button", class: "quiet square", title: label, "aria-label": label };
  return el("button", { ...traits, data: { tool: name }, onclick }, icon(name));
}
