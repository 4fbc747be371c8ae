"""The state of a peg match: agreed rules, finished rounds, the round in play."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.edition import Edition, Variant
from companion.games.secret import Secret


class Mode(Enum):
    """Who makes the code, and who breaks it.

    BOX: the box draws every code. PLAYER: a player enters it on the box. KEEPS: a player keeps it on the real board
    and answers by hand. MATCH: the box sits at the last seat and takes its turns at both. BREAKS: it only breaks.
    """

    BOX = "box"
    PLAYER = "player"
    KEEPS = "keeps"
    MATCH = "match"
    BREAKS = "breaks"

    @property
    def has_box_seat(self) -> bool:
        """Whether the box itself sits at the last seat."""
        return self in (Mode.MATCH, Mode.BREAKS)


class Coach(Enum):
    """When the box may help: never, in the review after a round, or during it as well."""

    OFF = "off"
    AFTER = "after"
    DURING = "during"


class Strength(Enum):
    """How well the box breaks codes; FIVE needs never more than five rows where that can be done."""

    BEGINNER = "beginner"
    CLUB = "club"
    PERFECT = "perfect"
    FIVE = "five"


class Ending(Enum):
    """How a round ended. A void one - a wrong answer was proved - is played again in the same roles."""

    SOLVED = auto()
    FAILED = auto()
    GIVEN_UP = auto()
    VOID = auto()


class Proof(Enum):
    """How far the codebreaker's challenge of a kept code has come: the code is asked for, then entered."""

    NONE = auto()
    ASKED = auto()
    GIVEN = auto()


class Phase(Enum):
    """What the match waits for.

    REVEAL: the rows are over and the code that was kept is to be shown. WRONG: it shows that rows were answered
    wrongly; they are put right, or the round is played again.
    """

    FIRST = auto()
    CODE = auto()
    GUESS = auto()
    KEYS = auto()
    REVEAL = auto()
    WRONG = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Rules:
    """An edition with the options the table agreed on.

    ``games`` is None where the track ends the match; ``coached`` is the only seat that may ask for hints, None where
    everybody may; ``marks`` says whether a row that cannot be the code is marked before it is played.
    """

    edition: Edition
    variant: Variant
    mode: Mode
    guess_repeats: bool
    games: int | None
    players: int
    coach: Coach = Coach.AFTER
    coached: int | None = None
    marks: bool = False
    strength: Strength = Strength.PERFECT

    @property
    def space(self) -> Space:
        """The codes that may be hidden."""
        return self.edition.space(self.variant)

    @property
    def guesses(self) -> Space:
        """The rows that may be played."""
        repeats = self.variant.repeats or self.guess_repeats
        return Space(self.edition.pegs, len(self.edition.colours), repeats, self.variant.holes)

    def is_box(self, seat: int) -> bool:
        """Whether the box itself sits at *seat*."""
        return self.mode.has_box_seat and seat == self.players - 1

    def may_ask(self, seat: int) -> bool:
        """Whether the player at *seat* may ask for hints while a round is on."""
        return self.coach is Coach.DURING and self.coached in (None, seat)


@dataclass(frozen=True, slots=True)
class Row:
    """A row on the board and its key pegs, once it has them."""

    guess: Code
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row, by its number from 0, whose answer was not the ``right`` one."""

    row: int
    given: Answer
    right: Answer


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A hint that was asked for when so many ``rows`` had been played; the grades are those of the coach."""

    rows: int
    grade: int


@dataclass(frozen=True, slots=True)
class Round:
    """One code broken or not. ``maker`` is None where one plays alone; ``kept`` where the code is out of our sight.

    ``ending`` is there as soon as no more rows are played: of a kept code the reveal may still be to come.
    """

    maker: int | None
    breaker: int
    code: Secret[Code] | None = None
    kept: bool = False
    rows: tuple[Row, ...] = ()
    ending: Ending | None = None
    proof: Proof = Proof.NONE
    hints: tuple[AskedHint, ...] = ()

    @property
    def wrong(self) -> tuple[WrongRow, ...]:
        """The rows that were answered wrongly, as far as the code is known."""
        if self.code is None:
            return ()
        code = self.code.reveal()
        answered = ((place, row.answer, answer(code, row.guess)) for place, row in enumerate(self.rows))
        return tuple(
            WrongRow(place, given, right) for place, given, right in answered if given is not None and given != right
        )


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
        now = self.now
        if self.first is None:
            return Phase.FIRST
        if now is None:
            return Phase.OVER
        if now.rows and now.rows[-1].answer is None:
            return Phase.KEYS
        if now.proof is Proof.ASKED or not (now.code or now.kept):
            return Phase.CODE
        if now.wrong:
            return Phase.WRONG
        return Phase.GUESS if now.ending is None else Phase.REVEAL


def next_round(rules: Rules, first: int, done: tuple[Round, ...]) -> Round:
    """Return an empty round with the roles that follow from the rounds done.

    Two players swap after each game, but where the box only breaks; three or more break in turn, the code then comes
    from the seat before; a void round is played again.
    """
    played = sum(round_.ending is not Ending.VOID for round_ in done)
    turn = (first + played) % rules.players
    if rules.players == 1:
        return Round(maker=None, breaker=0)
    if rules.mode is Mode.BREAKS:
        return Round(maker=0, breaker=1)
    if rules.players == 2:
        return Round(maker=turn, breaker=1 - turn)
    return Round(maker=(turn - 1) % rules.players, breaker=turn)
