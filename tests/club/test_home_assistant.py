"""The box in Home Assistant, held against the fields that its discovery requires."""

from __future__ import annotations

import json

import pytest

from companion.club.bridge import Bridge
from companion.club.home_assistant import BIRTH, HomeDevice
from companion.club.table_file import Membership

SEED = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
STATE = {
    "type": "state",
    "status": "move",
    "match": {
        "game": "mastermind",
        "players": ["Anna", "Ben"],
        "seats_to_move": [1],
        "last": {"text": "ROYG", "outcome": "black 1 white 2"},
        "view": {"round": {"rows": [{"guess": "ROYG"}]}},
    },
}


class PaperBroker:
    """Keeps what is published."""

    def __init__(self) -> None:
        self.published: list[tuple[str, bytes, bool]] = []

    def publish(self, topic: str, payload: bytes, retain: bool) -> None:
        self.published.append((topic, payload, retain))

    def take(self, start: str) -> list[tuple[str, dict[str, object], bool]]:
        """Return the messages whose topics begin with *start*, and forget all."""
        found = [(topic, json.loads(text), kept) for topic, text, kept in self.published if topic.startswith(start)]
        self.published.clear()
        return found


def bridge(broker: PaperBroker, *, home: bool) -> Bridge:
    membership = Membership("tcp://broker", "cup", "table-1", "", SEED, home=home)
    return Bridge(membership, broker, lambda **message: None)


def test_device_has_the_fields_that_discovery_requires() -> None:
    topic, payload = HomeDevice("cup", "table-1").announcement()
    found = json.loads(payload)
    assert topic == "homeassistant/device/codemaker-table-1/config"
    assert found["device"]["identifiers"]
    assert found["origin"]["name"]
    assert found["availability_topic"] == "codemaker/1/cup/table/table-1/online"
    ids = [component["unique_id"] for component in found["components"].values()]
    assert len({*ids}) == len(ids)
    for component in found["components"].values():
        assert component["platform"] in ("sensor", "binary_sensor")
        assert component["state_topic"] == "codemaker/1/home/table-1"
        assert component["value_template"].startswith("{{ value_json.")
    # Nothing of it can be set from there.
    assert "command_topic" not in payload.decode()


def test_state_says_whose_turn_it_is_and_no_peg() -> None:
    topic, payload = HomeDevice("cup", "table-1").shown(STATE)
    assert topic == "codemaker/1/home/table-1"
    fields = {"status": "move", "game": "mastermind", "turn": "Ben", "answer": "black 1 white 2", "over": False}
    fields["help"] = False
    assert json.loads(payload) == fields
    assert b"ROYG" not in payload


@pytest.mark.parametrize(
    ("view", "needs_help"),
    [
        ({"phase": "wrong", "round": {"proof": "none"}}, True),
        ({"phase": "keys", "round": {"proof": "asked"}}, True),
        ({"phase": "guess", "round": {"proof": "given"}}, False),
        ({"phase": "number", "tilted_die": {"top": 1}}, True),
        ({"phase": "number", "tilted_die": None}, False),
        ({"phase": "over", "round": None}, False),
        ([], False),
    ],
)
def test_box_needs_help_where_players_have_to_settle_something(view: object, needs_help: bool) -> None:
    shown = json.loads(HomeDevice("cup", "table-1").shown({"match": {"view": view}})[1])
    assert shown["help"] is needs_help


@pytest.mark.parametrize("message", [{}, {"match": None}, {"match": {"players": 3, "seats_to_move": [9], "last": 1}}])
def test_state_in_another_form_shows_nothing(message: dict[str, object]) -> None:
    shown = json.loads(HomeDevice("cup", "table-1").shown(message)[1])
    assert (shown["turn"], shown["answer"], shown["status"]) == ("", "", "menu")


def test_device_is_announced_again_when_home_assistant_was_born() -> None:
    broker = PaperBroker()
    made = bridge(broker, home=True)
    assert BIRTH in made.subscriptions
    made.connected()
    assert [kept for _, _, kept in broker.take("homeassistant/")] == [True]
    made.hear(STATE)
    made.hear(STATE)
    assert len(broker.take("codemaker/1/home/")) == 1
    made.take(BIRTH, b"online")
    assert [topic for topic, _, _ in broker.published] == [
        "homeassistant/device/codemaker-table-1/config",
        "codemaker/1/home/table-1",
    ]


def test_box_that_does_not_ask_for_it_is_not_shown_there() -> None:
    broker = PaperBroker()
    made = bridge(broker, home=False)
    made.connected()
    made.hear(STATE)
    assert BIRTH not in made.subscriptions
    assert broker.take("homeassistant/") == []
