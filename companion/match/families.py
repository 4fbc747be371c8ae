"""The families of games that come with the program: their editions, and how the box plays them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

from companion.games.coda import CodaGame
from companion.games.contract import AnyGame
from companion.games.passcode import PasscodeGame
from companion.games.pegs import PegGame, parse_edition
from companion.games.pegs.moves import Move
from companion.games.pegs.view import PegView
from companion.strategy.coda import play as play_coda
from companion.strategy.pegs.breaker import Breaker
from companion.strategy.pegs.left import left
from companion.strategy.pegs.library import book_for

BOXED = ("mastermind", "brainiac", "ambassador", "super", "mini", "junior")
"""The editions that come with the program, in the order of the menu."""


def boxed_games() -> tuple[AnyGame, ...]:
    """Return the games that come with the program."""
    editions = (read_edition(text, name) for name, text in _boxed_texts().items())
    return (*editions, PasscodeGame(), CodaGame(play_coda))


def peg_colours() -> dict[str, tuple[int, int, int]]:
    """Return the (red, green, blue) value of every peg colour of the boxed editions, by its English name."""
    editions = [parse_edition(text, name) for name, text in _boxed_texts().items()]
    return {colour.name.en: colour.rgb for edition in editions for colour in edition.colours}


def read_edition(text: str, source: str) -> AnyGame:
    """Return the game of an edition; raises ``EditionRefused``, which names *source*, if the text is wrong."""
    return PegGame(parse_edition(text, source), _break_code, _no_code_fits)


def _boxed_texts() -> dict[str, str]:
    folder = files("companion.games") / "pegs" / "editions"
    return {f"{key}.toml": (folder / f"{key}.toml").read_text(encoding="utf-8") for key in BOXED}


def _break_code(view: PegView, draw: Callable[[int], int]) -> Move:
    return Breaker(book_for).play(view, draw)


def _no_code_fits(view: PegView) -> bool:
    return view.now is not None and bool(view.now.rows) and not left(view.rules.space, view.now.rows).count
