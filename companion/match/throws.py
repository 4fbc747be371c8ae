"""All throws of a box: those of its dice roller, and those of chance in matches, which the journal has as moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from operator import attrgetter

from companion.dice.model import DiceRoll, read_cast
from companion.errors import CompanionError
from companion.games.contract import AnyGame, ThrowsDice
from companion.match.environment import Environment
from companion.match.session import AnySession, Session

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
    for number in archive.played():
        try:
            summary = archive.summary(number)
            # Reading a damaged match raises the error that names the damage.
            header = summary.header if summary.is_sound else archive.read(number)[0].header
            if header.game in throwing:
                yield from _in_match(Session.resume(throwing[header.game], number, environment), number)
        except CompanionError as error:
            damaged(error)


def _in_match(session: AnySession, number: int) -> Iterator[DiceRoll]:
    players = len(session.players)
    for played in session.drawn:
        found = session.game.thrown(played.move, players) if isinstance(session.game, ThrowsDice) else None
        if found is not None:
            what, side = found
            yield DiceRoll(read_cast(what), (side,), at=played.at, match=f"{session.game.key}, match {number}")
