"""The points of rounds, the end of a match and its winners, and the result of a round as a text of squares."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from companion.games.contract import Outcome, help_words
from companion.games.pegs.codes import Answer
from companion.games.pegs.edition import Edition, Scorer
from companion.games.pegs.state import Count, Ending, Line, Mode, Round, RoundView, Rules


def count(rules: Rules) -> Count:
    """Return how a match with *rules* is counted.

    One or two players of an edition in which the codebreaker scores count on its track. Otherwise two players count
    points for the codemaker, and any other number of players count rows against the codebreaker, as do players who
    break the same code.
    """
    if rules.mode is Mode.TOGETHER:
        return Count.ROWS_AGAINST
    if rules.edition.scoring.scorer is Scorer.CODEBREAKER and rules.players <= 2:
        return Count.TRACK
    return Count.POINTS if rules.players == 2 else Count.ROWS_AGAINST


def sheet(rules: Rules, done: Iterable[Round]) -> tuple[Line, ...]:
    """Return the score sheet, with one line per finished round."""
    scores, lines = [0] * rules.players, []
    # A track is limited to its last hole.
    track = rules.edition.scoring.track if count(rules) is Count.TRACK else None
    for number, round_ in enumerate(done, 1):
        seat, points = worth(rules, round_)
        before = scores[seat]
        scores[seat] = before + points if track is None else min(before + points, track)
        ending = round_.ending or Ending.VOID
        lines.append(Line(number, seat, points, before, scores[seat], ending, len(round_.hints)))
    return tuple(lines)


def totals(rules: Rules, lines: Iterable[Line]) -> tuple[int, ...]:
    """Return the score of every seat."""
    scores = [0] * rules.players
    for line in lines:
        scores[line.seat] = line.after
    return tuple(scores)


def outcome(rules: Rules, done: tuple[Round, ...]) -> Outcome | None:
    """Return the result once the agreed number of games is played or the end of the track is reached, else None.

    A single player has won if every code was found.
    """
    scores = totals(rules, sheet(rules, done))
    if rules.games is None:
        is_over = max(scores) >= (rules.edition.scoring.track or 0)
    else:
        is_over = sum(round_.ending is not Ending.VOID for round_ in done) >= rules.games
    if not is_over:
        return None
    if rules.players == 1 and any(round_.ending is not Ending.SOLVED for round_ in done):
        return Outcome(scores, ())
    best = min(scores) if count(rules) is Count.ROWS_AGAINST else max(scores)
    return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == best))


def worth(rules: Rules, round_: Round | RoundView) -> tuple[int, int]:
    """Return the seat that scores for a finished round, and its points."""
    how, scoring = count(rules), rules.edition.scoring
    if round_.ending is Ending.VOID:
        fine = 0 if how is Count.ROWS_AGAINST else scoring.wrong_answer
        return round_.breaker, fine
    if how is Count.TRACK:
        return round_.breaker, _steps(scoring.table, round_)
    if how is Count.POINTS and round_.maker is not None:
        return round_.maker, _rows(rules, round_, scoring.bonus)
    # An unsolved round must count more than one solved in the last row, also in an edition whose track has no bonus.
    least = 1 if rules.failure_costs else 0
    bonus = max(scoring.bonus, least)
    rows = _rows(rules, round_, bonus)
    if rules.mode is Mode.TOGETHER:
        # A hint counts as a row, but never more than a code that was not found.
        rows = min(rows + len(round_.hints), rules.edition.rows + bonus)
    return round_.breaker, rows


def _rows(rules: Rules, round_: Round | RoundView, bonus: int) -> int:
    return round_.used if round_.ending is Ending.SOLVED else rules.edition.rows + bonus


def _steps(table: tuple[tuple[int, int], ...], round_: Round | RoundView) -> int:
    if round_.ending is not Ending.SOLVED:
        return 0
    starts = [(0, 0), *table]
    return next(points for (last, _), (end, points) in pairwise(starts) if last < round_.used <= end)


RIGHT, ELSEWHERE, NOT_THERE = "\U0001f7e9", "\U0001f7e8", "\u2b1b"
"""A green, a yellow and a black square, for a red or black key peg, a white one, and none."""


def squares(edition: Edition, keys: Answer) -> str:
    """Return the squares of a row with these *keys*."""
    none = edition.pegs - keys.blacks - keys.whites
    return RIGHT * keys.blacks + ELSEWHERE * keys.whites + NOT_THERE * none


def shared_round(title: str, edition: Edition, shown: RoundView, undone: int, last: str = "") -> str:
    """Return ``Codemaker Mastermind 4/10``, a line for each row, and *last*; a code not found took X rows.

    What helped is behind that: ``4/10, 2 undone, 1 hint``; *undone* counts the answers taken back. A row without an
    answer has no line.
    """
    rows = shown.used if shown.ending is Ending.SOLVED else "X"
    lines = [f"Codemaker {title} {rows}/{edition.rows}{help_words(undone, len(shown.hints))}"]
    for row in shown.rows:
        if (keys := row.answer) is not None:
            lines.append(squares(edition, keys))
    return "\n".join([*lines, last] if last else lines)
