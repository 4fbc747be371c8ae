"""The moves of Coda, and their text forms in a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from companion.games.coda.panels import Colour, number_text, read_number
from companion.games.notation import Form, Notation, Word, from_one, one_of
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

PANEL_LETTERS = "DL0123456789-"
"""The characters of a panel's text."""
_NUMBER = r"(?:[0-9]|1[01]|-)"
_WORDS = {
    "colour": one_of({colour.word: colour for colour in Colour}),
    "letter": one_of({colour.value: colour for colour in Colour}),
    "number": Word(_NUMBER, read_number, number_text),
    "shown": Word(_NUMBER, read_number, number_text),
    "hidden": Word(_NUMBER, lambda text: Secret(read_number(text)), lambda number: number_text(number.reveal())),
    "count": Word("[0-9]{1,3}"),
    "seat": from_one("[1-9]"),
    "place": from_one("[1-9][0-9]?"),
}

NOTATION: Notation[Move] = Notation(
    "a move such as 'draw dark' or 'attack 2.3 5'",
    _WORDS,
    Form("{colour}", Deal, partial(Deal, number=None)),
    Form("{colour:letter}{number:hidden}", Deal),
    Form("take {darks:count}", Take),
    Form("draw {colour}", Draw),
    Form("place {place}", Place),
    Form("attack {seat}.{place} {number}", Attack),
    Form("hit {seat} {colour}", Hit),
    Form("miss", Miss),
    Form("right", Judge, partial(Judge, True)),
    Form("wrong", Judge, partial(Judge, False)),
    Form("wrong {shown}", Judge, partial(Judge, False)),
    Form("wrong place {place}", Judge, partial(Judge, False)),
    Form("wrong {shown} place {place}", Judge, partial(Judge, False)),
    Form("stop", Stop),
    Form("time up", TimeUp),
    Form("fall {place}", Fall),
    Form("standing {points:count}", Standing),
)
"""The texts of the moves; a number that is hidden is in them, and seats and places are counted from 1."""


def is_panel(text: str) -> bool:
    """Whether *text* is that of a panel with its number.

    >>> is_panel("D11"), is_panel("L-"), is_panel("D12")
    (True, True, False)
    """
    return re.fullmatch(f"[DL]{_NUMBER}", text) is not None
