"""All throws of a box: those of its dice roller, and those of chance in matches, which the journal has as moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from operator import attrgetter

from companion.dice.model import DiceRoll, read_cast
from companion.errors import CompanionError
from companion.games.contract import AnyGame, ThrowsDice
from companion.match.environment import Environment
from companion.match.session import Session

Damaged = Callable[[CompanionError], None]
"""Gets the error of a match that cannot be read."""


def all_throws(
    ledger: Iterable[DiceRoll], environment: Environment, games: Iterable[AnyGame], damaged: Damaged
) -> Iterator[DiceRoll]:
    """Yield the throws in *ledger*, which has the oldest first, and those in matches of *games* among them by time.

    The *ledger* is not held in memory. Raises ``JournalFailed`` where the matches cannot be read.
    """
    at = attrgetter("at")
    return merge(ledger, sorted(_in_matches(environment, games, damaged), key=at), key=at)


def _in_matches(environment: Environment, games: Iterable[AnyGame], damaged: Damaged) -> Iterator[DiceRoll]:
    """Yield every throw of chance in the matches of *games*, each once, also where it was taken back."""
    archive, throwing = environment.archive, {game.key: game for game in games if isinstance(game, ThrowsDice)}
    for number in archive.played_numbers():
        try:
            summary = archive.summary(number)
            # Reading a damaged match raises the error that names the damage.
            header = summary.header if summary.is_sound else archive.read(number)[0].header
            if (game := throwing.get(header.game)) is not None:
                session = Session.resume(game, number, environment)
                for drawn in session.drawn:
                    if thrown := game.thrown(drawn.move, len(session.players)):
                        cast, side = thrown
                        yield DiceRoll(read_cast(cast), (side,), at=drawn.at, match=f"{game.key}, match {number}")
        except CompanionError as error:
            damaged(error)
