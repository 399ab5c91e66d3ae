"""What is left of a command, and how tests call one."""

from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """The exit status of a command, and what it printed."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]
Printed = Callable[..., str]
