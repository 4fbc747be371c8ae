"""What the coach of the peg games tells: the hints of a seat, and the review of a match that is over."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.front_ends.views import ROUNDS_MOST, Fields, Shown, picked
from companion.games.pegs.edition import HOLE, Edition
from companion.games.pegs.moves import CHECK, CHECKS_MOST, HINT_GRADES
from companion.games.pegs.state import AskedHint, Coach, Mode, PegView, Phase, RoundView
from companion.strategy.pegs import coach, library
from companion.words.pegs_coach import hint, in_code, so_far
from companion.words.phrase import Phrase, as_data


def hint_of(view: PegView, seat: int) -> Fields | None:
    """Return the newest hint that was asked for this row, where *seat* may have asked; None for no hint."""
    now = _asking(view, seat)
    if now is None:
        return None
    # What a check says depends on the pegs that were set at another front end.
    grades = [hint.grade for hint in now.hints if hint.rows == len(now.rows) and hint.grade != CHECK]
    if not grades:
        return None
    words, row = _hint(view.rules, now.rows, max(grades))
    good_row = None if row is None else view.rules.edition.text(row)
    return {"grade": max(grades), "counted": len(now.hints), "words": as_data(words), "row": good_row}


def next_hint(view: PegView, seat: int) -> str | None:
    """Return the move with which *seat* asks for the next hint of this row; None where there is none."""
    now = _asking(view, seat)
    if now is None:
        return None
    asked = {hint.grade for hint in now.hints if hint.rows == len(now.rows)}
    return next((_hint_move(view, seat, grade) for grade in HINT_GRADES if grade not in asked), None)


def _hint_move(view: PegView, seat: int, grade: int) -> str:
    """Return the move that asks for a hint; where all play at once, it names the seat."""
    return f"{seat + 1} hint {grade}" if view.rules.mode is Mode.TOGETHER else f"hint {grade}"


FREE = "."
"""A place without a peg in the text of a check."""


def may_check(view: PegView, seat: int) -> bool:
    """Whether *seat* may ask about pegs of its choice at this row."""
    now = _asking(view, seat)
    return now is not None and now.hints.count(AskedHint(len(now.rows), CHECK)) < CHECKS_MOST


def check(view: PegView, seat: int, text: str) -> tuple[str, Phrase] | None:
    """Return the move with which *seat* asks about *text*, and the answer; None where it may not ask so.

    *text* is the letter of one peg, which may be anywhere, or a row with ``FREE`` for places that are not set.
    """
    now, rules = _asking(view, seat), view.rules
    letters = (rules.edition.letters + HOLE)[: rules.space.values]
    if now is None or not set(text) <= {*letters, FREE}:
        return None
    pegs = [None if letter == FREE else letters.index(letter) for letter in text]
    match pegs:
        case [int(peg)]:
            return _hint_move(view, seat, CHECK), in_code(rules, now.rows, peg)
        case _ if len(pegs) == rules.edition.pegs and {*pegs} != {None}:
            return _hint_move(view, seat, CHECK), so_far(rules, now.rows, pegs)
    return None


def _asking(view: PegView, seat: int) -> RoundView | None:
    """Return the round in which *seat* may ask for a hint."""
    now = view.now
    is_asking = now is not None and view.phase is Phase.GUESS and now.breaker == seat and view.rules.may_ask(seat)
    return now if is_asking else None


REVIEW_MOST = 20_000
"""The most bytes of a review, so that a state with it fits into a message; the oldest rounds are left out."""

# Each state until the next row repeats the hint, and a good row may take long to find.
_hint = lru_cache(maxsize=8)(hint)


def _waste(waste: coach.Waste) -> Fields:
    return {
        "contradicted": [row + 1 for row in waste.contradicted],
        "is_no_code": waste.is_no_code,
        "told_nothing": waste.told_nothing,
    }


REVIEWED: Shown = {float: lambda bits: round(bits, 2), coach.Waste: _waste}


def reviewing(view: PegView) -> Iterator[list[Fields] | None]:
    """Review a match that is over row by row: yield None after each row, which may take a while, then the review.

    Yield nothing where there is none.
    """
    rules = view.rules
    if view.outcome is None or rules.coach is Coach.OFF:
        return
    rounds: deque[Fields] = deque()
    for done in view.done[-ROUNDS_MOST:]:
        rows: list[coach.RowReview | None] = []
        for count in range(len(done.rows)):
            rows.append(coach.review_row(rules.space, rules.guesses, done.rows[: count + 1], library.book_for(rules)))
            yield None
        rounds.append(_round(view, done, rows))
    while len(json.dumps(list(rounds))) > REVIEW_MOST:
        rounds.popleft()
    yield list(rounds)


def _round(view: PegView, done: RoundView, rows: Sequence[coach.RowReview | None]) -> Fields:
    found = [row for row in rows if row is not None]
    return {
        "round": done.number,
        "rows": [None if row is None else _reviewed(view.rules.edition, row) for row in rows],
        "stars": round(sum(row.stars for row in found) / len(found)) if found else None,
        "luck": round(sum(row.luck for row in found), 2),
        "skill": round(sum(row.skill for row in found), 2),
        "hints": len(done.hints),
    }


def _reviewed(edition: Edition, row: coach.RowReview) -> Fields:
    names = "stars before after is_exact expected best best_expected luck skill is_solved waste"
    return picked(row, names, REVIEWED) | {"best": edition.text(row.best)}
