"""The command that directs an event: it follows the times of the event's file, and what its organiser types."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from companion.club.broker import Broker, Connected, Lost, Received, Stopped
from companion.club.director import Director, ToPublish
from companion.club.director_store import DirectorStore
from companion.club.event import EventPlan, read_event
from companion.club.messages import ROOT
from companion.club.results import write_results
from companion.config.paths import find_paths
from companion.config.untrusted import brief
from companion.errors import CompanionError, TextUnreadable
from companion.match.catalogue import load_catalogue

HELP = """open N         open round N: its code goes to all tables
end N          end round N
slip N TABLE   print ten letters that open round N at this table, also where it has no network then
tables         who is there, what they play, and what is still out
standings      who leads
results        write results.csv, results.json and records.txt
revoke TABLE   take nothing more from a box whose key was stolen or doubled
close          close the event if all results have come: later ones are not counted
close anyway   close it without the results that are still out
forget         after that: delete all results here, and have each box ask its table to delete them, with the names
quit           leave; the event goes on, and so does this command when it is started again"""
LOOK_S = 60.0
"""How long the director waits for a time at most: the clock may be set meanwhile."""
AT_ONCE = 256
"""How many messages are written to the disk together."""


class OrganiserLine(NamedTuple):
    """A line that the organiser has typed; None at the end of the input."""

    line: str | None


def direct(options: argparse.Namespace, password: str) -> int:
    """Direct the event in a file until *quit*, the end of the input, or a signal; return the exit status.

    Raises ``ClubFailed`` for a file that is wrong, and for a journal that cannot be written.
    """
    catalogue = load_catalogue(find_paths(os.environ, Path.home(), None).state / "editions")
    plan = read_event(options.event, catalogue.__getitem__)
    folder = options.folder or options.event.parent / plan.key
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = DirectorStore(folder / "event.db", plan.key)
    broker = Broker(options.broker, options.user, password, options.ca, options.pin or None)
    try:
        console = _Console(Director(plan, store, catalogue.__getitem__), store, plan, folder, broker)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: broker.received.put(Stopped()))
        Thread(target=_read, args=(sys.stdin, broker.received), daemon=True).start()
        broker.start([f"{ROOT}/{plan.key}/table/+/+"])
        print(f"{plan.title}: {len(plan.rounds)} rounds. help lists what can be typed.", flush=True)
        return console.run()
    finally:
        broker.stop()
        store.close()


def _read(lines: Iterable[str], received: SimpleQueue[object]) -> None:
    for line in lines:
        received.put(OrganiserLine(line.strip()))
    received.put(OrganiserLine(None))


class _Console:
    """The loop of the director: the broker, the clock and the keyboard."""

    def __init__(
        self, director: Director, store: DirectorStore, plan: EventPlan, folder: Path, broker: Broker
    ) -> None:
        self._director = director
        self._store = store
        self._plan = plan
        self._folder = folder
        self._broker = broker
        self._acts: dict[str, Callable[[str], None]] = {
            "open": lambda number: self._publish(director.open_round(_number(number))),
            "end": lambda number: self._publish(director.end_round(_number(number))),
            "close": self._close,
            "forget": lambda _: self._publish(director.forget()),
            "revoke": lambda table: self._publish(director.revoke(table)),
            "slip": self._slip,
            "tables": lambda _: self._tables(),
            "standings": lambda _: self._standings(),
            "results": lambda _: self._results(),
            "help": lambda _: _say(HELP),
        }

    def run(self) -> int:
        while True:
            self._publish(self._director.due(_now()))
            # In the order in which they came: a result that is there before the event is closed counts.
            for kind, found in groupby(self._found(), type):
                if kind is Received:
                    self._publish(self._director.take([(one.topic, one.payload) for one in found]))
                elif not all(map(self._follow, found)):
                    return 0
                for warning in self._director.warnings:
                    _say(warning)
                self._director.warnings.clear()

    def _follow(self, found: object) -> bool:
        """Follow what is no message of a table; return whether the director goes on."""
        match found:
            case Connected():
                _say("The broker is reached.")
                self._publish(self._director.everything())
            case Lost(reason):
                _say(f"No broker: {reason}")
            case OrganiserLine(None) | OrganiserLine("quit") | Stopped():
                return False
            case OrganiserLine(str() as line) if line:
                self._do(line)
        return True

    def _found(self) -> Iterable[Any]:
        """Yield what has come, up to ``AT_ONCE``; wait for the first one until the next round opens or ends."""
        at = self._director.next_time()
        try:
            yield self._broker.received.get(timeout=min(_seconds_until(at), LOOK_S) if at else None)
            for _ in range(AT_ONCE - 1):
                yield self._broker.received.get_nowait()
        except Empty:
            return

    def _publish(self, messages: Iterable[ToPublish]) -> None:
        for topic, payload, is_retained in messages:
            self._broker.publish(topic, payload, is_retained)

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        act = self._acts.get(word)
        try:
            if act is None:
                raise TextUnreadable(f"expected {', '.join(self._acts)} or quit, got {word!r}")
            act(rest.strip())
            _say(f"done: {line}")
        except CompanionError as error:
            _say(str(error))

    def _close(self, how: str) -> None:
        if how not in ("", "anyway"):
            raise TextUnreadable(f"expected close or close anyway, got {brief(f'close {how}')}")
        self._publish(self._director.close(is_complete=not how))

    def _slip(self, rest: str) -> None:
        number, _, table = rest.partition(" ")
        letters, message = self._director.slip(_number(number), table.strip())
        self._publish([message])
        _say(f"{table.strip()}, round {number}: {letters[:5]} {letters[5:]}")

    def _tables(self) -> None:
        if self._store.status == "forgotten":
            for table in self._director.tables:
                _say(f"{table}: {'has deleted it' if table in self._director.forgotten else 'has not deleted it yet'}")
            return
        for table, seen in sorted(self._director.seen.items()):
            shown = seen.shown
            plays = f"plays round {shown.round}, rows: {shown.rows}" if shown.round else "plays no round"
            _say(
                f"{table}: {plays if seen.is_online else 'away'}; sent: {', '.join(map(str, shown.done)) or 'nothing'}"
            )
        for table, number in self._director.out():
            _say(f"{table}: round {number} is still out")

    def _standings(self) -> None:
        for line in self._director.lines():
            _say(f"{line.place}. {line.table}: solved {line.solved}, rows {line.rows}, {line.seconds} s")

    def _results(self) -> None:
        # The files of earlier are the organiser's.
        self._director.require_kept()
        for path in write_results(self._folder, self._plan, self._store.results(), self._store.record_of):
            _say(str(path))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise TextUnreadable(f"expected the number of a round, got {text!r}")
    return int(text)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seconds_until(at: str) -> float:
    return max(0.0, (datetime.fromisoformat(at) - datetime.now(UTC)).total_seconds())


def _say(text: str) -> None:
    print(text, flush=True)
