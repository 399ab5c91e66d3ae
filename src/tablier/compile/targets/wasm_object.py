"""Makes a module that runs by itself of the one object that LLVM writes for WebAssembly.

A linker brings many objects together. Here there is one, of which nothing is missing: what is
left to do is to lay out the memory, to write the addresses that follow from it into the code, and
to say what is seen from outside. So nobody who makes a module needs a linker.

The memory begins with the stack, which grows down to address 0, where whatever grows further is
stopped. Constants come next. From the end of the last page on, all is free.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tablier.core.errors import TablierError

HEADER = b"\0asm\1\0\0\0"
STACK = 1 << 20
"""Bytes; a search that calls itself down to its deepest line needs a tenth."""
PAGE = 1 << 16
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT = 0, 1, 2, 3, 5, 6, 7
CODE, DATA, COUNT = 10, 11, 12
ORDER = (TYPE, FUNCTION, MEMORY, GLOBAL, EXPORT, COUNT, CODE, DATA)
"""The sections of a module, as they must come."""
I32, MUTABLE, I32_CONST, END = 0x7F, 1, 0x41, 0x0B
EXPORTED_FUNCTION, EXPORTED_MEMORY = 0, 2
SYMBOL_TABLE, FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL = 8, 0, 1, 2
UNDEFINED, NAMED = 0x10, 0x40
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
ADDRESSES = (ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS)
PADDED = 5
"""The bytes that LLVM leaves for a number which is written last."""


class BadObject(TablierError):
    """An object that is not of the kind which is linked here."""


class Reader:
    """Reads bytes from a place on."""

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data, self.at = data, at

    def byte(self) -> int:
        """The next byte."""
        return self._passed(1)[0]

    def number(self) -> int:
        """A number that is not negative, seven bits a byte."""
        found, shift = 0, 0
        while True:
            part = self.byte()
            found |= (part & 0x7F) << shift
            shift += 7
            if not part & 0x80:
                return found

    def signed(self) -> int:
        """The same of either sign."""
        start = self.at
        found, bits = self.number(), 7 * (self.at - start)
        return found - (1 << bits) if found >> bits - 1 & 1 else found

    def part(self) -> bytes:
        """Some bytes behind their number."""
        return self._passed(self.number())

    def _passed(self, length: int) -> bytes:
        found = self.data[self.at : self.at + length]
        if len(found) < length:
            raise BadObject("the module ends too early")
        self.at += length
        return found

    def name(self) -> str:
        """A name."""
        return self.part().decode()


class Symbol(NamedTuple):
    """What an object has a name for."""

    kind: int
    name: str
    place: int
    """The index of a function or a global; the address of data, from the first constant on."""


def runnable(objected: bytes, exported: Mapping[str, str], sections: Mapping[str, bytes]) -> bytes:
    """A module of an object: functions seen under other names, and sections for whoever reads it.

    `exported` has the names in the object by those outside.
    """
    parts, customs = _sections(objected)
    _check_imports(parts.get(IMPORT, b"\0"))
    segments = list(_segments(parts.get(DATA, b"\0")))
    symbols = _symbols(customs["linking"], [offset for offset, _ in segments])
    for section in (CODE, DATA):
        name = f"reloc.{'CODE' if section == CODE else 'DATA'}"
        if name in customs:
            parts[section] = _relocated(parts[section], customs[name], symbols)
    segments = [(offset + STACK, data) for offset, data in _segments(parts.get(DATA, b"\0"))]
    end = max((offset + len(data) for offset, data in segments), default=STACK)
    parts[DATA] = number(len(segments)) + b"".join(
        bytes([0, I32_CONST]) + signed(offset) + bytes([END]) + counted(data)
        for offset, data in segments
    )
    parts[MEMORY] = bytes([1, 0]) + number(-(-end // PAGE))
    parts[GLOBAL] = bytes([1, I32, MUTABLE, I32_CONST]) + signed(STACK) + bytes([END])
    places = {symbol.name: symbol.place for symbol in symbols if symbol.kind == FUNCTION_SYMBOL}
    exports = [counted(b"memory") + bytes([EXPORTED_MEMORY, 0])]
    for outside, inside in exported.items():
        exports.append(
            counted(outside.encode()) + bytes([EXPORTED_FUNCTION]) + number(places[inside])
        )
    parts[EXPORT] = number(len(exports)) + b"".join(exports)
    written = [bytes([kind]) + counted(parts[kind]) for kind in ORDER if kind in parts]
    written += [
        bytes([CUSTOM]) + counted(counted(name.encode()) + data) for name, data in sections.items()
    ]
    return HEADER + b"".join(written)


def custom_section(module: bytes, name: str) -> bytes:
    """What a module says in a section of that name."""
    customs = _sections(module)[1]
    if name not in customs:
        raise BadObject(f"the module says nothing about {name}")
    return customs[name]


def _sections(module: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """The sections by their kinds, and those that have names instead."""
    if not module.startswith(HEADER):
        raise BadObject("this is no WebAssembly")
    reader, parts, customs = Reader(module, len(HEADER)), {}, {}
    while reader.at < len(module):
        kind, data = reader.byte(), reader.part()
        if kind == CUSTOM:
            inner = Reader(data)
            name = inner.name()
            customs[name] = data[inner.at :]
        else:
            parts[kind] = data
    return parts, customs


def _check_imports(data: bytes) -> None:
    """An object asks for memory and a stack, which it gets here, and for nothing else."""
    reader = Reader(data)
    for _ in range(reader.number()):
        reader.name()
        name, kind = reader.name(), reader.byte()
        if (name, kind) == ("__linear_memory", 2):
            reader.at += 1
            reader.number()
        elif (name, kind) == ("__stack_pointer", 3):
            reader.at += 2
        else:
            raise BadObject(f"the object needs {name}, which is nowhere")


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Where constants begin, from the first one on, and what they are."""
    reader = Reader(data)
    for _ in range(reader.number()):
        reader.at += 2
        offset = reader.signed()
        reader.at += 1
        yield offset, reader.part()


