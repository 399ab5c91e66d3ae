"""`tablier` by itself: the game house on this machine, opened in a browser."""

import os
import sys
import webbrowser

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Where nobody else can come in, the bots may have the whole machine."""


def open_home() -> None:
    """Start the server on loopback, or find the one that runs, and show it."""
    from tablier.server.http.serve import home_port, serve
    from tablier.server.http.settings import settings
    from tablier.server.storage.single_instance import AlreadyOpen

    flags = {"log": "warning"} if "TABLIER_LOG" not in os.environ else {}
    chosen = settings(flags)
    if "TABLIER_PORT" not in os.environ:
        chosen = settings(flags | {"port": home_port(chosen.host)})
    try:
        serve(chosen, _welcome, at_home=chosen.host in LOOPBACK)
    except KeyboardInterrupt:
        print()
    except AlreadyOpen as running:
        print(f"Tablier is open already, at {running.address}")
        show(running.address)


def _welcome(address: str) -> None:
    print(
        f"Tablier is open at {address}\nStop it with Ctrl-C: unfinished games are kept.", flush=True
    )
    show(address)


def show(address: str) -> None:
    """Open a browser where there is one with windows."""
    windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    )
    try:
        opened = windows and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print("Open this address in a browser.", flush=True)
