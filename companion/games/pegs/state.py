"""The state of a peg match: agreed rules, finished rounds, the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.edition import Edition, Variant
from companion.games.secret import Secret


class Mode(Enum):
    """Who makes the code."""

    BOX = "box"
    PLAYER = "player"


class Ending(Enum):
    """How a round ended. A void one - a wrong answer was proved - is played again in the same roles."""

    SOLVED = auto()
    FAILED = auto()
    GIVEN_UP = auto()
    VOID = auto()


class Phase(Enum):
    """What the match waits for."""

    FIRST = auto()
    CODE = auto()
    GUESS = auto()
    KEYS = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Rules:
    """An edition with the options the table agreed on; ``games`` is None where the track ends the match."""

    edition: Edition
    variant: Variant
    mode: Mode
    guess_repeats: bool
    games: int | None
    players: int

    @property
    def space(self) -> Space:
        """The codes that may be hidden."""
        return self.edition.space(self.variant)

    @property
    def guesses(self) -> Space:
        """The rows that may be played."""
        repeats = self.variant.repeats or self.guess_repeats
        return Space(self.edition.pegs, len(self.edition.colours), repeats, self.variant.holes)


@dataclass(frozen=True, slots=True)
class Row:
    """A row on the board and its key pegs, once it has them."""

    guess: Code
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Round:
    """One code broken or not. ``maker`` is None where one plays alone; ``kept`` where the code is out of our sight."""

    maker: int | None
    breaker: int
    code: Secret[Code] | None = None
    kept: bool = False
    rows: tuple[Row, ...] = ()
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole match; ``now`` is the round in play, None before the first and after the last."""

    rules: Rules
    first: int | None
    done: tuple[Round, ...] = ()
    now: Round | None = None

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self.first is None:
            return Phase.FIRST
        if self.now is None:
            return Phase.OVER
        if self.now.rows and self.now.rows[-1].answer is None:
            return Phase.KEYS
        if len(self.now.rows) == self.rules.edition.rows or not (self.now.code or self.now.kept):
            return Phase.CODE
        return Phase.GUESS


def next_round(rules: Rules, first: int, done: tuple[Round, ...]) -> Round:
    """Return an empty round with the roles that follow from the rounds done.

    Two players swap after each game; three or more break in turn, the code then comes from the seat before; a
    void round is played again.
    """
    played = sum(round_.ending is not Ending.VOID for round_ in done)
    turn = (first + played) % rules.players
    if rules.players == 1:
        return Round(maker=None, breaker=0)
    if rules.players == 2:
        return Round(maker=turn, breaker=1 - turn)
    return Round(maker=(turn - 1) % rules.players, breaker=turn)
