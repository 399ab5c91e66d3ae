"""A shell for what the handbook tells people to type."""

import os
import shlex
import sys
from pathlib import Path

from fences import ROOT

from tablier.compile import cache_folder

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
"""Variables by which a browser would be opened."""
MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")
"""What `make test` hands on, and nobody's own shell has."""


Shell = dict[str, str]


def shell_in(folder: Path) -> Shell:
    """An environment in a folder of its own; only compiled code is shared with the other tests."""
    for name, module in (("python", ""), ("tablier", " -m tablier")):
        command = folder / "bin" / name
        command.parent.mkdir(exist_ok=True)
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{module} "$@"\n')
        command.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name not in WINDOWS + MAKE}
    own = {
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder / "home"),
        "REPOSITORY": str(ROOT),
        "TABLIER_CACHE": str(cache_folder.root()),
        "TABLIER_PORT": "0",
        "TERM": "xterm-256color",
    }
    return kept | own
