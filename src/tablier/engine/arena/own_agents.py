"""Players of somebody's own, found as `module:name`.

An agent is a function of a match and a seat that returns the text of a legal action; or a class of
which one is made for every game, from its seed, and which is called likewise. Whatever goes wrong
in it is told in one sentence, with the line it happened in.
"""

import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from tablier.core.errors import BadOption, MoveError, TablierError, listing, shortened
from tablier.core.match import Match

Agent = Callable[[Match, int], str]
TOLD = 5
"""Names that a message lists."""


class AgentFailure(TablierError):
    """An agent raised, or said what can't be played."""


def find_agent(spec: str) -> Any:
    """The function or class that a text names."""
    module_name, _, name = spec.partition(":")
    found = _module(spec, module_name)
    for part in name.split("."):
        if not hasattr(found, part):
            raise BadOption(f"{spec}: {module_name} has no {part!r}{_offered(found)}")
        found = getattr(found, part)
    if not callable(found):
        kind = type(found).__name__
        raise BadOption(f"{spec} is a {kind}: it must be a function of a match and a seat")
    return found


def agent_for_game(spec: str, found: Any, seed: int) -> Agent:
    """An agent ready for one game."""
    if not isinstance(found, type):
        agent: Agent = found
        return agent
    try:
        made = found(seed)
    except Exception as error:  # it is somebody's own code
        raise AgentFailure(f"{spec} can't be made from a seed: {_told(error)}") from error
    if not callable(made):
        raise BadOption(f"{spec}: what it makes can't be called with a match and a seat")
    return made


def asked(spec: str, agent: Agent, match: Match, seat: int) -> str:
    """What an agent plays; it is given a match of its own, to try things out on."""
    where = f"{spec}, action {len(match.actions) + 1}, at {match.position()!r}"
    try:
        text = agent(match.copy(), seat)
    except Exception as error:  # it is somebody's own code
        raise AgentFailure(f"{where}: {_told(error)}") from error
    if not isinstance(text, str):
        told = f"it returned {shortened(repr(text))}, not the text of an action"
        raise AgentFailure(f"{where}: {told}, such as {match.legal(seat)[0]!r}")
    try:
        return match.foresee(text, seat).move.text
    except MoveError as error:
        raise AgentFailure(f"{where}: it returned {shortened(text)!r}, but {error}") from error


def fingerprints(specs: Iterable[str]) -> dict[str, str]:
    """A hash of each agent's module: games of another version are not counted as its own."""
    found = {}
    for spec in specs:
        path = getattr(sys.modules.get(spec.partition(":")[0]), "__file__", None)
        if path and Path(path).is_file():
            found[spec] = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    return found


def _module(spec: str, name: str) -> Any:
    """A module, looked for in the present folder too, as `python -m` does."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise BadOption(f"{spec}: {name} needs {error.name}, which is missing") from error
        told = f"{spec}: there is no module {error.name!r}, neither installed nor in this folder"
        raise BadOption(told) from error
    except Exception as error:  # it is somebody's own code
        raise BadOption(f"{spec}: {name} can't be imported: {_told(error)}") from error


def _offered(found: Any) -> str:
    names = [name for name, value in vars(found).items() if callable(value) and name[0] != "_"]
    own = [name for name in names if getattr(vars(found)[name], "__module__", "") == found.__name__]
    return f"; it has {listing(own[:TOLD])}" if own else ""


def _told(error: Exception) -> str:
    """An error in one line, with where it came from."""
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {shortened(said)}{place}"


Agents = Mapping[str, Any]
"""Agents of this process, by the names that they play under."""
