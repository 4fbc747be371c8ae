"""A whole event with the real programs and a real broker, some of which are killed on the way."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from companion.club.messages import TableBoards, Topics, decode
from tests.club.house import WRONG, Program, Table, direct
from tests.club.mosquitto import PASSWORDS, PATIENCE_S, Mosquitto, mosquitto

EVENT = """
key = "cup"
title = "Autumn Cup"
[[round]]
title = "First round"
game = "ambassador"
"""
MANY = {f"table-{number}": f"table-{number}-has-this" for number in range(1, 7)}


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder with a short path: that of a socket has at most 107 characters."""
    with tempfile.TemporaryDirectory(prefix="c", dir="/tmp") as folder:
        yield Path(folder)


class Hall:
    """A broker, an event, and its tables."""

    def __init__(self, folder: Path, broker: Mosquitto) -> None:
        self.broker = broker
        self.event = folder / "cup.toml"
        self.event.write_text(EVENT, "utf-8")
        self.folder = folder
        self.tables: list[Table] = []
        self._closing = ExitStack()
        self.start_director()
        topics = Topics("cup")
        self.viewer = broker.client("viewer", topics.standings, topics.news, topics.board("+")).connected()
        self._closing.callback(self.viewer.broker.stop)

    def start_director(self) -> None:
        """Start the director; a director in the middle of the event goes on."""
        self.director: Program = direct(self.event, self.broker)
        self._closing.callback(self.director.end)

    def table(self, name: str) -> Table:
        """Return a table that has joined; its bridge is connected."""
        folder = self.folder / name[-1]
        folder.mkdir()
        made = Table(folder, name, self.broker, PASSWORDS | MANY)
        made.connect()
        self._closing.callback(made.close)
        self.tables.append(made)
        return made

    def direct(self, line: str) -> None:
        """Type *line* to the director, and wait until it is done."""
        self.director.type(line)
        self.director.reads(f"done: {line}")

    def wait_for_tables(self, said: str) -> None:
        """Type *tables* until the director says *said*."""
        late, found = monotonic() + PATIENCE_S, ""
        while said not in found:
            assert monotonic() < late, f"expected {said!r}, got {found!r}"
            self.director.type("tables")
            found = self.director.reads("done: tables").string

    def boards(self) -> TableBoards:
        """Wait until the boards of a table are published, and return them."""
        while True:
            topic, payload = self.viewer.hear()
            if "/board/" in topic:
                return decode(TableBoards, payload)

    def journal(self) -> bytes:
        """Return the files of the director's journal."""
        return b"".join(path.read_bytes() for path in (self.folder / "cup").glob("event.db*"))

    def wait_for_standings(self, tables: int) -> None:
        """Wait until the standings have as many lines."""
        while True:
            topic, payload = self.viewer.hear()
            if topic.endswith("standings") and len(json.loads(payload)["lines"]) == tables:
                return

    def results(self) -> list[tuple[str, ...]]:
        """Return place, table, solved and rows of each line of results.csv."""
        self.direct("results")
        with (self.folder / "cup" / "results.csv").open(encoding="utf-8", newline="") as file:
            return [(row["place"], row["table"], row["solved"], row["rows"]) for row in csv.DictReader(file)]

    def close(self) -> None:
        """End all programs."""
        self._closing.close()


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    (tmp_path / "broker").mkdir()
    with mosquitto(tmp_path / "broker", PASSWORDS | MANY) as broker:
        made = Hall(tmp_path, broker)
        try:
            yield made
        finally:
            made.close()


def test_bridge_director_and_broker_are_killed_in_the_middle_and_the_standings_are_right(hall: Hall) -> None:
    first, second = hall.table("table-1"), hall.table("table-2")
    hall.direct("open 1")
    for table in (first, second):
        table.begin("First round")
    first.play(*WRONG[:3])
    # All that is between the tables goes away, and both play on.
    first.bridge.kill()
    hall.director.kill()
    hall.broker.kill()
    second.bridge.reads("not connected: ")
    code = first.play_out()
    assert "OK: go on" in second.play(*WRONG[:2], code)
    hall.broker.start()
    hall.start_director()
    first.connect()
    hall.wait_for_standings(2)
    # By the rows that were typed: a code that was not found counts one more.
    assert hall.results() == [("1", "table-2", "1", "3"), ("2", "table-1", "0", "13")]
    records = (hall.folder / "cup" / "records.txt").read_text("utf-8")
    assert records.count("[Game") == 2, records


