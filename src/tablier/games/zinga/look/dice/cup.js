/** The throw: dice into the cup while the pause runs out, and up for all at one instant. */

/** The dice go into the cup this long before a pause runs out. */
const TUMBLE_MS = 1800;

/**
 * @param {import("./tray.js").Tray} tray
 * @param {object} parts
 * @param {import("/js/base/types.js").TableClock} parts.clock
 * @param {(faces: import("./tray.js").Face[]) => void} parts.shown the faces are up
 * @param {() => void} parts.painted the frame with the faces is on the screen
 */
export function createCup(tray, { clock, shown, painted }) {
  let dice = "";
  let timer = 0;
  /** When this turn's dice were painted, on the time line of events; null before that. */
  let seen = /** @type {number|null} */ (null);

  /** @param {import("./tray.js").Face[]} faces */
  function reveal(faces) {
    tray.show(faces);
    seen = null;
    requestAnimationFrame(() => requestAnimationFrame(paint));
    shown(faces);
  }

  /**
   * The second frame after the change begins when the first one is on the screen.
   * @param {number} at milliseconds of the page
   */
  function paint(at) {
    seen = at;
    painted();
  }

  /**
   * @param {import("/js/base/types.js").View} view
   * @param {number[]} seats
   */
  function shake(view, seats) {
    const { phase, done, playing } = view.scene.extras;
    const here = seats.filter((seat) => playing.includes(seat));
    const ready = here.length > 0 && here.every((seat) => done.includes(seat));
    const left = view.deadline ? clock.left() : Infinity;
    if (phase === "roll" || ready || left <= TUMBLE_MS) tray.tumble();
    else {
      tray.spend();
      if (left < Infinity) timer = setTimeout(tray.tumble, left - TUMBLE_MS);
    }
  }

  return {
    get seen() {
      return seen;
    },
    /** @param {import("/js/base/types.js").View} view @param {number[]} seats played here */
    update(view, seats) {
      const { dice: faces = [] } = view.scene.extras;
      const thrown = faces.length ? `${view.turn}: ${faces.map((die) => die.face)}` : "";
      clearTimeout(timer);
      if (thrown && thrown !== dice) reveal(faces);
      else if (!thrown && view.phase === "playing") shake(view, seats);
      dice = thrown;
    },
    stop() {
      clearTimeout(timer);
      tray.spend();
    },
  };
}
