"""Whether the record of an honest match is true with any clock of the box, and whether a player's time is true."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.errors import CompanionError
from companion.games.contract import CHANCE
from companion.match.archive import EntryKind
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from companion.storage.deferred_journal import DeferredJournal
from companion.storage.journal import open_for_reading
from tests.support.flow import CATALOGUE
from tests.support.opened import open_journal
from tests.support.paper import PaperArchive, environment
from tools.bench.fake_pi import COMMAND
from tools.bench.finger import PAUSE_S, PRESS_S
from tools.bench.measure import environment as surroundings

MATCHES = 200
MOVES = 40
YEARS = (1969, 1970, 1999, 2000, 2026, 2038, 2099, 2100, 2150, 9998)
KEYS = ("mini", "mastermind", "coda")
"""The record of a match of Passcode that goes on cannot be checked: it leaves out cards."""


def clock_false(matches: int = MATCHES) -> float:
    """Return how many of *matches*, during which the clock jumps, have a record that is refused.

    Raises ``ValueError`` if fewer than ``MATCHES`` were played, or if matches had no moves.
    """
    false = moves = 0
    for seed in range(matches):
        random = Random(seed)

        def stamp(random: Random = random) -> str:
            return f"{random.choice(YEARS)}-{random.randrange(12) + 1:02}-05T{random.randrange(24):02}:59:59Z"

        world = replace(environment(PaperArchive(), seed), stamp=stamp)
        session = Session.begin(CATALOGUE[KEYS[seed % len(KEYS)]], {}, ("Anna", "Ben"), world)
        for _ in range(MOVES):
            with suppress(CompanionError):
                if session.player_to_move == CHANCE:
                    session.draw()
                elif texts := [*session.offerer()(session.player_to_move or 0)][:400]:
                    session.play(session.read(random.choice(texts)))
        record = read_record(write_record(session.record()))
        moves += len(record.plies)
        try:
            check_record(record, session.game)
        except CompanionError:
            false += 1
    if matches < MATCHES or moves < MATCHES:
        raise ValueError(f"expected {MATCHES} matches with moves, got {matches} with {moves} in all")
    return float(false)


STOPS = 10
TO_THE_ROW = ("OK", "OK")
"""Go on with the match, and from the page that names the player to the first row."""


def clock_drift_ms() -> float:
    """Return how far the time of a player is at most from what this process measured, over ten clean stops of a box.

    Raises ``ValueError`` if after one of ten kills more time is charged than was used.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal.db")
        _begin(journal)
        # The first start in a new checkout compiles modules, which takes time.
        _think(folder, 0.0, signal.SIGTERM)
        drift, random = 0.0, Random(STOPS)
        for end in (signal.SIGTERM, signal.SIGKILL) * STOPS:
            before = _charged_s(journal)
            used = _think(folder, 0.5 + random.random(), end)
            charged = _charged_s(journal) - before
            if end is signal.SIGTERM:
                drift = max(drift, abs(charged - used))
            elif charged > used + 0.05:
                raise ValueError(
                    f"expected at most the {used:.3f} s used to be charged after a kill, got {charged:.3f}"
                )
    return 1000 * drift


def _begin(journal: Path) -> None:
    """Write a match with a time limit, whose code is set, into *journal*."""
    opened, _ = open_journal(journal, datetime.now(UTC))
    with closing(DeferredJournal(lambda report: opened)) as archive:
        world = replace(environment(PaperArchive()), archive=archive)
        Session.begin(CATALOGUE["mastermind"], {"time": "600+10"}, ("Anna",), world).draw()


def _think(folder: str, seconds: float, end: signal.Signals) -> float:
    """Have a player think about a row of the match in *folder*, *end* the box, and return for how long it was."""
    command = [*COMMAND, folder, "rest", *TO_THE_ROW]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings()) as process:
        try:
            if process.stdout is None or process.stdout.readline() != "resting\n":
                raise RuntimeError(f"expected a box at rest, got exit code {process.wait()}, from {command}")
            # The row is shown while the last key is still down.
            began = time.monotonic() - PRESS_S - PAUSE_S
            time.sleep(seconds)
            used = time.monotonic() - began
            os.kill(process.pid, end)
        except BaseException:
            process.kill()
            raise
    return used


def _charged_s(journal: Path) -> float:
    """Return the seconds that the last line about a time in *journal* charges to the player."""
    with closing(open_for_reading(journal)) as archive:
        _, entries = archive.read(1)
    times = [float(entry.text.split()[1]) for entry in entries if entry.deed is EntryKind.CLOCK]
    return times[-1] if times else 0.0
