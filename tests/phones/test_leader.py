"""The phone that leads: made leader on the box, and what it may begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.dice.model import Own
from companion.front_ends.messages import Refusal
from companion.i18n.translator import Translator
from companion.phones.feature import FEATURE
from companion.phones.private import Wish, WishAnswer
from companion.phones.wishes import grant
from companion.words.phrase import Phrase
from tests.phones.paper_phones import PaperPhones
from tests.phones.tables import Table
from tests.phones.test_desk import Line
from tests.phones.test_flows import playing
from tests.phones.test_lobby import finished
from tests.phones.test_rematch import over
from tests.support.flow import Flow, start
from tests.support.installing import install


@pytest.fixture
def line(table: Table) -> Line:
    table.open_match()
    return Line(table)


def menu_of(flow: Flow) -> None:
    flow.press("OK BACK")
    flow.choose("Phones")


def test_no_phone_leads_until_the_box_asks_and_one_at_most_does(line: Line) -> None:
    anna, ben = line.admit(0), line.admit(1)
    assert [line.ask(phone, "look")["leads"] for phone in (anna, ben)] == [False, False]
    line.table.desk.lead(0)
    assert line.told(anna)["leads"] is True
    line.table.desk.lead(1)
    assert [line.told(phone)["leads"] for phone in (anna, ben)] == [False, True]
    assert line.table.seen(leader=1).seats == {0, 1}
    line.table.desk.lead(None)
    assert line.told(ben)["leads"] is False
    line.table.seen(leader=None)


def test_leader_leads_after_a_start_of_the_box_and_a_new_phone_of_its_seat_does_not(table: Table) -> None:
    driver = table.open_match()
    line = Line(table)
    ben = line.admit(1)
    line.table.desk.lead(1)
    assert line.told(ben)["leads"] is True
    table.socket.close()
    table.begin()
    table.watch.look(driver)
    again = Line(table)
    assert again.ask(ben, "look")["leads"] is True
    assert again.ask(again.admit(1), "look")["leads"] is False


@pytest.mark.parametrize("do", ["games", "begin"])
def test_leader_alone_is_heard_between_matches_with_the_newest_version(line: Line, do: str) -> None:
    asked: list[tuple[str, Wish, str]] = []

    def wish(name: str, wish: Wish, text: str, answer: Callable[[WishAnswer], None]) -> None:
        asked.append((name, wish, text))
        answer([])

    line.table.desk.wish = wish
    anna, ben = line.admit(0), line.admit(1)
    line.table.desk.lead(1)
    line.told(ben)
    assert line.ask(ben, do, version=ben.version, text="mini")["refused"] == "turn"
    finished(line, ben)
    line.ask(anna, "look")
    assert line.ask(anna, do, version=anna.version, text="mini")["refused"] == "turn"
    assert line.ask(ben, do, version=ben.version - 1, text="mini")["refused"] == "stale"
    assert asked == []
    answer = line.ask(ben, do, version=ben.version, text="mini")
    assert (answer["refused"], answer["games"]) == (None, [])
    assert asked == [("Ben", Wish(do), "mini")]
    line.table.desk.open_lobby(())
    line.table.seen(is_comparing=False, lobby=3)
    assert line.ask(ben, do, version=ben.version, text="mini")["refused"] == "busy"


def begin(flow: Flow, phones: PaperPhones, text: str) -> object:
    answer = grant(flow.context, phones, flow.app.open, "Ben", Wish.BEGIN, text)
    flow.press("")
    return answer


def test_games_to_choose_from_are_those_for_so_many_players_with_their_options_in_the_language_asked_for() -> None:
    phones = PaperPhones(players=("Anna", "Ben", "Box 1"))
    flow = start()
    found = grant(flow.context, phones, flow.app.open, "Ben", Wish.GAMES, "fr")
    assert isinstance(found, list)
    coda = next(one for one in found if one["game"] == "coda")
    clock = next(option for option in coda["options"] if option["key"] == "clock")
    assert (clock["value"], [value for value, _ in clock["choices"]]) == ("off", ["on", "off"])
    assert [words for _, words in clock["choices"]] == ["oui", "non"]
    many = PaperPhones(players=("Anna", "Ben", "Cleo", "David", "Eva"))
    for_five = grant(flow.context, many, flow.app.open, "Anna", Wish.GAMES, "en")
    assert isinstance(for_five, list)
    assert ("coda" in [one["game"] for one in found], "coda" in [one["game"] for one in for_five]) == (True, False)


@pytest.mark.parametrize("is_over", [False, True])
def test_leader_begins_a_game_with_its_rules_at_the_first_menu_and_after_a_match(is_over: bool) -> None:
    phones = PaperPhones()
    flow = over(phones) if is_over else start()
    before = flow.context.settings
    assert begin(flow, phones, "coda clock=on rounds=1 no=thing first=9") is None
    driver = flow.context.driver
    assert driver is not None
    assert (driver.session.game.key, driver.session.players) == ("coda", ("Anna", "Ben"))
    assert dict(driver.session.header.options)["clock"] == "on"
    assert flow.banner == "Ben began Coda."
    assert flow.context.settings == before


def test_leader_ends_no_match_and_disturbs_no_question_on_the_box() -> None:
    phones = PaperPhones()
    flow = playing(phones, mode="box")
    before = flow.context.driver
    assert before is not None
    phones.take_position(before.position)
    assert begin(flow, phones, "coda") is Refusal.BUSY
    # The match waits at the first menu to go on.
    flow.press("BACK")
    flow.choose("Home, keep match")
    phones.take_position(None)
    assert begin(flow, phones, "coda") is Refusal.BUSY
    fresh = start()
    assert begin(fresh, phones, "chess") is Refusal.RULES
    fresh.choose("More")
    assert begin(fresh, phones, "coda") is Refusal.BUSY
    fresh.press("BACK")
    phones.is_asking = True
    assert begin(fresh, phones, "coda") is Refusal.BUSY
    phones.is_asking = False
    assert begin(fresh, phones, "coda") is None


def test_box_asks_before_a_phone_leads_and_the_answer_is_no_at_first() -> None:
    phones = PaperPhones(seats=frozenset({0, 1}))
    flow = playing(phones)
    menu_of(flow)
    flow.choose("Leader")
    assert [line.strip("> \u2713:") for line in flow.lines[1:]] == ["nobody", "Anna", "Ben"]
    flow.choose("Ben")
    assert flow.lines[0] == "May the phone of Ben begin the next matches?"
    flow.press("OK")
    assert phones.asked == []
    flow.choose("Leader")
    flow.choose("Ben")
    flow.press("UP OK")
    assert phones.asked == [("lead", 1)]
    flow.choose("Leader")
    flow.choose("nobody")
    assert phones.asked == [("lead", 1), ("lead", None)]


def test_leader_gives_no_player_s_seat_to_the_box() -> None:
    phones = PaperPhones(players=("Anna", "Ben"), seats=frozenset({0, 1}))
    flow = start()
    assert begin(flow, phones, "coda box-seats=1") is None
    driver = flow.context.driver
    assert driver is not None
    assert driver.session.players == ("Anna", "Ben")


def test_any_phone_asks_for_another_name_between_matches(line: Line) -> None:
    asked: list[tuple[str, Wish, str]] = []

    def wish(name: str, wish: Wish, text: str, answer: Callable[[WishAnswer], None]) -> None:
        asked.append((name, wish, text))
        answer(None)

    line.table.desk.wish = wish
    ben = line.admit(1)
    assert line.ask(ben, "name", version=ben.version, text="Cleo")["refused"] == "turn"
    finished(line, ben)
    assert line.ask(ben, "name", version=ben.version, text="Cleo")["refused"] is None
    assert asked == [("Ben", Wish.NAME, "Cleo")]


def test_box_asks_twice_before_a_phone_has_another_name() -> None:
    phones, flow = PaperPhones(), start()
    install(flow.context, additions=(FEATURE,))
    flow.context.running["phones"] = phones
    assert grant(flow.context, phones, flow.app.open, "Ben", Wish.NAME, "a\tb") is Refusal.RULES
    assert grant(flow.context, phones, flow.app.open, "Ben", Wish.NAME, " Cleo ") is None
    flow.press("")
    assert (flow.lines[0], flow.banner) == ("Call Ben Cleo?", "Ben asks for another name.")
    flow.press("LEFT OK")
    assert phones.asked == []
    flow.press("LEFT OK")
    assert phones.asked == [("rename", "Ben", "Cleo")]
    assert [change.new for change in flow.archive.changed] == ["Cleo"]


def test_phone_of_another_player_limits_the_turn(table: Table) -> None:
    table.open_match("coda", players=("Anna", "Ben"), clock="on")
    line = Line(table)
    asked: list[tuple[str, Wish, str]] = []

    def wish(name: str, wish: Wish, text: str, answer: Callable[[WishAnswer], None]) -> None:
        asked.append((name, wish, text))
        answer(None)

    table.desk.wish = wish
    phones = [line.admit(seat) for seat in range(2)]
    assert table.driver is not None
    (turn,) = table.driver.position.seats_to_move
    answers = [line.ask(phone, "limit", version=phone.version)["refused"] for phone in phones]
    assert (answers[turn], answers[1 - turn]) == ("turn", None)
    assert asked == [(("Anna", "Ben")[1 - turn], Wish.LIMIT, "")]


def test_limit_from_a_phone_comes_after_the_first_minute_alone() -> None:
    phones = PaperPhones()
    flow = playing(phones, "coda", clock="on")
    flow.box.inputs._linger_s = 0.0
    assert flow.press("OK OK OK")[-1] == "DrawScreen"
    for seconds, refused in ((0, "The limit comes after the first minute."), (61, None), (1, "The limit runs.")):
        flow.box.inputs.pass_time(seconds)
        flow.run()
        answer = grant(flow.context, phones, flow.app.open, "Ben", Wish.LIMIT, "")
        assert (answer and phrase_text(answer)) == refused
    over_clock = start()
    assert phrase_text(grant(over_clock.context, phones, over_clock.app.open, "Ben", Wish.LIMIT, "")) is not None


def phrase_text(answer: object) -> str:
    """Return the English words of the phrase *answer*."""
    assert isinstance(answer, Phrase)
    return answer(Translator("en"))


def test_throw_of_a_real_die_is_entered_from_a_phone_at_once() -> None:
    phones, flow = PaperPhones(), start()
    for text in ("3 Red die", "6 Red die"):
        assert grant(flow.context, phones, flow.app.open, "Ben", Wish.DIE, text) is None
    for text in ("7 Red die", "0 Red die", "x Red die", "3 ", "3 a\tb", ""):
        assert grant(flow.context, phones, flow.app.open, "Ben", Wish.DIE, text) is Refusal.RULES
    assert [(roll.cast, roll.values) for roll in flow.archive.throws()] == [
        (Own("Red die"), (6,)),
        (Own("Red die"), (3,)),
    ]
