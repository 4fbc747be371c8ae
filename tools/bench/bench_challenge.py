"""Whether a challenge names the same code wherever it is read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random

from companion.games.pegs.challenge import code_of, line_of
from companion.games.pegs.game import PegGame
from companion.match.catalogue import load_catalogue
from tools.bench.measure import environment

LINES = 5000
READ = """
import sys
from companion.match.catalogue import load_catalogue
from companion.games.pegs.challenge import code_of
games = {game.key: game for game in load_catalogue(None)}
for row in sys.stdin:
    key, place, line = row.split()
    edition = games[key].edition
    print(edition.text(code_of(edition, edition.variants[int(place)], line)))
"""


def lines(seed: int = 1) -> Iterator[tuple[str, int, str, str]]:
    """Yield lines of random codes: edition, place of the variant, line and code."""
    random = Random(seed)
    games = [game for game in load_catalogue(None) if isinstance(game, PegGame)]
    variants = [(game.edition, place) for game in games for place in range(len(game.edition.variants))]
    for edition, place in islice(cycle(variants), LINES):
        variant = edition.variants[place]
        space = edition.space(variant)
        code = space.code(random.randrange(space.size))
        line = line_of(edition, variant, code)
        yield edition.key, place, line, edition.text(code if code_of(edition, variant, line) == code else ())


def challenge_agree() -> float:
    """Return 1 if a second process reads the codes of which this one made lines; Python of arm64 does so in CI."""
    made = list(lines())
    asked = "".join(f"{key} {place} {line}\n" for key, place, line, _ in made)
    read = subprocess.run(
        [sys.executable, "-c", READ], input=asked, check=True, stdout=subprocess.PIPE, text=True, env=environment()
    )
    return float(read.stdout.split() == [code for *_, code in made])
