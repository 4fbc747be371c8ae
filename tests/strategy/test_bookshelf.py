"""The shelf: each table's book, and none where there is none."""

from __future__ import annotations

import pytest

from companion.games.pegs import PegGame
from companion.games.pegs.state import Rules
from companion.match.catalogue import load_catalogue
from companion.strategy.pegs.library import book_for

CATALOGUE = load_catalogue(None)


def rules(key: str, **options: str) -> Rules:
    game = CATALOGUE[key]
    assert isinstance(game, PegGame)
    return game.start(options, 2).rules


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("mastermind", {}),
        ("mastermind", {"variant": "challenge"}),
        ("brainiac", {}),
        ("ambassador", {}),
        ("ambassador", {"guess-repeats": "no"}),
        ("ambassador", {"variant": "repeats"}),
        ("ambassador", {"variant": "advanced"}),
        ("super", {}),
        ("mini", {}),
        ("junior", {}),
        ("bulls", {}),
    ],
)
def test_every_boxed_game_has_its_book(key: str, options: dict[str, str]) -> None:
    table = rules(key, **options)
    book = book_for(table)
    assert book is not None
    assert book.space == table.space


def test_game_without_a_book_has_none() -> None:
    assert book_for(rules("bulls", variant="repeats")) is None


def test_box_that_needs_never_more_than_five_rows_has_a_book_of_its_own() -> None:
    five, best = (book_for(rules("mastermind", mode="match", strength=how)) for how in ("five", "perfect"))
    assert five is not None
    assert best is not None
    assert (five.longest, best.longest) == (5, 6)
    assert book_for(rules("mastermind", strength="five")) is best
