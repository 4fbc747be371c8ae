from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from companion.cli.dice import facts, judge_rolls, ledger, list_rolls, throw_line
from companion.cli.main import main
from companion.dice.model import SHAPE, Coin, Dice, DiceRoll, Own, Start, read_cast, throw
from companion.games.contract import CHANCE
from companion.games.passcode.game import PasscodeGame
from companion.games.passcode.moves import Move
from companion.games.passcode.state import State
from companion.games.passcode.view import PasscodeView
from companion.match import randomness
from companion.match.archive import EntryKind, LogEntry, MatchHeader, ThrowsDamaged
from companion.match.session import Session
from tests.support.flow import CATALOGUE
from tests.support.match_lines import opened, room_for
from tests.support.paper import NOON, PaperArchive, environment


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "box"


def run(capsys: pytest.CaptureFixture[str], state: Path, *arguments: str) -> tuple[int, str, str]:
    status = main([*arguments, "--state", str(state)])
    out, err = capsys.readouterr()
    return status, out, err


THROWN = {
    "2d6+3": (4, 5),
    "4d6kh3": (6, 1, 5, 4),
    "2d6+1d4-1": (3, 5, 2),
    "3dF": (1, 2, 3),
    "1d20-1d4": (14, 3),
    "1d100": (99,),
    "1dF": (1,),
}
"""Values of dice, of which the least is 1 for a die of Fate, too."""


# --- roll


