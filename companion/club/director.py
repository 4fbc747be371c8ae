"""The director of an event: opens its rounds, takes the results of the tables once, and keeps the standings.

It knows no network: it takes messages, and returns those to publish. All that it says follows from its journal, so a
director that was killed goes on where it was.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NamedTuple

from companion.club.boards import board_of
from companion.club.director_store import DirectorStore, KeptResult, KeptRound
from companion.club.errors import ClubFailed
from companion.club.event import EventPlan, RoundPlan
from companion.club.keys import key_of_slip, new_key, new_slip, opened, salt_of_slip, seal
from companion.club.messages import (
    MESSAGE_MOST,
    EventNews,
    EventRound,
    Receipt,
    Receipts,
    RoundKey,
    RoundSlip,
    ShownTable,
    StandingLine,
    Standings,
    TableBoards,
    TableForgotten,
    TableOnline,
    TableResult,
    Topics,
    decode,
    encode,
)
from companion.club.standings import TablePlayed, standings
from companion.config.untrusted import brief
from companion.errors import CompanionError, OptionRefused, TextUnreadable
from companion.games.contract import AnyGame, Challenging, as_written, complete, with_unused
from companion.match.record import Record, RecordRefused, check_record, read_record

COUNTED, CONFLICT = "counted", "conflict"
CONFLICTS_MOST = 8
"""How many results of a table for one round are kept; further ones are refused."""
LINES_MOST = 1000
"""How many lines of the standings are published, so that a message has room for them."""
OUT_SHOWN = 20
_ANYWAY = "close anyway closes the event without them"
_NEW_KEY = "the second one joins again with --new-key"
log = logging.getLogger(__name__)


class ToPublish(NamedTuple):
    """What the director publishes."""

    topic: str
    payload: bytes
    is_retained: bool = True


@dataclass(frozen=True, slots=True)
class TableSeen:
    """The newest state of a table, whether it is connected, and the last state before its newest start."""

    shown: ShownTable
    is_online: bool
    earlier: ShownTable | None = None


def planned_text(planned: RoundPlan) -> str:
    """Return what the code of a round is drawn for: its game and its options."""
    return " ".join([planned.game, *(f"{key}={value}" for key, value in planned.options)])


class Director:
    """The director of *plan*, whose journal is *store*; *games* returns the game of a key.

    Raises ``ClubFailed`` where a round is no longer planned as when its code was drawn.
    """

    def __init__(self, plan: EventPlan, store: DirectorStore, games: Callable[[str], AnyGame]) -> None:
        self._plan = plan
        self._store = store
        self._games = games
        self._topics = Topics(plan.key)
        self.seen: dict[str, TableSeen] = {}
        self.forgotten: set[str] = set()
        self.warnings: list[str] = []
        self._online: dict[str, TableOnline] = {}
        self._require_same(store.rounds())
        with store.together():
            for planned in plan.rounds[len(store.rounds()) :]:
                store.add_round(self._drawn(planned))
        self._rounds = store.rounds()
        self._owners = store.seats()
        self._keys = {table: key for key, (table, is_revoked) in self._owners.items() if not is_revoked}
        self._results: dict[str, list[KeptResult]] = {}
        self._told_boards: dict[str, tuple[KeptResult, ...]] = {}
        for result in store.results():
            self._results.setdefault(result.played.table, []).append(result)

    def _require_same(self, rounds: Mapping[int, KeptRound]) -> None:
        """Raise ``ClubFailed`` where a round is no longer planned as when its code was drawn."""
        planned = {one.number: planned_text(one) for one in self._plan.rounds}
        for number, kept in rounds.items():
            if planned.get(number) != kept.planned:
                raise ClubFailed(
                    f"expected round {number} as its code was drawn for it, {kept.planned}, got"
                    f" {planned.get(number, 'none')}: put it back, or give the changed event another key"
                )

    def _drawn(self, planned: RoundPlan) -> KeptRound:
        """Return a round with a code drawn for it."""
        game = self._games(planned.game)
        if not isinstance(game, Challenging):
            raise OptionRefused(f"expected a game with challenges, got {game.key}")
        code, key = game.draw_challenge(dict(planned.options), secrets.randbelow), new_key()
        return KeptRound(planned.number, planned_text(planned), code, key, seal(key, code), "ahead")

    # What it says

    def everything(self) -> Iterator[ToPublish]:
        """Yield all that is to be known of the event, as after a start."""
        is_forgotten = self._store.status == "forgotten"
        yield self.news()
        # A slip may have opened a round that is ahead, and the box has to know which matches it is to delete.
        yield from (self._key(kept) for kept in self._rounds.values() if is_forgotten or kept.status != "ahead")
        # What earlier messages have said is retained at the broker.
        emptied = sorted({table for table, _ in self._owners.values()}) if is_forgotten else []
        yield from map(self._receipts, emptied or sorted(self._results))
        yield self.standings()
        yield from (self._boards_of(table, ()) for table in emptied)
        self._told_boards.clear()
        yield from self._boards()

    def news(self) -> ToPublish:
        """Return the rounds and their envelopes."""
        plan, store = self._plan, self._store
        rounds = tuple(self._told(planned) for planned in plan.rounds)
        news = EventNews(plan.key, plan.title, store.revision, store.status, rounds)
        return ToPublish(self._topics.news, encode(news))

    def _told(self, one: RoundPlan) -> EventRound:
        kept = self._rounds[one.number]
        return EventRound(
            one.number, one.title, one.game, one.options, one.opens, one.ends, kept.status, kept.envelope, one.tables
        )

    def _plays(self, table: str, number: int) -> bool:
        """Return whether round *number* is one of *table*."""
        tables = self._plan.rounds[number - 1].tables
        return not tables or table in tables

    def _key(self, kept: KeptRound) -> ToPublish:
        return ToPublish(self._topics.key(kept.number), encode(RoundKey(self._plan.key, kept.number, kept.key)))

    def _receipts(self, table: str) -> ToPublish:
        found = (Receipt(one.played.round, one.digest, one.verdict) for one in self._results.get(table, ()))
        return ToPublish(self._topics.receipt(table), encode(Receipts(self._plan.key, table, tuple(found))))

    def _boards(self) -> Iterator[ToPublish]:
        """Yield the boards of tables that are to be seen now and have not been told."""
        over = {number for number, kept in self._rounds.items() if kept.status == "over"}
        if not over or self._store.status == "forgotten":
            return
        over -= {seen.shown.round for seen in self.seen.values() if seen.is_online}
        if unheard := self._keys.keys() - self.seen.keys():
            # After a start: each of these may play a round of which it has no result.
            counted = {(one.table, one.round) for one in self.played()}
            out = {(table, number) for table in unheard for number in over if self._plays(table, number)} - counted
            over -= {number for _, number in out}
        for table, results in self._results.items():
            found = tuple(one for one in results if one.verdict == COUNTED and one.played.round in over)
            if found != self._told_boards.get(table, ()):
                self._told_boards[table] = found
                yield self._boards_of(table, found)

    def _boards_of(self, table: str, results: Sequence[KeptResult]) -> ToPublish:
        records = ((one.played.round, read_record(self._store.record_of(one))) for one in results)
        boards = [board_of(round_, record, self._games(record.header.game)) for round_, record in records]
        return ToPublish(self._topics.board(table), encode(TableBoards(self._plan.key, table, tuple(boards))))

    def standings(self) -> ToPublish:
        """Return the standings, of which a message holds the first ``LINES_MOST`` lines."""
        is_begun = all(kept.status != "ahead" for kept in self._rounds.values())
        is_final = self._store.status != "open" or (is_begun and bool(self._keys) and not self.out())
        # Each result changes them, and so does what changes the event.
        revision = self._store.revision + sum(map(len, self._results.values()))
        told = Standings(self._plan.key, revision, is_final, self.lines()[:LINES_MOST])
        return ToPublish(self._topics.standings, encode(told))

    def lines(self) -> tuple[StandingLine, ...]:
        """Return the lines of the standings."""
        return standings(self.played())

    def played(self) -> list[TablePlayed]:
        """Return what is counted."""
        return [one.played for results in self._results.values() for one in results if one.verdict == COUNTED]

    @property
    def tables(self) -> list[str]:
        """The tables that have said something, in the order of their names."""
        return sorted(self._keys)

    def out(self) -> list[tuple[str, int]]:
        """Return which tables have no counted result of which rounds that are open or over."""
        counted = {(one.table, one.round) for one in self.played()}
        begun = [number for number, kept in self._rounds.items() if kept.status != "ahead"]
        wanted = [(table, number) for table in self._keys for number in begun if self._plays(table, number)]
        return [pair for pair in wanted if pair not in counted]

    # What the organiser does

    def open_round(self, number: int) -> list[ToPublish]:
        """Open round *number*, for which its key is published.

        Raises ``TextUnreadable`` for one that is not ahead, and after the end of the event.
        """
        self._require_open()
        kept = self._change(number, "ahead", "open")
        return [self.news(), self._key(kept)]

    def end_round(self, number: int) -> list[ToPublish]:
        """End round *number*, which no table may begin then; raises ``TextUnreadable`` for one that is not open."""
        self._change(number, "open", "over")
        return [self.news(), self.standings(), *self._boards()]

    def _require_open(self) -> None:
        if self._store.status != "open":
            raise TextUnreadable("expected an event that is open, got one that is closed")

    def require_kept(self) -> None:
        """Raise ``TextUnreadable`` for an event that is forgotten."""
        if self._store.status == "forgotten":
            raise TextUnreadable("expected an event that is kept, got one that is forgotten")

    def _change(self, number: int, before: str, after: str) -> KeptRound:
        kept = self._rounds.get(number)
        if kept is None or kept.status != before:
            got = "no such round" if kept is None else f"one that is {kept.status}"
            raise TextUnreadable(f"expected a round that is {before}, got {got}")
        with self._store.together():
            self._store.set_status(number, after)
        self._rounds = self._store.rounds()
        return self._rounds[number]

    def slip(self, number: int, table: str) -> tuple[str, ToPublish]:
        """Return the letters of a slip for round *number*, and the envelope for *table* that they open.

        Raises ``TextUnreadable`` for a round that is over, for a table that cannot take the envelope now, and after
        the end of the event.
        """
        self._require_open()
        kept, seen = self._rounds.get(number), self.seen.get(table)
        if kept is None or kept.status == "over":
            raise TextUnreadable(f"expected a round that is not over, got {number}")
        if seen is None or not seen.is_online or not self._plays(table, number):
            raise TextUnreadable(f"expected a table of the round that is connected, got {brief(table)}")
        plan, planned, letters = self._plan, self._plan.rounds[number - 1], new_slip()
        envelope = seal(key_of_slip(letters, salt_of_slip(plan.key, number, table)), kept.code)
        slip = RoundSlip(plan.key, plan.title, number, planned.title, planned.game, planned.options, envelope)
        return letters, ToPublish(self._topics.slip(table), encode(slip), is_retained=False)

    def close(self, is_complete: bool = True) -> list[ToPublish]:
        """Close the event: the standings are final, and no result is counted any more.

        Raises ``TextUnreadable``, which names the tables that are still out, unless the event need not be complete;
        and for one that is forgotten.
        """
        self.require_kept()
        out = [f"{table} (round {number})" for table, number in self.out()]
        if out and is_complete:
            more = f" and {len(out) - OUT_SHOWN} more" if len(out) > OUT_SHOWN else ""
            raise TextUnreadable(f"expected all results, got none of {', '.join(out[:OUT_SHOWN])}{more}: {_ANYWAY}")
        with self._store.together():
            self._store.close_event()
        return [self.news(), self.standings()]

    def forget(self) -> list[ToPublish]:
        """Delete all results with their records and names, and have the boxes ask their tables to do the same.

        Raises ``TextUnreadable`` for an event that is not closed.
        """
        if self._store.status == "open":
            raise TextUnreadable("expected an event that is closed, got one that is open: close comes first")
        self._store.forget()
        self._results.clear()
        return [*self.everything()]

    def revoke(self, table: str) -> list[ToPublish]:
        """Take nothing more that the key of *table* has signed, until it joins with another one.

        Raises ``TextUnreadable`` for a table that has said nothing.
        """
        if table not in self._keys:
            raise TextUnreadable(f"expected a table with a key that is not revoked, got {brief(table)}")
        with self._store.together():
            self._store.revoke(table)
        self._owners[self._keys.pop(table)] = table, True
        # What comes next under this name may be another box, which has been started less often.
        self.seen.pop(table, None)
        self._online.pop(table, None)
        return [self.standings(), *self._boards()]

    def due(self, now: str) -> list[ToPublish]:
        """Open and end the rounds whose time has come at *now*, UTC in ISO 8601."""
        said: list[ToPublish] = []
        if self._store.status != "open":
            return said
        for planned in self._plan.rounds:
            if planned.opens and planned.opens <= now and self._rounds[planned.number].status == "ahead":
                said += self.open_round(planned.number)
            if planned.ends and planned.ends <= now and self._rounds[planned.number].status == "open":
                said += self.end_round(planned.number)
        return said

    def next_time(self) -> str:
        """Return the next time, UTC in ISO 8601, at which a round opens or ends by itself; empty for none."""
        if self._store.status != "open":
            return ""
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

        What cannot be read, or was not signed by the table, is dropped and noted in ``warnings``. Raises
        ``ClubFailed`` where the journal cannot be written; such a director is not used any longer.
        """
        tables: set[str] = set()
        with self._store.together():
            for topic, payload in received:
                try:
                    tables |= self._take(topic, payload)
                except ClubFailed:
                    raise
                except CompanionError as error:
                    self._warn(f"{brief(topic)}: {error}")
        return [*map(self._receipts, sorted(tables)), *([self.standings()] if tables else []), *self._boards()]

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
            case "forgotten":
                if decode(TableForgotten, said).event != self._plan.key:
                    raise TextUnreadable("expected that this event is forgotten, got another")
                # It is retained, so a director that starts again hears it again.
                self.forgotten |= {table} if self._store.status == "forgotten" else set()
            case "result":
                self._take_result(table, decode(TableResult, said))
                return {table}
        return set()

    def _admit(self, table: str, key: str) -> None:
        """Take *key* as that of *table* if the table is new or its key was revoked; raises ``TextUnreadable``."""
        owner, is_revoked = self._owners.get(key, (table, False))
        if is_revoked:
            raise TextUnreadable("expected a key that is not revoked: the table joins again with --new-key")
        if owner != table:
            raise TextUnreadable(f"expected a key of its own, got that of {owner}: {_NEW_KEY}")
        if self._keys.get(table, key) != key:
            raise TextUnreadable("expected the key of this table, got another: two boxes, or one that lost its key")
        if key not in self._owners:
            self._store.add_seat(table, key)
            self._owners[key] = table, False
            self._keys[table] = key

    def _take_state(self, table: str, shown: ShownTable) -> None:
        before, earlier = self.seen.get(table), None
        if before is not None:
            newest, earlier = before.shown, before.earlier
            if shown.instance == newest.instance:
                if shown.count <= newest.count:
                    # An old message, or one that came twice.
                    return
            elif shown.boot > newest.boot:
                earlier = newest
            elif earlier is None or shown.instance != earlier.instance or shown.count > earlier.count:
                raise TextUnreadable(f"expected one box, got two with one key: {_NEW_KEY}")
            else:
                return
        online = self._online.get(table)
        is_here = shown.is_online if online is None or online.instance != shown.instance else online.is_online
        self.seen[table] = TableSeen(shown, is_here, earlier)

    def _take_online(self, table: str, online: TableOnline) -> None:
        # After a start of the director it may come before the state.
        known = self._online.get(table)
        if known is None or online.boot >= known.boot:
            self._online[table] = online
        before = self.seen.get(table)
        if before is not None and before.shown.instance == online.instance:
            self.seen[table] = replace(before, is_online=online.is_online)

    def _take_result(self, table: str, result: TableResult) -> None:
        self.require_kept()
        kept = self._rounds.get(result.round)
        if kept is None or kept.status == "ahead" or not self._plays(table, result.round):
            # It is not kept, so that it counts if it comes again after the start, or once the round is the table's.
            raise TextUnreadable(f"expected a round of the table that was opened, got round {result.round}")
        if sha256(result.record.encode()).hexdigest() != result.digest:
            raise TextUnreadable("expected a record with its digest, got another")
        earlier = [one for one in self._results.get(table, ()) if one.played.round == result.round]
        if any(one.digest == result.digest for one in earlier):
            return
        if len(earlier) >= CONFLICTS_MOST:
            raise TextUnreadable(f"expected at most {CONFLICTS_MOST} results of a round, got more")
        try:
            played = self._checked(table, result, kept)
            verdict = CONFLICT if any(one.verdict == COUNTED for one in earlier) else COUNTED
        except CompanionError as error:
            # The line of a record that the rules refuse may be that of the code, which others still break.
            why = f"line {error.line} of its record" if isinstance(error, RecordRefused) else str(error)
            played, verdict = TablePlayed(table, result.round, 0, False, result.seconds), f"refused: {why}"[:200]
        if verdict != COUNTED:
            self._warn(f"{table}, round {result.round}: {verdict}")
        taken = KeptResult(played, result.digest, verdict)
        self._store.add_result(taken, result.record)
        self._results.setdefault(table, []).append(taken)

    def _checked(self, table: str, result: TableResult, kept: KeptRound) -> TablePlayed:
        """Return what *result* says; raises ``CompanionError`` where it is no whole match of the round."""
        self._require_open()
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
        """Require that the match has the planned options, the code, and otherwise no option but defaults."""
        offered = tuple(game.options(len(record.header.players)))
        pairs = {(option.key, value) for option in offered for value in option.values}
        chosen = {key: value for key, value in planned.options if (key, value) in pairs} | {"challenge": kept.code}
        wanted, written = complete(offered, with_unused(offered, chosen)), dict(record.header.options)
        read = as_written(offered, written)
        wrong = sorted(key for key, value in wanted.items() if read[key] != value)
        if wrong:
            # Not its value: the code of the round is among them.
            raise OptionRefused(f"expected the options of the round, got another {wrong[0]}")

    def _warn(self, text: str) -> None:
        log.warning("%s", text)
        self.warnings.append(text)
