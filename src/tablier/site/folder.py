"""A site's folder: whoever looks while it is written sees the old site or the new one."""

import json
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from tablier.core.errors import BadOption

MARK = "tablier-site.json"
"""What is in a folder that is ours: its version, and all that we wrote beside the versions."""
VERSIONS = "v"


def check_folder(folder: Path) -> None:
    """Refuses a folder that holds anything of somebody else's."""
    if folder.exists() and not folder.is_dir():
        raise BadOption(f"{folder} is no folder")
    if folder.is_dir() and any(folder.iterdir()) and not _is_ours(folder):
        raise BadOption(f"{folder} is not empty, and no site of ours: name a folder of its own")


def write_folder(
    folder: Path, version: str, versioned: Mapping[str, bytes], beside: Mapping[str, bytes]
) -> None:
    """Write the version's folder, then what leads to it, and then take away what was before.

    What somebody has added to a site of ours stays.
    """
    check_folder(folder)
    versions = folder / VERSIONS
    _make(versions)
    draft = versions / f".draft-{secrets.token_hex(4)}"
    try:
        for name, body in versioned.items():
            _make((draft / name).parent)
            (draft / name).write_bytes(body)
        if not (versions / version).exists():
            draft.rename(versions / version)
        else:
            _renew(versions / version, draft)
        before = _written(folder)
        mark = {"version": version, "files": sorted(beside)}
        marked = {**beside, MARK: json.dumps(mark, indent=1).encode() + b"\n"}
        for name, body in marked.items():
            _replace(folder / name, body)
        for name in before - marked.keys():
            (folder / name).unlink(missing_ok=True)
    finally:
        for other in versions.iterdir():
            if other == draft or (_version(folder) == version and other.name != version):
                shutil.rmtree(other)


def _is_ours(folder: Path) -> bool:
    """A folder with our mark, or one in which a first writing was broken off."""
    inside = {path.name for path in folder.iterdir()}
    drafts = [path.name.startswith(".draft-") for path in (folder / VERSIONS).glob("*")]
    return MARK in inside or (inside == {VERSIONS} and all(drafts))


def _version(folder: Path) -> str | None:
    return _mark(folder).get("version")


def _written(folder: Path) -> set[str]:
    """What we wrote there before: plain names, whatever somebody made of the mark."""
    names = _mark(folder).get("files", [])
    return {name for name in names if isinstance(name, str) and _is_inside(folder, name)}


def _is_inside(folder: Path, name: str) -> bool:
    return (folder / name).resolve().is_relative_to(folder.resolve())


def _mark(folder: Path) -> dict:  # type: ignore[type-arg]
    try:
        kept = json.loads((folder / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _renew(kept: Path, draft: Path) -> None:
    """The same version once more: mends what somebody has changed or lost in it."""
    aside = kept.with_name(f".draft-{secrets.token_hex(4)}")
    kept.rename(aside)
    draft.rename(kept)
    shutil.rmtree(aside)


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def _replace(path: Path, body: bytes) -> None:
    """Whoever reads the file meanwhile reads the old one or the new one."""
    _make(path.parent)
    draft = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    draft.write_bytes(body)
    os.replace(draft, path)
