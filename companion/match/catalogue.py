"""The games that can be played: those that come with the program, and the user's own editions."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

# Not "from ... import": that would run the code of the package, which is imported at its first use.
import companion.match.families.pegs as peg_family
import companion.match.families.pegs_together as together_family
from companion.config.rules import closest
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.errors import N_, CompanionError, EditionRefused
from companion.games import contract
from companion.match import families

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

log = logging.getLogger(__name__)


class UnknownGame(CompanionError, LookupError):
    """No game has the given key."""

    sentence = N_("This game is not known here.")


class Catalogue:
    """The games by key, and the errors in the user's own files; an unknown key raises ``UnknownGame``.

    Without *games* they are those that come with the program, whose editions are read on first use.
    """

    def __init__(self, games: Sequence[AnyGame] | None = None, refused: tuple[EditionRefused, ...] = ()) -> None:
        if games is not None:
            self.games = games
        self.refused = refused

    @cached_property
    def games(self) -> Sequence[AnyGame]:
        """The games, in the order of the menu."""
        return boxed_games()

    @property
    def is_read(self) -> bool:
        """Whether the games have been read, which takes longer than a first frame may."""
        return "games" in vars(self)

    def __getitem__(self, key: str) -> AnyGame:
        for game in self.games:
            if game.key == key:
                return game
        keys = [game.key for game in self.games]
        near = closest(key, keys)
        hint = f"; did you mean {near!r}?" if near else ""
        raise UnknownGame(f"expected a game out of {', '.join(keys)}, got {key!r}{hint}")

    def __iter__(self) -> Iterator[AnyGame]:
        return iter(self.games)


def load_catalogue(own: Path | None) -> Catalogue:
    """Return every game; files in the folder *own* that are wrong are left out, and their errors are in ``refused``.

    Where the user has no files, the games are read on first use: the first frame needs none.
    """
    paths = sorted(own.glob("*.toml")) if own is not None else []
    return _with_own(paths) if paths else Catalogue()


def boxed_games() -> tuple[AnyGame, ...]:
    """Return the games that come with the program: the first of each family, then the others, by their menus."""
    first, *others = (families.load(family).boxed_games() for family in families.FAMILIES)
    games = (first[0], *(game for games in others for game in games), *first[1:])
    return tuple(sorted(games, key=lambda game: bool(game.group)))


def peg_colours() -> dict[str, tuple[int, int, int]]:
    """Return the (red, green, blue) value of every peg colour of the boxed games, by its English name."""
    readable = filter(contract.has_pegs, boxed_games())
    return {colour.name.english: colour.rgb for game in readable for colour in game.edition.colours}


def _with_own(paths: Iterable[Path]) -> Catalogue:
    games = {game.key: game for game in boxed_games()}
    refused = []
    for path in paths:
        try:
            games.update({game.key: game for game in _read_own(path, games)})
        except EditionRefused as error:
            log.warning("%s", error)
            refused.append(error)
    return Catalogue(tuple(games.values()), tuple(refused))


WORDS_LIMIT = 200_000
"""The bytes that a list of words may have."""


def _read_file(path: Path, limit: int) -> str:
    try:
        return read_text(path, limit)
    except (OSError, UnicodeDecodeError) as error:
        raise EditionRefused(f"{path}: expected a text file in UTF-8 that can be read: {error}") from error


def _read_own(path: Path, games: Container[str]) -> tuple[AnyGame, ...]:
    """Return the games of the edition in the file at *path*; raises ``EditionRefused``."""
    own = peg_family.edition_game(
        _read_file(path, SETTINGS_LIMIT), str(path), lambda name: _read_file(path.with_name(name), WORDS_LIMIT)
    )
    if own.key in games:
        raise EditionRefused(f"{path}: key: expected a name no other game has, got {own.key!r}")
    return own, together_family.together_game(own.edition)
