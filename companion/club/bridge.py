"""The bridge of a table: it tells the game which round is open, and the director what the table has played.

It keeps nothing: a result is asked for in the journal of the game and sent again until the director's receipt has
come, so that neither a lost connection nor a power cut loses or doubles one.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Protocol

from companion.club.home_assistant import BIRTH, HomeDevice
from companion.club.keys import TableKey, salt_of_slip, unseal
from companion.club.messages import (
    EventNews,
    EventRound,
    Receipts,
    RoundKey,
    RoundSlip,
    ShownTable,
    TableForgotten,
    TableOnline,
    TableResult,
    Topics,
    decode,
    encode,
)
from companion.club.table_file import Membership
from companion.errors import TextUnreadable

log = logging.getLogger(__name__)


class Publisher(Protocol):
    """Where the bridge publishes: the broker."""

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """Publish *payload* at least once."""


class Bridge:
    """The bridge of the table of *membership* between *broker* and the game, to which *say* sends messages.

    *slips* are the rounds that a slip may open, which *keep* keeps for the next start. The bridge reacts to ``take``
    (from the broker), ``hear`` (from the game) and ``connected``, and never waits.
    """

    def __init__(
        self,
        membership: Membership,
        broker: Publisher,
        say: Callable[..., object],
        slips: Iterable[RoundSlip] = (),
        keep: Callable[[Iterable[RoundSlip]], None] = lambda slips: None,
    ) -> None:
        self._membership = membership
        self._topics = Topics(membership.event)
        self._home = HomeDevice(membership.event, membership.table) if membership.home else None
        self._at_home: tuple[str, bytes] | None = None
        self._key = TableKey(membership.key)
        self._broker = broker
        self._say = say
        self._instance = secrets.token_hex(4)
        self._count = 0
        self._news: EventNews | None = None
        self._keys: dict[int, str] = {}
        self._codes: dict[int, str] = {}
        # By round: the digests that have a receipt, and the newest result that has none.
        self._receipts: dict[int, dict[str, str]] = {}
        self._results: dict[int, dict[str, bytes]] = {}
        # The rounds for which the game was asked, until it answers that there is no further match.
        self._asked: set[int] = set()
        # By round: the highest number of a match that the game has answered with.
        self._taken: dict[int, int] = {}
        self._looked_at: tuple[object, ...] = ()
        # By the number of a match: the round that it plays, also after its end.
        self._matches: dict[int, int] = {}
        self._boot: object = None
        self._played: Mapping[str, object] | None = None
        self._shown: tuple[object, ...] = ()
        self._has_forgotten = False
        self._slips = {slip.round: slip for slip in slips if slip.event == membership.event}
        self._keep_slips = keep

    @property
    def subscriptions(self) -> list[str]:
        """The topics that the bridge listens to."""
        topics = self._topics
        home = [] if self._home is None else [BIRTH]
        return [
            topics.news,
            topics.key("+"),
            topics.receipt(self._membership.table),
            topics.slip(self._membership.table),
            *home,
        ]

    def will(self) -> tuple[str, bytes]:
        """Return the topic and the message by which the broker says that this table is gone."""
        return self._signed("online", TableOnline(self._membership.boot, self._instance, is_online=False))

    def _signed(self, kind: str, message: object) -> tuple[str, bytes]:
        topic = self._topics.of_table(self._membership.table, kind)
        return topic, self._key.sign(topic, encode(message))

    def connected(self) -> None:
        """Say that the table is there, and send again what has no receipt."""
        online = TableOnline(self._membership.boot, self._instance, is_online=True)
        self._broker.publish(*self._signed("online", online), True)
        self._announce()
        self._shown = ()
        self._show()
        self._send_results()
        if self._has_forgotten:
            self._say_forgotten()

    def leave(self) -> None:
        """Say that the table is gone: the broker publishes no will for a connection that was ended."""
        self._broker.publish(*self.will(), True)

    def take(self, topic: str, payload: bytes) -> None:
        """Take a message of the director; raises ``TextUnreadable`` for one in no such form."""
        topics, table = self._topics, self._membership.table
        if topic == BIRTH:
            self._announce()
        elif topic == topics.news:
            self._take_news(decode(EventNews, payload))
        elif topic == topics.receipt(table):
            self._take_receipts(decode(Receipts, payload))
        elif topic == topics.slip(table):
            self._take_slip(decode(RoundSlip, payload))
        else:
            key = decode(RoundKey, payload)
            if topic == topics.key(key.round):
                self._keys[key.round] = key.key
                self._open_envelopes()

    def _take_slip(self, slip: RoundSlip) -> None:
        if slip.event != self._membership.event or slip.round < 1:
            raise TextUnreadable("expected a slip for a round of this event, got another")
        if slip.round not in self._codes:
            self._slips[slip.round] = slip
            self._keep_slips(self._slips.values())
        self.offer()

    def _announce(self) -> None:
        """Tell Home Assistant of the box, and what it shows."""
        if self._home is not None:
            self._broker.publish(*self._home.announcement(), True)
            if self._at_home is not None:
                self._broker.publish(*self._at_home, True)

    def _take_news(self, news: EventNews) -> None:
        if self._news is None or news.revision >= self._news.revision:
            self._news = news
            self._open_envelopes()
            # A director that was killed says its news again, and may have lost what it had not kept yet.
            self._send_results()

    def _open_envelopes(self) -> None:
        """Open the envelopes whose keys are known, and tell the game which round may be played."""
        for round_ in self._rounds:
            if round_.number in self._keys and round_.number not in self._codes:
                try:
                    self._codes[round_.number] = unseal(self._keys[round_.number], round_.envelope)
                except TextUnreadable:
                    log.warning("the key of round %s does not open its envelope", round_.number)
        if not self._slips.keys().isdisjoint(self._codes):
            self._slips = {number: slip for number, slip in self._slips.items() if number not in self._codes}
            self._keep_slips(self._slips.values())
        self.offer()
        for round_ in self._rounds:
            self._ask_for_result(round_.number)
        self._show()

    @property
    def _rounds(self) -> tuple[EventRound, ...]:
        return () if self._news is None else self._news.rounds

    @property
    def _is_forgotten(self) -> bool:
        return self._news is not None and self._news.status == "forgotten"

    @property
    def _open_round(self) -> EventRound | None:
        """The round that may be played now."""
        is_open, table = self._news is not None and self._news.status == "open", self._membership.table
        own = [one for one in self._rounds if is_open and (not one.tables or table in one.tables)]
        return next((one for one in own if one.status == "open" and one.number in self._codes), None)

    def offer(self) -> None:
        """Say hello to the game, and tell it which round may be played now, and which ones a slip opens."""
        self._say(type="hello", protocol=1)
        self._offer_round()
        for slip in () if self._is_forgotten else self._slips.values():
            self._say(
                type="slip",
                event=slip.event_title,
                round=slip.round,
                title=slip.title,
                game=slip.game,
                options=[list(pair) for pair in slip.options],
                envelope=slip.envelope,
                salt=salt_of_slip(slip.event, slip.round, self._membership.table),
            )

    def _offer_round(self) -> None:
        found, title = self._open_round, "" if self._news is None else self._news.title
        if found is None:
            self._say(type="club", event=title, round=0)
            # A slip opens a round that the director has not opened: the director says its key with the news.
            if self._is_forgotten and all(one.number in self._codes for one in self._rounds):
                self._say(type="forget", event=title, challenges=list(self._codes.values()))
            return
        options = [list(pair) for pair in found.options]
        code = self._codes[found.number]
        self._say(
            type="club",
            event=title,
            round=found.number,
            title=found.title,
            game=found.game,
            options=options,
            challenge=code,
        )

    # The game

    def hear(self, message: Mapping[str, object]) -> None:
        """Take a message of the game."""
        match message.get("type"):
            case "state":
                self._show_at_home(message)
                if self._boot not in (None, message.get("boot")):
                    # A game that was started again may have another journal.
                    self._matches.clear()
                self._boot = message.get("boot")
                shown = message.get("match")
                is_over = message.get("status") in ("over", "menu")
                self._played = shown if isinstance(shown, Mapping) and not is_over else None
                if is_over:
                    self._ask_for_new_results(message.get("boot"), message.get("version"))
                self._show()
            case "club":
                number, offered = message.get("match"), self._open_round
                if isinstance(number, int) and offered is not None:
                    self._matches.setdefault(number, offered.number)
                self._show()
            case "result":
                self._take_result(message)
            case "forgotten" if self._is_forgotten and not self._has_forgotten:
                self._has_forgotten = True
                self._say_forgotten()

    def _say_forgotten(self) -> None:
        self._broker.publish(*self._signed("forgotten", TableForgotten(self._membership.event)), True)

    def _ask_for_new_results(self, *version: object) -> None:
        """Ask for results where matches have changed since, or an answer is missing: the game reads its journal."""
        if version[:1] != self._looked_at[:1]:
            # A game that was started again may have another journal.
            self._taken.clear()
        for round_ in self._rounds:
            if version != self._looked_at or round_.number in self._asked:
                self._ask_for_result(round_.number)
        self._looked_at = version

    def _ask_for_result(self, round_: int) -> None:
        if round_ in self._codes and not self._is_forgotten:
            self._asked.add(round_)
            after = self._taken.get(round_, 0)
            self._say(type="results", id=round_, after=after, challenge=self._codes[round_])

    def _take_result(self, message: Mapping[str, object]) -> None:
        round_, number, record = message.get("id"), message.get("number"), message.get("record")
        seconds = message.get("seconds")
        if not isinstance(round_, int) or round_ not in self._codes:
            return
        if not isinstance(number, int):
            self._asked.discard(round_)
            return
        if isinstance(record, str):
            digest = sha256(record.encode()).hexdigest()
            results = self._results.setdefault(round_, {})
            is_new = digest not in results and digest not in self._receipts.get(round_, {})
            if is_new:
                results[digest] = encode(
                    TableResult(round_, seconds if isinstance(seconds, int) else 0, digest, record)
                )
                self._send_results()
        else:
            log.warning("the record of match %s is too long for a message", number)
        if self._taken.get(round_, 0) < number:
            self._taken[round_] = number
            self._ask_for_result(round_)
        self._show()

    def _send_results(self) -> None:
        """Send what has no receipt."""
        topic = self._topics.of_table(self._membership.table, "result")
        if self._is_forgotten:
            self._results.clear()
        for results in self._results.values():
            for result in results.values():
                self._broker.publish(topic, self._key.sign(topic, result), False)

    def _take_receipts(self, receipts: Receipts) -> None:
        for receipt in receipts.receipts:
            self._receipts.setdefault(receipt.round, {})[receipt.digest] = receipt.verdict
            self._results.get(receipt.round, {}).pop(receipt.digest, None)
            if receipt.verdict != "counted":
                log.warning("round %s is not counted: %s", receipt.round, receipt.verdict)
        self._show()

    def _show_at_home(self, message: Mapping[str, object]) -> None:
        if self._home is not None and (shown := self._home.shown(message)) != self._at_home:
            self._at_home = shown
            self._broker.publish(*shown, True)

    def _show(self) -> None:
        """Publish what the table shows, where it has changed."""
        if self._news is None:
            return
        waiting = tuple(sorted(round_ for round_, results in self._results.items() if results))
        number = None if self._played is None else self._played.get("number")
        round_ = self._matches.get(number, 0) if isinstance(number, int) else 0
        done = tuple(sorted({*(one for one, found in self._receipts.items() if found), *waiting}))
        shown = round_, (rows_of(self._played) if round_ else 0), done, waiting
        if shown == self._shown:
            return
        self._shown = shown
        self._count += 1
        state = ShownTable(self._membership.boot, self._count, self._instance, True, *shown)
        self._broker.publish(*self._signed("state", state), True)


def rows_of(match: Mapping[str, object] | None) -> int:
    """Return how many rows the board of *match*, as front ends see it, has; the longest where there are several."""
    return max((len(rows) for rows in _boards({} if match is None else match.get("view"))), default=0)


def _boards(view: object) -> Iterator[list[object]]:
    if not isinstance(view, Mapping):
        return
    boards = view.get("boards")
    board, found = view.get("round"), boards if isinstance(boards, list) else []
    for part, key in ((board, "rows"), *((one, "keys") for one in found)):
        rows = part.get(key) if isinstance(part, Mapping) else None
        if isinstance(rows, list):
            yield rows
