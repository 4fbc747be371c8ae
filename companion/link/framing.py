"""Framing: COBS between zero bytes, with a CRC-16 at the end, as specified in ``firmware/PROTOCOL.md``.

A zero byte ends every frame and occurs nowhere inside one, so a receiver that joins late or loses a byte
resynchronises at the next zero. The decoder never buffers more than the longest frame.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator

LIMIT = 63
"""The length of the longest encoded frame in bytes: 64 with its delimiter, the size of the controller's buffer."""

_CRC_BYTES = 2
_HEAD_BYTES = 2
"""The length of a body's head, the message's type and a sequence number; anything shorter is not a frame."""
_CRC_START = 0xFFFF
"""The start value of CRC-16/CCITT-FALSE: all ones, so that zeros lost at the front are detected."""


def crc(body: bytes) -> bytes:
    """Return the CRC-16/CCITT-FALSE of *body* in transmission order, low byte first.

    With the high byte first, an extra zero at the end, which one flipped bit in the closing delimiter can cause,
    would not be detected.
    """
    return crc_hqx(body, _CRC_START).to_bytes(_CRC_BYTES, "little")


def cobs_encode(plain: bytes) -> bytes:
    r"""Return *plain* encoded without zero bytes (COBS): each zero is replaced by the distance to the next one.

    >>> cobs_encode(b"\x11\x00\x22")
    b'\x02\x11\x02"'
    """
    # LIMIT keeps runs far below 254 bytes, at which COBS has to split them.
    return b"".join(bytes([len(run) + 1]) + run for run in plain.split(b"\x00"))


def cobs_decode(encoded: bytes) -> bytes | None:
    """Return the decoded bytes; None if a distance points beyond the end."""
    runs, at = [], 0
    while at < len(encoded):
        end = at + encoded[at]
        if end > len(encoded):
            return None
        runs.append(encoded[at + 1 : end])
        at = end
    return b"\x00".join(runs)


def frame(body: bytes) -> bytes:
    """Return the frame for *body*; raises ``ValueError`` if it would be longer than ``LIMIT``.

    A leading zero ends any frame that was sent only in part before.
    """
    encoded = cobs_encode(body + crc(body))
    if len(encoded) > LIMIT:
        raise ValueError(f"expected a frame of at most {LIMIT} bytes, got {len(encoded)}")
    return b"\x00" + encoded + b"\x00"


class Decoder:
    """Extracts the bodies of the valid frames from a stream of bytes that arrives in arbitrary pieces.

    ``crc_errors`` counts the frames with a wrong CRC, and ``resyncs`` the runs of bytes that were not a frame.
    """

    def __init__(self) -> None:
        self.crc_errors = self.resyncs = 0
        self._frame = bytearray()
        self._is_lost = False

    def feed(self, arrived: bytes) -> Iterator[bytes]:
        """Yield the body of every frame that *arrived* completes."""
        first, *others = arrived.split(b"\x00")
        self._keep(first)
        for piece in others:
            body = self._end_frame()
            if body is not None:
                yield body
            self._keep(piece)

    @property
    def faults(self) -> int:
        """The number of faults of both kinds."""
        return self.crc_errors + self.resyncs

    def _keep(self, piece: bytes) -> None:
        room = LIMIT - len(self._frame)
        self._is_lost = self._is_lost or len(piece) > room
        self._frame += piece[:room]

    def _end_frame(self) -> bytes | None:
        encoded, is_lost = bytes(self._frame), self._is_lost
        self._frame.clear()
        self._is_lost = False
        if not encoded:
            # Two zeros in a row: one ended the previous frame, the other begins the next one.
            return None
        plain = None if is_lost else cobs_decode(encoded)
        if plain is None or len(plain) < _HEAD_BYTES + _CRC_BYTES:
            self.resyncs += 1
            return None
        body, sum_ = plain[:-_CRC_BYTES], plain[-_CRC_BYTES:]
        if crc(body) != sum_:
            self.crc_errors += 1
            return None
        return body
