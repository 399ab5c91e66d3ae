"""What `GAME` is made of: every part there, of the right kind, and marked where it is compiled."""

import dis
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tablier.checks.fault import Fault
from tablier.core.game import MAX_SEATS, Game, Notation, Reason, Rules
from tablier.core.options import Option
from tablier.core.parts import Alone, Endgame, NetInputs, Policy, Tuning
from tablier.core.rules import kernel

OWN = {"rules": Rules, "notation": Notation}
PARTS = {
    "policy": Policy,
    "endgame": Endgame,
    "alone": Alone,
    "tuning": Tuning,
    "net": NetInputs,
}
FUNCTIONS = {
    "seats": 1,
    "board": 1,
    "scene": 1,
    "refuse": 3,
    "evaluate": 2,
    "sound": 2,
    "canonical": 1,
    "path": 3,
    "show": 2,
    "draw": 1,
    "remark": 3,
    "quickest": 2,
}
"""The functions of `Game`, and how many arguments each is called with."""
COMPILED = ("evaluate", "sound", "canonical")
CONSTANTS = {"ACTIONS": int, "MOST_ACTIONS": int, "REASONS": tuple, "DEADLINES": tuple}
TOKEN = re.compile(r"[A-Za-z0-9][\w-]*", re.ASCII)
GAME = "__init__.py"
KERNEL = re.compile(r"\*")
"""How a Protocol marks a function that must be a kernel."""


def shape(game: Game) -> Iterator[Fault]:
    """All of GAME."""
    yield from _names(game)
    yield from _seats(game)
    yield from _options(game)
    for name, arguments in FUNCTIONS.items():
        if (function := getattr(game, name)) is not None or name in ("seats", "board", "scene"):
            yield from _function(function, name, arguments, GAME, name in COMPILED)
    for name, protocol in OWN.items():
        yield from _part(getattr(game, name), name, protocol)
    for name, protocol in PARTS.items():
        if (part := getattr(game, name)) is not None:
            yield from _part(part, name, protocol)
    yield from _constants(game)
    yield from unmarked(game)


def _names(game: Game) -> Iterator[Fault]:
    expected = game.folder.name.replace("_", "-")
    if game.name != expected:
        yield Fault(GAME, f"GAME is called {game.name!r}, and its folder says {expected!r}")
    if not isinstance(game.title, str) or not game.title.strip():
        yield Fault(GAME, "the title must be a text")
    for name in ("version", "scale"):
        if type(value := getattr(game, name)) is not int or value < 1:
            yield Fault(GAME, f"{name} must be a number from 1 on, and is {value!r}")


def _seats(game: Game) -> Iterator[Fault]:
    players = game.players
    if not isinstance(players, tuple) or not players:
        yield Fault(GAME, f"players must be a tuple such as (2,), and is {players!r}")
        return
    for count in players:
        if type(count) is not int or not 2 <= count <= MAX_SEATS:
            yield Fault(GAME, f"{count!r} players: a match has two to {MAX_SEATS} seats")
            continue
        seats = game.seats(count)
        tokens = isinstance(seats, tuple) and all(
            isinstance(seat, str) and TOKEN.fullmatch(seat) for seat in seats
        )
        if not tokens or len(set(seats)) != len(seats) or len(seats) != count:
            yield Fault(
                GAME, f"seats({count}) must be {count} different tokens, and gives {seats!r}"
            )


def _options(game: Game) -> Iterator[Fault]:
    if not isinstance(game.options, tuple):
        yield Fault(GAME, f"options must be a tuple, and are {game.options!r}")
        return
    names = [option.name for option in game.options if isinstance(option, Option)]
    for option in game.options:
        if not isinstance(option, Option):
            yield Fault(GAME, f"{option!r} is not an option: see core/options.py")
        elif not TOKEN.fullmatch(option.name) or names.count(option.name) > 1:
            yield Fault(GAME, f"an option can't be called {option.name!r}, or there are two")
        elif option.name == "players":
            yield Fault(GAME, "an option can't be called 'players', which every game has")
        elif option.read(option.default) != option.default:
            yield Fault(GAME, f"the option {option.name} doesn't read its own default")


def _part(part: object, name: str, protocol: type) -> Iterator[Fault]:
    """Everything that a Protocol asks for."""
    where = f"{name}.py" if isinstance(part, ModuleType) else GAME
    for member, declared in vars(protocol).items():
        if member.startswith("_"):
            continue
        if not hasattr(part, member):
            yield Fault(where, f"{member} is missing: {_said(declared)}")
        elif isinstance(declared, FunctionType):
            arguments = len(inspect.signature(declared).parameters) - 1
            compiled = bool(KERNEL.match(declared.__doc__ or ""))
            yield from _function(getattr(part, member), member, arguments, where, compiled)


def _said(declared: Any) -> str:
    """The first line that a Protocol has to say."""
    text = (declared.__doc__ or "").strip().removeprefix("* ")
    return str(text.partition("\n")[0]).rstrip(".")


def _function(
    function: Any, name: str, arguments: int, where: str, compiled: bool
) -> Iterator[Fault]:
    if not callable(function):
        yield Fault(where, f"{name} must be a function, and is {function!r:.60}")
        return
    try:
        inspect.signature(function).bind(*range(arguments))
    except TypeError:
        taken = inspect.signature(function)
        yield Fault(where, f"{name}{taken} is called with {arguments} arguments")
    except ValueError:
        pass  # nothing is known of it
    if compiled and function not in kernel.KERNELS:
        yield Fault(where, f"{name} is not marked @kernel, so that it can't be compiled")


def _constants(game: Game) -> Iterator[Fault]:
    rules = game.rules
    for name, kind in CONSTANTS.items():
        value = getattr(rules, name, None)
        if hasattr(rules, name) and type(value) is not kind:
            yield Fault("rules.py", f"{name} must be {_a(kind)}, and is {value!r:.60}")
        elif kind is int and isinstance(value, int) and value < 1:
            yield Fault("rules.py", f"{name} is {value}: nothing could be done")
    for reason in getattr(rules, "REASONS", ()) or ():
        if not isinstance(reason, Reason):
            yield Fault("rules.py", f"REASONS has {reason!r:.60}, which is no Reason")
    if game.repertoire is not None and list(game.repertoire) != sorted(set(game.repertoire)):
        yield Fault(GAME, "the repertoire must be ascending, without doubles")


def _a(kind: type) -> str:
    return {int: "a whole number", tuple: "a tuple"}[kind]


def unmarked(game: Game) -> Iterator[Fault]:
    """Functions of the folder that a kernel calls, and that are none."""
    known = {*kernel.KERNELS}
    seen = set()
    for function in kernel.KERNELS:
        if source_of(function, game.folder) is None:
            continue
        for name, called in _called(function):
            where = source_of(called, game.folder)
            if called not in known and where is not None and called not in seen:
                seen.add(called)
                caller = function.__name__
                yield Fault(where, f"{name} is called by the kernel {caller}, and is not marked")


def source_of(function: Callable[..., object], folder: Path) -> str | None:
    """The file of a folder that a function stands in; None where it comes from elsewhere."""
    code = getattr(function, "__code__", None)
    path = Path(code.co_filename) if code else Path()
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else None


def _called(function: Callable[..., object]) -> Iterator[tuple[str, FunctionType]]:
    """Plain functions that a function finds among its globals."""
    if not isinstance(function, FunctionType):
        return
    for instruction in dis.get_instructions(function):
        if instruction.opname == "LOAD_GLOBAL":
            called = function.__globals__.get(instruction.argval)
            if isinstance(called, FunctionType):
                yield instruction.argval, called
