"""The card: the image as it was built, data put on it beforehand, and what is found on it afterwards.

No device of this machine is needed, and no root: e2fsprogs and mtools work on files.
"""

from __future__ import annotations

import json
import lzma
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.config.card import FILE
from tools.card.emulated_pi import Boot, programs

IMAGE = Path(os.environ.get("CODEMAKER_IMAGE", "build/image/codemaker-arm64.img.xz"))
PLACE = Path("build/image-test")
SECTOR = 512
BOOT, ROOT, DATA = range(3)
# QEMU wants a card whose size is a power of two; the rest of it is there to be grown into.
CARD_BYTES = 1 << 31
TREE = "bcm2837-rpi-3-b.dtb"
# A Pi 3 B; the firmware would have put it there, and gpiozero asks for it.
REVISION = ("/system", "linux,revision", "a02082")
CHUNK = 1 << 20
FILLER = "filler"


class NoImage(FileNotFoundError):
    """There is no image to look at."""


def run(*command: str | Path, given: str | None = None, codes: Sequence[int] = (0,)) -> str:
    """Run *command* with the text *given* as its input, and return what it printed; a failure quotes it."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    done = subprocess.run(
        [str(word) for word in command],
        input=given or "",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=os.environ | {"PATH": path},
    )
    if done.returncode not in codes:
        raise AssertionError(f"expected {command!r} to succeed, got {done.returncode}: {done.stdout[-4000:]}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class Part:
    """A partition's place in the image, in bytes."""

    start: int
    size: int


def partitions(image: Path) -> list[Part]:
    """Return the partitions of a disk with a master boot record."""
    with image.open("rb") as file:
        head = file.read(SECTOR)
    if head[510:] != b"\x55\xaa":
        raise ValueError(f"expected a master boot record, got {head[510:]!r}, in {image}")
    entries = [struct.unpack_from("<II", head, 446 + 16 * number + 8) for number in range(4)]
    return [Part(start * SECTOR, length * SECTOR) for start, length in entries if length]


class CardImage:
    """The image that was built, unpacked, with a folder for what is made of it."""

    def __init__(self, image: Path = IMAGE, place: Path = PLACE) -> None:
        if not image.exists():
            raise NoImage(f"expected an image of the card at {image}, got none: run 'make image' first")
        place.mkdir(parents=True, exist_ok=True)
        self.place = place
        self.raw = image if image.suffix == ".img" else _unpacked(image, place / "card.img")
        self.parts = partitions(self.raw)

    @cached_property
    def boot(self) -> Boot:
        """What the firmware would load, from the first partition."""
        folder = self.place / "boot"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        run("mcopy", "-s", "-n", "-i", f"{self.raw}@@{self.parts[BOOT].start}", "::/*", folder)
        chosen = _config(folder / "config.txt")
        tree = folder / TREE
        run("fdtput", "-p", "-t", "x", tree, *REVISION)
        told = (folder / chosen.get("cmdline", "cmdline.txt")).read_text("utf-8").strip()
        return Boot(folder / chosen["kernel"], folder / chosen["initramfs"], tree, told)

    @cached_property
    def owner(self) -> tuple[int, int]:
        """The numbers of the user and the group that the game runs as."""
        root = f"{self.raw}?offset={self.parts[ROOT].start}"
        lines = [line.split(":") for line in run("debugfs", "-R", "cat /etc/passwd", root).splitlines()]
        return next((int(line[2]), int(line[3])) for line in lines if line[0] == "codemaker")

    def with_data(self, name: str, folder: Path, change: Callable[[Path], None] | None = None) -> Path:
        """Return a copy of the image, called *name*, with the files and folders of *folder* on its data partition.

        In the end *change* is called with a file that holds the partition.
        """
        base = self.place / f"{name}.img"
        run("cp", "--sparse=always", self.raw, base)
        part, data = self.parts[DATA], self.place / f"{name}.data"
        cut_out(base, part, data)
        run("debugfs", "-w", "-f", "-", data, given="\n".join(_writing(folder, *self.owner)))
        if change is not None:
            change(data)
        put_in(data, base, part)
        data.unlink()
        return base

    def with_text(self, name: str, text: str) -> Path:
        """Return a copy of the image, called *name*, with *text* in its ``codemaker.txt``."""
        base, file = self.place / f"{name}.img", self.place / f"{name}.txt"
        run("cp", "--sparse=always", self.raw, base)
        file.write_text(text, "utf-8")
        run("mcopy", "-o", "-i", f"{base}@@{self.parts[BOOT].start}", file, f"::{FILE}")
        return base


