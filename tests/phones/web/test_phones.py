"""Whole matches by three browsers: the board, and two phones on which everything is entered."""

from __future__ import annotations

import base64
import io
import json
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from tests.phones.web.browser import URL, Browser, Network, complaints, type_letters, wait_for
from tests.phones.web.hasty import RECORD
from tests.phones.web.house import Pages
from tests.phones.web.leaks import leaks
from tests.phones.web.text_box import TextBox
from tests.support.front_end import Message, PaperFrontEnd
from tests.support.oracle import naive_answer
from tests.support.qr import pixels, read_with_zxing

CODE = "ROYG"
"""What is on the real board, or is hidden."""
SHARED = {
    "pegs": r"Codemaker Mini(\n(🏆 )?Player \d \d+){2}(\s+Codemaker Mini (\d|X)/\d – Player \d(\n[🟩🟨⬛]+)+)+",
    "coda": r"Codemaker Coda(\n(🏆 )?Player \d \d+){2}",
    "passcode": r"Codemaker Passcode(\n(🏆 )?Player \d \d+, level \d of 6){2}",
}
MOVES_MOST = 1500
JOIN = f"To play with a phone, open {URL.removeprefix('http://')}/p"
IS_NEW = "+document.getElementById('main').dataset.version >= arguments[0]"
IS_ASKED = f"document.querySelector('.ask fieldset:not(:disabled)') && {IS_NEW}"

# Taps what a player would: it makes a move at random, but for what *wish* says, and returns the words on the button.
TAPS = """
const [wish, seed] = arguments;
let state = seed;
const random = most => (state = (state * 48271) % 2147483647) % most;
const all = start => Array.from(document.querySelectorAll('[data-name]'))
    .filter(e => e.dataset.name.startsWith(start) && !e.matches(':disabled'));
const one = list => list[random(list.length)];
if (all('look').length && !all('choice ').length && !all('colour').length) all('look')[0].click();
if (wish.row && all('colour').length) for (const letter of wish.row) all('colour' + letter)[0].click();
while (all('colour').length && !all('send').length) one(all('colour')).click();
for (const kind of all('black').length ? ['black', 'white'] : []) {
  for (let count = 0; count < wish[kind]; count++) all(kind + '+')[0].click();
}
if (all('target').length) { one(all('target')).click(); one(all('number')).click(); }
if (!all('send').length) {
  const found = all('choice ').filter(e => e.dataset.name !== 'choice give up');
  const best = wish.best.map(text => found.filter(e => e.dataset.name.startsWith('choice ' + text)));
  one(best.find(list => list.length) || found).click();
}
const send = all('send')[0], words = send.textContent;
send.click();
return words;
"""

PICK = """
const field = Array.from(document.querySelectorAll('select')).find(one => one.dataset.name === `pick ${arguments[0]}`);
field.value = arguments[1];
field.dispatchEvent(new Event('change'));
"""
CHOOSE = "const field = document.querySelector('select'); field.value = arguments[0]; field.onchange()"


