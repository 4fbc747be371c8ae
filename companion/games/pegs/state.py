"""The state of a peg match: the agreed rules, the rounds played and in play; and what screens may show of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from companion.games.contract import Outcome
from companion.games.pegs.challenge import code_of
from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.edition import Edition, Variant
from companion.games.secret import Secret


class Mode(Enum):
    """Who makes the code and who breaks it.

    BOX: the box draws every code. PLAYER: a player enters the code on the box. KEEPS: a player keeps the code on the
    real board and answers by hand. MATCH: the box plays the last seat and takes turns at both roles. BREAKS: the box
    plays the last seat and only breaks codes. TOGETHER: the box draws a code that all players break at the same time.
    """

    BOX = "box"
    PLAYER = "player"
    KEEPS = "keeps"
    MATCH = "match"
    BREAKS = "breaks"
    TOGETHER = "together"

    @property
    def has_box_seat(self) -> bool:
        """Whether the box itself plays the last seat."""
        return self in (Mode.MATCH, Mode.BREAKS)


class Coach(Enum):
    """When the box may help: never, in the review after a round, or also during the round."""

    OFF = "off"
    AFTER = "after"
    DURING = "during"


class Strength(Enum):
    """How well the box breaks codes; FIVE never needs more than five rows, in a space where that is possible."""

    BEGINNER = "beginner"
    CLUB = "club"
    PERFECT = "perfect"
    FIVE = "five"


class Ending(Enum):
    """How a round ended; a VOID round, in which an answer was proved wrong, is played again in the same roles."""

    SOLVED = auto()
    FAILED = auto()
    GIVEN_UP = auto()
    VOID = auto()


class Count(Enum):
    """How a match is counted: points for the codemaker, steps on the track, or rows against the codebreaker."""

    POINTS = auto()
    TRACK = auto()
    ROWS_AGAINST = auto()


class Proof(Enum):
    """The progress of the codebreaker's challenge of a kept code: the code is asked for, then given."""

    NONE = auto()
    ASKED = auto()
    GIVEN = auto()


class Phase(Enum):
    """The step that the match waits for.

    REVEAL: the rows are over and the codemaker has to show the kept code. WRONG: the code shows that rows were
    answered wrongly; the answers are corrected, or the round is played again.
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
    """An edition with the options that the players agreed on.

    ``games`` is None where the track ends the match; ``coached`` is the only seat that may ask for hints, or None if
    all may; with ``marks``, a row that cannot be the code is marked before it is played, and where the rules are
    ``is_hard``, it is refused; with ``pictures``, the screens of the match need no reading. ``failure_costs`` is false
    in a match of the first scoring, where a code that was not solved may count no more than one solved in the last
    row. ``challenge`` names the only code, or is empty. With ``any_rows``, a row need not be one of the words. With
    ``loses_rows``, a time limit that is over costs the row and not the round.
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
    is_hard: bool = False
    loses_rows: bool = False
    any_rows: bool = False
    pictures: bool = False
    strength: Strength = Strength.PERFECT
    failure_costs: bool = True
    challenge: str = ""

    @property
    def space(self) -> Space:
        """The space of the codes that may be hidden."""
        return self.edition.space(self.variant)

    @property
    def only_code(self) -> Code | None:
        """The only code that may be hidden, in a match that is a challenge, else None."""
        return code_of(self.edition, self.variant, self.challenge) if self.challenge else None

    @property
    def codes(self) -> int:
        """The number of codes out of which chance draws one."""
        return 1 if self.challenge else self.space.size

    def drawn_code(self, index: int) -> Code:
        """Return the code that the draw of *index* gives, which is the only one of a challenge."""
        return self.only_code or self.space.code(index)

    @property
    def guesses(self) -> Space:
        """The space of the rows that may be played."""
        if self.variant.words and not self.any_rows:
            return self.space
        repeats = self.variant.repeats or self.guess_repeats
        return Space(self.edition.pegs, len(self.edition.colours), repeats, self.variant.holes)

    def is_box(self, seat: int) -> bool:
        """Whether the box itself plays at *seat*."""
        return self.mode.has_box_seat and seat == self.players - 1

    def may_ask(self, seat: int) -> bool:
        """Whether the player at *seat* may ask for hints during a round."""
        return self.coach is Coach.DURING and self.coached in (None, seat)


@dataclass(frozen=True, slots=True)
class Row:
    """A row on the board and its key pegs; ``answer`` is None until the row is answered."""

    guess: Code
    answer: Answer | None


def contradicts(rows: Sequence[Row], guess: Code) -> tuple[int, ...]:
    """Return the numbers, from 0, of the rows whose answer *guess* would not give if it were the code."""
    return tuple(
        number for number, row in enumerate(rows) if row.answer is not None and answer(guess, row.guess) != row.answer
    )


