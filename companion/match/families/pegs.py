"""The family of the peg games: an edition file for each game, with the box's strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files

from companion.games.pegs import PegGame, parse_edition
from companion.games.pegs.edition_game import Strategy
from companion.strategy.pegs import breaker, library

BOXED = ("mastermind", "brainiac", "ambassador", "super", "mini", "junior", "bulls", "words")
"""The editions that come with the program, in the order of the menu."""
_read = lru_cache(parse_edition)
"""Two families read the same editions."""


def boxed_games() -> Sequence[PegGame]:
    """Return a game for each edition that comes with the program."""
    return tuple(edition_game(_boxed(f"{key}.toml"), f"{key}.toml", _boxed) for key in BOXED)


def _boxed(name: str) -> str:
    return (files("companion.games") / "pegs" / "editions" / name).read_text(encoding="utf-8")


def edition_game(text: str, source: str, read_list: Callable[[str], str] | None = None) -> PegGame:
    """Return the game of the edition in *text*, the content of the file *source*; raises ``EditionRefused``.

    *read_list* returns the text of a file beside it.
    """
    return PegGame(_read(text, source, read_list), strategy)


def strategy() -> Strategy:
    """Return how the box breaks codes."""
    return breaker.Breaker(library.book_for)
