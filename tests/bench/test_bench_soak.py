"""The soak runs with the heap that the box has, and is measured from its first tour to its highest."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from tests.bench import soak
from tests.bench.bench_soak import growth_kib, heap_of_service


def test_soak_has_the_heap_of_the_service() -> None:
    assert heap_of_service() == {
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "32768",
        "MALLOC_TRIM_THRESHOLD_": "65536",
    }


def test_growth_is_from_the_first_tour_to_the_highest() -> None:
    assert growth_kib("0 100 Menu\n40 200 Dial Notice\n80 230\n120 210 Fault\n") == 30


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
    assert len(given) == 3
    assert len(capsys.readouterr().out.splitlines()) == 1
