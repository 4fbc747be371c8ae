"""The faces: how each family of games looks and is played with a few buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.ui.match import GameScreens


class _Faces(Mapping[str, GameScreens]):
    """Makes a face when it is first wanted."""

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
    # With the rules that they draw, faces are a third of all that is imported, and the first frame needs none.
    from companion.ui.games.coda import CodaScreens
    from companion.ui.games.passcode import PasscodeScreens
    from companion.ui.games.pegs import PegScreens

    return {"pegs": PegScreens(), "passcode": PasscodeScreens(), "coda": CodaScreens()}


GAME_SCREENS: Mapping[str, GameScreens] = _Faces()
"""The face of each family of games."""
