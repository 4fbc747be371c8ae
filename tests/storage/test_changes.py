"""Changes of names, results and matches in the journal, against an own count, faults, copies and older journals."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.config.names import person
from companion.errors import JournalLost
from companion.match.archive import MatchHeader, MatchSummary
from companion.match.backup import check, finish, load, save
from companion.match.changes import (
    ChangeRefused,
    correct_player,
    correct_winners,
    delete_match,
    delete_player,
    names_now,
    people,
    rename,
)
from companion.match.result import winners_in
from companion.storage.copies import copy_of
from companion.storage.journal import Journal, in_memory, open_for_reading, open_for_writing
from companion.storage.salvage import rows_in
from companion.storage.schema import VERSION
from tests.support.match_lines import GUESS, NOW, opened

NAMES = ("Anna", "Ben", "Cleo", "Zoé", "Player 1", "Player 2", "Émile")
STEPS = 500
SEEDS = 3


def add(journal: Journal, *players: str, scores: tuple[int, ...] = (4, 3), best: int = 0) -> int:
    number = journal.begin(MatchHeader("mini", (), players, "2026-01-02T12:00:00Z"))
    told = ", ".join(f"{name} {score}" for name, score in zip(players, scores, strict=True))
    journal.append(number, [GUESS], f"{told}: {players[best]} wins")
    return number


def reopened(path: Path) -> Journal:
    return open_for_writing(path, NOW, lambda report: None)


def seen(journal: Journal) -> list[tuple[int, tuple[str, ...], str | None]]:
    return [(each.number, each.header.players, each.result) for each in journal.matches()]


@dataclass
class Counted:
    """A match as this test counts it: who has each seat, None for a deleted player, and the seats that won."""

    seats: list[str | None]
    won: set[int]

    def people(self) -> set[str]:
        return {person(name) for name in self.seats if name is not None}


class Count:
    """The matches by number, changed step by step."""

    def __init__(self) -> None:
        self.matches: dict[int, Counted] = {}

    def rename(self, old: str, new: str) -> bool:
        both = {person(old), person(new)}
        if len(both) == 2 and any(both <= match.people() for match in self.matches.values()):
            return False
        for match in self.matches.values():
            match.seats = [(new or None) if name and person(name) == person(old) else name for name in match.seats]
        return True

    def played(self, name: str) -> set[int]:
        return {number for number, match in self.matches.items() if person(name) in match.people()}

    def won(self, name: str) -> set[int]:
        places = ((number, match, seat) for number, match in self.matches.items() for seat in match.won)
        return {number for number, match, seat in places if (match.seats[seat] or "").casefold() == name.casefold()}


def step(journal: Journal, count: Count, random: Random) -> None:
    """Do one random thing in both."""
    names = [name for match in count.matches.values() for name in match.seats if name is not None]
    kind = random.randrange(7)
    number = random.choice([*count.matches, 0])
    if kind < 2 or not names:
        players = random.sample(NAMES, 2)
        best = random.randrange(2)
        count.matches[add(journal, *players, best=best)] = Counted([*players], {best})
    elif kind in (2, 3):
        old, new = random.choice(names), random.choice(NAMES[:4])
        if random.random() < 0.2:
            delete_player(journal, old)
            count.rename(old, "")
        elif count.rename(old, new):
            assert rename(journal, old, new) == new
        else:
            with pytest.raises(ChangeRefused, match="in the same match"):
                rename(journal, old, new)
    elif number == 0:
        with pytest.raises(ChangeRefused, match="expected the number of a match"):
            delete_match(journal, 10_000)
    elif kind == 4:
        won = {random.randrange(2)} if random.random() < 0.8 else {0, 1}
        correct_winners(journal, number, sorted(won))
        count.matches[number].won = won
    elif kind == 5:
        seat, name = random.randrange(2), random.choice(NAMES[:4])
        correct_player(journal, number, seat, name)
        seats = count.matches[number].seats
        other = 1 - seat
        if seats[other] is not None and person(str(seats[other])) == person(name):
            seats[other] = seats[seat]
        seats[seat] = name
    else:
        delete_match(journal, number)
        del count.matches[number]


def agree(journal: Journal, count: Count) -> None:
    found = {match.number: match for match in journal.matches()}
    assert [*journal.played_numbers()] == sorted(count.matches, reverse=True) == [*found]
    for number, match in count.matches.items():
        summary = journal.read(number)[0]
        assert found[number] == summary == journal.summary(number)
        assert summary.gone == {seat for seat, name in enumerate(match.seats) if name is None}
        players = summary.header.players
        assert [name for seat, name in enumerate(players) if seat not in summary.gone] == [
            name for name in match.seats if name is not None
        ]
        assert len({*map(person, players)}) == 2
        assert winners_in(summary.result or "", players) == {players[seat] for seat in match.won}
    names = {name for match in count.matches.values() for name in match.people()}
    assert {person(name) for name in people(journal)} == names
    newest = journal.newest()
    assert (None if newest is None else newest.number) == max(count.matches, default=None)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_changes_are_those_of_an_own_count(path: Path, seed: int) -> None:
    random, count = Random(seed), Count()
    with closing(opened(path)) as journal:
        recorded = []
        for place in range(STEPS):
            step(journal, count, random)
            if place % 25 == 0:
                agree(journal, count)
        agree(journal, count)
        recorded = [journal.as_recorded().read(number) for number in range(1, len(seen(journal.as_recorded())) + 1)]
        # No row was rewritten: each match as it was played is still there.
        assert all(winners_in(match.result or "", match.header.players) for match, _ in recorded)
    with closing(opened(path)) as again:
        agree(again, count)
        assert list(again.check()) == []


def test_name_of_a_later_match_is_another_player(journal: Journal) -> None:
    add(journal, "Anna", "Ben")
    rename(journal, "Anna", "Bella")
    add(journal, "Anna", "Ben")
    assert [players for _, players, _ in seen(journal)] == [("Anna", "Ben"), ("Bella", "Ben")]
    assert people(journal) == ["Anna", "Ben", "Bella"]


@pytest.mark.parametrize("name", ["", "Wilhelminas Best", "Joueur 1", "\u202eAnna"])
def test_new_name_keeps_to_the_rule_for_names(journal: Journal, name: str) -> None:
    add(journal, "Anna", "Ben")
    with pytest.raises(ValueError, match="expected"):
        rename(journal, "Anna", name)
    assert journal.changes() == ()


def test_match_that_goes_on_is_not_corrected(journal: Journal) -> None:
    number = journal.begin(MatchHeader("mini", (), ("Anna", "Ben"), "2026-01-02T12:00:00Z"))
    with pytest.raises(ChangeRefused, match="a match that has ended"):
        delete_match(journal, number)


def test_match_given_up_has_no_winner_to_correct(journal: Journal) -> None:
    number = journal.begin(MatchHeader("mini", (), ("Anna", "Ben"), "2026-01-02T12:00:00Z"))
    journal.give_up(number)
    with pytest.raises(ChangeRefused, match="a match with scores"):
        correct_winners(journal, number, [0])


def test_known_names_follow_the_changes_since_the_newest_match(journal: Journal) -> None:
    add(journal, "Anna", "Ben")
    rename(journal, "Anna", "Bella")
    delete_player(journal, "Ben")
    assert names_now(["ANNA", "Ben", "Zoe", "Bella"], journal.changes(), 1) == ["Bella", "Zoe"]
    assert names_now(["Anna", "Ben"], journal.changes(), 2) == ["Anna", "Ben"]


# What survives


def changed(path: Path) -> list[tuple[int, tuple[str, ...], str | None]]:
    """Return what the journal at *path* shows after a change of each kind."""
    with closing(opened(path)) as journal:
        for _ in range(3):
            add(journal, "Anna", "Ben")
        add(journal, "Cleo", "Zoe")
        rename(journal, "Anna", "Bella")
        delete_player(journal, "Ben")
        correct_winners(journal, 2, [1])
        correct_player(journal, 1, 0, "Émile")
        delete_match(journal, 3)
        return seen(journal)


EXPECTED = [
    (4, ("Cleo", "Zoe"), "Cleo 4, Zoe 3: Cleo wins"),
    (2, ("Bella", "Player 2"), "Bella 4, Player 2 3: Player 2 wins"),
    (1, ("Émile", "Player 2"), "Émile 4, Player 2 3: Émile wins"),
]


def test_changes_are_read_again(path: Path) -> None:
    assert changed(path) == EXPECTED
    with closing(open_for_reading(path)) as journal:
        assert seen(journal) == EXPECTED
        with pytest.raises(KeyError):
            journal.read(3)


def test_copy_brings_no_deleted_match_and_no_old_name_back(path: Path) -> None:
    changed(path)
    for file in path.parent.glob("journal.db*"):
        file.unlink()
    with closing(reopened(path)) as journal:
        assert seen(journal) == EXPECTED


def test_salvage_brings_no_deleted_match_and_no_old_name_back(path: Path, tmp_path: Path) -> None:
    changed(path)
    with closing(in_memory()) as journal:
        journal.take_in(rows_in(path))
        assert seen(journal) == EXPECTED


def test_journal_that_lost_its_changes_alone_is_noticed_and_gets_them_back(path: Path) -> None:
    with closing(opened(path)) as journal:
        add(journal, "Anna", "Ben")
    before = path.with_suffix(".before")
    shutil.copy(path, before)
    with closing(opened(path)) as journal:
        delete_match(journal, 1)
    shutil.copy(before, path)
    with closing(open_for_reading(path)) as journal:
        assert isinstance(journal.loss, JournalLost)
    with closing(reopened(path)) as journal:
        assert seen(journal) == []


def test_damaged_change_is_told_and_comes_back_from_the_copy(path: Path) -> None:
    changed(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE changes SET new = 'Eve' WHERE id = 1")
    with closing(opened(path)) as journal:
        assert [str(found) for found in journal.check()] == [
            "expected change 1 as it was written, got none or another"
        ]
        assert journal.read(2)[0].header.players[0] == "Anna"
        journal.mend([])
        assert (list(journal.check()), seen(journal)) == ([], EXPECTED)


def test_copy_that_lacks_the_changes_is_completed(path: Path) -> None:
    changed(path)
    copy_of(path).unlink()
    with closing(opened(path)) as journal:
        journal.complete(copy_of(path))
    with closing(in_memory()) as fresh:
        fresh.take_copies(copy_of(path))
        assert seen(fresh) == EXPECTED


def test_journal_of_the_version_before_is_read_and_brought_up(path: Path) -> None:
    with closing(opened(path)) as journal:
        add(journal, "Anna", "Ben")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE changes")
        db.execute(f"PRAGMA user_version = {VERSION - 1}")
    with closing(open_for_reading(path)) as journal:
        assert (seen(journal), list(journal.changes()), list(journal.check())) == (
            [(1, ("Anna", "Ben"), "Anna 4, Ben 3: Anna wins")],
            [],
            [],
        )
    with closing(opened(path)) as journal:
        rename(journal, "Anna", "Bella")
        assert seen(journal) == [(1, ("Bella", "Ben"), "Bella 4, Ben 3: Bella wins")]


def test_backup_has_the_names_of_today_and_no_deleted_match(path: Path, tmp_path: Path) -> None:
    changed(path)
    file = tmp_path / "one.backup"
    with closing(opened(path)) as journal, closing(in_memory()) as other:
        finish(save(journal, (), (), file, "2026-01-02T12:00:00Z"))
        assert finish(load(other, finish(check(file)))).added == 3
        assert [each[1:] for each in seen(other)] == [each[1:] for each in EXPECTED]
        assert [each.gone for each in other.matches()] == [frozenset(), {1}, {1}]
        # The matches are known as they were recorded, and the same again adds nothing.
        assert finish(load(journal, finish(check(file)))).known == 3
        assert seen(journal) == EXPECTED


def test_backup_from_before_brings_no_deleted_match_back(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "one.backup"
    with closing(opened(path)) as journal:
        for _ in range(2):
            add(journal, "Anna", "Ben")
        finish(save(journal, (), (), file, "2026-01-02T12:00:00Z"))
        delete_match(journal, 2)
        rename(journal, "Anna", "Bella")
        assert finish(load(journal, finish(check(file)))).known == 2
        assert [players for _, players, _ in seen(journal)] == [("Bella", "Ben")]


# Killed in the middle

KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from companion.match import changes
from companion.storage.journal import open_for_writing
journal = open_for_writing(Path(sys.argv[1]), datetime.now(UTC), print)
left = int(sys.argv[2])
def traced(statement):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
journal._db.set_trace_callback(traced)
CHANGES
os.write(1, b"done")
"""
ONE_OF_EACH = (
    "changes.rename(journal, 'Anna', 'Bella')",
    "changes.rename(journal, 'Anna', 'Zoe')",
    "changes.delete_player(journal, 'Anna')",
    "changes.correct_winners(journal, 1, [1])",
    "changes.correct_player(journal, 1, 0, 'Zoe')",
    "changes.delete_match(journal, 1)",
)


