"""The director of an event: opens its rounds, takes the results of the tables once, and keeps the standings.

It knows no network: it takes messages, and returns those to publish. All that it says follows from its journal, so a
director that was killed goes on where it was.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from companion.club.director_store import DirectorStore, KeptResult, KeptRound
from companion.club.event import EventPlan, RoundPlan
from companion.club.keys import new_key, opened, seal
from companion.club.messages import (
    MESSAGE_MOST,
    EventNews,
    EventRound,
    Receipt,
    Receipts,
    RoundKey,
    ShownTable,
    StandingLine,
    Standings,
    TableOnline,
    TableResult,
    Topics,
    decode,
    encode,
)
from companion.club.standings import TablePlayed, standings
from companion.config.untrusted import brief
from companion.errors import CompanionError, OptionRefused, TextUnreadable
from companion.games.contract import AnyGame, Challenging
from companion.match.record import Record, check_record, read_record

COUNTED, CONFLICT = "counted", "conflict"
CONFLICTS_MOST = 8
"""How many results of a table for one round are kept; further ones are refused."""
log = logging.getLogger(__name__)


class ToPublish(NamedTuple):
    """What the director publishes."""

    topic: str
    payload: bytes
    is_retained: bool = True


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The newest state of a table, and whether it is connected."""

    shown: ShownTable
    is_online: bool


