"""The messages of the table socket: one JSON object in each datagram, as docs/table-socket.md specifies them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TypeAlias

from companion.config.untrusted import read_object
from companion.errors import N_, TextUnreadable
from companion.front_ends.views import Fields, Shown, encoded, encoder_of, last_of, log_of, picked, read_of, word
from companion.games.contract import Outcome
from companion.i18n import SOURCE_LANGUAGE
from companion.match.clock import Stage
from companion.match.driver import MatchPosition
from companion.words import words_of
from companion.words.phrase import Name, Phrase, as_data, phrase

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

    ``is_sealed`` means that the player of that seat sent it in private, so that the answer is for that player alone.
    """

    id: int
    version: int
    seat: int
    # Not in the repr: a player's move may set a hidden code.
    text: str = field(repr=False)
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """What does not change in a match that is open on the box."""

    number: int | None
    game: str
    family: str
    players: tuple[str, ...]
    box_seats: int


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a turn, without what changes by itself: two are equal until it is paused, continued or changed.

    A stage that has an end ends at ``ends_ms`` on the system's monotonic clock, in milliseconds, while the clock runs,
    and has ``left_ms`` while it is paused; the other one is None.
    """

    stage: Stage
    is_running: bool
    ends_ms: int | None = None
    left_ms: int | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """What everybody may see at one version; ``match`` and ``position`` are None while no match is open on the box.

    ``version`` counts the changes since the program started, across all matches. ``moved`` is the version of the last
    change of the position; after it only the clock or the review has changed. ``turns`` has an earlier version for
    each seat that could move then already, where only others have moved since. ``own_clocks`` has the clocks of seats
    that move at once, each for its seat.
    """

    version: int
    match: OpenMatch | None = None
    position: MatchPosition[object] | None = None
    # Returns the seals that players may see, and the lines of those that were opened.
    seals: Callable[[], tuple[tuple[str, ...], tuple[str, ...]]] = field(default=lambda: ((), ()), repr=False)
    review: list[Fields] | None = None
    language: str = SOURCE_LANGUAGE
    clock: Clock | None = None
    own_clocks: Mapping[int, Clock] = field(default_factory=dict)
    moved: int = 0
    turns: Mapping[int, int] = field(default_factory=dict)

    def takes(self, version: int | None, seat: int) -> bool:
        """Return whether a move of *seat* for the state with *version* is one for this position; no state has None."""
        return version is not None and self.turns.get(seat, self.moved) <= version <= self.version


Why: TypeAlias = Refusal | Phrase
"""Why a move was refused; a phrase is the sentence of the rules."""
Answer: TypeAlias = Callable[[Why | int], None]
"""Takes the result of a move: why it was refused, or the newest version; may be called from any thread."""
Reader: TypeAlias = Callable[[Mapping[str, object]], object]
"""Returns the request in the fields of a message; raises ``TextUnreadable``, whose message quotes nothing of them."""


def read_request(datagram: bytes, readers: Mapping[str, Reader]) -> object:
    """Return what the reader of its type makes of *datagram*.

    Raises ``TextUnreadable``, whose message quotes nothing of the datagram.
    """
    if len(datagram) > RECEIVED_MOST:
        raise TextUnreadable(f"expected a message of at most {RECEIVED_MOST} bytes, got a longer one")
    fields = read_object(datagram)
    kind = fields.get("type")
    reader = readers.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise TextUnreadable(f"expected one of the types {', '.join(readers)}, got another one")
    return reader(fields)


def number_in(fields: Mapping[str, object], key: str) -> int:
    """Return the number of *key*; raises ``TextUnreadable``."""
    value = fields.get(key)
    # True is an int.
    if type(value) is not int or value not in NUMBERS:
        raise TextUnreadable(f"expected a whole number from 0 to 2**53 - 1 as {key}, got another value")
    return value


def text_in(fields: Mapping[str, object], key: str, most: int = TEXT_MOST) -> str:
    """Return the text of *key*, which has at most *most* characters; raises ``TextUnreadable``."""
    value = fields.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise TextUnreadable(f"expected a text of at most {most} characters as {key}, got another value")
    return value


def _move(fields: Mapping[str, object]) -> MoveRequest:
    return MoveRequest(
        number_in(fields, "id"), number_in(fields, "version"), number_in(fields, "seat"), text_in(fields, "text")
    )


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "hello": lambda fields: Subscription(number_in(fields, "protocol")),
        "bye": lambda fields: Bye(),
        "move": _move,
    }
)
"""The messages that every front end may send, by their type."""


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
    if not position.seats_to_move:
        return "box"
    return "prompt" if position.is_prompted else "move"


SHOWN: Shown = {
    Clock: "stage is_running ends_ms left_ms",
    Stage: word,
    Outcome: "scores winners",
}


def match_fields(state: TableState, seat: int | None = None) -> Fields | None:
    """Return the fields of the match with the view of *seat*, None for that of all players; None for no match."""
    match, position = state.match, state.position
    if match is None or position is None:
        return None
    outcome, (seals, opened) = position.outcome, state.seals()
    return {
        **picked(match, "number game family players box_seats", SHOWN),
        "to_move": position.player_to_move,
        "seats_to_move": sorted(position.seats_to_move),
        "clock": encoded(state.clock if seat is None else state.own_clocks.get(seat, state.clock), SHOWN),
        "outcome": encoded(outcome, SHOWN),
        "last": last_of(match.family, position.recent(), match.players),
        # For all alike, and long: a sealed message leaves it out.
        "log": log_of(match.family, position.recent(), match.players) if seat is None else None,
        "asked": _asked_words(match, position),
        "read": read_of(match.family, position.view(None), match.players),
        "seals": list(seals[-SEALS_MOST:]),
        "opened": list(opened[-SEALS_MOST:]),
        # For all alike, and long: a sealed message leaves it out.
        "review": state.review if seat is None else None,
        "view": encoder_of(match.family, seat)(position.view(seat)),
    }


def _asked_words(match: OpenMatch, position: MatchPosition[object]) -> object:
    """Return the words that say what the match waits for; None where it waits for no player."""
    seats = sorted(position.seats_to_move)
    if position.is_prompted:
        message = N_("{name} goes on: OK on the box, or on a phone.")
        asked = [phrase(message, name=Name(match.players[seat])) for seat in seats]
    else:
        asked = [words_of(match.family).asked(position.view(None), seat, match.players) for seat in seats]
    return as_data(asked[0] if len(asked) == 1 else tuple(asked)) if asked else None


def accepted_message(id_: int, version: int) -> bytes:
    """Return the answer to a move that was made; *version* is the newest one then."""
    return encoded_message({"type": "accepted", "id": id_, "version": version})


def refused_message(why: Why, id_: int | None = None) -> bytes:
    """Return the answer to a message without effect; *id_* is None for one that is no move."""
    return encoded_message({"type": "refused", "id": id_, "reason": reason_of(why)})


def reason_of(why: Why) -> str:
    """Return the ``reason`` in the answer to a move that was refused."""
    return (why if isinstance(why, Refusal) else Refusal.RULES).value


def end_message() -> bytes:
    """Return the message that the game sends when it ends."""
    return encoded_message({"type": "end"})


def encoded_message(fields: Fields) -> bytes:
    """Return *fields* as a message."""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
