"""Pictures of every screen, desktop and phone, by day and by night, for the documentation.

Run by `make pictures`. Tables are played by clients from the games' golden records, so that the
boards have something on them.
"""

import base64
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from houses import Client, Served, house
from playwright.sync_api import Browser, sync_playwright
from test_bell import Race
from visitors import CHROMIUM, DESKTOP, THOUGHT_MS, Visitor

import tablier
from tablier.core import registry
from tablier.core.reading.diagram import diagram, diagrams

FOLDER = Path(__file__).parents[2] / "docs" / "images"
PHONE = (360, 640)
QUALITY = 72
NAMES = ("Ann", "Ben", "Cleo")
PLIES = {"chinese-checkers": 22, "sensei": 31, "zhizhu": 27}
GOLDEN = {"chinese-checkers": "two-filled", "sensei": "arashi", "zhizhu": "captured"}
TICKS = 14
JUDGED = 24
SETTLED = "() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished))"

Scene = Callable[[Visitor, Served], object]


def chairs(count: int) -> list[dict[str, Any]]:
    me, *others = NAMES[:count]
    return [{"kind": "me", "name": me}, *({"kind": "here", "name": name} for name in others)]


def golden(name: str) -> tablier.Match:
    """A recorded game."""
    folder = registry.find(name).folder / "golden"
    return tablier.read_record((folder / f"{GOLDEN[name]}.txt").read_text("utf-8"))


def in_play(name: str) -> Scene:
    """A table in the middle of a game."""

    def show(visitor: Visitor, served: Served) -> None:
        match = golden(name)
        made = served.table(name, chairs(2))
        client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
        for move in match.history[: PLIES[name]]:
            answer = client.play(move.text, seat=move.seat)
            assert answer["type"] == "ack", answer
        client.close()
        visitor.sit(made)
        visitor.plied(PLIES[name])

    return show


def race(visitor: Visitor, served: Served) -> None:
    """The bell is open, and something is on the sheets."""
    made = served.table("zinga", chairs(3), players=3, options={"untimed": "on"})
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    judge = Race([], client, client)
    turn = 0
    while sum(count["ticks"] for count in client.view["scene"]["counts"]) < TICKS or not at_bell(
        client
    ):
        turn += say_something(judge, client, turn)
    client.close()
    visitor.sit(made, 0)
    visitor.page.locator('.zinga-bell[data-state="open"]').wait_for()


def at_bell(client: Client) -> bool:
    return bool(client.view["scene"]["extras"]["phase"] == "open")


def say_something(judge: Race, client: Client, turn: int) -> int:
    """One action of whoever has something to say; 1 when somebody rang."""
    client.wait_for(lambda view: view["legal"])
    seat, legal = next((int(seat), legal) for seat, legal in client.view["legal"].items() if legal)
    if "ready" in legal:
        client.play("ready", seat=seat)
        return 0
    if "let" in legal:
        client.play("let", seat=seat)
        return 0
    order = [(turn + step) % 3 for step in range(3)]
    ringer = next((one for one in order if any(fits(judge, one))), None)
    if ringer is None:
        client.play("nothing", seat=seat)
        return 0
    client.play("ring", seat=ringer, reaction=400)
    client.wait_for(lambda view: view["scene"]["extras"]["phase"] == "announce")
    client.play(judge.claim(ringer, fits(judge, ringer)[0]), seat=ringer)
    return 1


def fits(judge: Race, seat: int) -> list[int]:
    """Cells that the dice give and that make no line of four: nobody shall win a picture."""
    return [index for index in judge.given(seat) if judge.worth(seat, index) < 3]


def invitation(visitor: Visitor, _: Served) -> None:
    visitor.go()
    visitor.page.get_by_text("A friend elsewhere", exact=True).click()
    visitor.page.locator('[data-card="zhizhu"] button.cover').click()
    visitor.page.locator("dialog .copyable").wait_for()


def review(visitor: Visitor, _: Served) -> None:
    """A game that was judged, as far as it goes."""
    match = golden("sensei")
    while len(match.actions) > JUDGED:
        match.undo()
    visitor.go("view")
    visitor.page.get_by_label("Record of a game").fill(match.record())
    visitor.button("Look at it").click()
    visitor.button("Judge the moves").click()
    visitor.page.locator(".graph .band").first.wait_for(state="attached", timeout=THOUGHT_MS)
    visitor.page.locator(".move").nth(JUDGED - 6).click()


def result(visitor: Visitor, served: Served) -> None:
    in_play("chinese-checkers")(visitor, served)
    visitor.tool("resign").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    visitor.button("Review").wait_for()


def solved(visitor: Visitor, _: Served) -> None:
    visitor.go("learn/zhizhu/4").wait_for_turn()
    visitor.play("b5")
    visitor.page.locator(".answer .well").wait_for()


def learned(visitor: Visitor, served: Served) -> None:
    """The end of a lesson in which everything was solved."""
    _, steps = served.call("GET", "/api/games/sensei/lessons")
    visitor.go("learn/sensei/99")
    visitor.page.evaluate(
        "(solved) => { localStorage['tablier.progress.sensei'] = JSON.stringify({ solved }); }",
        [step["id"] for step in steps],
    )
    visitor.go("learn/sensei/99")


def at(route: str) -> Scene:
    return lambda visitor, _: visitor.go(route)


SCENES: dict[str, Scene] = {
    "home": at(""),
    "new-table": at("new/sensei"),
    "invitation": invitation,
    **{name: in_play(name) for name in PLIES},
    "zinga": race,
    "result": result,
    "review": review,
    "learn": at("learn"),
    "rules": at("learn/sensei/SE-14"),
    "lesson": solved,
    "lesson-race": at("learn/zinga/1"),
    "lesson-end": learned,
    "settings": at("settings"),
}


def take(browser: Browser, served: Served, name: str, size: tuple[int, int], theme: str) -> int:
    """One picture; its bytes."""
    phone = size == PHONE
    touch: dict[str, Any] = (
        {"has_touch": True, "is_mobile": True, "device_scale_factor": 1.5} if phone else {}
    )
    visitor = Visitor(browser, served.base, size=size, color_scheme=theme, **touch)
    SCENES[name](visitor, served)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(SETTLED)
    visitor.page.mouse.move(0, 0)
    session = visitor.context.new_cdp_session(visitor.page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    content = base64.b64decode(shot["data"])
    (FOLDER / f"{name}-{'phone' if phone else 'desktop'}-{theme}.webp").write_bytes(content)
    visitor.context.close()
    return len(content)


def draw_without_browser(name: str) -> None:
    """What `Match.svg` makes of the same moment that the page shows."""
    match = golden(name)
    while len(match.actions) > PLIES[name]:
        match.undo()
    (FOLDER / f"{name}-drawing.svg").write_text(match.svg(), "utf-8")


def draw_diagrams() -> None:
    """Those of the rules, for whoever reads them as files."""
    for game in map(registry.find, registry.games()):
        for name in diagrams(game):
            path = game.folder / "diagrams" / f"{name}.svg"
            path.parent.mkdir(exist_ok=True)
            path.write_text(diagram(game, name).svg(), "utf-8")


def main() -> None:
    """Make all pictures anew, or those of the named screens, and say how much they weigh."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    draw_without_browser("sensei")
    draw_diagrams()
    total = 0
    with (
        tempfile.TemporaryDirectory() as data,
        house(Path(data)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in sys.argv[1:] or SCENES:
            for size in (DESKTOP, PHONE):
                for theme in ("light", "dark"):
                    total += take(browser, served, name, size, theme)
            print(name, flush=True)
        browser.close()
    print(f"{total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
