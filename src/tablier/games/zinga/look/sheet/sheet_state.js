/** What a view says about one seat. */

/** Fewer ticks than this make no four. */
const FOUR = 4;

/**
 * The verbs that a seat can use now. Declaring is offered before every roll, whether or not the ticks
 * lie in a line: that is for the players to see.
 * @param {import("/js/base/types.js").View} view
 * @param {number} seat
 */
export function verbsOf(view, seat) {
  const verbs = new Set((view.legal[seat] ?? []).map((text) => text.split(" ")[0]));
  if (mayDeclare(view, seat)) verbs.add("declare");
  return [...verbs];
}

/**
 * Whether a seat is still in with ticks enough for a four, and the dice are not rolled yet; being
 * ready changes nothing.
 * @param {import("/js/base/types.js").View} view
 * @param {number} seat
 */
export function mayDeclare(view, seat) {
  const { phase, playing } = view.scene.extras;
  const before = view.phase === "playing" && (phase === "pause" || phase === "roll");
  return before && playing.includes(seat) && view.scene.counts[seat].ticks >= FOUR;
}

/**
 * @param {import("/js/base/types.js").View} view
 * @param {number} seat
 * @param {import("../story/phrases.js").Phrases} phrases
 * @param {Pick<import("../calls/announcement.js").Announcement, "touchable">} announcement
 * @returns {import("./sheet.js").Standing}
 */
export function sheetState(view, seat, phrases, announcement) {
  const { extras, counts, marks } = view.scene;
  const rank = view.result?.ranks[seat] ?? 0;
  const out = !extras.playing.includes(seat) && rank !== 1;
  const active = extras.active === seat && !rank;
  const said = extras.ringer === seat ? "rang" : extras.done.includes(seat) ? "done" : "";
  const fives = marks.filter((mark) => mark.kind === "five" && mark.seat === seat);
  const key = saying(said, out, active, extras.phase);
  return {
    cells: extras.sheets[seat],
    number: extras.numbers[seat],
    counts: counts[seat],
    fives: fives.map((mark) => mark.points),
    active,
    out,
    said,
    spoken: rank ? phrases.label("rank", { rank }) : key && phrases.label(key),
    online: view.seats[seat].online,
    touchable: (cell) => announcement.touchable(seat, cell),
    named: extras.ringer === seat && !rank ? extras.named : -1,
  };
}

/**
 * The label for what a player has said, or is.
 * @param {string} said
 * @param {boolean} out
 * @param {boolean} active
 * @param {string} phase
 */
function saying(said, out, active, phase) {
  if (said === "rang") return "rang";
  if (said === "done") return phase === "pause" ? "is_ready" : "sees_nothing";
  if (out) return "is_out";
  return active ? "is_active" : "";
}
