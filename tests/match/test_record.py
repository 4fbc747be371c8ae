import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.archive import MatchHeader
from companion.match.catalogue import load_catalogue
from companion.match.record import CheckedRecord, Record, RecordRefused, check_record, read_record, write_record
from companion.match.seal import Seal, fingerprint, seal_line
from companion.match.session import Session
from tests.support.paper import PaperArchive, environment
from tests.support.played_matches import finish

CATALOGUE = load_catalogue(None)
RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.record"))
TWO_GAMES = (Path(__file__).parents[1] / "records" / "mastermind_two_games.record").read_text(encoding="utf-8")
SAME_CODE = """[Codemaker "1"]
[Game "mastermind"]
[Begun "2026-01-02T12:00:00Z"]
[Player "Anna"]
[Player "Ben"]
[Result "Anna 1, Ben 1: Anna and Ben share the win"]

1. code RGBY
2. RGBY = black 4 white 0
3. code RGBY
4. RGBY = black 4 white 0
"""
SEALED = (Path(__file__).parents[1] / "records" / "mastermind_still_sealed.record").read_text(encoding="utf-8")


def check(text: str) -> str:
    return verdict(text).result


def verdict(text: str) -> CheckedRecord:
    """Return what the record *text* proves, without the position at its end."""
    record = read_record(text)
    return replace(check_record(record, CATALOGUE[record.header.game]), view=None, is_over=False)


def sealed(text: str, nonce_letters: int = 13) -> str:
    """Return *text*, the record of two games of Mastermind, with seals beside its codes, as the box writes it."""
    for number, (code, letter) in enumerate((("RGBY", "A"), ("RRBG", "B")), 1):
        text = text.replace(f"code {code}", f"code {code} {of_seal(number, code, letter * nonce_letters)}")
    return text


def of_seal(number: int, code: str, nonce: str) -> str:
    line = seal_line(Seal("pegs", "mastermind", code, nonce, number, "2026-01-02T12:00:00Z"))
    return f"{{seal {fingerprint(line)} nonce {nonce}}}"


@pytest.mark.parametrize("letters", [13, 20, 52])
def test_seals_of_this_and_of_earlier_versions_are_accepted(letters: int) -> None:
    assert (verdict(sealed(TWO_GAMES, letters)).closed, verdict(sealed(TWO_GAMES, letters)).unsealed) == ((), ())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("RGBY", "RGBB"),
        ("2026-01-02T12:00", "2026-01-02T12:01"),
        ('[Player "Ben"]', '[Player "Ben"]\n[Option "mode" "player"]'),
        (r"nonce A{13}", "nonce AAAAAAAAAAAAB"),
    ],
)
def test_seal_binds_the_code_the_time_of_the_match_and_who_made_the_code(old: str, new: str) -> None:
    with pytest.raises(RecordRefused, match=r"expected the seal \S+ for this code and nonce"):
        check(re.sub(re.escape(old) if "{" not in old else old, new, sealed(TWO_GAMES)))


def test_seal_of_the_first_code_does_not_fit_the_second() -> None:
    forged = TWO_GAMES.replace("6. code RRBG", f"6. code RRBG {of_seal(1, 'RRBG', 'A' * 13)}")
    with pytest.raises(RecordRefused, match=r"line 13: expected the seal \S+ for this code and nonce"):
        check(forged)


def test_seal_and_nonce_serve_for_one_code_alone() -> None:
    text = SAME_CODE.replace("code RGBY", f"code RGBY {of_seal(0, 'RGBY', 'A' * 20)}")
    with pytest.raises(
        RecordRefused, match="line 10: expected a seal and a nonce of its own, got that of line 8 again"
    ):
        check(text)
    text = SAME_CODE.replace("1. code RGBY", f"1. code RGBY {of_seal(1, 'RGBY', 'A' * 13)}")
    text = text.replace("3. code RGBY", f"3. code RGBY {of_seal(2, 'RGBY', 'A' * 13)}")
    with pytest.raises(
        RecordRefused, match="line 10: expected a seal and a nonce of its own, got that of line 8 again"
    ):
        check(text)


