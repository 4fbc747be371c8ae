"""Coda: everybody guards a rising row of panels and attacks the others'."""

from companion.games.coda.game import CodaGame

__all__ = ["CodaGame"]
