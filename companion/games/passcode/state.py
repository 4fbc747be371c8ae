"""The state of a game of Passcode: agreed rules, players, the cards, the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.games.passcode.boards import LEVELS, Seating, TiltedDie, code_of
from companion.games.passcode.cards import Card, CardCounts
from companion.games.secret import Secret

FAILS_OUT = 3
"""So many FAIL cards lock a player out."""


class Role(Enum):
    """What the box does: it watches over real cards, or it holds the cards itself."""

    REFEREE = "referee"
    DEALER = "dealer"


class Phase(Enum):
    """What the game waits for."""

    BOARD = auto()
    """Chance rolls the die for the next digit of every board."""
    SQUARE = auto()
    """The roller turns the die square."""
    FIRST = auto()
    DEAL = auto()
    TURN_UP = auto()
    """Chance turns up the card that begins the discard pile."""
    DRAW = auto()
    """The player says from which pile he draws."""
    CARD = auto()
    """Chance draws the card."""
    PLAY = auto()
    LOCK = auto()
    """The player may lay the card he has left as the lock-in number."""
    FREE = auto()
    """Chance rolls the die of a player who is locked out."""
    LOCK_IN = auto()
    """Chance rolls the die of a player who tries to lock in."""
    HANDS = auto()
    """The players tell the referee the cards they have left."""
    NUMBER = auto()
    """Chance rolls the number of the playoff."""
    PLAYOFF = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Rules:
    """What the table agreed on; ``first`` is None where the die says who begins."""

    players: int
    role: Role
    box_seats: int
    first: int | None
    sitting: Seating
    key_points: int


@dataclass(frozen=True, slots=True)
class Lock:
    """The card laid as the lock-in number; a KEY stands for the number that was named with it."""

    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player: his board, level and total, and what he has in this round.

    ``hand`` is None where he has no card; a referee knows that there is one, and holds ``Secret(None)``.
    """

    board: tuple[int, ...] = ()
    level: int = LEVELS[0]
    score: int = 0
    laid: tuple[Card, ...] = ()
    hand: Secret[Card | None] | None = None
    fails: int = 0
    lock: Lock | None = None
    has_locked_in: bool = False

    @property
    def code(self) -> tuple[int, ...]:
        """The code of this level."""
        return code_of(self.board, self.level)

    @property
    def next_digit(self) -> int | None:
        """The digit to be played next; None once the code is complete."""
        return None if self.is_complete else self.code[len(self.laid)]

    @property
    def is_complete(self) -> bool:
        """Whether every digit of the code has been played."""
        return len(self.laid) == self.level

    @property
    def is_locked_out(self) -> bool:
        """Whether three FAILs lie before him; a complete code needs no digit, so nothing locks it out."""
        return self.fails >= FAILS_OUT and not self.is_complete


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over: who won it, at which level each played, what it gave, and who had completed his code."""

    winner: int
    levels: tuple[int, ...]
    points: tuple[int, ...]
    completed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playoff:
    """A tie being broken: the seats in the order of their rolls, and the number to match once it is rolled."""

    seats: tuple[int, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    ``seat`` is who rolls, is dealt to, plays or tells. ``pile`` is None where a referee does not know it; ``under``
    FAILs lie beneath it, for they were turned up to begin the discards, whose top is the last. ``gone`` FAILs have
    locked somebody out and are out of play. ``last`` are the seats that still have their last attempt.
    """

    rules: Rules
    players: tuple[Player, ...]
    phase: Phase = Phase.BOARD
    seat: int = 0
    starter: int = 0
    skew: TiltedDie | None = None
    die: int | None = None
    pile: Secret[CardCounts] | None = None
    under: int = 0
    discards: tuple[Card, ...] = ()
    drawn: Secret[Card | None] | None = None
    gone: int = 0
    winner: int | None = None
    last: tuple[int, ...] = ()
    done: tuple[Round, ...] = ()
    playoff: Playoff | None = None
    champion: int | None = None

    @property
    def player(self) -> Player:
        """The player at ``seat``."""
        return self.players[self.seat]

    @property
    def pile_left(self) -> int:
        """How many cards the draw pile has."""
        return self.under + (self.pile.reveal().total if self.pile is not None else 0)
