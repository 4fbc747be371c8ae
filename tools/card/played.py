"""A match that is on the card before it is put in, and the box of the tests that shows what has to be seen of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from companion.app.select_device import asking, boards_like, with_pins_of
from companion.cli.main import main
from companion.config.card import FILE, read_folder
from companion.config.settings import BoardName, Settings, SettingsFile
from companion.devices.pi import BOARDS
from companion.i18n.translator import Text, Translator
from companion.match.archive import LogEntry
from companion.ui.core.display_page import page_for
from companion.ui.core.notice import NOTE, Notice
from companion.ui.core.screen import Screen
from companion.ui.home.stick import refused_lines
from companion.ui.home.welcome import WhichBoard
from tests.fakes.box import fake_box
from tests.support.flow import SMALL, Flow, entering, start
from tests.support.paper import PaperArchive
from tools.rig.rig_cuts import NEXT_ROW
from tools.rig.rig_play import kept_in

# The card of a box that has been used: it never goes dark while it is looked at, and asks for no board.
SETTINGS = replace(Settings(), language="en", board=BoardName.BONNET, dim_after_s=0, dark_after_s=0)
# From the home menu: the first game, as it is set up.
BEGIN = "OK OK OK OK"
# The match that is offered, and the page before a row.
TAKE_UP = "OK OK"
# Pictures that the box may leave out when it is slow.
AHEAD = 3


def used(folder: Path, presses: str = BEGIN) -> Path:
    """Let the program play *presses* on a headless box, and return *folder*, with its settings and its journal."""
    folder.mkdir(parents=True, exist_ok=True)
    SettingsFile(folder / "settings.toml").save(SETTINGS)
    main(["--state", str(folder), "--device", "headless", "--keys", presses])
    return folder


def entries(archive: PaperArchive) -> list[tuple[str, str, str | None]]:
    """Return the lines of the newest match but for their times of day."""
    lines: Sequence[LogEntry] = archive.sheets[max(archive.sheets)][1] if archive.sheets else ()
    return [(entry.deed.value, entry.text, None if entry.hidden is None else entry.hidden.reveal()) for entry in lines]


@dataclass(frozen=True, slots=True)
class Step:
    """What is on the panel after a press, and how many lines the journal has by then."""

    picture: Image.Image
    lines: int


def twin(archive: PaperArchive) -> Flow:
    """Return a fake box that is switched on with *archive*."""
    return start(archive, names=SETTINGS.names)


def seen(flow: Flow) -> Image.Image:
    """Return what a fake box shows."""
    shown = flow.box.display.shown
    if shown is None:
        raise AssertionError("expected a picture on the fake box, got none")
    return shown


@dataclass(frozen=True, slots=True)
class Play:
    """A match that is played by *presses*: what is seen before the first and after each, and how many lines it has."""

    presses: str
    steps: tuple[Step, ...]
    lines: list[tuple[str, str, str | None]]
    taken_up: tuple[Image.Image, ...]
    """For each number of lines, what is on the panel when the match has been taken up again by ``TAKE_UP``."""

    @classmethod
    def of(cls, folder: Path, rows: int) -> Play:
        """Return how the match in *folder* goes on for *rows* rows, none of which is the code."""
        flow = twin(kept_in(folder))
        last = "R" if flow.code()[-1] != "R" else "O"
        presses = " ".join([TAKE_UP, entering("RRR" + last), "OK", *[NEXT_ROW] * (rows - 1)])
        steps = [Step(seen(flow), len(entries(flow.archive)))]
        for button in presses.split():
            flow.press(button)
            steps.append(Step(seen(flow), len(entries(flow.archive))))
        return cls(presses, tuple(steps), entries(flow.archive), _taken_up(flow.archive))

    def followed(self, history: Sequence[bytes]) -> int:
        """Return the number of presses seen in *history*, pictures in their order; a few may have been left out."""
        at = 0
        for picture in history:
            ahead = self.steps[at + 1 : at + 1 + AHEAD]
            at += next((number for number, step in enumerate(ahead, 1) if step.picture.tobytes() == picture), 0)
        return at


def _taken_up(archive: PaperArchive) -> tuple[Image.Image, ...]:
    number = max(archive.sheets)
    header, lines = archive.sheets[number]
    found = []
    for count in range(len(lines) + 1):
        part = PaperArchive()
        part.sheets[number], part.results[number] = (header, lines[:count]), None
        flow = twin(part)
        flow.press(TAKE_UP)
        found.append(seen(flow))
    return tuple(found)


def notice(text: Text, title: Text = NOTE) -> Image.Image:
    """Return the page that says *text* to players who have chosen English."""
    return drawn(Notice(start().context, text, title=title))


def refused(text: str, place: Path, language: str) -> Image.Image:
    """Return the page that says which lines of *text*, in the card's own file, are wrong; *place* is a folder."""
    (place / FILE).write_text(text, "utf-8")
    return drawn(refused_lines(start().context, read_folder(place).refused), language)


def drawn(screen: Screen, language: str = "en") -> Image.Image:
    """Return the page of *screen*."""
    page = page_for(SMALL, Translator(language))
    screen.draw(page)
    return page.image


def first_page() -> Image.Image:
    """Return what a box asks that is switched on for the first time, with a panel that several boards have."""
    bonnet = BOARDS["bonnet"]
    like = boards_like(bonnet, tuple(BOARDS.values()))
    box = asking(fake_box(), with_pins_of(bonnet, like), like)
    if box.choice is None:
        raise AssertionError("expected a board to choose, got none")
    page = page_for(box.display.format, Translator())
    WhichBoard(start().context, box.choice, save=True).draw(page)
    return page.image
