/**
 * Every position of a running game: asked for once, then kept up from the updates. An update
 * with one action brings its scene along; whatever else happens is asked for again.
 */

/**
 * @typedef {import("../base/types.js").Frame} Frame
 * @typedef {import("../base/types.js").View} View
 */

const TRIES = 4;

/** @param {(ply: number) => Promise<import("../base/types.js").Answer>} fetchFrom */
export function createGameHistory(fetchFrom) {
  /** @type {Frame[]} */
  let frames = [];
  let asking = /** @type {Promise<void>|null} */ (null);
  let running = 1;
  let newest = 0;

  /** Page by page. */
  async function fetchAll() {
    /** @type {Frame[]} */
    const all = [];
    let more = true;
    while (more) {
      const answer = await fetchFrom(all.length);
      all.push(...(answer.frames ?? []));
      more = Boolean(answer.more);
    }
    return all;
  }

  /** The game may go on while its frames are on their way. */
  async function catchUp() {
    for (let tries = 0; tries < TRIES; tries += 1) {
      frames = await fetchAll();
      if (frames.length === newest + 1) return;
    }
  }

  return {
    all: () => frames,
    /**
     * Brings the frames up to a view.
     * @param {View} view
     * @param {import("../base/types.js").GameEvent[]} events
     * @returns {Promise<boolean>} whether something changed
     */
    async follow(view, events) {
      const played = events.filter(({ kind }) => kind === "played");
      const undone = events.some(({ kind }) => kind === "undone");
      const turn = running;
      running = view.turn;
      newest = view.ply;
      if (frames.length === view.ply + 1 && !undone) return false;
      if (frames.length === view.ply && played.length === 1 && !undone) {
        const [{ seat, body }] = played;
        const path = view.last?.path ?? [];
        frames = [...frames, { text: body.text, seat, turn, path, scene: view.scene }];
        return true;
      }
      asking ??= catchUp().finally(() => {
        asking = null;
      });
      await asking;
      return true;
    },
  };
}

/**
 * The paths of what the same seat did before, in the turn that led to a position.
 * @param {import("../base/types.js").Frame[]} frames
 * @param {number} ply
 * @param {{seat: number|null, turn: number}|undefined} [last] the last action, where it has no
 * frame yet
 */
export function earlierPaths(frames, ply, last = frames[ply]) {
  const before = frames.slice(1, ply).toReversed();
  const first = before.findIndex(({ seat, turn }) => seat !== last?.seat || turn !== last.turn);
  return before.slice(0, first < 0 ? before.length : first).map(({ path }) => path);
}

/**
 * The way that a piece takes from one position to another where that is one action back.
 * @param {import("../base/types.js").Frame[]} frames
 * @param {number} from
 * @param {number} to
 */
export function wayBack(frames, from, to) {
  return to === from - 1 ? frames[from]?.path.toReversed() : undefined;
}
