"""Options of games in which the box is dealer or referee and, as dealer, may play at seats of its own."""

from __future__ import annotations

from enum import Enum

from companion.errors import N_, OptionRefused
from companion.games.contract import Option


class Role(Enum):
    """The role of the box: dealer that holds what is hidden, or referee that keeps count of real panels or cards."""

    DEALER = "dealer"
    REFEREE = "referee"


class BoxStrength(Enum):
    """How well the box plays."""

    EASY = "easy"
    MIDDLE = "middle"
    STRONG = "strong"


STRENGTH = Option(
    "strength",
    N_("Box plays"),
    {"easy": N_("easily"), "middle": N_("well"), "strong": N_("very well")},
    "middle",
    help=N_("How well the box plays."),
)


def require_dealer(role: Role, box_seats: int) -> None:
    """Raise ``OptionRefused`` if the box plays at *box_seats* beside panels or cards that it does not see."""
    if box_seats and role is Role.REFEREE:
        raise OptionRefused(
            f"expected no seats of the box beside a referee, got {box_seats}",
            N_("The box can only play where it deals."),
        )
