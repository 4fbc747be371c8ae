"""How the box plays at its own seats, from the view of that seat.

It plays a digit when it can, and uses a KEY only without the digit card. It prefers to keep a KEY, then the card
whose digit comes soonest in the code, then the lowest card. It takes the top of the discards where that card is
useful, because a card from the draw pile may be a FAIL.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.die import Turn
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Discard, Draw, Keep, LayLock, Move, Pile, Play, Square
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView, PlayerView

NAMED = 1
"""The number that the box names with a KEY: all numbers are equally likely, and the lowest costs least."""

NEVER = 9
"""A rank after every place of a code: the card is never needed."""


def choose(view: PasscodeView, draw: Callable[[int], int]) -> Move:
    """Return the move for the player to move, given the *view* of that seat; ``draw(n)`` is random below n."""
    match view.phase:
        case Phase.SQUARE:
            return Square((Turn.LEFT, Turn.RIGHT)[draw(2)])
        case Phase.DRAW:
            return Draw(_pile(view))
        case Phase.LOCK:
            return _lock(view.player.hand)
    return _play(view)


def _pile(view: PasscodeView) -> Pile:
    if view.top is None:
        return Pile.DRAW
    if view.pile == 0 and view.discards < 2:
        return Pile.DISCARD
    me = view.player
    if me.next_digit is None or _fits(me, view.top) or _fits(me, me.hand):
        return Pile.DISCARD
    return Pile.DISCARD if _worth(me, view.top) < _worth(me, me.hand) and view.top is Card.KEY else Pile.DRAW


def _fits(me: PlayerView, card: Card | None) -> bool:
    return card is Card.KEY or (card is not None and card.number == me.next_digit)


def _worth(me: PlayerView, card: Card | None) -> tuple[int, int]:
    """Return how soon *card* is useful and what it costs at the end; lower is better."""
    if card is Card.KEY:
        return 0, 0
    if card is None or card.number is None:
        return NEVER, NEVER
    left = me.code[len(me.laid) :]
    return (left.index(card.number) if card.number in left else NEVER), card.number


def _play(view: PasscodeView) -> Move:
    me = view.player
    cards = [card for card in (me.hand, view.drawn) if card is not None]
    if me.next_digit is None:
        return _lock(min(cards, key=_cost))
    fitting = [card for card in cards if _fits(me, card)]
    if fitting:
        return Play(next((card for card in fitting if card is not Card.KEY), Card.KEY))
    if len(cards) == 1:
        return Keep()
    return Discard(max(cards, key=lambda card: _worth(me, card)))


def _cost(card: Card) -> int:
    return card.number or NAMED


def _lock(card: Card | None) -> Move:
    card = card or Card.KEY
    return LayLock(card, _cost(card))
