"""The messages between box and tray, as specified in ``firmware/protocol.toml``; a test compares the two.

A message's fields follow each other, low byte first. A body longer than its fields belongs to a newer protocol, which
may append fields; a shorter one can be read if the fields that it lacks have a default.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import MISSING, astuple, dataclass
from dataclasses import fields as dataclass_fields
from enum import IntEnum, IntFlag
from types import MappingProxyType
from typing import ClassVar, TypeVar, dataclass_transform

PROTOCOL = 3
"""The protocol that the box speaks."""
OLDEST = 2
"""The oldest protocol that the box still speaks: the previous one."""

BAUD = 250_000
HOLES = 5
LIGHTS = 4
"""The number of values per hole: under no light, red, green and blue."""
COUNTS = 0xFFFF
"""The highest count of the button's presses, after which it continues with 1; 0 means no press yet."""

HEAD_BYTES = 2
"""The bytes before the fields: the type and the sequence number."""


class BoardKind(IntEnum):
    """The board that the tray is built on."""

    OTHER = 0
    NANO = 1
    HOST = 2
    MICRO = 3


class Status(IntEnum):
    """The result of a request."""

    DONE = 0
    UNKNOWN = 1
    SHORT = 2
    REFUSED = 3
    FAILED = 4


class Cause(IntFlag):
    """Why the tray booted, as in the ATmega's MCUSR; FRESH until a request has followed an ``Identify`` since."""

    POWER_ON = 1
    EXTERNAL = 2
    BROWN_OUT = 4
    WATCHDOG = 8
    FRESH = 16


class TrayFeature(IntFlag):
    """Optional features of a tray."""

    LAMPS = 1
    WATCHDOG = 2


class Flag(IntFlag):
    """Flags of a reading."""

    STEADY = 1
    BUTTON = 2
    PENDING = 4
    TAKEN = 8
    FRESH = 16


class LightSet(IntFlag):
    """The lights that shine on the pegs."""

    RED = 1
    GREEN = 2
    BLUE = 4


class Lamp(IntEnum):
    """The state of one of the tray's two-colour lamps, in two bits."""

    DARK = 0
    FIRST = 1
    SECOND = 2
    BOTH = 3


@dataclass(frozen=True, slots=True)
class TrayMessage:
    """A message; ``CODE`` is its type, and ``LAYOUT`` has the ``struct`` format of each of its fields."""

    CODE: ClassVar[int]
    LAYOUT: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Request(TrayMessage):
    """A message from the box to the tray."""


@dataclass(frozen=True, slots=True)
class Reply(TrayMessage):
    """A message from the tray to the box."""


KINDS: dict[int, type[TrayMessage]] = {}
"""The class of each message by its ``CODE``."""

M = TypeVar("M", bound=TrayMessage)


@dataclass_transform(frozen_default=True)
def _message(code: int, layout: str = "") -> Callable[[type[M]], type[M]]:
    """Return a decorator that makes a class the dataclass of the messages of the type *code*."""

    def decorate(kind: type[M]) -> type[M]:
        kind.CODE, kind.LAYOUT = code, layout
        made: type[M] = dataclass(frozen=True, slots=True)(kind)
        KINDS[code] = made
        return made

    return decorate


@_message(0x01)
class Identify(Request):
    """Request: identify the tray and open a session."""


@_message(0x02)
class GetSnapshot(Request):
    """Request: return the count of the button and the reading frozen at its last press."""


@_message(0x03)
class GetReading(Request):
    """Request: return the newest reading, independently of the button."""


@_message(0x04)
class GetCounters(Request):
    """Request: return the counters of the line and the scan since the boot."""


@_message(0x05, "H H")
class AckSnapshot(Request):
    """Request: note that the frozen reading of *boot* and *count* has arrived."""

    boot: int
    count: int


@_message(0x06, "B")
class Watch(Request):
    """Request: start sending readings unasked (1), or stop it (0)."""

    on: int


@_message(0x07, "H")
class SetLamps(Request):
    """Request: set the five lamps, two bits each, hole 0 lowest."""

    lamps: int


@_message(0x08, "I I")
class SetIdentity(Request):
    """Request: write serial number and calibration to the tray's memory."""

    serial: int
    calibration: int


@_message(0x80, "B B")
class Result(Reply):
    """Reply to a request that returns no data, or to one that could not be carried out."""

    request: int
    status: int


@_message(0x81, "B B 3B B B B H H I I")
class Hello(Reply):
    """Identification of the tray: the reply to ``Identify``, and sent once after every boot."""

    protocol: int
    oldest: int
    firmware: tuple[int, ...]
    board: int
    features: int
    cause: int
    boot: int
    count: int
    serial: int
    calibration: int


@dataclass(frozen=True, slots=True)
class LightMessage(Reply):
    """A reply with a reading; each hole's values are off, red, green, blue."""

    boot: int
    count: int
    scan: int
    flags: int
    dim: int
    clipped: tuple[int, ...]
    values: tuple[int, ...]
    spread: int = 0


_LIGHT_LAYOUT = "H H H B B 5B 20H H"


@_message(0x82, _LIGHT_LAYOUT)
class Snapshot(LightMessage):
    """The reading frozen at the last press of the button."""


@_message(0x83, _LIGHT_LAYOUT)
class CurrentReading(LightMessage):
    """The newest reading."""


@_message(0x84, "H H H H H H")
class Counters(Reply):
    """The counters of the tray's line and scan since the boot."""

    frames: int
    damaged: int
    stale: int
    lost: int
    scans: int
    moved: int


ANSWERS: Mapping[type[Request], type[Reply]] = MappingProxyType(
    {Identify: Hello, GetSnapshot: Snapshot, GetReading: CurrentReading, GetCounters: Counters}
)
"""The reply to each request that is not answered by ``Result``; failed requests are always answered by ``Result``."""


def encode(message: TrayMessage, sequence: int) -> bytes:
    """Return the body of the frame that carries *message*."""
    values: list[int] = []
    for value in astuple(message):
        values.extend(value if isinstance(value, tuple) else (value,))
    return bytes((message.CODE, sequence)) + struct.pack("<" + message.LAYOUT, *values)


def decode(body: bytes) -> tuple[TrayMessage, int] | None:
    """Return the message in *body* and its sequence number; None if its type is unknown or it is too short."""
    kind = KINDS.get(body[0]) if len(body) >= HEAD_BYTES else None
    if kind is None:
        return None
    fields: list[int | tuple[int, ...]] = []
    at = HEAD_BYTES
    for part, field in zip(kind.LAYOUT.split(), dataclass_fields(kind), strict=True):
        form = "<" + part
        if len(body) < at + struct.calcsize(form):
            if field.default is MISSING:
                return None
            break
        values = struct.unpack_from(form, body, at)
        fields.append(values if len(values) > 1 else values[0])
        at += struct.calcsize(form)
    # The layout has as many parts as the class has fields, each of its field's type.
    return kind(*fields), body[1]
