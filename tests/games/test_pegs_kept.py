"""Codes kept on the real board: answers by hand, amendments, challenges, reveals, and the box as codebreaker."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.errors import MoveRefused, OptionRefused
from companion.games.contract import CHANCE, Outcome
from companion.games.pegs.codes import Answer
from companion.games.pegs.moves import Challenge, GiveKeys, Guess, PlayAgain
from companion.games.pegs.state import AskedHint, Ending, Phase, Proof, Round, State, WrongRow
from tests.games.test_pegs import play, playing
from tests.support.oracle import naive_answer


def now(state: State) -> Round:
    assert state.now is not None
    return state.now


def test_kept_code_is_announced_by_its_codemaker_and_never_entered() -> None:
    box, state = playing("mastermind", mode="keeps")
    assert (state.phase, box.player_to_move(state)) == (Phase.CODE, 0)
    assert [box.text(move) for move in box.moves(state)] == ["code"]
    state = play(box, state, "code")
    assert (state.phase, box.player_to_move(state), now(state).kept) == (Phase.GUESS, 1, True)


def test_row_of_a_kept_code_waits_for_the_key_pegs_of_its_codemaker() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RROO")
    assert (state.phase, box.player_to_move(state)) == (Phase.KEYS, 0)
    state = play(box, state, "black 1 white 2")
    assert (state.phase, box.player_to_move(state)) == (Phase.GUESS, 1)
    assert now(state).rows[0].answer == Answer(1, 2)


@pytest.mark.parametrize(
    ("blacks", "whites", "sentence"),
    [
        (3, 1, "All right but one: the last cannot be in the wrong place."),
        (3, 2, "More than the row has places. Count again, please."),
        (0, 5, "More than the row has places. Count again, please."),
    ],
)
def test_key_pegs_that_no_row_can_have_are_refused_with_the_reason(blacks: int, whites: int, sentence: str) -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RROO")
    with pytest.raises(MoveRefused) as refused:
        box.play(state, GiveKeys(Answer(blacks, whites)))
    assert refused.value.sentence == sentence


def test_row_that_cannot_be_the_code_is_not_all_black() -> None:
    box, state = playing("ambassador", mode="keeps")
    state = play(box, state, "code", "RRRRR")
    assert Answer(5, 0) not in [move.answer for move in box.moves(state) if isinstance(move, GiveKeys)]
    with pytest.raises(MoveRefused) as refused:
        box.play(state, GiveKeys(Answer(5, 0)))
    assert refused.value.sentence == "This row cannot be the code. Look at it again, please."
    state = play(box, state, "black 1 white 0")
    with pytest.raises(MoveRefused, match="a code out of"):
        play(box, state, "row 1 black 5 white 0")


@pytest.mark.parametrize("seed", range(20))
def test_no_impossible_code_ends_a_round(seed: int) -> None:
    random = Random(seed)
    box, state = playing("ambassador", mode="keeps")
    for _ in range(300):
        moves = list(islice(box.moves(state), 200))
        if not moves:
            break
        state = box.play(state, random.choice(moves))
        assert all(done.code is None or done.code.reveal() in state.rules.space for done in state.done)


def test_all_black_solves_a_kept_code() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RROO", "black 1 white 0", "RYGB", "black 4 white 0")
    assert state.done[0].ending is Ending.SOLVED
    assert box.view(state, None).done[0].code == (0, 2, 3, 4)
    assert box.view(state, None).scores == (2, 0)


def test_kept_code_is_revealed_after_the_last_row() -> None:
    box, state = playing("mini", mode="keeps")
    state = play(box, state, "code", *["RROO", "black 0 white 0"] * 6)
    assert (state.phase, box.player_to_move(state)) == (Phase.REVEAL, 0)
    assert box.view(state, None).now is not None
    state = play(box, state, "reveal YYYY")
    assert state.done[0].ending is Ending.FAILED
    assert box.revealed_count(state) == 0


def test_round_is_not_over_while_its_last_row_waits_for_key_pegs() -> None:
    box, state = playing("mini", mode="keeps")
    state = play(box, state, "code", *["RROO", "black 0 white 0"] * 5, "YYYY")
    assert (state.phase, now(state).ending) == (Phase.KEYS, None)


def test_code_outside_the_space_is_refused_at_the_reveal() -> None:
    box, state = playing("mini", mode="keeps")
    state = play(box, state, "code", *["RROO", "black 0 white 0"] * 6)
    with pytest.raises(MoveRefused) as refused:
        play(box, state, "reveal YY-Y")
    assert refused.value.sentence == "No empty hole in this game. Put a peg in every place."


def test_kept_code_is_revealed_when_the_round_is_given_up() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RROO", "black 0 white 0", "give up")
    assert state.phase is Phase.REVEAL
    assert play(box, state, "reveal YYYY").done[0].ending is Ending.GIVEN_UP


def test_wrong_row_is_named_once_the_code_is_known() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "YGBP", "black 4 white 0")
    assert (state.phase, box.player_to_move(state), state.done) == (Phase.WRONG, 1, ())
    shown = box.view(state, None).now
    assert shown is not None
    assert shown.wrong == (WrongRow(0, Answer(1, 0), Answer(0, 1)),)
    assert shown.code == (2, 3, 4, 5)


def test_round_answered_wrongly_is_played_again_and_the_codebreaker_gets_three_points() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "YGBP", "black 4 white 0", "play again")
    assert state.done[0].ending is Ending.VOID
    assert box.view(state, None).scores == (0, 3)
    assert (now(state).maker, now(state).breaker) == (0, 1)


def test_ambassador_plays_again_without_points() -> None:
    box, state = playing("ambassador", mode="keeps", first="1")
    state = play(box, state, "code", "RYOOO", "black 1 white 0", "YGBPI", "black 5 white 0", "play again")
    assert box.view(state, None).scores == (0, 0)


def test_round_stands_once_its_rows_are_put_right() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "YGBP", "black 4 white 0")
    with pytest.raises(MoveRefused, match="another answer to row 1"):
        play(box, state, "row 1 black 2 white 0")
    state = play(box, state, "row 1 black 0 white 1")
    assert state.done[0].ending is Ending.SOLVED
    assert box.view(state, None).scores == (2, 0)


def test_row_is_amended_by_agreement_while_the_round_is_on() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "YGBP", "black 0 white 1", "row 1 black 0 white 2")
    assert [row.answer for row in now(state).rows] == [Answer(0, 2), Answer(0, 1)]
    for same in ("row 1 black 0 white 2", "row 3 black 0 white 0"):
        with pytest.raises(MoveRefused):
            play(box, state, same)


def test_row_is_amended_while_a_later_one_waits_for_its_key_pegs() -> None:
    box, state = playing("mastermind", mode="breaks")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "YGBP", "row 1 black 0 white 2")
    assert (state.phase, box.player_to_move(state)) == (Phase.KEYS, 0)
    assert [row.answer for row in now(state).rows] == [Answer(0, 2), None]
    with pytest.raises(MoveRefused, match="expected an answered row from 1 to 1, got 2"):
        play(box, state, "row 2 black 0 white 0")
    state = play(box, state, "row 1 black 4 white 0")
    assert (len(state.done[0].rows), state.done[0].ending) == (1, Ending.SOLVED)


def test_row_amended_to_all_black_ends_the_round_there() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "YGBP", "black 3 white 0", "RROO", "black 0 white 0", "row 1 black 4 white 0")
    assert (len(state.done[0].rows), state.done[0].ending) == (1, Ending.SOLVED)


def test_reveal_of_a_row_played_before_ends_the_round_at_that_row() -> None:
    box, state = playing("mini", mode="keeps")
    rows = ["RROO", "black 0 white 0", "YYYY", "black 1 white 0", *["RROO", "black 0 white 0"] * 4]
    state = play(box, state, "code", *rows, "reveal YYYY")
    assert state.phase is Phase.WRONG
    state = play(box, state, "row 2 black 4 white 0")
    assert (len(state.done[0].rows), state.done[0].ending) == (2, Ending.SOLVED)


def test_rows_of_a_box_that_answers_cannot_be_amended() -> None:
    box, state = playing("mastermind", code="ROYG")
    state = play(box, state, "RRRR")
    with pytest.raises(MoveRefused, match="got a Amend"):
        play(box, state, "row 1 black 2 white 0")


def test_challenge_asks_the_codemaker_for_the_hidden_code_and_play_goes_on_when_every_answer_holds() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 0 white 1", "challenge")
    assert (state.phase, box.player_to_move(state)) == (Phase.CODE, 0)
    state = play(box, state, "code YGBP")
    assert (state.phase, now(state).proof) == (Phase.GUESS, Proof.GIVEN)
    view = box.view(state, 1).now
    assert view is not None
    assert view.code is None
    state = play(box, state, "GYPB")
    assert now(state).rows[-1].answer == Answer(0, 4)
    assert play(box, state, "YGBP").done[0].ending is Ending.SOLVED


def test_challenge_is_for_once_and_only_after_a_row() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code")
    with pytest.raises(MoveRefused, match="got a Challenge"):
        play(box, state, "challenge")
    state = play(box, state, "RYOO", "black 0 white 1", "challenge", "code YGBP")
    with pytest.raises(MoveRefused, match="got a Challenge"):
        play(box, state, "challenge")


def test_challenge_proves_a_wrong_row_and_hides_the_code() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "challenge", "code YGBP")
    view = box.view(state, None).now
    assert view is not None
    assert (state.phase, box.player_to_move(state), view.code) == (Phase.WRONG, 1, None)
    assert view.wrong == (WrongRow(0, Answer(1, 0), Answer(0, 1)),)
    on = play(box, state, "row 1 black 0 white 1")
    assert on.phase is Phase.GUESS
    again = play(box, state, "play again")
    assert again.done[0].ending is Ending.VOID
    assert box.view(again, None).done[0].code == (2, 3, 4, 5)


def test_code_of_a_challenge_counts_among_the_secrets_once_its_round_is_over() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 0 white 1", "challenge", "code YGBP")
    assert box.revealed_count(state) == 0
    assert box.revealed_count(play(box, state, "YGBP")) == 1


def test_sealed_challenge_replays_without_its_code() -> None:
    box, state = playing("mastermind", mode="keeps")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "challenge", "code", "row 1 black 0 white 1", "RRRR")
    assert state.phase is Phase.KEYS


def test_box_at_the_last_seat_makes_one_code_and_breaks_one() -> None:
    box, state = playing("mastermind", mode="match", games="2")
    assert (box.is_box(state, 0), box.is_box(state, 1)) == (False, True)
    assert (state.phase, box.player_to_move(state)) == (Phase.CODE, 0)
    state = play(box, state, "code")
    assert box.player_to_move(state) == 1
    state = play(box, state, "ROYG", "black 4 white 0")
    assert box.player_to_move(state) == CHANCE
    state = play(box, state, "code RRRR")
    assert box.player_to_move(state) == 0
    state = play(box, state, "ROYG", "RRRR")
    assert box.outcome(state) == Outcome((1, 2), (1,))


def test_box_that_only_breaks_always_breaks() -> None:
    box, state = playing("mastermind", mode="breaks", games="4")
    for _ in range(4):
        assert (now(state).maker, now(state).breaker) == (0, 1)
        state = play(box, state, "code", "ROYG", "black 4 white 0")
    assert box.outcome(state) == Outcome((4, 0), (0,))


@pytest.mark.parametrize("key", ["mastermind", "mini", "junior"])
@pytest.mark.parametrize("strength", ["beginner", "club", "perfect"])
def test_box_breaks_a_code_that_is_answered_rightly(key: str, strength: str) -> None:
    random = Random(f"{key}{strength}")
    box, state = playing(key, mode="breaks", strength=strength)
    code = random.choice(list(state.rules.space))
    state = play(box, state, "code")
    while not state.done:
        move = box.choose(state, 1, random.randrange)
        assert isinstance(move, Guess)
        state = box.play(state, move)
        state = box.play(state, GiveKeys(Answer(*naive_answer(code, move.code))))
    assert state.done[0].ending is Ending.SOLVED
    assert state.done[0].code is not None
    assert state.done[0].code.reveal() == code


def test_box_doubts_answers_that_no_code_fits() -> None:
    box, state = playing("mastermind", mode="breaks")
    state = play(box, state, "code", "RRRR", "black 0 white 0", "OOOO", "black 0 white 0")
    state = play(box, state, "YYYY", "black 0 white 0", "GGGG", "black 1 white 0", "BBPP", "black 0 white 0")
    assert box.choose(state, 1, Random(1).randrange) == Challenge()


def test_box_has_a_round_played_again_that_was_answered_wrongly() -> None:
    box, state = playing("mastermind", mode="breaks")
    state = play(box, state, "code", "RYOO", "black 1 white 0", "challenge", "code YGBP")
    assert box.choose(state, 1, Random(1).randrange) == PlayAgain()


def test_hints_are_asked_for_once_a_row_and_counted_on_the_sheet() -> None:
    box, state = playing("mastermind", code="ROYG", coach="during")
    state = play(box, state, "hint 2", "hint 4", "RRRR", "hint 2")
    assert now(state).hints == (AskedHint(0, 2), AskedHint(0, 4), AskedHint(1, 2))
    with pytest.raises(MoveRefused, match="not asked for at this row, got 2"):
        play(box, state, "hint 2")
    assert box.view(play(box, state, "ROYG"), None).sheet[0].hints == 3


@pytest.mark.parametrize("coach", ["off", "after", "1"])
def test_hint_that_the_table_did_not_agree_on_is_refused(coach: str) -> None:
    box, state = playing("mastermind", code="ROYG", coach=coach)
    with pytest.raises(MoveRefused, match="got a Hint"):
        play(box, state, "hint 1")


def test_nobody_asks_the_coach_while_the_box_breaks() -> None:
    box, state = playing("mastermind", mode="match", coach="during")
    state = play(box, state, "code")
    assert box.player_to_move(state) == 1
    with pytest.raises(MoveRefused, match="got a Hint"):
        play(box, state, "hint 1")


def test_only_the_player_with_the_handicap_may_ask() -> None:
    box, state = playing("mastermind", code="ROYG", coach="2")
    assert now(play(box, state, "hint 1")).hints == (AskedHint(0, 1),)


def test_five_rows_at_most_is_refused_with_holes() -> None:
    with pytest.raises(OptionRefused, match="got 'five'"):
        playing("mastermind", mode="match", strength="five", variant="challenge")
    assert playing("mastermind", strength="five", variant="challenge")


def test_beaten_by_other_answers_conceal_nothing_in_the_error() -> None:
    box, state = playing("mastermind", code="ROYG")
    with pytest.raises(MoveRefused) as refused:
        play(box, state, "code GGGG")
    assert "G" not in str(refused.value).replace("GUESS", "")