def _writing(folder: Path, user: int, group: int) -> Iterator[str]:
    """Yield the commands of debugfs that write what is in *folder*, and give it to the game."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        # debugfs takes a path for making a folder and not for writing a file.
        yield f"cd /{name.parent}"
        yield f"mkdir {name.name}" if path.is_dir() else f"write {path.resolve()} {name.name}"
        mode = "040700" if path.is_dir() else "0100600"
        yield from (
            f"sif {name.name} {field} {value}" for field, value in (("uid", user), ("gid", group), ("mode", mode))
        )


def inserted(base: Path, overlay: Path, size: int = CARD_BYTES) -> Path:
    """Return a new card of *size* bytes in the file *overlay*, which keeps what is written apart from *base*."""
    overlay.unlink(missing_ok=True)
    backing = ("-b", base.resolve(), "-F", "raw")
    run(programs() / "qemu-img", "create", "-q", "-f", "qcow2", *backing, overlay, str(size))
    return overlay


def written_to(overlay: Path, parts: Sequence[Part]) -> list[int]:
    """Return the numbers of those of *parts* in which a card was written to, be it with what was there before.

    The file keeps clusters of 64 KiB, and *parts* have to begin and end at such.
    """
    mapped = json.loads(run(programs() / "qemu-img", "map", "--output=json", "-f", "qcow2", overlay))
    own = [(piece["start"], piece["start"] + piece["length"]) for piece in mapped if piece["depth"] == 0]
    return [
        number
        for number, part in enumerate(parts)
        if any(start < part.start + part.size and part.start < end for start, end in own)
    ]


def data_of(overlay: Path, place: Path) -> Path:
    """Return a file with a copy of the card's data partition, whose journal is replayed."""
    table, data, convert = place / "found.table", place / "found.data", programs() / "qemu-img"
    run(convert, "dd", "-f", "qcow2", "-O", "raw", f"bs={SECTOR}", "count=1", f"if={overlay}", f"of={table}")
    part = partitions(table)[DATA]
    # Straight from the card's file, which knows what was never written.
    card = f"driver=raw,offset={part.start},size={part.size},file.driver=qcow2,file.file.filename={overlay}"
    run(convert, "convert", "--image-opts", "-O", "raw", card, data)
    # 1: it has repaired something, or replayed the journal.
    run("e2fsck", "-f", "-p", data, codes=(0, 1))
    return data


def files_of(overlay: Path, place: Path) -> Path:
    """Return a folder with the files of the card's data partition."""
    data, files = data_of(overlay, place), place / "found"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    run("debugfs", "-R", f"rdump / {files.resolve()}", data)
    data.unlink()
    return files


def fill(image: Path, left_kib: int) -> None:
    """Fill the data partition of *image* but for *left_kib*, with a file that has nothing written in it."""
    part, data = partitions(image)[DATA], image.with_suffix(".data")
    # A file of its own: e2fsck does not replay a journal that is at an offset.
    cut_out(image, part, data)
    run("e2fsck", "-f", "-p", data, codes=(0, 1))
    # Without a rest it takes what there is, and fails when nothing is left for the tree of the file's extents.
    blocks, size = superblock(data, "Free blocks"), superblock(data, "Block size")
    given = f"write /dev/null {FILLER}\nfallocate {FILLER} 0 {blocks - (left_kib << 10) // size}\n"
    run("debugfs", "-w", "-f", "-", data, given=given)
    run("e2fsck", "-f", "-n", data)
    put_in(data, image, part)
    data.unlink()


def superblock(data: Path, name: str) -> int:
    """Return the number *name* that ``dumpe2fs`` finds in the superblock of *data*."""
    lines = [line.partition(":") for line in run("dumpe2fs", "-h", data).splitlines()]
    return next(int(value) for found, _, value in lines if found == name)


def cut_out(image: Path, part: Part, into: Path) -> None:
    """Copy the partition *part* of *image* into a file of its own."""
    into.unlink(missing_ok=True)
    place = ("iflag=skip_bytes,count_bytes", f"skip={part.start}", f"count={part.size}")
    run("dd", f"if={image}", f"of={into}", "bs=1M", "conv=sparse", "status=none", *place)
    # Zeros at its end are left out by dd.
    os.truncate(into, part.size)


def put_in(data: Path, image: Path, part: Part) -> None:
    """Copy *data* over the partition *part* of *image*."""
    run(
        "dd",
        f"if={data}",
        f"of={image}",
        "bs=1M",
        "conv=notrunc",
        "status=none",
        "oflag=seek_bytes",
        f"seek={part.start}",
    )


def _config(path: Path) -> dict[str, str]:
    """Return the settings of the firmware's config.txt; ``initramfs`` has no equals sign."""
    chosen = {}
    for line in path.read_text("utf-8").splitlines():
        name, _, value = line.partition("#")[0].strip().replace(" ", "=", 1).partition("=")
        chosen[name] = value.partition(" ")[0]
    return chosen


def _unpacked(image: Path, into: Path) -> Path:
    if not into.exists() or into.stat().st_mtime < image.stat().st_mtime:
        with lzma.open(image) as packed, into.with_suffix(".part").open("wb") as file:
            while chunk := packed.read(CHUNK):
                # What is only zeros becomes a hole.
                file.seek(len(chunk), os.SEEK_CUR) if not any(chunk) else file.write(chunk)
            file.truncate()
        into.with_suffix(".part").rename(into)
    return into
