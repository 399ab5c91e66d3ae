// Plays a few moves of ZhiZhu against the computer, in a browser that nobody drives, and says so.

const MOVES = 3;

/**
 * @template Found
 * @param {() => Found} look
 * @returns {Promise<NonNullable<Found>>}
 */
async function until(look) {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
}

const find = (selector) => document.querySelector(selector);
const moves = () => document.querySelectorAll(".moves button.move").length;

await until(() => document.querySelectorAll("[data-card] > .picture :is(svg, img)").length >= 4);
find("input[name=way][value=computer]").click();
find("[data-card=zhizhu] button.cover").click();
for (let played = 0; played < MOVES; played += 1) {
  const point = await until(() => find("main[data-phase=playing] .point.single"));
  const before = moves();
  point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await until(() => moves() > before + 1 && find(".point.single"));
}
await fetch("played");
