"""Peg games for the tests of the strategy, and what brute force says of them.

The scorer here pairs pegs off one by one, as a player does at the board; the one of the games counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import companion.games.pegs
from companion.games.pegs.codes import Answer, Code, Space
from companion.games.pegs.edition import parse_edition
from companion.games.pegs.state import Row

EDITIONS = Path(companion.games.pegs.__file__).parent / "editions"


def boxed() -> dict[str, Space]:
    """Return the spaces of all editions and variants without words, each once, by edition and variant."""
    spaces: dict[Space, str] = {}
    for path in sorted(EDITIONS.glob("*.toml")):
        edition = parse_edition(path.read_text("utf-8"), path.name, lambda name: (EDITIONS / name).read_text("utf-8"))
        for variant in () if edition.has_words else edition.variants:
            spaces.setdefault(edition.space(variant), f"{edition.key} {variant.key}")
    return {name: space for space, name in spaces.items()}


def paired(code: Code, guess: Code) -> Answer:
    """Return the answer found by pairing pegs off: first those in the same place, then any of the same colour."""
    blacks = [here for here in range(len(code)) if code[here] == guess[here]]
    rest = [code[here] for here in range(len(code)) if here not in blacks]
    whites = 0
    for here in range(len(guess)):
        if here not in blacks and guess[here] in rest:
            rest.remove(guess[here])
            whites += 1
    return Answer(len(blacks), whites)


@cache
def codes_of(space: Space) -> tuple[Code, ...]:
    """Return all codes of *space* in order, found by leaving out those with a colour twice, where none may be."""
    every = product(range(space.colours + space.holes), repeat=space.pegs)
    return tuple(code for code in every if space.repeats or all(code.count(c) < 2 for c in range(space.colours)))


def fitting(space: Space, rows: Sequence[Row]) -> list[Code]:
    """Return the codes that give *rows* their answers, by trying every one."""
    codes: Sequence[Code] = codes_of(space)
    for row in rows:
        codes = [code for code in codes if paired(code, row.guess) == row.answer]
    return list(codes)


def guesses_of(space: Space) -> Space:
    """Return the rows that may be played where a row may repeat colours."""
    return Space(space.pegs, space.colours, True, space.holes)


def any_code(space: Space, random: Random) -> Code:
    """Return a code of *space*, each as likely."""
    values = range(space.colours + space.holes)
    return tuple(random.choices(values, k=space.pegs) if space.repeats else random.sample(values, space.pegs))


def answered(secret: Code, guesses: Sequence[Code]) -> tuple[Row, ...]:
    """Return *guesses* as rows answered for *secret*."""
    return tuple(Row(guess, paired(secret, guess)) for guess in guesses)


def random_rows(space: Space, random: Random, most: int) -> tuple[Code, tuple[Row, ...]]:
    """Return a code and up to *most* rows answered for it."""
    secret = any_code(space, random)
    count = random.randint(1, most)
    return secret, answered(secret, [any_code(guesses_of(space), random) for _ in range(count)])


def answers(pegs: int) -> Iterator[Answer]:
    """Yield every answer there is."""
    for blacks in range(pegs + 1):
        for whites in range(pegs + 1 - blacks):
            if (blacks, whites) != (pegs - 1, 1):
                yield Answer(blacks, whites)
