"""The default names of players and of the box's seats, which are stored in English and translated when shown.

Settings, the journal, records and dice rolls hold ``Player 1`` and ``Box 1`` in every language. A stored name of that
form is always a default name, even if a player typed it. Earlier versions stored the words of the language in use.
Such a name, ``Joueur 1`` for example, is shown as it is; the set-up of the next match takes it for the default name if
the box still speaks that language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.errors import N_
from companion.i18n.translator import Translator, Verbatim, in_each_language

PLAYER = N_("Player {number}")
BOX = N_("Box {number}")


def stored_default(kind: str, number: int) -> str:
    """Return the name number *number* of the kind ``PLAYER`` or ``BOX`` in the form that is stored.

    >>> stored_default(PLAYER, 2)
    'Player 2'
    """
    return kind.format(number=number)


def is_default(stored: str) -> bool:
    """Return whether a *stored* name is one that the program gave.

    >>> is_default("Player 2"), is_default("Anna")
    (True, False)
    """
    return not _renamed(stored, ((kind, "") for kind in (PLAYER, BOX)))


def is_of_the_box(stored: str) -> bool:
    """Return whether a *stored* name is that of a seat of the box.

    >>> is_of_the_box("Box 1"), is_of_the_box("Player 1")
    (True, False)
    """
    return not _renamed(stored, iter([(BOX, "")]))


def is_default_anywhere(typed: str) -> bool:
    """Return whether a *typed* name is, in capitals or not, one that the program gives in any language.

    >>> is_default_anywhere("joueur 2"), is_default_anywhere("Anna")
    (True, False)
    """
    words = ((word.casefold(), "") for kind in (PLAYER, BOX) for word in in_each_language(kind).values())
    return not _renamed(typed.casefold(), words)


def shown_name(stored: str, translator: Translator) -> str:
    """Return a *stored* name as it is shown: a default name in the language of *translator*, other names unchanged.

    >>> shown_name("Player 2", Translator("fr")), shown_name("Anna", Translator("fr"))
    ('Joueur 2', 'Anna')
    """
    return _renamed(stored, ((kind, translator._(kind)) for kind in (PLAYER, BOX)))


def stored_name(shown: str, translator: Translator) -> str:
    """Return the form in which a *shown* or typed name is stored, the inverse of ``shown_name``.

    >>> stored_name("Joueur 2", Translator("fr")), stored_name("Joueur 2", Translator("en"))
    ('Player 2', 'Joueur 2')
    """
    return _renamed(shown, ((translator._(kind), kind) for kind in (PLAYER, BOX)))


def names_words(stored: Sequence[str]) -> Callable[[Translator], Verbatim]:
    """Return the *stored* names, separated by commas, as a text for the screens."""
    return lambda translator: Verbatim(", ".join(shown_name(name, translator) for name in stored))


def _renamed(name: str, patterns: Iterator[tuple[str, str]]) -> str:
    """Return *name*, in the second pattern of the first pair whose first pattern it fits with a number."""
    for pattern, other in patterns:
        before, _, after = pattern.partition("{number}")
        digits = name.removeprefix(before).removesuffix(after)
        if digits.isascii() and digits.isdecimal() and name == f"{before}{digits}{after}":
            return other.format(number=digits)
    return name