def test_roll_prints_each_die_and_their_sum(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    status, out, err = run(capsys, state, "roll", "2d6")
    dice, values, total = out.partition(":")[0], out.split()[1:3], out.split()[4]
    assert (status, dice, int(total), err) == (0, "2d6", sum(map(int, values)), "")


def test_roll_without_a_word_is_one_six_sided_die(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert run(capsys, state, "roll")[1] in [f"1d6: {side}\n" for side in range(1, 7)]


def test_roll_as_json_has_what_was_thrown(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    found = json.loads(run(capsys, state, "roll", "3d20", "--json")[1])
    assert (found["dice"], len(found["values"]), found["total"]) == ("3d20", 3, sum(found["values"]))


def test_roll_as_json_says_how_six_sided_dice_lie(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    found = json.loads(run(capsys, state, "roll", "2d6", "--json")[1])
    assert [lying["top"] for lying in found["attitudes"]] == found["values"]
    opposite = [("top", "bottom"), ("north", "south"), ("east", "west")]
    assert {lying[one] + lying[other] for lying in found["attitudes"] for one, other in opposite} == {7}


def test_roll_of_a_sum_prints_what_each_die_counts_and_what_is_added() -> None:
    assert [throw_line(DiceRoll(read_cast(text), values)) for text, values in THROWN.items()] == [
        "2d6+3: 4 5 +3 = 12",
        "4d6kh3: 6 (1) 5 4 = 15",
        "2d6+1d4-1: 3 5 2 -1 = 9",
        "3dF: -1 0 +1 = 0",
        "1d20-1d4: 14 -3 = 11",
        "1d100: 99",
        "1dF: -1",
    ]


def test_roll_as_json_says_which_dice_count() -> None:
    found = facts(DiceRoll(read_cast("4dFkl2+1"), (3, 1, 2, 1)))
    assert (found["values"], found["kept"], found["total"]) == ([1, -1, 0, -1], [False, True, False, True], -1)


def test_coin_shows_heads_or_tails(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert json.loads(run(capsys, state, "roll", "coin", "--json")[1])["side"] in ("heads", "tails")


def test_who_starts_is_one_of_the_names(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert run(capsys, state, "roll", "start", "Ada", "Zoé")[1] in ("start 2: Ada\n", "start 2: Zoé\n")


def test_who_starts_without_names_is_a_number(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    found = json.loads(run(capsys, state, "roll", "start", "6", "--json")[1])
    assert found["starts"] == f"player {found['values'][0]}"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["7d7"], f"expected {SHAPE}, got 7d7"),
        (["dice"], "got 'dice'"),
        (["start", "1"], "got 'start 1'"),
        (["start", "Ada"], "expected 2 to 6 players, got 1"),
        (["2d6", "2d6"], f"expected {SHAPE}, got '2d6' at character 5 of '2d6 2d6'"),
        (["4d6k3"], "got 'k3' at character 4 of '4d6k3'"),
        (["2d6", "+"], "got nothing at character 6 of '2d6 +'"),
    ],
)
def test_what_cannot_be_thrown_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], state: Path, words: list[str], says: str
) -> None:
    status, out, err = run(capsys, state, "roll", *words)
    assert (status, out) == (2, "")
    assert says in err


def test_roll_is_in_the_ledger(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    found = json.loads(run(capsys, state, "roll", "2d8", "--json")[1])
    with closing(opened(state / "journal.db")) as journal:
        assert journal.throws() == (DiceRoll(Dice(2, 8), tuple(found["values"]), (), found["at"]),)


def test_roll_while_the_box_plays_holds_and_says_that_it_is_not_saved(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    with closing(opened(state / "journal.db")) as journal:
        status, out, err = run(capsys, state, "roll", "d20")
        assert journal.throws() == ()
    assert (status, out.startswith("1d20: ")) == (0, True)
    assert err.startswith("codemaker: this throw is not saved: expected to be the only one to write")


def test_roll_that_the_disk_refuses_holds_and_is_told_once(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    opened(state / "journal.db").close()
    with room_for(0):
        status, out, err = run(capsys, state, "roll", "d20")
    assert (status, out.startswith("1d20: ")) == (0, True)
    assert err.startswith("codemaker: this throw is not saved: expected a journal to read and write, got ")
    assert len(err.splitlines()) == 1
    assert run(capsys, state, "rolls")[1] == "nothing has been thrown yet\n"


def test_damage_that_a_roll_finds_is_logged_and_the_throw_saved(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, state: Path
) -> None:
    state.mkdir()
    (state / "journal.db").write_bytes(b"no database" * 1000)
    assert run(capsys, state, "roll", "d20")[2] == ""
    assert "set aside as journal-damaged-" in caplog.text
    assert len(run(capsys, state, "rolls")[1].splitlines()) == 1


# --- saved throws


def test_throw_is_saved_thrown_by_its_name_listed_and_forgotten(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    assert run(capsys, state, "roll", "--list")[1] == "no throw is saved yet\n"
    assert run(capsys, state, "roll", "--save", "Sneak attack", "3d6+2") == (0, "saved Sneak attack: 3d6+2\n", "")
    assert run(capsys, state, "rolls")[1] == "nothing has been thrown yet\n"
    assert run(capsys, state, "roll", "Sneak attack")[1].startswith("3d6+2: ")
    assert run(capsys, state, "roll", "sneak", "attack", "--json")[1].startswith('{"dice": "3d6+2"')
    assert run(capsys, state, "roll", "--list")[1] == "Sneak attack: 3d6+2\n"
    assert json.loads(run(capsys, state, "roll", "--list", "--json")[1]) == {"Sneak attack": "3d6+2"}
    assert run(capsys, state, "roll", "--forget", "SNEAK ATTACK")[0] == 0
    assert run(capsys, state, "roll", "Sneak attack")[0] == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--save", "d20", "3d6"], "expected a name, got the throw 'd20'"),
        (["--save", "Axe"], "got nothing at character 1"),
        (["--save", "Axe", "d7"], "got 1d7"),
        (["--save", "Axe", "start", "Ada", "Ben"], "got 'start Ada Ben'"),
        (["--save", "A name of 17 chars", "d6"], "expected names of 1 to 16 letters"),
        (["--forget", "Axe"], "expected the name of a saved throw (none is saved), got 'Axe'"),
        (["--forget", "Axe", "--list"], "not allowed with argument"),
    ],
)
def test_what_cannot_be_saved_or_forgotten_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], state: Path, words: list[str], says: str
) -> None:
    try:
        status, out, err = run(capsys, state, "roll", *words)
    except SystemExit as ended:
        status, (out, err) = int(str(ended)), capsys.readouterr()
    assert (status, out) == (2, "")
    assert says in err


def test_saved_throws_are_not_changed_while_the_box_plays(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    with closing(opened(state / "journal.db")):
        status, _, err = run(capsys, state, "roll", "--save", "Axe", "d12")
    assert status != 0
    assert "expected to be the only one to write" in err
    assert run(capsys, state, "roll", "--list")[1] == "no throw is saved yet\n"


# --- rolls


AT = "2026-03-04T05:06:0{}Z"


def test_rolls_are_listed_the_newest_first_and_those_of_matches_with_their_game() -> None:
    out = io.StringIO()
    list_rolls(
        [
            DiceRoll(Dice(2, 6), (3, 5), (1, 1), AT.format(7)),
            DiceRoll(Dice(), (4,), at=AT.format(8), match="passcode, match 2"),
            DiceRoll(Start(2, ("Ada", "Zoé")), (2,), at=AT.format(9)),
        ],
        out,
    )
    assert out.getvalue().splitlines() == [
        f"{AT.format(9)}  start 2  Zoé",
        f"{AT.format(8)}  1d6      4  (passcode, match 2)",
        f"{AT.format(7)}  2d6      3 5 = 8",
    ]


def test_rolls_beside_a_damaged_one_are_taken_and_the_damage_told() -> None:
    sound = DiceRoll(Coin(), (2,), at="then")

    class Damaged(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
            raise ThrowsDamaged("expected throw 2 as it was written", (sound,))

    errors = io.StringIO()
    assert ledger(environment(Damaged()), CATALOGUE, errors) == [sound]
    assert errors.getvalue() == "codemaker: Some throws are damaged. They are kept, but not shown.\n"


# --- dice of matches


def passcode(archive: PaperArchive, moves: int) -> Session[State, Move, PasscodeView]:
    """Return a match of Passcode of which *moves* moves were played."""
    session = Session.begin(PasscodeGame(), {}, ("Anna", "Ben"), environment(archive))
    go_on(session, moves)
    return session


def go_on(session: Session[State, Move, PasscodeView], moves: int) -> None:
    """Play *moves* moves, all seats as the box plays."""
    for _ in range(moves):
        seat = session.player_to_move
        if seat is None:
            break
        if seat == CHANCE:
            session.draw()
        else:
            session.play(session.game.choose(session._state, seat, lambda outcomes: 0))


def dice_of(archive: PaperArchive) -> list[DiceRoll]:
    errors = io.StringIO()
    found = [thrown for thrown in ledger(environment(archive), CATALOGUE, errors) if thrown.match]
    assert errors.getvalue() == ""
    return found


def written(archive: PaperArchive, number: int = 1) -> list[str]:
    """Return the lines of a match that are throws, as they are in the journal."""
    return [entry.text for entry in archive.sheets[number][1] if re.match("roll|first|die", entry.text)]


def test_every_die_of_a_match_is_in_the_ledger_with_its_game() -> None:
    archive = PaperArchive()
    passcode(archive, 600)
    found, lines = dice_of(archive), written(archive)
    assert {thrown.match for thrown in found} == {"passcode, match 1"}
    assert [str(thrown.cast) for thrown in found] == ["start 2" if "first" in line else "1d6" for line in lines]
    values = [int(re.findall("[0-9]", line)[0]) for line in lines]
    assert [thrown.values for thrown in found] == [(value,) for value in values]
    assert any(line.startswith("die") for line in lines)


def test_die_that_is_taken_back_and_comes_again_is_counted_once() -> None:
    archive = PaperArchive()
    session = passcode(archive, 6)
    before = dice_of(archive)
    for _ in range(3):
        session.undo()
    assert dice_of(archive) == before
    go_on(session, 5)
    assert dice_of(archive) == before
    assert len(written(archive)) > len(before) > 1


def test_game_dice_are_the_same_after_the_match_was_resumed() -> None:
    archive = PaperArchive()
    passcode(archive, 100)
    before = dice_of(archive)
    Session.resume(PasscodeGame(), 1, environment(archive))
    assert dice_of(archive) == before != []


def test_match_of_an_edition_that_is_gone_has_no_dice_and_is_not_told() -> None:
    archive = PaperArchive()
    archive.append(
        archive.begin(MatchHeader("mine", (), ("Anna",), NOON)), [LogEntry(EntryKind.PLAY, "code RRRR")], None
    )
    assert dice_of(archive) == []


def test_match_that_cannot_be_read_is_told_and_the_others_are_tested() -> None:
    archive, errors = PaperArchive(), io.StringIO()
    passcode(archive, 10)
    passcode(archive, 10)
    archive.smudge(1)
    found = ledger(environment(archive), CATALOGUE, errors)
    assert {thrown.match for thrown in found} == {"passcode, match 2"}
    assert errors.getvalue() == "codemaker: expected a clean sheet, got a smudged one\n"


def test_dice_of_a_match_are_tested(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    keys = "OK " + "DOWN " * [game.key for game in CATALOGUE].index("passcode") + "OK OK" + " OK" * 19
    assert run(capsys, state, "play", "--device", "headless", "--keys", keys)[0] == 0
    assert "ledger, d6: 18 thrown" in run(capsys, state, "rolls", "--test")[1]
    assert "(passcode, match 1)" in run(capsys, state, "rolls")[1]


def test_rolls_of_a_new_box_are_none(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert run(capsys, state, "rolls") == (0, "nothing has been thrown yet\n", "")
    assert not state.exists()


def judged(throws: Sequence[DiceRoll]) -> tuple[int, str]:
    out = io.StringIO()
    return judge_rolls(throws, randomness.draw, out), out.getvalue()


def lopsided(counts: tuple[int, ...]) -> list[DiceRoll]:
    return [DiceRoll(Dice(1, 6), (side,)) for side, count in enumerate(counts, 1) for _ in range(count)]


def test_test_of_the_dice_prints_counts_what_is_expected_and_p() -> None:
    status, out = judged(lopsided((5, 9, 12, 10, 11, 13)))
    assert status == 0
    assert out.splitlines()[:6] == [
        "ledger, d6: 60 thrown",
        "  side         1     2     3     4     5     6",
        "  count        5     9    12    10    11    13",
        "  expected  10.0  10.0  10.0  10.0  10.0  10.0",
        "  sides: chi-square 4.000, degrees of freedom 5, p = 0.5494",
        "  Fair: chance alone is at least this odd in 55 of 100 tests.",
    ]


@pytest.mark.parametrize(
    ("counts", "status", "says"),
    [
        ((1, 0, 0, 0, 0, 2), 0, "Too few to tell: 30 throws are needed at least."),
        ((20, 5, 12, 10, 3, 10), 0, "Odd: chance alone is this odd only once in 312 tests."),
        ((90, 10, 10, 10, 10, 10), 1, "NOT FAIR: chance alone is this odd less than once in a million tests."),
    ],
)
def test_test_of_the_dice_says_what_it_means(counts: tuple[int, ...], status: int, says: str) -> None:
    found, out = judged(lopsided(counts))
    assert found == status
    assert says in out


def test_test_of_the_dice_throws_the_boxs_own_as_well() -> None:
    _, out = judged([])
    assert "ledger: nothing has been thrown yet" in out
    assert "made now for this test and not kept, d6: 60,000 thrown" in out


def test_test_of_the_dice_sees_a_box_whose_chance_is_biased() -> None:
    bytes_, out = cycle(range(256)), io.StringIO()
    assert judge_rolls([], lambda outcomes: next(bytes_) % outcomes, out) == 1


def test_test_of_the_dice_sees_a_die_that_counts_in_order() -> None:
    status, out = judged([DiceRoll(Dice(), (side,)) for side in (1, 2, 3, 4, 5, 6)] * 60)
    assert status == 1
    assert "  sides: chi-square 0.000, degrees of freedom 5, p = 1\n  pairs, 5.0 expected of each: " in out


def test_test_of_the_dice_leaves_the_ledger_alone(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    run(capsys, state, "roll", "d4")
    run(capsys, state, "rolls", "--test")
    with closing(opened(state / "journal.db")) as journal:
        assert len(journal.throws()) == 1


def test_roll_button_of_a_box_in_play_throws_into_the_ledger(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    keys = "ROLL OK BACK UP UP OK DOWN DOWN DOWN DOWN DOWN DOWN OK"
    assert run(capsys, state, "play", "--device", "headless", "--keys", keys)[0] == 0
    assert [line.split()[1] for line in run(capsys, state, "rolls")[1].splitlines()] == ["coin", "1d6"]


def test_throws_of_the_box_itself_are_tested(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    with closing(opened(state / "journal.db")) as journal:
        journal.enter([throw(Coin(), randomness.draw) for _ in range(40)])
    status, out, _ = run(capsys, state, "rolls", "--test")
    assert (status, out.startswith("ledger, coin: 40 thrown\n")) == (0, True)


# --- own dice


def test_throws_of_an_own_die_are_entered_and_tested(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    status, out, err = run(capsys, state, "rolls", "--own", "Red die", "3", "4", "16")
    assert (status, err, out.splitlines()[0]) == (0, "", "Red die, d6: 4 thrown")
    assert out.splitlines()[-3:] == [
        "  Too few to tell: 30 throws are needed at least.",
        "  If one side comes 5 times in 100 too often, 1,423 more throws find 90 of 100 such dice.",
        "",
    ]
    assert run(capsys, state, "rolls", "--own", "RED DIE", "66")[1].startswith("Red die, d6: 6 thrown")
    with closing(opened(state / "journal.db")) as journal:
        entered = [thrown.cast for thrown in journal.throws()]
        # Throws may be looked at while the box plays, and entered when it does not.
        assert run(capsys, state, "rolls", "--own", "Red die")[1].startswith("Red die, d6: 6 thrown")
        assert "expected to be the only one to write" in run(capsys, state, "rolls", "--own", "Red die", "6")[2]
    assert entered == [Own("Red die", 6, 2), Own("Red die", 6, 4)]
    lines = run(capsys, state, "rolls")[1].splitlines()
    assert [line.partition("  ")[2] for line in lines] == ["own 2d6  Red die: 6 6", "own 4d6  Red die: 3 4 1 6"]
    assert run(capsys, state, "rolls", "--test")[1].startswith("Red die, d6: 6 thrown")


def test_throws_of_an_own_die_come_from_standard_input(
    capsys: pytest.CaptureFixture[str], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("12 1\n20,7\n"))
    out = run(capsys, state, "rolls", "--own", "Blue", "--sides", "20", "-")[1]
    assert out.startswith("Blue, d20: 4 thrown")
    # The die keeps its sides.
    assert run(capsys, state, "rolls", "--own", "Blue", "19")[1].startswith("Blue, d20: 5 thrown")


def test_own_die_that_is_not_fair_is_status_1_and_asks_for_no_more_throws(
    capsys: pytest.CaptureFixture[str], state: Path
) -> None:
    status, out, _ = run(capsys, state, "rolls", "--own", "Red die", "6" * 60, "12345")
    assert status == 1
    assert out.splitlines()[-2].startswith("  NOT FAIR")


def test_bias_is_that_which_is_asked_for(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    out = run(capsys, state, "rolls", "--own", "Red die", "--bias", "49", "123456" * 5)[1]
    assert "If one side comes 49 times in 100 too often, these throws find 90 of 100 such dice." in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--own", "Red die"], "expected throws of Red die, such as 3 4 1 6, got none"),
        (["--own", "Red die", "3", "7"], "got '7' as throw 2"),
        (["--own", "A name of 17 chars", "3"], "expected names of 1 to 16 letters"),
        (["3", "4"], "expected the name of a die: --own NAME"),
        (["--sides", "20"], "expected the name of a die: --own NAME"),
        (["--own", "Red die", "--sides", "101", "3"], "expected a whole number from 2 to 100, got '101'"),
        (["--own", "Red die", "--bias", "0", "3"], "expected a whole number from 1 to 49, got '0'"),
    ],
)
def test_own_throws_that_cannot_be_read_are_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], state: Path, words: list[str], says: str
) -> None:
    try:
        status, out, err = run(capsys, state, "rolls", *words)
    except SystemExit as ended:
        status, (out, err) = int(str(ended)), capsys.readouterr()
    assert (status, out) == (2, "")
    assert says in err
    assert run(capsys, state, "rolls")[1] == "nothing has been thrown yet\n"
