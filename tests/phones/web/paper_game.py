"""A game that knows one phone, to hold the page's side of the sealed messages against PyNaCl."""

from __future__ import annotations

import base64
import hashlib
import json
from itertools import count
from typing import Any

from nacl import bindings, exceptions, utils

from tests.phones.web.relay import Answer, Message, Relay

EDITION: Message = {
    "names": [{"language": "en", "name": "Mini"}],
    "pegs": 4,
    "rows": 8,
    "key_colour": "black",
    "colours": [
        {
            "letter": letter,
            "name": name,
            "words": [{"language": "en", "letter": letter, "name": name}],
            "shape": shape,
            "rgb": rgb,
        }
        for letter, name, shape, rgb in (
            ("R", "red", "heart", [200, 20, 20]),
            ("G", "green", "square", [20, 140, 40]),
            ("B", "blue", "moon", [30, 60, 200]),
            ("Y", "yellow", "star", [250, 220, 40]),
        )
    ],
    "track": None,
    "track_pegs": [],
}
ROUND: Message = {
    "number": 1, "game": 1, "is_replay": False, "maker": None, "breaker": 0, "kept": False, "proof": "none",
    "rows": [], "hints": [], "wrong": [], "ending": None, "code": None,
}  # fmt: skip
VIEW: Message = {
    "edition": EDITION,
    "rules": {
        "variant": "normal", "repeats": True, "holes": False, "guess_repeats": True, "mode": "box", "games": 1,
    },
    "phase": "guess", "count": "track", "scores": [0], "sheet": [], "round": ROUND, "done": [],
}  # fmt: skip
MATCH: Message = {
    "number": 1, "game": "mini", "family": "pegs", "players": ["Anna"], "box_seats": 0, "to_move": 0, "outcome": None,
    "seats_to_move": [0],
    "view": VIEW, "read": [], "seals": [], "opened": [], "review": None,
}  # fmt: skip
GUESS: Message = {
    "kind": "row", "for": "guess", "lead": "", "pegs": 4, "letters": "RGBY", "repeats": True, "holes": False,
    "also": [{"text": "give up", "what": "give up", "value": None}],
}  # fmt: skip


class PaperGame:
    """A game whose invitation has *secret*; it answers as the phone of seat 0, and keeps what the phone asked for."""

    def __init__(self, relay: Relay, secret: str) -> None:
        self.relay = relay
        self.secret = secret
        self.boot = "boot1"
        self.version = 1
        self.status = "play"
        self.ask: Message | None = GUESS
        self.match: Message = MATCH
        self.refused: str | None = None
        self.why: Message | None = None
        self.hint: Message | None = None
        self.code: str | None = None
        self.more: Message = {}
        self.asked: list[Message] = []
        self.is_silent = False
        self._key = bytes(32)
        self._counts = count(1)
        relay.on_post = self.post

    def post(self, path: str, body: Message) -> Answer:
        """Answer what a page sent."""
        if path == "/join":
            return self._join(body)
        request = self.opened(body["sealed"])
        if request is None:
            self.relay.push("refused", {"phone": body["phone"], "reason": "phone"})
            return 202, None
        self.asked.append(request)
        if not self.is_silent:
            self.relay.push("sealed", self.message(id=request["id"], refused=self.refused, why=self.why))
        return 202, None

    def _join(self, body: Message) -> Answer:
        private, phone = utils.random(32), base64.b64decode(body["public"])
        public = bindings.crypto_scalarmult_base(private)
        agreed = bindings.crypto_scalarmult(private, phone)
        parts = b"codemaker phone 1" + agreed + phone + public + self.secret.encode("ascii")
        self._key = hashlib.sha512(parts).digest()[:32]
        return 200, {"phone": "p" * 22, "public": base64.b64encode(public).decode()}

    def forget(self) -> None:
        """Forget the phone."""
        self._key = bytes(32)

    def opened(self, sealed: str) -> Message | None:
        """Return what the phone sealed; None for what it did not."""
        box = base64.b64decode(sealed)
        try:
            plain = bindings.crypto_secretbox_open(box[24:], box[:24], self._key)
        except exceptions.CryptoError:
            return None
        assert len(plain) == 512
        fields: Message = json.loads(plain)
        return fields

    def message(self, **more: Any) -> Message:
        """Return the event of a message to the phone."""
        fields = {
            "to": "phone", "id": None, "boot": self.boot, "count": next(self._counts), "version": self.version,
            "status": self.status, "seat": 0, "name": "Anna", "refused": None, "why": None,
            "state": self.match if self.status == "play" else None,
            "ask": self.ask if self.status == "play" else None, "hint": self.hint, "code": self.code,
        }  # fmt: skip
        plain = json.dumps(fields | self.more | more).encode().ljust(4096)
        nonce = utils.random(24)
        sealed = nonce + bindings.crypto_secretbox(plain, nonce, self._key)
        return {"phone": "p" * 22, "sealed": base64.b64encode(sealed).decode()}

    def wait_for(self, asked: int) -> Message:
        """Wait until the phone has *asked* times, and return what it asked for last."""
        self.relay.wait_until(lambda: len(self.asked) >= asked)
        return self.asked[-1]

    def tell(self, **more: Any) -> Message:
        """Send the phone the state that is newest now; return the event."""
        event = self.message(**more)
        self.relay.push("sealed", event)
        return event
