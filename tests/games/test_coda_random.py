"""Two hundred matches of Coda played at random, two thousand in slow runs: what holds on the way, and their end."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.coda.panels import standing
from companion.games.coda.state import Role, State, first_round, pool
from companion.games.contract import CHANCE
from tests.games.coda_table import CODA
from tests.support.effort import seeds

MATCHES = 2_000
PARTS = 20
MOST_MOVES = 500
LOOKED_AT = 0.2
"""Looking at every state of every match would take a minute."""


def tables(random: Random) -> tuple[dict[str, str], int]:
    """Return options and players as they come."""
    players = random.choice([2, 3, 4])
    options = {option.key: random.choice(option.values) for option in CODA.options(players)}
    return options | {"box-seats": "0"}, players


def check(state: State) -> None:
    """Raise where panels are lost, or where a view shows what it must not."""
    round_ = state.now
    if round_ is None:
        return
    # The result of a round waits for a player once, before anything of the next one has happened.
    assert CODA.prompted_by(state) is None or round_ == first_round(state.rules, round_.starter)
    panels = [panel for row in round_.rows for panel in row] + ([round_.drawn] if round_.drawn else [])
    if state.rules.role is Role.DEALER:
        known = {(panel.colour, panel.value) for panel in panels} | set(pool(state.rules, round_))
        assert len(known) == len(panels) + len(pool(state.rules, round_)) == 2 * len(state.rules.numbers)
    for seat in (None, *range(state.rules.players)):
        view = CODA.view(state, seat).now
        assert view is not None
        others = [panel for who, row in enumerate(view.rows) for panel in row if who != seat]
        others += [view.drawn] if view.drawn is not None and seat != view.turn else []
        assert {panel.number for panel in others if panel.is_standing} <= {None}


def play_out(seed: int) -> State:
    random = Random(seed)
    state = CODA.start(*tables(random))
    for _ in range(MOST_MOVES * state.rules.rounds):
        seat = CODA.player_to_move(state)
        if seat is None:
            return state
        if seat == CHANCE:
            move = CODA.chance_move(state, random.randrange(CODA.chance_outcomes(state)))
        else:
            move = random.choice(list(CODA.moves(state)))
        state = CODA.play(state, move)
        if random.random() < LOOKED_AT:
            check(state)
    raise AssertionError(f"expected match {seed} to end, got no end")


def check_end(state: State) -> None:
    outcome = CODA.outcome(state)
    assert outcome is not None
    assert len(state.done) == state.rules.rounds
    assert outcome.scores == tuple(map(sum, zip(*(done.points for done in state.done), strict=True)))
    for done in state.done:
        assert [seat for seat, row in enumerate(done.rows) if standing(row)] == [done.winner]
        fallen = sum(not panel.is_standing for row in done.rows for panel in row)
        exposed = state.rules.players - 1
        assert sum(done.points) <= fallen + 3 * exposed + 5 + 132


@pytest.mark.parametrize("part", seeds(2, PARTS))
def test_random_match_ends_with_every_panel_there_and_nothing_shown(part: int) -> None:
    for seed in range(part, MATCHES, PARTS):
        check_end(play_out(seed))
