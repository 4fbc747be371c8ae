"""How often somebody who presses only OK gets stuck: on a page that comes again and names no other key.

A walk begins where random moves of a random match, random lines of menus and random presses have led. Then OK alone
is pressed. A page seen twice before in the same state ends the walk. It counts as stuck unless it is a menu or a page
of values, where OK opens something and comes back, or a page on the way says in words which other key leads on.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

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


def stuck() -> Iterator[tuple[int, str, list[str]]]:
    """Yield the number of each walk that gets stuck, the kind of page it ends on, and the lines of the page."""
    for number in range(WALKS):
        flow = begun(Random(number))
        if (lines := walked(flow)) is not None:
            yield number, flow.screen, lines


def walked(flow: Flow) -> list[str] | None:
    """Press OK until a page comes again; return its lines if the player is stuck there."""
    seen, is_led = dict[tuple[object, ...], list[int]](), list[bool]()
    began = _progress(flow)
    for _ in range(PRESSES):
        page = TextPage(flow.context.translator)
        flow.top.draw(page)
        page.banner(flow.banner)
        state = (_progress(flow), type(flow.top), *page.lines)
        times = seen.setdefault(state, [])
        times.append(len(is_led))
        is_led.append(_is_values(flow.top) or _names_a_key(page, flow.banner))
        if len(times) > AGAIN:
            return None if any(is_led[times[-2] :]) else page.lines
        flow.press("OK")
        if flow.app.was_left:
            return None
    return None if _progress(flow) > began else page.lines


def _names_a_key(page: TextPage, banner: str) -> bool:
    """Return whether the *page*, its small hints aside, or the *banner* says which other key to press."""
    return bool(SIGNS.search(banner) or any(ANOTHER_KEY.search(line) for line in (*page.body, banner)))


def _is_values(screen: Screen) -> bool:
    """Return whether *screen* is a menu or a page of values, and does not ask what happens next in a match."""
    return isinstance(screen, Menu | Slider) and not isinstance(screen, MenuOver | TurnMenu)


def _progress(flow: Flow) -> int:
    """Return how many moves and throws there are: a page with more of them behind it is another state."""
    archive = flow.archive
    return len(archive.throws()) + sum(len(archive.read(number)[1]) for number in archive.played())


def begun(random: Random) -> Flow:
    """Return a box after random moves of a match, or at its first start, and then random presses."""
    if random.random() < 0.2:
        flow = start(seed=random.randrange(1000), names=(), explains_games=True)
        if random.random() < 0.5:
            for screen in first_screens(flow.context):
                flow.app._stack.append(screen)
    else:
        flow = start(played(random), seed=random.randrange(1000), explains_games=True)
        if flow.context.open_match() is None and random.random() < 0.7:
            flow.choose("More", "Matches")
        flow.press("OK", *random.choice(([], [], ["BACK"])))
    for _ in range(random.randrange(12)):
        wander(flow, random)
    return flow


def wander(flow: Flow, random: Random) -> None:
    """Choose a random line of a menu, or press a random key; a key alone rarely reaches the lower lines."""
    if isinstance(flow.top, Menu) and random.random() < 0.7:
        flow.press("DOWN " * random.randrange(len(flow.top.items)), "OK")
    else:
        flow.press(random.choice(KEYS).name)


def played(random: Random) -> PaperArchive:
    """Return an archive with one match, of a random game with random options, after random moves."""
    game = random.choice(CATALOGUE.games)
    players = random.randint(*game.players)
    options = {option.key: random.choice(option.values) for option in game.options(players)}
    archive = PaperArchive()
    try:
        session = Session.begin(game, options, tuple("ABCDEF"[:players]), environment(archive, random.randrange(1000)))
    except CompanionError:
        return played(random)
    driver = MatchDriver(session)
    driver.advance()
    for _ in range(random.choice((random.randrange(MOVES), TO_THE_END))):
        step(driver, random)
    return archive


def step(driver: AnyDriver, random: Random) -> None:
    """Make a random move, unless the match is over."""
    position = driver.position
    if position.player_to_move is None:
        return
    if position.is_prompted:
        driver.submit(position.player_to_move, Signal.GO)
    else:
        driver.submit_text(position.player_to_move, random.choice(list(islice(position.moves(), 200))))


def ok_loops() -> int:
    """Return how many of ``WALKS`` walks get stuck."""
    return sum(1 for _ in stuck())


if __name__ == "__main__":
    kinds = Counter[str]()
    for number, screen, lines in stuck():
        kinds[screen] += 1
        print(number, screen, *lines, sep="\n    ")
    print(kinds, file=sys.stderr)