def killed_at_each_statement(path: Path, change: str) -> Iterator[tuple[bool, list[MatchSummary]]]:
    """Yield whether *change* was acknowledged before the kill, and the matches that the journal then has."""
    with closing(opened(path)) as journal:
        add(journal, "Anna", "Ben")
    for left in range(40):
        for file in path.parent.parent.glob("killed*"):
            shutil.rmtree(file)
        folder = path.parent.parent / f"killed-{left}"
        shutil.copytree(path.parent, folder)
        program = KILLED.replace("CHANGES", change)
        run = subprocess.run(
            [sys.executable, "-c", program, str(folder / path.name), str(left)],
            stdout=subprocess.PIPE,
            check=False,
            env=os.environ,
        )
        with closing(reopened(folder / path.name)) as journal:
            assert list(journal.check()) == []
            yield run.stdout == b"done", list(journal.matches())
        if run.returncode == 0:
            return
        assert run.returncode == -signal.SIGKILL


@pytest.mark.parametrize("change", ONE_OF_EACH)
def test_change_that_is_killed_is_made_wholly_or_not_at_all(path: Path, change: str) -> None:
    results = list(killed_at_each_statement(path, change))
    before, after = results[0][1], results[-1][1]
    assert before != after
    assert len(results) > 3
    assert all(matches in (before, after) for _, matches in results)
    assert [is_done for is_done, _ in results] == [False] * (len(results) - 1) + [True]
