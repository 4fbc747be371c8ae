"""How the box plays at its own seats, from the view of that seat.

It plays a digit when it can, and uses a KEY only without the digit card. It prefers to keep a KEY, then the card
whose digit comes soonest in the code, then the lowest card. It takes the top of the discards where that card is
useful, because a card from the draw pile may be a FAIL.

An easy box discards and draws at random where it cannot play. A strong one does not discard what the next player
waits for, risks a FAIL for a card that may come next, and turns the die so that its own codes have different digits,
and those of the others the same ones.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.die import Turn
from companion.games.passcode.boards import LEVELS, facing
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import Discard, Draw, Keep, LayLock, Move, Pile, Play, Square
from companion.games.passcode.state import FAILS_OUT, Phase, Strength
from companion.games.passcode.view import PasscodeView, PlayerView

NAMED = 1
"""The number that the box names with a KEY: all numbers are equally likely, and the lowest costs least."""

NEVER = 9
"""A rank after every place of a code: the card is never needed."""


def choose(view: PasscodeView, draw: Callable[[int], int]) -> Move:
    """Return the move for the player to move, given the *view* of that seat; ``draw(n)`` is random below n."""
    match view.phase:
        case Phase.SQUARE:
            return Square(_turn(view, draw))
        case Phase.DRAW:
            return Draw(_pile(view, draw))
        case Phase.LOCK:
            return _lock(view.player.hand)
    return _play(view, draw)


def _turn(view: PasscodeView, draw: Callable[[int], int]) -> Turn:
    turns = (Turn.LEFT, Turn.RIGHT)
    either = turns[draw(2)]
    if view.rules.strength is not Strength.STRONG or view.skew is None:
        return either
    skew = view.skew

    def repeats(turn: Turn) -> int:
        """Return how often the new digits are in the codes that they belong to, the own ones counted against it."""
        digits = facing(skew.turned(turn), view.rules.players, view.rules.sitting)
        counts = [_open_part(player.board).count(digit) for player, digit in zip(view.players, digits, strict=True)]
        return sum(counts) - counts[view.seat] * len(counts)

    return max((either, *turns), key=repeats)


def _open_part(board: tuple[int, ...]) -> tuple[int, ...]:
    """Return the part of *board* that belongs to the code of its next digit."""
    start = max(sum(LEVELS[:level]) for level in range(len(LEVELS)) if sum(LEVELS[:level]) <= len(board))
    return board[start:]


def _pile(view: PasscodeView, draw: Callable[[int], int]) -> Pile:
    if view.top is None:
        return Pile.DRAW
    if view.pile == 0 and view.discards < 2:
        return Pile.DISCARD
    if view.rules.strength is Strength.EASY:
        return (Pile.DRAW, Pile.DISCARD)[draw(2)]
    me = view.player
    if me.next_digit is None or _fits(me, view.top):
        return Pile.DISCARD
    if _fits(me, me.hand):
        # The hand is played. A strong player risks a first or second FAIL for a card that may come next.
        is_bold = view.rules.strength is Strength.STRONG and view.pile > 0 and me.fails < FAILS_OUT - 1
        return Pile.DRAW if is_bold and _worth(me, view.top)[0] > 1 else Pile.DISCARD
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


def _play(view: PasscodeView, draw: Callable[[int], int]) -> Move:
    me = view.player
    cards = [card for card in (me.hand, view.drawn) if card is not None]
    if me.next_digit is None:
        if view.is_last:
            # Only the points of the card that is left count now.
            return Discard(max(cards, key=lambda card: card.number or view.rules.key_points))
        return _lock(min(cards, key=_cost))
    fitting = [card for card in cards if _fits(me, card)]
    if fitting:
        return Play(next((card for card in fitting if card is not Card.KEY), Card.KEY))
    if len(cards) == 1:
        return Keep()
    match view.rules.strength:
        case Strength.EASY:
            return Discard(cards[draw(len(cards))])
        case Strength.STRONG:
            wanted = _next_player(view).next_digit
            return Discard(max(cards, key=lambda card: (card.number != wanted, _worth(me, card))))
    return Discard(max(cards, key=lambda card: _worth(me, card)))


def _next_player(view: PasscodeView) -> PlayerView:
    """Return the next player who is not locked out, who may take what is discarded."""
    seats = [(view.seat + step) % len(view.players) for step in range(1, len(view.players))]
    return view.players[next((seat for seat in seats if not view.players[seat].is_locked_out), seats[0])]


def _cost(card: Card) -> int:
    return card.number or NAMED


def _lock(card: Card | None) -> Move:
    card = card or Card.KEY
    return LayLock(card, _cost(card))
