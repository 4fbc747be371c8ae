"""The screens of each family of games: how it looks and is played with a few buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.ui.match import GameScreens


class _Faces(Mapping[str, GameScreens]):
    """Mapping from family to game screens that creates the screens at the first access."""

    def __init__(self) -> None:
        self._made: dict[str, GameScreens] = {}

    def __getitem__(self, family: str) -> GameScreens:
        if family not in self._made:
            self._made |= _faces()
        return self._made[family]

    def __iter__(self) -> Iterator[str]:
        return iter(_faces())

    def __len__(self) -> int:
        return len(_faces())


def _faces() -> dict[str, GameScreens]:
    # Imported lazily: with the rules they draw, these are a third of all imports, and the first frame needs none.
    from companion.ui.games.coda import CodaScreens
    from companion.ui.games.passcode import PasscodeScreens
    from companion.ui.games.pegs import PegScreens

    return {"pegs": PegScreens(), "passcode": PasscodeScreens(), "coda": CodaScreens()}


GAME_SCREENS: Mapping[str, GameScreens] = _Faces()
"""The screens of each family of games."""
