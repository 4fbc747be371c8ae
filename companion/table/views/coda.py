"""The fields of a match of Coda that all players may see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.games.coda.panels import number_text
from companion.games.coda.state import Phase, Rules
from companion.games.coda.view import CodaView, DoneView, RoundView, Seen
from companion.table.views import ROUNDS_MOST, Fields, choices_of


def encode(view: CodaView) -> Fields:
    """Return the fields of *view*, the view of all players."""
    return {
        "rules": _rules(view.rules),
        "phase": view.phase.name.lower(),
        "scores": list(view.scores),
        "round": None if view.now is None else _round(view.now),
        "done": [_done(done) for done in view.done[-ROUNDS_MOST:]],
    }


def encode_seat(view: CodaView, seat: int) -> Fields:
    """Return the fields of *view*, the view of the player at *seat*: its own panels have their numbers in it."""
    fields = encode(view)
    if view.now is not None:
        # Where the drawn panel fits, if this seat may know it.
        fields["round"]["places"] = list(view.now.places)
    return fields


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


def _rules(rules: Rules) -> Fields:
    return {
        "role": rules.role.value,
        "dashes": rules.dashes,
        "panels": rules.panels,
        "rounds": rules.rounds,
        "first": rules.first,
        "clock": rules.clock,
    }


def _round(now: RoundView) -> Fields:
    # Not "places": where the box deals, only the player of the drawn panel may know where it fits.
    return {
        "number": now.number,
        "turn": now.turn,
        "rows": [[_panel(panel) for panel in row] for row in now.rows],
        "drawn": None if now.drawn is None else _panel(now.drawn),
        "hits": now.hits,
        "points": list(now.points),
        "pool": {colour.word: count for colour, count in now.pool},
        "is_dealt": now.is_dealt,
        "inserted": now.inserted,
        "inserter": now.inserter,
    }


def _done(done: DoneView) -> Fields:
    return {
        "number": done.number,
        "rows": [[_panel(panel) for panel in row] for row in done.rows],
        "points": list(done.points),
        "winner": done.winner,
    }


def _panel(panel: Seen) -> Fields:
    return {
        "colour": panel.colour.word,
        # A text, because a dash is none of the numbers.
        "number": None if panel.number is None else number_text(panel.number),
        "is_standing": panel.is_standing,
    }
