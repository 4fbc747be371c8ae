"""Pictures of the pages for the documentation, in two languages: ``python -m tests.phones.web.pictures [FOLDER]``.

Of the board page each family, the reveal of a peg game and the page without a match, 360, 768 and 1920 pixels wide;
of the private page what a player of each family is asked for, 360 and 768 pixels wide.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from companion.front_ends.messages import Clock, TableState
from companion.match.clock import Stage as ClockStage
from companion.phones.port import Addresses
from tests.front_ends.random_matches import WHOLE_MOST, RandomMatch
from tests.games.test_conformance import CATALOGUE
from tests.phones.paper_phone import PaperPhone
from tests.phones.tables import Table
from tests.phones.web.browser import URL, Browser, network, resize, wait_for
from tests.phones.web.house import Pages
from tests.phones.web.scenes import STILL, Stage, scenes, stage
from tests.phones.web.shown import reviewed, wait_for_version

FOLDER = Path(__file__).parents[3] / "docs" / "pictures" / "phones"
SIZES = ((360, 740), (768, 1024), (1920, 1080))
PHONES = SIZES[:2]
SMALL = (320, 568)
LANGUAGES = ("en", "fr")
COLOURS = 256
"""Few enough for a small file, and enough that small signs keep their colours."""
NAMES = ("Anna", "Ben", "Chloé", "David")
GAP = 24
"""Between the phones of one picture."""


def states() -> Iterator[tuple[str, TableState]]:
    """Yield states in order, each with the name of a picture, which is drawn of the last state of that name."""
    yield "menu", TableState(0)
    yield "pegs", _middle("brainiac", 2, 6)
    # The page has to have seen the seal to check it.
    yield from (("reveal", told) for told in whole("ambassador"))
    yield "coda", _middle("coda", 3, 24)
    yield "passcode", _middle("passcode", 4, 260)


def _match(key: str, players: int) -> RandomMatch:
    return RandomMatch(CATALOGUE[key], {"first": "1"}, players)


def _named(told: TableState) -> TableState:
    if told.match is None:
        return told
    return replace(told, match=replace(told.match, players=NAMES[: len(told.match.players)]))


def _middle(key: str, players: int, steps: int) -> TableState:
    match = _match(key, players)
    list(match.positions(steps))
    return _named(match.told)


def whole(key: str) -> Iterator[TableState]:
    """Yield the states of a whole match of two, the last one with its review."""
    match = _match(key, 2)
    for _ in match.positions(WHOLE_MOST):
        yield _named(match.told)
    yield _named(reviewed(match.told))


def draw_board(folder: Path) -> None:
    """Write the pictures of the board page into *folder*."""
    shots = list(states())
    with tempfile.TemporaryDirectory(prefix="p", dir="/tmp") as own, network(Path(own)) as net:
        table = Table(Path(own), False)
        pages = Pages(net, Path(own))
        try:
            for at, language in enumerate(LANGUAGES):
                with net.browser(language) as page:
                    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": STILL})
                    page.get(URL)
                    for number, (name, told) in enumerate(shots):
                        version = 20_000 * at + number + 1
                        told_now = replace(told, version=version, language=language, clock=_limit(name))
                        table.put(told_now)
                        wait_for_version(page, told_now)
                        if name not in [later for later, _ in shots[number + 1 :]]:
                            _draw_one(page, folder / f"{name}-{language}", SIZES)
                    _draw_lobby_of_all(table, page, folder / f"television-{language}", language)
        finally:
            pages.close()
            table.close()


def _draw_lobby_of_all(table: Table, page: Browser, path: Path, language: str) -> None:
    """Write the pictures of the board page while phones may ask: two do, and two are missing."""
    told = replace(_middle("passcode", 4, 2), version=20_000 * LANGUAGES.index(language) + 10_000, language=language)
    table.put(told)
    wait_for_version(page, told)
    table.desk.tell_addresses(Addresses(("http://192.168.1.20",)))
    table.desk.open_lobby(())
    front_end = table.front_end()
    front_end.hello()
    for name in ("Ben", "David"):
        front_end.say(**PaperPhone("").asks(name, name))
    wait_for(page, "document.querySelectorAll('#join li').length === 2")
    _draw_one(page, path, SIZES)
    table.desk.withdraw()
    wait_for(page, "!document.querySelector('#join li')")


def _limit(name: str) -> Clock | None:
    """Return a clock that shows 17 seconds while the pictures called *name* are drawn; None where there is none."""
    if name != "coda":
        return None
    return Clock(ClockStage.LIMIT, is_running=True, ends_ms=round(1000 * time.monotonic()) + 16_950)


def draw_private(folder: Path) -> None:
    """Write the pictures of the private page into *folder*."""
    shots = tuple(scenes())
    with (
        tempfile.TemporaryDirectory(prefix="p", dir="/tmp") as own,
        network(Path(own)) as net,
        stage(net, Path(own)) as made,
    ):
        for language in LANGUAGES:
            with net.browser(language, PHONES[0]) as page:
                page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": STILL})
                _draw_lobby(made, page, folder, language)
                page.get("about:blank")
                made.admit(page, shots[0])
                for scene in shots:
                    made.show(page, scene)
                    sizes = (SMALL, *PHONES) if scene.name in ("guess", "attack", "play") else PHONES
                    _draw_one(page, folder / f"private-{scene.name}-{language}", sizes)
    _join(folder)


def _draw_lobby(made: Stage, page: Browser, folder: Path, language: str) -> None:
    """Write the pictures of a phone that asks in the lobby, that has scanned the code, and that shows digits."""
    made.put(next(scenes()))
    made.table.desk.open_lobby(())
    for secret, picture in ((f"#{made.table.desk.lobby_secret}", "asked"), ("", "digits")):
        page.get(f"{URL}/p{secret}")
        wait_for(page, "document.querySelector('.lobby')")
        if secret:
            _draw_one(page, folder / f"private-lobby-{language}", (SMALL, *PHONES))
        page.execute_script("document.querySelector('[data-name=ask0]').click()")
        while [bool(one.is_scanned) for one in made.table.desk.seen.askers] != [bool(secret)]:
            made.table.seen()
        if not secret:
            made.table.desk.compare()
        wait_for(
            page, "document.querySelector('.digits')" if not secret else "document.querySelector('main.asking p')"
        )
        _draw_one(page, folder / f"private-{picture}-{language}", (SMALL, *PHONES))
        page.execute_script("sessionStorage.clear()")
        page.get("about:blank")
        made.table.desk.refuse(frozenset(one.phone for one in made.table.desk.seen.askers))
        made.table.desk.open_lobby(())
    made.open_set_up("Zoé", "Wilhelmina")
    page.get(f"{URL}/p")
    wait_for(page, "document.getElementById('another')")
    _draw_one(page, folder / f"private-names-{language}", (SMALL, *PHONES))
    page.get("about:blank")
    made.table.desk.withdraw()


def _join(folder: Path) -> None:
    """Write two pictures of phones side by side: how they join, and what they are asked for."""
    _beside(folder, "private-joining", ("lobby", "asked", "digits"))
    _beside(folder, "private-phones", ("guess", "attack", "play"))
    _beside(folder, "private-small", ("names", "guess", "attack"), SMALL)


def _beside(folder: Path, picture: str, names: Sequence[str], size: tuple[int, int] = PHONES[0]) -> None:
    width, height = size
    whole = Image.new("RGB", (3 * width + 2 * GAP, height), "white")
    for place, name in enumerate(names):
        with Image.open(folder / f"private-{name}-en-{width}.png") as one:
            whole.paste(one.convert("RGB"), (place * (width + GAP), 0))
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(folder / f"{picture}.png", optimize=True)


def _draw_one(page: Browser, path: Path, sizes: Sequence[tuple[int, int]]) -> None:
    for width, height in sizes:
        resize(page, width, height)
        image = Image.open(io.BytesIO(page.get_screenshot_as_png())).convert("RGB")
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(f"{path}-{width}.png", optimize=True)


def main(folder: Path) -> None:
    """Write all pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    draw_board(folder)
    draw_private(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
