"""The words of the coach of peg games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import HINT_GRADES
from companion.games.pegs.state import Row, Rules
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.choice import best
from companion.strategy.pegs.coach import FactKind, Waste, can_be, colour_in, fact, waste_of
from companion.strategy.pegs.library import book_for
from companion.words.pegs import colour, colours
from companion.words.phrase import Part, Phrase, counted, phrase

FACTS = {
    FactKind.HERE: N_("Place {place}: {colour}, for certain."),
    FactKind.NOT_HERE: N_("Place {place} is not {colour}."),
    FactKind.SOMEWHERE: N_("In the code: {colour}."),
    FactKind.NOWHERE: N_("Not in the code: {colour}."),
}


SO_FAR = N_("Yes: with these pegs it can be the code.")
NOT_SO_FAR = N_("No: no code that fits the answers has these pegs.")
IN_CODE = {
    (True, False): N_("Yes, in every code that fits: {colour}."),
    (False, True): N_("No, in no code that fits: {colour}."),
    (True, True): N_("Not known yet: {colour}."),
}
"""The answers to the question for a colour, by whether a code that fits has it, and whether one lacks it."""
NONE_FITS = N_("No code fits the answers.")
TOO_MANY = N_("Too many codes to tell.")

Signs: TypeAlias = Callable[[Code], Part]


def hint(rules: Rules, rows: Sequence[Row], grade: int, signs: Signs | None = None) -> tuple[Phrase, Code | None]:
    """Return the hint of *grade* after *rows*, and the good row that it names; *signs* shows pegs, not only names."""
    book = book_for(rules)
    is_row = grade == HINT_GRADES[-1]
    good = best(rules.space, rules.guesses, rows, book, is_hard=rules.is_hard) if is_row else None
    if good is None:
        return _fact_about(rules, rows, grade, signs), None
    left = candidates_after(rules.space, rows).count
    row = colours(rules.edition, good) if signs is None else signs(good)
    words = counted("Try {row}: {count} code could be it.", "Try {row}: {count} codes could be it.", left, row=row)
    return words, good


def so_far(rules: Rules, rows: Sequence[Row], pegs: Sequence[int | None]) -> Phrase:
    """Return whether the *pegs* that are set can be right after *rows*; None is a place that is not set."""
    possible = can_be(rules.space, rows, pegs)
    return phrase(TOO_MANY if possible is None else SO_FAR if possible else NOT_SO_FAR)


def in_code(rules: Rules, rows: Sequence[Row], peg: int, signs: Signs | None = None) -> Phrase:
    """Return whether *peg* is in the code, by the codes that fit *rows*; *signs* shows it, not only its name."""
    found = colour_in(rules.space, rows, peg)
    if found in IN_CODE:
        return phrase(IN_CODE[found], colour=_named(rules, peg, signs))
    return phrase(TOO_MANY if found is None else NONE_FITS)


def _named(rules: Rules, peg: int, signs: Signs | None) -> Part:
    name = colour(rules.edition, peg)
    return name if signs is None else phrase("{colour} ({sign})", colour=name, sign=signs((peg,)))


def _fact_about(rules: Rules, rows: Sequence[Row], grade: int, signs: Signs | None) -> Phrase:
    if grade == HINT_GRADES[0]:
        return waste(len(rows), waste_of(rules.space, rows)) if rows else phrase(N_("No row has been played yet."))
    found = candidates_after(rules.space, rows)
    if not found.count:
        return phrase(NONE_FITS)
    if grade == HINT_GRADES[2]:
        if (known := fact(rules.space, rows)) is None:
            return phrase(N_("No peg is certain yet."))
        peg = _named(rules, known.colour, signs)
        return phrase(FACTS[known.kind], place=0 if known.place is None else known.place + 1, colour=peg)
    if found.is_exact:
        return counted("{count} code could still be it.", "{count} codes could still be it.", found.count)
    return phrase(N_("About {count} codes could still be it."), count=found.count)


def waste(number: int, found: Waste) -> Phrase:
    """Return what was wasted in row *number*; only the first finding if there are several."""
    if found.contradicted:
        message = N_("Row {number} could not be the code: look at row {earlier}.")
        return phrase(message, number=number, earlier=found.contradicted[0] + 1)
    if found.is_no_code:
        return phrase(N_("Row {number} could not be the code: no code looks so."), number=number)
    message = N_("Row {number} told nothing new.") if found.told_nothing else N_("Row {number} was a good row.")
    return phrase(message, number=number)
