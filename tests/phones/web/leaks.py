"""Searches what a web process has relayed for secrets that were not meant for the one who could read them."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nacl import bindings, exceptions

from tests.support.front_end import Message


def leaks(record: Path, keys: Mapping[str, tuple[int, bytes]], code: str) -> tuple[list[str], Counter[int | None]]:
    """Return what was told to those who must not know it, and how many views were looked at, by seat.

    *keys* are the seat and the key of each phone by its name. *code* is hidden until a row shows it.
    """
    found: list[str] = []
    looked: Counter[int | None] = Counter()
    is_public = False
    for line in record.read_text("utf-8").splitlines():
        message: Message = json.loads(line)
        if message["type"] != "sealed":
            is_public = is_public or any(code == row for row in _rows(message))
            if code in line and not is_public:
                found.append(f"the code, openly: {line}")
            if message["type"] == "state" and message["match"]:
                found += _of_view(message["match"], None)
                looked[None] += 1
            continue
        for name, (seat, key) in keys.items():
            plain = _opened(key, message["sealed"])
            if (plain is not None) != (name == message["phone"]):
                found.append(f"a message of {message['phone']} and the key of {name}")
            if plain is not None and plain["to"] == "phone" and plain["state"]:
                found += _of_view(plain["state"], seat)
                looked[seat] += 1
                maker = (plain["state"]["view"].get("round") or {}).get("maker")
                if plain["code"] is not None and maker != seat:
                    found.append(f"the code of seat {maker}, to seat {seat}")
    return found, looked


def _opened(key: bytes, sealed: str) -> Any:
    box = base64.b64decode(sealed)
    try:
        return json.loads(bindings.crypto_secretbox_open(box[24:], box[:24], key))
    except exceptions.CryptoError:
        return None


def _rows(message: Message) -> list[str]:
    match = message.get("match") or {}
    view = match.get("view") or {}
    rounds = [view.get("round") or {}, *view.get("done", [])] if match.get("family") == "pegs" else []
    return [row["guess"] for one in rounds for row in one.get("rows", [])] + [one.get("code") or "" for one in rounds]


def _of_view(match: Message, seat: int | None) -> list[str]:
    """Return what the view of *seat* tells of others."""
    view, playing = match["view"], match["view"].get("round")
    if match["family"] == "passcode":
        holders = [who for who, player in enumerate(view["players"]) if player.get("hand") and who != seat]
        return [f"the hand of {who}, to {seat}" for who in holders] + (
            ["a drawn card"] if view.get("drawn") and seat != view["seat"] else []
        )
    if match["family"] == "pegs_together" and playing is not None:
        is_own = playing["breaker"] == seat and playing["code"] is None
        return [] if is_own else [f"a board of {playing['breaker']}, to {seat}"]
    if match["family"] == "coda" and playing is not None:
        rows = [*enumerate(playing["rows"]), (playing["turn"], [playing["drawn"]] if playing["drawn"] else [])]
        return [
            f"a panel of {who}, to {seat}"
            for who, row in rows
            for panel in row
            if panel["is_standing"] and panel["number"] is not None and who != seat
        ]
    if match["family"] == "pegs" and playing is not None and playing["ending"] is None and playing["code"] is not None:
        return [] if view["phase"] == "wrong" else [f"the code in play, to {seat}"]
    return []
