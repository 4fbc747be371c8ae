"""What the event loop has to do for the table socket: note each change, and make the moves of front ends."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import MoveRefused, TextUnreadable
from companion.match.driver import AnyDriver, MatchPosition
from companion.table.messages import MoveRequest, OpenMatch, Refusal, TableState
from companion.table.service import Answer


def _do_nothing() -> None:
    """Do nothing: no match is followed."""


class TableWatch:
    """Passes a state to *put* after every change of the match that is open on the box.

    All methods but ``ask`` are called in the event loop's thread; none of them waits. *post* has a function called
    there, and returns False when too many are waiting.
    """

    def __init__(
        self, put: Callable[[TableState], None], post: Callable[[Callable[[], object]], bool] = lambda call: False
    ) -> None:
        self._put = put
        self._post = post
        self._version = 0
        self._driver: AnyDriver | None = None
        self._unsubscribe: Callable[[], None] = _do_nothing

    def look(self, driver: AnyDriver | None) -> None:
        """Follow the match of *driver*, which is open on the box; None while none is open."""
        if driver is self._driver:
            return
        self._unsubscribe()
        self._driver = driver
        self._unsubscribe = _do_nothing if driver is None else driver.subscribe(self._tell)
        self._tell(None if driver is None else driver.position)

    def _tell(self, position: MatchPosition[object] | None) -> None:
        self._version += 1
        self._put(TableState(self._version, None if self._driver is None else _open_match(self._driver), position))

    def ask(self, request: MoveRequest, answer: Answer) -> bool:
        """Have *request* made in the event loop and *answer* called with the result; may be called from any thread.

        Returns False if too many requests are waiting.
        """
        return self._post(lambda: answer(self.make(request)))

    def make(self, request: MoveRequest) -> Refusal | int:
        """Make the move of *request*; return the newest version, or why the move was refused."""
        driver = self._driver
        if request.version != self._version:
            return Refusal.STALE
        if driver is None or driver.position.player_to_move != request.seat:
            return Refusal.TURN
        position = driver.position
        if position.view(request.seat) != position.view(None):
            # A refusal could tell what this player holds: "play 3" is allowed only with a 3 in the hand.
            return Refusal.PRIVATE
        try:
            driver.submit_text(request.seat, request.text)
        except TextUnreadable:
            return Refusal.UNREADABLE
        except MoveRefused:
            return Refusal.RULES
        return self._version


def _open_match(driver: AnyDriver) -> OpenMatch:
    session = driver.session
    game, header = session.game, session.header
    return OpenMatch(session.number, game.key, game.family, session.players, game.box_seats(dict(header.options)))
