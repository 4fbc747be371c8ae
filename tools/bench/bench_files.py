"""How many flipped bits in settings and calibrations change a value unseen."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.config.settings import BoardName, Pegs, Settings, load, save
from companion.errors import CalibrationFailed
from companion.tray.calibration_store import CalibrationStore
from tests.support.shown import AMBASSADOR, fresh_bed, shown

FLIPS = 2_000
SEED = 1
SERIAL = "4f3a001c"
SETTINGS = Settings(
    language="fr",
    volume=40,
    dim_after_s=30,
    large_text=True,
    pegs=Pegs.SHAPES,
    names=("Anna", "Zoé", "Ben"),
    board=BoardName.CUSTOM,
    demo=True,
    custom={"up": 5, "panel": "ssd1306"},
)


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that the program writes; ``read`` returns the value in it, or None where something was told of it."""

    path: Path
    read: Callable[[], object]

    def unseen(self, content: bytes) -> bool:
        """Return whether *content* is read as another value without a word; the file is whole again afterwards."""
        right, before = self.read(), self.path.read_bytes()
        self.path.write_bytes(content)
        found = self.read()
        self.path.write_bytes(before)
        return found is not None and found != right


def settings_file(folder: Path) -> KeptFile:
    """Return a settings file."""
    path = folder / "settings.toml"
    save(path, SETTINGS)

    def read() -> object:
        settings, told = load(path)
        return None if told else settings

    return KeptFile(path, read)


def calibration_file(folder: Path) -> KeptFile:
    """Return the calibration of a tray with eight colours."""
    store = CalibrationStore(folder)
    store.keep(SERIAL, "ambassador", AMBASSADOR, shown(fresh_bed(SEED)))

    def read() -> object:
        try:
            return {edition: store.of(SERIAL, edition, AMBASSADOR) for edition in store.editions(SERIAL)}
        except CalibrationFailed:
            return None

    return KeptFile(store.path(SERIAL), read)


MAKERS: tuple[Callable[[Path], KeptFile], ...] = (settings_file, calibration_file)


def flips_unseen(
    flips: int = FLIPS, makers: Sequence[Callable[[Path], KeptFile]] = MAKERS
) -> Iterator[tuple[str, int, int, bool]]:
    """Yield, for each single flipped bit, the name of the file, byte, bit, and whether it changed a value unseen."""
    random = Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        files = [made(Path(name)) for made in makers]
        for file in files:
            if file.read() is None:
                raise RuntimeError(f"expected a sound file, got something to tell, in {file.path}")
        for number in range(flips):
            file = files[number % len(files)]
            changed = bytearray(file.path.read_bytes())
            byte, bit = random.randrange(len(changed)), random.randrange(8)
            changed[byte] ^= 1 << bit
            yield file.path.name, byte, bit, file.unseen(bytes(changed))
            for aside in Path(name).glob("*.damaged-*"):
                aside.unlink()


def file_flips_unseen() -> float:
    """Return how many of 2,000 flipped bits changed a value of one of the two files without a word."""
    return sum(is_unseen for *_, is_unseen in flips_unseen())


if __name__ == "__main__":
    for flipped in flips_unseen(int(sys.argv[1]) if len(sys.argv) > 1 else FLIPS):
        if flipped[-1]:
            print(*flipped)
