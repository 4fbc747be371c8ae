"""The 90 cards, which are 60 digits, 10 keys and 20 fails, and counts of cards by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Card(Enum):
    """The kinds of cards; the value is the word for the card in a record."""

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
        """The number on a digit card; None for other cards."""
        return int(self.value) if self.value.isdigit() else None

    def __repr__(self) -> str:
        return f"Card.{self.name}"


DIGITS: Final = (Card.ONE, Card.TWO, Card.THREE, Card.FOUR, Card.FIVE, Card.SIX)
HELD: Final = (*DIGITS, Card.KEY)
"""The cards that a hand may hold; a FAIL is laid on the table at once."""


def digit_card(number: int) -> Card:
    """Return the digit card of *number*, 1 to 6."""
    return Card(str(number))


@dataclass(frozen=True, slots=True)
class CardCounts:
    """Cards in unknown order: the number of cards of each kind, in the order of ``Card``."""

    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of cards."""
        return sum(self.counts)

    def count(self, card: Card) -> int:
        """Return the number of cards of the kind *card*."""
        return self.counts[_PLACES[card]]

    def without(self, card: Card) -> CardCounts:
        """Return the counts with one *card* fewer; raises ``ValueError`` if there is none."""
        place = _PLACES[card]
        if not self.counts[place]:
            raise ValueError(f"expected a card that is in the heap, got {card!r}")
        return CardCounts((*self.counts[:place], self.counts[place] - 1, *self.counts[place + 1 :]))

    def card(self, index: int) -> Card:
        """Return card number *index*; each card has its own number.

        Raises ``ValueError`` unless index < ``total``.
        """
        for card, count in zip(Card, self.counts, strict=True):
            if index < count:
                return card
            index -= count
        raise ValueError(f"expected a number below {self.total}, got one {index} beyond")

    def __iter__(self) -> Iterator[Card]:
        """Yield once each kind of card of which there is at least one."""
        return (card for card, count in zip(Card, self.counts, strict=True) if count)


_PLACES = {card: place for place, card in enumerate(Card)}


def heap_of(cards: tuple[Card, ...]) -> CardCounts:
    """Return the counts of *cards* by kind.

    >>> heap_of((Card.KEY, Card.SIX, Card.SIX)).counts
    (0, 0, 0, 0, 0, 2, 1, 0)
    """
    return CardCounts(tuple(cards.count(card) for card in Card))


DECK: Final = CardCounts((10, 10, 10, 10, 10, 10, 10, 20))
