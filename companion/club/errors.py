"""The errors of a club's programs."""

from __future__ import annotations

from companion.errors import CompanionError


class ClubFailed(CompanionError, OSError):
    """A program of a club cannot go on; only its command says so, so players read no sentence about it."""
