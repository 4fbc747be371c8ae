"""The state of a game of Passcode: the agreed rules, the players, the cards and the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.games.box_player import BoxStrength
from companion.games.box_player import Role as Role
from companion.games.passcode.boards import LEVELS, Boards, Seating, TiltedDie, code_of
from companion.games.passcode.cards import Card, CardCounts
from companion.games.secret import Secret

# The families call it alike; a class of one name may be public in one module only.
Strength = BoxStrength

FAILS_OUT = 3
"""The number of FAIL cards that locks a player out."""


class Phase(Enum):
    """The step that the game waits for."""

    BOARD = auto()
    """Chance, or the player with the players' own die, rolls for the next digit of every board."""
    SQUARE = auto()
    """The player who rolled turns the die square."""
    LEVEL = auto()
    """The player enters the level that they have reached in a match that has begun."""
    SCORE = auto()
    """The player enters their points in a match that has begun."""
    FIRST = auto()
    DIGIT = auto()
    """The player enters the next digit of the code that they have written for their level."""
    DEAL = auto()
    TURN_UP = auto()
    """Chance turns up the card that begins the discard pile."""
    DRAW = auto()
    """The player chooses the pile to draw from."""
    CARD = auto()
    """Chance draws the card."""
    PLAY = auto()
    LOCK = auto()
    """The player may lay the remaining card as the lock-in number."""
    FREE = auto()
    """Chance rolls the die of a player who is locked out."""
    LOCK_IN = auto()
    """Chance rolls the die of a player who tries to lock in."""
    HANDS = auto()
    """The players report their remaining cards to the referee."""
    NUMBER = auto()
    """Chance rolls the number of the playoff."""
    PLAYOFF = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that the players agreed on; ``first`` is None where the die decides who begins.

    With ``last_for_each``, a complete code below the top level has its last attempt, too. With ``own_die``, the
    players roll a die of their own and enter what it shows.
    """

    players: int
    role: Role
    box_seats: int
    first: int | None
    sitting: Seating
    key_points: int
    strength: Strength = Strength.MIDDLE
    last_for_each: bool = False
    own_die: bool = False
    boards: Boards = Boards.ROLLED


@dataclass(frozen=True, slots=True)
class Lock:
    """The card laid as the lock-in number; for a KEY, ``number`` is the number named with it."""

    card: Card
    number: int


@dataclass(frozen=True, slots=True)
class Player:
    """A player: board, level and total score, and the player's cards in this round.

    ``hand`` is None without a card. It is ``Secret(None)`` for a card that the box, as referee, does not know.
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
        """The code of the player's level."""
        return code_of(self.board, self.level)

    @property
    def next_digit(self) -> int | None:
        """The digit to play next; None once the code is complete, and while it is not known."""
        return next(iter(self.code[len(self.laid) :]), None)

    @property
    def is_complete(self) -> bool:
        """Whether every digit of the code has been played."""
        return len(self.laid) == self.level

    @property
    def is_locked_out(self) -> bool:
        """Whether the player has three FAILs; a player with a complete code needs no digit and is never locked out."""
        return self.fails >= FAILS_OUT and not self.is_complete


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: its winner, each player's level and points, and the seats that completed their code."""

    winner: int
    levels: tuple[int, ...]
    points: tuple[int, ...]
    completed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playoff:
    """The playoff that breaks a tie: the seats in rolling order, and the number to match once it is rolled."""

    seats: tuple[int, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole game.

    ``seat`` is the player who rolls, gets a card, plays or reports. ``pile`` is None where the box is the referee and
    does not know it. ``under`` counts the FAILs beneath the pile, which were turned up to begin the discards. The
    last of ``discards`` is the top. ``gone`` counts the FAILs that locked a player out and are out of play. ``last``
    are the seats that still have their last attempt. ``turns`` counts the turns that have begun.
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
    turns: int = 0

    @property
    def player(self) -> Player:
        """The player at ``seat``."""
        return self.players[self.seat]

    @property
    def pile_left(self) -> int:
        """The number of cards in the draw pile."""
        return self.under + (self.pile.reveal().total if self.pile is not None else 0)
