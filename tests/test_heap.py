"""Memory that is free is the system's again when the box is at rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import wiring
from companion.catalogue import load_catalogue
from companion.devices.fake import fake_box
from companion.heap import give_back
from companion.journal import in_memory
from companion.settings import DEFAULTS
from companion.ui.table import Table

KIB = 1024


def in_use_kib() -> int:
    rollup = Path("/proc/self/smaps_rollup").read_text("ascii")
    return int(rollup.partition("Rss:")[2].split()[0])


def test_holes_between_what_is_needed_go_back_to_the_system() -> None:
    blocks = [bytes([1]) * (8 * KIB) for _ in range(4_000)]
    needed = blocks[::100]
    blocks.clear()
    before = in_use_kib()
    give_back()
    # Of 32,000 KiB, but for the pages beside what is needed.
    assert before - in_use_kib() > 30_000
    assert len(needed) == 40


def test_c_library_that_cannot_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    give_back()


def test_box_that_has_gone_dark_gives_back(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    box = fake_box()
    monkeypatch.setattr(wiring, "give_back", lambda: given.append(box.inputs.now()))
    catalogue = load_catalogue(None)
    table = Table(DEFAULTS, box.inputs.now, catalogue, wiring.outside(in_memory()), lambda settings: None)
    wiring.run(box, table, [])
    assert given == [600.0]
