"""The rules of Passcode, one by one, as a referee sees them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import MoveRefused, OptionRefused
from companion.games.contract import CHANCE
from companion.games.die import ATTITUDES, Attitude, Turn, attitude
from companion.games.passcode.boards import SKEWS, Seating, TiltedDie, code_of, facing
from companion.games.passcode.cards import Card
from companion.games.passcode.state import Phase, State
from tests.games.passcode_table import GAME, RISING, offered, play, table


def levels(state: State) -> list[int]:
    return [player.level for player in state.players]


def scores(state: State) -> list[int]:
    return [player.score for player in state.players]


# Codes


def test_board_holds_codes_of_3_4_5_and_6_digits() -> None:
    codes = [code_of(RISING, level) for level in (3, 4, 5, 6)]
    assert codes == [(1, 2, 3), (4, 5, 6, 1), (1, 2, 3, 4, 5), (6, 5, 4, 3, 2, 1)]


@pytest.mark.parametrize(
    ("players", "digits"),
    [(2, (2, 5)), (3, (2, 1, 5)), (4, (2, 1, 5, 6)), (5, (2, 1, 5, 6, 3)), (6, (2, 1, 5, 6, 3, 4))],
)
def test_each_player_gets_the_side_he_faces(players: int, digits: tuple[int, ...]) -> None:
    assert facing(attitude(3, 2), players) == digits


def test_two_players_at_a_corner_get_neighbouring_sides() -> None:
    assert facing(attitude(3, 2), 2, Seating.CORNER) == (2, 1)


@pytest.mark.parametrize("lying", ATTITUDES, ids=str)
def test_players_who_sit_opposite_get_digits_that_add_to_7(lying: Attitude) -> None:
    assert sum(facing(lying, 2)) == 7


def test_die_lies_in_24_attitudes_twisted_either_way() -> None:
    assert len(set(SKEWS)) == 48


def test_turning_back_gives_the_attitude_and_turning_on_the_next() -> None:
    skew = TiltedDie(attitude(3, 2), Turn.RIGHT)
    assert [skew.turned(turn).north for turn in (Turn.LEFT, Turn.RIGHT)] == [2, 6]


def test_players_take_turns_to_roll_for_the_boards() -> None:
    state, rollers = GAME.start({}, 3), []
    for _ in range(4):
        state = play(state, "roll 32 left")
        rollers.append(GAME.player_to_move(state))
        state = play(state, "turn right")
    assert rollers == [0, 1, 2, 0]


def test_roller_chooses_which_way_the_die_is_turned() -> None:
    rolled = play(GAME.start({}, 2), "roll 32 left")
    assert [play(rolled, f"turn {way}").players[0].board for way in ("left", "right")] == [(1,), (2,)]


def test_18_rolls_fill_the_boards_and_the_die_says_who_begins() -> None:
    state = play(GAME.start({}, 2), *["roll 32 left; turn right"] * 18)
    assert [len(player.board) for player in state.players] == [18, 18]
    assert state.phase is Phase.FIRST
    assert play(state, "first 2").seat == 1


# The deal


def test_fail_that_was_dealt_leaves_a_player_without_a_card() -> None:
    state = play(table(), "deal fail 2")
    assert [player.hand is None for player in state.players] == [False, True]
    assert [player.fails for player in state.players] == [0, 1]


def test_fail_cannot_be_dealt_to_a_seat_that_is_not_there() -> None:
    with pytest.raises(MoveRefused, match="expected seats at this table"):
        play(table(), "deal fail 3")


# A turn


def test_turn_goes_clockwise() -> None:
    state = play(table(levels=(3, 3, 3)), "deal")
    seats = []
    for _ in range(4):
        seats.append(state.seat)
        state = play(state, "discard")
    assert seats == [0, 1, 2, 0]


def test_next_digit_is_played_in_order() -> None:
    state = play(table(), "deal; play 1; discard; play 2")
    assert state.players[0].next_digit == 3


def test_card_out_of_order_is_refused_with_the_digit_that_is_next() -> None:
    with pytest.raises(MoveRefused, match="expected a 1 or a KEY, got 3") as refused:
        play(table(), "deal; play 3")
    assert refused.value.values == {"digit": 1}


def test_key_is_any_digit() -> None:
    assert play(table(), "deal; play key").players[0].next_digit == 2


def test_fail_ends_the_turn() -> None:
    state = play(table(), "deal; fail")
    assert (state.seat, state.players[0].fails) == (1, 1)


def test_player_without_a_card_may_keep_the_card_drawn() -> None:
    state = play(table(), "deal fail 1; keep")
    assert state.players[0].hand is not None


def test_player_with_a_card_has_to_play_or_discard() -> None:
    with pytest.raises(MoveRefused, match="expected one of two cards played or discarded"):
        play(table(), "deal; keep")


def test_player_without_a_card_who_plays_has_none_afterwards() -> None:
    assert play(table(), "deal fail 1; play 1").players[0].hand is None


def test_eleventh_card_of_a_number_is_impossible() -> None:
    state = play(table(levels=(3, 3)), "deal")
    ten = with_seen_ones(state, 10)
    with pytest.raises(MoveRefused, match="expected a card that is left in this deal, got another 1"):
        play(ten, "play 1")
    assert "play 1" not in offered(ten)
    assert "play 1" in offered(with_seen_ones(state, 9))


def with_seen_ones(state: State, count: int) -> State:
    """Return *state* after *count* ones were played by the player in the second seat."""
    players = (state.players[0], replace(state.players[1], laid=(Card.ONE,) * count, level=6, board=(1,) * 18))
    return replace(state, players=players)


def test_eleventh_key_is_impossible() -> None:
    state = play(table(), "deal")
    keys = replace(state.players[1], laid=(Card.KEY,) * 10, level=6)
    with pytest.raises(MoveRefused, match="got another key"):
        play(replace(state, players=(state.players[0], keys)), "play key")


def test_twenty_first_fail_is_impossible() -> None:
    state = replace(play(table(), "deal"), gone=20)
    with pytest.raises(MoveRefused, match="got another fail"):
        play(state, "fail")
    assert "fail" not in offered(state)


def test_dealer_is_told_no_fails_and_the_referee_no_cards() -> None:
    with pytest.raises(MoveRefused, match="expected a discard named to the dealer"):
        play(table(), "deal; discard 3")


# Locked out


def locked_out() -> State:
    return play(table(), "deal; fail; discard; fail; discard; fail; discard")


def test_three_fails_lock_out() -> None:
    state = locked_out()
    assert (state.seat, state.phase, GAME.player_to_move(state)) == (0, Phase.FREE, CHANCE)


def test_locked_out_player_has_one_roll_a_turn() -> None:
    state = play(locked_out(), "die 2")
    assert state.seat == 1
    assert play(state, "discard").phase is Phase.FREE


def test_next_digit_rolled_frees_and_the_player_plays_on_at_once() -> None:
    state = play(locked_out(), "die 1")
    assert (state.seat, state.phase) == (0, Phase.PLAY)


def test_roll_that_frees_does_not_fill_the_digit() -> None:
    assert play(locked_out(), "die 1").players[0].next_digit == 1


def test_three_fails_that_locked_out_are_gone() -> None:
    state = play(locked_out(), "die 1")
    assert (state.players[0].fails, state.gone) == (0, 3)


def test_later_fails_start_the_process_over() -> None:
    state = play(locked_out(), "die 1; fail; discard; fail; discard; fail; discard")
    assert state.phase is Phase.FREE


def test_complete_code_is_not_locked_out() -> None:
    state = play(
        table(), "deal fail 1; play 1; discard; play 2; discard; play 3; discard; fail; discard; fail; discard"
    )
    assert (state.seat, state.phase, state.player.fails) == (0, Phase.PLAY, 3)


# Completing a code and locking it in


def complete(state: State | None = None) -> State:
    return play(state or table(), "deal; play 1; discard; play 2; discard; play 3")


def test_card_left_after_completing_may_be_laid_at_once() -> None:
    state = complete()
    assert (state.seat, state.phase) == (0, Phase.LOCK)
    assert play(state, "lock 4").seat == 1


def test_card_left_need_not_be_laid() -> None:
    state = play(complete(), "no lock")
    assert state.players[0].lock is None
    assert play(state, "discard; lock 5").players[0].lock is not None


def test_lock_in_is_rolled_for_from_the_next_turn() -> None:
    state = play(complete(), "lock 4; discard")
    assert (state.seat, state.phase, GAME.player_to_move(state)) == (0, Phase.LOCK_IN, CHANCE)


def test_one_roll_a_turn_to_match_the_lock_in_number() -> None:
    assert play(complete(), "lock 4; discard; die 3").seat == 1


def test_key_is_given_a_number_once() -> None:
    state = play(complete(), "lock key 2; discard")
    with pytest.raises(MoveRefused, match="expected no second choice of the lock-in number") as refused:
        play(state, "lock key 3")
    assert refused.value.values == {"number": 2}


def test_lock_in_card_before_the_code_is_complete_is_refused() -> None:
    with pytest.raises(MoveRefused, match="expected a complete code first"):
        play(table(), "deal; lock 3")


def test_player_with_no_card_left_draws_for_one_on_later_turns() -> None:
    state = play(table(), "deal fail 1; play 1; discard; play 2; discard; play 3")
    assert state.seat == 1
    state = play(state, "discard")
    assert (state.seat, state.phase) == (0, Phase.PLAY)
    assert {"lock 1", "lock key 6", "keep", "fail"} <= set(offered(state))


def test_lock_in_wins_the_round_and_everybody_else_has_one_last_attempt() -> None:
    state = play(complete(table(levels=(3, 3))), "lock 4; discard; die 4")
    assert (state.winner, state.seat, state.phase) == (0, 1, Phase.PLAY)
    assert play(state, "discard").phase is Phase.HANDS


def test_last_attempt_may_complete_a_code_and_goes_up() -> None:
    state = play(table(), "deal; play 1; play 6; play 2; play 5; play 3; lock 4; discard; die 4; play 4; hand 2")
    assert levels(state) == [4, 4]


def test_last_attempt_of_a_locked_out_player_is_one_roll() -> None:
    state = play(table(), "deal; play 1; fail; play 2; fail; play 3; lock 4; fail; die 4")
    assert (state.seat, state.phase) == (1, Phase.FREE)
    assert play(state, "die 6").phase is Phase.PLAY
    assert play(state, "die 5").phase is Phase.HANDS


def test_complete_code_below_the_top_needs_no_last_attempt() -> None:
    state = play(table(), "deal; play 1; play 6; play 2; play 5; play 3; lock 4; play 4; lock 5; die 4")
    assert state.phase is Phase.DEAL


ONE_TO_LOCK_IN = "deal; play 1; play 6; play 2; play 5; play 3; lock 4; play 4; lock 5; die 4"


def test_complete_code_has_its_last_roll_where_all_have_an_attempt() -> None:
    state = play(table(last_attempt="each"), ONE_TO_LOCK_IN)
    assert (state.seat, state.phase) == (1, Phase.LOCK_IN)
    for number in (5, 6):
        after = play(state, f"die {number}")
        assert (after.phase, scores(after), levels(after)) == (Phase.DEAL, [0, 5], [4, 4])


def test_complete_code_without_a_lock_in_card_has_a_last_turn_where_all_have_one() -> None:
    state = play(table(last_attempt="each"), ONE_TO_LOCK_IN.replace("lock 5", "no lock"))
    assert (state.seat, state.phase) == (1, Phase.PLAY)
    assert scores(play(state, "discard; hand 2")) == [0, 2]


# Levels and scores


def test_completed_code_moves_up_and_an_incomplete_one_is_repeated() -> None:
    state = play(complete(), "lock 4; discard; die 4; discard; hand 3")
    assert levels(state) == [4, 3]


def test_winner_of_the_round_starts_the_next() -> None:
    state = play(
        table(levels=(3, 3)),
        "deal; discard; play 6; discard; play 5; discard; play 4; lock 1; discard; die 1; discard; hand 2",
    )
    assert (state.seat, state.phase) == (1, Phase.DEAL)


def test_winner_scores_nothing_and_others_the_card_in_their_hand() -> None:
    assert scores(play(complete(), "lock 4; discard; die 4; discard; hand 5")) == [0, 5]


def test_other_player_scores_his_lock_in_card() -> None:
    state = play(table(), "deal; play 1; play 6; play 2; play 5; play 3; lock 4; play 4; lock key 5; die 4")
    assert scores(state) == [0, 5]


@pytest.mark.parametrize("points", [0, 6])
def test_key_in_hand_counts_what_was_agreed(points: int) -> None:
    state = complete(table(key_points=str(points)))
    assert scores(play(state, "lock 4; discard; die 4; discard; hand key")) == [0, points]


def test_no_card_in_hand_counts_nothing() -> None:
    state = play(table(), "deal fail 2; play 1; discard; play 2; discard; play 3; lock 4; discard; die 4; play 6")
    assert (state.phase, scores(state)) == (Phase.DEAL, [0, 0])


def test_eleventh_card_of_a_number_in_a_hand_is_impossible() -> None:
    state = play(complete(), "lock 4; discard; die 4; discard")
    with pytest.raises(MoveRefused, match="got another 1"):
        play(with_seen_ones(state, 10), "hand 1")


def test_fails_and_lock_outs_end_with_the_round() -> None:
    state = play(
        table(), "deal; play 1; fail; play 2; fail; play 3; lock 4; fail; die 4; die 5; hand 1; deal; discard"
    )
    assert (state.seat, state.phase, state.player.fails, state.gone) == (1, Phase.PLAY, 0, 0)


# The top level and the end


def top(mine: str = "lock 4", his: str = "lock 5") -> State:
    """Return a round at level 6 in which both have completed their codes and laid a card; seat 0 is to roll."""
    turns = [f"play {digit}; play {7 - digit}" for digit in (6, 5, 4, 3, 2)]
    return play(table(levels=(6, 6)), "deal", *turns, f"play 1; {mine}; play 6; {his}")


def test_first_to_lock_in_the_top_level_wins() -> None:
    state = play(top(), "die 4; die 1")
    result = GAME.outcome(state)
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (0, 5))
    assert GAME.player_to_move(state) is None


def test_last_attempt_may_lock_in_the_top_level() -> None:
    state = play(top(), "die 4")
    assert (state.seat, state.phase) == (1, Phase.LOCK_IN)


def test_of_two_who_lock_in_the_top_level_in_one_round_the_lowest_total_wins() -> None:
    state = top()
    rich = replace(state, players=(replace(state.players[0], score=9), state.players[1]))
    result = GAME.outcome(play(rich, "die 4; die 5"))
    assert result is not None
    assert (result.winners, result.scores) == ((1,), (9, 5))


def tie() -> State:
    state = top()
    return replace(state, players=(replace(state.players[0], score=5), state.players[1]))


def test_tie_is_broken_by_a_playoff_for_one_number() -> None:
    state = play(tie(), "die 4; die 5")
    assert (state.phase, GAME.outcome(state)) == (Phase.NUMBER, None)
    assert play(state, "die 3").phase is Phase.PLAYOFF


def test_first_to_match_the_number_of_the_playoff_wins() -> None:
    state = play(tie(), "die 4; die 5; die 3; die 1; die 2; die 6; die 3")
    result = GAME.outcome(state)
    assert result is not None
    assert (result.winners, result.scores) == ((1,), (5, 5))


def test_top_level_completed_but_not_locked_in_is_repeated() -> None:
    turns = (
        "deal; play 6; play 6; play 5; play 5; play 4; play 4; lock 2; play 3; die 1; play 2; die 1; play 1; lock 3"
    )
    state = play(table(levels=(6, 3)), turns, "die 2; die 1")
    assert (levels(state), GAME.outcome(state)) == ([6, 4], None)


def test_last_attempt_at_the_top_may_win_the_game_in_a_round_another_has_won() -> None:
    turns = (
        "deal; play 6; play 6; play 5; play 5; play 4; play 4; lock 2; play 3; die 1; play 2; die 1; play 1; lock 3"
    )
    result = GAME.outcome(play(table(levels=(6, 3)), turns, "die 2; die 3"))
    assert result is not None
    assert (result.winners, result.scores) == ((0,), (3, 0))


# Options


def test_referee_cannot_play_at_a_seat() -> None:
    with pytest.raises(OptionRefused, match="expected no seats of the box beside a referee"):
        GAME.start({"role": "referee", "box-seats": "1"}, 2)


@pytest.mark.parametrize("players", [1, 7])
def test_game_is_for_two_to_six(players: int) -> None:
    with pytest.raises(OptionRefused, match="expected 2 to 6 players"):
        GAME.options(players)


@pytest.mark.parametrize(
    "text", ["card", "play 7", "play fail", "deal fail 2 1", "roll 34 left", "lock key", "first 7"]
)
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        GAME.parse(table(), text)
