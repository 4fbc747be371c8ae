"""The family of the peg games: an edition file for each game, with the box's strategy."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from companion.games.contract import AnyGame
from companion.games.pegs import PegGame, parse_edition
from companion.games.pegs.game import Strategy
from companion.strategy.pegs import breaker, library

BOXED = ("mastermind", "brainiac", "ambassador", "super", "mini", "junior", "bulls")
"""The editions that come with the program, in the order of the menu."""


def boxed_games() -> Sequence[AnyGame]:
    """Return a game for each edition that comes with the program."""
    folder = files("companion.games") / "pegs" / "editions"
    names = (f"{key}.toml" for key in BOXED)
    return tuple(edition_game((folder / name).read_text(encoding="utf-8"), name) for name in names)


def edition_game(text: str, source: str) -> AnyGame:
    """Return the game of the edition in *text*, the content of the file *source*; raises ``EditionRefused``."""
    return PegGame(parse_edition(text, source), _strategy)


def _strategy() -> Strategy:
    return breaker.Breaker(library.book_for)
