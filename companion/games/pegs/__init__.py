"""The peg games: one engine, and a data file (an edition) for each boxed game."""

from companion.games.pegs.edition import Edition, parse_edition
from companion.games.pegs.game import PegGame

__all__ = ["Edition", "PegGame", "parse_edition"]
