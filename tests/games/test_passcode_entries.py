"""Passcode where the players enter what their own die shows, and what they have written before."""

from __future__ import annotations

import pytest

from companion.errors import MoveRefused, TextUnreadable
from companion.games.contract import CHANCE
from companion.games.passcode import moves
from companion.games.passcode.state import Phase, State
from tests.games.passcode_table import GAME, offered, play

SIDES = {(top, side) for top in range(1, 7) for side in range(1, 7) if side not in (top, 7 - top)}


def own(players: int = 2, **options: str) -> State:
    return GAME.start({"die": "own", "role": "referee"} | options, players)


def rolled_out(state: State) -> State:
    """Return *state* after the rolls for all digits."""
    return play(state, *["shows 32"] * 18)


def test_die_of_the_players_is_read_by_the_roller_and_not_by_chance() -> None:
    state = own(3)
    rollers = []
    for _ in range(4):
        rollers.append(GAME.player_to_move(state))
        state = play(state, "shows 32")
    assert rollers == [0, 1, 2, 0]


def test_each_player_gets_the_side_they_face() -> None:
    # As the booklet has it: opposite sides add to 7, the fifth player has the top and the sixth the bottom.
    state = play(own(6), "shows 32")
    assert [player.board for player in state.players] == [(2,), (1,), (5,), (6,), (3,), (4,)]


def test_every_top_may_be_seen_with_its_four_sides() -> None:
    assert {tuple(map(int, text.removeprefix("shows "))) for text in offered(own())} == SIDES


@pytest.mark.parametrize("top", range(1, 7))
@pytest.mark.parametrize("side", range(1, 7))
def test_side_that_is_the_top_or_opposite_to_it_is_refused_with_a_sentence(top: int, side: int) -> None:
    if (top, side) in SIDES:
        assert play(own(), f"shows {top}{side}").players[0].board == (side,)
        return
    with pytest.raises(MoveRefused, match="expected two neighbouring faces") as refused:
        play(own(), f"shows {top}{side}")
    assert (refused.value.sentence, dict(refused.value.values)) == (
        "No die shows {top} on top and {side} at a side.",
        {"top": top, "side": side},
    )


@pytest.mark.parametrize("text", ["shows 07", "shows 3", "shows 3 2", "shows"])
def test_text_that_names_no_two_sides_is_refused(text: str) -> None:
    with pytest.raises(TextUnreadable):
        GAME.parse(own(), text)


def test_die_is_the_players_or_the_box_s_and_never_both() -> None:
    with pytest.raises(MoveRefused, match="expected a move of phase BOARD"):
        play(own(), "roll 32 left")
    with pytest.raises(MoveRefused, match="expected a move of phase BOARD"):
        play(GAME.start({}, 2), "shows 32")


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
    state = play(GAME.start({"die": "own", "box-seats": "1", "first": "2"}, 2), "shows 32")
    assert (state.seat, GAME.player_to_move(state)) == (1, 0)
    assert GAME.player_to_move(rolled_out(GAME.start({"die": "own", "box-seats": "1", "first": "2"}, 2))) == CHANCE


# Written boards


def written(boards: str = "written", players: int = 2, **options: str) -> State:
    named = {"boards": boards, "role": "referee", "first": "1"} | {
        key.replace("_", "-"): value for key, value in options.items()
    }
    return GAME.start(named, players)


def entered(code: str) -> str:
    return "; ".join(f"digit {digit}" for digit in code)


def codes(state: State) -> list[str]:
    return ["".join(map(str, player.code)) for player in state.players]


def test_written_codes_of_the_first_level_are_entered_before_the_deal() -> None:
    state = written(first="2")
    seats = []
    for text in ("digit 4", "digit 4", "digit 6", "digit 1", "digit 2", "digit 3"):
        assert state.phase is Phase.DIGIT
        seats.append(state.seat)
        state = play(state, text)
    # Who begins the round is asked first.
    assert seats == [1, 1, 1, 0, 0, 0]
    assert (state.phase, state.seat, codes(state)) == (Phase.DEAL, 1, ["123", "446"])


ROUND = "deal; play 1; play 4; play 2; discard; play 3; lock 4; play 4; die 4; discard; hand 1"
"""The player in the first seat completes 123 and locks in; the other one has two of 446."""


def test_next_code_is_entered_by_those_who_go_up_alone() -> None:
    state = play(written(), f"{entered('123')}; {entered('446')}; {ROUND}")
    assert (state.phase, state.seat, codes(state)) == (Phase.DIGIT, 0, ["", "446"])
    state = play(state, entered("6541"))
    assert (state.phase, state.seat, codes(state)) == (Phase.DEAL, 0, ["6541", "446"])


def test_code_of_a_level_is_asked_for_once() -> None:
    # The loser repeats level 3 with the same code.
    state = play(written(), f"{entered('123')}; {entered('446')}; {ROUND}; {entered('6541')}; deal")
    assert (state.phase, codes(state)) == (Phase.PLAY, ["6541", "446"])


def test_die_says_who_begins_a_match_with_written_codes() -> None:
    state = written(first="roll")
    assert (state.phase, GAME.player_to_move(state)) == (Phase.FIRST, CHANCE)
    assert play(state, "first 2").seat == 1


def test_match_that_has_begun_is_joined_with_levels_points_and_codes() -> None:
    state = play(written("begun", 3), "level 4; score 7; level 3; score 12; level 6; score 0")
    assert [(player.level, player.score) for player in state.players] == [(4, 7), (3, 12), (6, 0)]
    state = play(state, f"{entered('1122')}; {entered('335')}; {entered('666544')}")
    assert (state.phase, codes(state)) == (Phase.DEAL, ["1122", "335", "666544"])


def test_points_of_a_match_that_has_begun_count_in_the_end() -> None:
    state = play(written("begun"), f"level 6; score 9; level 6; score 30; {entered('111111')}; {entered('222222')}")
    # Both lock in at level 6: the lowest total wins.
    turns = "; ".join(["play 1; play 2"] * 5)
    state = play(state, f"deal; {turns}; play 1; lock 4; play 2; lock 5; die 4; die 5")
    result = GAME.outcome(state)
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (9, 35))


@pytest.mark.parametrize("text", ["level 2", "level 7", "score 100", "score 07", "score -1", "digit 0", "digit 7"])
def test_number_that_no_board_can_have_is_refused(text: str) -> None:
    with pytest.raises(TextUnreadable):
        GAME.parse(written("begun"), text)


def test_number_is_refused_where_another_one_is_asked_for() -> None:
    with pytest.raises(MoveRefused, match="expected a move of phase LEVEL"):
        play(written("begun"), "score 3")
    with pytest.raises(MoveRefused, match="expected a number for LEVEL, got 7"):
        GAME.play(written("begun"), moves.Enter(Phase.LEVEL, 7))


def test_codes_of_the_box_are_entered_by_the_first_player() -> None:
    state = play(written(role="dealer", box_seats="1"), entered("123"))
    assert (state.seat, GAME.player_to_move(state)) == (1, 0)
    assert GAME.player_to_move(play(state, entered("654"))) == CHANCE


def test_cards_of_the_next_round_are_dealt_when_its_codes_are_entered() -> None:
    state = play(
        written(role="dealer"), f"{entered('123')}; {entered('654')}; card 3; card 5; up 1; take; up key; play 1"
    )
    assert (state.seat, state.phase) == (1, Phase.DRAW)
    # No player has to ask for it, because the result of the round stood before the codes.
    done = play(written(), f"{entered('123')}; {entered('446')}; {ROUND}; {entered('6541')}")
    assert GAME.prompted_by(done) is None
