"""The rules of Coda, one test a rule; the numbers are the booklet's."""

from __future__ import annotations

import pytest

from companion.errors import MoveRefused, OptionRefused, TextUnreadable
from companion.games.coda.moves import Draw, Stop, TimeUp
from companion.games.coda.panels import Colour
from companion.games.coda.state import Phase, State, pool, pool_size
from companion.games.contract import CHANCE, Outcome
from tests.games.coda_table import ANNA, BEN, CODA, after, dealt, now, row


def drawn(panel: str = "D6", **options: str) -> State:
    """Return Anna's first turn against Ben, *panel* drawn."""
    colour = {"D": "dark", "L": "light"}[panel[0]]
    return after(dealt(ANNA, BEN, **options), f"draw {colour}", panel)


def emptied() -> State:
    """Return a turn of Anna's in which there is nothing to draw; she and Ben have many panels standing."""
    state = dealt(ANNA, BEN)
    while now(state).phase is not Phase.ATTACK or now(state).drawn is not None:
        state = CODA.play(state, next(CODA.moves(state))) if now(state).phase is not Phase.ATTACK else _safe(state)
    return state if now(state).turn == 0 else after(state, "attack 1.1 11", "fall 1")


def _safe(state: State) -> State:
    """Play a wrong attack."""
    seat = 1 - now(state).turn
    place, panel = next((at, panel) for at, panel in enumerate(now(state).rows[seat]) if panel.is_standing)
    wrong = 11 if panel.value != 11 else 0
    return after(state, f"attack {seat + 1}.{place + 1} {wrong}")


# Set-up


@pytest.mark.parametrize(("variant", "panels"), [("standard", 24), ("advanced", 26)])
def test_dashes_are_in_the_advanced_game_only(variant: str, panels: int) -> None:
    state = CODA.start({"variant": variant}, 2)
    assert len(pool(state.rules, now(state))) == panels == CODA.chance_outcomes(state)


@pytest.mark.parametrize(("players", "panels"), [(2, 4), (3, 4), (4, 3)])
def test_everybody_has_4_panels_or_3_where_four_play(players: int, panels: int) -> None:
    state = CODA.start({}, players)
    while CODA.player_to_move(state) == CHANCE:
        state = CODA.play(state, CODA.chance_move(state, 0))
    assert [len(hand) for hand in now(state).rows] == [panels] * players


def test_three_players_may_take_3_panels_each() -> None:
    assert CODA.start({"panels": "3"}, 3).rules.panels == 3


def test_two_players_may_not_take_3_panels() -> None:
    with pytest.raises(OptionRefused, match="expected panels out of"):
        CODA.start({"panels": "3"}, 2)


def test_code_stands_in_rising_order_the_dark_one_left_at_equal_numbers() -> None:
    state = dealt("L10 L5 D5 D1", BEN.replace("L5", "L6"))
    assert row(state, 0) == "D1 D5 L5 L10"


def test_youngest_player_starts() -> None:
    state = dealt(ANNA, BEN, first="2")
    assert CODA.player_to_move(state) == 1


# A turn


def test_turn_begins_with_drawing_a_panel_of_a_colour() -> None:
    state = dealt(ANNA, BEN)
    assert list(CODA.moves(state)) == [Draw(Colour.DARK), Draw(Colour.LIGHT)]
    assert now(after(state, "draw light, L8")).drawn is not None


def test_colour_drawn_is_the_colour_that_comes() -> None:
    with pytest.raises(MoveRefused, match="a colour that is drawn"):
        after(dealt(ANNA, BEN), "draw light, D8")


def test_panel_out_of_the_pool_cannot_come_twice() -> None:
    with pytest.raises(MoveRefused, match="expected a panel out of the pool"):
        after(dealt(ANNA, BEN), "draw light, L7")


def test_right_attack_knocks_the_panel_down() -> None:
    state = after(drawn(), "attack 2.3 5")
    assert row(state, 1) == "D0 L2 (L5) D9"
    assert state.told == "right"


def test_right_attack_may_be_followed_by_another_on_anyone() -> None:
    state = after(dealt("D1 D4 L7", "D0 L2 L5", "D9 L9 D10", "D2 D3 L3"), "draw dark, D6", "attack 2.3 5")
    assert row(after(state, "attack 3.1 9"), 2) == "(D9) L9 D10"


def test_stop_inserts_the_drawn_panel_standing_in_its_place() -> None:
    state = after(drawn(), "attack 2.3 5, stop")
    assert row(state, 0) == "D1 D4 D6 L7 L10"
    assert CODA.player_to_move(state) == 1


def test_attack_is_due_before_a_turn_may_end() -> None:
    assert Stop() not in list(CODA.moves(drawn()))
    with pytest.raises(MoveRefused, match="expected an attack before the turn ends"):
        after(drawn(), "stop")


