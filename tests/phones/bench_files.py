"""How many flipped bits in the file of the phones change a value unseen."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.phones.errors import PhonesDamaged
from companion.phones.phone_store import Kept, Phone, PhoneStore
from companion.phones.sealed import KEY_BYTES
from tools.bench.bench_files import SEED, KeptFile, flips_unseen


def phones_file(folder: Path) -> KeptFile:
    """Return the file of four phones."""
    path = folder / "phones.json"
    random = Random(SEED)
    phones = tuple(Phone(f"{seat:022}", seat, random.randbytes(KEY_BYTES)) for seat in range(4))
    PhoneStore(path).write(Kept(("Anna", "Zoé", "Ben", "Cleo"), phones, match=3))

    def read() -> object:
        told: list[PhonesDamaged] = []
        kept = PhoneStore(path, told.append).read()
        return None if told else kept

    return KeptFile(path, read)


def phones_flips_unseen() -> float:
    """Return how many of 2,000 flipped bits changed a phone without a word."""
    return sum(is_unseen for *_, is_unseen in flips_unseen(makers=[phones_file]))