@pytest.mark.parametrize("mode", ["box", "player", "keeps", "match", "breaks"])
def test_mode_of_a_match_cannot_be_exchanged(mode: str) -> None:
    """The record of a match does not pass as one whose codes were made in another way."""
    game = CATALOGUE["mini"]
    session = Session.begin(game, {"mode": mode, "coach": "off"}, ("Anna", "Ben"), environment(seed=3))
    finish(session, Random(3))
    text = write_record(session.record())
    assert check(text) == session.record().result
    for other in {"box", "player", "keeps", "match", "breaks"} - {mode}:
        with pytest.raises(RecordRefused):
            check(text.replace(f'[Option "mode" "{mode}"]', f'[Option "mode" "{other}"]'))


def test_nonce_of_another_length_is_refused() -> None:
    with pytest.raises(RecordRefused, match="expected a numbered move"):
        check(sealed(TWO_GAMES, 26))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_checked_by_hand_is_accepted_with_its_result(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert check(text) == read_record(text).result


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_reads_and_writes_to_the_same_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_answer_in_a_record_is_checked(path: Path) -> None:
    """Change one number of key pegs anywhere, and the record is refused at that line - if a code is there to tell."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"= black (\d)", text):
        wrong = text[: found.start(1)] + str(9 - int(found[1])) + text[found.end(1) :]
        with pytest.raises(RecordRefused) as refused:
            check(wrong)
        assert refused.value.line == text[: found.start()].count("\n") + 1


@pytest.mark.parametrize("begun", ["1970-01-01T00:00:09Z", "2150-06-01T12:00:00Z", "1972-02-29T00:00:00Z"])
def test_record_of_a_match_begun_while_the_clock_was_wrong_is_valid(begun: str) -> None:
    clock = cycle([begun, "2026-01-02T12:00:00Z", "1999-12-31T23:59:59Z"])
    session = Session.begin(CATALOGUE["mini"], {}, ("Anna",), replace(environment(), stamp=lambda: next(clock)))
    finish(session, Random(1))
    text = write_record(session.record())
    assert (begun in text, verdict(text).closed) == (True, ())


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("3. GRYB = black 0 white 4", "3. GRYB = black 1 white 3", 10, "expected the answer 'black 0 white 4'"),
        ("3. GRYB = black 0 white 4", "3. GRYB", 10, "expected the answer"),
        ("3. GRYB", "3. GR-B", 10, "'GR-B': expected a row out of"),
        ("3. GRYB", "3. GRYX", 10, "expected letters out of ROYGBP-"),
        ("3. GRYB", "4. GRYB", 10, "expected move number 3, got 4"),
        ("3. GRYB", "GRYB", 10, "expected a numbered move"),
        ("6. code RRBG", "6. RRBG", 13, "expected a move of phase CODE"),
        ("Anna 4, Ben 3", "Anna 5, Ben 3", 6, "expected the result 'Anna 4, Ben 3: Anna wins', got 'Anna 5"),
        ('[Game "mastermind"]', '[Game "mastermind" "x"]', 2, "expected 1 values for Game, got 2"),
        ('[Game "mastermind"]', "[Game mastermind]", 2, "expected a header such as"),
        ('[Player "Ben"]', '[Player "Anna"]', 4, "expected every player once, got 'Anna' twice"),
        ('[Player "Ben"]', '[Player "Ben"]\n[Option "games" "2"]\n[Option "games" "4"]', 6, "every option once"),
        ("2026-01-02T12:00:00Z", "2026-13-02T12:00:00Z", 3, "expected a time such as"),
        ("2026-01-02T12:00:00Z", "yesterday", 3, "expected a time such as"),
        ("2026-01-02T12:00:00Z", "0000-01-02T12:00:00Z", 3, "expected a time such as"),
        ("2026-01-02T12:00:00Z", "٢٠٢٦-01-02T12:00:00Z", 3, "expected a time such as"),
        ("[Result", '[Undone "0" "1"]\n[Result', 6, "expected two numbers for Undone"),
        (
            "[Result",
            '[Undone "999999" "1"]\n[Result',
            6,
            "expected moves from at most 10 on that were taken back, got 999999",
        ),
        ("[Result", '[Undone "9" "1"]\n[Undone "3" "2"]\n[Result', 6, "expected moves from at most 5 on"),
        ("[Result", '[Undone "007" "1"]\n[Result', 6, "expected two numbers for Undone"),
        ("2. RROO", "02. RROO", 9, "expected a numbered move"),
        ("2. RROO", "2. row 1  black 1 white 0", 9, "expected 4 letters"),
        ('[Game "mastermind"]\n', "", 1, "expected one header .Game., got 0"),
        ('[Codemaker "1"]', '[Codemaker "2"]', 1, "expected a record that begins with"),
        ('[Player "Ben"]', '[Option "mode" "thought"]', 5, "expected mode out of"),
        ("9. RRBG = black 4 white 0\n", "9. RRBG = black 4 white 0\n10. ROYG\n", 17, "no move after the end"),
        ("9. RRBG = black 4 white 0\n", "", 6, "expected the result '\\*'"),
        ("1. code RGBY", "1. code RGBY {seal 24NI-OJ5J-UWCI-7LBQ nonce " + "B" * 52 + "}", 8, "expected the seal"),
        ("2. RROO", "2. RROO {seal 24NI-OJ5J-UWCI-7LBQ nonce " + "B" * 52 + "}", 9, "a seal only beside a secret"),
    ],
)
def test_wrong_record_is_refused_at_its_first_wrong_line(old: str, new: str, line: int, says: str) -> None:
    assert old in TWO_GAMES
    with pytest.raises(RecordRefused, match=f"line {line}: .*{says}") as refused:
        check(TWO_GAMES.replace(old, new, 1))
    assert refused.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r" nonce A{13}", "", "expected the nonce of the seal beside an open code"),
        (r"code RGBY .seal.*?.}", "code", "expected the seal of a secret that the box keeps"),
        (r"code RGBY .seal (\S+) nonce \S+", r"code {seal \1}", "valid, but closed"),
        (r"code RGBY (.seal .*)", r"code \1", "expected a nonce only beside an open code"),
        (r"(2. RROO)", r"\1 {seal 24NI-OJ5J-UWCI-7LBQ}", "expected a seal only beside a secret"),
    ],
)
def test_forged_seal_is_refused_or_told(old: str, new: str, says: str) -> None:
    whole = sealed(TWO_GAMES)
    seals = tuple(re.findall(r"seal (\S{19})", whole))
    assert verdict(whole) == CheckedRecord("Anna 4, Ben 3: Anna wins", seals)
    forged, count = re.subn(old, new, whole, count=1)
    assert count == 1
    if says == "valid, but closed":
        assert verdict(forged) == CheckedRecord("Anna 4, Ben 3: Anna wins", seals, closed=(1,))
        return
    with pytest.raises(RecordRefused, match=says):
        check(forged)


def test_codes_without_seals_are_told() -> None:
    assert verdict(TWO_GAMES).unsealed == (1, 2)


@pytest.mark.parametrize("move", ["row 1 black 0 white 0", "challenge", "reveal RGBY", "play again"])
def test_box_that_keeps_a_sealed_code_is_not_corrected(move: str) -> None:
    with pytest.raises(RecordRefused, match="expected a move of phase"):
        check(SEALED + f"4. {move}\n")


def test_answers_beside_a_sealed_code_fit_the_row_that_solves_it() -> None:
    with pytest.raises(RecordRefused, match="expected answers that the code of the last row gives"):
        check(SEALED + "4. YYYY = black 4 white 0\n")


@given(
    st.lists(
        st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), min_size=1), min_size=1, unique=True
    )
)
def test_any_name_reads_back(names: list[str]) -> None:
    record = Record(MatchHeader("mini", (), tuple(names), "2026-01-02T12:00:00Z"), (), "*")
    assert read_record(write_record(record)).header == record.header


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "\x00\x01", "[", '[Codemaker "1"]'])
def test_text_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordRefused):
        read_record(text)


def test_impossible_answer_beside_a_sealed_code_is_refused() -> None:
    with pytest.raises(RecordRefused, match=r"line 9: .*expected key pegs that 4 pegs can have"):
        check(SEALED.replace("black 1 white 0", "black 3 white 1"))


def test_row_without_an_answer_beside_a_sealed_code_is_refused() -> None:
    with pytest.raises(RecordRefused, match=r"line 10: .*phase KEYS"):
        check(SEALED.replace(" = black 1 white 0", ""))


@pytest.mark.parametrize(("old", "new"), [("standing 7", "standing 007"), ("take 4", "take 04")])
def test_number_with_leading_zeros_is_refused(old: str, new: str) -> None:
    text = (Path(__file__).parents[1] / "records" / "coda_referee_tournament.record").read_text(encoding="utf-8")
    found = re.search(old.replace("7", "[0-9]+").replace("4", "[0-9]"), text)
    assert found is not None
    number = found[0].split()[1]
    forged = text.replace(found[0], found[0].replace(number, f"0{number}"), 1)
    with pytest.raises(RecordRefused, match=f"expected the move as '{found[0]}', got"):
        check(forged)


AMBASSADOR = """[Codemaker "1"]
[Game "ambassador"]
[Begun "2026-01-02T12:00:00Z"]
[Player "Anna"]
[Player "Ben"]
[Player "Zoe"]
[Option "first" "1"]{scoring}
[Result "Anna {failed}, Ben 1, Zoe 1: Ben and Zoe share the win"]

1. code ROYGB
2. give up
3. code ROYGB
4. ROYGB = black 5 white 0
5. code ROYGB
6. ROYGB = black 5 white 0
"""


@pytest.mark.parametrize(("scoring", "failed"), [("", 13), ("", 12), ("2", 13), ("1", 12)])
def test_record_is_scored_by_its_version_of_the_rules(scoring: str, failed: int) -> None:
    header = f'\n[Option "scoring" "{scoring}"]' if scoring else ""
    assert check(AMBASSADOR.format(scoring=header, failed=failed)).startswith(f"Anna {failed}, ")


@pytest.mark.parametrize(("scoring", "failed"), [("", 14), ("2", 12), ("1", 13), ("3", 13)])
def test_record_that_is_scored_by_another_version_is_refused(scoring: str, failed: int) -> None:
    header = f'\n[Option "scoring" "{scoring}"]' if scoring else ""
    with pytest.raises(RecordRefused, match=r"expected (the result|scoring out of)"):
        check(AMBASSADOR.format(scoring=header, failed=failed))


def test_match_is_recorded_with_the_version_of_its_scoring_and_its_rematch_has_the_newest() -> None:
    session = Session.begin(CATALOGUE["ambassador"], {}, ("Anna", "Ben", "Zoe"), environment())
    assert ("scoring", "2") in session.record().header.options
    older = Session(session.game, replace(session.header, options=(("scoring", "1"),)), 1, environment(PaperArchive()))
    assert ("scoring", "2") in older.rematch().header.options


def test_record_of_a_single_player_who_lost_may_say_as_earlier_that_they_won() -> None:
    game = CATALOGUE["mini"]
    session = Session.begin(game, {}, ("Anna",), environment())
    session.draw()
    session.play(session.read("give up"))
    record = session.record()
    assert record.result == "Anna 7: no winner"
    assert check_record(replace(record, result="Anna 7: Anna wins"), game).result == record.result
    with pytest.raises(RecordRefused, match="expected the result 'Anna 7: no winner'"):
        check_record(replace(record, result="Anna 6: Anna wins"), game)
