"""Pictures of the private page for the documentation: ``python -m tests.web.private_pictures [FOLDER]``.

What a player of each family is asked for, 360 and 768 pixels wide, in two languages.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from companion.table.messages import Clock, ClockStage, TableState
from tests.games.test_conformance import CATALOGUE
from tests.table.random_matches import WHOLE_MOST, RandomMatch
from tests.table.tables import Table
from tests.web.browser import URL, Browser, Network, network, resize, wait_for
from tests.web.house import Pages
from tests.web.pictures import COLOURS, FOLDER, LANGUAGES, STILL

SIZES = ((360, 740), (768, 1024))
GAP = 24
NAMES = ("Anna", "Ben")
TAP = """
for (const name of arguments) {
    Array.from(document.querySelectorAll('[data-name]')).find(e => e.dataset.name === name).click();
}
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is asked of the first player, and the controls that are tapped then."""

    name: str
    told: TableState
    taps: tuple[str, ...]


def scenes() -> Iterator[Scene]:
    """Yield what the pictures show."""
    yield _scene("guess", "mastermind", "GUESS", {"first": "2"}, ("colourR", "colourG"), rows=3)
    yield _scene("code", "mastermind", "CODE", {"mode": "player", "first": "1"}, ("colourR", "colourG", "colourB"))
    yield _scene("keys", "mastermind", "KEYS", {"mode": "keeps", "first": "1"}, ("black+", "white+", "white+"))
    yield _scene("attack", "coda", "ATTACK", {"first": "1"}, ("look", "target1.1", "number5"), least=20)
    yield _scene("play", "passcode", "PLAY", {"first": "1"}, ("look",), least=60)


def _scene(
    name: str, key: str, phase: str, options: dict[str, str], taps: tuple[str, ...], least: int = 0, rows: int = 0
) -> Scene:
    match = RandomMatch(CATALOGUE[key], options, 2)
    for number, driver in enumerate(match.positions(WHOLE_MOST)):
        position = driver.position
        shown = position.view(None)
        if number < least or shown.phase.name != phase or (rows and len(shown.now.rows) < rows):
            continue
        if position.player_to_move == 0 and not position.is_prompted:
            assert match.told.match is not None
            clock = Clock(ClockStage.OPEN, is_running=True) if key == "coda" else None
            return Scene(name, replace(match.told, match=replace(match.told.match, players=NAMES), clock=clock), taps)
    raise AssertionError(f"expected the phase {phase} in a match of {key}, got none")


class Stage:
    """A table whose first player has a phone, and the pages beside it."""

    def __init__(self, net: Network, folder: Path) -> None:
        self.table = Table(folder, False)
        self.pages = Pages(net, folder)
        self.version = 0

    def admit(self, page: Browser, scene: Scene) -> None:
        """Have *page* be the phone of the first player of *scene*."""
        self.put(scene)
        invitation = self.table.desk.invite(0)
        self.table.seen(invited=invitation.number)
        page.get(f"{URL}/p#{invitation.secret}")
        self.table.seen(waiting=invitation.number)
        self.table.desk.confirm(invitation)

    def put(self, scene: Scene) -> str:
        """Tell the state of *scene*, and return its version."""
        self.version += 1
        self.table.put(replace(scene.told, version=self.version))
        return str(self.version)

    def show(self, page: Browser, scene: Scene) -> None:
        """Have *page* show *scene*."""
        version = self.put(scene)
        wait_for(page, "document.getElementById('main').dataset.version === arguments[0]", version)
        wait_for(page, "document.querySelector('.ask fieldset:not(:disabled)')")
        page.execute_script(TAP, *scene.taps)


@contextmanager
def stage(net: Network, folder: Path) -> Iterator[Stage]:
    """Open a stage that keeps its files in *folder*."""
    made = Stage(net, folder)
    try:
        yield made
    finally:
        made.pages.close()
        made.table.close()


def draw(folder: Path) -> None:
    """Write the pictures into *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    shots = tuple(scenes())
    with (
        tempfile.TemporaryDirectory(prefix="p", dir="/tmp") as own,
        network(Path(own)) as net,
        stage(net, Path(own)) as made,
    ):
        for language in LANGUAGES:
            with net.browser(language, SIZES[0]) as page:
                page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": STILL})
                page.get(f"{URL}/p")
                wait_for(page, "document.querySelector('#letters')")
                _save(page, folder / f"private-letters-{language}")
                page.get("about:blank")
                made.admit(page, shots[0])
                for scene in shots:
                    made.show(page, scene)
                    _save(page, folder / f"private-{scene.name}-{language}")
    _join(folder)


def _join(folder: Path) -> None:
    """Write one picture of three phones side by side."""
    width, height = SIZES[0]
    whole = Image.new("RGB", (3 * width + 2 * GAP, height), "white")
    for place, name in enumerate(("guess", "attack", "play")):
        with Image.open(folder / f"private-{name}-en-{width}.png") as one:
            whole.paste(one.convert("RGB"), (place * (width + GAP), 0))
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(folder / "private-phones.png", optimize=True)


def _save(page: Browser, path: Path) -> None:
    for width, height in SIZES:
        resize(page, width, height)
        image = Image.open(io.BytesIO(page.get_screenshot_as_png())).convert("RGB")
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(f"{path}-{width}.png", optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
