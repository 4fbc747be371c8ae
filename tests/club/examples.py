"""The worked examples of results in docs/examples/club; ``python -m tests.club.examples`` writes them again.

Each is an event file, and what tables have played in it: the rows, the seconds and the players.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.club.director import Director
from companion.club.event import read_event
from companion.club.results import write_results
from companion.match.driver import MatchDriver
from companion.match.record import write_record
from companion.match.session import Session
from tests.club.tables import CATALOGUE, Table, challenge, prepared
from tests.support.paper import environment

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "club"
FILES = "results.csv", "results.json"


@dataclass(frozen=True)
class Play:
    """What a table played in a round: its rows, of which the last one may be the code."""

    table: str
    round: int
    rows: str
    seconds: int
    players: tuple[str, ...] = ("Anna",)


CODES = {"autumn-cup": ("RGBY", "OOPR", "G-BB"), "lesson": ("RGB", "YPOG")}
PLAYS: dict[str, Sequence[Play]] = {
    "autumn-cup": (
        Play("leeds", 1, "RROO RGBB RGBY", 95),
        Play("york", 1, "PPOO YBGR RGBY", 95),
        Play("hull", 1, "RGBP RGBY", 210),
        # Its box was in use at two tables: the second match of the round is a conflict.
        Play("hull", 1, "RGBY", 12, ("Ben",)),
        Play("leeds", 2, "ROYG OPOP OOPP OOPR", 400),
        Play("york", 2, "RRRR OOOO PPPP OORP OOPR", 333),
        Play("hull", 2, " ".join(["ROYG"] * 12), 900),
        Play("leeds", 3, "GGBB G-BB", 48),
    ),
    "lesson": (
        Play("table-1", 1, "ROY RYG RGB", 120, ("Ada", "Ben", "Cleo", "Zoé")),
        Play("table-2", 1, "RGO RGB", 150, ("Émile",)),
        Play("table-1", 2, "ROYG YPGO YPOG", 300, ("Ada",)),
        Play("table-2", 2, " ".join(["ROYG"] * 10), 600, ("Émile",)),
    ),
}


def record_of(play: Play, game: str, options: Sequence[tuple[str, str]], line: str, seed: int) -> str:
    """Return the record of *play*; several players play together, and each of them lays all rows."""
    is_together = len(play.players) > 1
    found = CATALOGUE[f"{game}-together" if is_together else game]
    offered = {option.key for option in found.options(len(play.players))}
    chosen = {key: value for key, value in options if key in offered} | {"challenge": line}
    session = Session.begin(found, chosen, play.players, environment(seed=seed))
    driver = MatchDriver(session)
    driver.advance()
    for row in play.rows.split():
        for seat in sorted(session.seats_to_move):
            driver.submit_text(seat, f"{seat + 1} {row}" if is_together else row)
        driver.advance()
    return write_record(session.record())


def write(key: str, journal: Path, folder: Path) -> Director:
    """Play the example *key*, write its results into *folder*, and return its director."""
    plan = read_event(FOLDER / f"{key}.toml", CATALOGUE.__getitem__)
    lines = {
        one.number: challenge(code, one.game, dict(one.options).get("variant", ""))
        for one, code in zip(plan.rounds, CODES[key], strict=True)
    }
    store = prepared(journal, plan, lines)
    director = Director(plan, store, CATALOGUE.__getitem__)
    for one in plan.rounds:
        director.open_round(one.number)
    tables = {play.table: Table(play.table, event=key) for play in PLAYS[key]}
    for seed, play in enumerate(PLAYS[key]):
        planned = plan.rounds[play.round - 1]
        record = record_of(play, planned.game, planned.options, lines[play.round], seed)
        director.take([tables[play.table].says(play.round, record, play.seconds)])
    write_results(folder, plan, store.results(), store.record_of)
    return director


if __name__ == "__main__":
    for key in PLAYS:
        with tempfile.TemporaryDirectory() as folder:
            write(key, Path(folder) / "event.db", Path(folder))
            for name in FILES:
                (FOLDER / f"{key}-{name}").write_bytes((Path(folder) / name).read_bytes())
