"""A table socket whose loop runs when a test says so, and to which phones may be invited."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue

from companion.front_ends.service import Extension
from companion.phones.desk import PhoneDesk
from companion.phones.phone_line import PhoneLine
from companion.phones.phone_store import PhoneStore
from companion.phones.port import PhonesSeen
from tests.front_ends.tables import Table as PlainTable
from tests.support.front_end import PATIENCE_S


class Table(PlainTable):
    """A table socket with a loop that runs when the test says so; phones may be invited."""

    def __init__(self, folder: Path, may_move: bool) -> None:
        self.changes: SimpleQueue[PhonesSeen] = SimpleQueue()
        self.store = PhoneStore(folder / "state" / "phones.json")
        super().__init__(folder, may_move)

    def extensions(self) -> Sequence[Extension]:
        """Return the messages about phones, with a new desk."""
        self.desk = PhoneDesk(self.store, self.folder, lambda: self.changes.put(self.desk.seen))
        self.line = PhoneLine(self.desk)
        return [self.line]

    def seen(self, **wanted: object) -> PhonesSeen:
        """Wait until the screens know of phones what is *wanted*, and return all that they know."""
        while True:
            seen = self.changes.get(timeout=PATIENCE_S)
            if all(getattr(seen, name) == value for name, value in wanted.items()):
                return seen
