import io
import json
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.cli.games import export, history, in_words, share
from companion.cli.main import main
from companion.errors import OptionRefused, TextUnreadable
from companion.games.pegs import PegGame
from companion.games.pegs.state import Ending
from companion.i18n.translator import Translator
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.match.catalogue import load_catalogue
from companion.match.session import Session
from tests.support.paper import NOON, PaperArchive, environment


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(str(end.code))
    out, err = capsys.readouterr()
    return status, out, err


def test_score_prints_the_key_pegs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "score", "mastermind", "RGBY", "RBOO") == (0, "red 1  white 1\n", "")
    assert run(capsys, "score", "brainiac", "RGBY", "RBOO") == (0, "black 1  white 1\n", "")


def test_score_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "score", "mastermind", "RGBY", "GRYB", "--json")
    assert (status, out) == (0, '{"black": 0, "white": 4}\n')


def test_code_may_begin_with_a_hole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "score", "mastermind", "-RGB", "--GB")[:2] == (0, "red 3  white 0\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("mastermind", "RGB", "RGBY"), "expected 4 letters for mastermind, got 'RGB'"),
        (("mastermind", "RGBY", "RGBX"), "expected letters out of ROYGBP-"),
        (("mastermnd", "RGBY", "RGBY"), "did you mean 'mastermind'?"),
        (("mastermind", "RGBY"), "the following arguments are required: GUESS"),
        (("mastermind", "RGBY", "RGBY", "RGBY"), "unrecognized arguments"),
    ],
)
def test_score_of_what_cannot_be_scored_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: str
) -> None:
    status, out, err = run(capsys, "score", *arguments)
    assert (status, out) == (2, "")
    assert says in err


def test_games_lists_every_code_space(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "games", "--json")
    games = {game["key"]: game for game in json.loads(out)}
    assert status == 0
    codes = {
        "mastermind": 1296, "brainiac": 1296, "ambassador": 6720, "super": 32768, "mini": 1296, "junior": 216,
        "bulls": 5040, "words": 480,
    }  # fmt: skip
    together = {f"{key}-together": count for key, count in codes.items()}
    assert {key: game["codes"] for key, game in games.items() if "codes" in game} == codes | together
    assert games["mastermind"]["options"] == {"challenge": 2401}
    assert games["ambassador"]["options"] == {"repeats": 32768, "holes": 19081, "advanced": 59049}
    assert (games["ambassador"]["pegs"], games["ambassador"]["rows"], len(games["ambassador"]["letters"])) == (
        5,
        12,
        8,
    )


def test_games_is_a_line_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games")
    assert out.splitlines()[0].split()[:2] == ["mastermind", "Mastermind"]
    assert len(out.splitlines()) == len(load_catalogue(None).games)


def test_game_without_codes_is_listed_with_its_players(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games")
    assert "passcode     Passcode         2 to 6 players" in out.splitlines()


def test_own_edition_is_listed_and_a_wrong_one_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    editions = tmp_path / "config" / "codemaker" / "editions"
    editions.mkdir(parents=True)
    (editions / "wrong.toml").write_text("pegs = 99", encoding="utf-8")
    status, out, err = run(capsys, "games")
    assert (status, len(out.splitlines())) == (0, len(load_catalogue(None).games))
    assert f"{editions / 'wrong.toml'}: rows: expected a whole number from 1 to 20" in err


def test_history_of_a_new_box_is_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "history") == (0, "no match is in the journal\n", "")


@pytest.mark.parametrize(("key", "note"), [("mastermind", "a red key peg in Mastermind"), ("brainiac", "")])
def test_export_says_beside_the_record_which_key_pegs_are_red(key: str, note: str) -> None:
    catalogue, paper = load_catalogue(None), environment(PaperArchive())
    Session.begin(catalogue[key], {}, ("Anna", "Ben"), paper).draw()
    out, errors = io.StringIO(), io.StringIO()
    export(catalogue, paper, 1, out, errors)
    assert (out.getvalue().startswith("[Codemaker"), note in errors.getvalue()) == (True, True)
    assert bool(errors.getvalue()) == bool(note)


def test_export_in_words_tells_each_move_and_no_hidden_code() -> None:
    catalogue, paper = load_catalogue(None), environment(PaperArchive())
    session = Session.begin(catalogue["mini"], {"mode": "player", "first": "1"}, ("Anna", "Ben"), paper)
    for move in ("code RGBY", "RGYB"):
        session.play(session.game.parse(None, move))
    out = io.StringIO()
    assert in_words(catalogue, paper, 1, Translator("fr"), out) == 0
    assert out.getvalue().splitlines() == [
        "Anna a caché un code",
        "Ben\u00a0: rouge, vert, jaune, bleu \u2013 2 noires, 2 blanches",
        "Anna a 0 point.",
        "Ben a 0 point.",
    ]


@pytest.mark.parametrize("command", ["export", "review", "share"])
def test_match_that_is_not_there_is_a_sentence_and_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, command, "7")
    assert status == 2
    assert "expected the number of a match in 'codemaker history', got 7" in err


def shared(key: str, *moves: str) -> str:
    archive, catalogue = PaperArchive(), load_catalogue(None)
    options = {"mode": "player"} if key != "coda" else {}
    session = Session.begin(catalogue[key], options, ("Anna", "Ben"), environment(archive))
    for move in moves:
        session.play(session.game.parse(None, move))
    out = io.StringIO()
    share(catalogue, environment(archive), 1, out)
    return out.getvalue()


