"""The state of a match of Coda: agreed rules, finished rounds, the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from companion.games.coda.moves import Attack
from companion.games.coda.panels import NUMBERS, Colour, Panel, Row, standing

PANELS_IN_FOUR: Final = 3


class Role(Enum):
    """What the box does: hold the pool and judge, or keep count beside real panels."""

    DEALER = "dealer"
    REFEREE = "referee"


class Strength(Enum):
    """How well the box plays."""

    EASY = "easy"
    MIDDLE = "middle"
    STRONG = "strong"


class Phase(Enum):
    """What the match waits for; in JUDGE and TELL for what a record whose panels are still sealed says."""

    DEAL = auto()
    TAKE = auto()
    DRAW = auto()
    PANEL = auto()
    PLACE = auto()
    ATTACK = auto()
    JUDGE = auto()
    FALL = auto()
    TELL = auto()
    STANDING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table agreed on; ``panels`` is how many each has at first, ``dashes`` the advanced game."""

    players: int
    role: Role
    dashes: bool
    panels: int
    rounds: int
    first: int
    clock: bool
    box_seats: int
    strength: Strength

    @property
    def numbers(self) -> range:
        """What may stand on a panel, ``DASH`` among it in the advanced game."""
        return range(NUMBERS + self.dashes)

    @property
    def is_tournament(self) -> bool:
        """Whether points decide; a single round is won by the last player standing."""
        return self.rounds > 1


@dataclass(frozen=True, slots=True)
class Round:
    """One round in play: the rows by seat, whose turn it is, and what he has drawn.

    ``drawing`` is a colour chosen whose panel has not come yet, ``hits`` the right attacks of this turn, ``attack``
    and ``falling`` what is still to be judged or told; ``dealt`` counts the panels that chance has turned up.
    """

    rows: tuple[Row, ...]
    points: tuple[int, ...]
    starter: int
    turn: int
    phase: Phase
    drawn: Panel | None = None
    drawing: Colour | None = None
    hits: int = 0
    attack: Attack | None = None
    falling: int | None = None
    is_dealt: bool = False
    dealt: int = 0

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats that still have a standing panel."""
        return tuple(seat for seat, row in enumerate(self.rows) if standing(row))


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that is over, all its panels open."""

    rows: tuple[Row, ...]
    points: tuple[int, ...]
    winner: int
    dealt: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole match; ``now`` is the round in play, None at the end; ``told`` is the reply to the last move."""

    rules: Rules
    done: tuple[Finished, ...]
    now: Round | None
    told: str = ""


def out_of_pool(now: Round) -> tuple[Panel, ...]:
    """Return every panel that has left the pool."""
    rows = tuple(panel for row in now.rows for panel in row)
    return rows if now.drawn is None else (*rows, now.drawn)


def pool_size(rules: Rules, now: Round, colour: Colour) -> int:
    """Return how many panels of *colour* can still be drawn; everybody sees that."""
    return len(rules.numbers) - sum(panel.colour is colour for panel in out_of_pool(now))


def pool(rules: Rules, now: Round) -> tuple[tuple[Colour, int], ...]:
    """Return the panels that can still be drawn, in order; nobody sees that."""
    gone = {(panel.colour, panel.value) for panel in out_of_pool(now)}
    every = ((colour, number) for colour in Colour for number in rules.numbers)
    return tuple(panel for panel in every if panel not in gone)


def first_round(rules: Rules, starter: int) -> Round:
    """Return a round in which nobody has a panel yet."""
    phase = Phase.DEAL if rules.role is Role.DEALER else Phase.TAKE
    return Round(((),) * rules.players, (0,) * rules.players, starter, 0, phase)
