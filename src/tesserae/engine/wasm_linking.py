"""From the object file that LLVM writes for WebAssembly to a module that can be run.

An object leaves to a linker where the memory is and which functions can be called from outside. As there is only one
object here, which has all that it needs, little remains to be done: the functions have their final numbers already.
What is added is the memory, the stack and the exports, and addresses are moved behind the stack. The stack comes first
in the memory and grows towards address 0, so that code that needs too much of it stops instead of overwriting data.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

HEAD = b"\0asm\1\0\0\0"
STACK = 1 << 18  # bytes
PAGE = 1 << 16  # bytes in which memory is measured

# Numbers of the format: sections, kinds of symbols, and what an export is.
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
DATA_COUNT = 12  # left out: nothing refers to it
SYMBOLS = 8  # the part of the section "linking" that lists them
FUNCTION_SYMBOL, DATA_SYMBOL, GLOBAL_SYMBOL, SECTION_SYMBOL = 0, 1, 2, 3
UNDEFINED, NAMED = 0x10, 0x40  # flags of symbols
EXPORTED_FUNCTION, EXPORTED_MEMORY = 0, 2
CONSTANT, END = 0x41, 0x0B  # i32.const and end, of which initial values are made
I32, VARIABLE = 0x7F, 1

# Relocations: those whose values are final, because nothing is renumbered, and those that are addresses of data.
FUNCTION_INDEX, ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS, TYPE_INDEX, GLOBAL_INDEX = 0, 3, 4, 5, 6, 7
FINAL = (FUNCTION_INDEX, TYPE_INDEX, GLOBAL_INDEX)
ADDRESSES = (ADDRESS, SIGNED_ADDRESS, PLAIN_ADDRESS)
PADDED = 5  # bytes of a number that a linker may change


class Unlinkable(ValueError):
    """An object with something that this linker does not know, or that it does not have."""


class Segment(NamedTuple):
    """Data of the object, and where it is, from the beginning of all data on."""

    address: int
    content: bytes


class _Reader:
    """Reads one section from its beginning to its end."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def take(self, size: int) -> bytes:
        self.at += size
        if self.at > len(self.content):
            raise Unlinkable("the object ends too early")
        return self.content[self.at - size : self.at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        """An unsigned number of any length, seven bits in each byte."""
        value = place = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << place
            place += 7
            if byte < 0x80:
                return value

    def signed(self) -> int:
        before = self.at
        value = self.number()
        bits = 7 * (self.at - before)
        return value - (1 << bits) if value >> (bits - 1) else value

    def text(self) -> str:
        return self.take(self.number()).decode()


def _number(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _signed(value: int) -> bytes:
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value & 0x7F])


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _list(items: Collection[bytes]) -> bytes:
    return _number(len(items)) + b"".join(items)


