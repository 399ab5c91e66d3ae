"""`tablier play` line by line, typed or through a pipe."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Printed, Run
from houses import Served
from textual.app import App
from textual.pilot import Pilot

import tablier
from tablier.core.registry import games
from tablier.terminal.app import TablierApp
from tablier.terminal.screens.table import TableScreen
from tablier.terminal.session.computer_opponent import Opponent
from tablier.terminal.session.remote_session import RemoteSession
from tablier.terminal.session.saved_games import SaveClaim, place_of

pytest_plugins = "commanding"


def saved(home: Path, name: str = "zhizhu.txt") -> tablier.Match:
    """A game that was kept."""
    return tablier.read_record(next(home.rglob(name)).read_text("utf-8"))


# Through a pipe


def test_a_pipe_works_the_same_each_time(tmp_path: Path) -> None:
    """As in the handbook, in processes of their own."""
    command = [sys.executable, "-m", "tablier", "play", "zhizhu"]
    runs = [
        subprocess.run(command, input="b3\nb1\n", capture_output=True, text=True, env=os.environ)
        for _ in range(2)
    ]
    assert [done.returncode for done in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout and "[Y/n]" not in runs[1].stdout
    assert "Not kept: with --save FILE it would be." in runs[1].stdout
    assert runs[1].stderr == "" and kept(tmp_path) == {}


def kept(home: Path) -> dict[str, str]:
    """All games that lie somewhere, by their file."""
    return {path.name: path.read_text("utf-8") for path in home.rglob("*.txt*")}


def test_a_pipe_leaves_what_was_saved_as_it_is(tmp_path: Path, run: Run, printed: Printed) -> None:
    printed("play", "zhizhu", typed="b3\n")
    before = kept(tmp_path)
    own = tmp_path / "own.txt"
    for stdin in ("", "a1\n", "a1\nresign\n"):
        assert run("play", "zhizhu", stdin=stdin).status == 0
        assert kept(tmp_path) == before, stdin
    assert "Saved." in run("play", "zhizhu", "--save", str(own), stdin="c1\n").out
    before = kept(tmp_path)
    assert set(before) == {"zhizhu.txt", "own.txt"} and saved(tmp_path, "own.txt").actions == ["c1"]
    assert run("play", "zhizhu", "--save", str(own)).status == 0
    assert kept(tmp_path) == before, "nothing was played"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("b3\nnonsense\nc1\n", "line 2, nonsense: That can't be read"),
        ("b3\n?\nb3\n", "line 3, b3: b3 is taken: place on a free point (ZZ-05)"),
        ("undo\n", "line 1, undo"),
    ],
)
def test_a_piped_line_that_cant_be_used_ends_it(
    lines: str, told: str, tmp_path: Path, run: Run
) -> None:
    done = run("play", "zhizhu", "--save", str(tmp_path / "own.txt"), stdin=lines)
    assert done.status == 2 and told in done.err and done.err.count("\n") == 1
    if "b3" in lines:
        assert saved(tmp_path, "own.txt").actions == ["b3"], "what was played before is kept"


def test_a_piped_answer_that_cant_be_used_ends_it(run: Run) -> None:
    done = run("play", stdin="0\n")
    assert done.status == 2 and "line 1, 0: Type a number" in done.err
    number = games().index("zhizhu") + 1
    done = run("play", stdin=f"{number}\nx\n")
    assert done.status == 2 and "line 2, x: Type one of" in done.err


def test_nothing_at_all_is_no_game(run: Run) -> None:
    assert run("play", "zhizhu").status == 0
    assert run("play").status == 130


def test_what_another_window_plays_is_not_touched_by_a_pipe(tmp_path: Path, run: Run) -> None:
    place = place_of(tablier.new("zhizhu").game)
    claim = SaveClaim(place)
    assert run("play", "zhizhu", "--save", str(place), stdin="b3\n").status == 0
    assert not place.exists() and saved(tmp_path, "zhizhu-1.txt").actions == ["b3"]
    record = next(tmp_path.rglob("zhizhu-1.txt"))
    taken = SaveClaim(record)
    done = run("play", "--resume", str(record), stdin="c1\n")
    assert done.status == 2 and "being played in another window" in done.err
    taken.release()
    claim.release()


# Typed


class TestTyped:
    @pytest.fixture(autouse=True)
    def own_place(self, tmp_path: Path, printed: Printed) -> None:
        self.home = tmp_path
        self.printed = printed

    def play(self, typed: str, *arguments: str) -> str:
        return self.printed("play", *arguments, typed=typed)

    def test_people_play_and_the_game_is_saved_when_they_leave(self) -> None:
        shown = self.play("b3\n?\nb3\nnonsense\nc1\n", "zhizhu")
        assert "b3 is taken" in shown and "B3" not in shown and "can't be read" in shown
        assert "Saved." in shown
        assert saved(self.home).actions == ["b3", "c1"]

    def test_a_saved_game_is_offered_and_goes_on(self) -> None:
        self.play("b3\n", "zhizhu")
        shown = self.play("y\nc1\nundo\nc2\n", "zhizhu")
        assert "A game of ZhiZhu was left in turn 2. Go on with it? [Y/n]" in shown
        assert saved(self.home).actions == ["b3", "c2"]
        self.play("c3\n", "--resume", str(next(self.home.rglob("zhizhu.txt"))))
        assert len(saved(self.home).actions) == 3

    def test_a_new_game_does_not_overwrite_a_saved_one(self, run: Run) -> None:
        self.play("b3\n", "zhizhu")
        assert "kept in" in run("play", "zhizhu", typed="n\na1\n").err
        assert saved(self.home, "zhizhu-1.txt").actions == ["b3"]
        run("play", "zhizhu", "--new", typed="a2\n")
        assert saved(self.home, "zhizhu-2.txt").actions == ["a1"]

    def test_a_copy_is_offered_of_what_another_window_plays(self, run: Run) -> None:
        self.play("b3\n", "zhizhu")
        claim = SaveClaim(next(self.home.rglob("zhizhu.txt")))
        shown = self.play("y\nn\n", "zhizhu")
        assert "in another window. Go on with a copy?" in shown
        self.play("y\ny\nc1\n", "zhizhu")
        assert saved(self.home).actions == ["b3"]
        assert saved(self.home, "zhizhu-1.txt").actions == ["b3", "c1"]
        claim.release()

    def test_a_game_ends_with_its_result(self, run: Run) -> None:
        assert "Black wins: a player resigned." in self.play("resign\n", "zhizhu")
        assert "Draw between" in run("play", "zhizhu", typed="a1\ndraw\ny\n").out

    def test_the_game_can_be_chosen_from_a_list(self) -> None:
        number = games().index("zhizhu") + 1
        assert "ZhiZhu" in self.play(f"0\n{number}\np\nb3\n")

    def test_an_unreadable_save_is_kept(self, run: Run) -> None:
        self.play("b3\n", "zhizhu")
        next(self.home.rglob("zhizhu.txt")).write_text("broken")
        done = run("play", "zhizhu", typed="a1\n")
        assert "can't be read" in done.err and "kept in" in done.err


def test_options_reach_the_game(tmp_path: Path, run: Run) -> None:
    run("play", "zhizhu", "-o", "draws=off", typed="b3\n")
    assert '[Options "draws=off"]' in next(tmp_path.rglob("zhizhu.txt")).read_text()


def test_the_computer_answers_and_remembers_its_level(tmp_path: Path, printed: Printed) -> None:
    shown = printed("play", "zhizhu", "--bot", "1", "--seat", "1", typed="b3\nundo\nb4\n")
    assert "Black plays" in shown
    match = tablier.read_record(next(tmp_path.rglob("zhizhu.txt")).read_text())
    assert match.headers["Players"] == "Person, Computer 1"
    assert [move.seat for move in match.history] == [0, 1]
    again = printed("play", "zhizhu", typed="y\ndraw\nc8\n")
    assert "You are White" in again and "Black plays" in again and "plays on" in again


def test_the_computer_tells_whether_its_opponent_won(printed: Printed) -> None:
    shown = printed("play", "zhizhu", "--bot", "1", "--seat", "1", stdin="resign\n")
    assert "You have lost: you resigned." in shown
    assert "there is no level 8" in _refusal("zhizhu", 8)


def _refusal(game: str, level: int) -> str:
    with pytest.raises(tablier.BadOption) as refused:
        Opponent.of(tablier.new(game), level)
    return str(refused.value)


def test_a_table_is_opened_in_a_house(
    served: Served, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way from the command to the table, on a screen that nobody sees."""
    seen: list[RemoteSession] = []

    opened = TableScreen.opened

    def note(screen: TableScreen) -> None:
        opened(screen)
        assert isinstance(screen.session, RemoteSession)
        seen.append(screen.session)

    async def look(pilot: Pilot[object]) -> None:
        while not seen:
            await pilot.pause(0.02)
        pilot.app.exit()

    def run_unseen(app: TablierApp) -> None:
        App.run(app, headless=True, auto_pilot=look)

    monkeypatch.setattr(TableScreen, "opened", note)
    monkeypatch.setattr(TablierApp, "run", run_unseen)
    monkeypatch.setattr("tablier.cli.commands.play._has_screen", lambda: True)
    asked = ("play", "chinese-checkers", "-o", "players=3", "--house", f"{served.base}/")
    done = run(*asked, "--name", "Bo", typed="\n")
    assert (done.status, done.err) == (0, "")
    [table] = seen
    assert f"tablier play --join '{table.link}'" in done.out
    assert table.match.players == 3 and len(table.people) == 1
    status, sat = served.call(
        "POST",
        f"/api/tables/{table.link.table}/sit",
        {"name": "Cy"},
        f"{'o' * 32} {table.link.key}",
    )
    assert status == 200 and sat["seat"] not in table.people, "the link is good for a friend"
