"""How many simulated photos of the QR code on a panel two decoders read.

``python -m tools.bench.bench_qr`` prints the share of each decoder on panels of two sizes.
"""

from __future__ import annotations

PHOTOS = 200


def qr_survivors() -> float:
    """Return the share that the weaker decoder reads on a panel of 128 x 64 pixels."""
    return min(shares((128, 64)))


def shares(size: tuple[int, int]) -> list[float]:
    """Return the share that each decoder reads on a panel of *size*."""
    # Not for every machine: see pyproject.toml.
    from tests.support.qr import DECODERS, LINE, frame, photos, pixels

    taken = [*photos(pixels(frame(size, LINE)), PHOTOS)]
    return [sum(decode(photo) == LINE for photo in taken) / PHOTOS for decode in DECODERS]


if __name__ == "__main__":
    print(shares((128, 64)), shares((128, 32)))
