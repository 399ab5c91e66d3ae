"""`tablier` by itself opens the house on this machine."""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from houses import WAIT_S

COMMAND = [sys.executable, "-m", "tablier"]


def test_the_house_opens_once_and_stops_quietly(tmp_path: Path) -> None:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    environment = {**kept, "TABLIER_DATA": str(tmp_path), "TABLIER_PORT": "0"}
    with subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True, env=environment) as first:
        assert first.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", first.stdout.readline())
        assert address
        with urllib.request.urlopen(f"{address[0]}healthz", timeout=WAIT_S) as answer:
            assert answer.read() == b"ok\n"
        second = subprocess.run(
            COMMAND, capture_output=True, text=True, env=environment, timeout=WAIT_S
        )
        assert second.returncode == 0 and f"open already, at {address[0]}" in second.stdout
        first.send_signal(signal.SIGINT)
        assert first.wait(WAIT_S) == 0
        assert "Open this address in a browser." in first.stdout.read()
