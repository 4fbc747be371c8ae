"""How the box plays Coda: what it prefers, when it stops, and how often it wins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.errors import MoveRefused
from companion.games.coda.moves import Attack, Draw, Fall, Move, Place, Stop, Take
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, Strength
from companion.games.coda.view import Position
from companion.games.contract import CHANCE
from companion.strategy.coda import chances, play
from tests.strategy.test_coda_odds import position
from tests.support.coda_rounds import CODA, UNIFORM, wins
from tests.support.effort import slow


def move(found: Position, strength: Strength = Strength.STRONG, **changes: object) -> Move:
    found = replace(found, rules=replace(found.rules, strength=strength))
    return play(replace(found, **changes), Random(1).randrange)  # type: ignore[arg-type]


SURE = position("L5 L8", "D3 L? D4 D?", drawn="D11")
"""The light panel between dark 3 and dark 4 can only be the light 3."""


@pytest.mark.parametrize("strength", [Strength.MIDDLE, Strength.STRONG])
def test_box_attacks_where_it_is_sure(strength: Strength) -> None:
    assert move(SURE, strength) == Attack(1, 1, 3)


@pytest.mark.parametrize("strength", [Strength.MIDDLE, Strength.STRONG])
def test_box_goes_on_where_it_is_sure(strength: Strength) -> None:
    assert move(SURE, strength, hits=1) == Attack(1, 1, 3)


@pytest.mark.parametrize("strength", list(Strength))
def test_box_stops_where_it_can_only_guess(strength: Strength) -> None:
    assert move(position("L5 L8", "D? D? L?", drawn="D11"), strength, hits=1) == Stop()


def test_box_must_attack_before_it_may_stop() -> None:
    assert isinstance(move(position("L5 L8", "D? D? L?", drawn="D11")), Attack)


def test_strong_box_remembers_wrong_attacks() -> None:
    found = position("L5 L8", "D9 D?!10", drawn="L1")
    assert move(found) == Attack(1, 1, 11)


def test_strong_box_takes_it_that_attackers_do_not_hold_what_they_named() -> None:
    """Its panel is the dark 10 or 11."""
    found = position("L5 L8", "D9 D?", drawn="L1")
    row = (found.rows[1][0], replace(found.rows[1][1], named=(10,)))
    found = replace(found, rows=(found.rows[0], row))
    assert (move(found), move(found, Strength.MIDDLE)) == (Attack(1, 1, 11), Attack(1, 1, 10))


def test_strong_box_does_not_believe_what_cannot_be() -> None:
    """The light panel between dark 3 and dark 4 is the light 3, though its owner has named it."""
    row = tuple(replace(panel, named=(3,)) if panel.number is None else panel for panel in SURE.rows[1])
    assert move(replace(SURE, rows=(SURE.rows[0], row))) == Attack(1, 1, 3)


def test_wrong_attack_is_remembered_of_panels_of_its_colour_that_the_attacker_has() -> None:
    random = Random(3)
    for seed in range(20):
        state = CODA.start({"rounds": "1"}, 2)
        while state.now is None or state.now.phase is not Phase.ATTACK:
            seat = CODA.player_to_move(state)
            if seat == CHANCE:
                state = CODA.play(state, CODA.chance_move(state, random.randrange(CODA.chance_outcomes(state))))
            else:
                state = CODA.play(state, random.choice(list(CODA.moves(state))))
        seat, now = state.now.turn, state.now
        target = now.rows[1 - seat][0]
        number = next(n for n in range(12) if n != target.value)
        after = CODA.play(state, Attack(1 - seat, 0, number)).now
        assert after is not None
        was = {id(panel.number): panel for panel in now.rows[seat]}
        for panel in after.rows[seat]:
            is_own = id(panel.number) in was and panel.colour is target.colour
            assert panel.named == ((number,) if is_own else ()), seed


def test_middle_box_forgets_wrong_attacks() -> None:
    found = position("L5 L8", "D9 D?!10", drawn="L1")
    assert move(found, Strength.MIDDLE) == Attack(1, 1, 10)


def test_easy_box_attacks_here_and_there() -> None:
    found = position("L5 L8", "D? D? L?", drawn="D11")
    found = replace(found, rules=replace(found.rules, strength=Strength.EASY))
    random = Random(1)
    assert len({play(found, random.randrange) for _ in range(50)}) > 10


def test_strong_box_takes_the_risk_for_an_opponents_last_panel() -> None:
    """One in three for 1 + 3 points against one panel shown is worth it; for 1 point it is not."""
    last = position("L5 L8", "D8 D?!9", "L9 L? L?", drawn="L1")
    assert isinstance(move(last, hits=1), Attack)


def test_worth_of_an_attack_is_what_it_earns_less_what_it_costs() -> None:
    best = {chance.attack: chance for chance in chances(position("L5 L8", "D9 D?", drawn="L1"))}
    assert best[Attack(1, 1, 10)].odds == 0.5
    assert best[Attack(1, 1, 10)].worth == pytest.approx(0.5 * (1 + 3 + 5) - 0.5 * 1)


def test_last_panel_of_ones_own_is_worth_the_round() -> None:
    """Nothing was drawn, so a wrong attack fells the last panel."""
    best = {chance.attack: chance for chance in chances(position("L5", "D9 D? D?"))}
    assert best[Attack(1, 1, 10)].worth == pytest.approx(1.0)
    assert best[Attack(1, 2, 11)].worth == pytest.approx(1.0)


def test_box_draws_the_colour_of_which_most_is_left() -> None:
    found = replace(position("L5", "D?"), phase=Phase.DRAW, pool=((Colour.DARK, 3), (Colour.LIGHT, 4)))
    assert move(found) == Draw(Colour.LIGHT)


def test_box_places_a_panel_where_it_may() -> None:
    found = replace(position("L5", "D?", drawn="D9"), phase=Phase.PLACE, places=(1,))
    assert move(found) == Place(1)


def test_strong_box_gives_the_panel_that_others_know_best() -> None:
    """The light 3 between dark 3 and dark 4 is certain."""
    found = replace(position("D3 L3 D4 D9", "L?"), phase=Phase.FALL)
    row = tuple(replace(panel, is_standing=at in (1, 3)) for at, panel in enumerate(found.rows[0]))
    assert move(replace(found, rows=(row, found.rows[1]))) == Fall(1)


def test_box_plays_in_no_phase_that_is_not_a_players() -> None:
    with pytest.raises(MoveRefused, match="expected a phase in which a player moves, got DEAL"):
        move(position("L5", "D?"), phase=Phase.DEAL)


@pytest.mark.parametrize(("rounds", "least"), [(25, 23), pytest.param(100, 95, marks=slow)])
@pytest.mark.parametrize("variant", ["standard", "advanced"])
@pytest.mark.parametrize("strength", list(Strength))
def test_box_of_every_strength_beats_a_guesser(strength: Strength, variant: str, rounds: int, least: int) -> None:
    assert wins((strength.value, UNIFORM), rounds, variant) >= least


@pytest.mark.parametrize("rounds", [60, pytest.param(200, marks=slow)])
@pytest.mark.parametrize(("better", "worse"), [("middle", "easy"), ("strong", "middle")])
def test_stronger_box_wins_more_often(better: str, worse: str, rounds: int) -> None:
    assert wins((better, worse), rounds) > rounds * 0.55


def test_box_chooses_first_panels_of_either_colour() -> None:
    darks = {play(replace(SURE, phase=Phase.TAKE), Random(seed).randrange) for seed in range(100)}
    assert darks == {Take(count) for count in range(SURE.rules.panels + 1)}
