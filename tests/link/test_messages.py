"""The box's messages, held against the one source of the protocol, ``firmware/protocol.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link import framing, messages
from companion.link.messages import KINDS, CurrentReading, Hello, Request, TrayMessage, decode, encode

TABLE: dict[str, Any] = tomllib.loads(
    Path(__file__).parents[2].joinpath("firmware", "protocol.toml").read_text("utf-8")
)
MAY_BE_MISSING = 2
"""The bytes at the end of a snapshot or a reading that protocol 2 did not have."""
LETTERS = {"u8": "B", "u16": "H", "u32": "I"}


# The class has another name than the table's word, which the package uses for something else.
NAMED = {"feature": "TrayFeature"}


def class_name(name: str) -> str:
    return NAMED.get(name, name.title().replace("_", ""))


def layout(entry: dict[str, str]) -> str:
    unit, _, times = entry["type"].partition("*")
    return times + LETTERS[unit]


def numbers(kind: type[TrayMessage]) -> st.SearchStrategy[TrayMessage]:
    limits = {"B": 0xFF, "H": 0xFFFF, "I": 0xFFFFFFFF}

    def part(form: str) -> st.SearchStrategy[int | tuple[int, ...]]:
        number = st.integers(0, limits[form[-1]])
        times = int(form[:-1] or 1)
        return number if times == 1 else st.tuples(*[number] * times)

    return st.builds(kind, *map(part, kind.LAYOUT.split()))


MESSAGES = st.sampled_from(list(KINDS.values())).flatmap(numbers)


@pytest.mark.parametrize("entry", TABLE["message"], ids=lambda entry: str(entry["name"]))
def test_every_message_of_the_table_is_ours(entry: dict[str, Any]) -> None:
    ours = KINDS[entry["code"]]
    assert ours.__name__ == entry["name"]
    assert [field.name for field in fields(ours)] == [field["name"] for field in entry["fields"]]
    assert ours.LAYOUT.split() == [layout(field) for field in entry["fields"]]
    assert issubclass(ours, Request) == (entry["sender"] == "box")
    if issubclass(ours, Request):
        assert messages.ANSWERS.get(ours, messages.Result).__name__ == entry["answer"]


def test_we_have_no_message_that_the_table_lacks() -> None:
    assert sorted(KINDS) == sorted(entry["code"] for entry in TABLE["message"])


def test_the_numbers_are_the_table_s() -> None:
    assert (TABLE["version"], TABLE["oldest"], TABLE["baud"]) == (messages.PROTOCOL, messages.OLDEST, messages.BAUD)
    assert (TABLE["holes"], len(TABLE["lights"])) == (messages.HOLES, messages.LIGHTS)
    assert TABLE["frame_limit"] == framing.LIMIT + 1


@pytest.mark.parametrize("name", TABLE["enum"])
def test_the_enumerations_are_the_table_s(name: str) -> None:
    assert {member.name.lower(): member.value for member in getattr(messages, class_name(name))} == TABLE["enum"][name]


@pytest.mark.parametrize("name", TABLE["bits"])
def test_the_bits_are_the_table_s(name: str) -> None:
    ours = {str(member.name).lower(): member.value for member in getattr(messages, class_name(name))}
    assert ours == {bit: 1 << at for bit, at in TABLE["bits"][name].items()}


@given(MESSAGES, st.integers(0, 255))
def test_what_is_encoded_is_decoded(message: TrayMessage, sequence: int) -> None:
    assert decode(encode(message, sequence)) == (message, sequence)


@given(MESSAGES, st.integers(0, 255))
def test_every_message_fits_a_frame(message: TrayMessage, sequence: int) -> None:
    assert len(framing.frame(encode(message, sequence))) <= TABLE["frame_limit"] + 1


@given(st.binary(max_size=70))
def test_any_body_is_decoded_or_refused(body: bytes) -> None:
    read = decode(body)
    if read:
        # What is missing at the end has its default.
        again = encode(*read)
        assert again[: len(body)].startswith(body[: len(again) - MAY_BE_MISSING])


@given(MESSAGES, st.binary(min_size=1, max_size=5))
def test_what_a_newer_protocol_appends_is_passed_over(message: TrayMessage, more: bytes) -> None:
    assert decode(encode(message, 3) + more) == (message, 3)


@given(MESSAGES.filter(lambda message: bool(message.LAYOUT)))
def test_a_body_too_short_is_refused(message: TrayMessage) -> None:
    missing = 1 + MAY_BE_MISSING * any(field.default is not MISSING for field in fields(message))
    assert decode(encode(message, 3)[:-missing]) is None


def test_the_fields_that_protocol_3_appended_may_be_missing() -> None:
    reading = CurrentReading(1, 2, 3, 4, 5, (6,) * 5, (7,) * 20, 8)
    assert decode(encode(reading, 3)[:-2]) == (replace(reading, spread=0), 3)


def test_a_hello_lies_on_the_wire_as_the_page_has_it() -> None:
    hello = Hello(1, 1, (0, 1, 2), 1, 0, 1, 0x0203, 4, 0x05060708, 0)
    assert encode(hello, 9).hex(" ") == "81 09 01 01 00 01 02 01 00 01 03 02 04 00 08 07 06 05 00 00 00 00"
