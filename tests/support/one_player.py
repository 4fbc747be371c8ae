"""A game for one player, and others for numbers of players that no game that comes with the program is for."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import OptionRefused
from companion.games.contract import Option
from companion.games.pegs.game import PegGame
from companion.match.catalogue import Catalogue, load_catalogue


class MiniFor(PegGame):
    """The edition Mini for *fewest* to *most* players only, with the key ``alone``."""

    def __init__(self, mini: PegGame, fewest: int, most: int) -> None:
        super().__init__(replace(mini.edition, key="alone"), mini._strategy)
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