@dataclass
class Evening:
    """A box, the board, phones for the players 1, 2 and so on, and a front end that knows the state."""

    box: TextBox
    board: Browser
    phones: tuple[Browser, ...]
    pages: Pages
    folder: Path
    random: random.Random = field(default_factory=lambda: random.Random(1))
    front_end: PaperFrontEnd | None = None

    @property
    def names(self) -> list[str]:
        """The names of the players who have phones."""
        return [f"Player {number}" for number in range(1, len(self.phones) + 1)]

    def listen(self) -> Message:
        """Listen to the game, also after it was started again; return the state."""
        if self.front_end is not None:
            self.front_end.close()
        (self.folder / "front").unlink(missing_ok=True)
        self.front_end = PaperFrontEnd(self.box.table / "table.sock", self.folder / "front")
        return self.front_end.hello()

    def pair(self) -> None:
        """Have the phones typed in, and admitted on the box."""
        self.box.open_phones()
        for name, phone in zip(self.names, self.phones, strict=True):
            first_visit(phone)
            type_letters(phone, self.box.invite(name))
            wait_for(phone, "document.body.innerText.includes('Look at the box')")
            self.box.admit(name)
            wait_for(phone, "document.querySelector('.board')")
        self.box.press("back")
        self.box.choose("Go on playing")

    def join(self) -> None:
        """Have the phones ask in the lobby, and admit them with their digits on the box."""
        self.box.open_phones()
        for phone in self.phones:
            first_visit(phone)
        self.box.open_lobby()
        for seat, phone in enumerate(self.phones):
            wait_for(phone, "document.querySelector('[data-name=\"ask1\"]')")
            phone.execute_script('document.querySelector(`[data-name="ask${arguments[0]}"]`).click()', seat)
        self.box.compare(len(self.phones))
        shown = [wait_for(phone, "document.querySelector('.digits').textContent") for phone in self.phones]
        self.box.admit_all(dict(zip(self.names, shown, strict=True)))
        for phone in self.phones:
            wait_for(phone, "document.querySelector('.board')")
        self.box.choose("Go on playing")

    def play(self, most: int = MOVES_MOST) -> Message:
        """Play on the phones until the match is over, or *most* moves; return the state then."""
        state = self.listen()
        assert self.front_end is not None
        for _ in range(most):
            if state["status"] == "over":
                break
            if state["status"] in ("move", "prompt"):
                self.tap(state)
            try:
                state = self.front_end.hear_of(state["version"] + 1)
            except TimeoutError:
                shown = [phone.execute_script("return document.body.innerText") for phone in self.phones]
                raise AssertionError(f"expected a move after {state}, got the pages {shown}") from None
        return state

    def ask_for_a_rematch(self) -> None:
        """Have a phone copy the result, and begin the rematch with one press."""
        phone, match = self.phones[0], self.listen()["match"]
        # A browser lets a page copy after a real press alone.
        phone.find_element("css selector", "[data-name=copy]").click()
        wait_for(phone, "document.querySelector('[data-name=copy]').textContent === 'Copied.'")
        assert re.fullmatch(SHARED[match["family"]], phone.find_element("class name", "shared").text)
        phone.execute_script("document.querySelector('[data-name=rematch]').click()")
        self.box.reads("began the rematch")
        for each in self.phones:
            wait_for(each, "!document.querySelector('[data-name=rematch]')")

    def tap(self, state: Message) -> None:
        match = state["match"]
        phone = self.phones[match["to_move"]]
        wait_for(phone, IS_ASKED, state["version"])
        phone.execute_script(TAPS, wish(match), self.random.randrange(1, 2**30))


def first_visit(phone: Browser) -> None:
    """Open the page of a player on a phone that was never here."""
    phone.get(f"{URL}/p")
    phone.execute_script("localStorage.clear(); sessionStorage.clear()")
    phone.refresh()


def wish(match: Message) -> Message:
    """Return what the player to move wants to enter, beside what is left to chance."""
    found: Message = {"row": None, "black": 0, "white": 0, "best": ["play ", "lock", "draw"]}
    shown = match["view"].get("round")
    if match["family"] == "pegs" and shown is not None:
        rows = shown["rows"]
        if match["view"]["phase"] in ("code", "reveal") or len(rows) >= 3:
            found["row"] = CODE
        if match["view"]["phase"] == "keys":
            found["black"], found["white"] = naive_answer(tuple(map(ord, rows[-1]["guess"])), tuple(map(ord, CODE)))
    if match["family"] == "passcode":
        wanted = match["view"]["players"][match["to_move"]]["next_digit"]
        if match["view"]["top"] == str(wanted):
            found["best"].insert(0, "take")
    return found


@pytest.fixture(scope="module")
def browsers(network: Network) -> Iterator[tuple[Browser, Browser, Browser]]:
    """A television and two phones."""
    with ExitStack() as stack:
        sizes = ((1280, 720), (360, 640), (390, 780))
        first, second, third = (stack.enter_context(network.browser("en", size)) for size in sizes)
        yield first, second, third


@pytest.fixture
def evening(network: Network, browsers: tuple[Browser, Browser, Browser], tmp_path: Path) -> Iterator[Evening]:
    with evening_in(network, browsers, tmp_path) as made:
        yield made


