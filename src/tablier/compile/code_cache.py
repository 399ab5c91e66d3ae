"""Keeps compiled code in files that may get damaged, or that may not fit on the disk any more.

numba trusts its files, passes on what goes wrong with them, and lets two processes
that compile a function for two games write to one file. Here a file that is damaged
is compiled anew, and code that can't be written is used without being kept.
"""

import hashlib
import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import FunctionCache, IndexDataCacheFile

from tablier.compile.file_lock import alone

_log = logging.getLogger(__name__)
_compiling = logging.getLogger("tablier.engine.compiling")
DIGEST = hashlib.sha256().digest_size


class _Files(IndexDataCacheFile):
    """numba's files, with a digest at the end, which unpickling doesn't look at."""

    def _dump(self, content: object) -> bytes:
        data: bytes = super()._dump(content)
        return data + hashlib.sha256(data).digest()

    def _load_index(self) -> Any:
        with suppress(FileNotFoundError), open(self._index_path, "rb") as file:
            pickle.load(file)  # numba's version, which stands before the rest
            _check(file.read())
        return super()._load_index()

    def _load_data(self, name: str) -> Any:
        _check(Path(self._data_path(name)).read_bytes())
        return super()._load_data(name)


def _check(data: bytes) -> None:
    if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise ValueError("another digest")


class Keeping(FunctionCache):
    """The compiled forms of one function, on disk."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            self.cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code for some types; None where there is none that can be used."""
        try:
            found = super().load_overload(signature, context)
            if found is None:
                _compiling.info("compiling %s, once per machine", self._py_func.__qualname__)
            return found
        except Exception:  # damaged bytes may raise anything when they are unpickled
            _log.warning(
                "tablier: compiled code in %s is damaged; compiling again", self.cache_path
            )
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for some types, if that is possible."""
        try:
            with alone(Path(self.cache_path) / "lock"):
                super().save_overload(signature, code)
        except OSError as error:
            _log.warning(
                "tablier: compiled code can't be kept in %s (%s)", self.cache_path, error.strerror
            )
