"""A seat that sees or plays a secret moves on the box or by sealed messages; others may move through the socket."""

from __future__ import annotations

from random import Random

import pytest

from companion.front_ends.messages import Refusal, refused_message
from companion.games.contract import AnyGame
from companion.match.driver import AnyDriver
from tests.front_ends.random_matches import RandomMatch
from tests.front_ends.test_leaks import refusals, twin
from tests.games.test_conformance import CATALOGUE, every_table

TWINS = 5
STEPS = 120


def sees_a_secret(driver: AnyDriver, seat: int, random: Random) -> bool:
    """Return whether the view of *seat* depends on a secret that the public view does not depend on."""
    game, state = driver.session.game, driver.session._state
    twins = [twin(state, random) for _ in range(TWINS)]
    alike = [other for other in twins if game.view(other, None) == game.view(state, None)]
    assert alike
    return any(game.view(other, seat) != game.view(state, seat) for other in alike)


def plays_a_secret(driver: AnyDriver, seat: int) -> bool:
    """Return whether a move of *seat* stays its secret, as a row does where all break the same code."""
    session = driver.session
    return session.game.can_see(session._state, session.read(first_move(driver, seat)), seat)


def first_move(driver: AnyDriver, seat: int) -> str:
    """Return the first move of *seat* that is no hint, for which all may ask."""
    return next(move for move in driver.position.moves(seat) if " hint " not in move)


def may_move(driver: AnyDriver, seat: int) -> bool:
    """Make a move of *seat* as a front end does, on a copy of *driver*; return whether it was made."""
    (refused,) = refusals(driver, driver.session._state, seat, [first_move(driver, seat)])
    assert refused in (None, refused_message(Refusal.PRIVATE, 1))
    return refused is None


@every_table
def test_seat_moves_through_the_socket_exactly_if_it_sees_no_secret(
    game: AnyGame, options: dict[str, str], players: int
) -> None:
    match = RandomMatch(game, options, players, "seats")
    for driver in match.positions(STEPS):
        seat = driver.position.player_to_move
        if seat is not None and not driver.position.is_prompted:
            is_secret = plays_a_secret(driver, seat) or sees_a_secret(driver, seat, match.random)
            assert may_move(driver, seat) != is_secret


@pytest.mark.parametrize(
    ("key", "options", "expected"),
    [("mastermind", {}, {True}), ("coda", {}, {True, False}), ("coda", {"role": "referee"}, {True})],
)
def test_positions_of_both_kinds_are_compared(key: str, options: dict[str, str], expected: set[bool]) -> None:
    match = RandomMatch(CATALOGUE[key], options, 2, "seats")
    found = {
        may_move(driver, seat)
        for driver in match.positions(STEPS)
        if (seat := driver.position.player_to_move) is not None and not driver.position.is_prompted
    }
    assert found == expected
