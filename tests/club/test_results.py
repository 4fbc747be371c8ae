"""The files of results, against the examples in the documentation and a count of the rows that were played."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.club.director import Director
from companion.club.errors import ClubFailed
from companion.club.results import write_results
from tests.club.examples import CODES, FILES, FOLDER, PLAYS, write
from tests.club.schema import misfits
from tests.club.tables import PLAN, Table, directing

SCHEMA: dict[str, Any] = json.loads((FOLDER.parents[1] / "club-results.json").read_text("utf-8"))
BOARDS = {"mastermind": 10, "brainiac": 12, "junior": 10}
examples = pytest.mark.parametrize("key", PLAYS)


def written(director: Director, folder: Path) -> dict[str, str]:
    """Return the files of results of *director* by their names."""
    store = director._store
    paths = write_results(folder, director._plan, store.results(), store.record_of)
    return {one.name: one.read_text("utf-8") for one in paths}


@examples
def test_examples_are_what_the_program_writes(path: Path, tmp_path: Path, key: str) -> None:
    # python -m tests.club.examples writes them again.
    write(key, path, tmp_path)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (FOLDER / f"{key}-{name}").read_bytes()


@examples
def test_lines_of_the_csv_are_the_own_count_of_the_plays(key: str) -> None:
    with (FOLDER / f"{key}-results.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    results = json.loads((FOLDER / f"{key}-results.json").read_text("utf-8"))
    games = {one["number"]: one["game"] for one in results["rounds"]}
    firsts = {(play.table, play.round): play for play in reversed(PLAYS[key])}
    for line in lines:
        mine = {round_: play for (table, round_), play in firsts.items() if table == line["table"]}
        rows = {number: play.rows.split() for number, play in mine.items()}
        found = {number: used[-1] == CODES[key][number - 1] for number, used in rows.items()}
        counts = {number: len(used) if found[number] else BOARDS[games[number]] + 1 for number, used in rows.items()}
        assert [int(line[name]) for name in ("rounds", "solved", "rows", "seconds")] == [
            len(mine), sum(found.values()), sum(counts.values()), sum(play.seconds for play in mine.values()),
        ]  # fmt: skip
        cells = {number: f"{count}{'' if found[number] else ' X'}" for number, count in counts.items()}
        assert [line[f"round {number}"] for number in games] == [cells.get(number, "") for number in games]
    ranks = [(-int(line["solved"]), int(line["rows"]), int(line["seconds"])) for line in lines]
    assert ranks == sorted(ranks)
    assert {line["table"] for line in lines} == {play.table for play in PLAYS[key]}


@examples
def test_results_fit_their_schema(key: str) -> None:
    found = json.loads((FOLDER / f"{key}-results.json").read_text("utf-8"))
    assert list(misfits(found, SCHEMA, SCHEMA)) == []
    found["results"][0]["rows"] = "3"
    del found["standings"][0]["place"]
    assert list(misfits({**found, "more": 1}, SCHEMA, SCHEMA)) == [
        "/standings/0: lacks place", "/results/0/rows: expected integer", ": has more",
    ]  # fmt: skip


@examples
def test_all_records_are_one_file_that_check_accepts(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    write(key, path, tmp_path)
    assert main(["check", "--strict", str(tmp_path / "records.txt")]) == 0
    counted = len({(play.table, play.round) for play in PLAYS[key]})
    assert capsys.readouterr().out.count("valid, not proved: no noted seal was given to compare") == counted


def test_names_of_players_are_in_the_files_of_the_organiser_alone(path: Path, tmp_path: Path) -> None:
    director = write("lesson", path, tmp_path)
    files = written(director, tmp_path)
    said = b"".join(one.payload for one in director.everything()).decode()
    names = {name for play in PLAYS["lesson"] for name in play.players}
    assert {name for name in names if name in files["results.csv"] + said} == set()
    assert {name for name in names if name in files["results.json"]} == names


def test_equal_tables_share_a_place_and_have_their_tie_breaks_in_columns(path: Path, tmp_path: Path) -> None:
    director = directing(path, opened=1)
    for name, wrong, seconds in (("a", 3, 60), ("b", 2, 90), ("c", 3, 60), ("d", 3, 61)):
        director.take([Table(name).plays(1, wrong, seconds)])
    assert written(director, tmp_path)["results.csv"].splitlines() == [
        "place,table,rounds,solved,rows,seconds,round 1,round 2,round 3",
        "1,b,1,1,3,90,3,,",
        "2,a,1,1,4,60,4,,",
        "2,c,1,1,4,60,4,,",
        "4,d,1,1,4,61,4,,",
    ]


def test_event_without_results_has_files_without_lines(path: Path, tmp_path: Path) -> None:
    files = written(directing(path), tmp_path / "new")
    assert files["results.csv"] == "place,table,rounds,solved,rows,seconds,round 1,round 2,round 3\n"
    assert (json.loads(files["results.json"])["results"], files["records.txt"]) == ([], "")


def test_folder_that_cannot_be_written_is_told(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ClubFailed, match="expected to write results into"):
        write_results(tmp_path / "file", PLAN, [], lambda result: "")
