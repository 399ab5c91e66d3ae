/** There is nobody to ask, for a reason that the page has a sentence for. */
export class NoHouse extends Error {
  /** @param {string} code as refusals have them: `error.…` in the page's texts */
  constructor(code) {
    super(`no house: ${code}`);
    this.code = code;
  }
}
