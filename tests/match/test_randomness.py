import hashlib
import subprocess
from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import cycle, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import TextUnreadable
from companion.match.randomness import draw, nonce
from companion.match.seal import Seal, fingerprint, read_seal_line, seal_line

LINE = "BOX2 RGBY MINI 2601021200 " + "A" * 13
CODE_LINE = "CODE RGBY MINI " + "A" * 20
COLON_LINE = "PEGS:MINI:RGBY:" + "A" * 52


def test_fingerprint_is_what_sha256sum_finds_by_hand() -> None:
    """The recipe of ``docs/seal.md``, with the system's own tools."""
    recipe = f"printf %s '{LINE}' | sha256sum | cut -c1-20 | tr a-f A-F | basenc -d --base16 | base32"
    by_hand = subprocess.run(["sh", "-c", recipe], capture_output=True, text=True, check=True).stdout.strip()
    assert fingerprint(LINE).replace("-", "") == by_hand


def test_fingerprint_is_80_bits_in_four_groups_of_four() -> None:
    assert [len(group) for group in fingerprint(LINE).split("-")] == [4, 4, 4, 4]
    assert len(hashlib.sha256(LINE.encode()).digest()[:10]) * 8 == 80


def test_line_says_who_made_the_code_its_number_and_when_the_match_began() -> None:
    assert read_seal_line(LINE) == Seal("", "mini", "RGBY", "A" * 13, 2, "2026-01-02T12:00", is_drawn=True)
    assert not read_seal_line(LINE.replace("BOX", "OWN")).is_drawn


@pytest.mark.parametrize(
    "change", [{"number": 3}, {"begun": "2026-01-02T12:01:00Z"}, {"is_drawn": False}, {"secret": "RGBB"}]
)
def test_seal_binds_maker_number_time_and_code(change: dict[str, Any]) -> None:
    seal = read_seal_line(LINE)
    assert fingerprint(seal_line(replace(seal, **change))) != fingerprint(LINE)


def test_line_is_read_with_line_breaks() -> None:
    assert read_seal_line(LINE.lower().replace(" mini", "\r\nmini")) == read_seal_line(LINE)


def test_lines_of_earlier_versions_are_read() -> None:
    assert read_seal_line(CODE_LINE) == Seal("", "mini", "RGBY", "A" * 20)
    assert read_seal_line(COLON_LINE) == Seal("pegs", "mini", "RGBY", "A" * 52)
    seals = [fingerprint(seal_line(read_seal_line(line))) for line in (CODE_LINE, COLON_LINE)]
    assert seals == ["ZLMS-OWIK-4VRN-BWQD", "24NI-OJ5J-UWCI-7LBQ"]


@pytest.mark.parametrize(
    "line", ["", "CODE RGBY MINI", LINE[:-1], CODE_LINE[:-1], COLON_LINE[:-1], LINE + "A", "BOX0" + LINE[4:], "é" * 70]
)
def test_line_that_is_no_seal_line_is_unreadable(line: str) -> None:
    with pytest.raises(TextUnreadable, match="expected BOX or OWN with a number, the code, the edition, a time"):
        read_seal_line(line)


def test_line_with_a_time_that_is_none_is_unreadable() -> None:
    with pytest.raises(TextUnreadable, match="expected year, month, day, hour and minute"):
        read_seal_line(LINE.replace("2601021200", "2613021200"))


@given(
    st.text("ROYGBP-", min_size=2, max_size=8),
    st.text("ABCXYZ234567", min_size=13, max_size=13),
    st.integers(1, 99),
    st.datetimes(datetime(2000, 1, 1), datetime(2099, 12, 31)),
    st.booleans(),
)
def test_seal_line_reads_back(secret: str, random_bits: str, number: int, begun: datetime, is_drawn: bool) -> None:
    seal = Seal("", "super", secret, random_bits, number, begun.isoformat(timespec="minutes"), is_drawn)
    assert read_seal_line(seal_line(seal)) == seal


@given(st.text("ROYGBP-", min_size=2, max_size=8), st.text("ABCXYZ234567", min_size=20, max_size=20))
def test_seal_line_of_the_earlier_version_reads_back(secret: str, random_bits: str) -> None:
    seal = Seal("", "super", secret, random_bits)
    assert read_seal_line(seal_line(seal)) == seal


@given(st.text("ROYGBP-", min_size=2, max_size=8), st.text("ABCXYZ234567", min_size=52, max_size=52))
def test_seal_line_of_the_first_version_reads_back(secret: str, random_bits: str) -> None:
    seal = Seal("pegs", "super", secret, random_bits)
    assert read_seal_line(seal_line(seal)) == seal


def test_nonce_has_65_fresh_bits_in_base32() -> None:
    nonces = {nonce() for _ in range(100)}
    assert len(nonces) == 100
    assert {len(text) for text in nonces} == {13}


def chi_square(numbers: list[int], outcomes: int) -> float:
    expected = len(numbers) / outcomes
    counts = Counter(numbers)
    return sum((counts[value] - expected) ** 2 / expected for value in range(outcomes))


# 6 outcomes leave 5 degrees of freedom; chi-square beyond 38.7 comes by chance less than three times in ten million.
LIMIT = 38.7


def test_draws_are_uniform() -> None:
    assert chi_square([draw(6) for _ in range(60_000)], 6) < LIMIT


def test_the_uniformity_test_catches_a_biased_die() -> None:
    """A byte modulo 6 gives 0 to 3 once too often in 256: the same test sees it in as many throws as it takes."""
    assert chi_square(list(islice(cycle(byte % 6 for byte in range(256)), 768_000)), 6) > LIMIT


def test_draw_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="expected at least one outcome"):
        draw(0)
