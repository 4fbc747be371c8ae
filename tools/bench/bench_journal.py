"""What damage to the journal may do unseen, and what many matches cost at the start."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from random import Random

from companion.errors import CompanionError, JournalFailed
from companion.games.contract import CHANCE
from companion.match.archive import ThrowsDamaged
from companion.match.catalogue import load_catalogue
from companion.match.record import write_record
from companion.match.session import AnySession, Session
from companion.storage.journal import Journal, open_for_reading
from companion.storage.rows import link
from tests.support.match_lines import HEADING
from tests.support.opened import open_journal
from tests.support.paper import PaperArchive, environment
from tests.support.played_matches import fill
from tools.bench.fake_pi import COMMAND
from tools.bench.measure import cpu_s, ratio

FLIPS = 2_000
SEED = 1
PAGE = 4096
# SQLite's kinds of pages in a tree: an inner page has four bytes more in its header.
INNER, LEAVES = (2, 5), (10, 13)
MANY_MATCHES = 100_000
LINES = 10
CATALOGUE = load_catalogue(None)
# Each damaged journal is a file of its own: where there is a file system in memory, on that.
SHM = Path("/dev/shm")  # noqa: S108
PLACE = SHM if os.access(SHM, os.W_OK) else None


@dataclass
class Shown:
    """What a box shows of its journal, by match and of the throws, and whether it said that something is wrong."""

    matches: dict[int, str] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    throws: str = ""
    is_told: bool = False
    is_set_aside: bool = False
    lines: dict[int, int] = field(default_factory=dict)

    def unseen(self, right: Shown) -> int:
        """Count what differs from what is *right* although nothing was said of it."""
        if self.is_told:
            return 0
        numbers = {*self.matches, *right.matches} - self.refused
        changed = sum(self.matches.get(number) != right.matches.get(number) for number in numbers)
        return changed + (self.throws != right.throws)

    def missing(self, right: Shown) -> int:
        """Count the lines of *right* that are in no file any longer: damaged matches and files set aside are kept."""
        if self.is_set_aside:
            return 0
        return sum(
            max(0, lines - self.lines.get(number, 0))
            for number, lines in right.lines.items()
            if number not in self.refused
        )


def shown(path: Path) -> Shown:
    """Start a box on the journal at *path*, let it check everything, and look at all that can be looked at."""
    found = Shown()
    journal, reports = open_journal(path, datetime.now(UTC))
    with closing(journal):
        found.is_told = bool(reports)
        try:
            with closing(open_for_reading(path)) as reader:
                found.is_told |= any(True for _ in reader.check())
            _look_at_all(journal, found)
        except JournalFailed:
            found.is_told = True
    found.is_set_aside = any(path.parent.glob("journal-damaged-*"))
    return found


def _look_at_all(journal: Journal, found: Shown) -> None:
    try:
        found.throws = repr(journal.throws())
    except ThrowsDamaged:
        found.is_told = True
    except ValueError as unreadable:
        # A throw whose proof is right, without the form of one: a change that was not seen.
        found.throws = repr(unreadable)
    for summary in journal.matches():
        if not summary.is_sound:
            found.refused.add(summary.number)
    for number in journal.played_numbers():
        try:
            found.matches[number] = _match(journal, number)
            found.lines[number] = journal.summary(number).entries
        except CompanionError:
            found.refused.add(number)


def _match(journal: Journal, number: int) -> str:
    """Return what the screens and the printed record tell of a match; one that goes on is played to its end."""
    summary, entries = journal.read(number)
    paper = PaperArchive()
    paper.sheets[number], paper.results[number] = (summary.header, [*entries]), summary.result
    # On paper: looking at a match must not change it.
    session = Session.resume(CATALOGUE[summary.header.game], number, environment(paper))
    told = [str(summary), str(session.seals), write_record(session.record()), *map(str, entries)]
    if summary.result is None:
        _solve(session, entries[0].hidden.reveal() if entries[0].hidden else "")
        told += [str(session.opened_seal), write_record(session.record())]
    return "\n".join(told)


def _solve(session: AnySession, code: str) -> None:
    """Guess the *code* that the box keeps, so that it is revealed."""
    if session.player_to_move not in (None, CHANCE):
        session.play(session.game.parse(None, code.removeprefix("code ")))


def used_bytes(content: bytes) -> list[int]:
    """Return the places of all bytes of a database that are in use: not those between cells and their pointers."""
    used = list(range(100))
    for start in range(0, len(content), PAGE):
        head = start + (100 if start == 0 else 0)
        kind, cells = content[head], int.from_bytes(content[head + 3 : head + 5], "big")
        if kind not in (*INNER, *LEAVES):
            used += range(start, start + PAGE)
            continue
        first_cell = int.from_bytes(content[head + 5 : head + 7], "big") or 1 << 16
        pointers = head + (12 if kind in INNER else 8)
        used += [*range(head, pointers + 2 * cells), *range(start + first_cell, start + PAGE)]
    return used


def flips_unseen(flips: int = FLIPS) -> Iterator[tuple[int, int, int]]:
    """Yield, for each single flipped bit, its byte, its place in that, and how much it changed unseen."""
    random = Random(SEED)
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        path = Path(name) / "journal.db"
        journal, _ = open_journal(path, datetime.now(UTC))
        with closing(journal):
            fill(journal)
        content = path.read_bytes()
        right = shown(path)
        if right.is_told or right.refused or len(right.matches) != 11:
            raise RuntimeError(f"expected a sound journal of 11 matches, got {right!r}")
        places = used_bytes(content)
        for _ in range(flips):
            byte, bit = random.choice(places), random.randrange(8)
            changed = bytearray(content)
            changed[byte] ^= 1 << bit
            with tempfile.TemporaryDirectory(dir=PLACE) as other:
                damaged = Path(other) / "journal.db"
                damaged.write_bytes(changed)
                yield byte, bit, shown(damaged).unseen(right)


def journal_flips_unseen() -> float:
    """Return how much of matches and throws 2,000 flipped bits changed without a word."""
    return sum(unseen for _, _, unseen in flips_unseen())


@dataclass(frozen=True, slots=True)
class CutOff:
    """The files that a box leaves when its power is cut, and what it may show of them: one of *right*."""

    files: dict[str, bytes]
    right: tuple[Shown, ...]

    def flipped(self, random: Random) -> tuple[str, int, int]:
        """Return a file of SQLite, a byte of it and a bit, each of the files as likely as the others."""
        name = random.choice(sorted(name for name in self.files if "known" not in name))
        content = self.files[name]
        places = used_bytes(content) if name == "journal.db" else range(len(content))
        return name, random.choice(places), random.randrange(8)

    def shown(self, flip: tuple[str, int, int] | None = None) -> Shown:
        """Start a box on the files, with one bit flipped."""
        with tempfile.TemporaryDirectory(dir=PLACE) as folder:
            for name, content in self.files.items():
                changed = bytearray(content)
                if flip is not None and flip[0] == name:
                    changed[flip[1]] ^= 1 << flip[2]
                Path(folder, name).write_bytes(changed)
            return shown(Path(folder, "journal.db"))


def _files(folder: Path) -> dict[str, bytes]:
    found = {file.name: file.read_bytes() for file in folder.iterdir()}
    return {name: content for name, content in found.items() if content}


def cut_off() -> tuple[CutOff, ...]:
    """Play an evening and cut the box off, without closing its journal.

    Once after its last move; and twice in that move, which was then not shown yet: when the log is on the card, before
    its pages are copied into the database, and when the first half of them is.
    """
    with tempfile.TemporaryDirectory(dir=PLACE) as name:
        journal, _ = open_journal(Path(name, "journal.db"), datetime.now(UTC))
        with closing(journal):
            fill(journal)
            before = _files(Path(name))
            running = journal.played_numbers()[0]
            # The last row again, which may be played and does not solve the code.
            journal.append(running, journal.read(running)[1][-1:], None)
            after = _files(Path(name))
    old, new = before["journal.db"], after["journal.db"]
    old += bytes(len(new) - len(old))
    changed = [at for at in range(0, len(new), PAGE) if old[at : at + PAGE] != new[at : at + PAGE]]
    half = bytearray(old)
    for at in changed[: len(changed) // 2]:
        half[at : at + PAGE] = new[at : at + PAGE]
    earlier, later = CutOff(before, ()).shown(), CutOff(after, ()).shown()
    halfway = after | {"journal.db": bytes(half)}
    return (
        CutOff(after, (later,)),
        CutOff(after | {"journal.db": before["journal.db"]}, (earlier, later)),
        CutOff(halfway, (earlier, later)),
    )


def log_flips(flips: int = FLIPS) -> Iterator[tuple[str, int, int]]:
    """Yield, for each flipped bit in what a cut-off box leaves, its file, the changes unseen and the lines missing."""
    random = Random(SEED)
    states = cut_off()
    for state in states:
        found = state.shown()
        if found.is_told or found.refused or found.matches not in [each.matches for each in state.right]:
            raise RuntimeError(f"expected a sound journal of a cut-off box, got refused {found.refused}")
    for place in range(flips):
        state = states[place % len(states)]
        flip = state.flipped(random)
        found = state.shown(flip)
        unseen = min(found.unseen(right) for right in state.right)
        yield flip[0], unseen, max(found.missing(right) for right in state.right)


def wal_flips_unseen() -> float:
    """Return how much of an evening 2,000 flipped bits changed without a word.

    Raises ``RuntimeError`` if one of them made more than one move disappear.
    """
    found = [*log_flips()]
    unseen, missing = sum(each[1] for each in found), max(each[2] for each in found)
    if missing > 1:
        raise RuntimeError(f"expected at most 1 move missing after a flip, got {missing}, with {unseen} unseen")
    return unseen


def write_many(path: Path, matches: int = MANY_MATCHES, lines: int = LINES) -> None:
    """Write a journal of many finished matches, faster than by a commit for each.

    Each row has the number of its match in angle brackets, by which it is found on its page.
    """
    journal, reports = open_journal(path, datetime.now(UTC))
    if reports:
        raise reports[0]
    journal.close()
    header = (HEADING.game, json.dumps(HEADING.options), json.dumps(HEADING.players), HEADING.begun)
    with closing(sqlite3.connect(path)) as db, db:
        for number in range(1, matches + 1):
            tip = genesis = link(None, number, *header)
            mark = f"<{number}>"
            line = ("play", mark, None, None, HEADING.begun, None)
            for seq in range(1, lines + 1):
                tip = link(tip, number, seq, *line)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (number, seq, *line, tip))
            proof = link(genesis, mark, lines, tip)
            row = (number, *header, mark, lines, tip, proof)
            db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)


def start_100k_ratio() -> float:
    """Return the processor time to the first frame with 100,000 matches, over that with none."""
    with tempfile.TemporaryDirectory() as many, tempfile.TemporaryDirectory() as none:
        write_many(Path(many) / "journal.db")
        return ratio([*COMMAND, many, "once"], [*COMMAND, none, "once"], cpu_s, pairs=21)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else FLIPS
    for flipped in islice(flips_unseen(wanted), wanted):
        if flipped[2]:
            print(*flipped)
