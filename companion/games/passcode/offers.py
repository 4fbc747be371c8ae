"""The legal moves of a state, and the outcomes of chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.games.die import FACES, Turn
from companion.games.passcode.boards import SKEWS
from companion.games.passcode.cards import DIGITS, HELD, Card, digit_card
from companion.games.passcode.moves import (
    Deal,
    Die,
    Discard,
    Draw,
    Fail,
    First,
    Give,
    Hand,
    Keep,
    LayLock,
    Move,
    NoLock,
    Pile,
    Play,
    Roll,
    Square,
    TurnUp,
)
from companion.games.passcode.state import Phase, State
from companion.games.passcode.table import (
    can_draw,
    drawable,
    drawable_card,
    drawable_count,
    held,
    is_dealer,
    is_left,
)
from companion.games.secret import Secret

DIE_PHASES = (Phase.FREE, Phase.LOCK_IN, Phase.NUMBER, Phase.PLAYOFF)


def is_chance(state: State) -> bool:
    """Whether chance is to move."""
    if state.phase is Phase.DEAL:
        return is_dealer(state)
    return state.phase in (Phase.BOARD, Phase.FIRST, Phase.TURN_UP, Phase.CARD, *DIE_PHASES)


def chance_count(state: State) -> int:
    """Return the number of equally likely outcomes where chance is to move."""
    match state.phase:
        case Phase.BOARD:
            return len(SKEWS)
        case Phase.FIRST:
            return state.rules.players
        case Phase.DEAL | Phase.CARD | Phase.TURN_UP:
            return drawable_count(state)
    return len(FACES)


def chance_move(state: State, index: int) -> Move:
    """Return the move of chance with number *index*."""
    match state.phase:
        case Phase.BOARD:
            return Roll(SKEWS[index])
        case Phase.FIRST:
            return First(index)
        case Phase.TURN_UP:
            return TurnUp(drawable_card(state, index))
        case Phase.DEAL | Phase.CARD:
            return Give(Secret(drawable_card(state, index)))
    return Die(FACES[index])


def offered(state: State) -> Iterator[Move]:
    """Yield every legal move."""
    if is_chance(state):
        yield from _by_chance(state)
        return
    match state.phase:
        case Phase.SQUARE:
            yield from (Square(Turn.LEFT), Square(Turn.RIGHT))
        case Phase.DEAL:
            seats = range(state.rules.players)
            yield from (Deal(fails) for count in range(len(seats) + 1) for fails in combinations(seats, count))
        case Phase.DRAW:
            yield from _piles(state)
        case Phase.PLAY:
            yield from _plays(state)
        case Phase.LOCK:
            yield from _locks(state)
            yield NoLock()
        case Phase.HANDS:
            yield from (Hand(card) for card in HELD if is_left(state, card))


def _by_chance(state: State) -> Iterator[Move]:
    match state.phase:
        case Phase.DEAL | Phase.CARD:
            yield from (Give(Secret(card)) for card in drawable(state))
        case Phase.TURN_UP:
            yield from map(TurnUp, drawable(state))
        case _:
            yield from (chance_move(state, index) for index in range(chance_count(state)))


def _piles(state: State) -> Iterator[Move]:
    if can_draw(state):
        yield Draw(Pile.DRAW)
    if state.discards:
        yield Draw(Pile.DISCARD)


def _plays(state: State) -> Iterator[Move]:
    known = [card for card in HELD if any(one.reveal() in (card, None) for one in held(state))]
    digit = state.player.next_digit
    if digit is None:
        yield from _locks(state)
    else:
        fitting = (digit_card(digit), Card.KEY)
        yield from (Play(card) for card in fitting if card in known and is_left(state, card))
    yield from map(Discard, known if is_dealer(state) else (None,))
    if state.player.hand is None:
        yield Keep()
    if not is_dealer(state) and is_left(state, Card.FAIL):
        yield Fail()


def _locks(state: State) -> Iterator[Move]:
    known = {card for card in HELD if any(one.reveal() in (card, None) for one in held(state))}
    yield from (LayLock(card, card.number or 0) for card in DIGITS if card in known and is_left(state, card))
    if Card.KEY in known and is_left(state, Card.KEY):
        yield from (LayLock(Card.KEY, number) for number in FACES)