def link(given: bytes, exports: Iterable[str]) -> bytes:
    """The module made of an object, which exports its memory and these functions."""
    sections, customs = _sections(given)
    _check_imports(sections.get(IMPORT, b""))
    functions = _functions(customs.get("linking", b""))
    missing = sorted(set(exports) - set(functions))
    if missing:
        raise Unlinkable(f"there is no {', '.join(missing)}")
    _relocate(sections, CODE, customs.get("reloc.CODE", b""))
    _relocate(sections, DATA, customs.get("reloc.DATA", b""))
    segments = _segments(sections.get(DATA, b""))
    end = max((STACK + one.address + len(one.content) for one in segments), default=STACK)
    sections[MEMORY] = _list([b"\0" + _number(-(-end // PAGE))])
    sections[GLOBAL] = _list([bytes([I32, VARIABLE]) + _constant(STACK)])
    sections[EXPORT] = _list(
        [
            _text("memory") + bytes([EXPORTED_MEMORY, 0]),
            *(_text(name) + bytes([EXPORTED_FUNCTION]) + _number(functions[name]) for name in exports),
        ]
    )
    sections[DATA] = _list(
        [b"\0" + _constant(STACK + one.address) + _number(len(one.content)) + one.content for one in segments]
    )
    order = (TYPE, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA)
    return HEAD + b"".join(bytes([kind]) + _number(len(sections[kind])) + sections[kind] for kind in order)


def _constant(value: int) -> bytes:
    return bytes([CONSTANT]) + _signed(value) + bytes([END])


def _sections(given: bytes) -> tuple[dict[int, bytes], dict[str, bytes]]:
    """The numbered sections and the named ones."""
    if not given.startswith(HEAD):
        raise Unlinkable("this is no object for WebAssembly")
    reader = _Reader(given[len(HEAD) :])
    sections: dict[int, bytes] = {}
    customs: dict[str, bytes] = {}
    while reader:
        kind, content = reader.byte(), reader.take(reader.number())
        if kind == CUSTOM:
            inner = _Reader(content)
            name = inner.text()
            customs[name] = content[inner.at :]
        elif kind in (TYPE, IMPORT, FUNCTION, CODE, DATA, DATA_COUNT):
            sections[kind] = content
        else:
            raise Unlinkable(f"the object has a section {kind}")
    return sections, customs


def _check_imports(content: bytes) -> None:
    """An object asks for its memory and its stack pointer; anything else would have to come from the browser."""
    reader = _Reader(content)
    names = []
    for _ in range(reader.number() if reader else 0):
        _module, name, kind = reader.text(), reader.text(), reader.byte()
        names.append(name)
        if kind == EXPORTED_FUNCTION:
            reader.number()
        elif kind == EXPORTED_MEMORY:
            if reader.number() & 1:  # it has an upper limit
                reader.number()
            reader.number()
        else:
            reader.take(2)
    unknown = sorted(set(names) - {"__linear_memory", "__stack_pointer"})
    if unknown:
        raise Unlinkable(f"compiled code asks for {', '.join(unknown)}")


def _functions(content: bytes) -> dict[str, int]:
    """The numbers of all functions, by their names."""
    reader = _Reader(content)
    found: dict[str, int] = {}
    version = reader.number()
    if version != 2:
        raise Unlinkable(f"the object is of version {version}")
    while reader:
        kind, part = reader.byte(), _Reader(reader.take(reader.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(part.number()):
            symbol, flags = part.byte(), part.number()
            if symbol == DATA_SYMBOL:
                part.text()
                if not flags & UNDEFINED:
                    part.number(), part.number(), part.number()
            elif symbol in (FUNCTION_SYMBOL, GLOBAL_SYMBOL):
                number = part.number()
                if not flags & UNDEFINED or flags & NAMED:
                    name = part.text()
                    if symbol == FUNCTION_SYMBOL:
                        found[name] = number
            elif symbol == SECTION_SYMBOL:
                part.number()
            else:
                raise Unlinkable(f"the object has a symbol of the kind {symbol}")
    return found


def _relocate(sections: dict[int, bytes], kind: int, relocations: bytes) -> None:
    """Move the addresses in a section, which count from the beginning of the data, behind the stack."""
    content = bytearray(sections.get(kind, b"\0"))
    reader = _Reader(relocations)
    if reader:
        reader.number()  # the place of the section in the file
    for _ in range(reader.number() if reader else 0):
        what, at, _symbol = reader.byte(), reader.number(), reader.number()
        if what in FINAL:
            continue
        if what not in ADDRESSES:
            raise Unlinkable(f"the object has a relocation of the kind {what}")
        reader.signed()  # has been added to the address already
        if what == PLAIN_ADDRESS:
            address = int.from_bytes(content[at : at + 4], "little") + STACK
            content[at : at + 4] = address.to_bytes(4, "little")
        else:
            padded = _Reader(bytes(content[at : at + PADDED]))
            content[at : at + PADDED] = _padded(padded.number() + STACK)
    sections[kind] = bytes(content)


def _padded(value: int) -> bytes:
    """A number in five bytes."""
    return bytes([value >> 7 * place & 0x7F | 0x80 for place in range(PADDED - 1)] + [value >> 28 & 0x7F])


def _segments(content: bytes) -> list[Segment]:
    reader = _Reader(content)
    segments = []
    for _ in range(reader.number() if reader else 0):
        if reader.number() != 0 or reader.byte() != CONSTANT:
            raise Unlinkable("the object has data at no fixed address")
        address = reader.signed()
        reader.byte()
        segments.append(Segment(address, reader.take(reader.number())))
    return segments
