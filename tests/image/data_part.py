"""Bring a card's data up as the first program does: unshare --mount python3 data_part.py PROGRAM DEVICE FOLDER

PROGRAM is the first program as a library, DEVICE the data partition. As root, in a namespace of its own: the device is
mounted where the box mounts it. FOLDER gets a copy of the files, and what was noted in a file for each word.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

from tests.image.first_program import Card

DATA, NOTES = Path("/var/lib/codemaker"), Path("/run/codemaker-card")


def main(program: str, device: str, folder: str) -> None:
    """Call the first program's part between file systems in memory, as in the initramfs."""
    # The first program adds the partition's number.
    partition = Path("/mnt/card")
    for place in ("/mnt", "/run", "/var/lib"):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", place], check=True)
    Path(f"{partition}3").symlink_to(device)
    DATA.mkdir()
    NOTES.mkdir()
    card = Card(b"/dev/null", bytes(partition))
    ctypes.CDLL(program).bring_up_data(ctypes.byref(card))
    found = Path(folder)
    for note in NOTES.iterdir():
        shutil.copy(note, found)
    kind = ["findmnt", "--noheadings", "--output", "FSTYPE,SIZE", "--bytes", str(DATA)]
    (found / "mounted").write_bytes(subprocess.run(kind, stdout=subprocess.PIPE, check=True).stdout)
    shutil.copytree(DATA, found / "files", ignore=shutil.ignore_patterns("lost+found"))
    subprocess.run(["umount", DATA], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
