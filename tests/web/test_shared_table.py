"""A table that several browsers share: links, spectators, offers, clocks, cuts and restarts."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from bench._house import free_port
from houses import Served, address, end, house, start
from playwright.sync_api import Page, expect
from visitors import DESKTOP, THOUGHT_MS, Visitor, Welcome

import tablier
from tablier.core import registry

pytest_plugins = "visits"

TWO = [{"kind": "me"}, {"kind": "open"}]
HERE = [{"kind": "me"}, {"kind": "here"}]


def invited(host: Visitor, path: str = "zhizhu") -> str:
    """Set a table for a friend from the home page; the link to send."""
    host.go()
    host.page.get_by_text("A friend elsewhere", exact=True).click()
    host.page.locator(f'[data-card="{path}"] button.cover').click()
    dialog = host.page.get_by_role("dialog", name="Invite a friend")
    link = dialog.locator(".copyable input").input_value()
    host.page.keyboard.press("Escape")
    return link


def join(guest: Visitor, link: str, name: str) -> Visitor:
    guest.go(link.partition("#/")[2])
    assert link.rpartition("/")[2] not in guest.page.url, "the key stays in the address bar"
    expect(guest.prompt).to_have_text("A seat is free: sit down to play.")
    guest.page.get_by_label("Your name").fill(name)
    guest.button("Sit down").click()
    expect(guest.page.locator("main")).to_have_attribute("data-phase", "playing")
    return guest


def mover(*visitors: Visitor) -> tuple[Visitor, Visitor]:
    """Whoever is to move, and the other one."""
    visitors[0].page.locator("main[data-phase=playing]").wait_for()
    first = re.compile("Your turn")
    for one, other in (visitors, visitors[::-1]):
        if first.search(one.prompt.inner_text()):
            return one, other
    raise AssertionError([visitor.prompt.inner_text() for visitor in visitors])


def settled(*visitors: Visitor) -> None:
    """Wait until somebody of them is to move."""
    for visitor in visitors:
        expect(visitor.prompt).to_have_text(re.compile(r"Your turn|to move"))


def play_on(visitors: tuple[Visitor, Visitor], count: int, random: Random) -> None:
    """Play some moves in turn, and see each of them on both pages."""
    done = len(visitors[0].moves())
    for number in range(done + 1, done + count + 1):
        settled(*visitors)
        now, _ = mover(*visitors)
        now.wait_for_turn()
        now.play_any(random)
        for visitor in visitors:
            visitor.plied(number)


@pytest.mark.server
def test_two_browsers_over_a_link_and_a_spectator(welcome: Welcome) -> None:
    """Invite, join, watch, chat, take back, draw, decline, resign, play again."""
    ann, ben, cleo = welcome(settings={"name": "Ann"}), welcome(), welcome()
    link = invited(ann)
    join(ben, link, "Ben")
    expect(ann.page.locator(".players")).to_contain_text("Ben")
    ann.button("Links").click()
    watch = ann.page.get_by_role("dialog").locator(".copyable input").first.input_value()
    ann.page.keyboard.press("Escape")
    cleo.go(watch.partition("#/")[2])
    expect(ann.page.locator(".watchers")).to_contain_text("1 spectator")
    expect(cleo.tool("resign")).to_be_hidden()
    pair = ann, ben
    play_on(pair, 4, Random(1))
    cleo.plied(4)
    assert cleo.moves() == ann.moves() == ben.moves()
    assert cleo.points("single") == cleo.points("source") == []

    ben.page.locator(".chat summary").click()
    for said, size, told in (("<b>Hello</b>", DESKTOP, 0), ("there? " * 40, (390, 600), 1)):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ben.page.get_by_label("Say something").fill(said)
        ben.page.keyboard.press("Enter")
        expect(ann.page.locator(".unread")).to_have_text(str(told + 1))
        expect(ann.page.locator("#notice").get_by_text("there?")).to_have_count(told)
    assert len(ann.page.locator("#notice").inner_text()) < 70, "nobody covers the board"
    ann.page.set_viewport_size(ann.viewport)
    expect(cleo.page.locator(".said")).to_contain_text("<b>Hello</b>")
    expect(cleo.page.locator(".said bdi").last, "read from its own side").to_contain_text("there?")

    settled(*pair)
    waiting = mover(*pair)[1]
    asked = mover(*pair)[0]
    waiting.tool("undo").click()
    expect(waiting.tool("undo"), "asked already").to_be_disabled()
    asked.button("Agree").click()
    for visitor in (ann, ben, cleo):
        visitor.plied(3)
    waiting.tool("draw").click()
    asked.button("Decline").click()
    expect(waiting.page.locator("#notice")).to_contain_text("declines the draw")
    waiting.tool("draw").click()
    asked.button("Agree").click()
    expect(cleo.prompt).to_contain_text("A draw")

    ann.button("Play again").click()
    before = ann.table
    ben.button("Agree").click()
    for visitor in pair:
        visitor.until("(id) => !location.hash.includes(id)", before)
        visitor.page.locator("main[data-phase=playing]").wait_for()
    assert ann.table == ben.table != before
    settled(*pair)
    loser, winner = mover(*pair)
    loser.tool("resign").click()
    loser.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(loser.prompt).to_contain_text("You lost")
    expect(winner.prompt).to_contain_text("You won!")


@pytest.mark.server
@pytest.mark.rule("CC-19")
def test_those_who_are_left_agree_to_play_on(welcome: Welcome, served: Served) -> None:
    """Three of whom one has won: not the winner's to say; declined, agreed to, and stopped."""
    golden = registry.find("chinese-checkers").folder / "golden" / "three-filled.txt"
    made = served.table("chinese-checkers", [*HERE, {"kind": "here"}])
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for move in tablier.read_record(golden.read_text("utf-8")).history:
        assert client.play(move.text, seat=move.seat)["type"] == "ack"
    client.close()
    ann, others = welcome().sit(made, 0), welcome().sit(made, 1)
    expect(others.prompt).to_have_text("You won! All six pegs are in the triangle opposite.")
    expect(others.button("Play again")).to_be_visible()
    expect(others.button("Play on")).to_have_count(0)
    others.sit(made, 2)
    ann.button("Play on").click()
    expect(ann.page.locator(".offers")).to_have_text("You asked to play on.")
    expect(others.button("Agree")).to_be_visible()
    expect(others.button("Play on")).to_have_count(0)
    others.button("Decline").click()
    expect(ann.page.locator("#notice")).to_contain_text("would rather not play on")
    others.button("Play on").click()
    ann.button("Agree").click()
    settled(ann)
    others.wait_for_turn()
    others.play("i6-h6")
    ann.wait_for_turn()
    ann.play("i7-j7")
    others.wait_for_turn()
    others.tool("resign").click()
    others.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(ann.prompt).to_contain_text("your place is settled")
    ann.play("stop")
    expect(ann.prompt).to_contain_text(re.compile("the last player stopped", re.IGNORECASE))
    expect(ann.button("Play on")).to_have_count(0)
    _, record = served.call("GET", f"/api/tables/{made['table']}/record", None, *ann.keys)
    assert tablier.read_record(record).result == tablier.Result((2, 1, 3), "stopped")


