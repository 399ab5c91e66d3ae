"""The explorer counts what was played in public games, and tells nothing of any other."""

from random import Random

import pytest
from guests import HERE, ME, PERSON, Gathering, gathering
from memory import MemoryStore

import tablier
from tablier.house.explored import explored_at
from tablier.table.explorer import book
from tablier.table.explorer.ways import PLIES, WayTally, choices, tallies

GAMES = ["chinese-checkers", "sensei", "zhizhu"]


@pytest.mark.anyio
async def test_a_public_game_counts_when_it_ends_and_once() -> None:
    store = MemoryStore()
    async with gathering(store) as house:
        await played(house, public=False)
        assert not store.counted, "nobody sees what was played behind a link"
        await played(house, public=True)
        once = dict(store.counted)
        assert len(once) == 2 and set(once.values()) == {WayTally(1, 0, 0), WayTally(1, 1, 0)}
        told = await explored_at(store, "zhizhu")
        (first,) = [move for move in told["moves"] if "house" in move]
        assert first["house"] == {"played": 1, "won": 0, "drawn": 0}
        assert {first["text"], *first["alike"]} == {f"b{spoke}" for spoke in range(1, 9)}
        assert "Ann" not in str(told)
        await store.delete(*store.rows)
        assert not any("house" in move for move in (await explored_at(store, "zhizhu"))["moves"])


async def played(house: Gathering, *, public: bool) -> None:
    """A game that whoever begins gives up at once, and talk after it."""
    made = await house.table("zhizhu", ME, HERE, public=public)
    ann = await house.attend(made.table, PERSON)
    await ann.play("b3", seat=0)
    await ann.play("c4", seat=1)
    await ann.ask("resign", seat=0)
    await ann.ask("chat", text="well played")


def test_what_came_of_a_game_is_told_as_whoever_moved_sees_it() -> None:
    match = tablier.new("chinese-checkers", players=3)
    for text in ("b1-d4", "i11-h10"):
        match.play(match.legal()[0] if text not in match.legal() else text)
    lost = match.copy().resign(0).resign(1)
    ways = list(tallies(lost).values())
    assert lost.result and [way.won for way in ways] == [0, 0]
    drawn = tablier.new("zhizhu").play("a1").play("a5").agree_draw()
    assert set(tallies(drawn).values()) == {WayTally(1, 0, 1)}


def test_what_is_not_over_or_began_elsewhere_is_not_counted() -> None:
    assert tallies(tablier.new("zhizhu").play("a1")) == {}
    set_up = tablier.read_position("zhizhu w......./......../........ b 8-9 0 - - 0 2")
    assert tallies(set_up.play("c4").resign(0)) == {}
    assert choices(tablier.new("zinga")) == []


def test_other_options_and_other_numbers_of_players_are_other_ways() -> None:
    starts = [
        tablier.new("zhizhu"),
        tablier.new("zhizhu", draws=False),
        tablier.new("chinese-checkers"),
        tablier.new("chinese-checkers", players=3),
    ]
    ways = [{choice.way for choice in choices(start)} for start in starts]
    assert sum(map(len, ways)) == len(set().union(*ways))


@pytest.mark.parametrize("game", GAMES)
def test_the_book_fits_the_rules_of_now(game: str) -> None:
    """Its commonest moves can be played from the start, and after each other."""
    match = tablier.new(game)
    for _ in range(3):
        known = book.book(game)
        found = [choice for choice in choices(match) if choice.way in known]
        best = max(found, key=lambda choice: known[choice.way].played)
        tally = known[best.way]
        assert tally.played >= 2 and tally.won + tally.drawn <= tally.played
        match.play(best.text, best.seat)
    assert len(known) > 100


def test_a_book_is_read_as_it_was_written() -> None:
    sums = {-5: WayTally(3, 1, 1), 1 << 62: WayTally(2, 0, 0), 7: WayTally(1, 1, 0)}
    assert book.unpacked(book.packed(sums, least=2)) == {-5: sums[-5], 1 << 62: sums[1 << 62]}
    assert book.unpacked(book.packed({1: WayTally(70_000, 1, 1)}, least=2))[1].played == 65_535


def test_long_games_count_as_far_as_openings_go() -> None:
    match, random = tablier.new("chinese-checkers", draws=False), Random(5)
    while len(match.history) < PLIES + 9:
        match.play(random.choice(match.legal()))
    assert sum(tally.played for tally in tallies(match.resign()).values()) == PLIES
