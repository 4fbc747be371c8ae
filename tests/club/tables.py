"""Simulated tables of an event: they play records by the rules, sign what they say, and count for themselves.

The count of the standings here is made of the rows that were played, by no code of the director.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from companion.club.director import Director, ToPublish, planned_text
from companion.club.director_store import DirectorStore, KeptRound
from companion.club.event import EventPlan, RoundPlan
from companion.club.keys import TableKey, new_key, seal
from companion.club.messages import (
    EventNews,
    Receipts,
    ShownTable,
    Standings,
    TableOnline,
    TableResult,
    Topics,
    decode,
    encode,
)
from companion.games.challenge import normalize
from companion.games.pegs.challenge import line_of
from companion.games.pegs.edition_game import EditionGame
from companion.match.catalogue import load_catalogue
from companion.match.record import write_record
from companion.match.session import Session
from tests.support.paper import environment

CATALOGUE = load_catalogue(None)
EVENT = "autumn-cup"
TOPICS = Topics(EVENT)
OPTIONS = (("coach", "off"), ("no-undo", "yes"))
CODES = "RGBY", "OOPR", "GGGB"
"""The codes of the rounds."""
WRONG = "PPPO", "YYYO", "OYOY", "YOYO", "PYPY", "YPYP", "OPOP", "POPO", "YYPP", "PPYY"
"""Rows that are none of the codes."""
ROWS = len(WRONG)
"""The rows of a board of Mastermind."""


def challenge(code: str, game: str = "mastermind", variant: str = "") -> str:
    """Return the challenge that names *code* in this variant, or in the first one."""
    found = CATALOGUE[game]
    assert isinstance(found, EditionGame)
    edition = found.edition
    first = next((one for one in edition.variants if one.key == variant), edition.variants[0])
    return normalize(line_of(edition, first, edition.code(code)))


PLAN = EventPlan(
    EVENT,
    "Autumn Cup",
    tuple(RoundPlan(number, f"Round {number}", "mastermind", OPTIONS, "", "") for number in range(1, len(CODES) + 1)),
)


@cache
def record(
    code: str,
    wrong: int,
    game: str = "mastermind",
    options: tuple[tuple[str, str], ...] = OPTIONS,
    players: tuple[str, ...] = ("Anna",),
    is_whole: bool = True,
    seed: int = 0,
) -> str:
    """Return the record of a match of the *code*, found after *wrong* rows, or not at all if that is the board."""
    chosen = {**dict(options), "challenge": challenge(code, game)}
    session = Session.begin(CATALOGUE[game], chosen, players, environment(seed=seed))
    session.draw()
    for row in [*WRONG[:wrong], *([code] if is_whole and wrong < ROWS else [])]:
        session.play(session.read(row))
    return write_record(session.record())


@dataclass
class Table:
    """A table with the name ``name``; ``played`` are its rows and its seconds by round, None for a code not found."""

    name: str
    boot: int = 1
    key: TableKey = field(default_factory=lambda: TableKey(TableKey.new_seed()))
    played: dict[int, tuple[int | None, int]] = field(default_factory=dict)
    event: str = EVENT

    @property
    def instance(self) -> str:
        """What names the present start of the bridge."""
        return f"{self.name} {self.boot}"

    def signed(self, kind: str, message: object) -> tuple[str, bytes]:
        """Return the topic and the payload by which the table says *message*."""
        topic = Topics(self.event).of_table(self.name, kind)
        return topic, self.key.sign(topic, encode(message))

    def says_text(self, kind: str, text: str) -> tuple[str, bytes]:
        """Return *text*, which may be no message, signed as one."""
        topic = Topics(self.event).of_table(self.name, kind)
        return topic, self.key.sign(topic, text.encode())

    def state(self, count: int = 1, **changed: object) -> tuple[str, bytes]:
        """Return a state of the table."""
        fields: dict[str, object] = {
            "boot": self.boot, "count": count, "instance": self.instance, "is_online": True,
            "round": 0, "rows": 0, "done": (), "waiting": (),
        }  # fmt: skip
        return self.signed("state", ShownTable(**{**fields, **changed}))  # type: ignore[arg-type]

    def online(self, is_online: bool) -> tuple[str, bytes]:
        """Return what the bridge, or for it the broker, says of the connection."""
        return self.signed("online", TableOnline(self.boot, self.instance, is_online))

    def says(self, round_: int, text: str, seconds: int = 60, digest: str | None = None) -> tuple[str, bytes]:
        """Return a result with the record *text*."""
        return self.signed("result", TableResult(round_, seconds, digest_of(text) if digest is None else digest, text))

    def plays(self, round_: int, wrong: int, seconds: int = 60) -> tuple[str, bytes]:
        """Play a round with this number of wrong rows, note it, and return the result."""
        self.played[round_] = (wrong + 1 if wrong < ROWS else None), seconds
        return self.says(round_, record(CODES[round_ - 1], wrong), seconds)


def digest_of(text: str) -> str:
    """Return the digest of a record."""
    return sha256(text.encode()).hexdigest()


def own_count(tables: Iterable[Table]) -> list[tuple[int, str, int, int, int, int]]:
    """Return place, table, rounds, codes found, rows and seconds of each table that has played, from its own notes.

    A place is one more than the number of tables that are better: by more codes, then fewer rows, then less time.
    """
    lines = []
    for table in tables:
        if table.played:
            found = [rows for rows, _ in table.played.values() if rows is not None]
            missed = len(table.played) - len(found)
            rows = sum(found) + missed * (ROWS + 1)
            lines.append((table.name, len(table.played), len(found), rows, sum(s for _, s in table.played.values())))
    better = {one[0]: sum((-o[2], o[3], o[4]) < (-one[2], one[3], one[4]) for o in lines) for one in lines}
    return sorted((better[one[0]] + 1, *one) for one in lines)


def told(director: Director) -> list[tuple[int, str, int, int, int, int]]:
    """Return the director's standings in the form of ``own_count``."""
    lines = director.lines()
    return [(line.place, line.table, line.rounds, line.solved, line.rows, line.seconds) for line in lines]


