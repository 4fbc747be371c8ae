"""What is fuzzed: each reader of input from outside, run on any bytes.

A target may refuse its input with the project's own errors. Every other exception is a defect, and so is output with a
character that a terminal would obey, or an accepted input that is another one when it is written and read again.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.app.launch_options import LaunchOptions, size_of
from companion.box.tray import HOLES, Light
from companion.cli import dice, games, proof, tray
from companion.config.settings import load, save, text_of
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.config.untrusted import is_plain
from companion.devices.pi.custom import custom
from companion.devices.script import read_steps
from companion.dice.model import DiceRoll
from companion.errors import CompanionError, SettingsChanged, SettingsRefused, SettingsUnreadable
from companion.games.pegs import PegGame
from companion.match.families.pegs import edition_game
from companion.match.record import read_record, write_record
from companion.tray.calibration_store import CalibrationStore
from companion.tray.colours import PegClassifier
from tests.support.flow import CATALOGUE

LONGEST_STEP_S = 100_000
COLOURS = ("red", "orange")
SERIAL = "4f3a001c"
LIGHTS = (Light(1000, 20_000, 30_000, 40_000),) * HOLES


@dataclass(frozen=True, slots=True)
class Target:
    """A reader: *read* gets a file of the input, and returns what it has printed."""

    name: str
    read: Callable[[Path], Sequence[str]]

    def run(self, data: bytes) -> None:
        """Give *data* to the reader; raises what is a defect."""
        with tempfile.TemporaryDirectory(dir=_memory()) as folder:
            path = Path(folder, f"{SERIAL}.json")
            path.write_bytes(data)
            try:
                printed = self.read(path)
            except CompanionError as refused:
                printed = str(refused).splitlines()
        for line in printed:
            assert is_plain(line), f"expected letters that can be seen, got {line!r}"


def _memory() -> str | None:
    # Where there is a file system in memory, the disk is spared.
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108 - its folders have names of their own


def _argument(path: Path) -> str:
    """Return the input as an argument of the command line, where any bytes may come."""
    return os.fsdecode(path.read_bytes()).replace("\0", "")


def _check(path: Path) -> Sequence[str]:
    out = io.StringIO()
    if proof.check(CATALOGUE, str(path), (), False, out, out) == 0:
        record = read_record(games.text_of(str(path)))
        text = write_record(record)
        assert write_record(read_record(text)) == text
        assert read_record(text).header == record.header
    return out.getvalue().split("\n")


def _verify(path: Path) -> Sequence[str]:
    line, _, shown = _argument(path).partition("\n")
    out = io.StringIO()
    proof.verify(CATALOGUE, line, shown or None, out, out)
    return out.getvalue().split("\n")


def _press(path: Path) -> Sequence[str]:
    for step in read_steps(iter(_argument(path).split("\n"))):
        assert 0 <= step.for_s < LONGEST_STEP_S
        assert step.times > 0 or step.button is None
    return ()


def _set(path: Path) -> Sequence[str]:
    settings, refused = load(path)
    if not any(isinstance(each, SettingsUnreadable) for each in refused):
        # What cannot be used is told again, and stays; nan is not equal to itself.
        with suppress(SettingsRefused):
            save(path, settings)
            again, told = load(path)
            assert text_of(again) == text_of(settings)
            assert len(told) <= len([each for each in refused if not isinstance(each, SettingsChanged)])
        with suppress(CompanionError):
            custom(settings.custom)
    return [str(error) for error in refused]


def _edit(path: Path) -> Sequence[str]:
    with suppress(OSError, UnicodeDecodeError):
        game = edition_game(read_text(path, SETTINGS_LIMIT), "own.toml")
        assert isinstance(game, PegGame)
        for players in (1, 2, 3):
            assert game.outcome(game.start({}, players)) is None
        names = [game.edition.name, *(colour.name for colour in game.edition.colours)]
        return [text for name in names for text in name.texts.values()]
    return ()


def _calibrate(path: Path) -> Sequence[str]:
    files = CalibrationStore(path.parent)
    shown = files.of(SERIAL, "mini", COLOURS)
    files.keep(SERIAL, "mini", COLOURS, shown)
    kept = files.of(SERIAL, "mini", COLOURS)
    files.keep(SERIAL, "mini", COLOURS, kept)
    assert files.of(SERIAL, "mini", COLOURS) == kept
    if not kept.missing:
        PegClassifier(kept).row(LIGHTS)
    return files.serials()


def _judge(path: Path) -> Sequence[str]:
    out = io.StringIO()
    tray.judge(tray.read_recording(games.text_of(str(path)).splitlines()), out)
    return out.getvalue().split("\n")


def _throw(path: Path) -> Sequence[str]:
    cast = dice.wished_cast(_argument(path).split(" "))
    return [dice.throw_line(DiceRoll(cast, (1,) * cast.count))]


def _measure(path: Path) -> Sequence[str]:
    return [str(size_of(LaunchOptions(size=_argument(path))))]


TARGETS = (
    Target("record", _check),
    Target("verify", _verify),
    Target("keys", _press),
    Target("settings", _set),
    Target("edition", _edit),
    Target("calibration", _calibrate),
    Target("recording", _judge),
    Target("roll", _throw),
    Target("size", _measure),
)
