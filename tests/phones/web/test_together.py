"""Where all break the same code, the board shows the key pegs of all, and a phone its own rows alone."""

from __future__ import annotations

from pathlib import Path

from tests.front_ends.random_matches import RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.tables import Table
from tests.phones.web.browser import Browser, Network, complaints
from tests.phones.web.scenes import TAP, scenes, stage
from tests.phones.web.shown import wait_for_version

BOARDS = """
return Array.from(document.querySelectorAll(".boards li"), line => [line.querySelector(".name").textContent,
    line.querySelectorAll(".keys").length]);
"""
PEGS = "return document.querySelectorAll('.table .peg:not(.hole):not(.hidden)').length"
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


def test_phone_shows_its_own_rows_and_sends_one(network: Network, tmp_path: Path) -> None:
    (scene,) = (one for one in scenes() if one.name == "together")
    assert scene.told.position is not None
    own = scene.told.position.view(0).now
    assert own.rows
    with stage(network, tmp_path) as made, network.browser("en", (360, 640)) as phone:
        made.admit(phone, scene)
        made.show(phone, scene)
        phone.execute_script(TAP, "colourB", "colourY")
        assert phone.execute_script(PEGS) == len(own.rows) * 4
        assert phone.execute_script(SEND) == "Play this row"
        assert len(phone.execute_script(BOARDS)) == 2
        assert complaints(phone) == []
