"""Files of code: whole, or known to be none."""

import os
from pathlib import Path

import pytest

from tablier.compile import code_cache


def test_code_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "some.code"
    assert code_cache.load(path) is None
    for code in (b"", b"first", b"second"):
        code_cache.save(path, code)
        assert code_cache.load(path) == code
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(code_cache.DamagedCode):
        code_cache.load(path)


def test_a_folder_that_is_read_counts_as_used(tmp_path: Path) -> None:
    path = tmp_path / "some.code"
    code_cache.save(path, b"code")
    os.utime(tmp_path, (1_000_000, 1_000_000))
    code_cache.load(path)
    assert tmp_path.stat().st_mtime > 1_000_000


def test_code_can_be_read_where_nothing_may_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    path = tmp_path / "some.code"
    code_cache.save(path, b"code")
    monkeypatch.setattr(os, "utime", refuse)
    assert code_cache.load(path) == b"code"


def test_what_cant_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"):
        code_cache.save(tmp_path / "taken", b"code")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]
