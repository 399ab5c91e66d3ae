/** Keys: a bell and a pass for each player here, and typing for whoever announces. */

const ALONE = { bell: " ", pass: "n" };
/** The bell keys of players who share a keyboard: far apart for two, still apart for eight. */
const BELLS = "alqpzmtc";
const PASSES = "skwixnuv";

/**
 * The keys of the player who sits at that place, counted from 0.
 * @returns {import("./bell_place.js").Keys}
 * @param {number} place
 * @param {number} players
 */
export function keysOf(place, players) {
  return players === 1 ? ALONE : { bell: BELLS[place], pass: PASSES[place] };
}

/**
 * @param {object} to
 * @param {ReturnType<import("./bell_place.js").createBellPlace>[]} to.bellPlaces
 * @param {(key: string) => boolean} to.type takes a key while somebody here announces
 * @param {(seat: number, at: number) => boolean} to.ring whether there was something to ring for
 * @returns {() => void} stop listening
 */
export function listen({ bellPlaces, type, ring }) {
  let taken = "";

  /** @param {KeyboardEvent} event */
  function press(event) {
    const foreign = event.ctrlKey || event.metaKey || event.altKey || writes(event.target);
    if (foreign || event.defaultPrevented) return;
    const known = event.repeat ? event.key === taken : type(event.key) || strikes(event);
    taken = known ? event.key : "";
    if (known) event.preventDefault();
  }

  /**
   * Some browsers click a button when the space bar is let go.
   * @param {KeyboardEvent} event
   */
  function release(event) {
    if (taken && event.key === taken) event.preventDefault();
    taken = "";
  }

  /** @param {KeyboardEvent} event */
  function strikes({ key, target, timeStamp }) {
    const aimed = key === " " && target instanceof HTMLButtonElement;
    const struck = key.toLowerCase();
    for (const { seat, keys, strike } of bellPlaces) {
      if (struck === keys.bell) return ring(seat, timeStamp) || (!aimed && (strike("bell"), true));
      if (struck === keys.pass) return strike("pass"), true;
    }
    return false;
  }

  document.addEventListener("keydown", press);
  document.addEventListener("keyup", release);
  return () => {
    document.removeEventListener("keydown", press);
    document.removeEventListener("keyup", release);
  };
}

/**
 * Whether keys belong to a field, not to the table.
 * @param {EventTarget|null} target
 */
function writes(target) {
  const fields = "input:not([type=checkbox]), textarea, select, [contenteditable]";
  return target instanceof Element && target.matches(fields);
}
