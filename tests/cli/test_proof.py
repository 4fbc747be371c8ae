"""What ``check`` and ``verify`` say is proved, and what they say of mistakes in typing."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.match.catalogue import load_catalogue
from companion.match.record import write_record
from companion.match.seal import Seal, fingerprint, seal_line
from companion.match.session import Session
from tests.cli.test_games import run
from tests.support.paper import environment

Check: TypeAlias = Callable[..., tuple[int, str, str]]
Spelling: TypeAlias = Callable[[str], str]

RECORDS = Path(__file__).parents[1] / "records"
TWO_GAMES = (RECORDS / "mastermind_two_games.record").read_text(encoding="utf-8")
MATCH = """[Codemaker "1"]
[Game "mastermind"]
[Begun "2026-01-02T12:00:00Z"]
[Player "Anna"]
[Player "Ben"]
[Result "Anna 1, Ben 1: Anna and Ben share the win"]

1. code RGBY {seal %s nonce AAAAAAAAAAAAA}
2. RGBY = black 4 white 0
3. code RRRR {seal %s nonce BBBBBBBBBBBBB}
4. RRRR = black 4 white 0
"""
NO_SEAL_NOTED = "no noted seal was given to compare"


def line(code: str = "RGBY", nonce: str = "A" * 13, number: int = 1, edition: str = "mastermind") -> str:
    return seal_line(Seal("pegs", edition, code, nonce, number, "2026-01-02T12:00:00Z"))


FIRST, SECOND = fingerprint(line()), fingerprint(line("RRRR", "B" * 13, 2))
WHOLE = MATCH % (FIRST, SECOND)
TO_COMPARE = f"Anna 1, Ben 1: Anna and Ben share the win\nseals to compare: 1 {FIRST}, 2 {SECOND}\n"


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Check:
    def checked(text: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return run(capsys, "check", "-", *arguments)

    return checked


# --- check


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.record")), ids=lambda path: path.stem)
def test_good_record_is_valid_but_proves_nothing_by_itself(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    status, out, err = run(capsys, "check", str(path))
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("valid, not proved: ")


def test_record_whose_seals_nobody_noted_is_not_proved(check: Check) -> None:
    assert check(WHOLE) == (0, f"{TO_COMPARE}valid, not proved: {NO_SEAL_NOTED}\n", "")


def test_match_forged_whole_looks_no_better_than_one_without_seals(check: Check) -> None:
    last = [check(text)[1].splitlines()[-1].partition(":")[0] for text in (WHOLE, TWO_GAMES)]
    assert last == ["valid, not proved"] * 2


@pytest.mark.parametrize("spelling", [str, str.lower, lambda seal: seal.replace("-", ""), lambda seal: f" {seal} "])
def test_record_with_the_seals_that_were_noted_is_valid(check: Check, spelling: Spelling) -> None:
    noted = ("--seal", spelling(FIRST), "--seal", spelling(SECOND))
    assert check(WHOLE, *noted, "--strict") == (0, f"{TO_COMPARE}valid\n", "")


def test_noted_seal_is_compared_with_its_look_alikes(check: Check) -> None:
    assert "O" in SECOND or "I" in SECOND or "B" in SECOND or "L" in SECOND
    typed = SECOND.translate(str.maketrans("OILB", "0118"))
    assert check(WHOLE, "--seal", FIRST, "--seal", typed, "--strict")[1] == f"{TO_COMPARE}valid\n"


def test_seal_that_was_not_noted_is_told(check: Check) -> None:
    other = "AAAA-AAAA-AAAA-AAAA"
    told = f"{TO_COMPARE}noted, but not in this record: {other.replace('-', '')}\n"
    told += "valid, not proved: the seal of code 2 was not noted\n"
    assert check(WHOLE, "--seal", FIRST, "--seal", other) == (0, told, "")
    assert check(WHOLE, "--seal", FIRST, "--strict")[0] == 1
    assert "not proved: the seals of codes 1, 2 were not noted\n" in check(WHOLE, "--seal", other)[1]


@pytest.mark.parametrize("seal", ["AAAA-AAAA-AAAA-AAA", "AAAA-AAAA-AAAA-AAA9", "é" * 16, ""])
def test_noted_seal_that_cannot_be_one_is_a_sentence_and_2(check: Check, seal: str) -> None:
    status, out, err = check(WHOLE, "--seal", seal)
    assert (status, out) == (2, "")
    assert re.search("expected (16 letters and digits|A-Z and 2-7) for a seal, got", err)


def test_strict_check_without_noted_seals_asks_for_codes_that_were_sealed_and_opened(check: Check) -> None:
    assert check(WHOLE, "--strict")[0] == 0
    closed = WHOLE.replace("code RGBY", "code").replace(" nonce AAAAAAAAAAAAA", "")
    unsealed = re.sub("RGBY {.*}", "RGBY", WHOLE)
    for text, told in ((closed, "code 1 was not opened"), (unsealed, "code 1 was not sealed")):
        assert check(text)[0] == 0
        status, out, _ = check(text, "--strict")
        assert (status, out.splitlines()[-1]) == (1, f"valid, not proved: {told}; {NO_SEAL_NOTED}")


def test_strict_check_refuses_a_match_that_goes_on_and_one_without_a_sealed_code(check: Check) -> None:
    running = Session.begin(load_catalogue(None)["mini"], {}, ("Anna", "Ben"), environment())
    running.draw()
    status, out, _ = check(write_record(running.record()), "--strict")
    assert (status, out.splitlines()[0]) == (1, "the match goes on")
    assert out.endswith(f"valid, not proved: the match goes on; code 1 was not opened; {NO_SEAL_NOTED}\n")
    kept = (RECORDS / "passcode_playoff.record").read_text(encoding="utf-8")
    status, out, _ = check(kept, "--strict")
    assert (status, out.splitlines()[-1]) == (1, f"valid, not proved: the box kept no code; {NO_SEAL_NOTED}")


def test_seal_of_another_code_is_false(check: Check) -> None:
    status, out, err = check(MATCH % (SECOND, FIRST))
    assert (status, out) == (1, "")
    assert err.startswith("false: -: line 8: expected the seal")


def test_records_one_after_the_other_are_each_checked(check: Check) -> None:
    wrong = WHOLE.replace("4. RRRR = black 4", "4. RRRR = black 3")
    said = f"{TO_COMPARE}valid, not proved: {NO_SEAL_NOTED}\n"
    assert check(WHOLE + "\n" + WHOLE, "--strict") == (0, f"record 1\n{said}record 2\n{said}", "")
    status, out, err = check(WHOLE + wrong + WHOLE, "--strict")
    assert (status, out) == (1, f"record 1\n{said}record 2\nrecord 3\n{said}")
    assert err.startswith("false: -: record 2: line 11: ")


def test_noted_seal_wants_one_record(check: Check) -> None:
    status, out, err = check(WHOLE + WHOLE, "--seal", FIRST)
    assert (status, out) == (2, "")
    assert "expected one record to compare the seals with, got 2" in err


def test_first_wrong_line_of_a_false_record_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = TWO_GAMES.replace("= black 2 white 2", "= black 2 white 1")
    (tmp_path / "a.record").write_text(text)
    status, out, err = run(capsys, "check", str(tmp_path / "a.record"))
    assert (status, out) == (1, "")
    assert err.startswith("false: ")
    assert "a.record: line 11: expected the answer 'black 2 white 2'" in err


def test_unknown_game_names_its_line(check: Check) -> None:
    status, _, err = check(TWO_GAMES.replace('"mastermind"', '"chess"'))
    assert (status, "line 2: expected a game out of mastermind" in err) == (1, True)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_file_that_cannot_be_read_is_a_sentence_and_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "a.record").write_bytes(content)
    status, _, err = run(capsys, "check", str(tmp_path / "a.record"))
    assert status == 2
    assert "codemaker: expected a text file in UTF-8" in err


# --- verify


def test_seal_of_a_line_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "verify", line()) == (0, f"{FIRST}\n", "")


GENUINE = "genuine: mastermind, code RGBY, drawn by the box, number 1 of the match begun 2026-01-02 12:00 UTC\n"


def test_genuine_line_is_told_with_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "verify", line(), FIRST) == (0, GENUINE, "")
    entered = line().replace("BOX", "OWN")
    assert "code RGBY, entered by a player, number 1" in run(capsys, "verify", entered, fingerprint(entered))[1]


def test_lines_of_earlier_versions_are_verified(capsys: pytest.CaptureFixture[str]) -> None:
    code_line, colon_line = "CODE RGBY MINI " + "A" * 20, "PEGS:MINI:RGBY:" + "A" * 52
    assert run(capsys, "verify", code_line, "ZLMS-OWIK-4VRN-BWQD") == (0, "genuine: mini, code RGBY\n", "")
    assert run(capsys, "verify", colon_line, "24NI-OJ5J-UWCI-7LBQ") == (0, "genuine: mini, code RGBY\n", "")


@pytest.mark.parametrize(
    ("old", "new"), [("RGBY", "RGBB"), ("BOX", "OWN"), ("1 ", "2 "), ("2601", "2602"), ("AAA ", "AAB ")]
)
def test_well_formed_line_that_does_not_fit_is_not_what_was_sealed(
    capsys: pytest.CaptureFixture[str], old: str, new: str
) -> None:
    changed = f"{line()} ".replace(old, new, 1)
    assert changed.strip() != line()
    status, out, err = run(capsys, "verify", changed, FIRST)
    assert (status, out) == (1, "")
    assert err.startswith("NOT the code that was sealed: expected the seal ")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("box1 rgby\nmastermind 2601021200 aaaaaaaaaaaaa", ""),
        ("BOX1 R G B Y MASTERMIND 2601021200 AAAAAAAAAAAAA", ""),
        ("B0X1 RGBY MASTERMIND 2601021200 AAAAAAAAAAAAA", "read 0 as O\n"),
        ("BOXI RGBY MASTERMIND 26O1O212OO AAAAAAAAAAAAA", "read I as 1\nread O as 0\n"),
        ("BOX1 RGBJ MASTERMIND 2601021200 AAAAAAAAAAAAA", "read J as Y: yellow\n"),
        ("BOX1 RVBJ MASTERMIND 2601021200 AAAAAAAAAAAAA", "read V as G: green\nread J as Y: yellow\n"),
        ("BOX1 RG8Y MASTERMIND 2601021200 AAAAAAAAAAAAA", "read 8 as B\n"),
    ],
)
def test_typed_line_is_read_as_what_it_must_be_and_that_is_said(
    capsys: pytest.CaptureFixture[str], typed: str, told: str
) -> None:
    assert run(capsys, "verify", typed, FIRST) == (0, told + GENUINE, "")


def test_look_alikes_in_the_random_letters_and_in_the_seal_are_tried(capsys: pytest.CaptureFixture[str]) -> None:
    exact = line(nonce="OILBOILBOILBA")
    seal = fingerprint(exact)
    typed = exact.replace("OILBOILBOILBA", "011801180118A")
    status, out, _ = run(capsys, "verify", typed, seal.translate(str.maketrans("OILB", "0118")))
    assert (status, out.splitlines()[-1]) == (0, GENUINE.strip())
    assert {"read 0 as O", "read 1 as I", "read 1 as L", "read 8 as B"} <= set(out.splitlines())


def test_local_letter_that_is_the_letter_of_another_colour_too_is_read_as_the_seal_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = tmp_path / "config" / "codemaker" / "editions"
    own.mkdir(parents=True)
    (own / "own.toml").write_text(OWN, encoding="utf-8")
    exact = line("GYYG", edition="garden")
    status, out, _ = run(capsys, "verify", exact.replace("GYYG", "NGGN"), fingerprint(exact))
    assert (status, out.splitlines()[:2]) == (0, ["read N as G: green", "read G as Y: yellow"])
    # As it is typed, a code in English letters is preferred.
    assert (
        run(capsys, "verify", line("GGYY", edition="garden"))[1] == fingerprint(line("GGYY", edition="garden")) + "\n"
    )


OWN = """key = "garden"
name = "Garden"
pegs = 4
rows = 8
key_pegs = "black"
variants = [{ key = "normal", name = "normal", repeats = true }]
scoring = { scorer = "codemaker" }

