"""With every fault the player reads it once, plays on, and the match ends with the right score."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.faults.fault_table import FAULTS, Fault
from tests.faults.sayings import SAVED_AGAIN, sights
from tests.faults.scripted import RESULT, Stage
from tests.faults.surviving import NOTHING_WRONG, Outcome, outcome
from tests.support.effort import slow
from tests.support.match_lines import opened, revealed
from tools.bench.bench_match import CODES, NONCE

# Where nothing is said, one language is as good as the other.
TOLD = [fault for fault in FAULTS if (fault.says and not fault.name.endswith("again")) or fault.speaks]


def cases() -> Iterator[ParameterSet]:
    """Yield every fault in English, and in French those with a sentence that no earlier one has; the rest is slow."""
    yield from (pytest.param(fault, "en", id=f"{fault.name}-en") for fault in FAULTS)
    said: set[str] = set()
    for fault in TOLD:
        sentences = {saying.name for saying in fault.says}
        is_needed = not sentences or not sentences <= said
        yield pytest.param(fault, "fr", id=f"{fault.name}-fr", marks=() if is_needed else slow)
        said |= sentences


@pytest.mark.parametrize(("fault", "lang"), list(cases()))
def test_match_goes_on_to_the_right_score(fault: Fault, lang: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    found = outcome(fault, lang)
    assert found.is_right
    assert found.is_seen is not fault.is_dark
    # Once, and nothing else.
    assert sorted(set(found.read)) == sorted(saying.name for saying in fault.says)
    assert len(found.read) == len(set(found.read)) or fault.is_apart
    assert found.kept == RESULT or not fault.is_kept
    assert found.is_survived(fault)
    assert NONCE not in caplog.text
    assert not any(f"code {code}" in caplog.text for code in CODES)


def test_box_that_is_told_to_end_says_goodbye_each_time() -> None:
    fault = next(fault for fault in FAULTS if fault.name.startswith("told to end"))
    found = outcome(fault, "fr")
    # The last life ends because the match has ended; systemd hears of it too.
    assert (found.lives, found.farewells) == (4, 4)


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if SAVED_AGAIN in fault.says], ids=lambda fault: fault.name
)
def test_match_that_began_unsaved_is_on_the_card_line_by_line(fault: Fault, tmp_path: Path) -> None:
    assert lines_kept(fault, tmp_path / "failing") == lines_kept(NOTHING_WRONG, tmp_path / "sound")


def lines_kept(fault: Fault, folder: Path) -> list[tuple[str, ...]]:
    """Play the match with *fault*, and return every line of it that is on the card, its secrets revealed."""
    folder.mkdir(parents=True)
    stage = Stage(folder, "en", sights("en"))
    with fault.bring(stage):
        stage.live()
    with closing(opened(folder / "journal.db")) as journal:
        (match,) = journal.matches()
        assert match.result == RESULT
        entries = journal.read(match.number)[1]
    return [(entry.deed.value, entry.text, *revealed((entry,))) for entry in entries]


def test_match_without_a_fault_says_nothing() -> None:
    assert outcome(NOTHING_WRONG, "en") == Outcome(True, True, [], RESULT, 1, 0)


@pytest.mark.parametrize(
    "found",
    [
        Outcome(False, True, ["set aside"], RESULT, 1, 0),
        Outcome(True, False, ["set aside"], RESULT, 1, 0),
        Outcome(True, True, [], RESULT, 1, 0),
        Outcome(True, True, ["set aside"], None, 1, 0),
    ],
    ids=["another score", "nothing seen", "nothing told", "nothing kept"],
)
def test_match_that_ends_otherwise_is_not_survived(found: Outcome) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "journal corrupted")
    assert Outcome(True, True, ["set aside"], RESULT, 1, 0).is_survived(fault)
    assert not found.is_survived(fault)
