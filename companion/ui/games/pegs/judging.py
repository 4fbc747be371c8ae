"""What the box says of how well rows and rounds were played; no other front end has these words."""

from __future__ import annotations

from companion.errors import N_
from companion.strategy.pegs.coach import MOST_STARS, RowReview
from companion.ui.games.shared.luck import judge_luck
from companion.words.phrase import Part, Phrase, counted, phrase

GOOD = 4
"""The fewest stars of a row that is called good."""
LUCKY = 1.0
"""The bits of luck from which a row is called lucky, or with a minus unlucky."""


def judge_row(row: RowReview, better: Part) -> Phrase:
    """Return the most useful sentence about a row; *better* is the best row instead."""
    if row.is_solved:
        return phrase(N_("Found, with luck!") if row.luck >= LUCKY else N_("Found!"))
    if row.waste.told_nothing:
        return phrase(N_("It told nothing new. Better: {row}"), row=better)
    if row.stars < GOOD and row.waste.contradicted:
        earlier = row.waste.contradicted[0] + 1
        return phrase(N_("Row {earlier} ruled it out. Better: {row}"), earlier=earlier, row=better)
    if row.stars < GOOD:
        return phrase(N_("A better row: {row}"), row=better)
    if abs(row.luck) >= LUCKY:
        return phrase(N_("Good row, and luck.") if row.luck > 0 else N_("Good row, bad luck."))
    return phrase(N_("Very good row!") if row.stars == MOST_STARS else N_("Good row."))


def judge_round(luck: float, hints: int) -> Phrase:
    """Return a sentence about the *luck* of a round, and the number of its *hints* if there were any."""
    if not hints:
        return judge_luck(luck)
    return phrase("{luck} {hints}", luck=judge_luck(luck), hints=counted("{count} hint.", "{count} hints.", hints))
