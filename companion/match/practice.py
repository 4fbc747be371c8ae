"""A match for a lesson: it starts in a prepared position, chance is fixed, and nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import MoveRefused
from companion.games.contract import CHANCE, AnyGame, complete
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.match.environment import Environment
from companion.match.kept import PlayedMove
from companion.match.session import Session


@dataclass(frozen=True, slots=True)
class Prepared:
    """A position: the options of the match, the moves that lead to it, and what chance brings afterwards, as texts."""

    options: Mapping[str, str]
    players: tuple[str, ...]
    moves: Sequence[str]
    chance: Sequence[str]


class Practice(Session[Any, Any, Any]):
    """A match that begins in a position *prepared* and is not written to the archive."""

    def __init__(self, game: AnyGame, prepared: Prepared, environment: Environment) -> None:
        options = complete(game.options(len(prepared.players)), prepared.options)
        header = MatchHeader(game.key, tuple(options.items()), prepared.players, environment.stamp())
        super().__init__(game, header, 0, replace(environment, draw=lambda outcomes: 0))
        for text in prepared.moves:
            self._replay(LogEntry(EntryKind.PLAY, text))
        self._chance = list(prepared.chance)

    @property
    def number(self) -> None:
        """None: the match has no number in the journal."""
        return None

    def draw(self) -> Any:
        for place, text in enumerate(self._chance):
            move = self.read(text)
            with suppress(MoveRefused):
                played = self._play(CHANCE, move)
                del self._chance[place]
                return self._add(played)
        return super().draw()

    def _write(self, entry: LogEntry | None, line: Sequence[PlayedMove[Any, Any]], at: str) -> None:
        """Keep nothing."""
