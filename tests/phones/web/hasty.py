"""The program with a web process that lets everybody ask a thousand times as often, and writes down what it relays.

Two phones of the tests have one address, and play faster than people. All that pages get of the match comes from the
messages in the file ``RECORD``, one a line: those of the game and those of the phones.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.__main__ import main
from companion.front_ends.table_line import Message, TableLine
from companion.phones.web import serve, server
from companion.phones.web.guard import Limit

TIMES = 1000
RECORD = "record"


def _limit(rate: float, burst: int, times: int, now: Callable[[], float]) -> Limit:
    return Limit(TIMES * rate, TIMES * burst, times, now)


class RecordedLine(TableLine):
    """A line that writes down what passes."""

    def send(self, **message: object) -> bool:
        _write(json.dumps(message))
        return super().send(**message)

    def receive(self) -> Iterator[Message]:
        for message in super().receive():
            _write(message.text)
            yield message


def _write(line: str) -> None:
    with Path(os.environ["XDG_RUNTIME_DIR"], RECORD).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


if __name__ == "__main__":
    setattr(server, "Limit", _limit)  # noqa: B010
    setattr(serve, "TableLine", RecordedLine)  # noqa: B010
    sys.exit(main())
