"""The `tablier` command."""

import io
import os
import sys

import typer

from tablier.cli.app import app
from tablier.cli.commands import (  # noqa: F401  (they add their commands)
    admin,
    analyse,
    arena,
    check_game,
    for_browsers,
    help_pages,
    inspect,
    judge,
    learn,
    play,
    print_pages,
    puzzles,
    selfplay,
    serve,
    solve,
)
from tablier.cli.completion import completed
from tablier.core.errors import TablierError
from tablier.terminal.ascii_text import is_ascii_only, write_ascii

LONGEST = 400
"""What a refusal quotes is cut here."""


def main() -> None:
    """Run the command; bad input is one line on stderr and exit status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if is_ascii_only():
        write_ascii(sys.stdout)
        write_ascii(sys.stderr)
    try:
        if completed(sys.argv[1:]):
            raise typer.Exit
        status = app(standalone_mode=False, prog_name="tablier")
        if sys.stdout:
            sys.stdout.flush()
    except typer.Exit as exit_:
        status = exit_.exit_code
    except (typer.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "tablier"):
            raise
        status = refuse(f"this needs {missing}: pip install tablier")
    except OSError as error:
        status = refuse(": ".join(filter(None, (error.filename, error.strerror))))
    except (typer.TyperException, TablierError) as error:
        status = refuse(error.format_message() if hasattr(error, "format_message") else str(error))
    sys.exit(status)


def refuse(message: str) -> int:
    """Tell what was wrong in one line; return the exit status for it."""
    told = " ".join(message.split())
    print(f"tablier: {told[:LONGEST]}{'…' if len(told) > LONGEST else ''}", file=sys.stderr)
    return 2
