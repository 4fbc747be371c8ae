"""The results of an event as files: results.csv, results.json and records.txt, which docs/club.md describes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from companion.club.director import COUNTED
from companion.club.director_store import KeptResult
from companion.club.errors import ClubFailed
from companion.club.event import EventPlan
from companion.club.standings import standings
from companion.config.atomic_file import atomic_write
from companion.match.record import read_record

FORMAT = 1
COLUMNS = ("place", "table", "rounds", "solved", "rows", "seconds")


def write_results(
    folder: Path, plan: EventPlan, results: Sequence[KeptResult], record_of: Callable[[KeptResult], str]
) -> list[Path]:
    """Write the files into *folder*, and return their paths; raises ``ClubFailed``.

    The names of players are in the records and in results.json alone: the organiser's own files.
    """
    records = {one.digest: record_of(one) for one in results if one.verdict == COUNTED}
    texts = {
        "results.csv": _csv(plan, results),
        "results.json": json.dumps(_fields(plan, results, records), ensure_ascii=False, indent=1) + "\n",
        "records.txt": "\n".join(records.values()),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            with atomic_write(folder / name) as file:
                file.write(text)
    except OSError as failure:
        raise ClubFailed(f"expected to write results into {folder}, got {failure!r}") from failure
    return [folder / name for name in texts]


def _csv(plan: EventPlan, results: Sequence[KeptResult]) -> str:
    """Return a line for each table: its place, what the place follows from, and the rows of each round."""
    counted = {(one.played.table, one.played.round): one.played for one in results if one.verdict == COUNTED}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"round {planned.number}" for planned in plan.rounds)])
    for line in standings(counted.values()):
        rounds = [counted.get((line.table, planned.number)) for planned in plan.rounds]
        # A code that was not found is marked, because its rows are one more than there are.
        rows = ["" if one is None else one.rows if one.is_solved else f"{one.rows} X" for one in rounds]
        writer.writerow([*(getattr(line, name) for name in COLUMNS), *rows])
    return text.getvalue()


def _fields(plan: EventPlan, results: Sequence[KeptResult], records: Mapping[str, str]) -> dict[str, object]:
    counted = [one.played for one in results if one.verdict == COUNTED]
    return {
        "format": FORMAT,
        "event": plan.key,
        "title": plan.title,
        "rounds": [
            {"number": one.number, "title": one.title or f"Round {one.number}", "game": one.game}
            for one in plan.rounds
        ],
        "standings": [asdict(line) for line in standings(counted)],
        "results": [
            {
                "table": one.played.table,
                "round": one.played.round,
                "verdict": one.verdict,
                "rows": one.played.rows,
                "solved": one.played.is_solved,
                "seconds": one.played.seconds,
                "players": list(read_record(records[one.digest]).header.players) if one.verdict == COUNTED else [],
                "digest": one.digest,
            }
            for one in results
        ],
    }
