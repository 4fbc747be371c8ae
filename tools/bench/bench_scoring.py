"""How fast the pure scorer answers."""

from __future__ import annotations

import time

from companion.games.pegs.codes import Space, answer


def score_mpairs_s() -> float:
    """Return the answers given per second, in million, over every code against every guess of Mastermind."""
    codes = list(Space(4, 6, repeats=True, holes=False))
    before = time.perf_counter()
    for code in codes:
        for guess in codes:
            answer(code, guess)
    return len(codes) ** 2 / (time.perf_counter() - before) / 1e6
