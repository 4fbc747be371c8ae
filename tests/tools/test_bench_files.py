"""The bench of flipped bits sees a change that nothing tells of."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import checksum
from companion.config.settings import text_of
from tools.bench.bench_files import SETTINGS, flips_unseen, settings_file


def test_flips_in_both_files_are_seen() -> None:
    flips = list(flips_unseen(120))
    assert {name for name, *_ in flips} == {"settings.toml", "4f3a001c.json"}
    assert [flip for flip in flips if flip[-1]] == []


def test_without_a_checksum_a_flip_is_unseen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checksum, "_WORD", "none")
    file = settings_file(tmp_path)
    assert file.unseen(text_of(SETTINGS).replace("Ben", "Bem").partition("\n")[2].encode())
    assert not file.unseen(text_of(SETTINGS).replace("volume", "wolume").encode())
