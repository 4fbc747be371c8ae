"""The legal moves of a player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.die import FACES, Turn
from companion.games.passcode import moves, table
from companion.games.passcode.cards import DIGITS, HELD, Card, digit_card
from companion.games.passcode.state import Phase, State


def offered(state: State) -> Iterator[moves.Move]:
    """Yield every legal move of a player."""
    match state.phase:
        case Phase.SQUARE:
            yield from (moves.Square(Turn.LEFT), moves.Square(Turn.RIGHT))
        case Phase.DEAL:
            seats = range(state.rules.players)
            yield from (moves.Deal(fails) for count in range(len(seats) + 1) for fails in combinations(seats, count))
        case Phase.DRAW:
            if table.can_draw(state):
                yield moves.Draw(moves.Pile.DRAW)
            if state.discards:
                yield moves.Draw(moves.Pile.DISCARD)
        case Phase.PLAY:
            yield from _plays(state)
        case Phase.LOCK:
            yield from _locks(state)
            yield moves.NoLock()
        case Phase.HANDS:
            yield from (moves.Hand(card) for card in HELD if table.is_left(state, card))


def _plays(state: State) -> Iterator[moves.Move]:
    known = [card for card in HELD if any(one.reveal() in (card, None) for one in table.held(state))]
    digit = state.player.next_digit
    if digit is None:
        yield from _locks(state)
    else:
        fitting = (digit_card(digit), Card.KEY)
        yield from (moves.Play(card) for card in fitting if card in known and table.is_left(state, card))
    yield from map(moves.Discard, known if table.is_dealer(state) else (None,))
    if state.player.hand is None:
        yield moves.Keep()
    if not table.is_dealer(state) and table.is_left(state, Card.FAIL):
        yield moves.Fail()


def _locks(state: State) -> Iterator[moves.Move]:
    known = {card for card in HELD if any(one.reveal() in (card, None) for one in table.held(state))}
    yield from (
        moves.LayLock(card, card.number or 0) for card in DIGITS if card in known and table.is_left(state, card)
    )
    if Card.KEY in known and table.is_left(state, Card.KEY):
        yield from (moves.LayLock(Card.KEY, number) for number in FACES)
