"""Pictures as pixels, still and moving."""

import io
import sys
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from players import begun, play_on
from setups import GAMES, label

import tablier
from tablier.core.drawing import raster
from tablier.core.drawing.computed_style import computed
from tablier.core.game import Game
from tablier.core.pictures import animation, frames

SVG = "{http://www.w3.org/2000/svg}"


def picture(match: tablier.Match, **how: Any) -> Image.Image:
    return Image.open(io.BytesIO(match.png(width=96, **how)))


def styled(style: str, content: str, theme: str = "light") -> dict[str, str]:
    """What becomes of the style of each element with an id."""
    svg = f'<svg xmlns="{SVG[1:-1]}" data-theme="{theme}"><style>{style}</style>{content}</svg>'
    root = ElementTree.fromstring(svg)
    computed(root)
    assert root.find(f".//{SVG}style") is None
    return {found.get("id", ""): found.get("style", "") for found in root.iter() if found.get("id")}


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_every_game_is_drawn_with_pixels(game: Game) -> None:
    match = begun(game, game.start(None, {})[1])
    before = picture(match)
    after = picture(play_on(match, Random(4), 9))
    assert before.format == "PNG" and before.width == 96 and before.size == after.size
    least, most = before.getchannel("A").getextrema()
    assert least < 64 and most == 255, "round corners"  # type: ignore[operator]
    colours = before.convert("RGB").getcolors(1 << 16)
    assert colours and len(colours) > 300, "wood, stone and felt are not of one colour"
    assert before.tobytes() != after.tobytes() != picture(match, dark=True).tobytes()


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_nothing_is_left_that_only_browsers_know(game: Game) -> None:
    match = play_on(begun(game, game.start(None, {})[1]), Random(4), 9)
    for dark, board in ((False, "own"), (True, "slate")):
        root = ElementTree.fromstring(match.svg(dark=dark, board=board))
        computed(root)
        text = ElementTree.tostring(root, encoding="unicode")
        left = [word for word in ("var(", "color-mix(", "rgb(", "rgba(") if word in text]
        assert left == []


def test_styles_are_worked_out() -> None:
    found = styled(
        """
        .a { --c: #102030; --soft: color-mix(in srgb, var(--c) 50%, #fff); color: var(--none) }
        [data-theme="dark"] .a { --c: rgb(200 100 0 / 50%) }
        .a .b { fill: var(--soft); stroke: currentcolor; opacity: var(--o, 0.5) }
        .b { fill: red }
        .c { fill: color-mix(in srgb, var(--c) 20%, transparent) }
        .a .c::before { fill: blue }
        .d { fill: var(--none); stroke: var(--none, var(--c)) }
        .e { --loop: var(--loop); fill: var(--loop) }
        @media print { .b { fill: black } }
        """,
        '<g class="a"><g class="b" id="b"/><g class="c" id="c"/><g class="d" id="d"/>'
        '<g class="e" id="e"/></g>',
    )
    assert found["b"] == "fill:#889098ff;opacity:0.5;stroke:currentColor"
    assert (found["c"], found["d"], found["e"]) == ("fill:#10203033", "stroke:#102030", "")
    dark = styled(
        '[data-theme="dark"] .a { --c: rgb(200 100 0 / 50%) } .c { fill: var(--c) }',
        '<g class="a"><g class="c" id="c"/></g>',
        theme="dark",
    )
    assert dark["c"] == "fill:#c8640080"


def test_letters_are_drawn_on_a_machine_without_any() -> None:
    svg = tablier.new("zinga").svg(width=200)
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for text in parent.findall(f"{SVG}text"):
            parent.remove(text)
    assert raster.png(svg) != raster.png(ElementTree.tostring(root, encoding="unicode"))


def test_what_never_moves_is_drawn_once() -> None:
    match = tablier.new("sensei")
    match.png(width=90)
    before = raster._still_picture.cache_info()
    play_on(match, Random(1), 3).png(width=90)
    after = raster._still_picture.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)


