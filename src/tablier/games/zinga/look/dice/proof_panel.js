/** After the game: check the dice, here and now. */

import { make, makeButton } from "../elements.js";
import { check, findEvidence } from "./dice_proof.js";

/**
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {(text: string) => void} announce
 */
export function createProofPanel(phrases, announce) {
  const element = make("section", "zinga-proof");
  const button = makeButton("zinga-check", phrases.label("check"));
  const verdict = make("p", "zinga-verdict");
  const hash = make("code", "zinga-hash");
  let evidence = /** @type {import("./dice_proof.js").Evidence|null} */ (null);
  element.append(button, verdict, hash);
  element.hidden = true;
  button.addEventListener("click", async () => {
    if (!evidence) return;
    const text = await judge(evidence, phrases);
    verdict.textContent = text;
    hash.textContent = evidence.commitment;
    announce(text);
  });

  return {
    element,
    /**
     * @param {string|null} commitment
     * @param {import("/js/base/types.js").GameEvent[]} events
     */
    update(commitment, events) {
      evidence = findEvidence(commitment, events);
      element.hidden = !evidence;
    },
  };
}

/**
 * Browsers only compute hashes for pages that came over a safe connection.
 * @param {import("./dice_proof.js").Evidence} evidence
 * @param {import("../story/phrases.js").Phrases} phrases
 */
async function judge(evidence, phrases) {
  if (!globalThis.isSecureContext) return phrases.label("proof_insecure");
  const { committed, wrong, rolls } = await check(evidence);
  if (!committed) return phrases.label("proof_seed");
  if (wrong.length) return phrases.label("proof_wrong", { rolls: wrong.join(", ") });
  return phrases.label("proof_right", { count: rolls });
}
