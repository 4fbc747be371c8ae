"""docs/table-socket.md names every field of a sealed message, every question to a phone, and every reason."""

from __future__ import annotations

import json
import re

from companion.config.names import may_have
from companion.front_ends.messages import SENT_MOST, state_message
from companion.front_ends.views.pegs_coach import REVIEW_MOST
from companion.phones.messages import NO_INVITATION, NO_LOBBY, NO_NAME, OLD_SECRET, UNKNOWN, sealed_message
from companion.phones.private import Letter, PhoneStatus, phone_message
from companion.phones.web.static import PAGES
from companion.words.phrase import phrase
from tests.front_ends.random_matches import RandomMatch
from tests.front_ends.test_documented import PAGE, largest_state
from tests.games.test_conformance import CATALOGUE, TABLES


def test_sealed_message_has_the_fields_that_are_documented() -> None:
    match = RandomMatch(CATALOGUE["mini"], {}, 2)
    said = re.findall(r"^    (\w+) ", PAGE.split("To the phone:\n")[1], re.MULTILINE)
    message = json.loads(phone_message(Letter(PhoneStatus.PLAY, 0, "Anna", "b", 1), match.told, 0))
    assert list(message) == said


def test_every_kind_of_question_to_a_phone_is_documented() -> None:
    rows = PAGE.split("| `kind` | further fields |\n")[1].split("\n\n")[0]
    said = {kind: {*re.findall(r"`([a-z]+)`", words)} for kind, words in re.findall(r"\| `([a-z]+)` \| (.+) \|", rows)}
    seen: dict[str, set[str]] = {}
    # Each third: matches of all of them take longer, and have no other kinds.
    for table in TABLES[1::3]:
        game, options, players = table.values
        match = RandomMatch(game, options, players)  # type: ignore[arg-type]
        for driver in match.positions(100):
            if (seat := driver.position.player_to_move) is not None:
                ask = json.loads(phone_message(Letter(PhoneStatus.PLAY, seat, "A", "b", 1), match.told, 0))["ask"]
                seen.setdefault(ask["kind"], set()).update({*ask} - {"kind"})
    assert {*seen} == {*said}
    assert {kind: fields for kind, fields in seen.items() if not fields <= said[kind]} == {}


def test_reasons_of_phones_are_documented_after_the_others() -> None:
    table = PAGE.split("| `reason` | why |\n")[1].split("\n\n")[0]
    assert re.findall(r"^\| `([a-z-]+)` \| ", table, re.MULTILINE)[-5:] == [
        NO_INVITATION, UNKNOWN, NO_LOBBY, NO_NAME, OLD_SECRET
    ]  # fmt: skip


def test_largest_state_fits_into_a_sealed_message() -> None:
    state = largest_state()
    public = len(state_message(state, "0" * 16, may_move=True)) - REVIEW_MOST
    checked = phrase("Yes, in every code that fits: {colour}.", colour="é" * 40)
    plain = phone_message(Letter(PhoneStatus.PLAY, 0, "é" * 10, "0" * 16, 1, checked=checked), state, public)
    assert 16_000 < len(sealed_message("p" * 22, bytes(40) + plain, plays=True)) <= SENT_MOST


def test_page_knows_the_letters_of_names() -> None:
    page = (PAGES / "private.js").read_text("utf-8")
    found = re.search(r"const NAME = /(.+)/;", page)
    assert found is not None
    assert [
        letter for letter in map(chr, range(1, 0x3000)) if bool(re.match(found[1], f"A{letter}B")) != may_have(letter)
    ] == []
