"""The letters on the wheel of a name in the order of their likelihood, and the names that can be meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

# First names that are common in English- and French-speaking countries.
COMMON = """
Ada Adam Adrien Agathe Alex Alexandre Alexis Alice Alicia Amelia Amy Anaïs Andrew Anna Anne Antoine Arthur
Aurélie Ava Axel Baptiste Ben Benjamin Camille Caroline Céline Charles Charlie Charlotte Chloé Chris Claire
Clara Claude Clément Daniel David Denis Edward Élise Elizabeth Ella Ellie Eloise Emily Emma Enzo Eric Ethan
Étienne Eva Fanny Felix Florence François Gabriel George Grace Guillaume Hannah Harry Hélène Henry Hugo Inès
Isabelle Isla Jack Jacob James Jane Jean Jeanne Jessica Joe John Joseph Jules Julia Julie Julien Karen Kate
Kevin Laura Léa Leo Léo Liam Lily Lina Lisa Logan Lola Louis Louise Lucas Lucie Lucy Luke Manon Marc Margot
Maria Marie Mark Martin Mary Mathieu Mathis Mathilde Matthew Max Maxime Mia Michael Michel Mila Nathan Nicolas
Nina Noah Noé Nora Oliver Olivia Oscar Paul Peter Philippe Pierre Quentin Rachel Raphaël Rémi Robert Romain
Rose Ruby Ryan Sam Samuel Sarah Simon Sofia Sophie Steve Théo Thomas Tim Tom Valentin Victor Vincent William
Yann Zoé
""".split()  # noqa: SIM905
# Each weight exceeds all occurrences of the next kind together.
STARTS, FOLLOWS = 1_000_000, 1_000


def completion(before: str, known: Iterable[str], limit: int) -> str:
    """Return the rest of the shortest name of at most *limit* letters that begins with *before*, or an empty text.

    The *known* names come before the common ones.

    >>> completion("Emm", [], 10), completion("Emm", ["Emmanuelle"], 10), completion("Emma", [], 10)
    ('a', 'anuelle', '')
    """
    start = before.lower()
    for names in (known, COMMON):
        found = [name for name in names if name.lower().startswith(start) and len(start) < len(name) <= limit]
        if found:
            return min(found, key=len)[len(start) :]
    return ""


def is_listed(name: str, known: Iterable[str]) -> bool:
    """Whether *name* is one of the *known* or common names."""
    return name.lower() in {other.lower() for other in (*known, *COMMON)}


def both_ways(letters: str) -> str:
    """Return *letters*, likely ones first, in an order in which likely ones are near both ends.

    >>> both_ways("abcde")
    'abdec'
    """
    return letters[:1] + letters[1::2] + letters[2::2][::-1]


def likely_first(letters: str, before: str, known: Iterable[str] = ()) -> str:
    """Return *letters* with those that follow *before* in *known* and common names first.

    What follows *before* at the start of a name counts most, then what follows its last letter within one, then how
    often a letter occurs at all.

    >>> likely_first("abcdefghijklmnopqrstuvwxyz", "Emm")[:1]
    'a'
    """
    start, last = before.casefold(), before[-1:].casefold()
    counts: Counter[str] = Counter()
    for name in (*COMMON, *known):
        folded = name.casefold()
        if folded.startswith(start) and len(folded) > len(start):
            counts[folded[len(start)]] += STARTS
        if last:
            for letter, after in pairwise(folded):
                counts[after] += FOLLOWS * (letter == last)
        counts.update(folded)
    # sorted keeps the order of letters that are equally likely.
    return "".join(sorted(letters, key=lambda letter: -counts[letter.casefold()]))
