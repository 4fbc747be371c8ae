"""The private page against a game that PyNaCl seals for, and a web process that may do anything to the messages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from threading import Event

import pytest

from companion.front_ends.messages import match_fields
from companion.front_ends.views import ask_of
from tests.front_ends.random_matches import RandomMatch
from tests.phones.web.browser import PATIENCE_S, URL, Browser, Network, complaints, resize, wait_for
from tests.phones.web.paper_game import GUESS, MATCH, ROUND, VIEW, PaperGame
from tests.phones.web.relay import PAGES, Answer, Message, Relay, relay
from tests.phones.web.test_phones import PICK
from tests.support.one_player import FAMILY, MOST, NumberGame

SECRET = "ABCDEFGHIJKLMNOPQRST"
# Of tweetnacl 1.0.3 as npm has it.
NACL = "973cc5733cc7432e30ee4682098f413094f494bccf76a567c23908c5035ddbbc"
TEXT = "document.body.innerText.includes(arguments[0])"


@pytest.fixture(scope="module")
def served(network: Network) -> Iterator[Relay]:
    with relay(network) as running:
        yield running


@pytest.fixture(scope="module")
def phone(network: Network) -> Iterator[Browser]:
    with network.browser("en", (360, 640)) as opened:
        yield opened


@pytest.fixture
def game(served: Relay, phone: Browser) -> PaperGame:
    """A game that has invited the phone, which has kept nothing."""
    phone.get(f"{URL}/p")
    phone.execute_script("localStorage.clear(); sessionStorage.clear()")
    phone.get("about:blank")
    served.posts.clear()
    served.on_stream = lambda: None
    return PaperGame(served, SECRET)


def scan(phone: Browser, secret: str = SECRET) -> None:
    phone.get(f"{URL}/p#{secret}")


def with_round(round: Message | None) -> Message:
    return MATCH | {"view": VIEW | {"round": round}}


def tap(phone: Browser, name: str) -> None:
    """Press a control once it is there and may be pressed."""
    wait_for(phone, CONTROL + "[0]", name)
    phone.execute_script(f"{CONTROL}[0].click()", name)


DRAWN = """
window.drawn = 0;
new MutationObserver(changes => { drawn += changes.filter(one => one.removedNodes.length).length; })
    .observe(document.getElementById('main'), {childList: true});
"""
OVER: Message = MATCH | {
    "to_move": None, "seats_to_move": [], "outcome": {"scores": [1], "winners": [0]},
    "view": VIEW | {"round": None, "done": [ROUND | {"ending": "solved", "code": "RGBY"}]},
}  # fmt: skip
REVIEW: Message = {"round": 1, "stars": 4, "luck": 1.0, "skill": 0.0, "hints": 0, "rows": []}
CONTROL = (
    "Array.from(document.querySelectorAll('[data-name]'))"
    ".filter(e => e.dataset.name === arguments[0] && !e.matches(':disabled'))"
)
EMPTY = "document.querySelectorAll('.slot[aria-label$=free]').length"
HAND = "return Array.from(document.querySelectorAll('.own [role=img]'), drawn => drawn.getAttribute('aria-label'))"
# Notes each name and task that the page shows from now on.
WATCH = """
window.told = [];
const parts = ['name', 'task'].map(id => document.getElementById(id));
new MutationObserver(() => told.push(...parts.map(part => part.textContent)))
    .observe(document.body, {subtree: true, childList: true, characterData: true});