def test_wrong_attack_inserts_the_drawn_panel_face_up_and_ends_the_turn() -> None:
    state = after(drawn(), "attack 2.3 6")
    assert row(state, 0) == "D1 D4 (D6) L7 L10"
    assert row(state, 1) == BEN
    assert CODA.player_to_move(state) == 1
    assert state.told == "wrong 6 place 3"


@pytest.mark.parametrize("attack", ["attack 1.1 1", "attack 3.1 1", "attack 2.5 1"])
def test_attack_is_on_a_panel_of_another_player(attack: str) -> None:
    with pytest.raises(MoveRefused, match="expected a standing panel of another player"):
        after(drawn(), attack)


def test_fallen_panel_cannot_be_attacked() -> None:
    with pytest.raises(MoveRefused, match="expected a standing panel of another player"):
        after(drawn(), "attack 2.3 5, attack 2.3 5")


def test_dash_cannot_be_named_in_the_standard_game() -> None:
    with pytest.raises(MoveRefused, match="expected no dash"):
        after(drawn(), "attack 2.3 -")


def test_play_passes_over_a_player_who_is_out() -> None:
    state = dealt("D1 D4 L7", "D0 L2 L5", "D9 L9 D10", "D2 D3 L3")
    state = after(state, "draw dark, D6", "attack 2.1 0, attack 2.2 2, attack 2.3 5, stop")
    assert CODA.player_to_move(state) == 2


# The pool is empty


def test_empty_pool_lets_play_go_on_without_drawing() -> None:
    state = emptied()
    assert pool(state.rules, now(state)) == ()
    assert now(state).phase is Phase.ATTACK
    assert now(state).drawn is None


def test_empty_pool_wrong_attack_knocks_down_one_own_panel_of_choice() -> None:
    state = emptied()
    standing = [at for at, panel in enumerate(now(state).rows[0]) if panel.is_standing]
    state = _safe(state)
    assert now(state).phase is Phase.FALL
    assert CODA.player_to_move(state) == 0
    state = after(state, f"fall {standing[-1] + 1}")
    assert not now(state).rows[0][standing[-1]].is_standing
    assert CODA.player_to_move(state) == 1


def test_empty_pool_fallen_panel_cannot_fall_again() -> None:
    state = _safe(emptied())
    fallen = next(at for at, panel in enumerate(now(state).rows[0]) if not panel.is_standing)
    with pytest.raises(MoveRefused, match="expected a standing panel of one's own"):
        after(state, f"fall {fallen + 1}")


# Advanced


def test_dash_may_be_placed_left_of_a_zero() -> None:
    state = after(CODA.start({"variant": "advanced"}, 2), "D0, place 1, D-, place 1")
    assert row(state, 0) == "D- D0"


def test_dash_may_be_placed_anywhere_by_its_owner() -> None:
    state = after(CODA.start({"variant": "advanced"}, 2), "D0, place 1, D5, place 2, L-")
    assert [CODA.text(move) for move in CODA.moves(state)] == ["place 1", "place 2", "place 3"]


def test_number_beside_a_dash_may_go_to_either_side_of_it() -> None:
    state = after(CODA.start({"variant": "advanced"}, 2), "D3, place 1, D-, place 2, L5")
    assert [CODA.text(move) for move in CODA.moves(state)] == ["place 2", "place 3"]


def test_number_may_not_be_placed_out_of_order() -> None:
    with pytest.raises(MoveRefused, match="at which the numbers rise, got 0"):
        after(CODA.start({"variant": "advanced"}, 2), "D3, place 1, D5, place 1")


def in_advanced_play() -> State:
    state = CODA.start({"variant": "advanced"}, 2)
    for hand in (ANNA, BEN):
        for place, panel in enumerate(hand.split(), 1):
            state = after(state, panel, f"place {place}")
    return state


def test_dash_that_must_be_shown_is_placed_by_its_owner() -> None:
    state = after(in_advanced_play(), "draw dark, D-, attack 2.1 5")
    assert CODA.player_to_move(state) == 0
    assert row(after(state, "place 3"), 0) == "D1 D4 (D-) L7 L10"


def test_dash_is_attacked_as_a_dash() -> None:
    state = after(in_advanced_play(), "draw dark, D-, attack 2.1 0, stop, place 1", "draw light, L-, attack 1.1 -")
    assert row(state, 0) == "(D-) D1 D4 L7 L10"


# The clock


def test_time_up_inserts_the_drawn_panel_face_up() -> None:
    state = after(drawn(), "time up")
    assert row(state, 0) == "D1 D4 (D6) L7 L10"
    assert CODA.player_to_move(state) == 1


