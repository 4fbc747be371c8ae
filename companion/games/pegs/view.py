"""What screens may show of a peg match: everything but the hidden code of the round in play."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Outcome
from companion.games.pegs.codes import Code
from companion.games.pegs.state import AskedHint, Count, Ending, Line, Phase, Proof, Row, Rules, WrongRow


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