"""
TOLD = "return told.includes(arguments[0])"
SMALL = """
return Array.from(document.querySelectorAll('button, select, input'), e => [e.dataset.name, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`);
"""


def test_nacl_is_the_published_one() -> None:
    assert hashlib.sha256((PAGES / "nacl.min.js").read_bytes()).hexdigest() == NACL
    assert NACL in (PAGES / "nacl.LICENSE").read_text("utf-8")


def test_phone_that_scanned_the_code_plays(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    assert [request["do"] for request in game.asked] == ["enter"]
    for letter in "RGBY":
        tap(phone, f"colour{letter}")
    tap(phone, "send")
    move = game.wait_for(2)
    assert (move["do"], move["text"], move["boot"], move["version"]) == ("move", "RGBY", "boot1", 1)
    assert complaints(phone) == []


def test_secret_of_the_code_stays_in_no_address_and_no_history(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    history = phone.execute_cdp_cmd("Page.getNavigationHistory", {})
    assert [entry["url"] for entry in history["entries"] if SECRET in entry["url"]] == []
    kept = phone.execute_script("return JSON.stringify(localStorage) + document.title + document.body.innerHTML")
    assert SECRET not in kept


def test_six_letters_typed_do_the_same(game: PaperGame, phone: Browser) -> None:
    game.secret = "HKMNPQ"
    phone.get(f"{URL}/p")
    wait_for(phone, "document.querySelector('#letters')")
    phone.find_element("id", "letters").send_keys("hkmnpq\n")
    wait_for(phone, TEXT, "Your row")


def test_wrong_letters_are_told(game: PaperGame, phone: Browser) -> None:
    scan(phone, "WRONGWRONGWRONGWRONG")
    wait_for(phone, TEXT, "This is not what the box shows now.")
    assert game.asked == []
    # There is nothing to go back to.
    assert not phone.execute_script(f"return {CONTROL}.length", "again")


def test_refusal_that_is_not_sealed_is_not_believed_and_asked_about(game: PaperGame, phone: Browser) -> None:
    """Anybody in the network can have the game say it: with garbage for the name of the phone."""
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    phone.execute_script(WATCH)
    for asked in (2, 3):
        game.relay.push("refused", {"phone": "p" * 22, "reason": "phone"})
        assert game.wait_for(asked)["do"] == "look"
    tap(phone, "colourR")
    assert phone.execute_script("return localStorage.getItem('codemaker-seat')")
    assert not phone.execute_script("return told.some(text => text.includes('Six letters'))")


def test_phone_that_the_box_has_forgotten_says_so_and_can_be_ended(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    game.forget()
    phone.refresh()
    wait_for(phone, TEXT, "may not know this phone")
    tap(phone, "anew")
    wait_for(phone, "document.querySelector('#letters')")


def test_phone_that_the_players_refuse_is_told_so(game: PaperGame, phone: Browser) -> None:
    game.status = "confirm"
    scan(phone)
    wait_for(phone, TEXT, "Look at the box")
    game.status = "ended"
    game.tell()
    wait_for(phone, TEXT, "The box did not let this phone play.")
    tap(phone, "anew")
    wait_for(phone, "document.querySelector('#letters')")


def test_phone_waits_for_the_table(game: PaperGame, phone: Browser) -> None:
    game.status = "confirm"
    scan(phone)
    wait_for(phone, TEXT, "Look at the box")
    game.status = "play"
    game.tell()
    wait_for(phone, TEXT, "Your row")


def test_reload_goes_on(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    phone.refresh()
    wait_for(phone, TEXT, "Your row")
    assert [path for path, _ in game.relay.posts].count("/join") == 1


def test_ended_phone_forgets_its_key(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    game.status = "ended"
    game.tell()
    wait_for(phone, TEXT, "This phone plays no longer.")
    assert phone.execute_script("return localStorage.getItem('codemaker-seat')") is None


def test_phone_that_leaves_says_so(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    tap(phone, "leaving")
    tap(phone, "leave")
    wait_for(phone, TEXT, "This phone plays no longer.")
    asked = game.wait_for(2)
    assert asked["do"] == "leave"


def test_refused_move_is_told_and_stays(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    for letter in "RRRR":
        tap(phone, f"colour{letter}")
    game.refused, game.why = "rules", {"text": "Out of order: the next digit is {digit}.", "values": {"digit": "4"}}
    tap(phone, "send")
    wait_for(phone, TEXT, "Out of order: the next digit is 4.")
    wait_for(phone, CONTROL + "[0]", "send")


def test_half_made_row_outlives_a_reload_and_is_not_in_the_next_row(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    for letter in "RG":
        tap(phone, f"colour{letter}")
    phone.refresh()
    wait_for(phone, f"{EMPTY} === 2")
    game.version, game.match = 2, with_round(ROUND | {"rows": [{"guess": "RRRR", "black": 0, "white": 0}]})
    game.tell()
    wait_for(phone, f"{EMPTY} === 4")


def test_half_made_row_outlives_a_start_of_the_box_in_its_match(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    for letter in "RG":
        tap(phone, f"colour{letter}")
    game.boot, game.status, game.version = "boot2", "menu", 0
    game.relay.push("state", {"boot": "boot2", "version": 0})
    wait_for(phone, TEXT, "No match is open")
    game.status, game.version = "play", 1
    game.tell()
    wait_for(phone, f"{EMPTY} === 2")
    # A match that has no number yet may be another one after a start.
    game.match, game.version = MATCH | {"number": None}, 2
    game.tell()
    tap(phone, "colourR")
    game.boot = "boot3"
    game.relay.push("state", {"boot": "boot3", "version": 0})
    wait_for(phone, f"{EMPTY} === 4")


def test_review_of_the_last_match_stays_over_a_start_of_the_box_and_a_reload(game: PaperGame, phone: Browser) -> None:
    game.ask, game.match = None, OVER
    scan(phone)
    wait_for(phone, "document.querySelector('[data-name=rematch]')")
    assert not phone.find_elements("css selector", ".review")
    game.relay.push("state", {"boot": "boot1", "version": 1, "match": OVER | {"review": [REVIEW]}})
    wait_for(phone, "document.querySelector('.after .review')")
    game.boot, game.status, game.version = "boot2", "menu", 0
    phone.refresh()
    wait_for(phone, f"{TEXT} && document.querySelector('.after .review')", "No match is open")
    # It is gone with the key of the phone.
    game.status = "ended"
    game.tell()
    wait_for(phone, TEXT, "This phone plays no longer.")
    assert phone.execute_script("return sessionStorage.getItem('codemaker-review')") is None


@pytest.mark.parametrize(("status", "reason", "said"), [(429, "often", "Too fast"), (503, "away", "was not reached")])
def test_refused_send_is_told_and_keeps_the_row(
    game: PaperGame, phone: Browser, status: int, reason: str, said: str
) -> None:
    scan(phone)
    for letter in "RGBY":
        tap(phone, f"colour{letter}")
    is_refused = Event()

    def refuse(path: str, body: Message) -> Answer:
        is_refused.set()
        return status, {"reason": reason}

    game.relay.on_post = refuse
    tap(phone, "send")
    wait_for(phone, "document.querySelector('fieldset').disabled")
    assert is_refused.wait(PATIENCE_S)
    game.relay.on_post = game.post
    wait_for(phone, TEXT, said)
    tap(phone, "send")
    game.relay.wait_until(lambda: [request.get("text") for request in game.asked].count("RGBY") == 1)
    assert all(str(status) in complaint for complaint in complaints(phone))


def test_turn_is_told_in_title_icon_and_words_and_the_end_of_it_too(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your turn")
    icon = "document.getElementById('icon').href"
    assert phone.execute_script(f"return [document.title, {icon}.startsWith('data:image')]") == ["● Your turn", True]
    game.version, game.ask, game.match = 2, None, MATCH | {"players": ["Anna", "Ben"], "to_move": 1}
    game.tell()
    wait_for(phone, "document.title === arguments[0]", "Ben’s turn")
    assert phone.execute_script(f"return [{icon}, {TEXT}]", "Your turn") == ["data:,", False]


def test_keys_alone_play_a_row_and_the_focus_is_in_the_next_one(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your turn")
    focused = "document.activeElement.dataset.name"
    press(phone, "TAB")
    assert phone.execute_script(f"return {focused}") == "slot0"
    press(phone, "TAB")
    for _ in range(4):
        press(phone, "ENTER", "ARROW_RIGHT")
    press(phone, "TAB")
    assert phone.execute_script(f"return {focused}") == "choice give up"
    press(phone, "TAB")
    assert phone.execute_script(f"return {focused}") == "send"
    game.version = 2
    game.match = with_round(ROUND | {"rows": [{"guess": "RGBY", "black": 0, "white": 0}]})
    press(phone, "ENTER")
    asked = game.wait_for(2)
    assert asked["text"] == "RGBY"
    wait_for(phone, f"{focused} === 'slot0'")
    # While another player is to move, the focus waits at the task.
    game.version, game.ask = 3, None
    game.tell()
    wait_for(phone, "document.activeElement.id === 'task'")
    game.version, game.ask = 4, GUESS
    game.tell()
    wait_for(phone, f"{focused} === 'slot0'")


def press(phone: Browser, *names: str) -> None:
    """Press keys on the phone."""
    from selenium.webdriver import ActionChains, Keys

    ActionChains(phone).send_keys(*(getattr(Keys, name) for name in names)).perform()


def test_next_row_begins_empty_and_a_hint_leaves_the_row(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    for letter in "RRRR":
        tap(phone, f"colour{letter}")
    played = {"guess": "RRRR", "black": 0, "white": 0}
    game.version, game.match = 2, with_round(ROUND | {"rows": [played]})
    tap(phone, "send")
    wait_for(phone, f"{EMPTY} === 4")
    tap(phone, "colourG")
    game.version, game.ask = 3, GUESS | {"hint": True}
    game.tell(name="Hinted")
    wait_for(phone, TEXT, "Hinted")
    assert phone.execute_script(f"return {EMPTY}") == 3


def test_row_with_repeats_forbidden_takes_each_colour_once(game: PaperGame, phone: Browser) -> None:
    game.ask = GUESS | {"repeats": False}
    scan(phone)
    tap(phone, "colourR")
    wait_for(phone, "document.querySelector('[data-name=colourR]').disabled")


# What a web process could do to the messages


def test_old_state_is_not_believed(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    old = game.tell()
    game.version, game.ask = 2, None
    game.tell()
    wait_for(phone, f"!{TEXT}", "Your row")
    phone.execute_script(WATCH)
    game.relay.push("sealed", old)
    game.version, game.ask = 3, GUESS | {"for": "reveal", "lead": "reveal "}
    game.tell()
    wait_for(phone, TEXT, "Show your code to all.")
    assert not phone.execute_script(TOLD, "Your row")


def test_messages_of_an_earlier_start_of_the_game_are_not_believed(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    old = game.message()
    game.boot, game.version, game.ask = "boot2", 1, GUESS | {"for": "reveal"}
    game.tell()
    # It asks the game before it believes in another boot.
    wait_for(phone, TEXT, "Show your code to all.")
    phone.execute_script(WATCH)
    game.is_silent = True
    game.relay.push("sealed", old)
    game.version = 2
    game.tell(name="Newest")
    wait_for(phone, TEXT, "Newest")
    assert not phone.execute_script(TOLD, "Your row")


def test_message_is_believed_once_and_not_after_a_newer_one_of_the_same_version(
    game: PaperGame, phone: Browser
) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    late = game.message(status="confirm", state=None, ask=None)
    told = game.tell(name="Repeated")
    wait_for(phone, TEXT, "Repeated")
    game.tell(name="Newer")
    wait_for(phone, TEXT, "Newer")
    phone.execute_script(WATCH)
    game.relay.push("sealed", told)
    game.relay.push("sealed", late)
    game.tell(name="Ben")
    wait_for(phone, TEXT, "Ben")
    assert not phone.execute_script(TOLD, "Repeated")
    assert not phone.execute_script("return told.some(text => text.includes('Look at the box'))")


def test_messages_that_come_while_the_family_is_loaded_are_shown(game: PaperGame, phone: Browser) -> None:
    game.is_silent = True
    scan(phone)
    asked = game.wait_for(1)
    game.tell(id=asked["id"])
    game.tell()
    tap(phone, "colourR")
    assert complaints(phone) == []


def test_own_request_sent_back_is_not_believed(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    own = next(body for path, body in reversed(game.relay.posts) if path == "/sealed")
    changed = dict(own, sealed="A" * len(own["sealed"]))
    for body in (own, changed, dict(own, sealed="%"), {"phone": own["phone"], "sealed": ""}):
        game.relay.push("sealed", body)
    game.tell(name="Ben")
    wait_for(phone, TEXT, "Ben")
    assert complaints(phone) == []


def test_dropped_move_leaves_the_row_to_be_sent_again(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    for letter in "RGBY":
        tap(phone, f"colour{letter}")
    game.is_silent = True
    tap(phone, "send")
    wait_for(phone, "document.querySelector('fieldset').disabled")
    game.wait_for(2)
    game.is_silent = False
    # The page notices by itself that no answer comes.
    tap(phone, "send")
    game.relay.wait_until(lambda: [request.get("text") for request in game.asked].count("RGBY") == 2)


def test_nothing_can_be_entered_while_the_box_is_away(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    game.is_silent = True
    game.relay.push("away", {})
    wait_for(phone, "document.querySelector('fieldset').disabled")
    assert phone.execute_script(f"return {TEXT}", "No connection to the box")
    game.is_silent = False
    game.boot = "boot2"
    game.relay.push("state", {"boot": "boot2", "version": 0})
    wait_for(phone, "!document.querySelector('fieldset').disabled")


# Two pages, sleep


def test_newest_page_plays_and_the_other_says_so(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    first = phone.current_window_handle
    phone.switch_to.new_window("tab")
    try:
        phone.get(f"{URL}/p")
        wait_for(phone, TEXT, "Your row")
        second = phone.current_window_handle
        phone.switch_to.window(first)
        wait_for(phone, TEXT, "Another page of this phone is playing.")
        tap(phone, "here")
        wait_for(phone, TEXT, "Your row")
        phone.switch_to.window(second)
        wait_for(phone, TEXT, "Another page of this phone is playing.")
    finally:
        phone.close()
        phone.switch_to.window(first)


def test_phone_that_slept_asks_again_before_it_plays(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    game.wait_for(1)
    # The clock jumps by ten minutes, as after a sleep of which the page was not told.
    phone.execute_script("const now = Date.now; Date.now = () => now() + 600000")
    asked = game.wait_for(2)
    assert asked["do"] == "look"


def test_frozen_page_asks_again_when_it_is_thawed(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    game.wait_for(1)
    phone.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    game.version = 2
    phone.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    asked = game.wait_for(2)
    assert asked["do"] == "look"


# What others could see


def test_hidden_code_is_seen_only_while_it_is_uncovered(game: PaperGame, phone: Browser) -> None:
    game.ask = GUESS | {"for": "code", "lead": "code ", "also": []}
    scan(phone)
    for letter in "RRGB":
        tap(phone, f"colour{letter}")
    wait_for(phone, "document.querySelectorAll('.slot .hidden').length === 4")
    tap(phone, "look")
    wait_for(phone, "document.querySelectorAll('.slot .hidden').length === 0")
    phone.execute_script("dispatchEvent(new Event('blur'))")
    wait_for(phone, "document.querySelectorAll('.slot .hidden').length === 4")
    tap(phone, "send")
    asked = game.wait_for(2)
    assert asked["text"] == "code RRGB"


def test_code_that_was_set_here_may_be_looked_at_while_its_round_is_played(game: PaperGame, phone: Browser) -> None:
    game.ask, game.match = GUESS | {"for": "code", "lead": "code ", "also": []}, with_round(None)
    scan(phone)
    for letter in "RRGB":
        tap(phone, f"colour{letter}")
    game.version, game.ask, game.match, game.code = 2, None, with_round(ROUND), "RRGB"
    tap(phone, "send")
    # The answer covers the code.
    wait_for(phone, "document.getElementById('main').dataset.version === '2'")
    phone.refresh()
    tap(phone, "look")
    assert phone.execute_script(HAND) == ["red", "red", "green", "blue"]
    game.version, game.match, game.code = 3, with_round(ROUND | {"number": 2}), None
    game.tell()
    wait_for(phone, "!document.querySelector('.look')")


def test_hint_is_asked_for_with_the_newest_version_and_told(game: PaperGame, phone: Browser) -> None:
    game.ask = GUESS | {"hint": True}
    scan(phone)
    words = {"text": "Place {place} is not {colour}.", "values": {"place": 2, "colour": {"colour": "G"}}}
    wait_for(phone, TEXT, "Hint")
    game.hint = {"grade": 3, "counted": 1, "words": words, "row": None}
    tap(phone, "hint")
    wait_for(phone, TEXT, "Place 2 is not green.")
    asked = game.wait_for(2)
    assert (asked["do"], asked["boot"], asked["version"]) == ("hint", "boot1", 1)


CHECKED: Message = {"text": "Not known yet: {colour}.", "values": {"colour": {"colour": "G"}}}


def test_pegs_and_the_newest_colour_are_checked_and_the_answer_stays_until_the_row_changes(
    game: PaperGame, phone: Browser
) -> None:
    game.ask = GUESS | {"check": True}
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    assert not phone.execute_script(f"return {TEXT}", "So far right?")
    tap(phone, "colourR")
    tap(phone, "slot3")
    tap(phone, "colourG")
    game.more = {"checked": {"text": "Yes: with these pegs it can be the code.", "values": {}}}
    tap(phone, "check")
    wait_for(phone, TEXT, "Yes: with these pegs it can be the code.")
    assert {key: game.wait_for(2)[key] for key in ("do", "text", "version")} == {
        "do": "check", "text": "R..G", "version": 1,
    }  # fmt: skip
    game.more = {"checked": CHECKED}
    tap(phone, "colour")
    wait_for(phone, TEXT, "Not known yet: green.")
    assert (game.wait_for(3)["do"], game.asked[-1]["text"]) == ("check", "G")
    game.more = {}
    game.version, game.ask = 2, GUESS | {"check": False}
    game.tell(name="Checked")
    wait_for(phone, TEXT, "Checked")
    assert phone.execute_script(f"return {TEXT}", "Not known yet: green.")
    assert phone.execute_script(f"return {EMPTY}") == 2
    tap(phone, "colourB")
    wait_for(phone, f"!{TEXT}", "Not known yet")


def test_targets_are_large_enough_for_a_thumb(game: PaperGame, phone: Browser) -> None:
    resize(phone, 320, 560)
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    small = phone.execute_script(SMALL)
    width = phone.execute_script("return document.documentElement.scrollWidth")
    resize(phone, 360, 640)
    assert (small, width) == ([], 320)


def test_texts_of_the_page_have_no_values_left_in_braces(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    assert re.findall(r"\{\w+\}", phone.execute_script("return document.body.innerHTML")) == []


def test_what_was_played_is_said_newest_first_and_again_if_the_words_are_equal(
    game: PaperGame, phone: Browser
) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    played = {
        "text": "{name}: {what}",
        "values": {"name": {"name": "Player 2"}, "what": {"text": "Right.", "values": {}}},
    }
    words = [{"text": "Wrong.", "values": {}}, played]
    said: set[str] = set()
    for number in (1, 2):
        last = {"number": number, "seat": 1, "text": "miss", "outcome": None, "words": words}
        game.version, game.match = game.version + 1, game.match | {"last": last}
        game.tell()
        wait_for(phone, "document.getElementById('live').textContent !== arguments[0]", "".join(said))
        said.add(phone.execute_script("return document.getElementById('live').textContent"))
    assert {" ".join(text.split()) for text in said} == {"Wrong.Player 2: Right.", "Wrong. Player 2: Right."}


def test_phone_has_the_log_of_its_match_behind_one_tap(game: PaperGame, phone: Browser) -> None:
    scan(phone)
    wait_for(phone, TEXT, "Your row")
    words = [
        {"text": "Right.", "values": {}},
        {"text": "{name} has hidden a code", "values": {"name": {"name": "Ben"}}},
    ]
    for number, length in ((2, 0), (1, 1)):
        match = MATCH | {"number": number, "log": [{"seat": 1, "words": words}]}
        game.relay.push("state", {"boot": "boot1", "version": 1, "match": match})
        wait_for(phone, f"document.querySelectorAll('.log li').length === {length}")
    assert not phone.find_element("css selector", ".log li").is_displayed()
    phone.find_element("css selector", ".log summary").click()
    assert phone.find_element("css selector", ".log li").text == "Ben has hidden a code – Right."
    # A choice draws the page again.
    tap(phone, "colourR")
    assert phone.find_element("css selector", ".log li").is_displayed()


GAMES = [
    {"game": "mini", "title": "Mini", "options": []},
    {
        "game": "coda",
        "title": "Coda",
        "options": [
            {
                "key": "role",
                "title": "Role",
                "value": "referee",
                "choices": [["dealer", "Deals"], ["referee", "Judges"]],
            },
            {"key": "clock", "title": "Clock", "value": "off", "choices": [["on", "yes"], ["off", "no"]]},
            {
                "key": "deal",
                "title": "Deal",
                "value": "3",
                "choices": [["3", "three"]],
                "only_in": ["role", ["dealer"]],
            },
        ],
    },
]


def test_page_is_not_drawn_again_for_another_phone_that_asks(game: PaperGame, phone: Browser) -> None:
    lobby = {"names": ["Anna"], "takes_others": True, "address": None, "code": [], "playing": []}
    # What is sent before the page listens is lost.
    game.relay.on_stream = lambda: game.relay.push("lobby", lobby | {"asking": []})
    phone.get(f"{URL}/p")
    wait_for(phone, "document.getElementById('another')")
    phone.execute_script(DRAWN)
    game.relay.push("lobby", lobby | {"asking": ["Cleo"]})
    game.relay.push("lobby", lobby | {"names": ["Anna", "Eva"], "asking": ["Cleo"]})
    wait_for(phone, "document.querySelectorAll('.lobby .choice').length === 2")
    assert phone.execute_script("return drawn") == 1


def reach_menu(game: PaperGame, phone: Browser) -> None:
    """Have *phone* play where no match is open."""
    game.status = "menu"
    scan(phone)
    wait_for(phone, TEXT, "No match is open")


def test_phone_asks_the_box_for_another_name_of_its_player(game: PaperGame, phone: Browser) -> None:
    reach_menu(game, phone)
    phone.execute_script("document.querySelector('summary').click()")
    phone.find_element("id", "another").send_keys("Cleo\t")
    phone.execute_script("document.querySelector('form .send').click()")
    assert (game.wait_for(2)["do"], game.asked[-1]["text"], game.asked[-1]["version"]) == ("name", "Cleo", 1)
    wait_for(phone, TEXT, "Look at the box: it asks.")


def test_change_that_answers_nothing_brings_no_note(game: PaperGame, phone: Browser) -> None:
    reach_menu(game, phone)
    game.more = {"leads": True}
    game.tell()
    wait_for(phone, TEXT, "Choose a game here")
    assert phone.find_element("id", "trouble").text == ""


def test_throws_of_a_real_die_are_one_tap_each(game: PaperGame, phone: Browser) -> None:
    reach_menu(game, phone)
    phone.execute_script("document.getElementById('die').closest('details').querySelector('summary').click()")
    phone.find_element("id", "die").send_keys("Red die")
    for number, side in enumerate((4, 1), 2):
        tap(phone, f"side{side}")
        assert (game.wait_for(number)["do"], game.asked[-1]["text"]) == ("die", f"{side} Red die")
        wait_for(phone, TEXT, "Entered: 4" if number == 2 else "Entered: 4 1")


def test_phone_that_leads_chooses_a_game_and_its_rules_and_begins_it(game: PaperGame, phone: Browser) -> None:
    game.more = {"leads": False}
    reach_menu(game, phone)
    assert not phone.execute_script(f"return {CONTROL}.length", "games")
    game.more = {"leads": True, "games": GAMES}
    game.tell(games=None)
    tap(phone, "games")
    assert (game.wait_for(2)["do"], game.asked[-1]["text"], game.asked[-1]["version"]) == ("games", "en", 1)
    wait_for(phone, "document.querySelector('.leads')")
    phone.execute_script(PICK, "game", "coda")
    phone.execute_script(PICK, "clock", "on")
    assert not phone.execute_script("return document.querySelector('[data-name=\"pick deal\"]')")
    phone.execute_script(PICK, "role", "dealer")
    resize(phone, 320, 560)
    small = phone.execute_script(SMALL)
    width = phone.execute_script("return document.documentElement.scrollWidth")
    resize(phone, 360, 640)
    assert (small, width) == ([], 320)
    tap(phone, "begin")
    asked = game.wait_for(3)
    assert (asked["do"], asked["text"], asked["version"]) == ("begin", "coda role=dealer clock=on deal=3", 1)
    # In a match there is nothing to lead.
    game.status, game.version = "play", 2
    game.tell()
    wait_for(phone, TEXT, "Your row")
    assert not phone.find_elements("css selector", ".leads")
    assert complaints(phone) == []


def test_game_without_a_page_of_its_own_is_played_by_its_words(game: PaperGame, phone: Browser) -> None:
    match = RandomMatch(NumberGame(), {}, 1)
    driver = match.driver
    hidden = driver.session.drawn[0].move.number.reveal()
    wrong = 1 if hidden > 1 else MOST
    answers = {
        wrong: f"The number is {'higher' if hidden > wrong else 'lower'} than {wrong}.",
        hidden: f"{hidden} is the number!",
    }
    for number, words in answers.items():
        game.match = match_fields(match.told, 0) or {}
        game.ask = ask_of(FAMILY, driver.position.view(0), 0, driver.position.moves(0), ("Anna",))
        if number == wrong:
            scan(phone)
        else:
            game.tell()
        tap(phone, f"choice {number}")
        asked = len(game.asked)
        tap(phone, "send")
        assert game.wait_for(asked + 1)["text"] == str(number)
        driver.submit_text(0, str(number))
        game.version, game.ask, game.match = game.version + 1, None, match_fields(match.told, 0) or {}
        game.tell()
        wait_for(phone, "document.querySelector('.plain').innerText.includes(arguments[0])", words)
    wait_for(phone, TEXT, "A has won.")
