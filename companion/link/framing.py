"""Frames on the wire: COBS between zero bytes, closed by a CRC-16, as ``firmware/PROTOCOL.md`` has them.

A zero byte ends every frame and occurs nowhere in one, so that whoever comes in late, or loses a byte, is back in
step at the next zero. Nothing that comes in is kept longer than the longest frame.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass

DELIMITER = 0
LIMIT = 63
"""The bytes of the longest frame, stuffed: 64 with its delimiter, for which the controller has room."""

_CRC_BYTES = 2
_HEAD_BYTES = 2
"""Every body begins with the message's type and a sequence number: what is shorter is no frame."""
_CRC_START = 0xFFFF
"""CRC-16/CCITT-FALSE begins with all ones, so that zeros lost at the front are noticed."""


def crc(body: bytes) -> bytes:
    """Return the CRC-16/CCITT-FALSE of *body* as it is sent, low byte first.

    High byte first, a zero too many at the end would go unnoticed: one flipped bit in the closing delimiter makes one.
    """
    return crc_hqx(body, _CRC_START).to_bytes(_CRC_BYTES, "little")


def cobs_encode(plain: bytes) -> bytes:
    r"""Return *plain* without a zero byte (COBS): each zero gives way to the distance to the next one.

    >>> cobs_encode(b"\x11\x00\x22")
    b'\x02\x11\x02"'
    """
    # LIMIT keeps runs far below the 254 bytes from which COBS has to break one off.
    return b"".join(bytes([len(run) + 1]) + run for run in plain.split(b"\x00"))


def cobs_decode(stuffed: bytes) -> bytes | None:
    """Return what was stuffed; None where a distance leads beyond the end."""
    runs, at = [], 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end > len(stuffed):
            return None
        runs.append(stuffed[at + 1 : end])
        at = end
    return b"\x00".join(runs)


def frame(body: bytes) -> bytes:
    """Return *body* as it goes over the wire; a zero goes first, which ends whatever was left there half sent."""
    stuffed = cobs_encode(body + crc(body))
    if len(stuffed) > LIMIT:
        raise ValueError(f"expected a frame of at most {LIMIT} bytes, got {len(stuffed)}")
    return b"\x00" + stuffed + b"\x00"


@dataclass(frozen=True, slots=True)
class Faults:
    """How often the wire was found wrong: damaged frames, and stretches that were no frame at all."""

    crc: int = 0
    resyncs: int = 0


class Decoder:
    """Takes any bytes in any pieces, and gives the bodies of the sound frames among them."""

    def __init__(self) -> None:
        self.faults = Faults()
        self._frame = bytearray()
        self._is_lost = False

    def feed(self, arrived: bytes) -> Iterator[bytes]:
        """Yield the body of every frame that *arrived* completes."""
        first, *others = arrived.split(b"\x00")
        self._keep(first)
        for piece in others:
            body = self._ended()
            if body is not None:
                yield body
            self._keep(piece)

    def _keep(self, piece: bytes) -> None:
        room = LIMIT - len(self._frame)
        self._is_lost = self._is_lost or len(piece) > room
        self._frame += piece[:room]

    def _ended(self) -> bytes | None:
        stuffed, is_lost = bytes(self._frame), self._is_lost
        self._frame.clear()
        self._is_lost = False
        if not stuffed:
            # Two zeros in a row: one ended what came before, the other begins the next frame.
            return None
        plain = None if is_lost else cobs_decode(stuffed)
        if plain is None or len(plain) < _HEAD_BYTES + _CRC_BYTES:
            self.faults = Faults(self.faults.crc, self.faults.resyncs + 1)
            return None
        body, sum_ = plain[:-_CRC_BYTES], plain[-_CRC_BYTES:]
        if crc(body) != sum_:
            self.faults = Faults(self.faults.crc + 1, self.faults.resyncs)
            return None
        return body
