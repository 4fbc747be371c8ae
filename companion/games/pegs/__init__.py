"""The peg games: one engine, every boxed game an edition in data."""

from companion.games.pegs.edition import Edition, parse_edition
from companion.games.pegs.game import PegGame

__all__ = ["Edition", "PegGame", "parse_edition"]
