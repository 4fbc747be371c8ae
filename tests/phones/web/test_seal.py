"""The board page checks a seal by itself, and says what came of it."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from random import Random

import pytest

from companion.front_ends.messages import TableState
from companion.match.driver import AnyDriver
from companion.match.seal import fingerprint
from tests.phones.tables import Table
from tests.phones.web.browser import Browser, module
from tests.phones.web.shown import wait_for_version

HASHES = f"""
const seal = {module("seal.js")};
const both = bytes => [Array.from(seal.sha256(bytes)), seal.base32(bytes)];
return arguments[0].map(bytes => both(Uint8Array.from(bytes)));
"""
LONGEST = 200


def test_hashes_are_those_of_hashlib(page: Browser) -> None:
    random = Random(1)
    # Every length up to three blocks, so that each padding is tried, and then others.
    inputs = [random.randbytes(length) for length in range(LONGEST)]
    found = page.execute_script(HASHES, [list(one) for one in inputs])
    assert found == [
        [list(hashlib.sha256(one).digest()), base64.b32encode(one).decode().rstrip("=")] for one in inputs
    ]


def verdict(page: Browser, told: TableState) -> tuple[str, str]:
    """Return the seal and the verdict that the page shows with *told*."""
    wait_for_version(page, told)
    # As one sees it: what is there but cannot be seen has no text.
    letters, *words = (one.text for one in page.find_elements("css selector", ".seal .letters, .seal .verdict"))
    return letters, "".join(words)


@pytest.fixture
def told(table: Table) -> list[TableState]:
    """The states of a round that begins with its seal; the last one is of the reveal, and is not told yet."""
    states: list[TableState] = []
    put = table.put

    def keep(state: TableState) -> None:
        states.append(state)
        if len(states) < 3:
            put(state)

    table.watch._put = keep
    driver: AnyDriver = table.open_match("mini")
    for text in ("RRRR", "give up"):
        assert driver.position.player_to_move is not None
        driver.submit_text(driver.position.player_to_move, text)
    return states


def test_code_that_was_sealed_is_told_to_be_unchanged(page: Browser, table: Table, told: list[TableState]) -> None:
    wait_for_version(page, told[-2])
    table.put(told[-1])
    (line,) = told[-1].seals()[1]
    assert verdict(page, told[-1]) == (fingerprint(line), "✓ What was sealed was not changed.")


def swapped(told: TableState, line: str) -> TableState:
    return replace(told, seals=lambda: ((), (line,)))


def test_line_with_other_random_bits_does_not_match(page: Browser, table: Table, told: list[TableState]) -> None:
    wait_for_version(page, told[-2])
    (line,) = told[-1].seals()[1]
    table.put(swapped(told[-1], line[:-1] + ("A" if line[-1] != "A" else "B")))
    assert verdict(page, told[-1])[1] == "✗ The seal does not match."


def test_line_of_another_code_than_the_board_shows_does_not_match(
    page: Browser, table: Table, told: list[TableState]
) -> None:
    other = "CODE QQQQ MINI AAAAAAAAAAAAAAAAAAAA"
    before = replace(told[0], version=told[-1].version + 1, seals=lambda: ((fingerprint(other),), ()))
    table.put(before)
    wait_for_version(page, before)
    end = replace(swapped(told[-1], other), version=before.version + 1)
    table.put(end)
    assert verdict(page, end)[1] == "✗ The seal does not match."


def test_seal_that_changes_between_the_rows_does_not_match(
    page: Browser, table: Table, told: list[TableState]
) -> None:
    wait_for_version(page, told[-2])
    (line,) = told[-1].seals()[1]
    other = line[:-1] + ("A" if line[-1] != "A" else "B")
    later = replace(told[-2], version=told[-2].version + 1, seals=lambda: ((fingerprint(other),), ()))
    table.put(later)
    wait_for_version(page, later)
    end = replace(swapped(told[-1], other), version=later.version + 1)
    table.put(end)
    assert verdict(page, end)[1] == "✗ The seal does not match."


def test_page_opened_after_the_reveal_asks_for_a_note(page: Browser, table: Table, told: list[TableState]) -> None:
    wait_for_version(page, told[-2])
    table.put(told[-1])
    wait_for_version(page, told[-1])
    page.execute_script("localStorage.clear()")
    page.refresh()
    (line,) = told[-1].seals()[1]
    assert verdict(page, told[-1]) == (
        fingerprint(line),
        "This page was opened after the seal was shown. Compare it with your note.",
    )


def test_page_that_is_opened_again_remembers_the_seal(page: Browser, table: Table, told: list[TableState]) -> None:
    wait_for_version(page, told[-2])
    page.refresh()
    table.put(told[-1])
    assert verdict(page, told[-1])[1] == "✓ What was sealed was not changed."
