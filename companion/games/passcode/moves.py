"""The moves of Passcode, and their text forms in a record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TypeAlias

from companion.games.die import Turn, attitude
from companion.games.notation import Form, Notation, Word, from_one, one_of
from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.cards import DIGITS, HELD, Card
from companion.games.passcode.state import Phase
from companion.games.secret import Secret


class Pile(Enum):
    """A pile from which a card is drawn; the value is the text of the move."""

    DRAW = "draw"
    DISCARD = "take"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance rolls the die for the code boards."""

    skew: TiltedDie


@dataclass(frozen=True, slots=True)
class Square:
    """The player who rolled turns the die to the next square position."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class ReadDie:
    """The roller reads the players' own die, turned square: the numbers on top and on the north side."""

    top: int
    north: int


@dataclass(frozen=True, slots=True)
class Enter:
    """The player enters the *number* that *phase* asks for: a level, points, or a digit of a written code."""

    phase: Phase
    number: int


@dataclass(frozen=True, slots=True)
class First:
    """Chance, or the players' own die, decides which seat begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Report to the referee: the cards are dealt, and the seats in ``fails`` got a FAIL."""

    fails: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Chance turns up the top card of the draw pile to begin the discards."""

    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """The player chooses the pile to draw from."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Give:
    """Chance gives a card from the draw pile; only the player who gets it knows it, unless it is a FAIL."""

    card: Secret[Card]


@dataclass(frozen=True, slots=True)
class Fail:
    """Report to the referee: a FAIL was drawn."""


@dataclass(frozen=True, slots=True)
class Play:
    """The player plays the next digit of the code, with its digit card or a KEY."""

    card: Card


@dataclass(frozen=True, slots=True)
class Discard:
    """The player discards a card; the card is None where the box is the referee, which is not told it."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """A player who had no card keeps the card just drawn."""


@dataclass(frozen=True, slots=True)
class LayLock:
    """The player lays a card as the lock-in number; with a KEY the player names the number."""

    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class NoLock:
    """The player does not lay the remaining card as the lock-in number."""


@dataclass(frozen=True, slots=True)
class Die:
    """Chance rolls the die for one number, or the roller reads it from the players' own die."""

    number: int


@dataclass(frozen=True, slots=True)
class Hand:
    """Report to the referee: the card that a player has left."""

    card: Card


_Before: TypeAlias = Roll | Square | ReadDie | Enter | First | Deal | TurnUp
Move: TypeAlias = _Before | Draw | Give | Fail | Play | Discard | Keep | LayLock | NoLock | Die | Hand


def _skew(text: str) -> TiltedDie:
    return TiltedDie(attitude(int(text[0]), int(text[1])), Turn(text[3:]))


def _seats(text: str) -> tuple[int, ...]:
    fails = tuple(int(word) - 1 for word in text.split())
    if list(fails) != sorted(set(fails)):
        raise ValueError(f"expected seats in rising order, got {text!r}")
    return fails


_CARDS = {card.value: card for card in Card}
_WORDS = {
    "skew": Word(
        "[1-6][1-6] (?:left|right)", _skew, lambda skew: f"{skew.attitude.top}{skew.attitude.north} {skew.twist.value}"
    ),
    "turn": one_of({turn.value: turn for turn in Turn}),
    "seat": from_one("[1-6]"),
    "fails": Word("(?: [1-6]){1,6}", _seats, lambda fails: "".join(f" {seat + 1}" for seat in fails)),
    "card": one_of({card.value: card for card in HELD}),
    "any": one_of(_CARDS),
    "hidden": Word("|".join(_CARDS), lambda text: Secret(Card(text)), lambda card: str(card.reveal().value)),
    "digit": one_of({card.value: card for card in DIGITS}),
    "pile": one_of({pile.value: pile for pile in Pile}),
    "number": Word("[1-6]"),
    "level": Word("[3-6]"),
    "points": Word("0|[1-9][0-9]?"),
}

NOTATION: Notation[Move] = Notation(
    "a move of Passcode such as 'play 3' or 'discard'",
    _WORDS,
    Form("roll {skew}", Roll),
    Form("turn {turn}", Square),
    Form("shows {top:number}{north:number}", ReadDie),
    Form("level {number:level}", Enter, partial(Enter, Phase.LEVEL)),
    Form("score {number:points}", Enter, partial(Enter, Phase.SCORE)),
    Form("digit {number}", Enter, partial(Enter, Phase.DIGIT)),
    Form("first {seat}", First),
    Form("deal", Deal),
    Form("deal fail{fails}", Deal),
    Form("up {card:any}", TurnUp),
    Form("{pile}", Draw),
    Form("card {card:hidden}", Give),
    Form("fail", Fail),
    Form("play {card}", Play),
    Form("discard", Discard),
    Form("discard {card}", Discard),
    Form("keep", Keep),
    Form("lock {card:digit}", LayLock, lambda card: LayLock(card, card.number or 0)),
    Form("lock key {number}", LayLock, partial(LayLock, Card.KEY)),
    Form("no lock", NoLock),
    Form("die {number}", Die),
    Form("hand {card}", Hand),
)
"""The texts of the moves, a card that is given included; seats are counted from 1."""
