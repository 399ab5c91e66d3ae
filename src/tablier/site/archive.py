"""Zip files that come out the same every time."""

import io
import zipfile
from collections.abc import Mapping

FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""Zip files know no earlier one."""


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of some files by their names."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in sorted(files.items()):
            entry = zipfile.ZipInfo(name, FIRST_DAY)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, body, zipfile.ZIP_DEFLATED, 9)
    return kept.getvalue()


def unpacked(body: bytes) -> dict[str, bytes]:
    """The files of a zip by their names."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}
