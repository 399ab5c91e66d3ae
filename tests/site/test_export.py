"""The folder of a site: what is in it, what it is refused for, and what becomes of it later."""

import gzip
import io
import json
import re
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from sites import PYTHON

from tablier.core import registry
from tablier.core.errors import BadOption
from tablier.core.words import LANGUAGES
from tablier.site import pyodide as python_source
from tablier.site.folder import MARK, check_folder, write_folder
from tablier.site.imports import imported
from tablier.site.site import export_site, make_site, thinking_files

MOST_BYTES = 6_000_000
"""Of a first visit with everything that is kept, over the wire."""


def files(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def version(folder: Path) -> str:
    found: str = json.loads((folder / MARK).read_text())["version"]
    return found


def kept_offline(folder: Path) -> dict[str, str]:
    """What the service worker keeps, by name."""
    said = re.search(r"^self\.site = (.*);$", (folder / "sw.js").read_text(), re.MULTILINE)
    assert said
    return dict(json.loads(said[1])["files"])


def test_the_same_sources_give_the_same_folder(
    exported: Path, python: dict[str, bytes], tmp_path: Path
) -> None:
    export_site(tmp_path / "again", python, registry.games(), LANGUAGES)
    first, again = files(exported), files(tmp_path / "again")
    assert first.keys() == again.keys()
    assert [name for name in first if first[name] != again[name]] == []


def test_a_first_visit_is_small(exported: Path) -> None:
    """As a server with nothing but gzip sends it: everything that is needed without a network."""
    folder = exported / "v" / version(exported)
    beside = ["index.html", "manifest.webmanifest", "sw.js"]
    paths = [exported / name for name in beside] + [
        folder / name for name in kept_offline(exported)
    ]
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in paths}
    whole = sum(len(gzip.compress(path.read_bytes())) for path in paths)
    assert whole < MOST_BYTES, (whole, sizes)


def test_everything_is_kept_but_pictures_on_other_boards(exported: Path) -> None:
    inside = {name.split("/", 2)[2] for name in files(exported) if name.startswith("v/")}
    left = inside - kept_offline(exported).keys()
    assert left and all(re.search(r"diagrams/.*\.(wood|paper|slate)\.", name) for name in left)


def test_what_runs_in_the_browser_needs_nothing_but_its_library(exported: Path) -> None:
    folder = exported / "v" / version(exported)
    with zipfile.ZipFile(folder / "pyodide" / "python_stdlib.zip") as archive:
        library = {re.split(r"[/.]", name)[0] for name in archive.namelist()}
    with zipfile.ZipFile(folder / "tablier.zip") as archive:
        names = set(archive.namelist())
        sources = {name: archive.read(name).decode() for name in names if name.endswith(".py")}
    assert {"tablier/core/match.py", "tablier/words/de.json"} <= names
    assert not any("/research/" in name or "/cli/" in name for name in sources)
    there = library | set(sys.builtin_module_names) | {"tablier", "math", "js", "pyodide_js"}
    for name, text in sources.items():
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        package = name.endswith("__init__.py")
        at_once = [found for found in imported(text, module, is_package=package) if found.at_once]
        tops = {found.name.partition(".")[0] for found in at_once}
        compiled = {top for top in tops - there if _is_compiled(top)}
        assert tops - there <= compiled, (name, tops - there)


def _is_compiled(module: str) -> bool:
    """Whether a module of the library is machine code, which is not in its zip."""
    return module in sys.stdlib_module_names and not getattr(
        __import__(module), "__file__", ""
    ).endswith(".py")


def test_some_games_in_some_languages(
    python: dict[str, bytes], exported: Path, tmp_path: Path
) -> None:
    game = registry.games()[0]
    site = make_site(python, [game], ["de", "en"])
    page = site.beside["index.html"].decode()
    assert '<html lang="de" data-languages="de en"' in page
    assert [found["name"] for found in json.loads(site.versioned["api/games.de.json"])] == [game]
    assert "locales/fr.json" not in site.versioned
    others = [name for name in registry.games() if name != game]
    folders = [registry.find(name).folder.name for name in others]
    assert not any(f"games/{name}/" in file for name in others for file in site.versioned)
    with zipfile.ZipFile(io.BytesIO(site.versioned["tablier.zip"])) as archive:
        names = archive.namelist()
    assert not any(f"games/{folder}/" in name for folder in folders for name in names)
    assert not any(name.endswith("fr.json") for name in names)


