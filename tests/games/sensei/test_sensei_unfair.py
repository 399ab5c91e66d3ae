"""Senseï: unfair play, what a line is, who touches it, and who speaks of it."""

import pytest
from refusals import refused

import tablier
from tablier import Match, OutOfTurn, Result
from tablier.core.board.scene import Mark
from tablier.games.sensei.board import NAMES

rule = pytest.mark.rule

GREEN_WINS = Result((1, 2), "unfair")
RED_WINS = Result((2, 1), "unfair")


def board(*rows: str, turn: str = "g 0 0 31", options: str = "") -> Match:
    """A match that begins with these rows, 7 down to 1."""
    return tablier.read_position(" ".join(["sensei", options, "/".join(rows), turn]))


def lower(*rows: str, turn: str = "g 0 0 31", options: str = "") -> Match:
    """The same, with nothing on the rows above."""
    return board(*["......."] * (7 - len(rows)), *rows, turn=turn, options=options)


def played(match: Match, actions: str) -> Match:
    for action in actions.split():
        match.play(action)
    return match


def points(mark: Mark) -> list[str]:
    return sorted(NAMES[point] for point in mark.points)


WALL = ("rrrRrrr", "ggg....", ".......", "g..G.gg")
"""Red's line on row 4, and three green stones before it."""
ALMOST = ("rrrRrrr", "gg.....", "..g....", "g..G.gg")
"""The third green stone is one square short."""
UNBUILT = ("...r...", ".......", "rrr.Rrr", "ggg....", ".......", "g..G.gg")
"""Red's line lacks d4, and d6 is ready."""


# Lines


@rule("SE-16", "SE-17")
@pytest.mark.parametrize(
    "rows",
    [
        WALL,
        (".r.R.r.", "rgr.r.r", "g.g....", "g..G.gg"),
        ("rr....r", "ggr..r.", "..gRr..", ".......", "g..G.gg"),
    ],
    ids=["straight", "corner to corner", "stairs"],
)
def test_a_line_from_column_a_to_column_g_can_be_claimed(rows: tuple[str, ...]) -> None:
    assert lower(*rows).play("claim").result == GREEN_WINS


@rule("SE-16")
@pytest.mark.parametrize(
    "rows",
    [
        ("...R...", ".......", "rrr.rrr", "ggg....", ".......", "g..G.gg"),
        (".....R.", "rrrrrr.", "ggg....", ".......", "g..G.gg"),
        ("......R", ".......", "rrrrrr.", "ggg....", ".......", "g..G.gg"),
    ],
    ids=["gap", "does not reach column g", "two rows apart"],
)
def test_anything_less_is_no_line(rows: tuple[str, ...]) -> None:
    refusal = refused(lower(*rows), "claim")
    assert (refusal.rule, refusal.code) == ("SE-16", "no_line")


PITS = "way=arashi-expert pits=b4,c4,e4,f4"


@rule("SE-16", "SE-07")
def test_pits_count_as_stones_of_the_line() -> None:
    rows = ("rr.....", ".......", "rr.....", "rooRoor", ".gg....", ".......", "gg.G.gg")
    match = board(*rows, options=PITS).play("f1-e1")
    assert "claim" not in match.legal()
    assert match.play("e1-e3").play("claim").result == GREEN_WINS
    gap = ("rr....r", ".......", "rr.....", "roo.ooR", "ggg....", ".......", "g..G.gg")
    assert refused(board(*gap, options=PITS), "claim").rule == "SE-16"


@rule("SE-16")
def test_a_green_line_is_claimed_by_red() -> None:
    rows = ("r..R.rr", ".......", "....rrr", "gggGggg", ".......", ".......", ".......")
    assert board(*rows, turn="r 0 0 30").play("claim").result == RED_WINS
    assert "claim" not in board(*rows).legal(), "the line is Green's own"


# Contacts


@rule("SE-17")
@pytest.mark.parametrize(
    ("rows", "contacts"),
    [
        (ALMOST, "2"),
        (("gggG...", "rrrRrrr", ".......", ".......", "ggg...."), "0"),
        (("..g....", "rrrRrrr", "gg.....", ".......", "g..G.gg"), "2"),
        (("rrrRrrr", ".......", "gggg...", "...G.gg"), "0"),
    ],
    ids=["two", "past the line", "two before and one past", "a row away"],
)
def test_three_stones_must_face_the_line(rows: tuple[str, ...], contacts: str) -> None:
    refusal = refused(lower(*rows), "claim")
    assert (refusal.rule, refusal.code) == ("SE-17", "few_contacts")
    assert refusal.details == {"contacts": contacts}


@rule("SE-17")
def test_contacts_with_several_groups_are_not_added_up() -> None:
    rows = ("r......", ".......", ".......", "rooRoor", ".g.g...", "r.r...r", "g.gG.gg")
    match = board(*rows, options=PITS)
    refusal = refused(match, "claim")
    assert (refusal.rule, refusal.details["contacts"]) == ("SE-17", "2")


@rule("SE-17")
def test_more_than_three_are_as_good() -> None:
    assert lower("rrrRrrr", "gggg.gg", "...G...").play("claim").result == GREEN_WINS


# Claiming


@rule("SE-18")
def test_a_claim_at_the_start_of_the_turn() -> None:
    match = lower(*WALL)
    assert "claim" in match.legal() and "end" not in match.legal()
    match.play("claim")
    assert match.result == GREEN_WINS and match.record().endswith("31. claim\n")
    assert tablier.read_position(match.position()).result == GREEN_WINS


