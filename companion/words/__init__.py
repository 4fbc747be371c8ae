"""What happens at the table, what a seat is asked and where the match stands, as phrases.

The module ``companion.words.NAME`` of a family NAME has ``told``, ``asked``, ``offered`` and ``read``. They get views
and the texts of moves as all players may know them, so a phrase holds only what its viewer may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from companion.words.phrase import Phrase


class FamilyWords(Protocol):
    """The words of a family; *names* are the stored names of the players by seat."""

    def told(self, seat: int, text: str, before: Any, after: Any, names: Sequence[str], /) -> list[Phrase]:
        """Return what the move *text* of *seat* did, the newest fact first; *before* and *after* are views of all."""

    def asked(self, view: Any, seat: int, names: Sequence[str], /) -> Phrase:
        """Return what the player at *seat* is to do."""

    def offered(self, view: Any, text: str, names: Sequence[str], /) -> Phrase:
        """Return the move *text*, which a player may make in the position of *view*."""

    def undone(self, view: Any, text: str, /) -> Phrase:
        """Return a short name of the move *text*, which may be taken back, without what players must remember."""

    def learned(self, text: str, /) -> Phrase:
        """Return what players saw by the move *text*, and know after it is taken back."""

    def rows(self, view: Any, names: Sequence[str], /) -> list[Phrase]:
        """Return the rows on the table, from the first one."""

    def score(self, view: Any, names: Sequence[str], /) -> list[Phrase]:
        """Return the score of each player."""

    def read(self, view: Any, names: Sequence[str], /) -> list[Phrase]:
        """Return all that *view* shows, a sentence for each fact."""


def words_of(family: str) -> FamilyWords:
    """Return the words of the games of *family*."""
    return cast("FamilyWords", import_module(f"{__name__}.{family}"))