@contextmanager
def evening_in(network: Network, browsers: tuple[Browser, ...], folder: Path) -> Iterator[Evening]:
    """Open a box with phones switched on, the pages beside it, and the browsers."""
    box = TextBox(folder, "phones = true\n")
    box.table.mkdir(mode=0o700)
    box.start()
    pages = Pages(network, box.table, "tests.phones.web.hasty")
    board, *phones = browsers
    made = Evening(box, board, tuple(phones), pages, folder)
    try:
        yield made
    finally:
        for browser in browsers:
            browser.get("about:blank")
        if made.front_end is not None:
            made.front_end.close()
        box.cut_the_power()
        pages.close()


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        ("Mini", (("Code", "entered"),)),
        ("Mini", (("Code", "on the board"),)),
        ("Coda", (("Play", "1 round"), ("Clock", "off"))),
        ("Passcode", ()),
    ],
)
def test_whole_match_is_played_on_two_phones(
    evening: Evening, game: str, choices: tuple[tuple[str, str], ...]
) -> None:
    evening.box.new_match(game, *choices)
    evening.board.get(URL)
    evening.join()
    state = evening.play()
    assert state["status"] == "over"
    wait_for(evening.board, IS_NEW, state["version"])
    for phone in evening.phones:
        wait_for(phone, IS_NEW, state["version"])
        assert "No connection" not in phone.find_element("id", "trouble").text
    assert [complaints(browser) for browser in (evening.board, *evening.phones)] == [[], [], []]
    keys = {}
    for seat, phone in enumerate(evening.phones):
        kept = json.loads(phone.execute_script("return localStorage.getItem('codemaker-seat')"))
        keys[kept["phone"]] = seat, base64.b64decode(kept["key"])
    found, looked = leaks(evening.folder / "run" / "codemaker" / "web" / RECORD, keys, CODE)
    assert found == []
    assert min(looked[seat] for seat in (None, 0, 1)) > 5
    logged = evening.box.log.read_bytes() + evening.pages.log.read_bytes()
    secrets_ = [CODE.encode(), *(base64.b64encode(key) for _, key in keys.values())]
    assert [secret for secret in secrets_ if secret in logged] == []
    evening.ask_for_a_rematch()


def test_phone_that_the_box_lets_lead_begins_the_next_game(evening: Evening) -> None:
    box, leader = evening.box, evening.phones[1]
    box.new_match("Mini", ("Code", "entered"))
    evening.join()
    box.open_phones()
    box.choose("Leader")
    box.choose("Player 2")
    box.reads("May the phone of Player 2 begin")
    box.choose("Yes")
    box.reads("Leader")
    box.press("back")
    box.choose("End match")
    box.choose("Yes")
    wait_for(leader, "document.querySelector('[data-name=games]:not(:disabled)')").click()
    wait_for(leader, "document.querySelector('.leads:not(:disabled)')")
    assert not evening.phones[0].find_elements("css selector", "[data-name=games]")
    leader.execute_script(PICK, "game", "coda")
    leader.execute_script("document.querySelector('[data-name=begin]').click()")
    box.reads("Player 2 began Coda")
    for phone in evening.phones:
        wait_for(phone, "document.querySelector('.board.coda')")
    assert [complaints(phone) for phone in evening.phones] == [[], []]


def test_phones_join_in_the_set_up_by_names_that_are_typed_on_them(evening: Evening) -> None:
    box, names = evening.box, ("Zoé", "Ben")
    box.reads("Play")
    box.press("ok")
    box.choose("Passcode")
    box.choose("Phones")
    for phone in evening.phones:
        first_visit(phone)
    evening.board.get(URL)
    box.open_lobby()
    wait_for(evening.board, "document.querySelector('#join h2').textContent === arguments[0]", JOIN)
    code = Image.open(io.BytesIO(evening.board.find_element("css selector", "#join svg").screenshot_as_png))
    assert read_with_zxing(pixels(code)) == URL
    for name, phone in zip(names, evening.phones, strict=True):
        for wrong, sentence in (("", "Type a name."), ("Elizabeth the First", "A name has at most 10 letters.")):
            wait_for(phone, "document.querySelector('#another')").send_keys(wrong + "\n")
            wait_for(phone, "document.getElementById('trouble').textContent === arguments[0]", sentence)
            phone.find_element("id", "another").clear()
        phone.find_element("id", "another").send_keys(name + "\n")
    box.compare(len(names))
    shown = [wait_for(phone, "document.querySelector('.digits').textContent") for phone in evening.phones]
    box.admit_all(dict(zip(names, shown, strict=True)))
    for phone in evening.phones:
        wait_for(phone, "document.getElementById('task').textContent.startsWith('No match is open')")
    box.reads(", ".join(names))
    box.choose("Begin")
    for name, phone in zip(names, evening.phones, strict=True):
        wait_for(phone, "document.querySelector('.board')")
        assert phone.find_element("id", "name").text == name


