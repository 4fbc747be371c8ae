"""The fields of a match of Coda that all players may see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.front_ends.views import ROUNDS_MOST, Fields, LastMove, Shown, choices_of, encoded, picked, word
from companion.games.coda.panels import Colour, number_text
from companion.games.coda.state import Phase, Rules
from companion.games.coda.view import CodaView, DoneView, RoundView, Seen
from companion.match.kept import ToldMove


def encode(view: CodaView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    return {
        **picked(view, "rules phase scores", SHOWN),
        "round": encoded(view.now, SHOWN),
        "done": encoded(view.done[-ROUNDS_MOST:], SHOWN),
    }


def encode_seat(view: CodaView, seat: int) -> Fields:
    """Return the fields of *view*, the view of the player at *seat*: its own panels have their numbers in it."""
    fields = encode(view)
    if view.now is not None:
        # Where the drawn panel fits, if this seat may know it.
        fields["round"]["places"] = list(view.now.places)
    return fields


LOG_MOST = 1
"""No display lists past attacks while a round is on: players write down no guesses."""


def last(recent: Iterator[ToldMove[CodaView]]) -> LastMove | None:
    """Return the last attack of this round and its answer, which players know until the next one."""
    number: int | None = None
    for told in recent:
        before, after = told.before(), told.after()
        now_number = None if before.now is None else before.now.number
        number = number or now_number
        if now_number != number:
            # It is a move of an earlier round, whose panels are mixed again.
            return None
        if told.text == "time up":
            return told, "wrong"
        if told.text.startswith(("attack ", "hit ", "miss")):
            is_right = before.now is not None and after.now is not None and after.now.hits > before.now.hits
            return told, "right" if is_right or len(after.done) > len(before.done) else "wrong"
    return None


ATTACK = re.compile(r"attack ([1-9])\.([1-9][0-9]?) (.+)")


def ask(view: CodaView, seat: int, moves: Iterator[str]) -> Fields:
    """Return what the player at *seat* is asked for."""
    if view.phase is Phase.STANDING:
        return {"kind": "number", "lead": "standing ", "least": 0, "most": sum(1 for _ in moves) - 1, "also": []}
    texts = list(moves)
    attacks = [found for text in texts if (found := ATTACK.fullmatch(text))]
    rest = choices_of(text for text in texts if not ATTACK.fullmatch(text))
    if not attacks:
        return {"kind": "choice", "choices": rest}
    targets = dict.fromkeys((int(found[1]) - 1, int(found[2]) - 1) for found in attacks)
    numbers = dict.fromkeys(found[3] for found in attacks)
    return {"kind": "attack", "targets": [list(target) for target in targets], "numbers": list(numbers), "also": rest}


def _round(now: RoundView) -> Fields:
    # Not "places": where the box deals, only the player of the drawn panel may know where it fits.
    names = "number turn rows drawn hits points pool is_dealt inserted inserter"
    return picked(now, names, SHOWN) | {"pool": {colour.word: count for colour, count in now.pool}}


def _panel(panel: Seen) -> Fields:
    return {
        "colour": panel.colour.word,
        # A text, because a dash is none of the numbers.
        "number": None if panel.number is None else number_text(panel.number),
        "is_standing": panel.is_standing,
    }


SHOWN: Shown = {
    Rules: "role dashes panels rounds first clock",
    Phase: word,
    RoundView: _round,
    DoneView: "number rows points winner",
    Seen: _panel,
    Colour: word,
}