def test_time_up_with_the_pool_empty_knocks_down_one_own_panel() -> None:
    assert now(after(emptied(), "time up")).phase is Phase.FALL


def test_time_up_is_not_played_without_the_clock() -> None:
    state = drawn(clock="off")
    assert TimeUp() not in list(CODA.moves(state))
    with pytest.raises(MoveRefused, match="got 'time up'"):
        after(state, "time up")


# Scores


def test_right_attack_is_worth_1_point() -> None:
    assert now(after(drawn(), "attack 2.3 5, attack 2.4 9")).points == (2, 0)


def test_wrong_attack_is_worth_nothing() -> None:
    assert now(after(drawn(), "attack 2.3 6")).points == (0, 0)


def test_exposing_an_opponent_is_worth_3_points_besides_the_1() -> None:
    state = dealt("D1 D4 L7", "D0 L2 L5", "D9 L9 D10", "D2 D3 L3")
    state = after(state, "draw dark, D6", "attack 2.1 0, attack 2.2 2, attack 2.3 5")
    assert now(state).points == (3 + 3, 0, 0, 0)


def test_winner_gets_5_and_his_standing_panels_the_drawn_one_among_them() -> None:
    state = after(drawn(), "attack 2.1 0, attack 2.2 2, attack 2.3 5, attack 2.4 9")
    assert state.done[0].points == (4 + 3 + 5 + (1 + 4 + 6 + 7 + 10), 0)
    assert state.done[0].winner == 0


def test_dash_is_worth_nothing_to_the_winner() -> None:
    state = after(in_advanced_play(), "draw dark, D-", "attack 2.1 0, attack 2.2 2, attack 2.3 5, attack 2.4 9")
    assert state.done[0].points == (4 + 3 + 5 + (1 + 4 + 7 + 10), 0)


def test_fallen_panels_are_worth_nothing_to_the_winner() -> None:
    state = after(drawn(), "attack 2.1 5", "draw light, L1, attack 1.1 1, stop")
    state = after(state, "draw dark, D8", "attack 2.1 0, attack 2.2 1, attack 2.3 2, attack 2.4 5, attack 2.5 9")
    assert state.done[0].points == (5 + 3 + 5 + (4 + 7 + 8 + 10), 1)


def test_winner_of_a_round_starts_the_next() -> None:
    state = after(drawn(first="1"), "attack 2.1 5", "draw light, L1")
    state = after(state, "attack 1.1 1, attack 1.2 4, attack 1.4 7, attack 1.5 10")
    assert state.done[0].winner == 1
    state = after(state, *ANNA.split(), *BEN.split())
    assert CODA.player_to_move(state) == 1


def won_round(state: State) -> State:
    """Play a round that seat 0 wins with 4 + 3 + 5 + 22 + the drawn 6."""
    state = after(state, *ANNA.split(), *BEN.split())
    return after(state, "draw dark, D6", "attack 2.1 0, attack 2.2 2, attack 2.3 5, attack 2.4 9")


def test_most_points_after_3_rounds_win() -> None:
    state = CODA.start({}, 2)
    for _ in range(3):
        assert CODA.outcome(state) is None
        state = won_round(state)
    assert CODA.outcome(state) == Outcome((3 * 40, 0), (0,))


def test_ties_share_the_win() -> None:
    state = CODA.start({}, 2)
    finished = won_round(state).done[0]
    lost = type(finished)(finished.rows, (0, 40), 1, finished.dealt)
    even = type(finished)(finished.rows, (0, 0), 0, finished.dealt)
    assert CODA.outcome(State(state.rules, (finished, lost, even), None)) == Outcome((40, 40), (0, 1))


def test_single_round_is_won_by_the_last_one_standing_whatever_the_points() -> None:
    state = dealt("D1 D4 L7 L10", BEN, rounds="1")
    state = after(state, "draw dark, D6", "attack 2.1 0, attack 2.2 2, attack 2.3 5, attack 2.4 9")
    assert CODA.outcome(state) == Outcome((40, 0), (0,))


# The referee of real panels


def refereed(*darks: int, **options: str) -> State:
    state = CODA.start({"role": "referee"} | options, len(darks))
    return after(state, *(f"take {count}" for count in darks))


def test_referee_counts_the_standing_panels_of_each_by_colour() -> None:
    state = after(refereed(1, 3), "draw light, hit 2 dark, stop")
    assert row(state, 0) == "D? L? L? L? L?"
    assert row(state, 1) == "(D?) D? D? L?"


def test_referee_knows_nothing_secret() -> None:
    state = after(refereed(1, 3), "draw light, hit 2 dark")
    assert CODA.revealed_count(state) == 0
    assert all(panel.number is None for hand in now(state).rows for panel in hand)