def cut(page: Page, on: bool) -> None:
    """Pull the cable, or put it back; Chromium leaves open sockets alone, so they go too."""
    page.context.set_offline(on)
    if on:
        page.evaluate("() => sockets.forEach((socket) => socket.close())")


REMEMBER_SOCKETS = """window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...wish) { super(...wish); sockets.push(this); }
  send(frame) {
    if (window.mute && frame.includes('"play"')) { window.mute = false; this.close(); }
    else super.send(frame);
  }
};"""


@pytest.mark.server
def test_a_move_that_is_cut_off_arrives_once(welcome: Welcome, served: Served) -> None:
    """The connection breaks in the very moment of a move, and then for a while."""
    ann, ben = welcome(), welcome()
    ann.prepare(REMEMBER_SOCKETS)
    made = served.table("zhizhu", [{"kind": "me"}, {"kind": "here"}], hints=False)
    ann.sit(made, 0)
    ben.sit(made, 1)
    ann.wait_for_turn()
    ann.page.evaluate("() => { window.mute = true; }")
    ann.play("b3")
    for visitor in (ann, ben):
        visitor.plied(1)
    ben.wait_for_turn()
    cut(ann.page, True)
    ben.play("c4")
    expect(ann.page.locator(".status")).to_be_visible()
    cut(ann.page, False)
    ann.plied(2)
    expect(ann.page.locator(".status")).to_be_hidden()
    ann.play("b4")
    for visitor in (ann, ben):
        visitor.plied(3)
    assert ann.moves() == ben.moves() == ["b3", "c4", "b4"]


