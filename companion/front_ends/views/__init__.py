"""What other programs get of a view: one module a family, with a written list of fields.

The module ``companion.front_ends.views.NAME`` of a family NAME has ``encode``, which turns the view of all players
into values that JSON has, and ``encode_seat``, which does so with the view of one seat and is for that player alone.
They name every field that they write, most of them in a table for ``encoded``, so a field that is added to a view
later is sent only after a decision. ``ask`` returns what that player is asked for, and ``last`` the newest move that
players talk about; where they may look back at fewer than others, it has ``LOG_MOST``. No module here gets a state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import islice
from typing import Any, Protocol, TypeAlias, cast

from companion.match.families import part
from companion.match.kept import ToldMove
from companion.words import words_of
from companion.words.phrase import Phrase, as_data

Fields: TypeAlias = dict[str, Any]
"""A JSON object."""

Shown: TypeAlias = Mapping[type, str | Callable[[Any], object]]
"""For each type in a view the names of the fields that are sent, or a function that returns what is sent."""

LastMove: TypeAlias = tuple[ToldMove[Any], str | None]
"""A move, and what came of it."""

_PLAIN = frozenset((bool, float, int, str, type(None)))
"""The types that JSON has too; most values of a view are of these, so they are looked for first."""

ROUNDS_MOST = 8
"""How many finished rounds a message holds, the newest ones: a match on a track may take any number of rounds."""

LOG_MOST = 24
"""How many moves a message lists, the newest ones: as many as a session looks back at."""


def _views(family: str) -> Any:
    return part(family, f"{__name__}.{{}}")


def encoder_of(family: str, seat: int | None = None) -> Callable[[Any], Fields]:
    """Return the function that encodes the view of *seat* in a game of *family*, for None that of all players."""
    module = _views(family)
    if seat is None:
        return cast("Callable[[Any], Fields]", module.encode)
    return lambda view: cast("Fields", module.encode_seat(view, seat))


def ask_of(family: str, view: object, seat: int, moves: Iterator[str], names: Sequence[str]) -> Fields:
    """Return what the player at *seat* is asked for; *view* is that seat's own, *moves* are the moves it may make.

    Each choice has its words.
    """
    fields = cast("Fields", _views(family).ask(view, seat, moves))
    for choice in (*fields.get("choices", ()), *fields.get("also", ())):
        choice["words"] = as_data(words_of(family).offered(view, choice["text"], names))
    return fields


def last_of(family: str, recent: Iterator[ToldMove[Any]], names: Sequence[str]) -> Fields | None:
    """Return what everybody may know of the last move, of which *recent* yields the newest first; None before one."""
    found = cast("LastMove | None", _views(family).last(recent))
    if found is None:
        return None
    told, outcome = found
    return {
        "number": told.number,
        "seat": told.seat,
        "text": told.text,
        "outcome": outcome,
        "words": _words(family, told, names),
    }


def log_of(family: str, recent: Iterator[ToldMove[Any]], names: Sequence[str]) -> list[Fields]:
    """Return the moves that everybody saw and may recall, of which *recent* yields the newest first."""
    views, found = _views(family), list[Fields]()
    most = getattr(views, "LOG_MOST", LOG_MOST)
    # Each call takes from "recent" what it looks at.
    while len(found) < most and (move := cast("LastMove | None", views.last(recent))) is not None:
        found.append({"seat": move[0].seat, "words": _words(family, move[0], names)})
    return found


def _words(family: str, told: ToldMove[Any], names: Sequence[str]) -> list[Any]:
    return list(map(as_data, words_of(family).told(told.seat, told.text, told.before(), told.after(), names)))


def read_of(family: str, view: object, names: Sequence[str]) -> list[Any]:
    """Return all that *view*, the view of all players, shows of the table, as phrases."""
    return list(map(as_data, words_of(family).read(view, names)))


def encoded(value: object, shown: Shown) -> Any:
    """Return *value* in values that JSON has: of a type in *shown* what that says, of an enumeration the value.

    Raises ``TypeError`` for an object of a type that is not in *shown*.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    how = shown.get(kind)
    if isinstance(how, str):
        return picked(value, how, shown)
    if how is not None:
        return how(value)
    if isinstance(value, tuple):
        return [one if type(one) in _PLAIN else encoded(one, shown) for one in value]
    if isinstance(value, Enum):
        return value.value
    raise TypeError(f"expected a type that is shown to others, got {type(value).__name__}")


def picked(value: object, names: str, shown: Shown) -> Fields:
    """Return the fields *names* of *value*, encoded."""
    return {name: encoded(getattr(value, name), shown) for name in _split(names)}


_split = cache(str.split)


def word(member: Enum) -> str:
    """Return the name of *member* in small letters."""
    return member.name.lower()


class Coaching(Protocol):
    """What the module ``COACH`` of a family offers, if it has one; all of it is made of the view of all players."""

    def hint_of(self, view: Any, seat: int, /) -> Fields | None:
        """Return the newest hint that was asked for this row, where *seat* may have asked."""

    def next_hint(self, view: Any, seat: int, /) -> str | None:
        """Return the move with which *seat* asks for the next hint; None where it may ask for none."""

    def check(self, view: Any, seat: int, text: str, /) -> tuple[str, Phrase] | None:
        """Return the move with which *seat* asks about the pegs *text*, and the answer; None where it may not."""

    def may_check(self, view: Any, seat: int, /) -> bool:
        """Whether *seat* may ask about pegs."""

    def reviewing(self, view: Any, /) -> Iterator[list[Fields] | None]:
        """Review a match that is over: yield None after each row, which may take a while, then the review."""


def coach_of(family: str) -> Coaching | None:
    """Return the coach of the games of *family*, if they have one."""
    return cast("Coaching | None", getattr(_views(family), "COACH", None))


PHRASES = frozenset(("challenge", "code", "give up", "keep", "miss", "no lock", "play again", "row lost", "stop"))
"""The moves whose whole text says what they do."""
CHOICES_MOST = 64


def choices_of(texts: Iterable[str]) -> list[Fields]:
    """Return the moves *texts*, in record notation, as choices: what the move does, and with which value."""
    return [_choice(text) for text in islice(texts, CHOICES_MOST)]


def _choice(text: str) -> Fields:
    what, _, value = (text, "", "") if text in PHRASES else text.partition(" ")
    return {"text": text, "what": what, "value": value or None}
