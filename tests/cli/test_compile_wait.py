"""While something is compiled: Ctrl-C, wherever it arrives, and a word about it."""

import ctypes
import logging
import signal
import sys
import threading
from pathlib import Path

import pytest
from llvmlite.binding.executionengine import ExecutionEngine

from tablier.cli import main
from tablier.cli.compile_wait import CALLBACK, LOG, compiling
from tablier.compile.marks import compiled


def _raw_object_cache_notify() -> None:
    signal.raise_signal(signal.SIGINT)


def interrupted_by_c() -> None:
    """What is raised in a function that C calls back gets lost."""
    ctypes.CFUNCTYPE(None)(_raw_object_cache_notify)()
    for timer in threading.enumerate():
        if isinstance(timer, threading.Timer):
            timer.join()
    pytest.fail("the interrupt got lost")


def test_an_interrupt_is_an_interrupt() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), compiling():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_in_a_callback_comes_a_moment_later() -> None:
    with pytest.raises(KeyboardInterrupt), compiling():
        interrupted_by_c()


def test_llvm_calls_back_what_we_think() -> None:
    called = [name for name in vars(ExecutionEngine) if name.startswith(CALLBACK)]
    assert _raw_object_cache_notify.__name__ in called


def test_a_command_that_is_interrupted_says_so_by_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def press(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("tablier.engine.simulate.perft.perft", press)
    monkeypatch.setattr(sys, "argv", ["tablier", "perft", "zhizhu", "1"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def doubled(number: float) -> float:
    return 2 * number


@pytest.mark.parametrize("terminal", [False, True])
def test_whoever_waits_at_a_terminal_is_told_why_once(
    terminal: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("TABLIER_CACHE", str(tmp_path))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with compiling():
        assert (compiled(doubled)(2), compiled(doubled)(2.5)) == (4, 5)
    told = capsys.readouterr().err
    assert told.count("\n") == terminal and ("prepared for this machine" in told) == terminal
    for file in tmp_path.rglob("*.code"):
        file.write_bytes(b"")
    with compiling(), caplog.at_level(logging.WARNING):
        assert compiled(doubled)(2) == 4
    assert "is damaged" in caplog.text
    assert not LOG.handlers and LOG.level == logging.NOTSET