_OPEN: list[DirectorStore] = []


def opened(path: Path, event: str = EVENT) -> DirectorStore:
    """Return the journal in *path*, which is closed after the test."""
    _OPEN.append(DirectorStore(path, event))
    return _OPEN[-1]


def close_journals() -> None:
    """Close what ``opened`` has opened."""
    while _OPEN:
        _OPEN.pop().close()


def prepared(path: Path, plan: EventPlan = PLAN, codes: Mapping[int, str] | None = None) -> DirectorStore:
    """Return a journal in which the codes of the rounds are ``CODES``, so that records can be made once."""
    store = opened(path, plan.key)
    if not store.rounds():
        with store.together():
            for planned in plan.rounds:
                code = (codes or {}).get(planned.number) or challenge(CODES[planned.number - 1], planned.game)
                key = new_key()
                store.add_round(KeptRound(planned.number, planned_text(planned), code, key, seal(key, code), "ahead"))
    return store


def directing(path: Path, plan: EventPlan = PLAN, opened: int = 0) -> Director:
    """Return a director of *plan* with its journal in *path*, and the first *opened* rounds open."""
    director = Director(plan, prepared(path, plan), CATALOGUE.__getitem__)
    for number in range(1, opened + 1):
        director.open_round(number)
    return director


def verdicts(said: list[ToPublish], table: str) -> list[tuple[int, str]]:
    """Return the round and the verdict of each receipt of *table* in *said*."""
    (payload,) = [one.payload for one in said if one.topic == TOPICS.receipt(table)]
    return [(receipt.round, receipt.verdict) for receipt in decode(Receipts, payload).receipts]


def shown(said: list[ToPublish]) -> Standings:
    """Return the standings in *said*."""
    (payload,) = [one.payload for one in said if one.topic == TOPICS.standings]
    return decode(Standings, payload)


def news(director: Director) -> EventNews:
    """Return the news of *director*."""
    return decode(EventNews, director.news().payload)


def killed(path: Path, number: int) -> Path:
    """Return a copy of the journal as a kill leaves it: the file and what SQLite has beside it, not closed."""
    copy = path.with_name(f"killed-{number}.db")
    for end in ("", "-wal"):
        if (found := path.with_name(path.name + end)).exists():
            shutil.copy(found, copy.with_name(copy.name + end))
    return copy


def revived(path: Path) -> Director:
    """Return a new director with the journal in *path*, which draws nothing."""
    return Director(PLAN, opened(path), CATALOGUE.__getitem__)
