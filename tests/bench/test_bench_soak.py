"""The soak runs with the heap that the box has."""

from __future__ import annotations

from bench_soak import heap_of_service


def test_soak_has_the_heap_of_the_service() -> None:
    assert heap_of_service() == {
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "32768",
        "MALLOC_TRIM_THRESHOLD_": "65536",
    }
