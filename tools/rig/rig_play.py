"""A match on a rig's box beside the same match on a fake one: after each press both show the same picture."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image

from companion.box import Button
from companion.config.settings import Settings
from companion.errors import CompanionError
from companion.games.pegs import PegGame
from companion.match.archive import LogEntry
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.opened import open_journal
from tests.support.paper import PaperArchive
from tools.rig.rig_box import NothingShown, RigBox

PRESS_S = 30.0
START_S = 180.0
GAME = next(game for game in CATALOGUE if isinstance(game, PegGame) and game.key == "mastermind")
BEGIN = (Button.OK,) * 3
COPY = "/run/rig-copy.db"
# The journal is copied as SQLite copies: what is in its log comes along.
READ = f"""
rm -f {COPY}
python3 -I -c '
import sqlite3
db = sqlite3.connect("file:/var/lib/codemaker/journal.db?mode=ro", uri=True)
db.execute("VACUUM INTO ?", ("{COPY}",))
' && base64 {COPY}"""


def same_as(image: Image.Image) -> Callable[[Image.Image], bool]:
    """Return what tells whether a picture is *image*, dot by dot."""
    return lambda seen: seen.tobytes() == image.tobytes()


def other_than(image: Image.Image) -> Callable[[Image.Image], bool]:
    """Return what tells whether a picture is any but *image*."""
    return lambda seen: seen.tobytes() != image.tobytes()


def tap(box: RigBox, button: Button) -> None:
    """Press *button* and let it go."""
    box.press(button)
    box.release(button)


def kept(box: RigBox) -> PaperArchive:
    """Return what the box's journal holds, hidden codes and all: root may."""
    text = box.run(READ)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "journal.db").write_bytes(base64.b64decode(text))
        return kept_in(Path(folder))


def kept_in(folder: Path) -> PaperArchive:
    """Return what the journal in *folder* holds, hidden codes and all; raises ``AssertionError`` if it is damaged."""
    journal, reports = open_journal(folder / "journal.db", datetime.now(UTC))
    with closing(journal):
        if reports:
            raise AssertionError(f"expected a sound journal, got {reports}")
        archive = PaperArchive()
        for summary in reversed(list(journal.matches())):
            archive.sheets[summary.number] = (summary.header, list(journal.read(summary.number)[1]))
            archive.results[summary.number] = summary.result
    return archive


def twin(archive: PaperArchive, missing: tuple[CompanionError, ...] = ()) -> Flow:
    """Return a fake box that is switched on with *archive*, and has the settings of a new one; it never goes dark.

    It says that *missing* was missing when it was switched on.
    """
    return start(archive, names=Settings().names, missing=missing)


def picture(flow: Flow) -> Image.Image:
    """Return what the fake box shows."""
    shown = flow.box.display.shown
    if shown is None:
        raise AssertionError("expected a picture on the fake box, got none")
    return shown


class Pair:
    """The rig's box and its twin, which are pressed together."""

    def __init__(self, box: RigBox, flow: Flow) -> None:
        self.box = box
        self.flow = flow

    @classmethod
    def at_start(cls, box: RigBox) -> Pair:
        """Return the pair as it is when the box has been switched on, with the contents of its journal."""
        # Which returns when the first frame is there.
        box.run("systemctl start codemaker", START_S)
        pair = cls(box, twin(kept(box)))
        pair.agree(START_S)
        return pair

    @classmethod
    def begun(cls, box: RigBox) -> Pair:
        """Begin a match on a box at its first menu, and return the pair before the first row.

        The box draws its code by itself, so its twin is told it by the journal.
        """
        before = cls.at_start(box)
        before.press(*BEGIN[:-1])
        shown = box.frame()
        tap(box, BEGIN[-1])
        box.wait_frame(other_than(shown), PRESS_S)
        pair = cls(box, twin(kept(box)))
        pair.flow.press(Button.OK.name)
        pair.agree()
        pair.go_on()
        return pair

    def go_on(self) -> None:
        """Leave pages that are only to be read, until a row can be entered."""
        while self.flow.screen in ("ReadyScreen", "AnswerScreen"):
            self.press(Button.OK)

    def agree(self, within_s: float = PRESS_S) -> None:
        """Wait until both show the same; raises ``NothingShown``."""
        expected = picture(self.flow)
        try:
            self.box.wait_frame(same_as(expected), within_s)
        except NothingShown:
            Path("build/rig").mkdir(parents=True, exist_ok=True)
            expected.save("build/rig/expected.png")
            self.box.frame().save("build/rig/seen.png")
            raise

    def press(self, *buttons: Button) -> None:
        """Press both, and see after each press that they agree."""
        for button in buttons:
            tap(self.box, button)
            self.flow.press(button.name)
            self.agree()

    def press_unseen(self, *buttons: Button) -> None:
        """Press both, and look at neither."""
        for button in buttons:
            tap(self.box, button)
            self.flow.press(button.name)

    def entries(self) -> tuple[LogEntry, ...]:
        """Return the lines of the match, as the twin has written them; none when there is no match."""
        sheets = self.flow.archive.sheets
        return tuple(sheets[max(sheets)][1]) if sheets else ()


def lines(entries: tuple[LogEntry, ...]) -> list[tuple[str, str, str | None]]:
    """Return what has to be the same on both boxes, which is all but the time of day."""
    return [
        (entry.deed.value, entry.text, None if entry.hidden is None else entry.hidden.reveal()) for entry in entries
    ]


def buttons(presses: str) -> list[Button]:
    """Return the buttons that *presses* names."""
    return [Button[name] for name in presses.split()]


def first_row(pair: Pair) -> list[Button]:
    """Return the presses for a first row whose last peg is wrong, as all that come of it then are."""
    if len(pair.entries()) > 1:
        return []
    last = "R" if pair.flow.code()[-1] != "R" else "O"
    return buttons(f"{entering('RRR' + last)} OK")
