"""What is read from a datagram: a request, or one error that quotes nothing of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import TextUnreadable
from companion.front_ends.messages import NUMBERS, READERS, TEXT_MOST, Bye, MoveRequest, Subscription, read_request

numbers = st.integers(0, NUMBERS.stop - 1)
values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5)


@given(numbers, numbers, numbers, st.text(st.characters(codec="utf-8"), max_size=TEXT_MOST))
def test_move_reads_back_and_further_fields_are_ignored(id_: int, version: int, seat: int, text: str) -> None:
    fields = {"type": "move", "id": id_, "version": version, "seat": seat, "text": text, "later": [1]}
    assert read_request(json.dumps(fields, ensure_ascii=False).encode(), READERS) == MoveRequest(
        id_, version, seat, text
    )


def test_hello_and_bye_read_back() -> None:
    assert read_request(b'{"type":"hello","protocol":2}', READERS) == Subscription(2)
    assert read_request(b'{"type":"bye"}', READERS) == Bye()


def is_refused(datagram: bytes) -> bool:
    """Return whether *datagram* is refused; any other error fails the test."""
    try:
        read_request(datagram, READERS)
    except TextUnreadable:
        return True
    return False


@given(st.binary(max_size=3000))
def test_bytes_are_a_request_or_refused(datagram: bytes) -> None:
    assert is_refused(datagram)


@given(
    st.dictionaries(st.sampled_from(("type", "protocol", "id", "version", "seat", "text", "x")), values),
    st.sampled_from((None, "hello", "bye", "move")),
)
def test_object_of_any_values_is_a_request_or_refused(fields: dict[str, object], kind: str | None) -> None:
    is_refused(json.dumps(fields if kind is None else fields | {"type": kind}).encode())


def test_refusal_does_not_quote_the_message() -> None:
    for datagram in (
        b'{"type":"move","text":"code ROYG"',
        b'{"type":"code ROYG"}',
        b'{"type":"move","id":"code ROYG"}',
    ):
        with pytest.raises(TextUnreadable) as refused:
            read_request(datagram, READERS)
        assert "ROYG" not in str(refused.value)
        assert refused.value.__suppress_context__ or refused.value.__context__ is None
