"""The family of the peg games: an edition file for each game, with the box's strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files

from companion.games.contract import AnyGame
from companion.games.pegs import PegGame, parse_edition
from companion.games.pegs.game import Strategy
from companion.strategy.pegs import breaker, library

BOXED = ("mastermind", "brainiac", "ambassador", "super", "mini", "junior", "bulls", "words")
"""The editions that come with the program, in the order of the menu."""


def boxed_games() -> Sequence[AnyGame]:
    """Return a game for each edition that comes with the program."""
    folder = files("companion.games") / "pegs" / "editions"

    def read(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    return tuple(edition_game(read(name), name, read) for name in (f"{key}.toml" for key in BOXED))


def edition_game(text: str, source: str, read_list: Callable[[str], str] | None = None) -> AnyGame:
    """Return the game of the edition in *text*, the content of the file *source*; raises ``EditionRefused``.

    *read_list* returns the text of a file beside it.
    """
    return PegGame(parse_edition(text, source, read_list), _strategy)


def _strategy() -> Strategy:
    return breaker.Breaker(library.book_for)
