"""What style sheets come to, written to each element: for programs that know no custom properties.

Browsers work out `var()` and `color-mix()` by themselves, renderers of plain SVG do not.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from xml.etree import ElementTree

import cssselect2
import tinycss2
from tinycss2 import color4

SVG = "http://www.w3.org/2000/svg"
STYLE = f"{{{SVG}}}style"
DEEPEST = 16
"""Custom properties that refer to one another go no deeper."""
COLOURS = ("rgb", "rgba", "hsl", "hsla")

Channels = tuple[float, float, float, float]
Variables = Mapping[str, list[Any]]
"""Custom properties, as tokens."""


class Unknown(Exception):
    """A value has a custom property that nobody has given."""


def computed(root: ElementTree.Element) -> None:
    """Write to every element what the drawing's style sheets say of it, and drop these."""
    sheets = list(root.iter(STYLE))
    matcher = _matcher("".join(sheet.text or "" for sheet in sheets))
    for parent in root.iter():
        for sheet in sheets:
            if sheet in parent:
                parent.remove(sheet)
    _compute(cssselect2.ElementWrapper.from_xml_root(root), matcher, {})


@cache
def _matcher(style: str) -> Any:
    """What finds the declarations for an element. What depends on the reader's screen is left."""
    matcher = cssselect2.Matcher()
    for rule in tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            continue
        declared = [
            (one.name, one.value)
            for one in tinycss2.parse_blocks_contents(rule.content)
            if one.type == "declaration"
        ]
        for selector in _selectors(rule.prelude):
            if selector.pseudo_element is None:
                matcher.add_selector(selector, declared)
    return matcher


def _selectors(prelude: Any) -> list[Any]:
    try:
        return list(cssselect2.compile_selector_list(prelude))
    except cssselect2.SelectorError:  # such as of a state that only a browser knows
        return []


def _compute(element: Any, matcher: Any, inherited: Variables) -> None:
    found: dict[str, list[Any]] = {}
    for _, _, _, declared in sorted(matcher.match(element), key=lambda match: match[:2]):
        found.update(declared)
    own = {name: value for name, value in found.items() if name.startswith("--")}
    variables = {**inherited, **own}
    node = element.etree_element
    for name, value in node.items():
        if "(" in value and (
            plain := _plain(tinycss2.parse_component_value_list(value), variables)
        ):
            node.set(name, plain)
    written = {name: _plain(found[name], variables) for name in found.keys() - own.keys()}
    if style := ";".join(f"{name}:{value}" for name, value in sorted(written.items()) if value):
        node.set("style", style)
    for child in element.iter_children():
        _compute(child, matcher, variables)


def _plain(tokens: Iterable[Any], variables: Variables) -> str:
    """A value as any renderer reads it; empty if it can't be had."""
    try:
        return " ".join(tinycss2.serialize(_worked_out(tokens, variables)).split())
    except Unknown:
        return ""


def _worked_out(tokens: Iterable[Any], variables: Variables, depth: int = 0) -> list[Any]:
    """Tokens without custom properties, and with colours worked out."""
    found: list[Any] = []
    for token in tokens:
        if token.type == "ident" and token.lower_value == "currentcolor":
            found += tinycss2.parse_component_value_list("currentColor")
        elif token.type != "function":
            found.append(token)
        elif token.lower_name == "var":
            found += _worked_out(_given(token.arguments, variables, depth), variables, depth + 1)
        else:
            inside = tinycss2.serialize(_worked_out(token.arguments, variables, depth))
            told = _colour(f"{token.name}({inside})")
            found += tinycss2.parse_component_value_list(told)
    return found


def _given(arguments: list[Any], variables: Variables, depth: int) -> list[Any]:
    """What stands for `var()`: the property's value, or what is behind the comma."""
    name = next(token.value for token in arguments if token.type == "ident")
    if name in variables and depth < DEEPEST:
        return variables[name]
    commas = [place for place, token in enumerate(arguments) if token == ","]
    if not commas:
        raise Unknown(name)
    return arguments[commas[0] + 1 :]


def _colour(text: str) -> str:
    """A colour that is worked out; any other function as it is."""
    kind, _, told = text.partition("(")
    if kind.lower() == "color-mix":
        return _hexadecimal(_mixed(told.removesuffix(")")))
    colour = color4.parse_color(text) if kind.lower() in COLOURS else None
    return text if colour is None else _hexadecimal(_channels(text))


def _mixed(told: str) -> Channels:
    """Two colours mixed: `in srgb, FIRST 20%, SECOND`, all the rest being of the second."""
    _, first, second = (part.strip() for part in _parts(told))
    first, _, percent = first.rpartition(" ")
    share = float(percent.removesuffix("%")) / 100
    one, other = _channels(first), _channels(second)
    alpha = share * one[3] + (1 - share) * other[3]
    red, green, blue = (
        (share * one[n] * one[3] + (1 - share) * other[n] * other[3]) / (alpha or 1)
        for n in range(3)
    )
    return red, green, blue, alpha


def _parts(told: str) -> list[str]:
    """What stands between commas that are in no brackets."""
    parts: list[list[Any]] = [[]]
    for token in tinycss2.parse_component_value_list(told):
        if token == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return [tinycss2.serialize(part) for part in parts]


def _channels(text: str) -> Channels:
    """Red, green, blue and opacity, from 0 to 1."""
    colour = color4.parse_color(text)
    if colour is None or colour == "currentcolor":
        raise Unknown(text)
    plain = colour.to("srgb")
    red, green, blue = (min(max(part or 0, 0), 1) for part in plain.coordinates)
    return red, green, blue, float(plain.alpha)


def _hexadecimal(channels: Channels) -> str:
    """The same as all renderers read it: brackets in brackets are too much for some."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in channels)
