"""The legal moves of a player, and the effects of moves: set-up of the boards, deal, turns, end of rounds and matches.

Functions raise ``MoveRefused`` for a move that the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.errors import N_, MoveRefused
from companion.games.die import ATTITUDES, FACES, Attitude, Turn, attitude
from companion.games.passcode import moves, table
from companion.games.passcode.boards import BOARD_LENGTH, LEVELS, TOP_LEVEL, facing, start_of
from companion.games.passcode.cards import DECK, DIGITS, HELD, Card, digit_card
from companion.games.passcode.moves import Pile
from companion.games.passcode.state import FAILS_OUT, Lock, Phase, Player, Playoff, Round, State
from companion.games.secret import Secret

# The code boards and the first player


def turn_square(state: State, turn: Turn) -> State:
    """Return *state* with the digit that each player sees on the die, after *turn*, added to their board."""
    return state if state.skew is None else add_digits(state, state.skew.turned(turn))


def read_die(state: State, top: int, north: int) -> State:
    """Return *state* with the digits that the players' own die shows, which the roller has turned square.

    Raises ``MoveRefused`` if the two numbers are the same or add to 7, as those of opposite sides do.
    """
    try:
        lying = attitude(top, north)
    except ValueError as error:
        sentence = N_("No die shows {top} on top and {side} at a side.")
        raise MoveRefused(str(error), sentence, top=top, side=north) from error
    return add_digits(state, lying)


def add_digits(state: State, lying: Attitude) -> State:
    """Return *state* with the digit that each player sees on the die *lying* square added to their board."""
    seen = facing(lying, state.rules.players, state.rules.sitting)
    players = tuple(
        replace(player, board=(*player.board, digit)) for player, digit in zip(state.players, seen, strict=True)
    )
    rolls = len(players[0].board)
    state = replace(state, players=players, skew=None, seat=rolls % state.rules.players)
    if rolls < BOARD_LENGTH:
        return replace(state, phase=Phase.BOARD)
    return begin_match(state)


ENTERED: Mapping[Phase, Sequence[int]] = {Phase.LEVEL: LEVELS, Phase.SCORE: range(100), Phase.DIGIT: FACES}
"""The numbers that players may enter of what they have written before."""


def enter(state: State, number: int) -> State:
    """Return *state* with the level, the points or the next digit of the code of the player to move.

    Raises ``MoveRefused`` for a number that is none.
    """
    if number not in ENTERED[state.phase]:
        raise MoveRefused(f"expected a number for {state.phase.name}, got {number}")
    seat, player = state.seat, state.player
    if state.phase is Phase.LEVEL:
        return replace(table.with_player(state, seat, level=number), phase=Phase.SCORE)
    if state.phase is Phase.SCORE:
        state = replace(table.with_player(state, seat, score=number), phase=Phase.LEVEL)
        return replace(state, seat=seat + 1) if seat + 1 < state.rules.players else begin_match(state)
    # Codes of levels below are over, so they are never asked for.
    over = (0,) * (start_of(player.level) - len(player.board))
    return ask_code(table.with_player(state, seat, board=(*player.board, *over, number)))


def begin_match(state: State) -> State:
    """Return the state before the first round, or at the question who begins it."""
    if state.rules.first is None:
        return replace(state, phase=Phase.FIRST)
    return begin_round(state, state.rules.first)


def ask_code(state: State) -> State:
    """Return the state that waits for the next digit of a code that is not known, or for the deal."""
    for seat in seats_from(state, state.starter):
        if len(state.players[seat].code) < state.players[seat].level:
            return replace(state, phase=Phase.DIGIT, seat=seat)
    return replace(state, phase=Phase.DEAL, seat=state.starter)


# The deal


def deal(state: State, fails: tuple[int, ...]) -> State:
    """Return *state* after the deal reported to the referee: a card each, except for the seats in *fails*.

    Raises ``MoveRefused`` if a seat is not at this table.
    """
    if not set(fails) <= set(range(state.rules.players)):
        raise MoveRefused(f"expected seats at this table, got {fails!r}")
    players: list[Player] = [
        replace(player, fails=1) if seat in fails else replace(player, hand=Secret(None))
        for seat, player in enumerate(state.players)
    ]
    return begin_turn(replace(state, players=tuple(players)), state.starter)


def give(state: State, card: Card) -> State:
    """Return *state* after a card from the draw pile was dealt to, or drawn by, the player to move."""
    state = table.take_from_pile(state, card)
    if state.phase is Phase.DEAL:
        got: dict[str, Any] = {"fails": 1} if card is Card.FAIL else {"hand": Secret(card)}
        seat = (state.seat + 1) % state.rules.players
        return replace(
            table.with_player(state, state.seat, **got),
            seat=seat,
            phase=Phase.TURN_UP if seat == state.starter else Phase.DEAL,
        )
    if card is Card.FAIL:
        return fail(state)
    return replace(state, drawn=Secret(card), phase=Phase.PLAY)


def turn_up(state: State, card: Card) -> State:
    """Return *state* with *card* as the first discard; a FAIL goes beneath the draw pile instead."""
    state = table.take_from_pile(state, card)
    if card is Card.FAIL:
        return replace(state, under=state.under + 1)
    state = replace(state, discards=(card,))
    return begin_turn(state, state.starter) if state.drawn is None else replace(state, phase=Phase.PLAY)


# A turn


def draw_from(state: State, pile: Pile) -> State:
    """Return *state* after the player chose the pile to draw from; the top of the discards is drawn at once.

    Raises ``MoveRefused`` if the pile is empty.
    """
    if pile is Pile.DRAW:
        if not table.can_draw(state):
            raise MoveRefused("expected a pile that has cards, got the draw pile", N_("The draw pile is empty."))
        return replace(table.refill(state), phase=Phase.CARD)
    if not state.discards:
        raise MoveRefused("expected a pile that has cards, got the discards", N_("There are no discards."))
    state = replace(state, drawn=Secret(state.discards[-1]), discards=state.discards[:-1])
    must_turn_up = not state.discards and table.can_turn_up(state)
    return replace(state, phase=Phase.TURN_UP if must_turn_up else Phase.PLAY)


def fail(state: State) -> State:
    """Return *state* after a FAIL, which ends the turn."""
    table.need_left(state, Card.FAIL)
    return end_turn(table.with_player(state, state.seat, fails=state.player.fails + 1))


def play_card(state: State, card: Card) -> State:
    """Return *state* with *card* played on the next digit of the code; raises ``MoveRefused`` if it does not fit."""
    digit = state.player.next_digit
    if digit is None:
        raise MoveRefused("expected a lock-in card, for the code is complete", N_("The code is complete."))
    if card is not Card.KEY and card.number != digit:
        raise MoveRefused(
            f"expected a {digit} or a KEY, got {card.value}",
            N_("Out of order: the next digit is {digit}."),
            digit=digit,
        )
    table.need_left(state, card)
    hand = table.hand_of(table.without(state, card))
    state = table.with_player(state, state.seat, laid=(*state.player.laid, card), hand=hand)
    may_lock = state.player.is_complete and hand is not None and state.winner is None
    return replace(state, phase=Phase.LOCK, drawn=None) if may_lock else end_turn(state)


def discard(state: State, card: Card | None) -> State:
    """Return *state* with *card* on the discards; *card* is None where the box is the referee.

    Raises ``MoveRefused`` if *card* is None where the box is the dealer, or given where it is the referee.
    """
    if (card is None) is table.is_dealer(state):
        raise MoveRefused("expected a discard named to the dealer only, got another")
    hand = table.hand_of(table.without(state, card))
    state = table.with_player(state, state.seat, hand=hand)
    return end_turn(state if card is None else replace(state, discards=(*state.discards, card)))


def keep_card(state: State) -> State:
    """Return *state* with the drawn card kept; raises ``MoveRefused`` if the hand has a card already."""
    if state.player.hand is not None:
        raise MoveRefused("expected one of two cards played or discarded", N_("Play or discard one of the two cards."))
    return end_turn(table.with_player(state, state.seat, hand=state.drawn))


def lay_lock(state: State, lock: Lock) -> State:
    """Return *state* with the lock-in card laid; the lock-in number cannot change afterwards.

    Raises ``MoveRefused`` if the code is not complete, or the number is chosen already or does not fit the card.
    """
    if state.player.lock is not None:
        raise MoveRefused(
            f"expected no second choice of the lock-in number, got {lock.number}",
            N_("The lock-in number stays {number}."),
            number=state.player.lock.number,
        )
    if state.phase not in (Phase.PLAY, Phase.LOCK) or not state.player.is_complete:
        raise MoveRefused("expected a complete code first, got a lock-in card", N_("Complete the code first."))
    if lock.card.number not in (lock.number, None) or not 1 <= lock.number <= len(DIGITS):
        raise MoveRefused(f"expected the number of the card, got {lock.number}")
    table.need_left(state, lock.card)
    hand = table.hand_of(table.without(state, lock.card))
    return end_turn(table.with_player(state, state.seat, lock=lock, hand=hand))


# The die


def roll_free(state: State, number: int) -> State:
    """Return *state* after a roll to get free: the next digit of the code frees the player, who plays on at once."""
    state = replace(state, die=number)
    if number != state.player.next_digit:
        return end_turn(state)
    state = table.with_player(state, state.seat, fails=state.player.fails - FAILS_OUT)
    return begin_cards(replace(state, gone=state.gone + FAILS_OUT))


def roll_lock_in(state: State, number: int) -> State:
    """Return *state* after a roll to lock in, which needs the lock-in number."""
    state = replace(state, die=number)
    lock = state.player.lock
    return win_round(state) if lock is not None and lock.number == number else end_turn(state)


def report_hand(state: State, card: Card) -> State:
    """Return *state* after a player's remaining card was reported to the referee."""
    table.need_left(state, card)
    return ask_hands(table.with_player(state, state.seat, hand=Secret(card)))


