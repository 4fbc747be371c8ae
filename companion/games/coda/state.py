"""The state of a match of Coda: the agreed rules, the finished rounds and the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.games.box_player import BoxStrength
from companion.games.box_player import Role as Role
from companion.games.coda.moves import Attack
from companion.games.coda.panels import NUMBERS, Colour, Panel, Row, standing

# The families call it alike; a class of one name may be public in one module only.
Strength = BoxStrength


class Phase(Enum):
    """The step that the match waits for; JUDGE and TELL occur only in replays of records with sealed panels."""

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
    """The rules that the players agreed on.

    ``panels`` is the number of panels that each player starts with; ``dashes`` selects the advanced game. With
    ``chooses``, each player chooses how many of a dealer's first panels are dark. ``clock`` is the limit that another
    player may impose; with ``is_timed``, each turn or match has a limit.
    """

    players: int
    role: Role
    dashes: bool
    panels: int
    rounds: int
    first: int
    clock: bool
    box_seats: int
    strength: Strength
    chooses: bool = False
    is_timed: bool = False

    @property
    def numbers(self) -> range:
        """The numbers on the panels, including ``DASH`` in the advanced game."""
        return range(NUMBERS + self.dashes)

    @property
    def is_tournament(self) -> bool:
        """Whether points decide the match; the last player standing wins a single round."""
        return self.rounds > 1


@dataclass(frozen=True, slots=True)
class Round:
    """The round in play: the rows by seat, the seat whose turn it is, and the panel it has drawn.

    ``drawing`` is the colour chosen while its panel is not turned up yet; ``hits`` counts the right attacks of this
    turn. ``attack`` is an attack still to be judged, and ``falling`` the place of a fallen panel whose number is still
    unknown. ``dealt`` counts the panels that chance has turned up. ``inserted`` is the place at which the last panel
    was put into the row of the seat ``inserter``; both are None before the first turn has ended. ``darks`` is how many
    dark first panels the player to whom the dealer deals has chosen.
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
    inserted: int | None = None
    inserter: int | None = None
    darks: int | None = None

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats that still have a standing panel."""
        return tuple(seat for seat, row in enumerate(self.rows) if standing(row))


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round, with all its panels open."""

    rows: tuple[Row, ...]
    points: tuple[int, ...]
    winner: int
    dealt: int


@dataclass(frozen=True, slots=True)
class State:
    """A whole match; ``now`` is the round in play, or None at the end; ``told`` is the reply to the last move."""

    rules: Rules
    done: tuple[Finished, ...]
    now: Round | None
    told: str = ""


def out_of_pool(now: Round) -> tuple[Panel, ...]:
    """Return every panel that has left the pool."""
    rows = tuple(panel for row in now.rows for panel in row)
    return rows if now.drawn is None else (*rows, now.drawn)


def pool_size(rules: Rules, now: Round, colour: Colour) -> int:
    """Return the number of panels of *colour* that can still be drawn; all players see it."""
    return len(rules.numbers) - sum(panel.colour is colour for panel in out_of_pool(now))


def pool(rules: Rules, now: Round) -> tuple[tuple[Colour, int], ...]:
    """Return the panels that can still be drawn, in order; no player sees them."""
    gone = {(panel.colour, panel.value) for panel in out_of_pool(now)}
    every = ((colour, number) for colour in Colour for number in rules.numbers)
    return tuple(panel for panel in every if panel not in gone)


def first_round(rules: Rules, starter: int) -> Round:
    """Return a new round in which no player has a panel."""
    phase = Phase.DEAL if rules.role is Role.DEALER and not rules.chooses else Phase.TAKE
    return Round(((),) * rules.players, (0,) * rules.players, starter, 0, phase)
