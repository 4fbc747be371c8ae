"""What the box says of the luck of a round; no other front end has these words."""

from __future__ import annotations

from companion.errors import N_
from companion.words.phrase import Phrase, phrase

LUCKY = 1.5
"""The bits of luck from which a round is called lucky, or with a minus unlucky."""


def judge_luck(luck: float) -> Phrase:
    """Return a sentence about the *luck* of a round, in bits."""
    if abs(luck) < LUCKY:
        return phrase(N_("Luck was even."))
    return phrase(N_("You had luck.") if luck > 0 else N_("You had bad luck."))
