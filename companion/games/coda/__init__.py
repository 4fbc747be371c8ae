"""Coda: each player guards a rising row of panels and attacks those of the other players."""

from companion.games.coda.game import CodaGame

__all__ = ["CodaGame"]
