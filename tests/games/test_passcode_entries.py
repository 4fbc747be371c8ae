"""Passcode where the players enter what their own die shows."""

from __future__ import annotations

import pytest

from companion.errors import MoveRefused, TextUnreadable
from companion.games.contract import CHANCE
from companion.games.passcode.state import Phase, State
from tests.games.passcode_table import GAME, offered, play

SIDES = {(top, side) for top in range(1, 7) for side in range(1, 7) if side not in (top, 7 - top)}


def own(players: int = 2, **options: str) -> State:
    return GAME.start({"die": "own", "role": "referee"} | options, players)


def rolled_out(state: State) -> State:
    """Return *state* after the rolls for all digits."""
    return play(state, *["lies 32"] * 18)


def test_die_of_the_players_is_read_by_the_roller_and_not_by_chance() -> None:
    state = own(3)
    rollers = []
    for _ in range(4):
        rollers.append(GAME.player_to_move(state))
        state = play(state, "lies 32")
    assert rollers == [0, 1, 2, 0]


def test_each_player_gets_the_side_they_face() -> None:
    # As the booklet has it: opposite sides add to 7, the fifth player has the top and the sixth the bottom.
    state = play(own(6), "lies 32")
    assert [player.board for player in state.players] == [(2,), (1,), (5,), (6,), (3,), (4,)]


def test_every_top_may_be_seen_with_its_four_sides() -> None:
    assert {tuple(map(int, text.removeprefix("lies "))) for text in offered(own())} == SIDES


@pytest.mark.parametrize("top", range(1, 7))
@pytest.mark.parametrize("side", range(1, 7))
def test_side_that_is_the_top_or_opposite_to_it_is_refused_with_a_sentence(top: int, side: int) -> None:
    if (top, side) in SIDES:
        assert play(own(), f"lies {top}{side}").players[0].board == (side,)
        return
    with pytest.raises(MoveRefused, match="expected two neighbouring faces") as refused:
        play(own(), f"lies {top}{side}")
    assert (refused.value.sentence, dict(refused.value.values)) == (
        "No die shows {top} on top and {side} at a side.",
        {"top": top, "side": side},
    )


@pytest.mark.parametrize("text", ["lies 07", "lies 3", "lies 3 2", "lies"])
def test_text_that_names_no_two_sides_is_refused(text: str) -> None:
    with pytest.raises(TextUnreadable):
        GAME.parse(own(), text)


def test_die_is_the_players_or_the_box_s_and_never_both() -> None:
    with pytest.raises(MoveRefused, match="expected a move of phase BOARD"):
        play(own(), "roll 32 left")
    with pytest.raises(MoveRefused, match="expected a move of phase BOARD"):
        play(GAME.start({}, 2), "lies 32")


def test_players_say_who_begins_by_their_die() -> None:
    state = rolled_out(own(3))
    assert (state.phase, offered(state)) == (Phase.FIRST, ["first 1", "first 2", "first 3"])
    assert CHANCE not in GAME.seats_to_move(state)
    assert play(state, "first 2").seat == 1


def test_rolls_of_a_turn_are_entered_by_their_player() -> None:
    state = play(rolled_out(own(first="1")), "deal; discard; fail; discard; fail; discard; fail; discard")
    assert (state.phase, GAME.player_to_move(state)) == (Phase.FREE, 1)
    assert offered(state) == [f"die {number}" for number in range(1, 7)]
    assert GAME.chance_outcomes(state) == 0
    assert play(state, "die 5").phase is Phase.PLAY


def test_rolls_of_the_box_are_entered_by_the_first_player() -> None:
    state = play(GAME.start({"die": "own", "box-seats": "1", "first": "2"}, 2), "lies 32")
    assert (state.seat, GAME.player_to_move(state)) == (1, 0)
    assert GAME.player_to_move(rolled_out(GAME.start({"die": "own", "box-seats": "1", "first": "2"}, 2))) == CHANCE
