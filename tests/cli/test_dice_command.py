from __future__ import annotations

import io
import json
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest

from companion.cli.dice import judge_rolls, list_rolls
from companion.cli.main import main
from companion.dice.ledger import Ledger
from companion.dice.model import Coin, Dice, DiceRoll, Start, throw
from companion.match import randomness
from companion.match.archive import ThrowsDamaged
from tests.support.match_lines import opened, room_for
from tests.support.paper import PaperArchive


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "box"


def run(capsys: pytest.CaptureFixture[str], state: Path, *arguments: str) -> tuple[int, str, str]:
    status = main([*arguments, "--state", str(state)])
    out, err = capsys.readouterr()
    return status, out, err


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
        (["7d6"], "expected 1 to 6 dice of 4, 6, 8, 10, 12 or 20 sides such as 2d6, or coin, or start 3, got 7d6"),
        (["dice"], "got 'dice'"),
        (["start", "1"], "got 'start 1'"),
        (["start", "Ada"], "expected 2 to 6 players, got 1"),
        (["2d6", "2d6"], "got '2d6 2d6'"),
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


# --- rolls


def ledger(*throws: DiceRoll) -> Ledger:
    paper = PaperArchive()
    paper.enter(throws)
    return paper


def test_rolls_are_listed_the_newest_first() -> None:
    out = io.StringIO()
    at = "2026-03-04T05:06:07Z"
    list_rolls(
        ledger(
            DiceRoll(Dice(2, 6), (3, 5), (1, 1), at),
            DiceRoll(Coin(), (2,), at=at),
            DiceRoll(Start(2, ("Ada", "Zoé")), (2,), at=at),
        ),
        out,
        io.StringIO(),
    )
    assert out.getvalue().splitlines() == [f"{at}  start 2  Zoé", f"{at}  coin     tails", f"{at}  2d6      3 5 = 8"]


def test_rolls_beside_a_damaged_one_are_listed_and_the_damage_told() -> None:
    class Damaged(PaperArchive):
        def throws(self, most: int | None = None) -> tuple[DiceRoll, ...]:
            raise ThrowsDamaged("expected throw 2 as it was written", (DiceRoll(Coin(), (2,), at="then"),))

    out, errors = io.StringIO(), io.StringIO()
    assert list_rolls(Damaged(), out, errors) == 0
    assert (out.getvalue(), errors.getvalue()) == (
        "then  coin     tails\n",
        "codemaker: expected throw 2 as it was written\n",
    )


def test_rolls_of_a_new_box_are_none(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert run(capsys, state, "rolls") == (0, "nothing has been thrown yet\n", "")
    assert not state.exists()


def judged(ledger: Ledger) -> tuple[int, str]:
    out = io.StringIO()
    return judge_rolls(ledger, randomness.draw, out, io.StringIO()), out.getvalue()


def lopsided(counts: tuple[int, ...]) -> Ledger:
    return ledger(*(DiceRoll(Dice(1, 6), (side,)) for side, count in enumerate(counts, 1) for _ in range(count)))


def test_test_of_the_dice_prints_counts_what_is_expected_and_p() -> None:
    status, out = judged(lopsided((5, 9, 12, 10, 11, 13)))
    assert status == 0
    assert out.splitlines()[:6] == [
        "ledger, d6: 60 thrown",
        "  side         1     2     3     4     5     6",
        "  count        5     9    12    10    11    13",
        "  expected  10.0  10.0  10.0  10.0  10.0  10.0",
        "  chi-square 4.000, degrees of freedom 5, p = 0.5494",
        "  Fair: chance alone is at least this uneven in 55 of 100 tests.",
    ]


@pytest.mark.parametrize(
    ("counts", "status", "says"),
    [
        ((1, 0, 0, 0, 0, 2), 0, "Too few to tell: 30 throws are needed at least."),
        ((20, 5, 12, 10, 3, 10), 0, "Odd: chance alone is this uneven only once in 312 tests."),
        ((90, 10, 10, 10, 10, 10), 1, "NOT FAIR: chance alone is this uneven less than once in a million tests."),
    ],
)
def test_test_of_the_dice_says_what_it_means(counts: tuple[int, ...], status: int, says: str) -> None:
    found, out = judged(lopsided(counts))
    assert found == status
    assert says in out


def test_test_of_the_dice_throws_the_boxs_own_as_well() -> None:
    _, out = judged(ledger())
    assert "ledger: nothing has been thrown yet" in out
    assert "made now for this test and not kept, d6: 60,000 thrown" in out


def test_test_of_the_dice_sees_a_box_whose_chance_is_biased() -> None:
    bytes_, out = cycle(range(256)), io.StringIO()
    assert judge_rolls(ledger(), lambda outcomes: next(bytes_) % outcomes, out, out) == 1


def test_test_of_the_dice_leaves_the_ledger_alone(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    run(capsys, state, "roll", "d4")
    run(capsys, state, "rolls", "--test")
    with closing(opened(state / "journal.db")) as journal:
        assert len(journal.throws()) == 1


def test_roll_button_of_a_box_in_play_throws_into_the_ledger(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    keys = "ROLL OK BACK DOWN DOWN DOWN OK DOWN DOWN DOWN OK"
    assert run(capsys, state, "play", "--device", "headless", "--keys", keys)[0] == 0
    assert [line.split()[1] for line in run(capsys, state, "rolls")[1].splitlines()] == ["coin", "1d6"]


def test_throws_of_the_box_itself_are_tested(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    with closing(opened(state / "journal.db")) as journal:
        journal.enter([throw(Coin(), randomness.draw) for _ in range(40)])
    status, out, _ = run(capsys, state, "rolls", "--test")
    assert (status, out.startswith("ledger, coin: 40 thrown\n")) == (0, True)
