"""The messages of a club, against their schema, which is a file, and against bytes that are none of them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from companion.club.address import is_key
from companion.club.messages import (
    LIST_MOST,
    MESSAGE_MOST,
    EventNews,
    EventRound,
    Receipt,
    Receipts,
    RoundKey,
    RoundSlip,
    ShownTable,
    StandingLine,
    Standings,
    TableBoard,
    TableBoards,
    TableForgotten,
    TableOnline,
    TableResult,
    TableRow,
    Topics,
    decode,
    encode,
)
from companion.errors import TextUnreadable
from tests.club.schema import BY_TOPIC, PATH, TOPICS, misfits, text_of_schema
from tests.support.effort import seeds

EXAMPLES: tuple[object, ...] = (
    EventNews(
        "cup", "Cüp", 7, "open",
        (EventRound(1, "Round 1", "mastermind", (("coach", "off"), ("no-undo", "yes")), "", "", "open", "AAAA"),),
    ),
    RoundKey("cup", 1, "AAAA"),
    Standings("cup", 3, False, (StandingLine(1, "a", 2, 1, 15, 90),)),
    Receipts("cup", "a", (Receipt(1, "0" * 64, "counted"),)),
    ShownTable(3, 1, "abcd", True, 1, 4, (2,), ()),
    TableOnline(3, "abcd", False),
    TableResult(1, 60, "0" * 64, '[Codemaker "1"]\n'),
    TableForgotten("cup"),
    RoundSlip("cup", "Cüp", 1, "Round 1", "mastermind", (("coach", "off"),), "AAAA"),
    TableBoards("cup", "a", (TableBoard(1, (("R", "#ff0000"),), (TableRow("RRRR", 1, 0),)),)),
)  # fmt: skip
SCHEMA: dict[str, Any] = json.loads(PATH.read_text("utf-8"))


def schema_of(kind: type) -> dict[str, Any]:
    found: dict[str, Any] = SCHEMA["$defs"][kind.__name__]
    return found


def is_read(kind: type, data: bytes) -> bool:
    try:
        decode(kind, data)
    except TextUnreadable:
        return False
    return True


def test_file_of_the_schema_is_what_the_classes_say() -> None:
    # python -m tests.club.schema writes it.
    assert PATH.read_text("utf-8") == text_of_schema()


def test_there_is_an_example_of_each_message() -> None:
    assert {type(one) for one in EXAMPLES} == {kind for kind, _ in BY_TOPIC.values()}


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda one: type(one).__name__)
def test_message_is_read_as_it_was_written_and_fits_the_schema(message: object) -> None:
    data = encode(message)
    assert decode(type(message), data) == message
    assert list(misfits(json.loads(data), schema_of(type(message)), SCHEMA)) == []


def changed(value: Any, random: Random) -> Any:
    """Return *value* with one part changed, taken out or added."""
    junk: object = random.choice(
        [None, True, -1, 2**63, 2**63 - 1, 0, 1.5, "", "x", [], {}, [["a", "b", "c"]], [["a", "b"]], [1]]
    )
    if isinstance(value, dict) and random.random() < 0.9:
        name = random.choice([*value, "more"])
        if random.random() < 0.2:
            return {key: part for key, part in value.items() if key != name}
        return {**value, name: changed(value.get(name), random)}
    if isinstance(value, list) and value and random.random() < 0.7:
        place = random.randrange(len(value))
        return [*value[:place], changed(value[place], random), *value[place + 1 :]]
    return junk


@pytest.mark.parametrize("seed", seeds(20, 500))
def test_message_is_read_exactly_if_it_fits_the_schema(seed: int) -> None:
    random = Random(seed)
    for message in EXAMPLES * 5:
        value = changed(json.loads(encode(message)), random)
        fits = not list(misfits(value, schema_of(type(message)), SCHEMA))
        assert is_read(type(message), json.dumps(value).encode()) == fits, value


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b" " * MESSAGE_MOST + b"{}", "expected at most 131072 bytes, got 131074"),
        (b"", "expected a JSON text in UTF-8"),
        (b"\xff", "expected a JSON text in UTF-8"),
        (b"[" * 100_000, "expected a JSON text in UTF-8"),
        (b"[]", "expected a JSON object, got another value"),
        (b'{"event":"a","round":1}', "expected RoundKey with the fields event, round, key, got others"),
        (b'{"event":"a","round":true,"key":""}', "expected round as int, got 'bool'"),
        (b'{"event":"a","round":1e3,"key":""}', "expected round as int, got 'float'"),
        (b'{"event":"\\udc00","round":1,"key":""}', "expected event in Unicode, got a half of a character"),
    ],
)
def test_text_that_is_no_message_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(TextUnreadable) as failure:
        decode(RoundKey, data)
    assert says in str(failure.value)


def test_refusal_quotes_no_value() -> None:
    for data in (
        b'{"event":"a","round":1,"key":"SECRET","more":1}',
        b'{"event":"a","round":"SECRET","key":""}',
        b"SECRET",
    ):
        with pytest.raises(TextUnreadable) as failure:
            decode(RoundKey, data)
        assert "SECRET" not in str(failure.value)


def test_list_that_is_too_long_is_refused() -> None:
    data = encode(ShownTable(1, 1, "", True, 0, 0, (1,) * (LIST_MOST + 1), ()))
    with pytest.raises(TextUnreadable, match=f"expected done as a list of at most {LIST_MOST}"):
        decode(ShownTable, data)


def test_topic_names_its_table_and_nothing_else_does() -> None:
    topics = Topics("cup")
    assert topics.table_of(topics.of_table("a-1", "result")) == ("a-1", "result")
    others = [
        topics.news, topics.standings, topics.key(1), topics.receipt("a"), TOPICS.of_table("a", "state"),
        topics.of_table("A", "state"), topics.of_table("a", "other"), topics.of_table("a/b", "state"),
        topics.of_table("a", "state") + "\n", topics.of_table("", "state"), topics.of_table("+", "state"), "",
    ]  # fmt: skip
    assert [topic for topic in others if topics.table_of(topic) is not None] == []


@pytest.mark.parametrize("text", ["a", "7", "table-7", "a" * 32])
def test_key_names_an_event_or_a_table(text: str) -> None:
    assert is_key(text)


@pytest.mark.parametrize("text", ["", "-", "a-", "-a", "A", "a b", "a/b", "a+", "#", "é", "a" * 33, "a\n", "٣"])
def test_other_text_is_no_key(text: str) -> None:
    assert not is_key(text)
