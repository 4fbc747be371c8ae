"""Ways through the screens for phones, with phones on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box import Button, Call, Format, Press, TypedLine
from companion.games.contract import CHANCE
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.phones.feature import FEATURE
from companion.phones.join_screens import AdmitScreen, InviteScreen, PhoneQuestion
from companion.phones.port import Addresses, Asker, NetworkRequest, PhonesSeen
from companion.ui.core.menu import Menu
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.phones.eye import watching
from tests.phones.paper_phones import HOTSPOT, LETTERS, PaperPhones
from tests.support.flow import CATALOGUE, SMALL, Flow, entering, start
from tests.support.installing import install
from tests.support.panels import PANELS
from tests.support.paper import PaperArchive, environment

SIZES = sorted({Format(panel.size) for panel in PANELS}, key=lambda one: one.size)


def playing(phones: PaperPhones, key: str = "mini", display: Format = SMALL, **options: str) -> Flow:
    """Return a box on which a match is taken up, with *phones*."""
    archive, game = PaperArchive(), CATALOGUE[key]
    session = Session.begin(game, options, ("Anna", "Ben"), environment(archive))
    if session.player_to_move == CHANCE:
        session.draw()
    flow = start(archive, tables={"phones": {"on": True}}, display=display)
    install(flow.context, additions=(FEATURE,))
    flow.context.running["phones"] = phones
    flow.press("OK")
    return flow


def test_phone_is_told_of_another_name_of_its_player() -> None:
    phones = PaperPhones()
    flow = playing(phones)
    flow.press("BACK")
    flow.choose("Home, keep match", "More", "Players", "Ben", "Another name")
    flow.top.type("Cleo")
    flow.press("OK", "LEFT OK", "LEFT OK")
    assert ("rename", "Ben", "Cleo") in phones.asked


def invited(phones: PaperPhones) -> Flow:
    """Return a box that shows the invitation of Anna."""
    flow = playing(phones)
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("Anna alone")
    assert flow.lines[0] == "Only Anna may scan the code. All others look away!"
    flow.press("OK")
    return flow


def test_line_typed_at_the_lobby_is_not_understood() -> None:
    flow = playing(PaperPhones())
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("All phones")
    flow.box.inputs.post(TypedLine("hello", flow.box.inputs.now()))
    flow.run()
    assert (flow.screen, flow.banner) == ("LobbyScreen", "Not understood. Type ? for help.")


def happens(flow: Flow) -> None:
    """Let the loop look at the screen, as after a change of the phones."""
    flow.box.inputs.post(Call(lambda: None))
    flow.app.run()


def test_phone_comes_in_the_place_of_its_invitation_and_is_let_in() -> None:
    phones = PaperPhones()
    flow = invited(phones)
    assert LETTERS in "".join(flow.lines)
    phones.come()
    happens(flow)
    assert flow.lines[0] == "Let this phone play for Anna?"
    flow.press("UP OK")
    assert phones.asked == [("invite", 0), ("confirm", 0)]
    assert isinstance(flow.top, Menu)
    assert flow.top.items[2].value == "\u2713"


@pytest.mark.parametrize("keys", ["OK", "BACK", "DOWN OK"])
def test_phone_that_is_not_let_in_is_not_confirmed(keys: str) -> None:
    phones = PaperPhones()
    flow = invited(phones)
    phones.come()
    happens(flow)
    flow.press(keys)
    assert isinstance(flow.top, Menu)
    assert phones.asked == [("invite", 0)]


def test_press_that_was_made_before_the_question_answers_nothing() -> None:
    phones = PaperPhones()
    flow = invited(phones)
    early = flow.box.inputs.now() - 1
    phones.come()
    happens(flow)
    for button in (Button.UP, Button.OK):
        flow.box.inputs.post(Press(button, early))
        flow.app.run()
    assert isinstance(flow.top, PhoneQuestion)
    assert phones.asked == [("invite", 0)]


def ask(flow: Flow, phones: PaperPhones, *askers: Asker) -> None:
    """Let phones ask, or show their digits, and the box draw them."""
    phones.ask(*askers)
    happens(flow)


def in_lobby(phones: PaperPhones, display: Format = SMALL) -> Flow:
    """Return a box in whose lobby two phones ask for Ben and one for Anna, with their digits."""
    flow = playing(phones, display=display)
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("All phones")
    askers = [Asker("a", "Anna"), Asker("b", "Ben"), Asker("c", "Ben")]
    phones.ask(*askers)
    assert "3: OK" in flow.lines
    flow.press("OK")
    digits = ("4271", "0938", "5555")
    ask(flow, phones, *(replace(one, digits=each) for one, each in zip(askers, digits, strict=True)))
    return flow


def test_all_phones_of_the_lobby_are_admitted_with_one_press_once_no_player_has_two() -> None:
    phones = PaperPhones()
    flow = in_lobby(phones)
    flow.press("OK")
    assert flow.app.banner == "Two for Ben: strike one out."
    # A press takes the sentence away, which covers lines.
    flow.press("OK")
    flow.choose("Ben")
    flow.choose("Yes: let them play")
    assert phones.asked[-3:] == ["compare", ("refuse", ["b"]), ("admit", ["a", "c"])]
    assert isinstance(flow.top, Menu)


def test_two_who_ask_for_one_name_are_side_by_side_and_have_more_digits() -> None:
    phones = PaperPhones()
    flow = in_lobby(phones)
    phones.ask(Asker("b", "Ben", "0938", "1111"), Asker("a", "Anna", "4271"), Asker("c", "Ben"))
    assert flow.lines[1:] == ["  Ben: 0938 1111", "  Ben: …", "  Anna: 4271", "> Yes: let them play"]


def test_phone_whose_digits_come_late_waits_and_is_admitted_with_the_next_press() -> None:
    phones = PaperPhones()
    flow = in_lobby(phones)
    ask(flow, phones, Asker("a", "Anna", "4271"), Asker("b", "Ben"))
    flow.press("OK")
    assert flow.app.banner == "The others on the list still wait."
    # Digits that come while the sentence covers them are not admitted unseen.
    ask(flow, phones, Asker("b", "Ben", "0938"))
    flow.press("OK")
    assert phones.asked[-1] == ("admit", ["a"])
    flow.press("OK")
    assert phones.asked[-1] == ("admit", ["b"])
    assert not isinstance(flow.top, AdmitScreen)


@pytest.mark.parametrize("display", SIZES, ids=str)
def test_press_admits_the_phones_alone_that_were_on_the_display(display: Format) -> None:
    phones = PaperPhones()
    flow = in_lobby(phones, display)
    names = [f"Name {number}" for number in range(8)]
    with watching(flow) as seen:
        ask(flow, phones, *(Asker(name, name, "4271") for name in names))
    shown = [name for name in names if (name, "4271") in seen]
    assert shown
    # A phone that came after the frame.
    phones.ask(*phones.seen.askers, Asker("late", "Late", "1234"))
    flow.press("OK")
    assert phones.asked[-1] == ("admit", shown)


def test_guest_who_asks_as_a_player_with_a_phone_is_struck_out_until_people_say_otherwise() -> None:
    phones = PaperPhones(seats=frozenset({0}))
    flow = in_lobby(phones)
    ask(flow, phones, Asker("g", "Anna", "4271"))
    assert flow.lines[1:] == ["  Anna again: no", "> Yes: let them play"]
    flow.press("OK")
    assert phones.asked[-1] == ("refuse", ["g"])
    flow.choose("Phones", "All phones")
    ask(flow, phones, Asker("h", "Anna"))
    flow.press("OK")
    ask(flow, phones, Asker("h", "Anna", "0938"))
    flow.choose("Anna again")
    assert flow.lines[0] == "Anna again, on another phone?"
    flow.press("OK")
    assert "  Anna again: no" in [line.replace(">", " ") for line in flow.lines]
    flow.press("OK UP OK DOWN OK")
    assert phones.asked[-1] == ("admit", ["h"])


def at_set_up(phones: PaperPhones, game: str) -> Flow:
    """Return a box with *phones* that shows the set-up of *game*."""
    flow = start(tables={"phones": {"on": True}})
    install(flow.context, additions=(FEATURE,))
    flow.context.running["phones"] = phones
    flow.choose("Play")
    flow.choose(game)
    return flow


def test_phones_join_in_the_set_up_and_their_players_get_its_seats() -> None:
    phones = PaperPhones(seats=frozenset())
    flow = at_set_up(phones, "Coda")
    flow.choose("Phones")
    flow.choose("All phones")
    phones.ask(*(Asker(name, name, "4271") for name in ("Zoé", "Dan")))
    assert "2: OK" in flow.lines
    flow.press("OK OK")
    assert "Anna, Ben, Zoé, Dan" in "\n".join(flow.lines)
    flow.choose("Begin")
    driver = flow.context.driver
    assert driver is not None
    assert driver.session.players == ("Anna", "Ben", "Zoé", "Dan")


def test_set_up_asks_whom_a_phone_replaces_that_finds_no_free_seat() -> None:
    phones = PaperPhones(seats=frozenset({2, 3, 4, 5}), players=("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn"))
    flow = at_set_up(phones, "Coda")
    assert "Anna, Ben, Cleo, Dan" in "\n".join(flow.lines)
    flow.choose("Eve replaces")
    assert flow.lines[1] == "> nobody: \u2713"
    flow.choose("Ben")
    flow.choose("Finn replaces")
    flow.press("OK")
    assert "Anna, Eve, Cleo, Dan" in "\n".join(flow.lines)
    flow.choose("Begin")
    assert flow.context.driver is not None
    assert flow.context.driver.session.players == ("Anna", "Eve", "Cleo", "Dan")


def test_phone_takes_the_seat_of_a_player_without_a_name() -> None:
    flow = at_set_up(phones := PaperPhones(), "Coda")
    flow.choose("Anna, Ben")
    flow.choose("Add a player")
    flow.press("OK")
    flow.choose("\u2691\xa0Ben")
    flow.press("BACK")
    assert "Anna, Player 1" in "\n".join(flow.lines)
    phones.seen = PhonesSeen(seats=frozenset({0}), players=("Zoé",))
    happens(flow)
    assert "Anna, Zoé" in "\n".join(flow.lines)


def test_player_who_has_joined_by_phone_can_be_taken_away_in_the_set_up() -> None:
    flow = at_set_up(PaperPhones(seats=frozenset({1})), "Coda")
    flow.choose("Anna, Ben")
    flow.choose("Add a player")
    flow.press("OK")
    flow.choose("\u2691\xa0Ben")
    flow.press("BACK")
    assert "Anna, Player 1" in "\n".join(flow.lines)


def test_lobby_that_is_left_or_empty_admits_no_phone() -> None:
    phones = PaperPhones()
    flow = in_lobby(phones)
    flow.press("BACK")
    assert "compare" in phones.asked
    assert not any(isinstance(one, tuple) for one in phones.asked)
    flow.choose("Phones", "All phones")
    phones.ask()
    flow.press("OK")
    assert isinstance(flow.top, Menu)
    assert phones.asked.count("compare") == 1


def test_no_phone_is_admitted_before_it_shows_digits() -> None:
    phones = PaperPhones()
    flow = in_lobby(phones)
    phones.ask(Asker("a", "Anna"))
    flow.press("OK")
    assert flow.app.banner == "No phone is ready yet. One moment."


def test_lobby_of_a_match_that_has_changed_says_so() -> None:
    phones = PaperPhones()
    flow = playing(phones)
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("All phones")
    phones.go()
    happens(flow)
    assert "The match has changed. Begin again." in flow.lines


def test_ended_invitation_and_phone_that_leaves_are_told() -> None:
    phones = PaperPhones()
    flow = invited(phones)
    phones.come()
    happens(flow)
    phones.go()
    happens(flow)
    assert "The phone is gone again." in flow.lines
    flow.press("OK")
    flow.choose("Ben alone")
    flow.press("OK")
    phones.go()
    happens(flow)
    assert "The invitation has ended. Begin again." in flow.lines


def test_invitation_stays_when_another_player_moves_by_phone() -> None:
    phones = PaperPhones()
    flow = invited(phones)
    driver = flow.context.driver
    assert driver is not None
    driver.submit_text(driver.position.player_to_move or 0, "ROYB")
    happens(flow)
    assert flow.screen == InviteScreen.__name__
    phones.come()
    happens(flow)
    assert flow.screen == PhoneQuestion.__name__
    flow.press("UP OK")
    # The pause menu below is gone with the move.
    assert flow.screen == GuessScreen.__name__


def test_menu_says_what_is_missing() -> None:
    flow = playing(PaperPhones(None))
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("Big board")
    assert flow.app.banner == "The pages do not run. They need codemaker-web."
    flow.context.running["phones"] = PaperPhones(Addresses(failure="no-pages"))
    flow.choose("Ben alone")
    assert flow.app.banner == "The pages do not run. They need codemaker-web."
    flow.context.running["phones"] = PaperPhones(Addresses())
    flow.choose("Ben alone")
    assert flow.app.banner == "The box is in no network. Try a hotspot."


def test_box_in_two_networks_says_which_address_it_shows() -> None:
    flow = playing(PaperPhones(Addresses(("http://192.168.1.20", "http://10.0.0.7"))))
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("Big board")
    assert "1/2" in " ".join(flow.lines)
    flow.press("RIGHT")
    assert "2/2" in " ".join(flow.lines)
    assert "10.0.0.7" in "".join(flow.lines)


def test_hotspot_is_made_shown_and_ended() -> None:
    # What was told before says nothing of the hotspot.
    phones = PaperPhones(Addresses(failure="no-address"))
    flow = playing(phones)
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("Make a hotspot")
    flow.press("UP OK")
    assert phones.asked == [NetworkRequest.HOTSPOT]
    assert flow.lines[0] == "One moment, please."
    phones.addresses = HOTSPOT
    happens(flow)
    assert "1/2" in flow.lines
    flow.press("OK")
    assert "2/2" in flow.lines
    flow.press("OK")
    flow.choose("Hotspot")
    flow.press("OK OK UP OK")
    assert phones.asked == [NetworkRequest.HOTSPOT, NetworkRequest.HOTSPOT_OFF]


def test_phone_of_a_player_is_ended() -> None:
    phones = PaperPhones(seats=frozenset({1}))
    flow = playing(phones)
    flow.press("OK BACK")
    flow.choose("Phones")
    flow.choose("End: Ben")
    flow.press("UP OK")
    assert phones.asked == [("end", 1)]


def test_player_with_a_phone_may_look_at_it_or_do_all_on_the_box() -> None:
    phones = PaperPhones(seats=frozenset({0, 1}))
    flow = playing(phones, mode="player", first="coin", games="2")
    assert flow.context.driver is not None
    assert any("look at your phone, or take the box" in line for line in flow.lines)
    flow.press("OK", entering("ROYG"), entering("ROYG"))
    assert flow.context.driver.position.view(None).phase.name == "GUESS"


def test_box_that_was_to_be_taken_says_that_a_phone_has_come() -> None:
    phones = PaperPhones()
    flow = playing(phones, mode="player", first="coin", games="2")
    assert any("takes the box" in line for line in flow.lines)
    phones.seen = PhonesSeen(seats=frozenset({0, 1}))
    happens(flow)
    assert any("look at your phone, or take the box" in line for line in flow.lines)


def test_phones_are_switched_in_the_settings_and_not_offered_in_a_match_while_off() -> None:
    flow = start()
    install(flow.context, additions=(FEATURE,))
    flow.choose("More", "Phones")
    flow.press("OK")
    assert FEATURE.is_on(flow.context.chosen)
    flow.press("LEFT")
    assert not FEATURE.is_on(flow.context.chosen)


def test_answer_of_the_people_stays_when_the_old_phone_leaves_meanwhile() -> None:
    phones = PaperPhones(seats=frozenset({0}))
    flow = playing(phones)
    flow.press("OK BACK")
    flow.choose("Phones", "All phones")
    phones.ask(Asker("new", "Anna", "", "", True))
    flow.press("OK")
    happens(flow)
    flow.press("UP OK UP OK")
    assert "> Anna again: scanned" in flow.lines
    phones.seen = replace(phones.seen, seats=frozenset())
    flow.press("DOWN OK")
    assert ("admit", ["new"]) in phones.asked


class Watched:
    """A match with a limit of a minute, the players of which have phones, and whose time a test passes."""

    def __init__(self) -> None:
        self.now, self.phones, archive = 0.0, PaperPhones(seats=frozenset({0, 1})), PaperArchive()
        session = Session.begin(CATALOGUE["mini"], {"time": "60", "first": "1"}, ("Anna", "Ben"), environment(archive))
        self.context = start(archive, tables={"phones": {"on": True}}).context
        install(self.context, additions=(FEATURE,))
        self.context.running["phones"] = self.phones
        self.driver = self.context.driver = MatchDriver(session, lambda: self.now)
        self.match = Match(self.context, self.driver, GAME_SCREENS["pegs"])
        self.screen = self.match.enter()
        ((self.seat, self.clock),) = self.driver.clocks.items()

    def leave(self, *seats: int) -> None:
        self.phones.seen = replace(self.phones.seen, away=frozenset(seats))
        self.match.fresh_screen(self.screen)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.match.time_passed(self.screen)


def test_clock_waits_for_a_phone_that_is_away_for_half_a_minute() -> None:
    watched = Watched()
    watched.wait(5)
    watched.leave(watched.seat)
    assert watched.match.time_due(watched.screen) == 35
    watched.wait(29)
    assert (watched.clock.is_held, watched.clock.seconds) == (True, 55)
    watched.wait(1)
    watched.match.fresh_screen(watched.screen)
    assert watched.clock.is_running
    watched.wait(10)
    assert watched.clock.seconds == 45


def test_clock_goes_on_when_the_phone_comes_back() -> None:
    watched = Watched()
    watched.leave(watched.seat)
    watched.wait(7)
    watched.leave()
    watched.wait(3)
    assert (watched.clock.is_running, watched.clock.seconds) == (True, 57)


def test_clock_waits_for_no_phone_of_another_player() -> None:
    watched = Watched()
    watched.leave(1 - watched.seat)
    assert watched.clock.is_running


def test_time_of_a_player_with_a_phone_ends_while_the_box_asks_to_begin() -> None:
    flow = playing(PaperPhones(seats=frozenset({0, 1})), time="60")
    assert any("loses the round" in line for line in flow.lines)
