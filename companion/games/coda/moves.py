"""The moves of Coda, and their text forms in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import TextUnreadable
from companion.games.coda.panels import DASH, Colour, number_text, panel_text
from companion.games.secret import Secret


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance turns up a panel for the player whose turn it is; ``number`` is None while it is sealed."""

    colour: Colour
    number: Secret[int] | None


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes their first panels; ``darks`` of them are dark."""

    darks: int


@dataclass(frozen=True, slots=True)
class Draw:
    """A player draws a panel; the colour of a panel is visible before it is drawn."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Place:
    """A player puts the drawn panel into their row; ``place`` panels are to its left."""

    place: int


@dataclass(frozen=True, slots=True)
class Attack:
    """A player names the number of a standing panel of another player."""

    seat: int
    place: int
    number: int


@dataclass(frozen=True, slots=True)
class Hit:
    """With real panels: a right attack knocked down a panel of this player and colour."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Miss:
    """With real panels: an attack was wrong."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The result of an attack on a sealed panel; ``shown`` and ``place`` are those of the panel that it cost."""

    is_right: bool
    shown: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """A player whose attack was right ends the turn; the drawn panel joins their row standing."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The time of the player to move ran out."""


@dataclass(frozen=True, slots=True)
class Fall:
    """A player knocks down one of their own panels, after a wrong attack with no panel drawn."""

    place: int


@dataclass(frozen=True, slots=True)
class Standing:
    """With real panels: the sum of the winner's standing panels."""

    points: int


Move: TypeAlias = Deal | Take | Draw | Place | Attack | Hit | Miss | Judge | Stop | TimeUp | Fall | Standing

_WORDS: dict[str, Move] = {"miss": Miss(), "stop": Stop(), "time up": TimeUp(), "right": Judge(True)}
_COLOURS = {colour.word: colour for colour in Colour}
_NUMBER = r"(?:[0-9]|1[01]|-)"
_DEAL = re.compile(rf"([DL])({_NUMBER})")
PANEL_LETTERS = "DL0123456789-"
"""The characters of a panel's text."""
_COUNT = re.compile(r"(take|standing) ([0-9]{1,3})")
_PLACE = re.compile(r"(place|fall) ([1-9][0-9]?)")
_DRAW = re.compile(r"draw (dark|light)")
_HIT = re.compile(r"hit ([1-9]) (dark|light)")
_ATTACK = re.compile(rf"attack ([1-9])\.([1-9][0-9]?) ({_NUMBER})")
_WRONG = re.compile(rf"wrong(?: ({_NUMBER}))?(?: place ([1-9][0-9]?))?")


def move_text(move: Move) -> str:
    """Return the text of *move*, including a hidden number; seats and places are counted from 1."""
    match move:
        case Deal(colour, number):
            return colour.word if number is None else panel_text(colour, number.reveal())
        case Take(darks):
            return f"take {darks}"
        case Draw(colour):
            return f"draw {colour.word}"
        case Place(place):
            return f"place {place + 1}"
        case Attack(seat, place, number):
            return f"attack {seat + 1}.{place + 1} {number_text(number)}"
        case Hit(seat, colour):
            return f"hit {seat + 1} {colour.word}"
        case Judge():
            return _judge_text(move)
        case Fall(place):
            return f"fall {place + 1}"
        case Standing(points):
            return f"standing {points}"
    return next(text for text, word in _WORDS.items() if word == move)


def _judge_text(move: Judge) -> str:
    shown = "" if move.shown is None else f" {number_text(move.shown)}"
    place = "" if move.place is None else f" place {move.place + 1}"
    return "right" if move.is_right else f"wrong{shown}{place}"


def parse_move(text: str) -> Move:
    """Return the move that *text* describes; raises ``TextUnreadable`` if it describes none."""
    if text in _WORDS:
        return _WORDS[text]
    if text in _COLOURS:
        return Deal(_COLOURS[text], None)
    if found := _DEAL.fullmatch(text):
        return Deal(Colour(found[1]), Secret(_number(found[2])))
    if found := _COUNT.fullmatch(text):
        return Take(int(found[2])) if found[1] == "take" else Standing(int(found[2]))
    if found := _PLACE.fullmatch(text):
        return Place(int(found[2]) - 1) if found[1] == "place" else Fall(int(found[2]) - 1)
    return _parse_turn(text)


def _parse_turn(text: str) -> Move:
    if found := _ATTACK.fullmatch(text):
        return Attack(int(found[1]) - 1, int(found[2]) - 1, _number(found[3]))
    if found := _DRAW.fullmatch(text):
        return Draw(_COLOURS[found[1]])
    if found := _HIT.fullmatch(text):
        return Hit(int(found[1]) - 1, _COLOURS[found[2]])
    if found := _WRONG.fullmatch(text):
        shown = None if found[1] is None else _number(found[1])
        return Judge(False, shown, None if found[2] is None else int(found[2]) - 1)
    raise TextUnreadable(f"expected a move such as 'draw dark' or 'attack 2.3 5', got {text!r}")


def is_panel(text: str) -> bool:
    """Whether *text* is that of a panel with its number.

    >>> is_panel("D11"), is_panel("L-"), is_panel("D12")
    (True, True, False)
    """
    return _DEAL.fullmatch(text) is not None


def _number(text: str) -> int:
    return DASH if text == "-" else int(text)
