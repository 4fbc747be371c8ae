"""The rules of the peg games, one test a rule; the numbers are the booklets'."""

import pytest

from companion.errors import MoveRefused, TextUnreadable
from companion.games.contract import CHANCE, Outcome
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import First, SetCode
from companion.games.pegs.scoring import count, outcome, sheet, totals
from companion.games.pegs.state import Count, Ending, Line, Phase, Round, Row, Rules, State, next_round
from companion.match.catalogue import load_catalogue

CATALOGUE = load_catalogue(None)


def game(key: str) -> PegGame:
    found = CATALOGUE[key]
    assert isinstance(found, PegGame)
    return found


def playing(key: str, players: int = 2, code: str = "", **options: str) -> tuple[PegGame, State]:
    """Return a game whose first hidden code is *code*."""
    box = game(key)
    state = box.start({name.replace("_", "-"): value for name, value in options.items()}, players)
    if state.phase is Phase.FIRST:
        state = box.play(state, First(0))
    return box, play(box, state, f"code {code}") if code else state


def play(box: PegGame, state: State, *texts: str) -> State:
    for text in texts:
        state = box.play(state, box.parse(state, text))
    return state


def rules(key: str, players: int = 2, **options: str) -> Rules:
    return playing(key, players, **options)[1].rules


def solved(row: int, breaker: int = 1, maker: int | None = 0) -> Round:
    rows = (Row((0, 0, 0, 0), Answer(0, 0)),) * (row - 1) + (Row((1, 1, 1, 1), Answer(4, 0)),)
    return Round(maker, breaker, rows=rows, ending=Ending.SOLVED)


def test_codemaker_gets_a_point_a_row_played() -> None:
    box, state = playing("mastermind", code="ROYG")
    state = play(box, state, "RRRR", "OOOO", "ROYG")
    assert box.view(state, None).scores == (3, 0)


def test_last_row_solved_scores_as_that_row() -> None:
    box, state = playing("mastermind", code="ROYG")
    state = play(box, state, *["RRRR"] * 9, "ROYG")
    assert box.view(state, None).scores == (10, 0)


@pytest.mark.parametrize(("key", "rows", "points"), [("mastermind", 10, 11), ("brainiac", 12, 13)])
def test_codemaker_gets_a_bonus_when_every_row_failed(key: str, rows: int, points: int) -> None:
    box, state = playing(key, code="ROYG")
    state = play(box, state, *["RRRR"] * rows)
    assert box.view(state, None).scores == (points, 0)
    assert state.done[0].ending is Ending.FAILED


def test_round_given_up_counts_as_every_row_failed() -> None:
    box, state = playing("mastermind", code="ROYG")
    assert box.view(play(box, state, "RRRR", "give up"), None).scores == (11, 0)


def test_two_players_swap_roles_after_each_game() -> None:
    box, state = playing("mastermind", games="4")
    roles = []
    for _ in range(4):
        assert state.now is not None
        roles.append((state.now.maker, state.now.breaker))
        state = play(box, state, "code ROYG", "ROYG")
    assert roles == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert box.player_to_move(state) is None


def test_coin_or_table_says_who_makes_the_first_code() -> None:
    _, state = playing("mastermind", first="2")
    assert state.now == Round(maker=1, breaker=0)
    box = game("ambassador")
    start = box.start({}, 2)
    assert box.player_to_move(start) == CHANCE
    assert box.play(start, First(1)).now == Round(maker=1, breaker=0)


def test_most_points_win_after_the_agreed_games() -> None:
    box, state = playing("mastermind", games="2")
    state = play(box, state, "code ROYG", "RRRR", "ROYG", "code ROYG", "ROYG")
    assert box.outcome(state) == Outcome((2, 1), (0,))


def test_equal_points_share_the_win() -> None:
    box, state = playing("mastermind", games="2")
    state = play(box, state, "code ROYG", "ROYG", "code ROYG", "ROYG")
    assert box.outcome(state) == Outcome((1, 1), (0, 1))


@pytest.mark.parametrize(
    ("row", "steps"), [(1, 12), (4, 12), (5, 10), (6, 10), (7, 8), (8, 8), (9, 6), (10, 6), (11, 4), (12, 4)]
)
def test_ambassador_codebreaker_walks_by_the_row(row: int, steps: int) -> None:
    box, state = playing("ambassador", code="ROYGB")
    state = play(box, state, *["RRRRR"] * (row - 1), "ROYGB")
    assert box.view(state, None).sheet == (Line(1, 1, steps, 0, steps, Ending.SOLVED),)


def test_ambassador_unsolved_does_not_walk() -> None:
    box, state = playing("ambassador", code="ROYGB")
    assert box.view(play(box, state, *["RRRRR"] * 12), None).scores == (0, 0)


def test_ambassador_ends_at_once_at_hole_30_and_stops_there() -> None:
    box, state = playing("ambassador")
    for _ in range(2):
        state = play(box, state, "code ROYGB", "ROYGB", "code ROYGB", "give up")
    assert box.view(state, None).scores == (0, 24)
    state = play(box, state, "code ROYGB", "ROYGB")
    assert box.outcome(state) == Outcome((0, 30), (1,))
    assert box.view(state, None).sheet[-1] == Line(5, 1, 12, 24, 30, Ending.SOLVED)


def test_three_players_break_in_turn_and_fewest_rows_win() -> None:
    box, state = playing("mastermind", 3)
    breakers = []
    for rows in (["ROYG"], ["RRRR", "ROYG"], ["ROYG"]):
        assert state.now is not None
        breakers.append((state.now.breaker, state.now.maker))
        state = play(box, state, "code ROYG", *rows)
    assert breakers == [(0, 2), (1, 0), (2, 1)]
    assert box.outcome(state) == Outcome((1, 2, 1), (0, 2))


