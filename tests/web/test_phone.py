"""What a page owes a phone."""

from houses import Served
from visitors import Visitor, Welcome

pytest_plugins = "visits"

WATCH = """() => {
  const { wakeLock } = navigator;
  const request = wakeLock.request.bind(wakeLock);
  const locks = window.locks = [];
  wakeLock.request = async (kind) => {
    const lock = await request(kind);
    locks.push(lock);
    return lock;
  };
}"""
HELD = """(count) => new Promise((done) => {
  const look = () => {
    if (window.locks.filter(({ released }) => !released).length === count) done();
    else setTimeout(look, 20);
  };
  look();
})"""
PULLED = "() => getComputedStyle(document.documentElement).overscrollBehaviorY"
ONE_SEAT = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Ben"}]


def awake(welcome: Welcome) -> Visitor:
    """Somebody whose phone lets pages keep it awake, and counts how often they do."""
    visitor = welcome(permissions=["screen-wake-lock"]).go()
    visitor.page.evaluate(WATCH)
    return visitor


def test_the_screen_stays_awake_and_the_page_where_it_is_while_a_game_is_on(
    welcome: Welcome, served: Served
) -> None:
    page = (visitor := awake(welcome)).page
    assert page.evaluate(PULLED) == "auto"
    made = served.table("zhizhu", ONE_SEAT)
    visitor.sit(made)
    page.evaluate(HELD, 1)
    assert page.evaluate(PULLED) == "contain"
    player = served.attend(made["table"], made["seats"][0]["key"])
    assert player.ask("resign", seat=0)["type"] == "ack"
    player.close()
    page.evaluate(HELD, 0)
    page.locator("main[data-phase=over]").wait_for()
    assert page.evaluate(PULLED) == "auto"


def test_a_game_that_is_left_lets_the_screen_sleep(welcome: Welcome, served: Served) -> None:
    visitor = awake(welcome)
    visitor.sit(served.table("zhizhu", ONE_SEAT))
    visitor.page.evaluate(HELD, 1)
    visitor.turn_to("learn")
    visitor.page.evaluate(HELD, 0)
