"""The order of turns and rounds: the next player, last attempts, scores, levels and the end of the match."""

from __future__ import annotations

from dataclasses import replace

from companion.games.passcode.boards import TOP_LEVEL
from companion.games.passcode.cards import DECK, Card
from companion.games.passcode.state import Phase, Player, Playoff, Round, State
from companion.games.passcode.table import is_dealer, with_player
from companion.games.secret import Secret


def begin_round(state: State, starter: int) -> State:
    """Return the state before the deal of the next round, with all cards back in the deck and no lock-outs."""
    fresh = (Player(player.board, player.level, player.score) for player in state.players)
    return replace(
        state,
        players=tuple(fresh),
        phase=Phase.DEAL,
        seat=starter,
        starter=starter,
        pile=Secret(DECK) if is_dealer(state) else None,
        under=0,
        discards=(),
        drawn=None,
        gone=0,
        die=None,
        winner=None,
        last=(),
    )


def begin_turn(state: State, seat: int) -> State:
    """Return the state at the first step of the turn of *seat*: a roll to get free or to lock in, else a card."""
    state = replace(state, seat=seat, drawn=None)
    if state.player.lock is not None:
        return replace(state, phase=Phase.LOCK_IN)
    if state.player.is_locked_out:
        return replace(state, phase=Phase.FREE)
    return begin_cards(state)


def begin_cards(state: State) -> State:
    """Return the state at drawing a card; a referee does not see the card and is told what happened with it."""
    if is_dealer(state):
        return replace(state, phase=Phase.DRAW)
    return replace(state, phase=Phase.PLAY, drawn=Secret(None))


def end_turn(state: State) -> State:
    """Return the state at the turn of the next player, or at the end of the round after all last attempts."""
    state = replace(state, drawn=None)
    if state.winner is None:
        return begin_turn(state, (state.seat + 1) % state.rules.players)
    waiting = [seat for seat in state.last if _has_an_attempt(state.players[seat])]
    if waiting:
        return begin_turn(replace(state, last=tuple(waiting[1:])), waiting[0])
    return ask_hands(replace(state, last=()))


def _has_an_attempt(player: Player) -> bool:
    """Whether a last turn can change anything: complete the code, or lock in the top level."""
    return not player.is_complete or (player.level == TOP_LEVEL and player.lock is not None)


def won_round(state: State) -> State:
    """Return the state after the player at ``seat`` locked in: the other players get their last attempts."""
    state = with_player(state, state.seat, has_locked_in=True)
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
        replace(player, score=player.score + score, level=_next_level(player))
        for player, score in zip(state.players, scored, strict=True)
    )
    opened = [seat for seat in seats_from(state, winner) if _has_opened_all(state.players[seat])]
    state = replace(state, players=players, done=(*state.done, over))
    return _ended(state, opened) if opened else begin_round(state, winner)


def _next_level(player: Player) -> int:
    return player.level + 1 if player.is_complete and player.level < TOP_LEVEL else player.level


def _has_opened_all(player: Player) -> bool:
    return player.has_locked_in and player.level == TOP_LEVEL


def _ended(state: State, opened: list[int]) -> State:
    """Return the end of the match: the lowest total in *opened* wins, and a tie leads to the playoff.

    *opened* are the seats that have locked in the top level.
    """
    lowest = min(state.players[seat].score for seat in opened)
    best = tuple(seat for seat in opened if state.players[seat].score == lowest)
    if len(best) == 1:
        return replace(state, phase=Phase.OVER, champion=best[0])
    return replace(state, phase=Phase.NUMBER, playoff=Playoff(best), seat=best[0])


def rolled_playoff(state: State, playoff: Playoff, number: int) -> State:
    """Return the state after a playoff roll of *number*, which sets the number to match or tries to match it."""
    state = replace(state, die=number)
    if playoff.number is None:
        return replace(state, playoff=replace(playoff, number=number), phase=Phase.PLAYOFF)
    if number == playoff.number:
        return replace(state, phase=Phase.OVER, champion=state.seat)
    place = playoff.seats.index(state.seat) + 1
    return replace(state, seat=playoff.seats[place % len(playoff.seats)])
