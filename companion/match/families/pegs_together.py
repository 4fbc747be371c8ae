"""The family of the peg games in which all players break the same code at the same time, one for each edition."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import N_
from companion.games.contract import AnyGame
from companion.games.pegs import Edition
from companion.games.pegs_together import TogetherGame
from companion.i18n.translator import Translator
from companion.match.families.pegs import boxed_games as peg_games
from companion.match.families.pegs import strategy


def boxed_games() -> Sequence[AnyGame]:
    """Return a game for each edition that comes with the program."""
    return tuple(together_game(game.edition) for game in peg_games())


def together_game(edition: Edition) -> AnyGame:
    """Return the game of *edition*."""

    def title(language: str) -> str:
        return Translator(language)._(N_("{game} together")).format(game=edition.name(language))

    return TogetherGame(edition, strategy, title)
