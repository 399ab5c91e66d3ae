"""What people hand in, looked at before a match or compiled code gets it.

Compiled code checks no index: a wrong type, shape or number must not come that far.
"""

from collections.abc import Collection, Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from tablier.core.errors import BadOption, TablierError, listing, shortened

Numbers = npt.NDArray[np.int64]


class NoSuchRow(TablierError, IndexError):
    """Rows are asked for that are not there, or in a way that rows can't be asked for."""


def whole(value: object) -> int | None:
    """A whole number; None if it is none, such as 1.5, which would else pass for 1."""
    try:
        return index(value)  # type: ignore[arg-type]
    except Exception:  # whatever an object of somebody's own raises
        return None


def quoted(value: object) -> str:
    """A value as an error message quotes it."""
    try:
        return shortened(repr(value))
    except Exception:  # it is somebody's own object that can't be written
        return f"a {type(value).__name__}"


def is_named(value: object, names: Collection[str]) -> bool:
    """Whether a value is one of some names; an array can't even be compared with one."""
    return isinstance(value, str) and value in names


def check_seed(seed: object) -> int | None:
    """A seed, or None for none."""
    number = whole(seed)
    if seed is not None and (number is None or number < 0):
        raise BadOption(f"{quoted(seed)} is no seed: a whole number from 0 on, or None")
    return number


def check_options(options: object, known: Collection[str] | None) -> Mapping[str, Any]:
    """What a `reset` was asked for beside its seed, by names that it knows, or by any."""
    given = {} if options is None else options
    if not isinstance(given, Mapping):
        raise BadOption(f"{quoted(options)} are no options: a dict, or None")
    for name in given:
        if known is not None and name not in known:
            raise BadOption(f"a reset knows no option {quoted(name)}; it knows {listing(known)}")
    return given


def whole_numbers(values: object, dimensions: int = 1) -> Numbers | None:
    """Whole numbers, in `dimensions` at the most, or one alone; None if it is anything else."""
    try:
        array = np.asarray(values)
        if array.size == 0 and array.ndim == 1 and array.dtype.kind == "f":
            return np.zeros(0, np.int64)
        exact = array.dtype.kind in "iu" and array.ndim <= dimensions
        return array.astype(np.int64) if exact and np.all(array <= np.iinfo(np.int64).max) else None
    except Exception:  # whatever an object of somebody's own raises
        return None


def row_numbers(rows: Any, count: int) -> Numbers:
    """Which of `count` rows are meant by a number, a slice, numbers, or a truth value for each.

    As anywhere in Python, numbers below 0 count from the end. A single number stays one.
    """
    if isinstance(rows, slice):
        try:
            return np.arange(*rows.indices(count))
        except (TypeError, ValueError) as error:
            raise NoSuchRow(f"{quoted(rows)} can't slice rows") from error
    numbers = _marked(rows, count)
    if numbers is None:
        numbers = whole_numbers(rows)
    if numbers is None:
        told = "a number, a slice, a row of numbers, or a truth value for each"
        raise NoSuchRow(f"{quoted(rows)} are no rows: {told}")
    wrong = (numbers < -count) | (numbers >= count)
    if wrong.any():
        first = int(numbers[wrong][0]) if numbers.ndim else int(numbers)
        raise NoSuchRow(f"there is no row {first}: there are {count}")
    return np.where(numbers < 0, numbers + count, numbers)


def _marked(rows: Any, count: int) -> Numbers | None:
    """The rows that are marked as true; None where rows are told in another way."""
    try:
        array = np.asarray(rows)
    except Exception:  # whatever an object of somebody's own raises
        return None
    if array.dtype != np.bool_ or array.shape != (count,):
        return None
    return np.flatnonzero(array)