def test_leak_is_found(tmp_path: Path) -> None:
    state = {"type": "state", "match": {"family": "passcode", "view": {"players": [{"hand": "5"}], "seat": 0}}}
    record = tmp_path / "record"
    record.write_text(f"{json.dumps(state)}\n{json.dumps({'type': 'show', 'public': CODE})}\n", "utf-8")
    found, looked = leaks(record, {}, CODE)
    assert [one.partition(":")[0] for one in found] == ["the hand of 0, to None", "the code, openly"]
    assert looked[None] == 1


def test_phones_play_on_after_a_power_cut(evening: Evening) -> None:
    evening.box.new_match("Mini", ("Code", "entered"))
    evening.pair()
    before = evening.play(3)
    evening.box.cut_the_power()
    wait_for(evening.phones[0], "document.getElementById('trouble').textContent.includes('No connection')")
    assert evening.phones[0].execute_script("return !document.querySelector('.ask fieldset:not(:disabled)')")
    evening.box.start()
    evening.box.go_on()
    evening.box.reads("sets row")
    state = evening.play()
    assert state["boot"] != before["boot"]
    assert state["status"] == "over"


def test_each_phone_of_a_table_has_its_own_language_and_letters(evening: Evening) -> None:
    evening.box.new_match("Mini", ("Code", "entered"))
    evening.join()
    state = evening.listen()
    asked = evening.phones[state["match"]["to_move"]]
    other = evening.phones[1 - state["match"]["to_move"]]
    wait_for(asked, IS_ASKED, state["version"])
    other.execute_script(CHOOSE, "nl")
    peg = "document.querySelector('[data-name=colourY]')"
    for language, name, letter in (("de", "gelb", "G"), ("es", "amarillo", "A"), ("en", "yellow", "Y")):
        asked.execute_script(CHOOSE, language)
        wait_for(asked, f"{peg}.ariaLabel === arguments[0] && {peg}.textContent === arguments[1]", name, letter)
    wait_for(other, "document.getElementById('name').textContent.startsWith('Speler')")
    asked.execute_script(CHOOSE, "de")
    # The letters of what is sent, and of the table, are those of records.
    rows = evening.play(4)["match"]["view"]["round"]["rows"]
    assert rows
    assert {letter for row in rows for letter in row["guess"]} <= {*"ROYGBP"}


def test_player_without_a_name_has_one_in_the_language_of_the_phone(evening: Evening) -> None:
    evening.box.new_match("Mini", ("Code", "entered"))
    evening.pair()
    phone = evening.phones[0]
    for language, name in (("fr", "Joueur 1"), ("en", "Player 1")):
        phone.execute_script(CHOOSE, language)
        wait_for(phone, "document.getElementById('name').textContent === arguments[0]", name)


def test_what_a_phone_was_told_changes_its_language_too(evening: Evening) -> None:
    phone = evening.phones[0]
    evening.box.reads("Play")
    first_visit(phone)
    wait_for(phone, "document.querySelector('#letters')")
    phone.find_element("id", "letters").send_keys("ABCDEF\n")
    trouble = "document.getElementById('trouble').textContent.startsWith(arguments[0])"
    wait_for(phone, trouble, "There is no invitation")
    for language, said in (("fr", "Pas d’invitation"), ("en", "There is no invitation")):
        phone.execute_script(CHOOSE, language)
        wait_for(phone, trouble, said)