[[colours]]
name = { en = "green", de = "grün" }
letter = { en = "G", de = "N" }
shape = "heart"

[[colours]]
name = { en = "yellow", de = "gelb" }
letter = { en = "Y", de = "G" }
shape = "square"
"""


@pytest.mark.parametrize(
    ("typed", "seal", "says"),
    [
        ("hello", FIRST, "expected BOX or OWN with a number, the code, the edition"),
        (line()[:-1], FIRST, "expected 13 letters and digits for the end of the line, got 12"),
        (line() + "A", FIRST, "expected 13 letters and digits for the end of the line, got 14"),
        (line()[:-1] + "9", FIRST, "expected A-Z and 2-7 for the end of the line, got '9'"),
        (line().replace("2601021200", "260102120"), FIRST, "expected 10 letters and digits for the time, got 9"),
        (line().replace("2601021200", "2613021200"), FIRST, "expected year, month, day, hour and minute"),
        (line(), FIRST[:-1], "expected 16 letters and digits for a seal, got 15"),
        (line(), FIRST + "A", "expected 16 letters and digits for a seal, got 17"),
        (line(edition="nosuchgame"), FIRST, "expected a game out of mastermind"),
        (line(edition="mastermnd"), FIRST, "did you mean 'mastermind'?"),
        (line(edition="passcode"), FIRST, "expected a game whose codes are sealed, got passcode, which seals none"),
        (line("QQQQ"), FIRST, "expected letters out of ROYGBP- for mastermind, got 'Q'"),
        (line("RGBYRGBY"), FIRST, "expected 4 letters for mastermind, got 'RGBYRGBY'"),
        (line("RRBY", edition="junior"), FIRST, "expected 3 letters for junior"),
        (line("D12", edition="coda"), FIRST, "expected a panel such as D5, L11 or D-, got 'D12'"),
        ("CODE QQQQ MASTERMIND AAAAAAAAAAAAAAAAAAAA", FIRST, "expected letters out of ROYGBP-"),
        ("PEGS:MASTERMIND:QQQQ:" + "A" * 52, FIRST, "expected letters out of ROYGBP-"),
        (line().replace("AAA", "A1A", 1), None, "expected the seal too, because 1 as I is not the only reading"),
        (line()[:-1] + "0", FIRST, "got none, also with 0 as O: compare every letter"),
    ],
)
def test_line_that_cannot_be_sealed_is_not_accused(
    capsys: pytest.CaptureFixture[str], typed: str, seal: str | None, says: str
) -> None:
    status, out, err = run(capsys, "verify", typed, *([seal] if seal else []))
    assert (status, out) == (2, "")
    assert says in err
    assert "NOT" not in err


def test_panels_of_coda_are_verified(capsys: pytest.CaptureFixture[str]) -> None:
    for panel in ("D11", "L0", "D-"):
        exact = line(panel, number=12, edition="coda")
        assert run(capsys, "verify", exact, fingerprint(exact))[0] == 0
    exact = line("L10", number=12, edition="coda")
    assert "read O as 0" in run(capsys, "verify", exact.replace("L10", "L1O"), fingerprint(exact))[1]