class Director:
    """The director of *plan*, whose journal is *store*; *games* returns the game of a key."""

    def __init__(self, plan: EventPlan, store: DirectorStore, games: Callable[[str], AnyGame]) -> None:
        self._plan = plan
        self._store = store
        self._games = games
        self._topics = Topics(plan.key)
        self.seen: dict[str, TableSeen] = {}
        self.warnings: list[str] = []
        kept = store.rounds()
        with store.together():
            for planned in plan.rounds:
                if planned.number not in kept:
                    store.add_round(self._drawn(planned))
        self._rounds = store.rounds()
        self._seats = store.seats()

    def _drawn(self, planned: RoundPlan) -> KeptRound:
        """Return a round with a code drawn for it."""
        game = self._games(planned.game)
        if not isinstance(game, Challenging):
            raise OptionRefused(f"expected a game with challenges, got {game.key}")
        code, key = game.draw_challenge(dict(planned.options), secrets.randbelow), new_key()
        return KeptRound(planned.number, code, key, seal(key, code), "ahead")

    # What it says

    def everything(self) -> Iterator[ToPublish]:
        """Yield all that is to be known of the event, as after a start."""
        yield self.news()
        yield from (self._key(kept) for kept in self._rounds.values() if kept.status != "ahead")
        yield from map(self._receipts, sorted({result.played.table for result in self._store.results()}))
        yield self.standings()

    def news(self) -> ToPublish:
        """Return the rounds and their envelopes."""
        plan, store = self._plan, self._store
        rounds = tuple(self._told(planned) for planned in plan.rounds)
        news = EventNews(plan.key, plan.title, store.revision, store.status, rounds)
        return ToPublish(self._topics.news, encode(news))

    def _told(self, one: RoundPlan) -> EventRound:
        kept = self._rounds[one.number]
        return EventRound(
            one.number, one.title, one.game, one.options, one.opens, one.ends, kept.status, kept.envelope
        )

    def _key(self, kept: KeptRound) -> ToPublish:
        return ToPublish(self._topics.key(kept.number), encode(RoundKey(self._plan.key, kept.number, kept.key)))

    def _receipts(self, table: str) -> ToPublish:
        found = (Receipt(one.played.round, one.digest, one.verdict) for one in self._store.results(table))
        return ToPublish(self._topics.receipt(table), encode(Receipts(self._plan.key, table, tuple(found))))

    def standings(self) -> ToPublish:
        """Return the standings."""
        lines = self.lines()
        is_final = self._store.status == "closed" or not self.out()
        return ToPublish(self._topics.standings, encode(Standings(self._plan.key, len(lines), is_final, lines)))

    def lines(self) -> tuple[StandingLine, ...]:
        """Return the lines of the standings."""
        return standings(self.played())

    def played(self) -> list[TablePlayed]:
        """Return what is counted."""
        return [result.played for result in self._store.results() if result.verdict == COUNTED]

    def out(self) -> list[tuple[str, int]]:
        """Return which tables have no counted result of which rounds that are open or over."""
        counted = {(one.table, one.round) for one in self.played()}
        begun = [number for number, kept in self._rounds.items() if kept.status != "ahead"]
        tables = [name for name, (_, is_revoked) in self._seats.items() if not is_revoked]
        return [(table, number) for table in tables for number in begun if (table, number) not in counted]

    # What the organiser does

    def open_round(self, number: int) -> list[ToPublish]:
        """Open round *number*, for which its key is published; raises ``TextUnreadable`` for one that is not ahead."""
        kept = self._change(number, "ahead", "open")
        return [self.news(), self._key(kept)]

    def end_round(self, number: int) -> list[ToPublish]:
        """End round *number*, which no table may begin then; raises ``TextUnreadable`` for one that is not open."""
        self._change(number, "open", "over")
        return [self.news(), self.standings()]

    def _change(self, number: int, before: str, after: str) -> KeptRound:
        kept = self._rounds.get(number)
        if kept is None or kept.status != before:
            got = "no such round" if kept is None else f"one that is {kept.status}"
            raise TextUnreadable(f"expected a round that is {before}, got {got}")
        with self._store.together():
            self._store.set_status(number, after)
        self._rounds = self._store.rounds()
        return self._rounds[number]

    def close(self) -> list[ToPublish]:
        """Close the event."""
        with self._store.together():
            self._store.close_event()
        return [self.news(), self.standings()]

    def revoke(self, table: str) -> list[ToPublish]:
        """Take nothing more that the key of *table* has signed, until it joins with another one.

        Raises ``TextUnreadable`` for a table that has said nothing.
        """
        if table not in self._seats:
            raise TextUnreadable(f"expected a table that has come, got {brief(table)}")
        self._store.revoke(table)
        self._seats = self._store.seats()
        return [self.standings()]

    def due(self, now: str) -> list[ToPublish]:
        """Open and end the rounds whose time has come at *now*, UTC in ISO 8601."""
        said: list[ToPublish] = []
        for planned in self._plan.rounds:
            if planned.opens and planned.opens <= now and self._rounds[planned.number].status == "ahead":
                said += self.open_round(planned.number)
            if planned.ends and planned.ends <= now and self._rounds[planned.number].status == "open":
                said += self.end_round(planned.number)
        return said

    def next_time(self) -> str:
        """Return the next time, UTC in ISO 8601, at which a round opens or ends by itself; empty for none."""
        times = [
            at
            for planned in self._plan.rounds
            for at, status in ((planned.opens, "ahead"), (planned.ends, "open"))
            if at and self._rounds[planned.number].status == status
        ]
        return min(times, default="")

    # What tables say

    def take(self, received: Sequence[tuple[str, bytes]]) -> list[ToPublish]:
        """Take messages of tables, each a topic and what came there; return what to publish once they are kept.

        What cannot be read, or was not signed by the table, is dropped and noted in ``warnings``.
        """
        tables: set[str] = set()
        with self._store.together():
            for topic, payload in received:
                try:
                    tables |= self._take(topic, payload)
                except CompanionError as error:
                    self._warn(f"{brief(topic)}: {error}")
        return [*map(self._receipts, sorted(tables)), *([self.standings()] if tables else [])]

    def _take(self, topic: str, payload: bytes) -> set[str]:
        """Take one message; return the table if there is a receipt for it. Raises ``CompanionError``."""
        found = self._topics.table_of(topic)
        if found is None or len(payload) > 2 * MESSAGE_MOST:
            raise TextUnreadable("expected a message of a table, got another")
        table, kind = found
        said, key = opened(topic, payload)
        self._admit(table, key)
        match kind:
            case "state":
                self._take_state(table, decode(ShownTable, said))
            case "online":
                self._take_online(table, decode(TableOnline, said))
            case "result":
                self._take_result(table, decode(TableResult, said))
                return {table}
        return set()

    def _admit(self, table: str, key: str) -> None:
        """Take *key* as that of *table* if the table is new or its key was revoked; raises ``TextUnreadable``."""
        kept, is_revoked = self._seats.get(table, ("", False))
        if kept == key:
            if is_revoked:
                raise TextUnreadable("expected a key that is not revoked: the table joins again with a new one")
            return
        if kept and not is_revoked:
            raise TextUnreadable("expected the key of this table, got another: two boxes, or one that lost its key")
        if any(other == key for name, (other, _) in self._seats.items() if name != table):
            raise TextUnreadable("expected a key of its own, got that of another table: the second one joins again")
        self._store.add_seat(table, key)
        self._seats[table] = key, False

    def _take_state(self, table: str, shown: ShownTable) -> None:
        before = self.seen.get(table)
        if before is not None:
            newest = before.shown
            if shown.boot == newest.boot and shown.instance != newest.instance:
                raise TextUnreadable("expected one box, got two with one key: the second one joins again")
            if (shown.boot, shown.count) <= (newest.boot, newest.count):
                # An old message, or one that came twice.
                return
        self.seen[table] = TableSeen(shown, shown.is_online)

    def _take_online(self, table: str, online: TableOnline) -> None:
        before = self.seen.get(table)
        if before is not None and before.shown.instance == online.instance:
            self.seen[table] = TableSeen(before.shown, online.is_online)

    def _take_result(self, table: str, result: TableResult) -> None:
        earlier = [one for one in self._store.results(table) if one.played.round == result.round]
        if any(one.digest == result.digest for one in earlier):
            return
        if len(earlier) >= CONFLICTS_MOST:
            raise TextUnreadable(f"expected at most {CONFLICTS_MOST} results of a round, got more")
        try:
            played = self._checked(table, result)
            verdict = CONFLICT if any(one.verdict == COUNTED for one in earlier) else COUNTED
        except CompanionError as error:
            played, verdict = TablePlayed(table, result.round, 0, False, result.seconds), f"refused: {error}"[:200]
        if verdict != COUNTED:
            self._warn(f"{table}, round {result.round}: {verdict}")
        self._store.add_result(KeptResult(played, result.digest, verdict, result.record))

    def _checked(self, table: str, result: TableResult) -> TablePlayed:
        """Return what *result* says; raises ``CompanionError`` where it is no whole match of the round."""
        kept = self._rounds.get(result.round)
        if kept is None or kept.status == "ahead":
            raise TextUnreadable(f"expected a round that was opened, got round {result.round}")
        if sha256(result.record.encode()).hexdigest() != result.digest:
            raise TextUnreadable("expected a record with its digest, got another")
        record = read_record(result.record)
        planned = self._plan.rounds[result.round - 1]
        game, planned_game = self._games(record.header.game), self._games(planned.game)
        if not isinstance(game, Challenging) or not isinstance(planned_game, Challenging):
            raise OptionRefused(f"expected a game with challenges, got {game.key}")
        if game.secrets != planned_game.secrets:
            raise OptionRefused(f"expected a match of {planned.game}, got {game.key}")
        self._require_options(game, record, planned, kept)
        checked = check_record(record, game)
        if not checked.is_over:
            raise TextUnreadable("expected a match that is over, got one that goes on")
        rows = [one.rows for one in game.results(checked.view) if one.rows is not None]
        most = game.facts()["rows"]
        unsolved = 1 + most if isinstance(most, int) else 0
        return TablePlayed(table, result.round, min(rows, default=unsolved), bool(rows), result.seconds)

    def _require_options(self, game: AnyGame, record: Record, planned: RoundPlan, kept: KeptRound) -> None:
        options = dict(record.header.options)
        offered = {option.key for option in game.options(len(record.header.players))}
        wanted = {key: value for key, value in planned.options if key in offered} | {"challenge": kept.code}
        wrong = sorted(key for key, value in wanted.items() if options.get(key) != value)
        if wrong:
            # Not its value: the code of the round is among them.
            raise OptionRefused(f"expected the options of the round, got another {wrong[0]}")

    def _warn(self, text: str) -> None:
        log.warning("%s", text)
        self.warnings.append(text)
