"""A game for one player only: none that comes with the program is one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.pegs.game import PegGame
from companion.match.catalogue import Catalogue, load_catalogue


class OnePlayer(PegGame):
    """A peg game in which one player breaks a code of the box."""

    players = (1, 1)


def with_one_player_game() -> Catalogue:
    """Return the games that come with the program, and the edition Mini for one player, with the key ``alone``."""
    catalogue = load_catalogue(None)
    mini = catalogue["mini"]
    assert isinstance(mini, PegGame)
    alone = OnePlayer(replace(mini.edition, key="alone"), mini._strategy)
    return Catalogue([*catalogue, alone])
