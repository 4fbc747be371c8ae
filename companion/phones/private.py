"""The plain text of sealed messages: what a phone asks for, and what the game tells the player of one seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from companion.config.untrusted import read_object
from companion.errors import TextUnreadable
from companion.front_ends.messages import TableState, Why, encoded_message, match_fields, number_in, reason_of, text_in
from companion.front_ends.views import Coaching, Fields, ask_of, coach_of, picked
from companion.words import words_of
from companion.words.phrase import Phrase, as_data

ROOM = 4096
"""What a private message may have more than the public one, in bytes; less is filled with spaces.

So the length of a sealed message depends on what all players see, and not on a hand.
"""
LEAST = 512
STEP = 512


class Wish(Enum):
    """What a phone asks for; the value is ``do`` in its message."""

    ENTER = "enter"
    LOOK = "look"
    MOVE = "move"
    HINT = "hint"
    CHECK = "check"
    AGAIN = "again"
    GAMES = "games"
    BEGIN = "begin"
    NAME = "name"
    LIMIT = "limit"
    DIE = "die"
    LEAVE = "leave"


WishAnswer: TypeAlias = list[Fields] | Why | None
"""What a wish is answered: the games to choose from, why nothing was done, or None."""


@dataclass(frozen=True, slots=True)
class PhoneRequest:
    """A message of a phone; ``id`` comes back with the answer.

    A move, a hint and a check are for the state with ``boot`` and ``version``, so that an old message sent again is
    refused.
    """

    id: int
    wish: Wish
    boot: str | None
    version: int | None
    # Not in the repr: a player's move may set a hidden code.
    text: str = field(repr=False)


class PhoneStatus(Enum):
    """How a phone stands with the game; the value is the ``status`` in the message."""

    CONFIRM = "confirm"
    """The box asks the table whether the phone may play."""
    PLAY = "play"
    MENU = "menu"
    """No match is open on the box."""
    ENDED = "ended"
    """The phone was ended, or another one plays for its seat."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a message to a phone tells beside the state; ``id`` and ``refused`` belong to the request it answers."""

    status: PhoneStatus
    seat: int
    name: str
    boot: str
    count: int
    id: int | None = None
    refused: Why | None = None
    leads: bool = False
    # What a leader may choose from, once it has asked.
    games: list[Fields] | None = None
    # The answer to a check.
    checked: Phrase | None = None
    # The code that this phone has set, while it is hidden.
    code: str | None = field(default=None, repr=False)


def read_phone(plain: bytes) -> PhoneRequest:
    """Return the request in *plain*; raises ``TextUnreadable``, whose message quotes nothing of it."""
    fields: dict[str, object] = {"text": ""} | read_object(plain)
    # A message of the game that is sent back to it has another "to".
    if fields.get("to") != "game":
        raise TextUnreadable("expected a message to the game, got another")
    id_, text = number_in(fields, "id"), text_in(fields, "text")
    boot, do, version = fields.get("boot"), fields.get("do"), fields.get("version")
    if not isinstance(boot, str | None) or do not in [wish.value for wish in Wish]:
        raise TextUnreadable("expected a boot and what to do, got other values")
    return PhoneRequest(id_, Wish(do), boot, version if type(version) is int else None, text)


def phone_message(letter: Letter, state: TableState, public: int) -> bytes:
    """Return the plain text for the phone of a seat; *public* is the length of the message of *state* to all."""
    is_playing = letter.status is PhoneStatus.PLAY
    fields = {
        "to": "phone",
        **picked(letter, "id boot count", {}),
        "version": state.version,
        **picked(letter, "status seat name", {}),
        "refused": letter.refused and reason_of(letter.refused),
        "why": as_data(letter.refused) if isinstance(letter.refused, Phrase) else None,
        "state": match_fields(state, letter.seat) if is_playing else None,
        "ask": _ask(state, letter.seat) if is_playing else None,
        "hint": _hint(state, letter.seat) if is_playing else None,
        "code": letter.code if is_playing else None,
        **picked(letter, "leads", {}),
        "games": letter.games,
        "checked": None if letter.checked is None else as_data(letter.checked),
    }
    text = encoded_message(fields)
    size = max(len(text), public + ROOM if is_playing else LEAST)
    return text.ljust(-(-size // STEP) * STEP)


def _ask(state: TableState, seat: int) -> Fields | None:
    match, position = state.match, state.position
    if match is None or position is None or seat not in position.seats_to_move:
        return None
    if position.is_prompted:
        return {
            "kind": "go",
            "words": as_data(words_of(match.family).offered(position.view(seat), "go", match.players)),
        }
    ask = ask_of(match.family, position.view(seat), seat, position.moves(seat), match.players)
    if ask["kind"] == "row":
        ask |= {"hint": next_hint(state, seat) is not None, "check": _may_check(state, seat)}
    return ask


def _hint(state: TableState, seat: int) -> Fields | None:
    coached = _coached(state, seat)
    return None if coached is None else coached[0].hint_of(coached[1], seat)


def _may_check(state: TableState, seat: int) -> bool:
    coached = _coached(state, seat)
    return coached is not None and coached[0].may_check(coached[1], seat)


def next_hint(state: TableState, seat: int) -> str | None:
    """Return the move with which *seat* asks for its next hint; None where it may ask for none."""
    coached = _coached(state, seat)
    return None if coached is None else coached[0].next_hint(coached[1], seat)


def check(state: TableState, seat: int, text: str) -> tuple[str, Phrase] | None:
    """Return the move with which *seat* asks about the pegs *text*, and the answer; None where it may not."""
    coached = _coached(state, seat)
    return None if coached is None else coached[0].check(coached[1], seat, text)


def _coached(state: TableState, seat: int) -> tuple[Coaching, Any] | None:
    """Return the coach of the match and the view of *seat*; None where it has no coach."""
    coach = None if state.match is None else coach_of(state.match.family)
    return None if coach is None or state.position is None else (coach, state.position.view(seat))
