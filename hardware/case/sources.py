"""What the cases are made from, as one number: pictures and figures that are kept say which they belong to."""

from __future__ import annotations

import hashlib

from circuit.places import HARDWARE, TRAY

from case.measures import CASE


def digest() -> str:
    """Of both tables and of the programs that cut the parts and draw them."""
    modules = ("box", "measures", "parts", "pictures", "probe", "solids", "tray")
    files = [TRAY, CASE, *(HARDWARE / "case" / f"{name}.py" for name in modules)]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
