"""The family of Passcode."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import AnyGame
from companion.games.passcode import PasscodeGame


def boxed_games() -> Sequence[AnyGame]:
    """Return Passcode."""
    return (PasscodeGame(),)
