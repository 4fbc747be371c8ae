"""The frames, against somebody else's COBS, and with every fault of a line."""

from __future__ import annotations

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from companion.link.framing import LIMIT, Decoder, cobs_decode, cobs_encode, crc, frame

BODIES = st.binary(min_size=2, max_size=LIMIT - 3)
GARBAGE = st.lists(st.binary(max_size=200), max_size=8)


@given(st.binary(max_size=LIMIT))
def test_stuffing_is_the_cobs_that_others_know(plain: bytes) -> None:
    assert cobs_encode(plain) == cobs.encode(plain)


@given(BODIES)
def test_what_others_stuffed_is_unstuffed(plain: bytes) -> None:
    assert cobs_decode(cobs.encode(plain)) == plain


@given(st.binary(max_size=LIMIT).map(lambda noise: noise.replace(b"\x00", b"\x01")))
def test_a_distance_that_leads_nowhere_is_refused_where_others_refuse_it(noise: bytes) -> None:
    try:
        expected: bytes | None = cobs.decode(noise)
    except cobs.DecodeError:
        expected = None
    assert cobs_decode(noise) == expected


def test_the_crc_is_the_one_that_catalogues_list() -> None:
    # The check value of CRC-16/CCITT-FALSE (IBM-3740) in the catalogue of parametrised CRC algorithms.
    assert crc(b"123456789") == (0x29B1).to_bytes(2, "little")


@given(st.lists(BODIES, max_size=5), st.data())
def test_frames_arrive_in_whatever_pieces(bodies: list[bytes], data: st.DataObject) -> None:
    line = b"".join(map(frame, bodies))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=6)))
    decoder = Decoder()
    pieces = [line[start:end] for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    assert [body for piece in pieces for body in decoder.feed(piece)] == bodies
    assert decoder.faults == 0


@given(GARBAGE, BODIES)
def test_a_frame_after_garbage_is_read(noise: list[bytes], body: bytes) -> None:
    decoder = Decoder()
    for piece in noise:
        list(decoder.feed(piece))
    assert list(decoder.feed(frame(body)))[-1] == body


@given(GARBAGE)
def test_the_decoder_keeps_no_more_than_a_frame(noise: list[bytes]) -> None:
    decoder = Decoder()
    for piece in noise:
        list(decoder.feed(piece))
        assert len(decoder._frame) <= LIMIT


@given(BODIES, st.data())
def test_a_flipped_bit_never_makes_another_frame(body: bytes, data: st.DataObject) -> None:
    sent = bytearray(frame(body))
    at = data.draw(st.integers(0, len(sent) * 8 - 1))
    sent[at // 8] ^= 1 << at % 8
    # A flip in a delimiter loses it, and with it the frame; no other body may come of it.
    assert set(Decoder().feed(bytes(sent) + b"\x00")) <= {body}


def test_a_damaged_frame_and_a_stretch_too_long_are_counted_apart() -> None:
    damaged = bytearray(frame(b"abc"))
    damaged[3] ^= 4
    decoder = Decoder()
    assert list(decoder.feed(bytes(damaged) + b"x" * (LIMIT + 1) + b"\x00")) == []
    assert (decoder.crc_errors, decoder.resyncs) == (1, 1)


def test_a_body_too_long_for_a_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a frame of at most 63 bytes, got 64"):
        frame(b"a" * (LIMIT - 2))


def test_a_body_without_a_head_is_no_frame() -> None:
    decoder = Decoder()
    assert list(decoder.feed(frame(b"a"))) == []
    assert (decoder.crc_errors, decoder.resyncs) == (0, 1)


def test_a_stream_without_a_delimiter_is_not_kept() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert list(decoder.feed(b"x" * 1000)) == []
    assert len(decoder._frame) == LIMIT
