"""docs/table-socket.md and docs/club.md name the messages and topics of a club, and no other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.club.desk import MATCHES_MOST
from companion.club.messages import KINDS, Topics
from companion.club.offer import OPTIONS_MOST, READERS, TEXT_MOST, TITLE_MOST, playing_message, result_message
from companion.errors import TextUnreadable
from tests.club.mosquitto import SHIPPED

DOCS = Path(__file__).parents[2] / "docs"
SOCKET = (DOCS / "table-socket.md").read_text("utf-8")
CLUB = (DOCS / "club.md").read_text("utf-8")
OFFER: dict[str, object] = {
    "type": "club", "event": "Autumn Cup", "round": 1, "title": "First round", "game": "mini",
    "options": [["coach", "off"]], "challenge": "ABC",
}  # fmt: skip


def fields_of(first: str) -> list[str]:
    """Return the fields of the list in the part *Clubs* that begins with *first*."""
    part = SOCKET.split("## Clubs\n")[1].split("\n## ")[0]
    lists = re.findall(r"(?:^    .+\n)+", part, re.MULTILINE)
    found = [re.findall(r"^    (\w+) ", text, re.MULTILINE) for text in lists]
    return next(names for names in found if first in names)


def test_every_field_of_a_message_to_the_game_is_documented_and_needed() -> None:
    assert ["type", *fields_of("round")] == list(OFFER)
    question: dict[str, object] = {"type": "results", "id": 1, "after": 0, "challenge": "ABC"}
    assert ["type", *fields_of("after")] == list(question)
    for message in (OFFER, question):
        reader = READERS[str(message["type"])]
        reader(message)
        for name in set(message) - {"type"}:
            with pytest.raises(TextUnreadable):
                reader({key: value for key, value in message.items() if key != name})


def test_every_field_of_a_message_of_the_game_is_documented() -> None:
    assert ["type", *fields_of("record")] == list(json.loads(result_message(1, 2, "record", 3)))
    assert list(json.loads(playing_message(None))) == ["type", "match"]
    for kind in ("club", "results", "result"):
        assert f"| `{kind}` |" in SOCKET


def test_limits_are_documented() -> None:
    part = " ".join(SOCKET.split("## Clubs\n")[1].split())
    for words in (
        f"{MATCHES_MOST:,} matches",
        f"at most {OPTIONS_MOST}",
        f"most {TITLE_MOST} char",
        f"most {TEXT_MOST}",
    ):
        assert words in part


def test_every_topic_is_documented() -> None:
    topics = Topics("EVENT")
    wanted = [
        topics.news,
        topics.key("ROUND"),
        topics.standings,
        topics.receipt("TABLE"),
        topics.board("TABLE"),
        topics.slip("TABLE"),
    ]
    wanted += [topics.of_table("TABLE", kind) for kind in KINDS]
    table = CLUB.split("## Messages\n")[1]
    assert sorted(re.findall(r"^\| `(codemaker/1/[^`]+)` \|", table, re.MULTILINE)) == sorted(wanted)


def test_shipped_settings_are_those_that_the_page_names() -> None:
    settings = (SHIPPED / "mosquitto.conf").read_text("ascii")
    for name in ("certificate.pem", "key.pem", "passwords", "acl"):
        assert f"/etc/mosquitto/club/{name}\n" in settings
        assert name in CLUB
