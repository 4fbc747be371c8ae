"""How many simulated photos of the QR code on a panel of 128 x 64 pixels two decoders read."""

from __future__ import annotations

PHOTOS = 200


def qr_survivors() -> float:
    """Return the share that the weaker decoder reads."""
    # Not for every machine: see pyproject.toml.
    from tests.support.qr import DECODERS, LINE, frame, in_lines, photos, pixels

    taken = [*photos(pixels(frame((128, 64), LINE)), PHOTOS)]
    return min(sum(decode(photo) == in_lines(LINE) for photo in taken) / PHOTOS for decode in DECODERS)