@pytest.mark.server
def test_a_restart_of_the_server_in_the_middle_of_a_game(welcome: Welcome, tmp_path: Path) -> None:
    """The page comes back by itself, and what was moved meanwhile is not lost."""
    port = str(free_port())
    first = start(tmp_path, "--port", port)
    base = address(first)
    visitor = welcome(base).go()
    visitor.page.get_by_text("Together here", exact=True).click()
    visitor.page.locator('[data-card="zhizhu"] button.cover').click()
    for played, text in enumerate(("b3", "c4", "b4"), 1):
        visitor.wait_for_turn()
        visitor.play(text)
        visitor.plied(played)
    first.terminate()
    end(first)
    expect(visitor.page.locator(".status")).to_be_visible()
    visitor.play("c5")
    with house(tmp_path, "--port", port):
        expect(visitor.page.locator(".status")).to_be_hidden()
        visitor.plied(4)
        visitor.wait_for_turn()
        visitor.play("b5")
        visitor.plied(5)
        fresh = visitor.context.new_page()
        fresh.goto(f"{base}/")
        fresh.get_by_role("link", name=re.compile("^Go on")).first.click()
        expect(fresh.locator(".moves .move")).to_have_text(["b3", "c4", "b4", "c5", "b5"])
        visitor.page.goto("about:blank")
        fresh.goto("about:blank")


def test_a_clock_runs_out(welcome: Welcome, served: Served) -> None:
    made = served.table("zhizhu", HERE, clock={"base": 4000, "increment": 0})
    visitor = welcome().sit(made)
    expect(visitor.page.locator(".clock").first).to_be_visible()
    expect(visitor.prompt).to_contain_text(re.compile("the time ran out", re.IGNORECASE))
    assert visitor.phase == "over"


@pytest.mark.both
def test_taking_back_from_the_computer_and_undoing_a_part(welcome: Welcome, served: Served) -> None:
    """At once where nobody has to agree; a turn's part where the turn goes on."""
    bot: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    visitor = welcome().sit(served.table("zhizhu", bot))
    visitor.wait_for_turn()
    visitor.play("b3")
    visitor.wait_for_turn()
    visitor.plied(2)
    visitor.tool("undo").click()
    visitor.plied(0)
    visitor.sit(served.table("sensei", HERE, options={"way": "arashi"}))
    visitor.wait_for_turn()
    visitor.play("b1-b5")
    visitor.plied(1)
    expect(visitor.tool("undo")).to_have_attribute("aria-label", "Undo this part of the turn")
    visitor.tool("undo").click()
    visitor.plied(0)


def test_an_illegal_attempt_says_why(welcome: Welcome, served: Served) -> None:
    visitor = welcome().sit(served.table("sensei", HERE, options={"way": "arashi"}))
    visitor.wait_for_turn()
    visitor.play("b1-b7")
    expect(visitor.page.locator(".why")).to_contain_text("SE-11")
    visitor.page.locator(".why a").click()
    expect(visitor.page.get_by_role("dialog", name="Rule SE-11")).to_be_visible()


def test_a_touch_that_leads_nowhere_is_answered(welcome: Welcome, served: Served) -> None:
    visitor = welcome().sit(served.table("chinese-checkers", HERE))
    visitor.wait_for_turn()
    visitor.press(visitor.point_names().index("g4"))
    expect(visitor.page.locator(".why")).to_have_text(
        "Nothing can be done there now. Touch one of your own pieces first."
    )
    visitor.press(visitor.points("source")[0])
    expect(visitor.page.locator(".why")).to_be_hidden()
    visitor.press(visitor.points("target")[0])
    visitor.plied(1)


def test_a_piece_that_can_go_nowhere_is_told_where_everybody_sees_it(
    welcome: Welcome, served: Served
) -> None:
    visitor = welcome().sit(served.table("chinese-checkers", HERE))
    visitor.wait_for_turn()
    visitor.press(visitor.point_names().index("a1"))
    expect(visitor.page.locator(".why")).to_have_text("The piece on a1 can't move.")