# The next player, last attempts, scores, levels and the end of the match


def begin_round(state: State, starter: int) -> State:
    """Return the state before the deal of the next round, with all cards back in the deck and no lock-outs.

    Codes that are written and not known are entered before.
    """
    fresh = (Player(player.board, player.level, player.score) for player in state.players)
    cleared = replace(
        state,
        players=tuple(fresh),
        starter=starter,
        pile=Secret(DECK) if table.is_dealer(state) else None,
        under=0,
        discards=(),
        drawn=None,
        gone=0,
        die=None,
        winner=None,
        last=(),
    )
    return ask_code(cleared)


def begin_turn(state: State, seat: int) -> State:
    """Return the state at the first step of the turn of *seat*: a roll to get free or to lock in, else a card."""
    state = replace(state, seat=seat, drawn=None, turns=state.turns + 1)
    if state.player.lock is not None:
        return replace(state, phase=Phase.LOCK_IN)
    if state.player.is_locked_out:
        return replace(state, phase=Phase.FREE)
    return begin_cards(state)


def begin_cards(state: State) -> State:
    """Return the state at drawing a card; a referee does not see the card and is told what happened with it."""
    if table.is_dealer(state):
        return replace(state, phase=Phase.DRAW)
    return replace(state, phase=Phase.PLAY, drawn=Secret(None))


