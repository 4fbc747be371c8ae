"""Makes the books: ``python -m tools.books FOLDER [NAME ...]``."""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import get_context
from pathlib import Path

from tools.books.board import AnswerTable
from tools.books.packing import Tree, pack
from tools.books.recipes import RECIPES, Recipe
from tools.books.search import Search

Part = tuple[int, tuple[int, Tree] | None]


class Bench:
    """Holds the search, which worker processes inherit by being forked after it was set."""

    search: Search


def part(answer: int) -> Part:
    """Return *answer* to the first row, with the cost and tree of the codes that give it."""
    return answer, Bench.search.after_first(answer)


def searched(answers: range, jobs: int) -> list[Part]:
    """Return the part for each answer, in the order of *answers*, computed by *jobs* processes."""
    if jobs == 1:
        return [part(answer) for answer in answers]
    with get_context("fork").Pool(jobs) as pool:
        return pool.map(part, answers, chunksize=1)


def make(recipe: Recipe, jobs: int) -> bytes:
    """Return the bytes of the book's file, made by *jobs* processes."""
    board = AnswerTable(recipe.space, recipe.space)
    Bench.search = Search(recipe, board, lambda text: print(text, file=sys.stderr, flush=True))
    answers = range(board.right)
    parts = {answer: what for answer, what in searched(answers, jobs) if what is not None}
    tree = Tree(recipe.first, {answer: below for answer, (_, below) in parts.items()})
    total = recipe.space.size + sum(cost for cost, _ in parts.values())
    return pack(recipe.space, recipe.space.repeats, total, tree.height(), tree)


def main() -> None:
    """Make the books named on the command line, or all."""
    parser = argparse.ArgumentParser(prog="python -m tools.books", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the books go")
    parser.add_argument("names", nargs="*", help="the books to make; all where none is named")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    wanted = parser.parse_args()
    for recipe in RECIPES:
        if not wanted.names or recipe.name in wanted.names:
            start = time.monotonic()
            data = make(recipe, wanted.jobs)
            (wanted.folder / f"{recipe.name}.xz").write_bytes(data)
            print(f"{recipe.name}: {len(data)} bytes, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
