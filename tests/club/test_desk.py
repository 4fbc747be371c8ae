"""The messages of the club at a real table socket, and the round of an event on the first menu."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.event_queue import call_queue
from companion.club.desk import ClubDesk, ClubLine
from companion.club.feature import FEATURE
from companion.club.keys import key_of_slip, seal
from companion.club.offer import (
    ENVELOPE_MOST,
    OPTIONS_MOST,
    TEXT_MOST,
    TITLE_MOST,
    ForgetRequest,
    NoOffer,
    Offer,
    SlipOffer,
    result_message,
)
from companion.config.settings import Settings
from companion.errors import JournalFailed, SettingsRefused
from companion.front_ends.messages import RECEIVED_MOST, SENT_MOST
from companion.front_ends.service import Extension
from companion.games.contract import Challenging
from companion.match.record import check_record, read_record
from companion.match.session import AnySession, Session
from companion.match.thinking import BREAK_S
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Refuse
from tests.front_ends.conftest import tmp_path
from tests.front_ends.tables import Table as PlainTable
from tests.front_ends.tables import refused
from tests.games.test_conformance import CATALOGUE
from tests.support.flow import Flow, start
from tests.support.front_end import PaperFrontEnd
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment

__all__ = ["tmp_path"]


def challenge(key: str = "mini", draw: int = 3) -> str:
    """Return a challenge of the game *key*."""
    game = CATALOGUE[key]
    assert isinstance(game, Challenging)
    return game.draw_challenge({"coach": "off"}, lambda limit: draw % limit)


CODE, OTHER = challenge(), challenge(draw=1)
OFFERED: dict[str, Any] = {
    "type": "club", "event": "Autumn Cup", "round": 1, "title": "First round", "game": "mini",
    "options": [["coach", "off"]], "challenge": CODE,
}  # fmt: skip


class Table(PlainTable):
    """A table socket of a box whose club is on, or off."""

    is_on = True

    def extensions(self) -> Sequence[Extension]:
        """Return the messages of the club, with a new desk over a new archive."""
        self.world = environment(PaperArchive())
        self.context = AppContext(Settings(), lambda: 0.0, CATALOGUE, self.world, lambda settings: None)
        around: Any = SimpleNamespace(context=self.context, call=call_queue(self.events.put).put)
        self.desk = ClubDesk(around)
        return [ClubLine(self.desk if self.is_on else None)]

    def bridge(self) -> PaperFrontEnd:
        """Return a front end that has said hello."""
        made = self.front_end()
        made.hello()
        return made

    def played(self, code: str, *rows: str, **options: str) -> AnySession:
        """Play a match of *code*."""
        begun = Session.begin(CATALOGUE["mini"], {"challenge": code} | options, ("Zoé",), self.world)
        begun.draw()
        for row in rows:
            begun.play(begun.game.parse(None, row))
        return begun


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, may_move=False)
    yield made
    made.close()


ROWS = ("RRRR", "OOOO", "YYYY", "GGGG", "BBBB", "PPPP")


def test_offer_is_taken_and_answered_with_the_match_that_plays_it(table: Table) -> None:
    bridge = table.bridge()
    bridge.say(**OFFERED)
    table.take_call()
    assert table.desk.offer == Offer("Autumn Cup", "First round", 1, "mini", (("coach", "off"),), CODE)
    assert bridge.hear() == {"type": "club", "match": None}
    table.played(OTHER)
    number = table.played(CODE).number
    table.desk.take_position(None)
    assert bridge.hear() == {"type": "club", "match": number}
    # What has not changed is not said again, but to a bridge that offers the round again.
    table.desk.take_position(None)
    bridge.say(**OFFERED)
    table.take_call()
    assert bridge.hear() == {"type": "club", "match": number}
    assert not bridge.has_news()


def test_round_that_ends_is_no_longer_offered(table: Table) -> None:
    bridge = table.bridge()
    bridge.say(**OFFERED)
    table.take_call()
    bridge.hear()
    bridge.say(type="club", event="Autumn Cup", round=0)
    table.take_call()
    assert (table.desk.offer, bridge.hear()["match"]) == (NoOffer("Autumn Cup"), None)


def ask(table: Table, bridge: PaperFrontEnd, after: int | None = 0, code: str = CODE) -> dict[str, Any]:
    """Ask for a result, and return the answer."""
    bridge.say(type="results", id=7, after=after, challenge=code)
    table.take_call()
    answer: dict[str, Any] = bridge.hear()
    return answer


def test_results_are_matches_of_the_challenge_that_are_over(table: Table) -> None:
    bridge = table.bridge()
    nothing = {"type": "result", "id": 7, "number": None, "record": None, "seconds": 0}
    assert ask(table, bridge) == nothing
    table.played(CODE, *ROWS[:2])
    assert ask(table, bridge) == nothing
    done = table.played(CODE, *ROWS)
    assert done.outcome is not None
    again = table.played(CODE, *ROWS)
    answer = ask(table, bridge)
    assert (answer["number"], answer["id"]) == (done.number, 7)
    record = read_record(answer["record"])
    assert check_record(record, CATALOGUE["mini"]).is_over
    assert (dict(record.header.options)["challenge"], record.header.players) == (CODE, ("Zoé",))
    assert ask(table, bridge, done.number)["number"] == again.number
    assert ask(table, bridge, again.number) == nothing


def seconds_of(key: str, players: tuple[str, ...], *moves: tuple[float, str], **options: str) -> int:
    """Return the seconds of a match in whose moves * is the code; each comes with the seconds since the last one."""
    at, archive = [datetime(2026, 3, 1, 20, tzinfo=UTC)], PaperArchive()
    world = replace(environment(archive), stamp=lambda: at[0].strftime("%Y-%m-%dT%H:%M:%SZ"))
    session = Session.begin(CATALOGUE[key], {"challenge": CODE} | options, players, world)
    session.draw()
    (code,) = (entry.hidden.reveal().removeprefix("code ") for entry in archive.sheets[1][1] if entry.hidden)
    assert code not in ROWS
    for seconds, text in moves:
        at[0] += timedelta(seconds=seconds)
        session.play(session.read(text.replace("*", code)))
    assert session.outcome is not None
    around: Any = SimpleNamespace(context=SimpleNamespace(catalogue=CATALOGUE, environment=world))
    return ClubDesk(around).result_after(0, CODE)[2]


def test_time_is_that_of_the_player_whose_rows_count() -> None:
    ben = (5.0, "2 RRRR"), (7.0, "2 gives up")
    anna = (20.0, "1 OOOO"), (100.0, "1 *")
    # A row is timed from the player's own last one.
    assert seconds_of("mini-together", ("Anna", "Ben"), *ben, *anna) == 132
    assert seconds_of("mini-together", ("Anna", "Ben"), *anna, *ben) == 120
    # Of several who have not found it, that of the fastest one.
    assert seconds_of("mini-together", ("Anna", "Ben"), *ben, (30.0, "1 gives up")) == 12


@pytest.mark.parametrize("wait", [BREAK_S + 1, 86_400, -60])
def test_row_of_unknown_time_counts_as_a_break(wait: float) -> None:
    assert seconds_of("mini", ("Anna",), (10, "RRRR"), (wait, "*")) == 10 + BREAK_S


def test_another_challenge_gets_no_result(table: Table) -> None:
    table.played(CODE, *ROWS)
    bridge = table.bridge()
    assert [ask(table, bridge, code=code)["number"] for code in (OTHER, "", CODE[:-1])] == [None] * 3


def forget(table: Table, bridge: PaperFrontEnd, *codes: str) -> bool:
    """Have the bridge say that an event is to be forgotten; return whether the game says that it is."""
    while bridge.has_news():
        bridge.hear()
    bridge.say(type="forget", event="Autumn Cup", challenges=codes)
    table.take_call()
    # In order: what is asked for after it is answered after it.
    bridge.say(type="results", id=7, after=0, challenge="")
    table.take_call()
    said = bridge.hear()
    return bool(said == {"type": "forgotten"} and bridge.hear()["type"] == "result")


def delete(table: Table) -> None:
    """Answer the question at the box with yes."""
    assert table.desk.to_forget is not None
    table.desk.forget(table.desk.to_forget)


def test_event_is_forgotten_once_its_matches_are_deleted_at_the_table(table: Table) -> None:
    bridge = table.bridge()
    kept, deleted = table.played(OTHER, *ROWS).number, table.played(CODE, *ROWS).number
    archive = table.world.archive
    assert not forget(table, bridge, CODE)
    assert {match.number for match in archive.matches()} == {kept, deleted}
    delete(table)
    assert {match.number for match in archive.matches()} == {kept}
    assert forget(table, bridge, CODE)


def test_match_that_goes_on_is_not_deleted_and_not_forgotten(table: Table) -> None:
    bridge = table.bridge()
    one, over = table.played(CODE, *ROWS[:2]), table.played(CODE, *ROWS).number
    assert not forget(table, bridge, CODE)
    delete(table)
    assert [match.number for match in table.world.archive.matches()] == [one.number]
    # Nothing is to be asked, and its names are still here.
    assert (forget(table, bridge, CODE), table.desk.to_forget) == (False, None)
    for row in ROWS[2:]:
        one.play(one.game.parse(None, row))
    assert not forget(table, bridge, CODE)
    delete(table)
    assert forget(table, bridge, CODE)
    assert over != one.number
    assert [*table.world.archive.matches()] == []


def test_matches_of_all_rounds_are_deleted_and_no_others(table: Table) -> None:
    bridge = table.bridge()
    for code in (CODE, OTHER, CODE):
        table.played(code, *ROWS)
    kept = table.played(challenge(draw=2), *ROWS).number
    assert not forget(table, bridge, CODE, OTHER)
    delete(table)
    assert [match.number for match in table.world.archive.matches()] == [kept]


@pytest.mark.parametrize("said", [OFFERED, {"type": "club", "event": "Spring Cup", "round": 0}])
def test_question_of_an_event_ends_where_the_box_has_joined_another_one(table: Table, said: dict[str, Any]) -> None:
    bridge = table.bridge()
    table.played(CODE, *ROWS)
    assert not forget(table, bridge, CODE)
    # The bridge says this before each forget, and after a start without a network.
    for event in ("Autumn Cup", ""):
        bridge.say(type="club", event=event, round=0)
        table.take_call()
        assert table.desk.to_forget is not None
    bridge.say(**said)
    table.take_call()
    assert table.desk.to_forget is None


def test_message_with_a_record_that_is_too_long_has_none() -> None:
    for record, is_sent in (("x" * 60_000, True), ("\n" * 60_000, False), ("x" * SENT_MOST, False)):
        message = result_message(1, 2, record, 3)
        assert len(message) <= SENT_MOST
        assert (b'"record":null' not in message) == is_sent


@pytest.mark.parametrize(
    "wrong",
    [
        {"event": None},
        {"event": "x" * (TITLE_MOST + 1)},
        {"event": "a\x1b[2J"},
        {"title": "two\nlines"},
        {"title": 5},
        {"round": "1"},
        {"round": -1},
        {"round": True},
        {"game": None},
        {"challenge": None},
        {"challenge": "x" * (TEXT_MOST + 1)},
        {"options": None},
        {"options": [["coach"]]},
        {"options": [["coach", 1]]},
        {"options": {"coach": "off"}},
        {"type": "results", "id": "a", "after": 0},
        {"type": "results", "id": 1, "after": -1},
        {"type": "results", "id": 1, "after": 0, "challenge": 1},
        {"type": "forget", "challenges": None},
        {"type": "forget", "challenges": [1]},
        {"type": "forget", "challenges": [CODE], "event": "two\nlines"},
        {"type": "slip", "envelope": "e", "salt": None},
        {"type": "slip", "envelope": "e" * (ENVELOPE_MOST + 1), "salt": "s"},
        {"type": "slip", "envelope": "e", "salt": "s", "title": "x" * (TITLE_MOST + 1)},
        {"type": "slip", "envelope": "e", "salt": "s", "options": [["coach"]]},
    ],
)
def test_message_in_another_form_is_refused_and_changes_nothing(table: Table, wrong: dict[str, Any]) -> None:
    bridge = table.bridge()
    bridge.say(**OFFERED | wrong)
    assert refused(bridge.hear()) == (None, "unreadable")
    assert (table.desk.offer, table.desk.slips, table.events.empty()) == (NoOffer(""), {}, True)


def test_front_end_without_a_hello_is_not_followed(table: Table) -> None:
    table.front_end().say(**OFFERED)
    # In order: the hello of another one is answered after that.
    table.bridge()
    assert table.events.empty()


def test_box_whose_club_is_off_takes_no_message_of_a_bridge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "is_on", False)
    table = Table(tmp_path, may_move=False)
    bridge = table.bridge()
    bridge.say(**OFFERED)
    assert refused(bridge.hear()) == (None, "unreadable")
    table.close()


def test_challenge_is_in_no_repr() -> None:
    assert CODE not in repr(Offer("Cup", "One", 1, "mini", (), CODE))


@pytest.mark.parametrize(
    "key", [game.key for game in CATALOGUE.games if isinstance(game, Challenging) and not game.group]
)
def test_offer_of_every_game_with_all_options_fits_into_a_message(key: str) -> None:
    options = [[option.key, max(option.choices, key=len)] for option in CATALOGUE[key].options(1)]
    said = OFFERED | {"event": "é" * TITLE_MOST, "title": "é" * TITLE_MOST, "options": options}
    assert len(options) <= OPTIONS_MOST
    assert len(json.dumps(said).encode()) <= RECEIVED_MOST


# The first menu


def offering(offer: Offer | NoOffer, archive: PaperArchive | None = None) -> Flow:
    """Return a box to which the bridge has offered *offer*."""
    flow = start(archive)
    install(flow.context, additions=(FEATURE,))
    around: Any = SimpleNamespace(context=flow.context)
    desk = ClubDesk(around)
    desk.take(offer)
    flow.context.running["club"] = desk
    # The next press finds the new line.
    flow.press("DOWN", "UP")
    return flow


ROUND = Offer("Autumn Cup", "Round 1", 1, "mini", (("coach", "off"), ("no-undo", "yes")), CODE)


def labels(flow: Flow) -> list[str]:
    """Return the lines of the menu that is shown."""
    menu: Any = flow.top
    return [flow.context.translator.say(item.label) for item in menu.items]


def test_round_without_a_title_has_its_number_in_the_language_of_the_box() -> None:
    flow = offering(replace(ROUND, title="", round=4))
    assert flow.lines[1] == "> Autumn Cup: Round 4"
    flow.context.change(language="de")
    flow.press("DOWN", "UP")
    assert flow.lines[1] == "> Autumn Cup: Runde 4"


def test_round_is_the_first_line_until_it_is_begun() -> None:
    flow = offering(ROUND)
    assert flow.lines[1] == "> Autumn Cup: Round 1"
    flow.choose("Autumn Cup", "Anna")
    header, _ = flow.archive.sheets[1]
    assert (header.game, header.players) == ("mini", ("Anna",))
    assert dict(header.options) | {"challenge": CODE, "coach": "off", "no-undo": "yes"} == dict(header.options)
    flow.press("BACK")
    flow.choose("Home, keep match")
    assert "Autumn Cup" not in labels(flow)


def test_title_of_the_round_stands_alone_where_both_do_not_fit() -> None:
    flow = offering(replace(ROUND, title="A long first round"))
    assert flow.lines[1] == "> A long first round"


def test_round_is_played_together() -> None:
    flow = offering(ROUND)
    flow.choose("Autumn Cup", "Together")
    flow.press_until(lambda: bool(flow.archive.sheets))
    header, _ = flow.archive.sheets[1]
    assert (dict(header.options)["challenge"], len(header.players)) == (CODE, 2)


def test_slip_opens_a_round_by_its_letters() -> None:
    flow = offering(NoOffer("Autumn Cup"))
    desk: Any = flow.context.running["club"]
    key = key_of_slip("ABCDEFGHJK", "cup 2 table-1")
    desk.take_slip(SlipOffer("Autumn Cup", "Second", 2, "mini", (("coach", "off"),), seal(key, CODE), "cup 2 table-1"))
    flow.press("DOWN", "UP")
    assert flow.lines[1] == "> Second: …"
    flow.choose("Second")
    flow.top.type("abcde fghjl")
    flow.press("OK")
    assert flow.banner == "These letters do not open the round."
    flow.press("BACK")
    flow.top.type("K")
    flow.press("OK")
    flow.choose("Anna")
    header, _ = flow.archive.sheets[1]
    assert dict(header.options)["challenge"] == CODE


def slipped(game: str = "mini", envelope: str | None = None) -> Flow:
    """Return a box that shows the entry of the letters of a slip, all of which are typed."""
    flow = offering(NoOffer("Autumn Cup"))
    desk: Any = flow.context.running["club"]
    sealed = seal(key_of_slip("ABCDEFGHJK", "cup 2 table-1"), CODE) if envelope is None else envelope
    desk.take_slip(SlipOffer("Autumn Cup", "Second", 2, game, (("coach", "off"),), sealed, "cup 2 table-1"))
    flow.press("DOWN", "UP")
    flow.choose("Second")
    flow.top.type("abcde fghjk")
    flow.press("OK")
    return flow


@pytest.mark.parametrize("envelope", ["", "no base64", "AAAA", "A" * 80])
def test_envelope_that_is_none_is_opened_by_no_letters(envelope: str) -> None:
    assert slipped(envelope=envelope).banner == "These letters do not open the round."


def test_slip_of_a_game_that_is_not_known_says_so() -> None:
    assert slipped(game="unknown").banner == "This game is not known here."


def test_round_that_a_slip_has_opened_is_begun_once() -> None:
    flow = slipped()
    # Not begun yet: BACK leads to the line again.
    flow.press("BACK")
    while flow.screen == "SlipEntry":
        flow.press("BACK")
    assert "Second" in labels(flow)
    flow.choose("Second")
    flow.top.type("ABCDEFGHJK")
    flow.press("OK")
    flow.choose("Anna")
    flow.press("BACK")
    flow.choose("Home, keep match")
    assert "Second" not in labels(flow)
    # After a start the box has to be told the letters to know.
    desk: Any = flow.context.running["club"]
    desk.opened.clear()
    flow.press("DOWN", "UP")
    flow.choose("Second")
    flow.top.type("ABCDEFGHJK")
    flow.press("OK")
    assert "This table has begun this round before." in " ".join(flow.lines)
    flow.press("OK")
    assert "Second" not in labels(flow)
    assert len(flow.archive.sheets) == 1


def test_slip_is_typed_without_i_and_o_and_by_the_wheel() -> None:
    flow = offering(NoOffer("Autumn Cup"))
    desk: Any = flow.context.running["club"]
    desk.take_slip(SlipOffer("Autumn Cup", "Second", 2, "mini", (), "", ""))
    flow.press("DOWN", "UP")
    flow.choose("Second")
    assert flow.top.type("IO") == Refuse("A slip has letters without I and O.")
    flow.press("DOWN", "OK")
    assert flow.lines[1] == "B[A]"


def test_offer_ends_what_a_slip_has_said(table: Table) -> None:
    bridge = table.bridge()
    said = {key: value for key, value in OFFERED.items() if key != "challenge"}
    bridge.say(**said | {"type": "slip", "round": 2, "envelope": "sealed", "salt": "salt"})
    table.take_call()
    assert {number: slip.title for number, slip in table.desk.slips.items()} == {2: "First round"}
    bridge.say(type="club", event="Autumn Cup", round=0)
    table.take_call()
    assert table.desk.slips == {}


def after_a_round(archive: PaperArchive) -> Flow:
    """Return a box on which Anna has ended the round of the event."""
    flow = offering(ROUND, archive)
    flow.choose("Autumn Cup", "Anna")
    flow.press("BACK")
    flow.choose("End match")
    flow.press("LEFT OK")
    return flow


def test_matches_of_an_event_that_is_forgotten_are_deleted_after_a_question() -> None:
    archive = PaperArchive()
    flow = after_a_round(archive)
    desk: Any = flow.context.running["club"]
    assert not desk.take_forget(ForgetRequest("Autumn Cup", (CODE,)))
    flow.press("DOWN", "UP")
    assert flow.lines[1] == "> Delete Autumn Cup: …"
    flow.choose("Delete Autumn Cup")
    assert " ".join(flow.lines[:2]).startswith("Delete all matches of Autumn Cup here, with the names?")
    flow.press("OK")
    assert len([*archive.matches()]) == 1
    flow.choose("Delete Autumn Cup")
    flow.press("LEFT OK")
    assert [*archive.matches()] == []
    assert "Delete Autumn Cup" not in labels(flow)
    assert flow.context.chosen.names == ("Ben",)


def test_player_with_another_match_stays_known_when_an_event_is_forgotten() -> None:
    archive = PaperArchive()
    flow = offering(ROUND, archive)
    for challenge_, name in ((CODE, "Anna"), (CODE, "Zoé"), (OTHER, "Zoé")):
        begun = Session.begin(CATALOGUE["mini"], {"challenge": challenge_}, (name,), environment(archive))
        begun.draw()
        for row in ROWS:
            begun.play(begun.game.parse(None, row))
        flow.context.remember((name,))
    desk: Any = flow.context.running["club"]
    desk.forget(ForgetRequest("Autumn Cup", (CODE,)))
    assert (flow.context.chosen.names, len([*archive.matches()])) == (("Zoé", "Ben"), 1)


def test_event_stays_where_the_names_cannot_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = PaperArchive()
    flow = after_a_round(archive)

    def fail(**changes: object) -> None:
        raise SettingsRefused("expected a card, got none")

    monkeypatch.setattr(flow.context, "change", fail)
    desk: Any = flow.context.running["club"]
    with pytest.raises(SettingsRefused):
        desk.forget(ForgetRequest("Autumn Cup", (CODE,)))
    assert len([*archive.matches()]) == 1


def test_event_that_cannot_be_forgotten_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = offering(ROUND)
    desk: Any = flow.context.running["club"]
    desk.to_forget = ForgetRequest("Autumn Cup", (CODE,))

    def fail(request: ForgetRequest) -> None:
        raise JournalFailed("expected a card, got none")

    monkeypatch.setattr(desk, "forget", fail)
    flow.press("DOWN", "UP")
    flow.choose("Delete Autumn Cup")
    flow.press("LEFT OK")
    assert JournalFailed.sentence in " ".join(flow.lines)


def test_nothing_is_offered_before_a_round_and_after_it() -> None:
    assert "Autumn Cup" not in labels(offering(NoOffer("Autumn Cup")))


def test_box_that_does_not_know_the_game_says_so_and_goes_on() -> None:
    flow = offering(Offer("Autumn Cup", "Round 1", 1, "unknown", (), CODE))
    flow.choose("Autumn Cup")
    assert flow.archive.sheets == {}
    assert flow.banner == "This game is not known here."


def test_nothing_is_offered_while_the_matches_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    flow = offering(NoOffer(""))
    desk: Any = flow.context.running["club"]

    def failing() -> Iterator[object]:
        raise JournalFailed("expected to read the journal, got a test")

    monkeypatch.setattr(flow.archive, "matches", failing)
    desk.take(ROUND)
    flow.press("DOWN", "UP")
    assert flow.screen == "Menu"
    assert "Autumn Cup" not in labels(flow)
