"""Puts a site together: the page, its answers, its Python, and what hands all of it out offline."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import tablier
from tablier.core import registry
from tablier.core.words import LANGUAGES
from tablier.site.answers import answers
from tablier.site.archive import packed
from tablier.site.folder import write_folder
from tablier.site.page import index, manifest, netlify_headers, nginx_headers, worker
from tablier.site.pyodide import python_files
from tablier.site.sources import Sources
from tablier.solver.endgames import parcels_folder
from tablier.solver.shelf_file import PIECE, TOLD, shelf_written

PACKAGE = Path(__file__).parents[1]
WEB = PACKAGE / "web"
INDEX = "index.html"
ENGINE = "engine.wasm"
SEEN_LATER = (".wood.", ".paper.", ".slate.")
"""Pictures of rules on other boards than the game's own: kept once they were seen."""
HEAVY = (".gzip", ".zip", ".wasm", "pyodide/")
"""Files that the first page does without."""


class Site(NamedTuple):
    """What a folder is to hold."""

    version: str
    versioned: Mapping[str, bytes]
    beside: Mapping[str, bytes]


def export_site(
    folder: Path,
    python: dict[str, bytes],
    games: Collection[str] = (),
    languages: Collection[str] = LANGUAGES,
    *,
    endgames: bool = False,
) -> Site:
    """Write the site of some games, or all, in some languages; answers with what it holds.

    With their `endgames` bots play these without a fault; they come with everybody's first visit.
    """
    site = make_site(python, list(games) or registry.games(), languages, endgames=endgames)
    write_folder(folder, *site)
    return site


def make_site(
    python: dict[str, bytes],
    games: Collection[str],
    languages: Collection[str],
    *,
    endgames: bool = False,
) -> Site:
    """All files, and the version that is named after them."""
    versioned = {
        **_page_files(games, languages),
        **{f"api/{name}": body for name, body in answers(games, languages).items()},
        **thinking_files(python, games, languages, endgames=endgames),
    }
    template = (WEB / INDEX).read_text("utf-8")
    script = (Path(__file__).parent / "service_worker.js").read_text("utf-8")
    told = [template, script, *languages, tablier.__version__]
    hashes = {name: sha256(body).digest() for name, body in sorted(versioned.items())}
    held = b"".join(name.encode() + digest for name, digest in hashes.items())
    version = sha256(held + "\n".join(told).encode()).hexdigest()[:12]
    page = index(template, version, languages)
    first = sorted(hashes, key=lambda name: (any(part in name for part in HEAVY), name))
    digests = {name: b64encode(hashes[name]).decode() for name in first}
    later = [name for name in hashes if any(part in name for part in SEEN_LATER)]
    beside = {
        **{f"licences/{path.name}": path.read_bytes() for path in _licences()},
        "_headers": netlify_headers(),
        "nginx-headers.conf": nginx_headers(),
        "manifest.webmanifest": manifest(version, _about(template), next(iter(languages))),
        "sw.js": worker(script, version, digests, later),
        INDEX: page,
    }
    return Site(version, versioned, beside)


def thinking_files(
    python: dict[str, bytes],
    games: Collection[str] = (),
    languages: Collection[str] = LANGUAGES,
    *,
    endgames: bool = False,
) -> dict[str, bytes]:
    """Python, our sources and the code of some games, or all: what a page thinks with."""
    names = list(games) or registry.games()
    sources = Sources(names, languages)
    ours, books = sources.files(), {}
    for game in map(registry.find, names if endgames else ()):
        if game.endgame is not None and parcels_folder(game).is_dir():
            told, piece = shelf_written(game)
            ours[f"tablier/games/{game.folder.name}/{TOLD}"] = json.dumps(told).encode()
            books[f"games/{game.name}/{PIECE}"] = gzip.compress(piece, 6, mtime=0)
    engines = {f"games/{name}/{ENGINE}": registry.find(name).folder / ENGINE for name in names}
    return {
        **{name: path.read_bytes() for name, path in engines.items() if path.is_file()},
        **books,
        "tablier.zip": packed(ours),
        **{f"pyodide/{name}": body for name, body in python_files(python, sources.library).items()},
    }


def _page_files(games: Collection[str], languages: Collection[str]) -> dict[str, bytes]:
    """The page's own files and the looks of its games, where a house has them, too."""
    folders = {"": WEB}
    found = {}
    for name in games:
        game = registry.find(name)
        folders[f"games/{name}/look/"] = game.look or WEB / "look"
    for where, folder in folders.items():
        for path in filter(Path.is_file, sorted(folder.rglob("*"))):
            found[where + path.relative_to(folder).as_posix()] = path.read_bytes()
    unspoken = {f"locales/{language}.json" for language in LANGUAGES if language not in languages}
    return {name: body for name, body in found.items() if name not in {INDEX, *unspoken}}


def _about(template: str) -> str:
    """What the page says of itself."""
    found = re.search(r'name="description" content="([^"]*)"', template)
    return found[1] if found else ""


def _licences() -> list[Path]:
    """Those of what is not ours; our own is that of the program."""
    return sorted((Path(__file__).parent / "licences").iterdir())
