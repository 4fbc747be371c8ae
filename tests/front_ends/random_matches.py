"""Random matches through the driver, with undo, redo, resuming and refused moves, and every state on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from companion.errors import CompanionError
from companion.front_ends.messages import TableState
from companion.front_ends.watch import TableWatch
from companion.games.contract import AnyGame, Signal
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import Session
from tests.support.paper import PaperArchive, environment

LUCK = 0.25
ASIDE = 0.1
STEPS_MOST = 400
"""Enough for every match but one of two players whom the box deals Passcode."""
WHOLE_MOST = 5000
"""Enough for that one, too."""


class RandomMatch:
    """A match of *game* from its first move; ``told`` is the newest snapshot."""

    def __init__(self, game: AnyGame, options: dict[str, str], players: int, seed: str = "") -> None:
        self.random = Random(f"{game.key}{options}{players}{seed}")
        self.archive = PaperArchive()
        self.world = environment(self.archive, self.random.randrange(1000))
        self.told = TableState(0)
        self.watch = TableWatch(self._hear)
        self.driver: AnyDriver = MatchDriver(Session.begin(game, options, tuple("ABCDEF"[:players]), self.world))
        self.watch.look(self.driver)
        self.driver.advance()

    def _hear(self, snapshot: TableState) -> None:
        self.told = snapshot

    def positions(self, most: int = STEPS_MOST) -> Iterator[AnyDriver]:
        """Yield the driver at each turn of a person until the match is over, but not more than *most* times."""
        for _ in range(most):
            yield self.driver
            if not self.driver.position.seats_to_move:
                return
            self._step()

    def _step(self) -> None:
        if self.random.random() < ASIDE:
            self._aside()
        else:
            self.move()

    def _aside(self) -> None:
        """Undo, redo, or take the match up again after a start of the box."""
        session = self.driver.session
        match self.random.randrange(3):
            case 0 if session.undoable is not None:
                self.driver.undo()
            case 1 if session.redoable is not None:
                self.driver.redo()
            case 2 if session.number is not None:
                self.driver = MatchDriver(Session.resume(session.game, session.number, self.world))
                self.watch.look(self.driver)
                self.driver.advance()

    def move(self) -> None:
        """Make a move for a player to move; now and then what is hidden, so that a code is found."""
        position, session = self.driver.position, self.driver.session
        seats = sorted(position.seats_to_move)
        seat = seats[0] if len(seats) == 1 else self.random.choice(seats)
        if position.is_prompted:
            self.driver.submit(seat, Signal.GO)
            return
        # Only the text of the move that is made: those of all would take as long as the match.
        game, timed = session.game, session.game.time_up()
        moves = [move for move in islice(game.moves(session._state), 200) if timed is None or move != timed]
        lead = f"{seat + 1} " if game.group else ""
        if self.random.random() < LUCK and (found := self._found(lead)) is not None:
            moves = [found]
        move = self.random.choice(moves)
        self.driver.submit_text(session.seat_of(move) if len(seats) > 1 else seat, game.text(move))

    def _found(self, lead: str) -> object | None:
        session = self.driver.session
        secrets = [found for played in session._line if (found := session.game.secret_of(played.move)) is not None]
        try:
            move: object = session.read(lead + secrets[-1])
            session.validate(move)
        except (IndexError, CompanionError):
            return None
        return None if session.game.secret_of(move) is not None else move


def refused_texts(match: RandomMatch) -> list[str]:
    """Return texts of moves, allowed and not, that a front end might send."""
    session = match.driver.session
    offered = [session.game.text(move) for move in islice(session.game.moves(session._state), 3)]
    return [*offered, "go", "?", "code RRRR", "ROYG", "play 3", "place 1", "attack 2.1 5", "black 9 white 9", "stop"]
