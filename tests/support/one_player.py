"""The example of a family of its own, for one player, and an edition for numbers of players that no game is for."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from companion.errors import OptionRefused
from companion.games.contract import Option
from companion.games.pegs.game import PegGame
from companion.match.catalogue import Catalogue, load_catalogue
from companion.ui.games.shared.screens import GAME_SCREENS

FAMILY = "companion.number"


def _loaded() -> Any:
    """Return the module of the example, as if it were a part of the program."""
    spec = spec_from_file_location(FAMILY, Path(__file__).parents[2] / "docs/examples/number.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[FAMILY] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


number = _loaded()
MOST: int = number.MOST
NumberGame = number.NumberGame


def with_number_game(monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """Return the games that come with the program, and last the number game, whose screens are known from now on."""
    monkeypatch.setitem(GAME_SCREENS, FAMILY, number.SCREENS)
    return Catalogue([*load_catalogue(None), NumberGame()])


class MiniFor(PegGame):
    """The edition Mini for *fewest* to *most* players only, with the key ``some``."""

    def __init__(self, mini: PegGame, fewest: int, most: int) -> None:
        super().__init__(replace(mini.edition, key="some"), mini._strategy)
        self.players = fewest, most

    def options(self, players: int) -> tuple[Option, ...]:
        """Return the options; raises ``OptionRefused`` for a number of players that is not offered."""
        fewest, most = self.players
        if not fewest <= players <= most:
            raise OptionRefused(f"expected {fewest} to {most} players for {self.key}, got {players}")
        return super().options(players)


def with_game_for(fewest: int, most: int) -> Catalogue:
    """Return the games that come with the program, and last one for *fewest* to *most* players."""
    catalogue = load_catalogue(None)
    mini = catalogue["mini"]
    assert isinstance(mini, PegGame)
    return Catalogue([*catalogue, MiniFor(mini, fewest, most)])
