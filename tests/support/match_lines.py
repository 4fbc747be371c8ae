"""A match to write down, and a journal with which nothing is wrong, for the tests of the journal."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from companion.games.secret import Secret
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.storage.journal import Journal
from tests.support.opened import open_journal

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
HEADING = MatchHeader("pegs", (("edition", "mastermind"), ("rows", "12")), ("Ada", "Zoé"), "2026-03-04T05:06:07Z")
CODE = LogEntry(EntryKind.PLAY, "code", Secret("code RGBY"), Secret("c0ffee"), "2026-03-04T05:06:08Z")
GUESS = LogEntry(EntryKind.PLAY, "guess RRGG", at="2026-03-04T05:06:09Z")
MANY = tuple(LogEntry(EntryKind.PLAY, f"{number} " + "x" * 1000) for number in range(400))


def opened(path: Path) -> Journal:
    """Open a journal, and see that nothing is told."""
    journal, reports = open_journal(path, NOW)
    if reports:
        raise reports[0]
    return journal


def revealed(entries: tuple[LogEntry, ...]) -> list[str]:
    """Every secret in *entries*: they are kept out of every text, but are they right?"""
    return [each.reveal() for entry in entries for each in (entry.hidden, entry.nonce) if each]


@contextmanager
def as_somebody() -> Iterator[None]:
    """Be somebody whom the modes of files hold for, even where the tests are run by root."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond *size* bytes, as on a card that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
