"""The messages of the table socket: one JSON object in each datagram, as docs/table-socket.md specifies them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from companion.config.untrusted import read_json
from companion.errors import TextUnreadable
from companion.match.driver import MatchPosition
from companion.table.views import Fields, encoder_of

PROTOCOL = 1
RECEIVED_MOST = 2048
"""The most bytes of a message of a front end."""
SENT_MOST = 65_536
"""The most bytes of a message of the game."""
TEXT_MOST = 200
"""The most characters of a move."""
NUMBERS = range(2**53)
"""The numbers that a front end may send: JavaScript has no greater integers."""


class Refusal(Enum):
    """Why a message of a front end has no effect; the value is the ``reason`` in the answer."""

    UNREADABLE = "unreadable"
    """The message or its move is not in the form that is specified."""
    PROTOCOL = "protocol"
    """The game speaks another version."""
    FULL = "full"
    """There are as many front ends as the game serves."""
    WATCH_ONLY = "watch-only"
    """The settings allow front ends to watch, not to move."""
    STALE = "stale"
    """The move was made for another version than the newest."""
    TURN = "turn"
    """Another seat is to move, or none."""
    PRIVATE = "private"
    """The seat sees what others do not, so its moves are made on the box."""
    RULES = "rules"
    """The rules do not allow the move."""
    BUSY = "busy"
    """Too many moves are waiting."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A front end asks for every state; ``protocol`` is the version that it speaks."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Bye:
    """A front end leaves."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move in its text form for *seat*, made on the state with *version*; ``id`` comes back with the answer."""

    id: int
    version: int
    seat: int
    # Not in the repr: a player's move may set a hidden code.
    text: str

    def __repr__(self) -> str:
        return f"MoveRequest(id={self.id}, version={self.version}, seat={self.seat})"


Request: TypeAlias = Subscription | Bye | MoveRequest


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """What does not change in a match that is open on the box."""

    number: int | None
    game: str
    family: str
    players: tuple[str, ...]
    box_seats: int


@dataclass(frozen=True, slots=True)
class TableState:
    """What everybody may see at one version; ``match`` and ``position`` are None while no match is open on the box.

    ``version`` counts the changes since the program started, across all matches.
    """

    version: int
    match: OpenMatch | None = None
    position: MatchPosition[object] | None = None


def read_request(datagram: bytes) -> Request:
    """Return the request in *datagram*; raises ``TextUnreadable``, whose message quotes nothing of it."""
    if len(datagram) > RECEIVED_MOST:
        raise TextUnreadable(f"expected a message of at most {RECEIVED_MOST} bytes, got a longer one")
    try:
        fields = read_json(datagram.decode("utf-8"))
    except ValueError:
        # Without the cause, which quotes the message: a move may set a hidden code.
        raise TextUnreadable("expected a JSON text in UTF-8, got another message") from None
    if not isinstance(fields, dict):
        raise TextUnreadable("expected a JSON object, got another value")
    match fields.get("type"):
        case "hello":
            return Subscription(_number(fields, "protocol"))
        case "bye":
            return Bye()
        case "move":
            return MoveRequest(
                _number(fields, "id"), _number(fields, "version"), _number(fields, "seat"), _text(fields, "text")
            )
    raise TextUnreadable("expected the type hello, bye or move, got another one")


def _number(fields: dict[object, object], key: str) -> int:
    value = fields.get(key)
    # True is an int.
    if type(value) is not int or value not in NUMBERS:
        raise TextUnreadable(f"expected a whole number from 0 to 2**53 - 1 as {key}, got another value")
    return value


def _text(fields: dict[object, object], key: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or len(value) > TEXT_MOST:
        raise TextUnreadable(f"expected a text of at most {TEXT_MOST} characters as {key}, got another value")
    return value


def state_message(state: TableState, boot: str, may_move: bool) -> bytes:
    """Return the message that tells *state*; *boot* identifies this run of the program."""
    match, position = state.match, state.position
    shown = None if match is None or position is None else _match(match, position)
    return _encoded(
        {
            "type": "state",
            "protocol": PROTOCOL,
            "boot": boot,
            "version": state.version,
            "may_move": may_move,
            "status": "menu" if position is None else _status(position),
            "match": shown,
        }
    )


def _status(position: MatchPosition[object]) -> str:
    if position.outcome is not None:
        return "over"
    if position.player_to_move is None:
        return "box"
    return "prompt" if position.is_prompted else "move"


def _match(match: OpenMatch, position: MatchPosition[object]) -> Fields:
    outcome = position.outcome
    return {
        "number": match.number,
        "game": match.game,
        "family": match.family,
        "players": list(match.players),
        "box_seats": match.box_seats,
        "to_move": position.player_to_move,
        "outcome": None if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)},
        "view": encoder_of(match.family)(position.view(None)),
    }


def accepted_message(id_: int, version: int) -> bytes:
    """Return the answer to a move that was made; *version* is the newest one then."""
    return _encoded({"type": "accepted", "id": id_, "version": version})


def refused_message(reason: Refusal, id_: int | None = None) -> bytes:
    """Return the answer to a message without effect; *id_* is None for one that is no move."""
    return _encoded({"type": "refused", "id": id_, "reason": reason.value})


def end_message() -> bytes:
    """Return the message that the game sends when it ends."""
    return _encoded({"type": "end"})


def _encoded(fields: Fields) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