def _symbols(linking: bytes, segments: list[int]) -> list[Symbol]:
    reader, found = Reader(linking), []
    reader.number()
    while reader.at < len(linking):
        kind, data = reader.byte(), reader.part()
        if kind == SYMBOL_TABLE:
            inner = Reader(data)
            found = [_symbol(inner, segments) for _ in range(inner.number())]
    return found


def _symbol(reader: Reader, segments: list[int]) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == DATA_SYMBOL:
        name = reader.name()
        if flags & UNDEFINED:
            raise BadObject(f"the object needs {name}, which is nowhere")
        segment, offset, _ = reader.number(), reader.number(), reader.number()
        return Symbol(kind, name, segments[segment] + offset)
    if kind not in (FUNCTION_SYMBOL, GLOBAL_SYMBOL):
        raise BadObject(f"the object has symbols of kind {kind}")
    place = reader.number()
    named = not flags & UNDEFINED or flags & NAMED
    return Symbol(kind, reader.name() if named else "", place)


def _relocated(section: bytes, relocations: bytes, symbols: list[Symbol]) -> bytes:
    """A section with all numbers in it that follow from the layout."""
    reader, changed = Reader(relocations), bytearray(section)
    reader.number()
    for _ in range(reader.number()):
        kind, at, index = reader.byte(), reader.number(), reader.number()
        if kind in ADDRESSES:
            value = symbols[index].place + reader.signed() + STACK
        elif kind in (FUNCTION_INDEX, GLOBAL_INDEX):
            value = symbols[index].place
        elif kind == TYPE_INDEX:
            value = index
        else:
            raise BadObject(f"the object has relocations of kind {kind}")
        new = value.to_bytes(4, "little") if kind == PLAIN_ADDRESS else padded(value)
        changed[at : at + len(new)] = new
    return bytes(changed)


def number(value: int) -> bytes:
    """A number that is not negative, as it is written."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def signed(value: int) -> bytes:
    """A number that may have a sign."""
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value & 0x7F])


def padded(value: int) -> bytes:
    """A number below two to the 31 in the room that is left for it."""
    parts = [value >> 7 * place & 0x7F for place in range(PADDED)]
    return bytes(part | 0x80 for part in parts[:-1]) + bytes(parts[-1:])


def counted(data: bytes) -> bytes:
    """Bytes behind their number."""
    return number(len(data)) + data
