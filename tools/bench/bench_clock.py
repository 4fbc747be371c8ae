"""Whether the record of an honest match is true with any clock of the box."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

from companion.errors import CompanionError
from companion.games.contract import CHANCE
from companion.match.record import check_record, read_record, write_record
from companion.match.session import Session
from tests.support.flow import CATALOGUE
from tests.support.paper import PaperArchive, environment

MATCHES = 200
MOVES = 40
YEARS = (1969, 1970, 1999, 2000, 2026, 2038, 2099, 2100, 2150, 9998)
KEYS = ("mini", "mastermind", "coda")
"""The record of a match of Passcode that goes on cannot be checked: it leaves out cards."""


def clock_false(matches: int = MATCHES) -> float:
    """Return how many of *matches*, during which the clock jumps, have a record that is refused.

    Raises ``ValueError`` if fewer than ``MATCHES`` were played, or if matches had no moves.
    """
    false = moves = 0
    for seed in range(matches):
        random = Random(seed)

        def stamp(random: Random = random) -> str:
            return f"{random.choice(YEARS)}-{random.randrange(12) + 1:02}-05T{random.randrange(24):02}:59:59Z"

        world = replace(environment(PaperArchive(), seed), stamp=stamp)
        session = Session.begin(CATALOGUE[KEYS[seed % len(KEYS)]], {}, ("Anna", "Ben"), world)
        for _ in range(MOVES):
            with suppress(CompanionError):
                if session.player_to_move == CHANCE:
                    session.draw()
                elif texts := [*session.offerer()(session.player_to_move or 0)][:400]:
                    session.play(session.read(random.choice(texts)))
        record = read_record(write_record(session.record()))
        moves += len(record.plies)
        try:
            check_record(record, session.game)
        except CompanionError:
            false += 1
    if matches < MATCHES or moves < MATCHES:
        raise ValueError(f"expected {MATCHES} matches with moves, got {matches} with {moves} in all")
    return float(false)
