"""What a benchmark is, how its table is printed, and how two commands are compared."""

from __future__ import annotations

import json
import operator
import os
import resource
import statistics
import subprocess
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypedDict

import pytest


class Than(Enum):
    """Which side of the bar is good."""

    AT_MOST = "<="
    AT_LEAST = ">="


@dataclass(frozen=True, slots=True)
class Bar:
    """What a value has to reach."""

    than: Than
    limit: float

    def __str__(self) -> str:
        return f"{self.than.value} {self.limit:g}"

    def is_met(self, value: float) -> bool:
        """Whether *value* is on the good side, or on the bar."""
        compare = operator.le if self.than is Than.AT_MOST else operator.ge
        return bool(compare(value, self.limit))


def at_most(limit: float) -> Bar:
    """Return the bar below which a value is to stay."""
    return Bar(Than.AT_MOST, limit)


def at_least(limit: float) -> Bar:
    """Return the bar above which a value is to stay."""
    return Bar(Than.AT_LEAST, limit)


@dataclass(frozen=True, slots=True)
class Bench:
    """Something measured; without a bar it is only stated."""

    name: str
    unit: str
    bar: Bar | None
    measure: Callable[[], float]
    is_quick: bool = False
    """Whether CI measures it: a count, a share or a size that takes under 5 s and fetches nothing."""


class Figure(TypedDict):
    """A benchmark's entry in ``build/bench.json``; ``took_s`` is the wall time of measuring, ``of`` the commit."""

    value: float
    unit: str
    bar: str | None
    ok: bool
    took_s: float
    of: str


def figure(bench: Bench, of: str = "") -> Figure:
    """Measure *bench* at the commit *of*."""
    start = time.monotonic()
    value = bench.measure()
    bar = bench.bar
    return Figure(
        value=value,
        unit=bench.unit,
        bar=None if bar is None else str(bar),
        ok=bar is None or bar.is_met(value),
        took_s=round(time.monotonic() - start, 1),
        of=of,
    )


def row(name: str, value: str, unit: str, bar: str, verdict: str) -> str:
    """Return a line of the table."""
    return f"{name:<22} {value:>10} {unit:<14} {bar:<10} {verdict}"


def told(name: str, found: Figure) -> str:
    """Return *found* as a line of the table."""
    bar = found["bar"]
    verdict = "" if bar is None else "ok" if found["ok"] else "MISSED"
    return row(name, f"{found['value']:.{4 if found['value'] < 10_000 else 6}g}", found["unit"], bar or "", verdict)


def run(benches: Sequence[Bench], only: Sequence[str], into: Path, of: str = "", *, goes_on: bool = False) -> int:
    """Measure *benches*, or those named in *only*; print a table, write *into* after each, return the exit status.

    Where it *goes_on*, a figure that *into* has of the same commit *of*, on the good side of its bar, is kept.

    It is 1 when a bar is missed or a benchmark fails; the traceback of a failure is written beside *into*. What the
    machine lacks is named near the end with the way to get it, and does not count, except with ``CI`` set: there
    ``tests.support.tools.need`` fails.

    Figures measured earlier stay in *into* when only some are measured.
    """
    if unknown := set(only) - {bench.name for bench in benches}:
        print(f"expected names among {', '.join(bench.name for bench in benches)}, got {', '.join(unknown)}")
        return 2
    into.parent.mkdir(exist_ok=True)
    is_kept = (only or goes_on) and into.exists()
    figures: dict[str, Figure] = json.loads(into.read_text("utf-8")) if is_kept else {}
    lacking: list[str] = []
    bad: list[str] = []
    start = time.monotonic()
    print(row("name", "value", "unit", "bar", ""))
    for bench in benches:
        if only and bench.name not in only:
            continue
        earlier = figures.pop(bench.name, None)
        try:
            is_done = goes_on and earlier is not None and earlier["ok"] and earlier.get("of") == of != ""
            found = earlier if earlier is not None and is_done else figure(bench, of)
        except pytest.skip.Exception as reason:
            lacking.append(f"not measured: {bench.name} {reason}")
            print(f"{bench.name:<22} not measured", flush=True)
        except (Exception, pytest.fail.Exception) as failure:  # noqa: BLE001 - the others are still measured
            bad.append(bench.name)
            report = into.with_name(f"bench-{bench.name}.txt")
            report.write_text("".join(traceback.format_exception(failure)), "utf-8")
            print(f"{bench.name:<22} FAILED: {type(failure).__name__}, see {report}", flush=True)
        else:
            figures[bench.name] = found
            bad += [] if found["ok"] else [bench.name]
            print(told(bench.name, found), flush=True)
        into.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")
    print(*lacking, sep="\n", end="\n" * bool(lacking))
    print(f"in {(time.monotonic() - start) / 60:.1f} minutes; missed or failed: {', '.join(bad) or 'none'}")
    return 1 if bad else 0


def environment() -> dict[str, str]:
    """Return the environment of a program that finds these modules, compiled as all are after its first start."""
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return ours | {"PYTHONPATH": str(Path(__file__).parents[2])}


def wall_s(command: Sequence[str]) -> float:
    """Run *command* to its end and return how long that took."""
    before = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment())
    return time.perf_counter() - before


def cpu_s(command: Sequence[str]) -> float:
    """Run *command* to its end and return the processor time that took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def ratio(ours: Sequence[str], theirs: Sequence[str], time_s: Callable[[Sequence[str]], float], pairs: int) -> float:
    """Return the median of the time *ours* takes over the time *theirs* takes, run in turn.

    Each pair runs under the same load, and which one is first alternates; so what else the machine does, and
    what the first of a pair leaves in its caches, weighs on both. A pair before those counted warms the disk.
    """
    ratios = []
    for pair in range(pairs + 1):
        if pair % 2:
            our_s, their_s = time_s(ours), time_s(theirs)
        else:
            their_s, our_s = time_s(theirs), time_s(ours)
        ratios.append(our_s / their_s)
    return statistics.median(ratios[1:])
