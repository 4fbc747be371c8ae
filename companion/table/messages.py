"""The messages of the table socket: one JSON object in each datagram, as docs/table-socket.md specifies them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from companion.box.phones import Addresses, Hotspot
from companion.config.untrusted import read_json
from companion.errors import TextUnreadable
from companion.i18n import SOURCE_LANGUAGE
from companion.match.driver import MatchPosition
from companion.table.sealed import KEY_BYTES, decoded, encoded
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
SEALS_MOST = 32
"""The most seals, and opened lines, in a state: the newest ones; Coda has a seal for each of its 26 panels."""
ADDRESSES_MOST = 8
ADDRESS = re.compile(r"http://[a-z0-9.:\[\]-]{1,60}")
FAILURE = re.compile(r"[a-z-]{1,30}")
SSID_MOST = 32
PASSWORD_MOST = 63
"""The most characters of a name and of a password that WPA allows."""


class Refusal(Enum):
    """Why a message of a front end has no effect; the value is the ``reason`` in the answer."""

    UNREADABLE = "unreadable"
    """The message or its move is not in the form that is specified."""
    PROTOCOL = "protocol"
    """The game speaks another version."""
    FULL = "full"
    """Another front end took the place: there are as many as the game serves."""
    WATCH_ONLY = "watch-only"
    """The settings allow front ends to watch, not to move."""
    STALE = "stale"
    """The move was made for another version than the newest."""
    TURN = "turn"
    """Another seat is to move, or none."""
    PRIVATE = "private"
    """The seat sees what others do not, so its moves are made on the box or in sealed messages."""
    RULES = "rules"
    """The rules do not allow the move."""
    BUSY = "busy"
    """Too many moves are waiting."""
    INVITATION = "invitation"
    """No invitation is open that a phone could join."""
    PHONE = "phone"
    """The game does not know the phone."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A front end asks for every state; ``protocol`` is the version that it speaks."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Bye:
    """A front end leaves."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move in its text form for *seat*, made on the state with *version*; ``id`` comes back with the answer.

    ``is_sealed`` means that it comes from the phone of that seat, so that the answer is for that player alone.
    """

    id: int
    version: int
    seat: int
    # Not in the repr: a player's move may set a hidden code.
    text: str
    is_sealed: bool = False

    def __repr__(self) -> str:
        return f"MoveRequest(id={self.id}, version={self.version}, seat={self.seat})"


@dataclass(frozen=True, slots=True)
class Join:
    """A phone wants to be the one that is invited; ``public`` is its public key."""

    id: int
    public: bytes


@dataclass(frozen=True, slots=True)
class FromPhone:
    """A sealed message of a phone."""

    phone: str
    sealed: bytes


Request: TypeAlias = Subscription | Bye | MoveRequest | Addresses | Join | FromPhone


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """What does not change in a match that is open on the box."""

    number: int | None
    game: str
    family: str
    players: tuple[str, ...]
    box_seats: int


class ClockStage(Enum):
    """The stage of the clock of a turn; the value is the ``stage`` in the message."""

    FREE = "free"
    """Free time."""
    OPEN = "open"
    """The free time is over, and no limit is imposed."""
    LIMIT = "limit"
    """The limit runs."""
    UP = "up"
    """The limit is over."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a turn, without what changes by itself: two are equal until it is paused, continued or changed.

    A stage that has an end ends at ``ends_ms`` on the system's monotonic clock, in milliseconds, while the clock runs,
    and has ``left_ms`` while it is paused; the other one is None.
    """

    stage: ClockStage
    is_running: bool
    ends_ms: int | None = None
    left_ms: int | None = None


def _no_seals() -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (), ()


@dataclass(frozen=True, slots=True)
class TableState:
    """What everybody may see at one version; ``match`` and ``position`` are None while no match is open on the box.

    ``version`` counts the changes since the program started, across all matches; ``unmoved`` says how many versions
    before this one have the same position, because only the clock or the review has changed since.
    """

    version: int
    match: OpenMatch | None = None
    position: MatchPosition[object] | None = None
    # Returns the seals that players may see, and the lines of those that were opened.
    seals: Callable[[], tuple[tuple[str, ...], tuple[str, ...]]] = field(default=_no_seals, repr=False)
    review: list[Fields] | None = None
    language: str = SOURCE_LANGUAGE
    clock: Clock | None = None
    unmoved: int = 0

    def takes(self, version: int | None) -> bool:
        """Return whether a move for the state with *version* is one for this position; no state has None."""
        return version is not None and 0 <= self.version - version <= self.unmoved


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
        case "addresses":
            return _addresses(fields)
        case "join":
            return Join(_number(fields, "id"), _public_key(fields))
        case "sealed":
            return FromPhone(_text(fields, "phone"), decoded(_text(fields, "sealed", RECEIVED_MOST)))
    raise TextUnreadable("expected the type hello, bye, move, addresses, join or sealed, got another one")


