"""How often somebody who presses only OK gets stuck: on a page that comes again and names no other key.

A walk begins where random moves of a random match, random lines of menus and random presses have led. Then OK alone
is pressed. A page seen twice before in the same state ends the walk. It comes round unless a page on the way is a menu
or a list of values, where OK opens something and comes back. Walks on which a page says in words which other key leads
on are counted by themselves, without pages that hide a secret and pages that have just refused an entry.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from companion.box import Button
from companion.errors import CompanionError
from companion.games.contract import Signal
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import Session
from companion.ui.core.menu import Menu, Slider
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.passcode.turn import TurnMenu
from companion.ui.games.pegs.corrections import MenuOver
from companion.ui.games.shared.lesson import TaughtGame
from companion.ui.games.shared.private import HoldToReveal
from companion.ui.home.welcome import first_screens
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive, environment

WALKS = 1000
PRESSES = 300
"""The most presses of a walk: more than the longest match by OK alone takes."""
AGAIN = 2
"""How often a page may come: a code that is entered twice looks the same each time, and is not."""
MOVES = 40
"""The most random moves before a walk that begins within a match."""
TO_THE_END = 400
"""Random moves that end nearly every match."""
KEYS = (Button.OK, Button.OK, Button.OK, Button.UP, Button.DOWN, Button.DOWN, Button.LEFT, Button.RIGHT, Button.BACK)
ANOTHER_KEY = re.compile(r"\b(UP|DOWN|LEFT|RIGHT|BACK|ROLL)\b")
SIGNS = re.compile("[◀▶▲▼]")
"""What names the keys in the sentences of other languages than English."""


class Loop(NamedTuple):
    """A walk that comes round: the kind and the lines of the page it ends on, and whether a page names another key."""

    screen: str
    lines: list[str]
    is_led: bool


class Lead(Enum):
    """What on a page leads on besides OK."""

    NOTHING = "nothing"
    NAMED = "a key that the page names"
    EXCUSED = "the same on a page that hides a secret or has just refused an entry, or a list of values"


@cache
def loops() -> dict[int, Loop]:
    """Return the walks of ``WALKS`` that come round, by their number."""
    walks = {number: walked(begun(Random(number))) for number in range(WALKS)}
    return {number: loop for number, loop in walks.items() if loop is not None}


def walked(flow: Flow) -> Loop | None:
    """Press OK until a page comes again; return the loop, or None where the walk leads on or an excuse is on its way.

    Where nothing was played after ``PRESSES`` presses, it is a loop, too.
    """
    seen, leads = dict[tuple[object, ...], list[int]](), list[Lead]()
    began = progress(flow)
    for _ in range(PRESSES):
        page = TextPage(flow.context.translator)
        flow.top.draw(page)
        page.banner(flow.banner)
        state = (progress(flow), type(flow.top), *page.lines)
        times = seen.setdefault(state, [])
        times.append(len(leads))
        leads.append(lead(flow.top, page, flow.banner))
        if len(times) > AGAIN:
            round_ = leads[times[-2] :]
            return None if Lead.EXCUSED in round_ else Loop(flow.screen, page.lines, Lead.NAMED in round_)
        # Too short for a look at what is hidden.
        flow.box.inputs.press(Button.OK)
        flow.run()
        if flow.app.was_left:
            return None
    return None if progress(flow) > began else Loop(flow.screen, page.lines, is_led=False)


def lead(screen: Screen, page: TextPage, banner: str) -> Lead:
    """Return what leads on from *screen*; small hints do not count, and no choice of what happens in a match does."""
    if isinstance(screen, Menu | Slider) and not isinstance(screen, MenuOver | TurnMenu):
        return Lead.EXCUSED
    if not (SIGNS.search(banner) or any(ANOTHER_KEY.search(line) for line in (*page.body, banner))):
        return Lead.NOTHING
    return Lead.EXCUSED if banner or isinstance(screen, HoldToReveal) else Lead.NAMED


def progress(flow: Flow) -> int:
    """Return how many moves, throws and tellings of a lesson there are.

    A page with more of them behind it is another state: what a learner is told twice is shown the third time.
    """
    archive: PaperArchive = flow.archive
    owner: object = flow.top.owner
    tellings = owner.tellings if isinstance(owner, TaughtGame) else 0
    return tellings + len(archive.throws()) + sum(len(archive.read(number)[1]) for number in archive.played_numbers())


def begun(random: Random, names: Sequence[str] = (), **look: Any) -> Flow:
    """Return a box after random moves of a match, or at its first start, and then random presses.

    *names* are those that the box knows, *look* is the display and the language, as for ``start``.
    """
    if random.random() < 0.2:
        flow = start(seed=random.randrange(1000), names=names, explains_games=True, **look)
        if random.random() < 0.5:
            for screen in first_screens(flow.context):
                flow.app._stack.append(screen)
    else:
        flow = start(played(random, names or "ABCDEF"), seed=random.randrange(1000), explains_games=True, **look)
        if flow.context.open_match() is None and random.random() < 0.7:
            flow.choose(*map(flow.context.translator._, ("More", "Matches")))
        flow.press("OK", *random.choice(([], [], ["BACK"])))
    for _ in range(random.randrange(12)):
        flow.press(*chosen(flow.top, random))
    return flow


def chosen(top: Screen, random: Random) -> list[str]:
    """Return the keys of a random line of a menu, or a random key; a key alone rarely reaches the lower lines."""
    if isinstance(top, Menu) and random.random() < 0.7:
        return [*["DOWN"] * random.randrange(len(top.items)), "OK"]
    return [random.choice(KEYS).name]


def played(random: Random, names: Sequence[str] = "ABCDEF") -> PaperArchive:
    """Return an archive with one match, of a random game with random options, after random moves."""
    game = random.choice(CATALOGUE.games)
    players = random.randint(*game.players)
    options = {option.key: random.choice(option.values) for option in game.options(players)}
    archive = PaperArchive()
    try:
        session = Session.begin(game, options, tuple(names[:players]), environment(archive, random.randrange(1000)))
    except CompanionError:
        return played(random, names)
    driver = MatchDriver(session)
    driver.advance()
    for _ in range(random.choice((random.randrange(MOVES), TO_THE_END))):
        step(driver, random)
    return archive


def step(driver: AnyDriver, random: Random) -> None:
    """Make a random move, unless the match is over."""
    position = driver.position
    seat = position.player_to_move
    if seat is None:
        return
    if position.is_prompted:
        driver.submit(seat, Signal.GO)
    else:
        driver.submit_text(seat, random.choice(list(islice(position.moves(seat), 200))))


def ok_loops() -> int:
    """Return how many of ``WALKS`` walks come round where no page names another key."""
    return sum(not loop.is_led for loop in loops().values())


def ok_loops_named() -> int:
    """Return how many come round where a page names another key."""
    return sum(loop.is_led for loop in loops().values())


if __name__ == "__main__":
    for number, loop in loops().items():
        print(number, loop.screen, "led" if loop.is_led else "stuck", *loop.lines, sep="\n    ")
    print(Counter((loop.screen, loop.is_led) for loop in loops().values()), file=sys.stderr)
