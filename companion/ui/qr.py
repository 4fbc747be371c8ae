"""The modules of QR codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast


def qr_modules(parts: Sequence[str]) -> tuple[bytes, ...]:
    """Return the rows of the QR code of *parts*, each of which has a segment of its own; 1 is a dark module."""
    # Imported lazily: segno imports ssl and an HTTP client, which load as long as all screens together.
    import segno

    # segno encodes a list of segments, though its stub does not say so.
    code = segno.make(cast(str, list(parts)), error="l", boost_error=False, micro=False)
    return tuple(bytes(row) for row in code.matrix)