@rule("SE-18")
def test_a_claim_between_actions() -> None:
    match = lower(*ALMOST)
    assert "claim" not in match.legal()
    assert "claim" in match.play("c2-c3").legal()
    assert match.play("claim").result == GREEN_WINS


@rule("SE-18")
def test_a_claim_after_the_last_action() -> None:
    match = played(lower(*ALMOST), "a1-a2 d1*f1 c2-c3")
    assert match.seat == 0 and match.legal() == ["claim", "end"]
    assert match.play("end").seat == 1
    match.undo()
    assert match.play("claim").result == GREEN_WINS


@rule("SE-18")
def test_a_claim_is_made_in_the_own_turn() -> None:
    match = lower(*UNBUILT, turn="r 0 0 30").play("d6-d4")
    with pytest.raises(OutOfTurn):
        match.play("claim", seat=0)
    assert refused(match, "claim").rule == "SE-16", "it is not Red's to claim"
    assert "claim" in match.play("end").legal()


@rule("SE-09", "SE-18")
def test_with_no_action_but_a_claim_the_turn_is_kept() -> None:
    match = lower("......r", ".....Rg", "rr..rgg", "Gr.rggg", turn="r 0 0 40")
    match = played(match, "b1-c1 end")
    assert match.seat == 0 and match.legal() == ["claim", "end"]
    assert match.play("end").seat == 1


@rule("SE-18")
def test_nobody_has_to_claim() -> None:
    match = lower(*WALL).play("f1-f2").play("end")
    assert match.seat == 1 and match.result is None


@rule("SE-18")
def test_auto_claims_at_the_end_of_the_turn() -> None:
    match = lower(*ALMOST, options="unfair=auto").play("c2-c3")
    assert match.result is None and "claim" not in match.legal()
    assert refused(match, "claim").code == "claimed_by_itself"
    assert match.play("end").result == GREEN_WINS
    assert tablier.read_position(match.position()).result == GREEN_WINS


@rule("SE-18")
def test_auto_does_not_claim_between_actions() -> None:
    match = played(lower(*ALMOST, options="unfair=auto"), "c2-c3 c3-c2 d1*f1")
    assert match.seat == 1 and match.result is None


@rule("SE-18")
def test_auto_claims_at_the_start_of_the_turn() -> None:
    match = lower(*UNBUILT, turn="r 0 0 30", options="unfair=auto").play("d6-d4")
    assert match.result is None
    assert match.play("end").result == GREEN_WINS


@rule("SE-18")
def test_without_claims_a_wall_is_allowed() -> None:
    match = lower(*WALL, options="unfair=off")
    assert "claim" not in match.legal()
    refusal = refused(match, "claim")
    assert (refusal.rule, refusal.code) == ("SE-18", "no_claims")
    assert played(match, "f1-f2 end").result is None


@rule("SE-18", "SE-19")
def test_a_claim_at_the_end_of_turn_200_comes_before_the_draw() -> None:
    rows = (".r.R.rr", "....r..", ".....rr", "gggGggg", ".......", ".......", ".......")
    match = board(*rows, turn="r 0 0 200", options="unfair=auto").play("e6-e5").play("end")
    assert match.result == RED_WINS
    match = lower(*UNBUILT, turn="r 0 0 200", options="unfair=auto").play("d6-d4").play("end")
    assert match.result == Result((1, 1), "long"), "Green's turn never begins"


# What people see of it


@rule("SE-17")
def test_the_scene_marks_the_line_and_the_contacts() -> None:
    match = lower(*WALL)
    wall, contact = match.scene.marks
    assert (wall.kind, wall.seat, points(wall)) == ("wall", 1, [f"{c}4" for c in "abcdefg"])
    assert (contact.kind, contact.seat, points(contact)) == ("contact", 0, ["a3", "b3", "c3"])
    assert match.scene.prompt.token == "claim"
    assert match.game.scene(match.play("claim").state).marks == (wall, contact)
    assert match.game.scene(lower(*ALMOST).state).marks == ()
    assert match.game.scene(lower(*WALL, options="unfair=off").state).marks == ()


def test_the_scene_shows_what_is_left_of_the_turn() -> None:
    match = tablier.new("sensei")
    tokens = [match.scene.prompt.token]
    for action in ("b1-b2", "d1*e1", "end", "d7*e7"):
        match.play(action)
        tokens.append(match.scene.prompt.token)
    assert tokens == ["begin", "stone_or_character", "stone", "begin", "stone"]
    match = played(tablier.new("sensei"), "b1-b2 b2-b3")
    prompt = match.scene.prompt
    assert (prompt.token, prompt.details) == (
        "character",
        {"stones": 0, "character": 1, "who": "sage"},
    )
    assert match.game.scene(match.resign().state).prompt.token == "over"


def test_a_character_is_drawn_on_its_stone() -> None:
    match = tablier.new("sensei")
    pieces = match.scene.pieces
    assert len(pieces) == 16
    assert [(NAMES[p.point], p.letter) for p in pieces[14:]] == [("d1", "G"), ("d7", "R")]


@pytest.mark.rule("SE-16")
def test_the_corners_g7_and_a7_are_not_joined() -> None:
    match = tablier.read_position(
        "sensei way=arashi-expert r..R..r/g.....r/ro...o./g.ror../.og..o./......./..gGg.g g 0 0 1"
    )
    assert "claim" not in match.legal()
