"""The 90 cards: sixty digits, ten keys and twenty fails, and heaps of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Card(Enum):
    """What is on a card; the value is its word in a record."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    KEY = "key"
    FAIL = "fail"

    @property
    def number(self) -> int | None:
        """The number on a digit card; None for the others."""
        return int(self.value) if self.value.isdigit() else None

    def __repr__(self) -> str:
        return f"Card.{self.name}"


DIGITS: Final = (Card.ONE, Card.TWO, Card.THREE, Card.FOUR, Card.FIVE, Card.SIX)
HELD: Final = (*DIGITS, Card.KEY)
"""The cards that may be in a hand; a FAIL is laid down at once."""


def digit_card(number: int) -> Card:
    """Return the card with *number* on it, 1 to 6."""
    return Card(str(number))


@dataclass(frozen=True, slots=True)
class CardCounts:
    """Cards whose order nobody knows: how many there are of each, in the order of ``Card``."""

    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many cards there are."""
        return sum(self.counts)

    def count(self, card: Card) -> int:
        """Return how many of *card* there are."""
        return self.counts[_PLACES[card]]

    def without(self, card: Card) -> CardCounts:
        """Return the heap after one *card* was drawn from it."""
        place = _PLACES[card]
        if not self.counts[place]:
            raise ValueError(f"expected a card that is in the heap, got {card!r}")
        return CardCounts((*self.counts[:place], self.counts[place] - 1, *self.counts[place + 1 :]))

    def card(self, index: int) -> Card:
        """Return card number *index*, 0 <= index < ``total``; each card has a number of its own."""
        for card, count in zip(Card, self.counts, strict=True):
            if index < count:
                return card
            index -= count
        raise ValueError(f"expected a number below {self.total}, got one {index} beyond")

    def __iter__(self) -> Iterator[Card]:
        """Yield each kind of card there is once."""
        return (card for card, count in zip(Card, self.counts, strict=True) if count)


_PLACES = {card: place for place, card in enumerate(Card)}


def heap_of(cards: tuple[Card, ...]) -> CardCounts:
    """Return *cards* as a heap.

    >>> heap_of((Card.KEY, Card.SIX, Card.SIX)).counts
    (0, 0, 0, 0, 0, 2, 1, 0)
    """
    return CardCounts(tuple(cards.count(card) for card in Card))


DECK: Final = CardCounts((10, 10, 10, 10, 10, 10, 10, 20))
