"""The peg games' strategy: what counting and a hint cost, how good the hint is, and whom the audit names."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from random import Random
from statistics import fmean, quantiles

import companion.strategy.pegs
from companion.games.pegs.codes import Code, Space
from companion.games.pegs.state import Round, Row
from companion.games.secret import Secret
from companion.strategy.pegs.audit import suspects
from companion.strategy.pegs.bitsets import whole
from companion.strategy.pegs.book import NAMES, Book
from companion.strategy.pegs.candidates import Candidates, candidates_after, every
from companion.strategy.pegs.choice import best
from companion.strategy.pegs.search import best_row
from tests.support.peg_rows import answered, answers, any_code, boxed, guesses_of, paired, random_rows
from tools.bench.measure import environment

LARGEST = Space(5, 8, repeats=True, holes=True)
SPACES = (
    Space(4, 6, repeats=True, holes=False),
    Space(4, 6, repeats=True, holes=True),
    Space(5, 8, repeats=False, holes=False),
    Space(5, 8, repeats=True, holes=False),
    LARGEST,
)
"""Those of the boxed editions with four pegs and five: each has a book."""

COUNTED_GAMES = 100
HINTED_GAMES = 60
SECRETS = 2000
AUDITED_GAMES = 10_000
SEED = 1


def count_cpu_ms() -> float:
    """Return what 19 of 20 counts after a row stay below, of processor time in ms, with new sets in each game."""
    random, spent = Random(SEED), list[float]()
    for _ in range(COUNTED_GAMES):
        secret = any_code(LARGEST, random)
        rows: tuple[Row, ...] = ()
        whole.cache_clear()
        every.cache_clear()
        for _ in range(LARGEST.pegs + 3):
            rows += answered(secret, [any_code(LARGEST, random)])
            start = time.process_time()
            candidates_after(LARGEST, rows)
            spent.append(time.process_time() - start)
    return 1000 * quantiles(spent, n=20)[-1]


def hint_cpu_ms() -> float:
    """Return what 19 of 20 live choices stay below, of processor time in ms, in the space where that is most."""
    return max(hint_cpu_ms_in(space) for space in SPACES)


def hint_cpu_ms_in(space: Space) -> float:
    """Return it for *space*: after one row to six, half the games at random, half with rows that might be right."""
    random, spent = Random(SEED), list[float]()
    for game in range(HINTED_GAMES):
        for rows in game_of(space, random, is_clever=game % 2 == 0):
            start = time.process_time()
            best(space, guesses_of(space), rows)
            spent.append(time.process_time() - start)
    return 1000 * quantiles(spent, n=20)[-1]


def game_of(space: Space, random: Random, is_clever: bool) -> Iterator[tuple[Row, ...]]:
    """Yield the rows of a game, one more each time, until one code is left."""
    secret = any_code(space, random)
    rows: tuple[Row, ...] = ()
    for _ in range(6):
        codes_left = candidates_after(space, rows)
        if codes_left.count == 1:
            return
        guess = codes_left.code(random.randrange(codes_left.count)) if is_clever else any_code(space, random)
        rows += answered(secret, [guess])
        yield rows


def hint_regret() -> float:
    """Return how many rows more than the book the live choice needs on average, in the space where that is most."""
    return max(hint_regret_in(space) for space in SPACES)


def hint_regret_in(space: Space) -> float:
    """Return it for *space*, both playing against the same codes."""
    name = NAMES.get((space, None))
    book = Book.read((files(companion.strategy.pegs) / "books" / f"{name}.xz").read_bytes())
    secrets = spread_codes(space, SECRETS)
    return rows_needed(space, secrets) - fmean(len(played_by(book, secret)) for secret in secrets)


def spread_codes(space: Space, most: int) -> list[Code]:
    """Return *most* codes spread evenly over *space*, or all."""
    count = min(most, space.size)
    return [space.code(number * space.size // count) for number in range(count)]


def played_by(book: Book, secret: Code) -> list[Row]:
    """Return the rows in which *book* finds *secret*."""
    rows = list[Row]()
    while not rows or rows[-1].guess != secret:
        guess = book.row(rows)
        if guess is None:
            raise LookupError(f"expected a row after {rows}, got none")
        rows += answered(secret, [guess])
    return rows


def rows_needed(space: Space, secrets: Sequence[Code]) -> float:
    """Return how many rows the live choice needs on average for *secrets*."""
    chosen: dict[tuple[Row, ...], Code] = {}
    return fmean(len(played(space, secret, chosen)) for secret in secrets)


def played(space: Space, secret: Code, chosen: dict[tuple[Row, ...], Code]) -> Sequence[Row]:
    """Return the rows in which the live choice finds *secret*; what it chose for earlier ones is in *chosen*."""
    codes_left: Candidates = candidates_after(space, ())
    while not codes_left.rows or codes_left.rows[-1].guess != secret:
        if codes_left.rows not in chosen:
            chosen[codes_left.rows] = best_row(codes_left, guesses_of(space))
        guess = chosen[codes_left.rows]
        codes_left = candidates_after(space, (*codes_left.rows, Row(guess, paired(secret, guess))))
    return codes_left.rows


def audit_named() -> float:
    """Return the share of contradictions in which the row that was answered wrongly is named, and at every reveal."""
    return audit_named_of(AUDITED_GAMES)


def audit_named_of(games: int) -> float:
    """Return that share over *games* games with one wrong answer each."""
    random, spaces = Random(SEED), list(boxed().values())
    contradictions = named = 0
    for game in range(games):
        space = spaces[game % len(spaces)]
        secret, rows = random_rows(space, random, 10)
        number = random.randrange(len(rows))
        right = rows[number].answer
        given = random.choice([given for given in answers(space.pegs) if given != right])
        wrong = [*rows[:number], Row(rows[number].guess, given), *rows[number + 1 :]]
        if [found.row for found in Round(None, 0, Secret(secret), rows=tuple(wrong)).wrong] != [number]:
            return 0
        if not candidates_after(space, wrong).count:
            contradictions += 1
            readings = {
                reading.answers
                for suspect in suspects(space, wrong)
                if suspect.rows == (number,)
                for reading in suspect.readings
            }
            named += (right,) in readings
    return named / contradictions


USE = """
from pathlib import Path
from companion.games.pegs.codes import Answer, Space, answer
from companion.games.pegs.state import Row, Strength
def peak_kib(): return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
before = peak_kib()
from companion.strategy.pegs.audit import suspects
from companion.strategy.pegs.choice import choose
from companion.strategy.pegs.coach import fact, review
space, code, rows = Space(5, 8, True, True), (8, 1, 0, 7, 8), ()
for guess in ((0, 0, 1, 2, 3), (4, 5, 6, 7, 8), (0, 8, 1, 7, 7), (1, 2, 8, 8, 0), (3, 3, 3, 3, 4)):
    choose(space, space, rows, Strength.PERFECT, lambda n: 0)
    rows += (Row(guess, answer(code, guess)),)
    fact(space, rows)
review(space, space, rows, code)
suspects(space, (*rows, Row((0, 0, 0, 0, 0), Answer(3, 0)), Row((1, 1, 1, 1, 1), Answer(3, 0))))
print(peak_kib() - before)
"""
"""A program that uses all of the strategy and prints by how much that raised its highest resident memory."""


def strategy_rss_mib() -> float:
    """Return the memory that the strategy adds at its highest, in MiB, with the largest boxed space in play."""
    done = subprocess.run([sys.executable, "-c", USE], check=True, capture_output=True, text=True, env=environment())
    return int(done.stdout) / 1024


if __name__ == "__main__":
    for measured in (count_cpu_ms, hint_cpu_ms, strategy_rss_mib, audit_named, hint_regret):
        print(measured.__name__, measured())
