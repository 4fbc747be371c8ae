"""The bridge between a broker and a game on paper: no result is lost or doubled when one of them goes away."""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from companion.club.bridge import Bridge
from companion.club.keys import new_key, opened, seal
from companion.club.messages import (
    EventNews,
    EventRound,
    Receipt,
    Receipts,
    RoundKey,
    RoundSlip,
    Topics,
    decode,
    encode,
)
from companion.club.table_file import Membership
from companion.errors import TextUnreadable
from tests.support.effort import seeds

TOPICS = Topics("cup")
MEMBER = Membership("tls://club.example", "cup", "table-1", "secret", b64encode(bytes(32)).decode(), boot=1)
CODES = {1: "CODE-OF-ROUND-1", 2: "CODE-OF-ROUND-2"}

Fields = dict[str, Any]


class PaperGame:
    """The messages of a game whose finished matches are a list of numbers, challenges and records."""

    def __init__(self) -> None:
        self.matches: list[tuple[int, str, str]] = []
        self.said: list[Fields] = []
        self.answers: list[Fields] = []
        self.version = 0
        self.boot = "a"

    def say(self, **message: Any) -> None:
        """Take *message* of the bridge, and answer as docs/table-socket.md says."""
        self.said.append(message)
        if message["type"] == "hello":
            self.answers.append(self.state("menu"))
        if message["type"] == "forget" and not any(match[1] in message["challenges"] for match in self.matches):
            self.answers.append({"type": "forgotten"})
        if message["type"] == "results":
            after, challenge = message["after"], message["challenge"]
            number, _, record = next(
                (match for match in self.matches if match[1] == challenge and match[0] > after), (None, "", None)
            )
            self.answers.append(
                {"type": "result", "id": message["id"], "number": number, "record": record, "seconds": 9}
            )

    def state(self, status: str, **match: object) -> Fields:
        """Return a state; *match* has the fields of the match that is open."""
        return {
            "type": "state", "boot": self.boot, "version": self.version, "status": status, "match": match or None
        }  # fmt: skip

    def finish(self, challenge: str, record: str) -> None:
        """Finish a match of *challenge*."""
        self.version += 1
        self.matches.append((len(self.matches) + 1, challenge, record))
        self.answers.append(self.state("over", number=len(self.matches)))

    def offered(self) -> Fields:
        """Return the newest word about the round that may be played."""
        return next(message for message in reversed(self.said) if message["type"] == "club")


class PaperDirector:
    """A director who keeps all that comes, and says it again on request; codes of rounds are in envelopes."""

    def __init__(self, rounds: Sequence[int] = (1, 2)) -> None:
        self.keys = {number: new_key() for number in rounds}
        self.status = dict.fromkeys(rounds, "ahead")
        self.event = "open"
        self.revision = 1
        self.kept: list[tuple[int, str]] = []
        self._envelopes = {number: seal(self.keys[number], CODES[number]) for number in rounds}

    def news(self) -> tuple[str, bytes]:
        """Return the news."""
        rounds = tuple(
            EventRound(number, f"Round {number}", "mini", (("coach", "off"),), "", "", status, self._envelopes[number])
            for number, status in self.status.items()
        )
        return TOPICS.news, encode(EventNews("cup", "Autumn Cup", self.revision, self.event, rounds))

    def key(self, number: int) -> tuple[str, bytes]:
        """Return the key of a round."""
        return TOPICS.key(number), encode(RoundKey("cup", number, self.keys[number]))

    def change(self, number: int, status: str) -> None:
        """Open or end a round."""
        self.revision += 1
        self.status[number] = status

    def receipts(self) -> tuple[str, bytes]:
        """Return the receipts of the table."""
        found = [
            Receipt(number, digest, "counted" if number not in [one for one, _ in self.kept[:place]] else "conflict")
            for place, (number, digest) in enumerate(self.kept)
        ]
        return TOPICS.receipt("table-1"), encode(Receipts("cup", "table-1", tuple(found)))

    def everything(self) -> list[tuple[str, bytes]]:
        """Return all that is retained."""
        keys = [self.key(number) for number, status in self.status.items() if status != "ahead"]
        return [self.news(), *keys, self.receipts()]

    def take(self, topic: str, payload: bytes) -> bool:
        """Keep a result, once; return whether *payload* was one."""
        said, _ = opened(topic, payload)
        if not topic.endswith("/result"):
            return False
        fields = json.loads(said)
        assert fields["digest"] == sha256(fields["record"].encode()).hexdigest()
        if (fields["round"], fields["digest"]) not in self.kept:
            self.kept.append((fields["round"], fields["digest"]))
        return True


