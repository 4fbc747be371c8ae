"""Checks of a box whose card was written from the image: its version, its partitions, and codemaker.txt."""

from __future__ import annotations

import re

from companion.config.card import DATA_SENTENCES, FILE
from companion.config.untrusted import read_object, visible
from companion.doctor.host import Finding, Host, amber, green, red
from companion.errors import N_

IMAGE = "/etc/codemaker-image.json"
MOUNTS = "/proc/self/mountinfo"
BLOCKS = "/sys/class/block"
# /sys counts sectors of 512 bytes, also where the card has larger ones.
SECTORS_PER_MIB = 2048
LAST = {"clean": "switched off properly before", "cut": "the power went before"}


def is_image(host: Host) -> bool:
    """Return whether the card was written from the image."""
    return bool(host.names(IMAGE))


def check_image(host: Host) -> Finding:
    """Report the version of the image, and whether the box was switched off before or lost its power.

    Raises ``TextUnreadable`` if the image's description is no object.
    """
    read = read_object(host.read(IMAGE))
    named = (visible(f"{key} {read[key]}") for key in ("version", "built", "flavour") if key in read)
    return green(", ".join([*named, LAST.get(host.card().last, "how it ended before is not known")]))


def check_partitions(host: Host) -> Finding:
    """Check that the system is read-only and that the matches are on a partition of their own that is well."""
    mounts = _mounts(host)
    word = host.card().data or "not noted"
    fact = "; ".join([*_sizes(host, mounts), f"{host.free_mib(host.state):.0f} MiB free, {word}"])
    if "/" in mounts and mounts["/"][1] != "ro":
        sentence = N_("The card's system can be written. Flash the card again.")
        return red(f"{fact}; / is not read-only", sentence)
    if word in DATA_SENTENCES:
        found = amber if word in ("repaired", "new") else red
        return found(fact, DATA_SENTENCES[word])
    if host.state not in mounts:
        return red(f"{fact}; nothing is mounted at {host.state}", DATA_SENTENCES["failed"])
    return green(fact)


def _mounts(host: Host) -> dict[str, tuple[str, str]]:
    """Return the device and ``ro`` or ``rw`` of each mounted file system, by its folder.

    These are the options of the file system itself. The sandbox of the service shows every folder as read-only.
    """
    mounts = {}
    for line in host.read(MOUNTS).decode("utf-8", "replace").splitlines():
        # man 5 proc: the fifth field is the folder; behind a hyphen come type, device and options.
        before, _, after = line.partition(" - ")
        folder, device = before.split()[4], after.split()
        mounts[folder] = (device[1], device[2].split(",")[0])
    return mounts


def _sizes(host: Host, mounts: dict[str, tuple[str, str]]) -> list[str]:
    """Return the size of each partition of the card, and where it is mounted."""
    card = re.match(r"/dev/(\w*\D)\d+$", mounts.get(host.state, mounts.get("/", ("", "")))[0])
    if card is None:
        return []
    at = {device: folder for folder, (device, _) in mounts.items() if folder in ("/", host.state)}
    told = []
    for path in sorted(host.names(f"{BLOCKS}/{card[1]}[0-9]*/size")):
        name = path.split("/")[-2]
        mib = int(host.read(path)) // SECTORS_PER_MIB
        folder = at.get(f"/dev/{name}")
        told.append(f"{name} {mib} MiB" + (f" at {folder}, {mounts[folder][1]}" if folder else ""))
    return told


def check_card_file(host: Host) -> Finding:
    """Check that every line of codemaker.txt could be read."""
    card = host.card()
    said = ", ".join(f"{key} = {value}" for key, value in card.values.items()) or "leaves everything to the menu"
    if card.refused:
        fact = "; ".join([said, *map(str, card.refused)])
        return amber(fact, N_("Lines of codemaker.txt are wrong. The others count."))
    return green(f"{FILE}: {said}")
