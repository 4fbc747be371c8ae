"""The topics and messages between the tables of a club and the director of an event, as docs/club.md specifies them.

A message is a JSON object with exactly the fields of its class here; the classes are also what the schema is made of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from companion.club.address import is_key
from companion.config.untrusted import INTEGERS, brief, read_object
from companion.errors import TextUnreadable

VERSION = 1
ROOT = f"codemaker/{VERSION}"
KINDS = ("state", "online", "result", "forgotten")
MESSAGE_MOST = 131_072
"""The most bytes of a message; a longer one is refused unread."""
LIST_MOST = 20_000
"""The most elements of a list in a message."""

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of the event with this key; ``+`` for a table stands for all tables."""

    event: str

    @property
    def news(self) -> str:
        """What the director says of the event: an ``EventNews``, retained."""
        return f"{ROOT}/{self.event}/news"

    @property
    def standings(self) -> str:
        """The ``Standings``, retained."""
        return f"{ROOT}/{self.event}/standings"

    def slip(self, table: str) -> str:
        """Return the topic of a ``RoundSlip`` for *table*, not retained."""
        return f"{ROOT}/{self.event}/slip/{table}"

    def board(self, table: str) -> str:
        """Return the topic of the ``TableBoards`` of *table*, retained."""
        return f"{ROOT}/{self.event}/board/{table}"

    def key(self, round: int | str) -> str:
        """Return the topic of the ``RoundKey`` of *round*, retained from the start of the round on."""
        return f"{ROOT}/{self.event}/key/{round}"

    def receipt(self, table: str) -> str:
        """Return the topic of the ``Receipts`` of *table*, retained."""
        return f"{ROOT}/{self.event}/receipt/{table}"

    def of_table(self, table: str, kind: str) -> str:
        """Return the topic of what *table* says; *kind* is one of ``KINDS``."""
        return f"{ROOT}/{self.event}/table/{table}/{kind}"

    def table_of(self, topic: str) -> tuple[str, str] | None:
        """Return the table that *topic* belongs to, and the kind; None for the topic of no table of the event."""
        found = re.fullmatch(rf"{ROOT}/{re.escape(self.event)}/table/([^/]+)/({'|'.join(KINDS)})", topic)
        return (found[1], found[2]) if found and is_key(found[1]) else None


@dataclass(frozen=True, slots=True)
class EventRound:
    """A round of an event: what is played, and its code as an envelope, in base64, that its ``RoundKey`` opens.

    ``title`` is empty for one that is called by its number in each language. ``options`` are those of the game,
    without the challenge that is in the envelope. ``opens`` and ``ends`` are times in UTC, ISO 8601, or empty where
    the director says when. ``status`` is ``ahead``, ``open`` or ``over``. ``tables`` are those that play it, or empty
    for all.
    """

    number: int
    title: str
    game: str
    options: tuple[tuple[str, str], ...]
    opens: str
    ends: str
    status: str
    envelope: str
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventNews:
    """An event as the director announces it; ``status`` is ``open``, ``closed`` or ``forgotten``.

    ``revision`` grows with every change, so that older news is known.
    """

    event: str
    title: str
    revision: int
    status: str
    rounds: tuple[EventRound, ...]


@dataclass(frozen=True, slots=True)
class RoundKey:
    """The key, in base64, of the envelope of a round."""

    event: str
    round: int
    key: str