def end_turn(state: State) -> State:
    """Return the state at the turn of the next player, or at the end of the round after all last attempts."""
    state = replace(state, drawn=None)
    if state.winner is None:
        return begin_turn(state, (state.seat + 1) % state.rules.players)
    waiting = [seat for seat in state.last if state.rules.last_for_each or _has_an_attempt(state.players[seat])]
    if waiting:
        return begin_turn(replace(state, last=tuple(waiting[1:])), waiting[0])
    return ask_hands(replace(state, last=()))


def _has_an_attempt(player: Player) -> bool:
    """Whether a last turn can change anything: complete the code, or lock in the top level."""
    return not player.is_complete or (player.level == TOP_LEVEL and player.lock is not None)


def win_round(state: State) -> State:
    """Return the state after the player at ``seat`` locked in: the other players get their last attempts."""
    state = table.with_player(state, state.seat, has_locked_in=True)
    if state.winner is None:
        state = replace(state, winner=state.seat, last=seats_from(state, state.seat)[1:])
    return end_turn(state)


def seats_from(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats clockwise from *seat*."""
    players = state.rules.players
    return tuple((seat + step) % players for step in range(players))


def ask_hands(state: State) -> State:
    """Return the state that waits for the next unknown hand to be reported to the referee, or the end of the round."""
    for seat in seats_from(state, state.winner or 0):
        player = state.players[seat]
        is_hidden = player.hand is not None and player.hand.reveal() is None
        if is_hidden and seat != state.winner and player.lock is None:
            return replace(state, phase=Phase.HANDS, seat=seat)
    return end_round(state)


def points(state: State, seat: int) -> int:
    """Return the points that the round costs the player at *seat*: their lock-in number, or the card in their hand."""
    player = state.players[seat]
    if seat == state.winner:
        return 0
    if player.lock is not None:
        return player.lock.number
    card = None if player.hand is None else player.hand.reveal()
    if card is Card.KEY:
        return state.rules.key_points
    return 0 if card is None else card.number or 0


def end_round(state: State) -> State:
    """Return the state after scoring the round: the next round, the playoff or the end of the match."""
    winner = state.winner or 0
    scored = tuple(points(state, seat) for seat in range(state.rules.players))
    over = Round(
        winner=winner,
        levels=tuple(player.level for player in state.players),
        points=scored,
        completed=tuple(seat for seat, player in enumerate(state.players) if player.is_complete),
    )
    players = tuple(
        replace(player, score=player.score + score, level=min(TOP_LEVEL, player.level + player.is_complete))
        for player, score in zip(state.players, scored, strict=True)
    )
    has_opened = [player.has_locked_in and player.level == TOP_LEVEL for player in state.players]
    opened = [seat for seat in seats_from(state, winner) if has_opened[seat]]
    state = replace(state, players=players, done=(*state.done, over))
    return _end_match(state, opened) if opened else begin_round(state, winner)


def _end_match(state: State, opened: list[int]) -> State:
    """Return the end of the match: the lowest total in *opened* wins, and a tie leads to the playoff.

    *opened* are the seats that have locked in the top level.
    """
    lowest = min(state.players[seat].score for seat in opened)
    best = tuple(seat for seat in opened if state.players[seat].score == lowest)
    if len(best) == 1:
        return replace(state, phase=Phase.OVER, champion=best[0])
    return replace(state, phase=Phase.NUMBER, playoff=Playoff(best), seat=best[0])


def roll_playoff(state: State, playoff: Playoff, number: int) -> State:
    """Return the state after a playoff roll of *number*, which sets the number to match or tries to match it."""
    state = replace(state, die=number)
    if playoff.number is None:
        return replace(state, playoff=replace(playoff, number=number), phase=Phase.PLAYOFF)
    if number == playoff.number:
        return replace(state, phase=Phase.OVER, champion=state.seat)
    place = playoff.seats.index(state.seat) + 1
    return replace(state, seat=playoff.seats[place % len(playoff.seats)])


def legal_moves(state: State) -> Iterator[moves.Move]:
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
        case _:
            yield from _entries(state)


def _entries(state: State) -> Iterator[moves.Move]:
    """Yield what the players may enter of a die of their own, or of what they have written."""
    match state.phase:
        case Phase.BOARD:
            yield from (moves.ReadDie(lying.top, lying.north) for lying in ATTITUDES)
        case Phase.FIRST:
            yield from map(moves.First, range(state.rules.players))
        case Phase.FREE | Phase.LOCK_IN | Phase.NUMBER | Phase.PLAYOFF:
            yield from map(moves.Die, FACES)
        case Phase.LEVEL | Phase.SCORE | Phase.DIGIT:
            yield from (moves.Enter(state.phase, number) for number in ENTERED[state.phase])


def _plays(state: State) -> Iterator[moves.Move]:
    known = [card for card in HELD if any(one.reveal() in (card, None) for one in table.cards_of_mover(state))]
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
    known = {card for card in HELD if any(one.reveal() in (card, None) for one in table.cards_of_mover(state))}
    yield from (
        moves.LayLock(card, card.number or 0) for card in DIGITS if card in known and table.is_left(state, card)
    )
    if Card.KEY in known and table.is_left(state, Card.KEY):
        yield from (moves.LayLock(Card.KEY, number) for number in FACES)
