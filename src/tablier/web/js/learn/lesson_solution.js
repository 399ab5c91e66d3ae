/** The ways to solve a step of a lesson. No rules: what is legal, the server tells. */

const ANY = "*";

/** @typedef {Pick<import("../base/types.js").LessonStep, "solve"|"refused">} LessonTask */

export class LessonSolution {
  /**
   * @param {LessonTask} task
   * @param {(text: string) => boolean} touches whether a text touches the board
   */
  constructor(task, touches) {
    this.touches = touches;
    this.refused = task.refused ?? null;
    /** The ways that are still open, each with what is left of it. */
    this.ways = task.solve ?? [];
  }

  /**
   * The ways that are open after a legal action; none where it leads nowhere.
   * @param {string} text
   * @param {string[]} legal
   */
  after(text, legal) {
    const fits = (/** @type {string} */ next) =>
      next === text || (next === ANY && this.#any(text, legal));
    return this.ways.filter(([next]) => fits(next)).map(([, ...rest]) => rest);
  }

  /**
   * Where something on the board can be done, only that counts as anything.
   * @param {string} text
   * @param {string[]} legal
   */
  #any(text, legal) {
    return this.touches(text) || !legal.some(this.touches);
  }

  /**
   * Whether a refusal is what the step is about.
   * @param {string|null} [rule]
   */
  meant(rule) {
    return this.refused !== null && this.refused.rule === rule;
  }

  get solved() {
    return this.ways.some((rest) => rest.length === 0);
  }

  /**
   * A text that leads on, for somebody who asks; null where anything does and nothing is legal.
   * @param {string[]} legal
   */
  hint(legal) {
    if (this.refused) return this.refused.text;
    const next = this.ways[0]?.[0];
    return next === ANY ? (legal.find((text) => this.#any(text, legal)) ?? null) : (next ?? null);
  }
}
