"""The moves of Passcode, and their text forms in a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from companion.errors import TextUnreadable
from companion.games.die import Turn, attitude
from companion.games.passcode.boards import TiltedDie
from companion.games.passcode.cards import Card
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
class First:
    """Chance decides which seat begins."""

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
    """Chance rolls the die for one number."""

    number: int


@dataclass(frozen=True, slots=True)
class Hand:
    """Report to the referee: the card that a player has left."""

    card: Card


Move: TypeAlias = (
    Roll | Square | First | Deal | TurnUp | Draw | Give | Fail | Play | Discard | Keep | LayLock | NoLock | Die | Hand
)


def move_text(move: Move) -> str:
    """Return the text of *move*, including a hidden card."""
    return _hidden_text(move) if isinstance(move, Give) else public_text(move)


def _hidden_text(move: Give) -> str:
    return f"card {move.card.reveal().value}"


def public_text(move: Move) -> str:
    """Return the text of *move* as all players may know it: it names a given card only if that is a FAIL."""
    match move:
        case Give(card):
            return _hidden_text(move) if card.reveal() is Card.FAIL else "card"
        case Roll(skew):
            return f"roll {skew.attitude.top}{skew.attitude.north} {skew.twist.value}"
        case Deal(fails):
            return " ".join(["deal", *(["fail"] if fails else []), *(str(seat + 1) for seat in fails)])
        case LayLock(card, number):
            return f"lock {number}" if card is not Card.KEY else f"lock key {number}"
        case Discard(card):
            return "discard" if card is None else f"discard {card.value}"
    return _plain_text(move)


def _plain_text(move: Move) -> str:
    match move:
        case Square(turn):
            return f"turn {turn.value}"
        case First(seat):
            return f"first {seat + 1}"
        case TurnUp(card):
            return f"up {card.value}"
        case Draw(pile):
            return pile.value
        case Play(card):
            return f"play {card.value}"
        case Die(number):
            return f"die {number}"
        case Hand(card):
            return f"hand {card.value}"
        case Keep():
            return "keep"
        case NoLock():
            return "no lock"
    return "fail"


def _deal(words: str) -> Move:
    fails = tuple(int(word) - 1 for word in words.split())
    if list(fails) != sorted(set(fails)):
        raise ValueError(f"expected seats in rising order, got {words!r}")
    return Deal(fails)


_SINGLE: Final[Mapping[str, Move]] = {
    public_text(move): move
    for move in (Deal(), Draw(Pile.DRAW), Draw(Pile.DISCARD), Fail(), Discard(), Keep(), NoLock())
}
_HELD = "[1-6]|key"
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Move]], ...]] = tuple(
    (re.compile(form), read)
    for form, read in (
        (r"roll ([1-6])([1-6]) (left|right)", lambda m: Roll(TiltedDie(attitude(int(m[1]), int(m[2])), Turn(m[3])))),
        (r"turn (left|right)", lambda m: Square(Turn(m[1]))),
        (r"first ([1-6])", lambda m: First(int(m[1]) - 1)),
        (r"deal fail((?: [1-6]){1,6})", lambda m: _deal(m[1])),
        (rf"up ({_HELD}|fail)", lambda m: TurnUp(Card(m[1]))),
        (rf"card ({_HELD}|fail)", lambda m: Give(Secret(Card(m[1])))),
        (rf"play ({_HELD})", lambda m: Play(Card(m[1]))),
        (rf"discard ({_HELD})", lambda m: Discard(Card(m[1]))),
        (r"lock ([1-6])", lambda m: LayLock(Card(m[1]), int(m[1]))),
        (r"lock key ([1-6])", lambda m: LayLock(Card.KEY, int(m[1]))),
        (r"die ([1-6])", lambda m: Die(int(m[1]))),
        (rf"hand ({_HELD})", lambda m: Hand(Card(m[1]))),
    )
)


def parse_move(text: str) -> Move:
    """Return the move that *text* describes; raises ``TextUnreadable`` if it describes none."""
    if text in _SINGLE:
        return _SINGLE[text]
    if text == "card":
        raise TextUnreadable("expected the card that was drawn, got a record that does not hold it yet")
    for form, read in _FORMS:
        if found := form.fullmatch(text):
            try:
                return read(found)
            except ValueError as error:
                raise TextUnreadable(f"expected a move of Passcode, got {text!r}: {error}") from error
    raise TextUnreadable(f"expected a move of Passcode such as 'play 3' or 'discard', got {text!r}")
