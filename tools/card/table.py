"""Starts of the card on the emulated Pi: what is put on it, which are made, and what each has written where."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from PIL import Image

from tests.support.golden import FRAMES
from tools.card.card import CARD_BYTES, CHUNK, DATA, CardImage, Part, fill, inserted, run, written_to
from tools.card.emulated_pi import EmulatedPi, programs
from tools.card.played import first_page

HERE = Path(__file__).parent
SERIAL = "console=ttyS1,115200"
# Written when the service says that its first frame is shown.
SAYING = """\
[Unit]
DefaultDependencies=no
After=codemaker.service
[Service]
Type=oneshot
StandardOutput=file:/dev/ttyS1
ExecStart=/bin/sh -c "cat /proc/mounts; for f in data last; do echo $f: $(cat /run/codemaker-card/$f); done"
ExecStart=systemctl show codemaker --property=ActiveState,StatusText,NRestarts
ExecStart=echo "that is all"
"""
SAID = "that is all"
# What the menu's "Switch off" leaves.
SWITCHING_OFF = """\
[Unit]
DefaultDependencies=no
After=codemaker.service
[Service]
Type=oneshot
ExecStart=/bin/touch /run/codemaker/power-off
"""
PAUSE_S = 0.05


def units(name: str) -> str:
    """Return what makes systemd read the units in the folder *name* of the data partition too.

    The kernel hands what it does not know to its first program as the environment, which hands it on to systemd.
    """
    return f"SYSTEMD_UNIT_PATH=/var/lib/codemaker/{name}:"


def frame(name: str) -> Image.Image:
    """Return the golden frame *name*."""
    return Image.open(FRAMES / f"{name}.png").convert("1")


def same_as(*images: Image.Image) -> Callable[[Image.Image], bool]:
    """Return what tells whether a picture is one of *images*, dot by dot."""
    kept = {image.tobytes() for image in images}
    return lambda seen: seen.tobytes() in kept


def is_lit(picture: Image.Image) -> bool:
    """Whether any dot is lit."""
    return picture.getbbox() is not None


def is_dark(picture: Image.Image) -> bool:
    """Whether no dot is lit."""
    return not is_lit(picture)


def with_unit(folder: Path, text: str, units: str = "units") -> Path:
    """Add a unit to what is put on a card, to be started with the box; return *folder*."""
    wants = folder / units / "codemaker-box.target.d"
    wants.mkdir(parents=True, exist_ok=True)
    (folder / units / "test.service").write_text(text)
    (wants / "test.conf").write_text("[Unit]\nWants=test.service\n")
    return folder


def with_finger(folder: Path, presses: str, units: str = "units", pause_s: float = PAUSE_S) -> Path:
    """Let the box on the card in *folder* press *presses* by itself, when told to read *units*; return *folder*."""
    drop_in = folder / units / "codemaker.service.d/finger.conf"
    drop_in.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "finger.py", folder)
    finger = f"/usr/bin/python3 -I %S/codemaker/finger.py {pause_s} {','.join(presses.split())}"
    drop_in.write_text(f"[Service]\nExecStart=\nExecStart={finger} --state %S/codemaker --device pi\n")
    return folder


@dataclass(frozen=True, slots=True)
class FirstStart:
    """Instants of the first start of a new card, in thousands of millions of instructions, idle time included."""

    splash_g: float
    frame_g: float


@dataclass(slots=True)
class Table:
    """Where the card is started: each start is counted, with what it has written to before the data."""

    image: CardImage
    starts: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    def folder(self, name: str) -> Path:
        """Return an empty folder for what is put on a card."""
        folder = self.image.place / "put" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return folder

    def card(
        self,
        name: str,
        folder: Path | None = None,
        change: Callable[[Path], None] | None = None,
        size: int = CARD_BYTES,
    ) -> Path:
        """Return a new card of *size* bytes with what is in *folder* on its data; without one, as it is flashed.

        Before it is inserted, *change* is called with a file that holds the partition.
        """
        base = self.image.raw if folder is None else self.image.with_data(name, folder, change)
        return inserted(base, self.image.place / f"{name}.qcow2", size)

    @contextmanager
    def started(
        self, card: Path, words: str = "", has_panel: bool = True, stick: Path | None = None
    ) -> Iterator[EmulatedPi]:
        """Switch a Pi with *card* on, add *words* to what the kernel is told, and cut the power in the end."""
        boot = replace(self.image.boot, command_line=f"{self.image.boot.command_line} {words}".strip())
        machine = EmulatedPi(boot, card, self.image.place / f"run-{card.stem}", has_panel, stick)
        self.starts.append(card.name)
        try:
            yield machine
        finally:
            machine.cut_power()
            if parts := written_to(card, self.image.parts[:DATA]):
                self.written.append(f"{card.name}: partitions {[part + 1 for part in parts]}")

    def first_start(self) -> FirstStart:
        """Start a card as it is flashed, told nothing more than its own command line."""
        with self.started(self.card("first")) as pi:
            return FirstStart(pi.wait(is_lit, "a light"), pi.wait(same_as(first_page()), "the first question"))

    def written_on(self, name: str, text: str) -> Path:
        """Return a new card with *text* in the file that its owner may change."""
        return inserted(self.image.with_text(name, text), self.image.place / f"{name}.qcow2")

    def filled(self, card: Path, left_kib: int) -> Path:
        """Return a new card with what is on *card*, and a file that leaves *left_kib* of its data partition free."""
        full = self.raw(card).rename(self.image.place / f"{card.stem}-full.img")
        fill(full, left_kib)
        return inserted(full, full.with_suffix(".qcow2"))

    def raw(self, card: Path) -> Path:
        """Return a file with all that is on *card* now; the next call overwrites it."""
        raw = self.image.place / "now.img"
        run(programs() / "qemu-img", "convert", "-f", "qcow2", "-O", "raw", card, raw)
        return raw

    def sums(self, raw: Path) -> list[str]:
        """Return the checksums of the partitions before the data of *raw*."""
        with raw.open("rb") as file:
            return [_sum(file.fileno(), part) for part in self.image.parts[:DATA]]


def _sum(file: int, part: Part) -> str:
    digest = hashlib.sha256()
    for offset in range(part.start, part.start + part.size, CHUNK):
        digest.update(os.pread(file, CHUNK, offset))
    return digest.hexdigest()


@cache
def table() -> Table:
    """Return the table with the image that was built; raises ``NoImage``."""
    return Table(CardImage())