@dataclass(frozen=True, slots=True)
class RoundSlip:
    """A round for one table, which may be offline when the round begins: the letters of a slip open its ``envelope``.

    ``event_title`` and ``title`` are those of the event and of the round.
    """

    event: str
    event_title: str
    round: int
    title: str
    game: str
    options: tuple[tuple[str, str], ...]
    envelope: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """The place of a table, and its sums: rounds played, codes found, rows used, and seconds.

    A code that was not found counts as one row more than the board has.
    """

    place: int
    table: str
    rounds: int
    solved: int
    rows: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of an event; ``is_final`` once all tables are done or the event is closed."""

    event: str
    revision: int
    is_final: bool
    lines: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the director has of a table's round; ``verdict`` is ``counted``, ``conflict`` or why it is refused."""

    round: int
    digest: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Receipts:
    """All receipts of a table."""

    event: str
    table: str
    receipts: tuple[Receipt, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row in the letters of the edition, and its key pegs: ``black`` are those for the right place."""

    row: str
    black: int
    white: int


@dataclass(frozen=True, slots=True)
class TableBoard:
    """The rows that a table needed in a round that is over; ``colours`` are letters and their colours as in CSS.

    ``letters`` are languages, each with the letters of the colours there, in the same order.
    """

    round: int
    colours: tuple[tuple[str, str], ...]
    rows: tuple[TableRow, ...]
    letters: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TableBoards:
    """The boards of a table, of all rounds that are over and that no table plays any more."""

    event: str
    table: str
    boards: tuple[TableBoard, ...]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """What a table shows to the club: no row, no peg, no name.

    ``boot`` grows with each start of the bridge, ``count`` with each state since, and ``instance`` is another text
    after each start, so that two boxes with one key are seen. ``round`` is the round in play, 0 for none, and ``rows``
    its rows so far. ``done`` are the rounds that are over, ``waiting`` those whose results have no receipt.
    """

    boot: int
    count: int
    instance: str
    is_online: bool
    round: int
    rows: int
    done: tuple[int, ...]
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableOnline:
    """Whether the bridge of a table is connected; the broker says so for one that is gone, with the boot it had."""

    boot: int
    instance: str
    is_online: bool


@dataclass(frozen=True, slots=True)
class TableResult:
    """The match that a table played in a round, as a record; ``digest`` is SHA-256 of it, in hex.

    ``seconds`` is how long the players thought, by the clock of the box.
    """

    round: int
    seconds: int
    digest: str
    record: str


@dataclass(frozen=True, slots=True)
class TableForgotten:
    """The box of a table has deleted its matches of the event, with the names of the players."""

    event: str


def encode(message: object) -> bytes:
    """Return *message*, of one of the classes of this module, as JSON in UTF-8."""
    return json.dumps(_data(message), ensure_ascii=False, separators=(",", ":")).encode()


def decode(kind: type[M], data: bytes) -> M:
    """Return the message of the class *kind* in *data*; raises ``TextUnreadable``, which quotes no value of it."""
    if len(data) > MESSAGE_MOST:
        raise TextUnreadable(f"expected at most {MESSAGE_MOST} bytes, got {len(data)}")
    return _message(kind, read_object(data))


def _data(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _data(getattr(value, field.name)) for field in fields(value)}
    return [_data(part) for part in value] if isinstance(value, tuple) else value


# To find them for each row of each board takes a hall of 500 tables some seconds.
_fields_of: Callable[[Any], dict[str, Any]] = cache(get_type_hints)


def _message(kind: type[M], found: object) -> M:
    known = _fields_of(kind)
    if not isinstance(found, Mapping) or set(found) != set(known):
        names = ", ".join(known)
        raise TextUnreadable(f"expected {kind.__name__} with the fields {names}, got others")
    return kind(**{name: _value(wanted, found[name], name) for name, wanted in known.items()})


def _value(kind: Any, found: object, name: str) -> object:
    if isinstance(kind, type) and is_dataclass(kind):
        return _message(cast("type[object]", kind), found)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), found, name)
    # A bool is an int for Python, not in JSON.
    is_right = isinstance(found, kind) and (kind is bool or not isinstance(found, bool))
    if not is_right or (kind is int and not (isinstance(found, int) and 0 <= found < INTEGERS.stop)):
        raise TextUnreadable(f"expected {name} as {kind.__name__}, got {brief(type(found).__name__)}")
    if isinstance(found, str) and not _is_unicode(found):
        raise TextUnreadable(f"expected {name} in Unicode, got a half of a character")
    return found


def _is_unicode(text: str) -> bool:
    """Return whether UTF-8 can have *text*: an escape of JSON may be half of a pair of surrogates."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _tuple(kinds: tuple[Any, ...], found: object, name: str) -> tuple[object, ...]:
    if not isinstance(found, list) or len(found) > LIST_MOST:
        raise TextUnreadable(f"expected {name} as a list of at most {LIST_MOST}, got another value")
    if kinds[1:] == (Ellipsis,):
        return tuple(_value(kinds[0], part, name) for part in found)
    if len(kinds) != len(found):
        raise TextUnreadable(f"expected {len(kinds)} values in {name}, got {len(found)}")
    return tuple(_value(kind, part, name) for kind, part in zip(kinds, found, strict=True))
