"""A box that has gone dark keeps only what it needs."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from weakref import ref

import pytest

from companion.app import compose
from companion.app.idle import release_memory
from companion.config.settings import DEFAULTS
from companion.games.pegs import PegGame
from companion.games.pegs.codes import Code, Space, answer
from companion.games.pegs.state import Row
from companion.match.catalogue import load_catalogue
from companion.storage.journal import in_memory
from companion.strategy.pegs.candidates import candidates_after, every, universe
from companion.strategy.pegs.library import book_for
from companion.ui.core.context import AppContext
from tests.fakes.box import fake_box
from tests.support.paper import deferred

KIB = 1024


def in_use_kib() -> int:
    rollup = Path("/proc/self/smaps_rollup").read_text("ascii")
    return int(rollup.partition("Rss:")[2].split()[0])


def test_holes_between_what_is_needed_go_back_to_the_system() -> None:
    blocks = [bytes([1]) * (8 * KIB) for _ in range(4_000)]
    needed = blocks[::100]
    blocks.clear()
    before = in_use_kib()
    release_memory()
    # Of 32,000 KiB, but for the pages beside what is needed.
    assert before - in_use_kib() > 30_000
    assert len(needed) == 40


class Ring:
    """Something that refers to itself, as screens and their menus do."""

    def __init__(self) -> None:
        self.other = self


def test_what_only_refers_to_itself_is_let_go() -> None:
    ring = ref(Ring())
    assert ring() is not None
    release_memory()
    assert ring() is None


def test_c_library_that_cannot_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    release_memory()


def test_book_of_the_last_game_is_let_go() -> None:
    game = load_catalogue(None)["mastermind"]
    assert isinstance(game, PegGame)
    rules = game.start({}, 2).rules
    book = book_for(rules)
    assert book_for(rules) is book
    release_memory()
    assert book_for(rules) is not book


@pytest.mark.parametrize("space", [Space(5, 8, True, False), Space(8, 8, False, False)])
def test_sets_of_the_last_game_are_let_go(space: Space) -> None:
    sets, codes = universe(space), every(space)
    assert universe(space) is sets
    release_memory()
    assert universe(space) is not sets
    assert every(space) is not codes


@pytest.mark.parametrize(
    ("space", "code", "one", "other"),
    [
        (Space(5, 8, True, False), (0, 5, 1, 6, 7), (0, 1, 2, 3, 4), (0, 5, 5, 1, 6)),
        (Space(4, 6, False, False), (0, 4, 1, 5), (0, 1, 2, 3), (4, 0, 1, 2)),
    ],
)
def test_match_goes_on_after_the_dark(space: Space, code: Code, one: Code, other: Code) -> None:
    before = candidates_after(space, (Row(one, answer(code, one)),))
    release_memory()
    after = candidates_after(space, (*before.rows, Row(other, answer(code, other))))
    assert code in after.sample(after.count)
    assert after.count < before.count


def test_box_that_has_gone_dark_tidies_up(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    box = fake_box()
    monkeypatch.setattr(compose, "release_memory", lambda: given.append(box.inputs.now()))
    catalogue = load_catalogue(None)
    with closing(deferred(in_memory())) as journal:
        world = compose.environment_of(journal)
        context = AppContext(DEFAULTS, box.inputs.now, catalogue, world, lambda settings: None)
        compose.run(compose.Assembly(box, context))
    assert given == [600.0]
