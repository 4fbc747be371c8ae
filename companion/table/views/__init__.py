"""What other programs get of a view: one module a family, with a written list of fields.

The module ``companion.table.views.NAME`` of a family NAME has ``encode``, which turns the view of all players into
values that JSON has. It names every field that it writes, so a field that is added to a view later is sent only after
a decision. No module here gets a state, a move or the view of one seat.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias, cast

Fields: TypeAlias = dict[str, Any]
"""A JSON object."""

ROUNDS_MOST = 8
"""How many finished rounds a message holds, the newest ones: a match on a track may take any number of rounds."""


def encoder_of(family: str) -> Callable[[Any], Fields]:
    """Return the function that encodes the view that all players of a game of *family* have."""
    return cast("Callable[[Any], Fields]", import_module(f"{__name__}.{family}").encode)