def test_round_is_played_by_a_slip_without_a_broker_and_its_event_is_forgotten(hall: Hall) -> None:
    table = hall.table("table-1")
    hall.wait_for_tables("table-1: plays no round")
    hall.director.type("slip 1 table-1")
    letters = hall.director.reads(r"table-1, round 1: ([A-Z]{5} [A-Z]{5})\n")[1]
    table.game.reads("First round")
    hall.broker.kill()
    table.bridge.stop()
    table.start_bridge()
    table.bridge.reads("not connected: ")
    table.begin_by_slip("First round", letters, "Zelda")
    code = table.play_out()
    hall.broker.start()
    table.bridge.reads("connected with ")
    hall.direct("open 1")
    hall.wait_for_standings(1)
    assert hall.results() == [("1", "table-1", "0", "13")]
    hall.direct("end 1")
    (board,) = hall.boards().boards
    assert ([row.row for row in board.rows], code in WRONG) == ([*WRONG], False)
    hall.direct("close anyway")
    assert b"Zelda" in hall.journal()
    hall.direct("forget")
    assert hall.boards().boards == ()
    assert b"Zelda" not in hall.journal()
    hall.director.kill()
    hall.start_director()
    table.go_home()
    hall.wait_for_tables("table-1: has not deleted it yet")
    table.delete("Autumn Cup")
    hall.wait_for_tables("table-1: has deleted it")


def test_board_of_a_round_that_a_table_plays_on_is_kept_from_the_hall(hall: Hall) -> None:
    first, second = hall.table("table-1"), hall.table("table-2")
    hall.direct("open 1")
    for table in (first, second):
        table.begin("First round")
    code = first.play_out()
    hall.wait_for_standings(1)
    second.play(WRONG[0])
    hall.wait_for_tables("table-2: plays round 1, rows: 1")
    hall.direct("end 1")
    # The round is offered no longer, and this table is not done.
    second.play(WRONG[1])
    hall.wait_for_tables("table-2: plays round 1, rows: 2")
    second.play(code)
    boards = sorted((hall.boards() for _ in (first, second)), key=lambda told: told.table)
    assert [[len(board.rows) for board in told.boards] for told in boards] == [[12], [3]]


def test_bridge_that_ends_is_away_and_says_bye(hall: Hall) -> None:
    table = hall.table("table-1")
    online = hall.broker.client("director", Topics("cup").of_table("table-1", "online")).connected()
    assert table.bridge.stop() == 0
    while '\\"is_online\\":false' not in online.hear()[1].decode():
        pass
    online.broker.stop()


def test_no_password_and_no_seed_is_in_logs_or_command_lines(hall: Hall) -> None:
    table = hall.table("table-1")
    hall.direct("open 1")
    table.begin("First round")
    processes = (hall.director, table.bridge, table.game)
    said = [Path(f"/proc/{one.process.pid}/{name}").read_text("utf-8") for one in processes for name in ("cmdline",)]
    said += [one.log.read_text("utf-8") for one in processes]
    kept = json.loads((hall.folder / "1" / "club" / "club.json").read_text("utf-8"))
    hidden = [kept["password"], kept["seed"], PASSWORDS["director"]]
    assert [text for text in said if any(secret in text for secret in hidden)] == []
    assert oct((hall.folder / "1" / "club" / "club.json").stat().st_mode)[-3:] == "600"


@pytest.mark.slow
def test_six_boxes_play_a_round(hall: Hall) -> None:
    tables = [hall.table(name) for name in MANY]
    hall.direct("open 1")
    for table in tables:
        table.begin("First round")
    code = tables[0].play_out()
    for number, table in enumerate(tables[1:], 1):
        table.play(*WRONG[: number - 1], code)
    hall.wait_for_standings(6)
    wanted = [(str(place), f"table-{place + 1}", "1", str(place)) for place in range(1, 6)]
    assert hall.results() == [*wanted, ("6", "table-1", "0", "13")]