def test_three_players_on_the_track_edition_count_rows_too() -> None:
    assert count(rules("ambassador", 3)) is Count.ROWS_AGAINST


def test_one_alone_counts_rows_against_himself() -> None:
    box, state = playing("mastermind", 1)
    state = play(box, state, "code ROYG", "RRRR", "ROYG")
    assert box.outcome(state) == Outcome((2,), (0,))


def test_agreed_number_of_games_is_even_for_two() -> None:
    offered = next(option for option in game("mastermind").options(2) if option.key == "games")
    assert [int(value) % 2 for value in offered.values] == [0] * len(offered.values)


def test_three_players_on_the_track_edition_lose_more_by_giving_up_than_by_solving_in_the_last_row() -> None:
    box, state = playing("ambassador", 3, "ROYGB")
    last = play(box, state, *["OYGBP"] * 11, "ROYGB")
    assert box.view(last, None).scores == (12, 0, 0)
    assert box.view(play(box, state, "give up"), None).scores == (13, 0, 0)


def test_wrong_answer_proved_gives_the_breaker_three_points_and_the_game_again() -> None:
    agreed = rules("mastermind", games="2")
    void = Round(0, 1, rows=solved(3).rows, ending=Ending.VOID)
    assert sheet(agreed, [void]) == (Line(1, 1, 3, 0, 3, Ending.VOID),)
    assert next_round(agreed, 0, (void,)) == Round(maker=0, breaker=1)
    assert outcome(agreed, (void, solved(2))) is None
    done = (void, solved(2), solved(5, breaker=0, maker=1))
    assert outcome(agreed, done) == Outcome((2, 8), (1,))
    assert totals(agreed, sheet(agreed, done)) == (2, 8)


def test_wrong_answer_in_ambassador_is_replayed_without_points() -> None:
    void = Round(0, 1, ending=Ending.VOID)
    assert sheet(rules("ambassador"), [void]) == (Line(1, 1, 0, 0, 0, Ending.VOID),)


def test_repeat_in_the_code_is_refused_where_the_booklet_forbids_it() -> None:
    box, state = playing("ambassador")
    with pytest.raises(MoveRefused, match="agreed space") as refused:
        play(box, state, "code RROYG")
    assert refused.value.sentence == "Nothing twice in this game."
    assert "RROYG" not in str(refused.value)


def test_guess_may_repeat_where_the_code_may_not_unless_agreed_otherwise() -> None:
    box, state = playing("ambassador", code="ROYGB")
    assert play(box, state, "RRRRR").now is not None
    box, state = playing("ambassador", code="ROYGB", guess_repeats="no")
    with pytest.raises(MoveRefused):
        play(box, state, "RRRRR")


def test_hole_is_refused_in_the_normal_game_and_answered_as_a_colour_in_the_challenge() -> None:
    box, state = playing("mastermind", code="ROYG")
    with pytest.raises(MoveRefused) as refused:
        play(box, state, "RO-G")
    assert refused.value.sentence == "No empty hole in this game. Put a peg in every place."
    box, state = playing("mastermind", code="R-Y-", variant="challenge")
    state = play(box, state, "-R--")
    assert state.now is not None
    assert state.now.rows == (Row((6, 0, 6, 6), Answer(1, 2)),)


def test_ambassador_offers_holes_without_repeats() -> None:
    box, state = playing("ambassador", variant="holes", code="ROYG-")
    assert (state.rules.space.size, play(box, state, "ROYG-").done[0].ending) == (19_081, Ending.SOLVED)
    playing("ambassador", variant="holes", code="ROY--")
    for refused in ("RROYG", "RR---"):
        with pytest.raises(MoveRefused, match="out of the agreed space"):
            playing("ambassador", variant="holes", code=refused)


def test_code_set_by_a_player_is_in_nobodys_view() -> None:
    box, state = playing("mastermind", code="ROYG", mode="player")
    for seat in (None, 0, 1):
        view = box.view(state, seat)
        assert view.now is not None
        assert view.now.code is None
        assert "(0, 1, 2, 3)" not in repr(view)


def test_code_is_in_the_view_once_the_round_is_over() -> None:
    box, state = playing("mastermind", code="ROYG")
    assert box.view(play(box, state, "give up"), None).done[0].code == (0, 1, 2, 3)


def test_guess_before_the_code_is_refused() -> None:
    box, state = playing("mastermind")
    with pytest.raises(MoveRefused, match="phase CODE"):
        play(box, state, "ROYG")


def test_second_code_in_a_round_is_refused() -> None:
    box, state = playing("mastermind", code="ROYG")
    with pytest.raises(MoveRefused, match="phase GUESS, got a SetCode"):
        box.play(state, SetCode(None))


@pytest.mark.parametrize("text", ["code RRRX", "code RRR", "code "])
def test_hidden_code_that_cannot_be_read_is_not_quoted(text: str) -> None:
    box, state = playing("mastermind")
    with pytest.raises(TextUnreadable, match="expected a code of 4 letters out of ROYGBP-, got another") as refused:
        box.parse(state, text)
    assert "RRR" not in str(refused.value)
    assert refused.value.__suppress_context__


@pytest.mark.parametrize(("last", "winners"), [("ROYG", (0,)), ("give up", ())])
def test_single_player_has_won_where_the_code_was_found(last: str, winners: tuple[int, ...]) -> None:
    box, state = playing("mini", 1, "ROYG")
    ended = box.outcome(play(box, state, last))
    assert ended is not None
    assert ended.winners == winners