@dataclass(frozen=True, slots=True)
class WrongRow:
    """A row, by its number counted from 0, whose answer ``given`` is not the ``right`` one."""

    row: int
    given: Answer
    right: Answer


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A hint that was asked for after ``rows`` rows; ``grade`` is one of ``HINT_GRADES``, or ``CHECK``."""

    rows: int
    grade: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round: one code and the rows played against it.

    ``maker`` is None where one player plays alone. ``kept`` is true where the code is kept on the real board, where
    the box does not see it. ``ending`` is set when the last row is played; a kept code may still be unrevealed then.
    ``closed`` is true in the replay of a record that leaves out the code that the box kept: then the answers come
    from the record. ``lost`` holds for each row lost by time how many rows were played before it.
    """

    maker: int | None
    breaker: int
    code: Secret[Code] | None = None
    kept: bool = False
    rows: tuple[Row, ...] = ()
    ending: Ending | None = None
    proof: Proof = Proof.NONE
    hints: tuple[AskedHint, ...] = ()
    closed: bool = False
    lost: tuple[int, ...] = ()

    @property
    def used(self) -> int:
        """The number of rows that were played or lost."""
        return len(self.rows) + len(self.lost)

    def against(self, rules: Rules, guess: Code) -> tuple[int, ...]:
        """Return the rows, from 0, for which hard mode refuses *guess*; none where a person has answered."""
        is_answered_by_box = self.code is not None or self.closed
        return contradicts(self.rows, guess) if rules.is_hard and is_answered_by_box else ()

    @property
    def is_sealed(self) -> bool:
        """Whether the box holds, or held, the code of this round and has sealed it."""
        return not self.kept or self.proof is Proof.GIVEN

    @property
    def wrong(self) -> tuple[WrongRow, ...]:
        """The rows that were answered wrongly; empty while the code is not known."""
        if self.code is None:
            return ()
        code = self.code.reveal()
        answered = ((place, row.answer, answer(code, row.guess)) for place, row in enumerate(self.rows))
        return tuple(
            WrongRow(place, given, right) for place, given, right in answered if given is not None and given != right
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet: the points of a round for ``seat``, whose score went from ``before`` to ``after``.

    ``hints`` is the number of hints that the codebreaker asked for in the round.
    """

    round: int
    seat: int
    points: int
    before: int
    after: int
    ending: Ending
    hints: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A whole match; ``now`` is the round in play, or None before the first round and after the last."""

    rules: Rules
    first: int | None
    done: tuple[Round, ...] = ()
    now: Round | None = None

    @property
    def phase(self) -> Phase:
        """The step that the match waits for."""
        now = self.now
        if self.first is None:
            return Phase.FIRST
        if now is None:
            return Phase.OVER
        if now.rows and now.rows[-1].answer is None:
            return Phase.KEYS
        if now.proof is Proof.ASKED or not (now.code or now.kept or now.closed):
            return Phase.CODE
        if now.wrong:
            return Phase.WRONG
        return Phase.GUESS if now.ending is None else Phase.REVEAL


def box_draws(rules: Rules, now: Round) -> bool:
    """Whether the box draws the code of the round *now*."""
    return rules.mode is Mode.BOX or (now.maker is not None and rules.is_box(now.maker))


def keeps_code(rules: Rules, now: Round) -> bool:
    """Whether the next code of the round *now* is set on the real board, where the box does not see it."""
    is_kept = rules.mode in (Mode.KEEPS, Mode.MATCH, Mode.BREAKS)
    return is_kept and now.proof is not Proof.ASKED and not box_draws(rules, now)


def next_round(rules: Rules, first: int, done: tuple[Round, ...]) -> Round:
    """Return an empty round with the roles that follow from the rounds *done*.

    Two players swap roles after each game, except where the box only breaks. Three or more players break codes in
    turn, and the seat before the codebreaker makes the code. A void round is played again in the same roles.
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


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as all players see it; ``code`` is None until the rows are over and the code is known.

    ``number`` counts the rounds from 1. ``game`` counts the games from 1: a void round and its replay are one game,
    and ``is_replay`` is true for the replay.
    """

    number: int
    game: int
    is_replay: bool
    maker: int | None
    breaker: int
    rows: tuple[Row, ...]
    code: Code | None
    ending: Ending | None
    kept: bool = False
    proof: Proof = Proof.NONE
    hints: tuple[AskedHint, ...] = ()
    wrong: tuple[WrongRow, ...] = ()
    lost: tuple[int, ...] = ()

    @property
    def used(self) -> int:
        """The number of rows that were played or lost."""
        return len(self.rows) + len(self.lost)

    @property
    def board(self) -> tuple[Row | None, ...]:
        """The rows from the first one on, with None in place of a lost row."""
        board: list[Row | None] = [*self.rows]
        for number, place in enumerate(self.lost):
            board.insert(place + number, None)
        return tuple(board)

    def numbers(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the places on the ``board`` of the rows at *places* among those that were played, all from 0."""
        return tuple(place + sum(before <= place for before in self.lost) for place in places)


@dataclass(frozen=True, slots=True)
class PegView:
    """A match as all players see it."""

    rules: Rules
    phase: Phase
    now: RoundView | None
    done: tuple[RoundView, ...]
    count: Count
    sheet: tuple[Line, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None
