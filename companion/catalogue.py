"""Which games can be played: those that come with the program, and the user's own editions."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.errors import N_, CompanionError, EditionRefused
from companion.games.contract import AnyGame
from companion.games.pegs import PegGame, parse_edition

log = logging.getLogger(__name__)

BOXED = ("mastermind", "brainiac", "ambassador", "super", "mini", "junior")
"""The editions in the order of the menu."""


class UnknownGame(CompanionError, LookupError):
    """A name that no game has."""

    sentence = N_("This game is not known here.")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The games by key, and what was wrong with the user's own files."""

    games: tuple[AnyGame, ...]
    refused: tuple[EditionRefused, ...] = ()

    def __getitem__(self, key: str) -> AnyGame:
        for game in self.games:
            if game.key == key:
                return game
        keys = [game.key for game in self.games]
        close = get_close_matches(key, keys, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise UnknownGame(f"expected a game out of {', '.join(keys)}, got {key!r}{hint}")

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self.games)


def load_catalogue(own: Path | None) -> Catalogue:
    """Return every game; a file in the folder *own* that is wrong is left out and named in ``refused``."""
    boxed = files("companion.games.pegs") / "editions"
    games: list[AnyGame] = [_read(boxed / f"{key}.toml") for key in BOXED]
    refused = []
    for path in sorted(own.glob("*.toml")) if own is not None else ():
        try:
            games.append(_read_own(path, games))
        except EditionRefused as error:
            log.warning("%s", error)
            refused.append(error)
    return Catalogue(tuple(games), tuple(refused))


def _read(path: Traversable) -> PegGame:
    return PegGame(parse_edition(path.read_text(encoding="utf-8"), path.name))


def _read_own(path: Path, games: Iterable[AnyGame]) -> PegGame:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EditionRefused(f"{path}: expected a text file in UTF-8 that can be read: {error}") from error
    edition = parse_edition(text, str(path))
    if edition.key in {game.key for game in games}:
        raise EditionRefused(f"{path}: key: expected a name no other game has, got {edition.key!r}")
    return PegGame(edition)
