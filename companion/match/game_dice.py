"""The dice that chance threw in matches.

They are in the journal as moves, written before they were shown; so they are in the ledger without a second copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from companion.dice.model import DiceRoll, read_cast
from companion.errors import CompanionError
from companion.games.contract import AnyGame, ThrowsDice
from companion.match.environment import Environment
from companion.match.session import AnySession, Session


def thrown_in_matches(
    environment: Environment, games: Iterable[AnyGame], damaged: Callable[[CompanionError], None]
) -> Iterator[DiceRoll]:
    """Yield every throw of chance in the matches of *games*, each once, also where it was taken back.

    *damaged* gets the error of a match that cannot be read.
    """
    archive, throwing = environment.archive, {game.key: game for game in games if isinstance(game, ThrowsDice)}
    for number in archive.played():
        try:
            summary = archive.summary(number)
            # Reading a damaged match raises the error that names the damage.
            header = summary.header if summary.is_sound else archive.read(number)[0].header
            if header.game in throwing:
                yield from thrown_in(Session.resume(throwing[header.game], number, environment), number)
        except CompanionError as error:
            damaged(error)


def thrown_in(session: AnySession, number: int) -> Iterator[DiceRoll]:
    """Yield every throw of chance in *session*, which is match *number*, in the order thrown."""
    players = len(session.players)
    for played in session.drawn:
        found = session.game.thrown(played.move, players) if isinstance(session.game, ThrowsDice) else None
        if found is not None:
            what, side = found
            yield DiceRoll(read_cast(what), (side,), at=played.at, match=f"{session.game.key}, match {number}")
