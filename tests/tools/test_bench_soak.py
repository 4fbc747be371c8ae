"""The soak runs with the heap that the box has, and is measured from its first tour to its highest."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from companion.match.catalogue import load_catalogue
from companion.ui.core.screen import Stay
from companion.ui.home.setup import Setup
from tools.bench import bench_soak, soak


def test_soak_has_the_heap_of_the_service() -> None:
    assert bench_soak.heap_of_service() == {
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "32768",
        "MALLOC_TRIM_THRESHOLD_": "65536",
    }


def test_growth_is_from_the_last_tour_with_a_new_screen_to_the_highest() -> None:
    found = bench_soak.read_tours("0 100 9 Menu\n40 200 50 Dial\n80 230 52 Notice\n120 210 51\n160 240 49\n")
    assert [tour.presses for tour in bench_soak.warm(found)] == [80, 120, 160]
    assert bench_soak.growth([tour.rss_kib for tour in bench_soak.warm(found)]) == 10
    assert bench_soak.growth([tour.blocks for tour in bench_soak.warm(found)]) == -1


def test_every_screen_left_out_exists() -> None:
    assert {f"companion.ui.{name}" for name in bench_soak.OUT_OF_REACH} <= bench_soak.screen_names()


def test_screen_that_no_tour_shows_is_named() -> None:
    shown = bench_soak.screen_names() - {"companion.ui.games.shared.match.SealScreen"}
    assert bench_soak.unseen_in([bench_soak.Tour(0, 0, 0, frozenset()), bench_soak.Tour(1, 1, 1, shown)]) == {
        "companion.ui.games.shared.match.SealScreen"
    }


def test_game_that_does_not_begin_ends_the_soak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "set_threshold", lambda *thresholds: None)
    monkeypatch.setattr(Setup, "begin", lambda setup: Stay())
    with pytest.raises(RuntimeError, match="expected a match of 'mastermind' to begin, got Menu"):
        soak.soak(tmp_path, 0)


def test_soak_finds_the_box_dark_after_its_tour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[int] = []
    monkeypatch.setattr(gc, "set_threshold", lambda *thresholds: None)
    monkeypatch.setattr(soak, "release_memory", lambda: given.append(len(capsys.readouterr().out.splitlines())))
    monkeypatch.setattr(soak, "TOUR", 1)
    monkeypatch.setattr(soak, "TURN", 1)
    soak.soak(tmp_path, 0)
    # The last time before the line of the tour, not before anybody has pressed.
    assert given[0] == 1
    turns = len(load_catalogue(None).games)
    # After every few turns, and after the last one.
    assert len(given) == len({*range(0, turns, soak.TURNS_AWAKE), turns - 1})
    assert len(capsys.readouterr().out.splitlines()) == 1
