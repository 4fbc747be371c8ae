"""The box as a device of Home Assistant, by its discovery over MQTT: what is seen there is read only.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload describes the messages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from companion.club.messages import ROOT, Topics

BIRTH = "homeassistant/status"
"""Where Home Assistant says that it has started, and wants to be told of the devices again."""
STATUSES = ("menu", "move", "prompt", "box", "over")
"""The states of the table socket's ``status``."""
BINARY = {"platform": "binary_sensor", "payload_on": "True", "payload_off": "False"}
_ONLINE = "{{ 'online' if (value_json.said | from_json).is_online else 'offline' }}"


class HomeDevice:
    """The device of the table *table*, whose bridge says at the event *event* whether it is connected."""

    def __init__(self, event: str, table: str) -> None:
        self._table = table
        self._online = Topics(event).of_table(table, "online")
        self.topic = f"{ROOT}/home/{table}"

    def announcement(self) -> tuple[str, bytes]:
        """Return the topic and the message that describe the device."""
        own = f"codemaker-{self._table}"

        def sensor(key: str, name: str, **more: object) -> dict[str, object]:
            template = f"{{{{ value_json.{key} }}}}"
            fields = {"platform": "sensor", "unique_id": f"{own}-{key}", "name": name, "state_topic": self.topic}
            return {**fields, "value_template": template, **more}

        components = {
            "status": sensor("status", "Status", device_class="enum", options=list(STATUSES)),
            "game": sensor("game", "Game", icon="mdi:grid"),
            "turn": sensor("turn", "Turn", icon="mdi:account"),
            "answer": sensor("answer", "Last answer", icon="mdi:check-circle"),
            "over": sensor("over", "Match over", **BINARY),
            "help": sensor("help", "Needs help", **BINARY, device_class="problem"),
        }
        device = {"identifiers": [own], "name": f"Codemaker {self._table}", "manufacturer": "Codemaker"}
        found = {
            "device": device,
            "origin": {"name": "codemaker"},
            "availability_topic": self._online,
            "availability_template": _ONLINE,
            "components": components,
        }
        return f"homeassistant/device/{own}/config", json.dumps(found).encode()

    def shown(self, message: Mapping[str, object]) -> tuple[str, bytes]:
        """Return the topic and the message of what a ``state`` of the table socket shows: no row and no peg."""
        match = message.get("match")
        shown: Mapping[str, object] = match if isinstance(match, Mapping) else {}
        players, last, status = shown.get("players"), shown.get("last"), message.get("status")
        names = players if isinstance(players, list) else []
        seats = shown.get("seats_to_move")
        moving = [names[seat] for seat in seats if seat in range(len(names))] if isinstance(seats, list) else []
        fields = {
            "status": status if status in STATUSES else "menu",
            "game": shown.get("game") or "",
            "turn": ", ".join(map(str, moving)),
            "answer": last.get("outcome") or "" if isinstance(last, Mapping) else "",
            "over": status == "over",
            "help": _needs_help(shown.get("view")),
        }
        return self.topic, json.dumps(fields, ensure_ascii=False).encode()


def _needs_help(view: object) -> bool:
    """Return whether the players have to settle wrong answers, a code that is doubted, or a die that is tilted."""
    if not isinstance(view, Mapping):
        return False
    round_ = view.get("round")
    proof = round_.get("proof") if isinstance(round_, Mapping) else None
    return view.get("phase") == "wrong" or proof == "asked" or view.get("tilted_die") is not None
