"""Where all break the same code, the board shows the key pegs of all, and a phone its own rows alone."""

from __future__ import annotations

import base64
import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from companion.games.contract import Outcome
from companion.games.pegs_together import TogetherView
from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, Network, complaints, wait_for
from tests.phones.web.hasty import RECORD
from tests.phones.web.leaks import leaks
from tests.phones.web.scenes import TAP, stage, together_scene
from tests.phones.web.shown import wait_for_version
from tests.phones.web.test_phones import IS_ASKED, TAPS, evening_in

PLAYERS = 6
BOARDS = """
return Array.from(document.querySelectorAll(".boards li"), line => [line.querySelector(".name").textContent,
    line.querySelectorAll(".keys").length]);
"""
PEGS = "return document.querySelectorAll('.table .peg:not(.hole):not(.hidden)').length"
SAYS = "document.body.textContent.includes(arguments[0])"
SEND = "return document.querySelector('[data-name=send]').textContent"


def test_board_shows_the_key_pegs_of_all_and_no_peg(page: Browser, table: Table) -> None:
    match = RandomMatch(CATALOGUE["mastermind-together"], {}, 3)
    for driver in match.positions():
        view = driver.position.view(None)
        if view.done:
            break
        table.put(match.told)
        wait_for_version(page, match.told)
        counts = [len(board.keys) for board in view.boards]
        assert page.execute_script(BOARDS) == [[name, count] for name, count in zip("ABC", counts, strict=True)]
        assert page.execute_script(PEGS) == 0
    assert complaints(page) == []


def test_board_says_that_less_time_has_decided(page: Browser, table: Table) -> None:
    match = RandomMatch(CATALOGUE["mini-together"], {"games": "1"}, 3)
    *_, driver = match.positions()
    ended = driver.position
    outcomes = {
        "B has won by less time.": Outcome((3, 3, 5), (1,)),
        "A has won.": Outcome((3, 4, 5), (0,)),
        "A tie of A and B.": Outcome((3, 3, 5), (0, 1)),
    }
    for more, (says, outcome) in enumerate(outcomes.items(), 1):
        version = match.told.version + more
        table.put(replace(match.told, version=version, position=replace(ended, outcome=outcome)))
        wait_for(page, SAYS, says)


def test_phone_shows_its_own_rows_and_sends_one(network: Network, tmp_path: Path) -> None:
    scene = together_scene()
    assert scene.told.position is not None
    own = scene.told.position.view(0)
    assert isinstance(own, TogetherView)
    assert own.now is not None
    with stage(network, tmp_path) as made, network.browser("en", (360, 640)) as phone:
        made.admit(phone, scene)
        made.show(phone, scene)
        phone.execute_script(TAP, "colourB", "colourY")
        assert phone.execute_script(PEGS) == len(own.now.rows) * 4 > 0
        assert phone.execute_script(SEND) == "Play this row"
        assert len(phone.execute_script(BOARDS)) == 2
        assert complaints(phone) == []


def test_six_phones_play_a_round_at_once_and_see_nothing_of_each_other(network: Network, tmp_path: Path) -> None:
    sizes = ((1280, 720), *[(360, 640), (390, 780)] * (PLAYERS // 2))
    with ExitStack() as stack:
        browsers = [stack.enter_context(network.browser("en", size)) for size in sizes]
        made = stack.enter_context(evening_in(network, tuple(browsers), tmp_path))
        made.box.new_together("Mini", PLAYERS, ("Rounds", "1"))
        made.board.get(URL)
        made.join()
        state = made.listen()
        assert made.front_end is not None
        at_once = set()
        while state["status"] != "over":
            seats = state["match"]["seats_to_move"]
            for seat in seats:
                wait_for(made.phones[seat], IS_ASKED, state["version"])
            seat = made.random.choice(seats)
            made.phones[seat].execute_script(TAPS, {"row": None, "best": []}, made.random.randrange(1, 2**30))
            state = made.front_end.hear_of(state["version"] + 1)
            at_once.add(len(seats))
        assert PLAYERS in at_once
        assert [complaints(browser) for browser in browsers] == [[]] * (1 + PLAYERS)
        keys = {}
        for seat, phone in enumerate(made.phones):
            kept = json.loads(phone.execute_script("return localStorage.getItem('codemaker-seat')"))
            keys[kept["phone"]] = seat, base64.b64decode(kept["key"])
        found, looked = leaks(made.folder / "run" / "codemaker" / "web" / RECORD, keys, "XXXX")
        assert found == []
        assert min(looked[seat] for seat in (None, *range(PLAYERS))) > 5
