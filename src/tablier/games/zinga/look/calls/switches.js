/** How this device is used: announcing by touch or by pad, bells in a row or in the corners. */

import { make } from "../elements.js";

const KEPT = "zinga-switches";

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {boolean} shared several players use this device
 * @param {() => void} changed
 */
export function createSwitches(phrases, shared, changed) {
  const element = make("div", "zinga-switches");
  const chosen = { pad: false, corners: false, ...remembered() };
  element.append(createSwitch("pad"));
  if (shared) element.append(createSwitch("corners"));

  /** @param {"pad"|"corners"} name */
  function createSwitch(name) {
    const label = make("label", "zinga-switch");
    const box = /** @type {HTMLInputElement} */ (make("input"));
    box.type = "checkbox";
    box.checked = chosen[name];
    box.addEventListener("change", () => {
      chosen[name] = box.checked;
      localStorage.setItem(KEPT, JSON.stringify(chosen));
      changed();
    });
    label.append(box, phrases.label(`switch_${name}`));
    return label;
  }

  return { element, pad: () => chosen.pad, corners: () => shared && chosen.corners };
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}
