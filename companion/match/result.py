"""The text of a result, as records and the journal have it: made of scores and winners, and read again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, combinations


def words_of_scores(players: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> str:
    """Return the text of a result with *scores* by seat, which the seats *winners* have won.

    >>> words_of_scores(("Anna", "Ben"), (11, 7), (0,))
    'Anna 11, Ben 7: Anna wins'
    """
    told = ", ".join(f"{name} {score}" for name, score in zip(players, scores, strict=True))
    return f"{told}: {_winner_words([players[seat] for seat in winners])}"


def _winner_words(names: Sequence[str]) -> str:
    if not names:
        return "no winner"
    return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}"


def winners_in(result: str, players: Sequence[str]) -> frozenset[str]:
    """Return the names of the winners in a text of ``words_of_scores``; empty for a match that was given up.

    >>> sorted(winners_in("Anna 7, Ben 7, Zoe 3: Anna and Ben share the win", ("Anna", "Ben", "Zoe")))
    ['Anna', 'Ben']
    """
    found = _result_in(result, players)
    sets = chain.from_iterable(combinations(players, count) for count in range(1, len(players) + 1))
    return frozenset(next((names for names in sets if found and _winner_words(names) == found[-1]), ()))


def scores_in(result: str, players: Sequence[str]) -> tuple[int, ...]:
    """Return the scores in a text of ``words_of_scores``, by seat; none in another text.

    >>> scores_in("Anna 11, Ben 7: Anna wins", ("Anna", "Ben"))
    (11, 7)
    """
    return tuple(map(int, _result_in(result, players)[:-1]))


def _result_in(result: str, players: Sequence[str]) -> Sequence[str]:
    """Return the scores and the words about the winners in a text of ``words_of_scores``; nothing of another text."""
    scores = ", ".join(f"{re.escape(name)} (-?[0-9]+)" for name in players)
    found = re.fullmatch(f"{scores}: (.*)", result)
    return () if found is None else found.groups()
