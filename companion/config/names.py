"""The rule for players' names, the same wherever a name comes in: the box, phones, files, backups, the command line.

Case and Unicode form do not make another person, and every character of a name can be drawn and seen. Names in
matches that were played stay as they were written.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeGuard

from companion.config.untrusted import brief
from companion.errors import N_, CompanionError

DRAWN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)]))
"""The letters that every font has: ASCII, Latin-1 and Latin Extended-A, for names from most of Europe."""
JOINERS = "'- "
"""What may join two parts of a name."""
MARKS = JOINERS + ".&"
"""What a name may have beside letters and digits."""
NAME_LENGTHS = range(1, 11)
THROW_LENGTHS = range(1, 17)
"""The lengths of the names of saved throws."""

# Keyboards of phones type curved apostrophes. The dot above is what is left of a capital I with a dot.
_ALIKE = str.maketrans("\u2018\u2019\u02bc\u2010\u2011\u2013", "'''---")
_DOT = "\u0307"


class NameRefused(CompanionError, ValueError):
    """A text that cannot be a player's name."""

    sentence = N_("A name cannot have this character.")


def may_have(character: str) -> bool:
    """Whether a name may have *character*: a letter or a digit that every font draws, or one of ``MARKS``."""
    # Unicode advises against U+0149, an n with an apostrophe: its capital is two characters.
    return character in MARKS or (character.isalnum() and character in DRAWN and character != "\u0149")


def composed(text: str) -> str:
    """Return *text* in the form of names: a letter and its accent are one character, apostrophes are straight."""
    return unicodedata.normalize("NFC", text).translate(_ALIKE)


def cleaned(text: str, lengths: range = NAME_LENGTHS) -> str:
    """Return *text* as a name: ``composed``, with single spaces, and no ``JOINERS`` at its ends.

    Raises ``NameRefused`` for other characters, and for a length outside *lengths*.

    >>> cleaned(" Zoe\u0301  O\u2019Neil")
    "Zoé O'Neil"
    """
    spaced = "".join(" " if unicodedata.category(letter) == "Zs" else letter for letter in composed(text))
    name = " ".join(filter(None, spaced.split(" "))).strip(JOINERS)
    if not all(map(may_have, name)) or (name and not any(map(str.isalnum, name))):
        raise NameRefused(f"expected names whose letters can be seen, got {brief(text)}")
    if len(name) not in lengths:
        limits = f"{lengths.start} to {lengths.stop - 1}"
        sentence = N_("A name has 1 to {count} letters.")
        message = f"expected names of {limits} letters that can be seen, got {brief(text)}"
        raise NameRefused(message, sentence, count=lengths.stop - 1)
    return name


def is_name(name: object, lengths: range = NAME_LENGTHS) -> TypeGuard[str]:
    """Whether *name* is a text that ``cleaned`` leaves as ``composed`` does."""
    try:
        return isinstance(name, str) and cleaned(name, lengths) == composed(name)
    except NameRefused:
        return False


@lru_cache(512)
def person(name: str) -> str:
    """Return what all ways to write *name* have in common.

    >>> [person(name) for name in ("Zoé", "ZOE\u0301", "Zoe", "WEISS", "Weiß", "ILGIN", "Ilgın", "inci", "İnci")]
    ['zoé', 'zoé', 'zoe', 'weiss', 'weiss', 'ilgin', 'ilgin', 'inci', 'inci']
    """
    # First capitals: there is one for both kinds of Turkish i, and casefold keeps them apart.
    folded = unicodedata.normalize("NFKC", name).upper().casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).translate(_ALIKE).replace(_DOT, "").split())


def known_as(name: str, known: Iterable[str]) -> str:
    """Return the first of *known* who is the person *name*, or *name*."""
    wanted = person(name)
    return next((other for other in known if person(other) == wanted), name)


def is_among(name: str, names: Iterable[str]) -> bool:
    """Whether the person *name* is one of *names*."""
    return person(name) in set(map(person, names))


def distinct(names: Iterable[str]) -> list[str]:
    """Return *names* without those that write an earlier one in another way.

    >>> distinct(["Alex", "Ben", "alex"])
    ['Alex', 'Ben']
    """
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(person(name), name)
    return list(found.values())
