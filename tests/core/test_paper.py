"""What games are played on, as pages for a printer."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from setups import GAMES, label

import tablier
from tablier.core.drawing.paper import HEIGHT, WIDTH
from tablier.core.drawing.pdf import SIZES, write_pdf
from tablier.core.drawing.raster import png
from tablier.core.game import Game
from tablier.core.pictures.paper import paper, printed_options
from tablier.core.words import LANGUAGES

ROUND = 20
"""Millimetres around a page, in which nothing is to be drawn."""
FINE = 4
"""Pixels of a millimetre: thinner lines would be drawn too wide."""
OWN = "r1 " * 12 + "b9" + " g12" * 12


def texts(page: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(page).iter() if text.text]


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_all_of_a_page_lies_on_the_paper(game: Game) -> None:
    pages = paper(game, None, {}, "de")
    for page in pages:
        root = ElementTree.fromstring(page)
        box = (-ROUND, -ROUND, WIDTH + 2 * ROUND, HEIGHT + 2 * ROUND)
        root.set("viewBox", " ".join(map(str, box)))
        root.set("width", str(box[2] * FINE))
        root.set("height", str(box[3] * FINE))
        drawn = Image.open(io.BytesIO(png(ElementTree.tostring(root, encoding="unicode"))))
        left, top, right, bottom = drawn.getchannel("A").getbbox() or (0, 0, 0, 0)
        assert left / FINE - ROUND >= 0 and right / FINE - ROUND <= WIDTH
        assert top / FINE - ROUND >= 0 and bottom / FINE - ROUND <= HEIGHT
        assert right - left > WIDTH * FINE * 0.6 and bottom - top > HEIGHT * FINE * 0.6
        assert game.words_in("de")["title"] in texts(page)


def test_a_page_fits_every_paper() -> None:
    assert all(wide >= WIDTH + 20 and high >= HEIGHT + 20 for wide, high in SIZES.values())


def test_everybody_gets_a_sheet_and_may_bring_it() -> None:
    zinga = tablier.new("zinga").game
    assert [len(paper(zinga, players, {})) for players in (2, 4, 5, None)] == [1, 1, 2, 2]
    (german,) = paper(zinga, 2, {}, "de")
    assert texts(german).count("PATZER") == 2 and texts(german).count("Ge") == 2 * 5
    (page,) = paper(zinga, 2, {"sheets": OWN})
    assert [texts(page).count(figure) for figure in ("1", "9", "12")] == [2 * 12 + 2, 2, 2 * 12]
    with pytest.raises(tablier.BadOption, match="a sheet has 25"):
        paper(zinga, 2, {"sheets": "b9"})


def test_options_that_are_seen_are_known() -> None:
    seen = {game.name: printed_options(game) for game in GAMES}
    assert seen["zinga"] == ("sheets",) and seen["sensei"] == ("way", "pits")
    assert seen["zhizhu"] == ()
    plain, pits = (
        paper(tablier.new("sensei").game, None, {"way": way})[0]
        for way in ("arashi", "arashi-expert")
    )
    assert plain != pits


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_pages_become_a_pdf_file(game: Game, tmp_path: Path) -> None:
    for name, (wide, high) in SIZES.items():
        pages = paper(game, None, {})
        write_pdf(tmp_path / "it.pdf", pages, title=game.title, paper=name)
        written = (tmp_path / "it.pdf").read_bytes()
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", written)
        points = pytest.approx((wide / 25.4 * 72, high / 25.4 * 72), abs=0.5)
        assert boxes and all(tuple(map(float, box)) == points for box in boxes)
        assert len(re.findall(rb"/Type /Page\b", written)) == len(pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_written(
    language: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for game in GAMES:
        pages = paper(game, None, {}, language)
        write_pdf(tmp_path / "it.pdf", pages, title=game.title)
    assert "missing" not in caplog.text and "not supported" not in caplog.text


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    pages = paper(tablier.new("sensei").game, None, {})
    with pytest.raises(tablier.BadOption, match="no paper of 'a5'; there is a4, letter"):
        write_pdf(tmp_path / "it.pdf", pages, title="", paper="a5")
    with pytest.raises(tablier.TablierError, match="can't be written: No such file"):
        write_pdf(tmp_path / "nowhere" / "it.pdf", pages, title="")