def test_endgames_come_along_where_they_are_wanted(python: dict[str, bytes]) -> None:
    for wanted in (True, False):
        found = thinking_files(python, ["zhizhu", "sensei"], ["en"], endgames=wanted)
        with zipfile.ZipFile(io.BytesIO(found["tablier.zip"])) as archive:
            told = [name for name in archive.namelist() if name.endswith("/shelf.json")]
        assert told == ["tablier/games/zhizhu/shelf.json"][: int(wanted)]
        assert [name for name in found if "endgames.gzip" in name] == [
            "games/zhizhu/endgames.gzip"
        ][: int(wanted)]


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(BadOption, match="is not empty, and no site of ours"):
        check_folder(tmp_path)
    with pytest.raises(BadOption, match="is no folder"):
        check_folder(tmp_path / "letter.txt")
    check_folder(tmp_path / "new")
    assert files(tmp_path) == {"letter.txt": b"mine"}


def test_a_site_is_renewed_and_what_was_added_to_it_stays(tmp_path: Path) -> None:
    write_folder(tmp_path, "aaa", {"js/a.js": b"1"}, {"index.html": b"old", "gone.txt": b"x"})
    (tmp_path / "CNAME").write_text("games.example")
    write_folder(tmp_path, "bbb", {"js/b.js": b"2"}, {"index.html": b"new"})
    found = files(tmp_path)
    mark = json.loads(found.pop(MARK))
    assert mark == {"version": "bbb", "files": ["index.html"]}
    assert found == {"index.html": b"new", "CNAME": b"games.example", "v/bbb/js/b.js": b"2"}


def test_the_same_version_again_mends_what_was_broken(tmp_path: Path) -> None:
    for _ in range(2):
        write_folder(tmp_path, "aaa", {"js/a.js": b"1"}, {"index.html": b"old"})
        assert (tmp_path / "v/aaa/js/a.js").read_bytes() == b"1"
        (tmp_path / "v/aaa/js/a.js").write_bytes(b"broken")


def test_a_mark_that_somebody_changed_takes_nothing_else_away(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("mine")
    site = tmp_path / "site"
    write_folder(site, "aaa", {"a": b"1"}, {"index.html": b"old"})
    (site / MARK).write_text(json.dumps({"version": "aaa", "files": ["../letter.txt", 7]}))
    write_folder(site, "bbb", {"a": b"2"}, {"index.html": b"new"})
    assert letter.read_text() == "mine"


def test_a_disk_that_is_full_leaves_the_old_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path, "aaa", {"js/a.js": b"1"}, {"index.html": b"old"})
    before = files(tmp_path)
    write = Path.write_bytes

    def refuse(path: Path, body: bytes) -> int:
        if path.name == "z.js":
            raise OSError(28, "No space left on device", str(path))
        return write(path, body)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(OSError, match="No space"):
        write_folder(tmp_path, "bbb", {"js/a.js": b"2", "js/z.js": b"3"}, {"index.html": b"new"})
    assert files(tmp_path) == before


def test_pyodide_is_taken_as_it_is_known_or_not_at_all(
    python: dict[str, bytes], tmp_path: Path
) -> None:
    packed = tmp_path / "pyodide.tgz"
    with tarfile.open(packed, "w:gz", compresslevel=1) as archive:
        for name in python:
            archive.add(PYTHON / name, f"package/{name}")
    assert python_source.pyodide(packed) == python
    for name, body in python.items():
        (tmp_path / name).write_bytes(body)
    (tmp_path / "pyodide.mjs").write_bytes(b"something else")
    with pytest.raises(BadOption, match=r"pyodide\.mjs in .* is not that of Pyodide 3"):
        python_source.pyodide(tmp_path)
    (tmp_path / "pyodide.mjs").unlink()
    with pytest.raises(BadOption, match=r"has no pyodide\.mjs"):
        python_source.pyodide(tmp_path)
    (tmp_path / "letter").write_text("no package")
    for place, told in ((None, "npm pack"), (tmp_path / "no", "there is no"),
                        (tmp_path / "letter", "no package of npm")):  # fmt: skip
        with pytest.raises(BadOption, match=told):
            python_source.pyodide(place)


def test_one_version_of_pyodide_is_named() -> None:
    lock = Path(__file__).parents[2] / "packaging" / "pyodide" / "deno.lock"
    assert json.loads(lock.read_text())["specifiers"] == {
        f"npm:pyodide@{python_source.VERSION}": python_source.VERSION
    }
    assert "://" not in lock.read_text()
