"""The `tablier` command."""

import os
import sys

import typer

from tablier.cli import boards, play  # noqa: F401  (they add their commands)
from tablier.cli.app import app
from tablier.core.errors import TablierError


def main() -> None:
    """Run the command; bad input is one line on stderr and exit status 2."""
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as exit_:
        status = exit_.exit_code
    except (typer.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except OSError as error:
        print(f"tablier: {error.filename}: {error.strerror}", file=sys.stderr)
        status = 2
    except (typer.TyperException, TablierError) as error:
        told = error.format_message() if hasattr(error, "format_message") else str(error)
        print(f"tablier: {told}", file=sys.stderr)
        status = 2
    sys.exit(status)