def _public_key(fields: dict[object, object]) -> bytes:
    key = decoded(_text(fields, "public"))
    if len(key) != KEY_BYTES:
        raise TextUnreadable(f"expected a public key of {KEY_BYTES} bytes, got another length")
    return key


def _addresses(fields: dict[object, object]) -> Addresses:
    """Return the addresses that a front end says; they are drawn on the box, so each has to look like one."""
    said, hotspot, failure = fields.get("addresses"), fields.get("hotspot"), fields.get("failure")
    if not isinstance(said, list) or len(said) > ADDRESSES_MOST:
        raise TextUnreadable(f"expected a list of at most {ADDRESSES_MOST} addresses, got another value")
    if failure is not None and not (isinstance(failure, str) and FAILURE.fullmatch(failure)):
        raise TextUnreadable("expected a word as failure, got another value")
    return Addresses(tuple(map(_address, said)), None if hotspot is None else _hotspot(hotspot), failure)


def _address(said: object) -> str:
    if not isinstance(said, str) or not ADDRESS.fullmatch(said):
        raise TextUnreadable("expected an address such as http://192.168.1.20, got another value")
    return said


def _hotspot(said: object) -> Hotspot:
    if not isinstance(said, dict):
        raise TextUnreadable("expected a hotspot or null, got another value")
    name, password = _text(said, "ssid", SSID_MOST), _text(said, "password", PASSWORD_MOST)
    if not (name.isascii() and name.isprintable() and password.isascii() and password.isprintable()):
        raise TextUnreadable("expected printable ASCII as the name and password of a network, got another text")
    return Hotspot(name, password, _address(said.get("address")))


def _number(fields: dict[object, object], key: str) -> int:
    value = fields.get(key)
    # True is an int.
    if type(value) is not int or value not in NUMBERS:
        raise TextUnreadable(f"expected a whole number from 0 to 2**53 - 1 as {key}, got another value")
    return value


def _text(fields: dict[object, object], key: str, most: int = TEXT_MOST) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise TextUnreadable(f"expected a text of at most {most} characters as {key}, got another value")
    return value


def state_message(state: TableState, boot: str, may_move: bool) -> bytes:
    """Return the message that tells *state*; *boot* identifies this run of the program."""
    return encoded_message(
        {
            "type": "state",
            "protocol": PROTOCOL,
            "boot": boot,
            "version": state.version,
            "may_move": may_move,
            "language": state.language,
            "status": "menu" if state.position is None else _status(state.position),
            "match": match_fields(state),
        }
    )


def _status(position: MatchPosition[object]) -> str:
    if position.outcome is not None:
        return "over"
    if position.player_to_move is None:
        return "box"
    return "prompt" if position.is_prompted else "move"


def match_fields(state: TableState, seat: int | None = None) -> Fields | None:
    """Return the fields of the match with the view of *seat*, None for that of all players; None for no match."""
    match, position = state.match, state.position
    if match is None or position is None:
        return None
    outcome, (seals, opened) = position.outcome, state.seals()
    return {
        "number": match.number,
        "game": match.game,
        "family": match.family,
        "players": list(match.players),
        "box_seats": match.box_seats,
        "to_move": position.player_to_move,
        "clock": None if state.clock is None else _clock(state.clock),
        "outcome": None if outcome is None else {"scores": list(outcome.scores), "winners": list(outcome.winners)},
        "seals": list(seals[-SEALS_MOST:]),
        "opened": list(opened[-SEALS_MOST:]),
        # For all alike, and long: a sealed message leaves it out.
        "review": state.review if seat is None else None,
        "view": encoder_of(match.family, seat)(position.view(seat)),
    }


def _clock(clock: Clock) -> Fields:
    return {
        "stage": clock.stage.value,
        "is_running": clock.is_running,
        "ends_ms": clock.ends_ms,
        "left_ms": clock.left_ms,
    }


def accepted_message(id_: int, version: int) -> bytes:
    """Return the answer to a move that was made; *version* is the newest one then."""
    return encoded_message({"type": "accepted", "id": id_, "version": version})


def refused_message(reason: Refusal, id_: int | None = None) -> bytes:
    """Return the answer to a message without effect; *id_* is None for one that is no move."""
    return encoded_message({"type": "refused", "id": id_, "reason": reason.value})


def joining_message(id_: int, phone: str, public: bytes) -> bytes:
    """Return the answer to a ``join``: the name of the phone from now on, and the game's public key."""
    return encoded_message({"type": "joining", "id": id_, "phone": phone, "public": encoded(public)})


def sealed_message(phone: str, sealed: bytes) -> bytes:
    """Return a message that only *phone* can open."""
    return encoded_message({"type": "sealed", "phone": phone, "sealed": encoded(sealed)})


def unknown_phone_message(phone: str) -> bytes:
    """Return the answer to a message of a phone that the game does not know."""
    return encoded_message({"type": "refused", "phone": phone, "reason": Refusal.PHONE.value})


def end_message() -> bytes:
    """Return the message that the game sends when it ends."""
    return encoded_message({"type": "end"})


def encoded_message(fields: Fields) -> bytes:
    """Return *fields* as a message."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
