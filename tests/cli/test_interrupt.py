"""Ctrl-C, wherever it arrives."""

import ctypes
import signal
import sys
import threading

import pytest
from llvmlite.binding.executionengine import ExecutionEngine

from tablier.cli import main
from tablier.cli.interrupt import CALLBACK, interruptible


def _raw_object_cache_notify() -> None:
    signal.raise_signal(signal.SIGINT)


def compiling() -> None:
    """What is raised in a function that C calls back gets lost."""
    ctypes.CFUNCTYPE(None)(_raw_object_cache_notify)()
    for timer in threading.enumerate():
        if isinstance(timer, threading.Timer):
            timer.join()
    pytest.fail("the interrupt got lost")


def test_an_interrupt_is_an_interrupt() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interruptible():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_in_a_callback_comes_a_moment_later() -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        compiling()


def test_llvm_calls_back_what_we_think() -> None:
    called = [name for name in vars(ExecutionEngine) if name.startswith(CALLBACK)]
    assert _raw_object_cache_notify.__name__ in called


def test_a_command_that_is_interrupted_says_so_by_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def press(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("tablier.engine.perft.perft", press)
    monkeypatch.setattr(sys, "argv", ["tablier", "perft", "zhizhu", "1"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")
