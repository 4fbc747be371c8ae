"""The dice that chance threw in matches.

They are in the journal as moves, written before they were shown; so they are in the ledger without a second copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.dice.model import DiceRoll, read_cast
from companion.errors import CompanionError
from companion.games.contract import ThrowsDice
from companion.match.catalogue import Catalogue
from companion.match.environment import Environment
from companion.match.session import AnySession, Session


def thrown_in_matches(
    environment: Environment, catalogue: Catalogue, unreadable: Callable[[CompanionError], None]
) -> Iterator[DiceRoll]:
    """Yield every throw of chance in the matches of the archive, each once, also where it was taken back.

    *unreadable* gets the error of a match that is damaged or whose game the box no longer has.
    """
    for number in environment.archive.played():
        try:
            game = catalogue[environment.archive.read(number)[0].header.game]
            if isinstance(game, ThrowsDice):
                yield from thrown_in(Session.resume(game, number, environment), number)
        except CompanionError as error:
            unreadable(error)


def thrown_in(session: AnySession, number: int) -> Iterator[DiceRoll]:
    """Yield every throw of chance in *session*, which is match *number*, in the order thrown."""
    players = len(session.players)
    for played in session.drawn:
        found = session.game.thrown(played.move, players) if isinstance(session.game, ThrowsDice) else None
        if found is not None:
            what, side = found
            yield DiceRoll(read_cast(what), (side,), at=played.at, match=f"{session.game.key}, match {number}")
