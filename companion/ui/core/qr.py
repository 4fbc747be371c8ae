"""The modules of QR codes."""

from __future__ import annotations


def qr_modules(text: str) -> tuple[bytes, ...]:
    """Return the rows of the QR code of *text*; 1 is a dark module."""
    # Imported lazily: segno imports ssl and an HTTP client, which load as long as all screens together.
    import segno

    code = segno.make(text, error="l", boost_error=False, micro=False)
    return tuple(bytes(row) for row in code.matrix)
