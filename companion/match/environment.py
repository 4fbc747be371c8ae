"""What a session needs from outside: an archive, random numbers and the time of day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The archive's module runs behind the first frame.
    from companion.match.archive import BufferedArchive


@dataclass(frozen=True, slots=True)
class Environment:
    """The outside services that a session needs: an archive, random numbers and the time of day.

    ``draw(n)`` returns a uniform number below n, ``nonce()`` 65 random bits in base32, ``stamp()`` the current time
    in UTC, ISO 8601, to the second.
    """

    archive: BufferedArchive
    draw: Callable[[int], int]
    nonce: Callable[[], str]
    stamp: Callable[[], str]
