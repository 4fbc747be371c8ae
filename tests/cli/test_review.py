"""``codemaker review``: the rows of a match gone through again, in print and drawn."""

from __future__ import annotations

from io import BytesIO, StringIO
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from companion.cli.games import review
from companion.cli.main import main
from companion.cli.plots import TERMINAL
from companion.errors import OptionRefused, TextUnreadable
from companion.match.catalogue import load_catalogue
from companion.match.session import Session
from tests.support.oracle import naive_answer
from tests.support.paper import PaperArchive, environment

CATALOGUE = load_catalogue(None)
ROWS = ("code ROYG", "RROO", "BBPP", "RBPY", "ROYG")


def played(*texts: str, key: str = "mastermind", **options: str) -> PaperArchive:
    archive = PaperArchive()
    chosen = {"mode": "player"} | options
    session = Session.begin(CATALOGUE[key], chosen, ("Anna", "Ben"), environment(archive))
    for text in texts:
        session.play(session.game.parse(None, text))
    return archive


def printed(archive: PaperArchive, plot: Path | None = None, number: int = 1) -> list[str]:
    out = StringIO()
    assert review(CATALOGUE, environment(archive), number, plot, out) == 0
    return out.getvalue().splitlines()


def test_every_row_is_printed_with_codes_before_and_after() -> None:
    lines = printed(played(*ROWS))
    assert lines[0] == "round 1, code ROYG: Ben, solved, rows: 4"
    rows = [line.split()[:5] for line in lines[2:6]]
    left = [1296, *(codes_left(place + 1) for place in range(4))]
    answers = ["1+1", "0+0", "1+1", "4+0"]
    assert rows == [
        [str(place + 1), ROWS[place + 1], answers[place], str(left[place]), str(left[place + 1])] for place in range(4)
    ]
    assert left[-1] == 1


def codes_left(rows: int) -> int:
    """Count, with the second scorer, the codes that answer the first *rows* rows as ROYG does."""
    guesses = [["ROYGBP".index(letter) for letter in row] for row in ROWS[1 : rows + 1]]
    return sum(
        all(naive_answer(code, guess) == naive_answer((0, 1, 2, 3), guess) for guess in guesses)
        for code in product(range(6), repeat=4)
    )


def test_row_against_what_was_known_is_said_to_be() -> None:
    assert printed(played(*ROWS))[3].endswith("against row 1")


def test_last_line_is_the_way_of_the_box_and_ends_at_the_code() -> None:
    own = printed(played(*ROWS))[-2]
    assert own.startswith("rows of the box, ")
    assert own.endswith("ROYG 4+0")


def test_hints_are_counted() -> None:
    lines = printed(played("code ROYG", "hint 1", "hint 2", "ROYG", coach="during"))
    assert lines[3].endswith("hints asked for: 2")


def test_boards_of_players_who_break_the_same_code_have_the_number_of_their_round() -> None:
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["mini-together"], {"games": "2"}, ("Anna", "Ben"), environment(archive))
    for _ in range(2):
        session.draw()
        for seat in (1, 2):
            session.play(session.read(f"{seat} gives up"))
    titles = [line.split(",")[0] for line in printed(archive) if "given up, rows: 0" in line]
    assert titles == ["round 1", "round 1", "round 2", "round 2"]


def test_match_without_a_finished_round_says_so_and_shows_nothing_of_the_code() -> None:
    assert printed(played("code ROYG", "RROO")) == ["no round of this match has ended yet"]


def test_table_that_plays_without_a_coach_gets_no_review_before_the_match_has_ended() -> None:
    archive = played(*ROWS, coach="off", games="2")
    with pytest.raises(OptionRefused, match="number 1"):
        printed(archive)
    archive.give_up(1)
    assert printed(archive)[0] == "round 1, code ROYG: Ben, solved, rows: 4"


def test_plot_in_the_terminal_shows_the_codes_left() -> None:
    text = "\n".join(printed(played(*ROWS), TERMINAL))
    assert "codes left" in text
    assert "\x1b" not in text


def test_plot_is_written_as_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "plot.png"
    assert printed(played(*ROWS), file)[-1] == f"written: {file}"
    with Image.open(BytesIO(file.read_bytes())) as image:
        assert image.format == "PNG"
        assert len(set(image.convert("L").tobytes())) > 10


def test_plot_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(OptionRefused, match="expected a file that can be written, got"):
        printed(played(*ROWS), tmp_path)


def test_match_of_another_game_is_refused() -> None:
    archive = PaperArchive()
    Session.begin(CATALOGUE["coda"], {}, ("Anna", "Ben"), environment(archive))
    with pytest.raises(OptionRefused, match="expected a match of a peg game to review, got number 1, coda"):
        printed(archive)


def test_match_that_is_not_there_is_refused() -> None:
    with pytest.raises(TextUnreadable, match="got 7"):
        printed(PaperArchive(), number=7)


def test_command_line_knows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--state", str(tmp_path), "review", "3"]) == 2
    assert "expected the number of a match in 'codemaker history', got 3" in capsys.readouterr().err