def test_referee_puts_the_drawn_panel_down_after_a_miss() -> None:
    state = after(refereed(1, 3), "draw light, miss")
    assert row(state, 0) == "D? L? L? L? (L?)"
    assert CODA.player_to_move(state) == 1


def test_referee_refuses_a_hit_where_nothing_of_that_colour_stands() -> None:
    with pytest.raises(MoveRefused, match="expected a player and colour with a standing panel, got 2 light"):
        after(refereed(1, 4), "draw dark, hit 2 light")


def test_referee_refuses_more_first_panels_than_there_are() -> None:
    with pytest.raises(MoveRefused, match="expected at most 4 dark panels, got 5"):
        after(CODA.start({"role": "referee"}, 2), "take 5")


def test_colour_of_which_none_is_left_cannot_be_drawn() -> None:
    state = refereed(4, 4)
    for _ in range(4):
        state = after(state, "draw dark, miss")
    with pytest.raises(MoveRefused, match="expected a colour that is left, got 'dark'"):
        after(state, "draw dark")


def test_referee_asks_the_winner_for_his_standing_panels() -> None:
    state = after(refereed(0, 4), "draw light, hit 2 dark, hit 2 dark, hit 2 dark, hit 2 dark")
    assert now(state).phase is Phase.STANDING
    state = after(state, "standing 31")
    assert state.done[0].points == (4 + 3 + 5 + 31, 0)


def test_referee_refuses_a_sum_that_no_panels_have() -> None:
    state = after(refereed(0, 4), "draw light, hit 2 dark, hit 2 dark, hit 2 dark, hit 2 dark")
    with pytest.raises(MoveRefused, match="expected at most 51, got 52"):
        after(state, "standing 52")


def test_box_plays_no_seat_beside_real_panels() -> None:
    with pytest.raises(OptionRefused, match="expected no seats of the box beside a referee"):
        CODA.start({"role": "referee", "box-seats": "1"}, 2)


# What is written and what is seen


def test_public_text_of_a_panel_is_its_colour() -> None:
    state = dealt(ANNA, BEN)
    assert CODA.public_text(CODA.parse(state, "D5")) == "dark"


def test_owner_alone_sees_his_standing_panels() -> None:
    state = drawn()
    views = {seat: CODA.view(state, seat).now for seat in (None, 0, 1)}
    numbers = {seat: [panel.number for panel in view.rows[0]] for seat, view in views.items() if view is not None}
    assert numbers == {None: [None] * 4, 0: [1, 4, 7, 10], 1: [None] * 4}


def test_drawn_panel_is_seen_by_its_owner_alone() -> None:
    state = drawn()
    views = [CODA.view(state, seat).now for seat in (None, 0, 1)]
    assert [view.drawn.number for view in views if view is not None and view.drawn is not None] == [None, 6, None]


def test_view_holds_no_wrong_attack_while_a_round_is_on() -> None:
    assert CODA.view(after(drawn(), "attack 2.3 6"), 1) == CODA.view(after(drawn(), "attack 2.1 8"), 1)


def test_wrong_attack_is_heard_by_those_who_listen() -> None:
    state = after(drawn(), "attack 2.3 6")
    assert now(state).rows[1][2].denied == (6,)


@pytest.mark.parametrize("text", ["D12", "attack 2 5", "place 0", "draw blue", "hit 0 dark", "wrong D5"])
def test_unreadable_move_is_refused(text: str) -> None:
    with pytest.raises(TextUnreadable, match="expected a move such as"):
        CODA.parse(drawn(), text)


@pytest.mark.parametrize("players", [1, 5])
def test_coda_is_for_2_to_4_players(players: int) -> None:
    with pytest.raises(OptionRefused, match="expected 2 to 4 players"):
        CODA.start({}, players)


def test_every_panel_is_in_the_pool_or_at_a_player() -> None:
    state = drawn()
    assert sum(pool_size(state.rules, now(state), colour) for colour in Colour) == 24 - 9


def test_option_that_a_header_does_not_name_is_dealt_by_chance() -> None:
    assert now(CODA.start({}, 2)).phase is Phase.DEAL
    assert now(CODA.start({"deal": "choose"}, 2)).phase is Phase.TAKE


def test_dealer_deals_the_colours_that_a_player_chose() -> None:
    state = after(CODA.start({"deal": "choose"}, 2), "take 3")
    colours = []
    while now(state).turn == 0:
        count = CODA.chance_outcomes(state)
        colours.append({CODA.text(CODA.chance_move(state, index))[0] for index in range(count)})
        state = CODA.play(state, CODA.chance_move(state, count - 1))
    assert colours == [{"D"}] * 3 + [{"L"}]
    assert now(state).phase is Phase.TAKE
