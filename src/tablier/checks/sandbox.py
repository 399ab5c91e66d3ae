"""Checks a folder in a process of its own, which it may hang, kill or fill with anything."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tablier.checks.fault import Fault
from tablier.checks.files import files
from tablier.compile import bounds
from tablier.core import registry
from tablier.core.errors import BadOption, TablierError, shortened

LIMIT_S = 300
"""A check that takes longer is stopped."""
MEMORY = 6 << 30
"""Bytes that a check may take."""
MOST_FILES, MOST_BYTES = 2_000, 64 << 20
"""A folder that holds more is none of a game."""


class CheckReport(NamedTuple):
    """What was found, and what was checked."""

    faults: list[Fault]
    checked: list[str]


def check_in_sandbox(folder: Path, limit_s: float = LIMIT_S) -> CheckReport:
    """Check a folder; BadOption where there is none."""
    if not folder.is_dir():
        raise BadOption(f"{folder} is {'no folder' if folder.exists() else 'not there'}")
    folder = folder.resolve()
    _refuse_large(folder)
    known = registry.folder_of(folder.name)
    if known is not None and known.resolve() != folder:
        told = f"there is a game of this name already, in {known}: rename the folder"
        return CheckReport([*files(folder), Fault(folder.name, told)], ["its files"])
    with tempfile.TemporaryDirectory(prefix="tablier-check-") as room:
        place, report = Path(room), Path(room) / "report"
        if known is None:
            try:
                copy = shutil.copytree(folder, place / "games" / folder.name, ignore=_passing)
            except (OSError, shutil.Error, RecursionError) as error:
                told = f"{folder} can't be copied: {shortened(_why(error), 200)}"
                raise TablierError(told) from error
            folder = copy
        return _run(folder, place, report, limit_s)


def _refuse_large(folder: Path) -> None:
    """Somebody may name a home or a disk, or link to one: it is told before anything is copied."""
    files = octets = 0
    for place, _, names in os.walk(folder, followlinks=True):
        for path in (Path(place) / name for name in names):
            files += 1
            if path.exists() and not path.is_file():
                raise BadOption(f"{path} is no ordinary file")
            octets += path.stat().st_size if path.exists() else 0
            if files > MOST_FILES or octets > MOST_BYTES:
                raise BadOption(f"{folder} holds too much to be the folder of a game")


def _passing(folder: str, names: list[str]) -> list[str]:
    """What is never part of a game."""
    return [name for name in names if name in ("__pycache__", ".git")]


def _why(error: BaseException) -> str:
    if isinstance(error, shutil.Error) and error.args and isinstance(error.args[0], list):
        return "; ".join(str(one[-1]) for one in error.args[0][:3])
    return str(error)


def _run(folder: Path, place: Path, report: Path, limit_s: float) -> CheckReport:
    environment = {**os.environ, "TABLIER_CACHE": str(place / "cache"), bounds.VARIABLE: "1"}
    if folder.parent != registry.homes()[0].resolve():
        environment["TABLIER_GAMES"] = str(folder.parent)
    command = [sys.executable, "-m", "tablier.checks.everything", str(folder), str(report)]
    with (place / "said").open("wb") as said:
        process = subprocess.Popen(
            command,
            env=environment,
            cwd=place,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            preexec_fn=_limit_memory if os.name == "posix" else None,
            start_new_session=os.name == "posix",
        )
        try:
            status: int | None = process.wait(limit_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            _end(process)
    lines = _lines(report)
    faults = [Fault(line["where"], line["told"]) for line in lines if "told" in line]
    checked = [line["doing"] for line in lines if "doing" in line]
    if not any("done" in line for line in lines):
        doing = checked[-1] if checked else "it"
        faults.append(Fault("the game", _left(status, doing, limit_s)))
    return CheckReport(faults, checked)


def _limit_memory() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process, and whatever it has started."""
    if os.name == "posix":
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


def _left(status: int | None, doing: str, limit_s: float) -> str:
    if status is None:
        return f"checking {doing} took longer than {limit_s:.0f} s: something goes on for ever"
    if status < 0:
        name = signal.Signals(-status).name
        return f"checking {doing} ended the whole process ({name}): a crash of compiled code?"
    return f"checking {doing} left the program (status {status})"


def _lines(report: Path) -> list[dict[str, Any]]:
    """What was reported; the last line may be cut off."""
    found = []
    for line in report.read_text("utf-8").splitlines() if report.is_file() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found
