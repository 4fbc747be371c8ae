from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from tests.support.tools import need
from tools.bench.measure import Bench, at_most, cpu_s, ratio, run, wall_s

GOOD = Bench("lost", "presses", at_most(0), lambda: 0)
BAD = Bench("slow", "ms", at_most(8), lambda: 8.5)
STATED = Bench("rate", "M/s", None, lambda: 1.25)


@pytest.fixture
def into(tmp_path: Path) -> Path:
    return tmp_path / "build" / "bench.json"


def test_figures_are_written_with_unit_bar_and_verdict(into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", count(step=1.0).__next__)
    run([GOOD, BAD, STATED], (), into, "1a2b")
    assert json.loads(into.read_text()) == {
        "lost": {"value": 0, "unit": "presses", "bar": "<= 0", "ok": True, "took_s": 1.0, "of": "1a2b"},
        "slow": {"value": 8.5, "unit": "ms", "bar": "<= 8", "ok": False, "took_s": 1.0, "of": "1a2b"},
        "rate": {"value": 1.25, "unit": "M/s", "bar": None, "ok": True, "took_s": 1.0, "of": "1a2b"},
    }


def test_missed_bar_is_the_exit_status(into: Path) -> None:
    assert [run([GOOD, STATED], (), into), run([GOOD, BAD], (), into)] == [0, 1]


def lacking() -> float:
    need("no-such-program", by="make tools")
    raise RuntimeError("expected a missing program to end the measurement")


def test_what_the_machine_lacks_is_named_at_the_end_and_does_not_count(
    into: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert run([Bench("image_mib", "MiB", at_most(120), lacking), GOOD], (), into) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["image_mib", "not", "measured"]
    assert lines[-2] == "not measured: image_mib needs no-such-program: make tools"
    assert list(json.loads(into.read_text())) == ["lost"]


def test_in_ci_what_the_machine_lacks_is_a_failure(into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert run([Bench("image_mib", "MiB", at_most(120), lacking)], (), into) == 1
    assert "needs no-such-program: make tools" in (into.parent / "bench-image_mib.txt").read_text()


def test_broken_benchmark_is_named_and_the_others_are_measured_and_written(
    into: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> float:
        assert list(json.loads(into.read_text())) == ["rate"]
        raise FileNotFoundError("chromedriver")

    assert run([STATED, Bench("latency", "ms", at_most(100), broken), GOOD], (), into) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split()[:3] == ["latency", "FAILED:", "FileNotFoundError,"]
    assert lines[-1].endswith("missed or failed: latency")
    assert "chromedriver" in (into.parent / "bench-latency.txt").read_text()
    assert list(json.loads(into.read_text())) == ["rate", "lost"]


@pytest.mark.parametrize(
    ("of", "measured"), [("1a2b", "slow rate"), ("3c4d", "lost slow rate"), ("", "lost slow rate")]
)
def test_run_goes_on_with_what_is_missing_missed_or_of_another_commit(of: str, measured: str, into: Path) -> None:
    done: list[str] = []

    def noted(bench: Bench) -> Bench:
        return replace(bench, measure=lambda: done.append(bench.name) or bench.measure())  # type: ignore[func-returns-value]

    run([GOOD, BAD], (), into, of and "1a2b")
    assert run(list(map(noted, (GOOD, BAD, STATED))), (), into, of, goes_on=True) == 1
    assert done == measured.split()
    assert list(json.loads(into.read_text())) == ["lost", "slow", "rate"]


def test_unknown_name_is_told_with_the_known_ones(into: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([GOOD, BAD], ["fast"], into) == 2
    assert capsys.readouterr().out == "expected names among lost, slow, got fast\n"


def test_ratio_is_the_median_of_pairs_in_turn() -> None:
    times = {"ours": iter([9.0, 2.0, 2.0, 20.0]), "theirs": iter([1.0, 1.0, 1.0, 1.0])}
    order: list[str] = []

    def time_s(command: Sequence[str]) -> float:
        order.append(command[0])
        return next(times[command[0]])

    assert ratio(["ours"], ["theirs"], time_s, pairs=3) == 2.0
    assert order == ["theirs", "ours", "ours", "theirs"] * 2


@pytest.mark.parametrize("time_s", [wall_s, cpu_s])
def test_command_that_fails_is_no_measurement(time_s: Callable[[Sequence[str]], float]) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        time_s([sys.executable, "-c", "exit(3)"])
