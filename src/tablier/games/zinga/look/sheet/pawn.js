/** The wooden pawn: in the middle of the table, or in front of a player. */

const WALK_MS = 250;

/** @typedef {{hold: (pawn: SVGElement|null) => void}} Holder where the pawn can stand */

/**
 * @param {SVGElement} drawing
 * @param {Holder} middle
 * @param {Holder[]} sheets
 */
export function createPawn(drawing, middle, sheets) {
  let place = /** @type {Holder|null} */ (null);

  return {
    /**
     * @param {number} seat whose it is; anybody else's number is the middle
     * @param {number} seat
     * @param {boolean} moving
     */
    stand(seat, moving) {
      const next = sheets[seat] ?? middle;
      if (next === place) return;
      const from = place && drawing.getBoundingClientRect();
      place?.hold(null);
      next.hold(drawing);
      place = next;
      if (moving && from) walk(drawing, from);
    },
  };
}

/**
 * @param {SVGElement} drawing
 * @param {DOMRect} from
 */
function walk(drawing, from) {
  const to = drawing.getBoundingClientRect();
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(1.3)`;
  const steps = [{ transform: start }, { transform: "none" }];
  drawing.animate(steps, { duration: WALK_MS, easing: "ease-out" });
}
