"""What the event loop has to do for the table socket: note each change, and make the moves of front ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import MoveRefused, TextUnreadable
from companion.front_ends.messages import Answer, Clock, MoveRequest, OpenMatch, Refusal, TableState, Why
from companion.front_ends.views import Fields
from companion.i18n import SOURCE_LANGUAGE
from companion.match.clock import Stage, TurnClock
from companion.match.driver import AnyDriver, MatchPosition
from companion.words.phrase import Phrase


def clock_of(driver: AnyDriver | None) -> Clock | None:
    """Return the clock of the turn in play as front ends are told; None before it has begun, and without one."""
    clock = None if driver is None else driver.clock
    return None if clock is None else _told_clock(clock)


def own_clocks(driver: AnyDriver | None) -> dict[int, Clock]:
    """Return the clocks of the seats that may move, where several may; one each is for that seat alone."""
    if driver is None or len(driver.clocks) < 2:
        return {}
    told = {seat: _told_clock(clock) for seat, clock in driver.clocks.items()}
    return {seat: clock for seat, clock in told.items() if clock is not None}


def _told_clock(clock: TurnClock) -> Clock | None:
    if clock.only_counts or not (clock.has_begun or clock.is_limited):
        return None
    stage = clock.stage
    if stage not in (Stage.FREE, Stage.LIMIT):
        return Clock(stage, clock.is_running)
    if clock.ends is None:
        return Clock(stage, is_running=False, left_ms=_ms(clock.left_s))
    return Clock(stage, is_running=True, ends_ms=_ms(clock.ends))


def _ms(seconds: float) -> int:
    return round(1000 * seconds)


class TableWatch:
    """Passes a state to *put* after every change of the match that is open on the box.

    All methods but ``ask`` and ``add_review`` are called in the event loop's thread; none of them waits. *post* has
    a function called there, and returns False when too many are waiting; *language* returns that of the screens.
    """

    def __init__(
        self,
        put: Callable[[TableState], None],
        post: Callable[[Callable[[], object]], bool] = lambda call: False,
        language: Callable[[], str] = lambda: SOURCE_LANGUAGE,
    ) -> None:
        self._put = put
        self._post = post
        self._language = language
        self._told = TableState(0)
        self._driver: AnyDriver | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def look(self, driver: AnyDriver | None) -> None:
        """Follow the match of *driver*, which is open on the box; None while none is open."""
        if driver is self._driver and self._language() == self._told.language:
            now, own = clock_of(driver), own_clocks(driver)
            if (now, own) != (self._told.clock, self._told.own_clocks):
                self._tell_beside(clock=now, own_clocks=own)
            return
        self._unsubscribe()
        self._driver = driver
        self._unsubscribe = (lambda: None) if driver is None else driver.subscribe(self._tell)
        self._tell(None if driver is None else driver.position)

    def _tell(self, position: MatchPosition[object] | None) -> None:
        version, driver = self._told.version + 1, self._driver
        if driver is None:
            self._tell_state(TableState(version, moved=version))
        else:
            state = TableState(version, _open_match(driver), position, driver.session.seal_viewer())
            turns = _turns(self._told, position)
            clock, own = clock_of(driver), own_clocks(driver)
            self._tell_state(replace(state, clock=clock, own_clocks=own, moved=version, turns=turns))

    def _tell_beside(self, **changes: Any) -> None:
        """Tell *changes* of what is beside the position, which stays."""
        told = self._told
        self._tell_state(replace(told, version=told.version + 1, **changes))

    def _tell_state(self, state: TableState) -> None:
        self._told = replace(state, language=self._language())
        self._put(self._told)

    def add_review(self, told: TableState, review: list[Fields]) -> bool:
        """Have the state that was *told* put again with *review*, unless there is a newer one; from any thread."""

        def add() -> None:
            if self._told is told:
                self._tell_beside(review=review)

        return self._post(add)

    def ask(self, request: MoveRequest, answer: Answer) -> bool:
        """Have *request* made in the event loop and *answer* called with the result; may be called from any thread.

        Returns False if too many requests are waiting.
        """
        return self._post(lambda: answer(self.make(request)))

    def make(self, request: MoveRequest) -> Why | int:
        """Make the move of *request*; return the newest version, or why the move was refused."""
        driver = self._driver
        if not self._told.takes(request.version, request.seat):
            return Refusal.STALE
        if driver is None or request.seat not in driver.position.seats_to_move:
            return Refusal.TURN
        position = driver.position
        if not request.is_sealed and position.view(request.seat) != position.view(None):
            # A refusal could tell what this player holds: "play 3" is allowed only with a 3 in the hand.
            return Refusal.PRIVATE
        try:
            driver.submit_text(request.seat, request.text)
        except TextUnreadable:
            return Refusal.UNREADABLE
        except MoveRefused as refusal:
            return Phrase(refusal.sentence, {name: str(value) for name, value in refusal.values.items()})
        return self._told.version


def _turns(before: TableState, position: MatchPosition[object] | None) -> Mapping[int, int]:
    """Return for seats that could move in the state *before* too the version since which they can.

    Others have moved since.
    """
    old = before.position
    if old is None or position is None or len(old.seats_to_move) < 2 or position.last is None:
        return {}
    last, number = position.last, 0 if old.last is None else old.last.number
    waiting = (old.seats_to_move & position.seats_to_move) - {last.seat}
    return {seat: before.turns.get(seat, before.moved) for seat in waiting} if last.number > number else {}


def _open_match(driver: AnyDriver) -> OpenMatch:
    session = driver.session
    game, header = session.game, session.header
    return OpenMatch(session.number, game.key, game.family, session.players, game.box_seats(dict(header.options)))
