import hashlib
import subprocess
from collections import Counter
from itertools import cycle, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import SealBroken, TextUnreadable
from companion.match.randomness import draw, nonce
from companion.match.seal import Seal, fingerprint, read_seal_line, seal_line, verify

LINE = "CODE RGBY MINI " + "A" * 20
OLD_LINE = "PEGS:MINI:RGBY:" + "A" * 52


def test_fingerprint_is_what_sha256sum_finds_by_hand() -> None:
    """The recipe of ``docs/seal.md``, with the system's own tools."""
    recipe = f"printf %s '{LINE}' | sha256sum | cut -c1-20 | tr a-f A-F | basenc -d --base16 | base32"
    by_hand = subprocess.run(["sh", "-c", recipe], capture_output=True, text=True, check=True).stdout.strip()
    assert fingerprint(LINE).replace("-", "") == by_hand


def test_fingerprint_is_80_bits_in_four_groups_of_four() -> None:
    assert [len(group) for group in fingerprint(LINE).split("-")] == [4, 4, 4, 4]
    assert len(hashlib.sha256(LINE.encode()).digest()[:10]) * 8 == 80


def test_genuine_line_is_verified_however_it_is_typed() -> None:
    assert verify(LINE.lower(), " zlms owik-4vrnbwqd ").secret == "RGBY"


def test_line_is_verified_with_the_line_break_of_its_qr_code() -> None:
    assert verify(LINE.replace(" MINI", "\r\nMINI"), "ZLMS-OWIK-4VRN-BWQD").edition == "mini"


def test_line_of_an_earlier_version_is_verified() -> None:
    assert verify(OLD_LINE, "24NI-OJ5J-UWCI-7LBQ") == Seal("pegs", "mini", "RGBY", "A" * 52)


def test_line_with_another_code_is_refused() -> None:
    with pytest.raises(SealBroken, match="expected the fingerprint"):
        verify(LINE.replace("RGBY", "RGBB"), "ZLMS-OWIK-4VRN-BWQD")


@pytest.mark.parametrize("line", ["", "CODE RGBY MINI", LINE[:-1], OLD_LINE[:-1], LINE + "A", "é" * 70])
def test_line_that_is_no_seal_line_is_unreadable(line: str) -> None:
    with pytest.raises(TextUnreadable, match="expected CODE, the code, the edition and a nonce"):
        read_seal_line(line)


@given(st.text("ROYGBP-", min_size=2, max_size=8), st.text("ABCXYZ234567", min_size=20, max_size=20))
def test_seal_line_reads_back(secret: str, random_bits: str) -> None:
    seal = Seal("", "super", secret, random_bits)
    assert read_seal_line(seal_line(seal)) == seal


@given(st.text("ROYGBP-", min_size=2, max_size=8), st.text("ABCXYZ234567", min_size=52, max_size=52))
def test_seal_line_of_an_earlier_version_reads_back(secret: str, random_bits: str) -> None:
    seal = Seal("pegs", "super", secret, random_bits)
    assert read_seal_line(seal_line(seal)) == seal


def test_nonce_has_100_fresh_bits_in_base32() -> None:
    nonces = {nonce() for _ in range(100)}
    assert len(nonces) == 100
    assert {len(text) for text in nonces} == {20}


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