@pytest.mark.parametrize(("end", "kind"), [("webp", "WEBP"), ("GIF", "GIF"), ("png", "PNG")])
def test_a_match_becomes_a_moving_picture(end: str, kind: str, tmp_path: Path) -> None:
    match = tablier.new("zhizhu").play("b3").play("c1").play("b4")
    match.undo()
    path = tmp_path / f"game.{end}"
    tablier.animate(match, path, seconds=0.5, width=64)
    with Image.open(path) as moving:
        assert (moving.format, getattr(moving, "n_frames", 1), moving.size) == (kind, 3, (64, 64))
        lasting = []
        for frame in range(3):
            moving.seek(frame)
            moving.load()
            lasting.append(moving.info["duration"])
    assert lasting == [500, 500, 1500] and match.actions == ["b3", "c1"]


def test_of_a_long_match_the_end_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "MOST_SENT", 2)
    monkeypatch.setattr(frames, "SENT_WIDTH", 64)
    match = tablier.new("zhizhu").play("b3").play("c1").play("b4")
    moving = Image.open(io.BytesIO(animation.sent(match, near=1, dark=True, board="slate")))
    shown = []
    for frame in range(moving.n_frames):  # type: ignore[attr-defined]
        moving.seek(frame)
        shown.append(moving.convert("RGB").tobytes())
    assert len(shown) == len(set(shown)) == 3 and match.actions == ["b3", "c1", "b4"]
    assert (moving.format, moving.size, moving.info["duration"]) == ("WEBP", (64, 64), 3000)


def test_a_match_without_an_action_is_a_picture_too(tmp_path: Path) -> None:
    tablier.animate(tablier.new("sensei"), tmp_path / "start.webp", width=64)
    with Image.open(tmp_path / "start.webp") as still:
        assert still.size == (64, 64)


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("game.mp4", {}, r"its name ends with \.webp, \.gif, \.png"),
    ("nowhere/game.gif", {}, "can't be written: No such file"),
    ("a\0.gif", {}, "can't be written: embedded null"),
    ("game", {}, "can't be a moving picture"),
    ("game.webp", {"seconds": 0}, "0.02 to 60 seconds, not 0"),
    ("game.webp", {"seconds": "1"}, "not '1'"),
    ("game.webp", {"seconds": float("nan")}, "not nan"),
    ("game.webp", {"width": 5000}, "5000 pixels is too large"),
    ("game.webp", {"board": "glass"}, "no boards of 'glass'"),
]


@pytest.mark.parametrize(("name", "how", "told"), WRONG)
def test_wrong_wishes_are_refused_and_leave_no_file(
    name: str, how: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(tablier.TablierError, match=told):
        tablier.animate(tablier.new("zhizhu"), tmp_path / name, **{"width": 32, **how})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", [None, 5, b"game.webp", ["game.webp"]])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(tablier.BadOption, match="can't be a moving picture"):
        tablier.animate(tablier.new("zhizhu"), path)


@pytest.mark.parametrize(
    ("module", "library"),
    [("resvg_py", "resvg-py"), ("PIL.ImageFont", "pillow"), ("cssselect2", "cssselect2")],
)
def test_a_missing_library_is_named(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raster._letters.cache_clear()
    monkeypatch.setitem(sys.modules, module.split(".", maxsplit=1)[0], None)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "tablier.core.drawing.computed_style", raising=False)
    with pytest.raises(tablier.TablierError, match=f"needs {library}: pip install 'tablier.pict"):
        tablier.new("zhizhu").png(width=33)


def test_what_never_moves_is_drawn_once_for_a_folder(tmp_path: Path) -> None:
    """It is taken from there; a folder that can't be written to costs time and nothing else."""
    svg = tablier.new("zhizhu").svg(width=60)
    plain = raster.png(svg)
    assert raster.png(svg, tmp_path / "boards") == plain
    [kept] = (tmp_path / "boards").iterdir()
    kept.write_bytes(raster.png(tablier.new("sensei").svg(width=60)))
    raster._still_picture.cache_clear()
    assert raster.png(svg, tmp_path / "boards") != plain
    (tmp_path / "file").touch()
    assert raster.png(svg, tmp_path / "file") == plain
