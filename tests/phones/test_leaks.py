"""What a phone gets is the same for two states that differ only in what its player does not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random

from companion.errors import MoveRefused, TextUnreadable
from companion.front_ends.messages import TableState, state_message
from companion.games import pegs_together as together
from companion.games.coda import state as coda
from companion.games.contract import AnyGame
from companion.games.passcode import state as passcode
from companion.phones.private import Letter, PhoneStatus, phone_message
from tests.front_ends.random_matches import RandomMatch, refused_texts
from tests.front_ends.test_leaks import BOOT, twin
from tests.games.test_conformance import every_table

PHONE_STEPS = 60


def twin_for(state: object, seat: int, random: Random) -> object:
    """Return *state* with other secrets, but for those that the player at *seat* knows."""
    changed = twin(state, random)
    if isinstance(state, coda.State) and isinstance(changed, coda.State) and state.now and changed.now:
        rows = tuple(state.now.rows[who] if who == seat else row for who, row in enumerate(changed.now.rows))
        drawn = state.now.drawn if seat == state.now.turn else changed.now.drawn
        return replace(changed, now=replace(changed.now, rows=rows, drawn=drawn))
    if isinstance(state, together.TogetherState) and isinstance(changed, together.TogetherState):
        boards = (state.now[who] if who == seat else board for who, board in enumerate(changed.now))
        return replace(changed, now=tuple(boards))
    if isinstance(state, passcode.State) and isinstance(changed, passcode.State):
        players = tuple(state.players[who] if who == seat else player for who, player in enumerate(changed.players))
        return replace(changed, players=players, drawn=state.drawn if seat == state.seat else changed.drawn)
    return changed


def teller(snapshot: TableState, state: object, game: AnyGame) -> Callable[[int], bytes]:
    """Return a function of the plain text for the phone of a seat as if the state of *snapshot* were *state*."""
    assert snapshot.position is not None
    position = replace(
        snapshot.position, view=cache(partial(game.view, state)), moves=lambda seat: map(game.text, game.moves(state))
    )
    changed = replace(snapshot, position=position)
    public = len(state_message(changed, BOOT, may_move=False))
    return lambda seat: phone_message(Letter(PhoneStatus.PLAY, seat, "Anna", BOOT, 7, 1), changed, public)


@every_table
def test_states_that_differ_in_a_secret_of_another_seat_give_its_phone_equal_messages(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players, "phones")
    for driver in match.positions(PHONE_STEPS):
        state = driver.session._state
        to_phone = teller(match.told, state, game)
        for seat in range(players):
            changed = twin_for(state, seat, match.random)
            assert teller(match.told, changed, game)(seat) == to_phone(seat)


@every_table
def test_length_of_a_message_to_a_phone_tells_nothing_of_its_own_secret(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players, "lengths")
    for driver in match.positions(PHONE_STEPS):
        state = driver.session._state
        tellers = [teller(match.told, one, game) for one in (state, twin(state, match.random))]
        for seat in range(players):
            length, other = (len(to_phone(seat)) for to_phone in tellers)
            assert other == length


@every_table
def test_refusals_to_a_phone_differ_only_by_what_its_seat_holds(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players, "sealed")
    for count, driver in enumerate(match.positions()):
        seat = driver.position.player_to_move
        if count > 40 or seat is None:
            break
        state = driver.session._state
        changed = twin_for(state, seat, match.random)
        for text in refused_texts(match):
            # The result of an attack depends on the panel of another seat, but not whether it is allowed.
            if not text.startswith(("attack", "go")) and game.family != "pegs":
                assert allowed(game, changed, text) == allowed(game, state, text)


def allowed(game: AnyGame, state: object, text: str) -> str:
    """Return why the rules refuse *text*, or an empty text."""
    try:
        game.play(state, game.parse(state, text))
    except MoveRefused as refused:
        return f"{refused}: {refused.sentence} {refused.values}"
    except TextUnreadable as unreadable:
        return str(unreadable)
    return ""