@pytest.mark.server
@pytest.mark.rule("SE-16")
def test_whoever_could_lose_to_a_claim_is_warned_before_the_turn_ends(
    welcome: Welcome, served: Served
) -> None:
    made = served.table("sensei", HERE)
    client = served.attend(made["table"], *(seat["key"] for seat in made["seats"]))
    for seat, text in enumerate(["d1*e1", "end", "a7-a2", "b7-b2", "end"]):
        assert client.play(text, seat=int(seat > 1))["type"] == "ack"
    client.close()
    green, red = welcome().sit(made, 0), welcome().sit(made, 1)
    warning = green.page.locator(".prompt").get_by_text("Break up your start line")
    expect(warning).to_contain_text("SE-16")
    expect(green.page.locator("#voice")).to_contain_text("Break up your start line")
    expect(red.prompt).to_have_text(re.compile("to move"))
    expect(red.page.get_by_text("Break up your start line")).to_have_count(0)
    green.play("e1*d1")
    expect(green.page.locator('[data-act="end"]')).to_be_visible()
    expect(warning).to_be_visible()
    green.play("c1-c5")
    green.plied(7)
    expect(warning).to_have_count(0)


def record_of(served: Served, **options: Any) -> str:
    made = served.table("zhizhu", HERE)
    keys = [seat["key"] for seat in made["seats"]]
    client = served.attend(made["table"], *keys)
    for number, text in enumerate(("b3", "c4", "b4", "c5", "b5", "c6", "c3")):
        assert client.play(text, seat=number % 2)["type"] == "ack"
    client.ask("resign", seat=1)
    client.close()
    _, record = served.call("GET", f"/api/tables/{made['table']}/record", None, *keys)
    return str(record)


POINTED_OUT = """([prompt, names]) => {
  const named = prompt.innerText.match(/(?:Best now is|Better was) (\\w+)\\.$/);
  const ring = document.querySelector(".arrow-best .ring")?.getBoundingClientRect();
  if (!named || !ring) return false;
  const hits = document.querySelectorAll(".point .hit");
  const hit = hits[names.indexOf(named[1])].getBoundingClientRect();
  const apart = [
    ring.x + ring.width / 2 - hit.x - hit.width / 2,
    ring.y + ring.height / 2 - hit.y - hit.height / 2,
  ];
  return apart.every((pixels) => Math.abs(pixels) < 2);
}"""
"""The arrow, a ring where pieces are placed, is the last move that the words name."""


def pointed_out(visitor: Visitor) -> None:
    """Waits for it: words and board are drawn one after the other."""
    prompt = visitor.prompt.element_handle()
    visitor.until(POINTED_OUT, [prompt, visitor.point_names()])


@pytest.mark.both
def test_a_record_is_downloaded_uploaded_judged_and_tried(
    welcome: Welcome, served: Served, tmp_path: Path
) -> None:
    """After the game: take it along, look at it, have it judged, try something else."""
    file = tmp_path / "game.txt"
    file.write_text(record_of(served), "utf-8")
    visitor = welcome().go()
    visitor.page.get_by_text("Look at a recorded game").click()
    visitor.page.get_by_label("Record of a game").fill(file.read_text("utf-8"))
    visitor.button("Look at it").click()
    expect(visitor.prompt).to_contain_text("won")
    visitor.page.evaluate("sessionStorage.clear()")
    visitor.go("view")
    visitor.page.get_by_label("Record of a game").fill("nonsense")
    visitor.button("Look at it").click()
    expect(visitor.page.get_by_role("alert")).not_to_be_empty()
    visitor.page.locator("input[type=file]").set_input_files(file)
    expect(visitor.prompt).to_contain_text("won")
    with visitor.page.expect_download() as saved:
        visitor.button("Download").click()
    assert Path(saved.value.path()).read_text("utf-8") == file.read_text("utf-8")
    visitor.button("Judge the moves").click()
    expect(visitor.page.locator(".graph svg")).to_be_visible(timeout=THOUGHT_MS)
    for key in ("Home", *["ArrowRight"] * 4):
        visitor.page.keyboard.press(key)
        pointed_out(visitor)
    visitor.page.keyboard.press("Home")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.prompt).to_contain_text("b3")
    visitor.wait_for_turn()
    visitor.play("a1")
    expect(visitor.page.locator(".variation .move.now")).to_have_text("a1")
    visitor.button("One move back").click()
    expect(visitor.prompt).to_contain_text("b3")


@pytest.mark.server
@pytest.mark.parametrize("key", ["", "/" + "0" * 32])
def test_a_table_that_is_closed_or_gone_says_so(welcome: Welcome, served: Served, key: str) -> None:
    made = served.table("zhizhu", TWO)
    visitor = welcome().go(f"table/{made['table']}{key}")
    expect(visitor.page.locator("h1")).to_contain_text("closed to you")
    visitor.go("table/nowhere1")
    expect(visitor.page.locator("h1")).to_contain_text("no such table")