class Wire:
    """What the bridge has published."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes]] = []
        self.retained: dict[str, bytes] = {}

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        """Take a message."""
        self.sent.append((topic, payload))
        if retain:
            self.retained[topic] = payload

    def of(self, kind: str) -> list[Fields]:
        """Return the messages of *kind* so far, opened."""
        topic = TOPICS.of_table("table-1", kind)
        return [json.loads(opened(topic, payload)[0]) for at, payload in self.sent if at == topic]


class Desk:
    """A bridge with all that is around it."""

    def __init__(self) -> None:
        self.game, self.wire, self.director = PaperGame(), Wire(), PaperDirector()
        self.boot = 0
        self.begin()

    def begin(self) -> None:
        """Start the bridge, as after a power cut."""
        self.boot += 1
        self.bridge = Bridge(replace(MEMBER, boot=self.boot), self.wire, self.game.say)

    def settle(self) -> None:
        """Deliver what waits between the bridge and the game."""
        while self.game.answers:
            self.bridge.hear(self.game.answers.pop(0))

    def take(self, *messages: tuple[str, bytes]) -> None:
        """Deliver *messages* of the director."""
        for message in messages:
            self.bridge.take(*message)
        self.settle()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def open_round(desk: Desk, number: int = 1) -> None:
    """Open round *number*."""
    desk.director.change(number, "open")
    desk.take(desk.director.news(), desk.director.key(number))


def test_round_is_offered_once_its_key_is_there(desk: Desk) -> None:
    desk.director.change(1, "open")
    desk.take(desk.director.news())
    assert desk.game.offered() == {"type": "club", "event": "Autumn Cup", "round": 0}
    desk.take(desk.director.key(1))
    assert desk.game.offered() == {
        "type": "club", "event": "Autumn Cup", "round": 1, "title": "Round 1", "game": "mini",
        "options": [["coach", "off"]], "challenge": CODES[1],
    }  # fmt: skip


def test_key_may_come_before_the_news(desk: Desk) -> None:
    desk.director.change(1, "open")
    desk.take(desk.director.key(1))
    assert desk.game.offered() == {"type": "club", "event": "", "round": 0}
    desk.take(desk.director.news())
    assert desk.game.offered()["challenge"] == CODES[1]


@pytest.mark.parametrize(("tables", "offered"), [((), 1), (("table-1", "table-2"), 1), (("table-2",), 0)])
def test_round_of_some_tables_is_offered_to_these_alone(desk: Desk, tables: tuple[str, ...], offered: int) -> None:
    open_round(desk)
    said = decode(EventNews, desk.director.news()[1])
    rounds = tuple(replace(one, tables=tables) for one in said.rounds)
    desk.take((TOPICS.news, encode(replace(said, rounds=rounds))))
    assert desk.game.offered()["round"] == offered


def test_old_news_are_dropped(desk: Desk) -> None:
    old = desk.director.news()
    open_round(desk)
    desk.take(old)
    assert desk.game.offered()["round"] == 1


def test_round_that_ends_and_event_that_is_closed_are_no_longer_offered(desk: Desk) -> None:
    open_round(desk)
    desk.director.change(1, "over")
    desk.take(desk.director.news())
    assert desk.game.offered()["round"] == 0
    open_round(desk, 2)
    assert desk.game.offered()["round"] == 2
    desk.director.event, desk.director.revision = "closed", 9
    desk.take(desk.director.news())
    assert desk.game.offered()["round"] == 0


def test_key_of_another_envelope_opens_nothing_and_the_log_has_neither(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.director.change(1, "open")
    false = new_key()
    desk.take(desk.director.news(), (TOPICS.key(1), encode(RoundKey("cup", 1, false))))
    assert desk.game.offered()["round"] == 0
    assert "the key of round 1 does not open its envelope" in caplog.text
    assert false not in caplog.text
    desk.take(desk.director.key(1))
    assert desk.game.offered()["round"] == 1


def test_key_of_another_round_than_its_topic_is_dropped(desk: Desk) -> None:
    desk.director.change(1, "open")
    desk.take(desk.director.news(), (TOPICS.key(2), desk.director.key(1)[1]))
    assert desk.game.offered()["round"] == 0


@pytest.mark.parametrize("topic", [TOPICS.news, TOPICS.key(1), TOPICS.receipt("table-1"), TOPICS.slip("table-1")])
@pytest.mark.parametrize("payload", [b"", b"{}", b"[1]", b"\xff", b'{"event": 1}'])
def test_message_in_another_form_is_refused_and_changes_nothing(desk: Desk, topic: str, payload: bytes) -> None:
    with pytest.raises(TextUnreadable):
        desk.bridge.take(topic, payload)
    assert desk.game.said == []


def test_result_is_sent_until_its_receipt_comes(desk: Desk) -> None:
    open_round(desk)
    desk.game.finish(CODES[1], "record")
    desk.settle()
    [result] = desk.wire.of("result")
    assert result == {"round": 1, "seconds": 9, "digest": sha256(b"record").hexdigest(), "record": "record"}
    desk.bridge.connected()
    assert desk.wire.of("result") == [result] * 2
    assert desk.wire.of("state")[-1]["waiting"] == [1]
    desk.director.take(*next(sent for sent in desk.wire.sent if sent[0].endswith("result")))
    desk.take(desk.director.receipts())
    assert (desk.wire.of("state")[-1]["waiting"], desk.wire.of("state")[-1]["done"]) == ([], [1])
    desk.bridge.connected()
    desk.begin()
    desk.take(*desk.director.everything())
    desk.bridge.connected()
    assert len(desk.wire.of("result")) == 2


def test_result_is_sent_again_to_a_director_who_says_the_news_again(desk: Desk) -> None:
    """A director that is killed has acknowledged what it had not kept yet."""
    open_round(desk)
    desk.game.finish(CODES[1], "record")
    desk.settle()
    desk.wire.sent.clear()
    desk.take(*desk.director.everything())
    assert len(desk.wire.of("result")) == 1


def test_second_match_of_a_round_is_sent_as_well(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    open_round(desk)
    for record in ("first", "second"):
        desk.game.finish(CODES[1], record)
        desk.settle()
    for sent in desk.wire.sent:
        desk.director.take(*sent)
    desk.take(desk.director.receipts())
    assert [result["record"] for result in desk.wire.of("result") if result["record"] != "first"] == ["second"]
    assert "round 1 is not counted: conflict" in caplog.text
    assert desk.wire.of("state")[-1]["waiting"] == []


def test_matches_that_were_played_offline_are_all_asked_for(desk: Desk) -> None:
    for number in (1, 2):
        desk.director.change(number, "open")
        desk.game.finish(CODES[number], f"record {number}")
    desk.game.finish(CODES[1], "again")
    desk.take(*desk.director.everything())
    assert {result["record"] for result in desk.wire.of("result")} == {"record 1", "record 2", "again"}


def test_record_that_is_too_long_is_told_in_the_log_and_the_next_one_is_asked_for(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    open_round(desk)
    desk.game.matches.append((1, CODES[1], None))  # type: ignore[arg-type]
    desk.game.finish(CODES[1], "record")
    desk.settle()
    assert "the record of match 1 is too long for a message" in caplog.text
    assert [result["record"] for result in desk.wire.of("result")] == ["record"]


def test_game_that_has_not_changed_is_not_asked_again(desk: Desk) -> None:
    open_round(desk)
    desk.game.finish(CODES[1], "record")
    desk.settle()
    desk.game.said.clear()
    desk.bridge.offer()
    desk.settle()
    assert [message["type"] for message in desk.game.said] == ["hello", "club"]


def test_game_with_another_journal_is_asked_from_its_first_match(desk: Desk) -> None:
    open_round(desk)
    for record in ("first", "second"):
        desk.game.finish(CODES[1], record)
    desk.settle()
    desk.game.matches.clear()
    desk.game.boot = "b"
    desk.game.finish(CODES[1], "restored")
    desk.settle()
    assert "restored" in [result["record"] for result in desk.wire.of("result")]


def test_answer_that_was_lost_is_asked_for_again(desk: Desk) -> None:
    open_round(desk)
    desk.game.finish(CODES[1], "record")
    desk.bridge.hear(desk.game.answers.pop(0))
    desk.game.answers.clear()
    desk.bridge.offer()
    desk.settle()
    assert [result["record"] for result in desk.wire.of("result")] == ["record"]


def test_result_of_another_round_and_other_messages_are_ignored(desk: Desk) -> None:
    open_round(desk)
    for message in (
        {"type": "result", "id": 9, "number": 1, "record": "r", "seconds": 0},
        {"type": "result", "id": "1", "number": 1, "record": "r", "seconds": 0},
        {"type": "result"},
        {"type": "state"},
        {"type": "club", "match": "1"},
        {},
    ):
        desk.bridge.hear(message)
    desk.settle()
    assert desk.wire.of("result") == []


# What the table shows


def test_state_tells_the_round_and_its_rows_and_nothing_else(desk: Desk) -> None:
    open_round(desk)
    desk.bridge.hear({"type": "club", "match": 4})
    for rows in range(3):
        view = {"round": {"rows": [{"pegs": "ROYG", "black": 1}] * rows}}
        desk.bridge.hear(desk.game.state("move", number=4, players=["Anna"], view=view))
    shown = [(state["round"], state["rows"]) for state in desk.wire.of("state")]
    assert shown[-3:] == [(1, 0), (1, 1), (1, 2)]
    assert set(desk.wire.of("state")[-1]) == {
        "boot", "count", "instance", "is_online", "round", "rows", "done", "waiting"
    }  # fmt: skip


def test_table_shows_the_round_that_it_plays_on_after_its_end(desk: Desk) -> None:
    """Else its board, and those of the others with the code, would be shown to the hall."""
    open_round(desk)
    desk.bridge.hear({"type": "club", "match": 5})
    playing = desk.game.state("play", number=5, view={"round": {"rows": [{}, {}]}})
    desk.bridge.hear(playing)
    desk.director.change(1, "over")
    desk.take(desk.director.news())
    desk.bridge.hear({"type": "club", "match": None})
    desk.bridge.hear(playing)
    shown = desk.wire.of("state")[-1]
    assert (shown["round"], shown["rows"]) == (1, 2)
    # The next round is offered meanwhile.
    open_round(desk, 2)
    desk.bridge.hear({"type": "club", "match": None})
    desk.bridge.hear(playing)
    assert desk.wire.of("state")[-1]["round"] == 1
    desk.bridge.hear(desk.game.state("over", number=5))
    assert desk.wire.of("state")[-1]["round"] == 0
    # After another start a match with this number may be another one.
    desk.game.boot = "b"
    desk.bridge.hear(desk.game.state("play", number=5))
    assert desk.wire.of("state")[-1]["round"] == 0


def test_rows_of_many_boards_are_those_of_the_longest(desk: Desk) -> None:
    open_round(desk)
    desk.bridge.hear({"type": "club", "match": 4})
    view = {"boards": [{"keys": [1, 2]}, {"keys": [1, 2, 3]}, {"keys": "no list"}, None]}
    desk.bridge.hear(desk.game.state("move", number=4, view=view))
    assert desk.wire.of("state")[-1]["rows"] == 3


def test_another_match_shows_nothing(desk: Desk) -> None:
    open_round(desk)
    desk.bridge.hear({"type": "club", "match": 4})
    desk.bridge.hear(desk.game.state("move", number=5, view={"round": {"rows": [1]}}))
    assert {(state["round"], state["rows"]) for state in desk.wire.of("state")} == {(0, 0)}


def test_states_are_counted_and_each_start_has_another_instance(desk: Desk) -> None:
    open_round(desk)
    desk.bridge.connected()
    desk.begin()
    desk.take(*desk.director.everything())
    states = desk.wire.of("state")
    assert [(state["boot"], state["count"]) for state in states] == [(1, 1), (1, 2), (2, 1)]
    assert len({state["instance"] for state in states}) == 2


def test_table_that_leaves_is_offline_as_by_its_will(desk: Desk) -> None:
    desk.bridge.connected()
    desk.bridge.leave()
    assert [online["is_online"] for online in desk.wire.of("online")] == [True, False]
    assert desk.wire.sent[-1] == desk.bridge.will()


def test_table_says_that_the_event_is_forgotten_once_the_game_has_none_of_its_matches(desk: Desk) -> None:
    open_round(desk)
    desk.game.finish(CODES[1], "a record")
    desk.settle()
    desk.director.event, desk.director.revision = "forgotten", 9
    sent = len(desk.wire.of("result"))
    desk.take(desk.director.news(), desk.director.key(2))
    asked = [message for message in desk.game.said if message["type"] == "forget"]
    assert asked == [{"type": "forget", "event": "Autumn Cup", "challenges": [*CODES.values()]}]
    desk.bridge.connected()
    assert (desk.wire.of("forgotten"), len(desk.wire.of("result"))) == ([], sent)
    desk.game.matches.clear()
    for _ in range(2):
        desk.bridge.offer()
        desk.settle()
    assert desk.wire.of("forgotten") == [{"event": "cup"}]


def test_game_is_asked_to_forget_once_the_codes_of_all_rounds_are_known(desk: Desk) -> None:
    """A bridge that has started hears the news before the keys, and a slip opens a round that the director did not."""
    open_round(desk)
    desk.game.finish(CODES[1], "a record")
    desk.settle()
    desk.director.event, desk.director.revision = "forgotten", 9
    desk.begin()
    desk.take(desk.director.news())
    desk.take(desk.director.key(1))
    assert ([one for one in desk.game.said if one["type"] == "forget"], desk.wire.of("forgotten")) == ([], [])
    desk.take(desk.director.key(2))
    (asked,) = (one for one in desk.game.said if one["type"] == "forget")
    assert (sorted(asked["challenges"]), desk.wire.of("forgotten")) == (sorted(CODES.values()), [])


def test_table_says_again_that_the_event_is_forgotten_when_the_broker_is_back(desk: Desk) -> None:
    desk.director.event = "forgotten"
    desk.take(desk.director.news(), desk.director.key(1), desk.director.key(2))
    # The broker was away when the players said yes.
    desk.wire.sent.clear()
    desk.bridge.connected()
    assert desk.wire.of("forgotten") == [{"event": "cup"}]
    # A bridge that starts again asks the game again.
    desk.wire.sent.clear()
    desk.begin()
    desk.take(desk.director.news(), desk.director.key(1), desk.director.key(2))
    assert desk.wire.of("forgotten") == [{"event": "cup"}]


def test_game_that_is_not_asked_says_nothing_is_forgotten(desk: Desk) -> None:
    open_round(desk)
    desk.bridge.hear({"type": "forgotten"})
    assert desk.wire.of("forgotten") == []


def slips_said(desk: Desk) -> list[Fields]:
    return [message for message in desk.game.said if message["type"] == "slip"]


SLIP = RoundSlip("cup", "Autumn Cup", 2, "Round 2", "mini", (("coach", "off"),), "sealed")


def test_slip_is_kept_and_told_until_its_round_is_open(desk: Desk) -> None:
    kept: list[list[RoundSlip]] = []
    keep = lambda slips: kept.append([*slips])  # noqa: E731
    desk.bridge = Bridge(MEMBER, desk.wire, desk.game.say, keep=keep)
    desk.take((TOPICS.slip("table-1"), encode(SLIP)))
    told = {
        "type": "slip", "event": "Autumn Cup", "round": 2, "title": "Round 2", "game": "mini",
        "options": [["coach", "off"]], "envelope": "sealed", "salt": "cup 2 table-1",
    }  # fmt: skip
    assert (kept, slips_said(desk)) == ([[SLIP]], [told])
    # After a start without a network.
    desk.bridge = Bridge(MEMBER, desk.wire, desk.game.say, [SLIP, replace(SLIP, event="other")], keep)
    desk.bridge.offer()
    assert slips_said(desk) == [told] * 2
    open_round(desk, 2)
    count = len(slips_said(desk))
    desk.bridge.offer()
    assert len(slips_said(desk)) == count


def test_newer_slip_of_a_round_takes_the_place_of_the_older_one(desk: Desk) -> None:
    desk.take(*((TOPICS.slip("table-1"), encode(replace(SLIP, envelope=envelope))) for envelope in ("old", "new")))
    desk.game.said.clear()
    desk.bridge.offer()
    assert [one["envelope"] for one in slips_said(desk)] == ["new"]


def test_slip_of_a_round_that_was_opened_meanwhile_is_kept_no_longer(desk: Desk) -> None:
    kept: list[list[RoundSlip]] = []
    other = replace(SLIP, round=1)
    desk.bridge = Bridge(MEMBER, desk.wire, desk.game.say, [SLIP, other], lambda slips: kept.append([*slips]))
    open_round(desk, 2)
    assert kept == [[other]]
    # The envelope was under way.
    desk.take((TOPICS.slip("table-1"), encode(SLIP)))
    assert (kept[-1], slips_said(desk)[-1]["round"]) == ([other], 1)


@pytest.mark.parametrize("changed", [{"event": "other"}, {"round": 0}])
def test_slip_of_another_event_or_of_no_round_is_refused(desk: Desk, changed: Fields) -> None:
    with pytest.raises(TextUnreadable, match="expected a slip for a round of this event"):
        desk.bridge.take(TOPICS.slip("table-1"), encode(replace(SLIP, **changed)))
    assert slips_said(desk) == []


def test_slip_of_another_table_is_refused(desk: Desk) -> None:
    with pytest.raises(TextUnreadable):
        desk.bridge.take(TOPICS.slip("table-2"), encode(SLIP))
    assert slips_said(desk) == []


def test_no_code_and_no_seed_are_in_what_the_bridge_shows(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    open_round(desk)
    desk.game.finish(CODES[1], "record")
    desk.settle()
    desk.bridge.connected()
    sent = b"".join(payload for topic, payload in desk.wire.sent if not topic.endswith("/result")).decode()
    said = f"{sent} {caplog.text} {MEMBER!r} {desk.bridge!r}"
    assert [secret for secret in (CODES[1], MEMBER.seed, "secret") if secret in said] == []


# Anything may go away at any message


class Evening:
    """A desk where one thing after the other happens, or goes wrong, by *seed*."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.desk = Desk()
        self.played: set[tuple[int, str]] = set()
        self.things = [
            self.match_ends, self.round_changes, self.director_takes, self.director_takes, self.director_is_killed,
            self.broker_is_killed, self.bridge_is_killed, self.game_is_killed, self.bridge_says_hello,
            self.game_is_heard, self.game_is_heard, self.answer_is_lost,
        ]  # fmt: skip

    def match_ends(self) -> None:
        number, record = self.random.choice((1, 2)), f"record {len(self.played)}"
        if self.desk.director.status[number] != "ahead":
            self.desk.game.finish(CODES[number], record)
            self.played.add((number, sha256(record.encode()).hexdigest()))

    def round_changes(self) -> None:
        director, number = self.desk.director, self.random.choice((1, 2))
        if director.status[number] != "over":
            director.change(number, "open" if director.status[number] == "ahead" else "over")

    def director_takes(self) -> None:
        """The director keeps a message, which may come twice; the receipts come, or come later."""
        if not self.desk.wire.sent:
            return
        sent = self.desk.wire.sent.pop(0)
        for _ in range(self.random.choice((1, 1, 2))):
            if self.desk.director.take(*sent) and self.random.random() < 0.6:
                self.desk.bridge.take(*self.desk.director.receipts())

    def director_is_killed(self) -> None:
        """The director is killed before a message is kept, and starts again."""
        if self.desk.wire.sent:
            self.desk.wire.sent.pop(0)
            self._retained()

    def broker_is_killed(self) -> None:
        self.desk.wire.sent.clear()
        self.desk.bridge.connected()

    def bridge_is_killed(self) -> None:
        self.desk.begin()
        self.desk.bridge.connected()
        self._retained()

    def game_is_killed(self) -> None:
        """The game starts again, and has forgotten its front ends."""
        game = self.desk.game
        game.boot, game.version = game.boot + "a", 0
        game.answers.clear()

    def bridge_says_hello(self) -> None:
        self.desk.bridge.offer()

    def game_is_heard(self) -> None:
        if self.desk.game.answers:
            self.desk.bridge.hear(self.desk.game.answers.pop(0))

    def answer_is_lost(self) -> None:
        if self.desk.game.answers:
            self.desk.game.answers.pop(0)

    def _retained(self) -> None:
        retained = self.desk.director.everything()
        self.random.shuffle(retained)
        for message in retained:
            self.desk.bridge.take(*message)

    def all_come_back(self) -> None:
        """Open all rounds, and let all say what they say after a start, and then each ten seconds."""
        desk = self.desk
        desk.game.answers.clear()
        desk.bridge.connected()
        for number, status in desk.director.status.items():
            if status == "ahead":
                desk.director.change(number, "open")
        for _ in range(2):
            desk.take(*desk.director.everything())
            desk.bridge.offer()
            desk.settle()
            for sent in desk.wire.sent:
                desk.director.take(*sent)
            desk.wire.sent.clear()
        desk.take(*desk.director.everything())


@pytest.mark.parametrize("seed", seeds(40, 2000))
def test_nothing_is_lost_or_doubled_when_broker_game_director_or_bridge_go_away(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(80):
        evening.random.choice(evening.things)()
    evening.all_come_back()
    desk = evening.desk
    assert sorted(desk.director.kept) == sorted(evening.played)
    desk.wire.sent.clear()
    desk.bridge.connected()
    assert (desk.wire.of("state")[-1]["waiting"], desk.wire.of("result")) == ([], [])