def test_result_is_shared_as_squares_that_show_the_answers_alone() -> None:
    assert (
        shared("mastermind", "code ROYG", "RROO", "BBPP", "ROYG")
        == """\
Codemaker Mastermind 3/10
\U0001f7e9\U0001f7e8\u2b1b\u2b1b
\u2b1b\u2b1b\u2b1b\u2b1b
\U0001f7e9\U0001f7e9\U0001f7e9\U0001f7e9
V3AJE-U6B4Y-46Q
"""
    )


def test_code_that_was_not_found_took_x_rows_and_each_round_has_a_text() -> None:
    texts = shared("mini", "code ROYG", *["RRRR"] * 6, "code ROYG", "give up").split("\n\n")
    assert [text.splitlines()[0] for text in texts] == ["Codemaker Mini X/6"] * 2
    assert len(texts[0].splitlines()) == 8


def test_round_that_is_played_again_has_no_squares() -> None:
    archive, game = PaperArchive(), load_catalogue(None)["mastermind"]
    session = Session.begin(game, {"mode": "player"}, ("Anna", "Ben"), environment(archive))
    for move in ("code ROYG", "ROYG"):
        session.play(game.parse(None, move))
    view = session.view()
    assert isinstance(game, PegGame)
    assert len(game.share_texts(view, {})) == 1
    assert game.share_texts(replace(view, done=(replace(view.done[0], ending=Ending.VOID),)), {}) == []


def test_results_of_one_code_for_all_name_the_players() -> None:
    out, catalogue, archive = io.StringIO(), load_catalogue(None), PaperArchive()
    session = Session.begin(catalogue["mini-together"], {}, ("Anna", "Ben"), environment(archive))
    session.draw()
    for seat in (1, 2):
        session.play(session.read(f"{seat} gives up"))
    share(catalogue, environment(archive), 1, out)
    titles = [text.partition("\n")[0] for text in out.getvalue().split("\n\n")]
    assert [("Anna" in title, "Ben" in title) for title in titles] == [(True, False), (False, True)]


def test_match_without_squares_to_share_is_told() -> None:
    assert shared("mastermind", "code ROYG", "RROO") == "no round of this match has ended yet\n"
    with pytest.raises(OptionRefused, match="a match of a peg game to share, got number 1, coda"):
        shared("coda")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    program = f"{sys.executable} -m companion games --json | head -1"
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("command", ["games", "history", "roll d6", "rolls --test", "--help", "--version"])
def test_output_that_takes_nothing_is_one_sentence_and_2(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a buffer, argparse itself drops the error of its help.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    program = f"{sys.executable} -m companion {command} > /dev/full"
    done = subprocess.run(["sh", "-c", program], stderr=subprocess.PIPE, text=True, check=False)
    said = "codemaker: expected room for the output, got: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_nothing_is_written_by_asking(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in (["games"], ["history"], ["score", "mini", "RRRR", "RRRR"]):
        run(capsys, *command)
    assert list(tmp_path.iterdir()) == []


def test_score_reads_the_letters_of_a_language_for_both_rows() -> None:
    mastermind = load_catalogue(None)["mastermind"]
    assert isinstance(mastermind, PegGame)
    assert mastermind.score("RVBJ", "rrv-") == mastermind.score("RGBY", "RRG-")
    with pytest.raises(TextUnreadable, match="got 'V' in 'RVBJ'"):
        mastermind.score("RVBJ", "GGGG")


def test_history_names_a_date_that_no_right_clock_said() -> None:
    archive, out = PaperArchive(), io.StringIO()
    for begun in ("1970-01-01T00:00:09Z", NOON, "2150-01-01T00:00:00Z"):
        session = Session.begin(
            load_catalogue(None)["mini"], {}, ("Anna",), replace(environment(archive), stamp=partial(str, begun))
        )
        session.draw()
    history(load_catalogue(None), environment(archive), out)
    dates = [line[6:26].strip() for line in out.getvalue().splitlines()]
    assert dates == ["clock not set", NOON, "clock not set"]


@pytest.mark.parametrize(
    ("game", "player", "numbers"),
    [
        (None, None, ["4", "3", "2", "1"]),
        ("mini", None, ["3", "1"]),
        ("mini", "ben", ["3"]),
        (None, "ANNA", ["4", "1"]),
        ("super", None, ["no"]),
    ],
)
def test_history_lists_the_matches_of_a_game_and_of_a_player(
    game: str | None, player: str | None, numbers: list[str]
) -> None:
    archive, out = PaperArchive(), io.StringIO()
    for key, name in (("mini", "Anna"), ("coda", "Ben"), ("mini", "Ben"), ("coda", "Anna")):
        header = MatchHeader(key, (), (name, "Zoe"), NOON)
        archive.append(archive.begin(header), [LogEntry(EntryKind.PLAY, "first 1")], "")
    history(load_catalogue(None), environment(archive), out, game, player)
    assert [line.split()[0] for line in out.getvalue().splitlines()] == numbers


def test_history_of_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, error = run(capsys, "history", "--game", "masterminds")
    assert (status, out) == (2, "")
    assert "masterminds" in error


def test_history_says_what_helped() -> None:
    archive, out = PaperArchive(), io.StringIO()
    session = Session.begin(load_catalogue(None)["mini"], {"coach": "during"}, ("Anna",), environment(archive))
    session.draw()
    for text in ("RRRR", "OOOO", "hint 2"):
        session.play(session.read(text))
    session.undo()
    session.undo()
    for text in ("hint 2", "give up"):
        session.play(session.read(text))
    history(load_catalogue(None), environment(archive), out)
    assert out.getvalue().endswith(", 1 undone, 1 hint\n")
