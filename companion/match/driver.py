"""The driver of a match: decides who acts next, and reports every change to its subscribers.

A front end - the box's own screens, a window, another program - subscribes, shows a view of the position and submits
moves for a seat. Only the driver draws for chance and plays the seats of the box. The session handles the moves, undo
and the record.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from companion.errors import N_, MoveRefused
from companion.games.contract import CHANCE, Outcome, Signal
from companion.match.clock import Stage, TurnClock
from companion.match.session import Session

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")
V = TypeVar("V")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MatchPosition(Generic[V]):
    """A match at one version: whose move it is, how it ended, and ``view(seat)`` for what a seat may see.

    ``moves()`` yields the text of every legal move, of which there may be very many; it is for the player to move
    alone, because it may tell what this player holds.

    It is immutable, so any thread may keep it and call both. ``player_to_move`` is the seat of a person: the one
    to move or, where ``is_prompted``, the one who has to submit ``Signal.GO``. It is None while chance or the box
    moves without a prompt, and at the end.
    """

    version: int
    player_to_move: int | None
    is_prompted: bool
    outcome: Outcome | None
    # Not in the repr: they refer to the state, which contains the secrets.
    view: Callable[[int | None], V] = field(repr=False, compare=False)
    moves: Callable[[], Iterator[str]] = field(default=lambda: iter(()), repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class MoveEvent(Generic[M, V]):
    """A move made by a person, the box or chance, with the positions before and after it.

    ``text`` is the move in the game's notation, without its secret.
    """

    seat: int
    move: M = field(repr=False)
    text: str
    before: MatchPosition[V]
    after: MatchPosition[V]


Subscriber: TypeAlias = Callable[[MatchPosition[V]], None]
"""Called after every change, in the event loop's thread: it must return at once and must not submit moves.

A front end with a thread of its own keeps the newest position for it, and posts its submissions to the loop.
"""


class MatchDriver(Generic[S, M, V]):
    """Drives one match; call all methods in the event loop's thread.

    ``events`` holds the moves of chance and the box, made without a prompt, since the last change by a person.
    ``submitted`` is that change where it was a move; None after an undo or a redo. ``clock`` is the clock of the turn
    in play, None where no time is counted; *now* is the clock of the inputs.
    """

    def __init__(self, session: Session[S, M, V], now: Callable[[], float] = time.monotonic) -> None:
        self.session = session
        self.clock: TurnClock | None = None
        self._now = now
        self.events: tuple[MoveEvent[M, V], ...] = ()
        self.submitted: MoveEvent[M, V] | None = None
        self._subscribers: list[Subscriber[V]] = []
        self._is_telling = False
        self._position = self._look(0)
        self._follow_turn()

    @property
    def version(self) -> int:
        """The number of changes made through this driver."""
        return self._position.version

    @property
    def position(self) -> MatchPosition[V]:
        """The current position."""
        return self._position

    def subscribe(self, callback: Subscriber[V]) -> Callable[[], None]:
        """Call *callback* with the position after every change; returns a function that ends the subscription."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    def advance(self) -> tuple[MoveEvent[M, V], ...]:
        """Let chance and the box move until a person has to act or the match is over; returns their moves."""
        told = len(self.events)
        while self.session.player_to_move is not None and self._position.player_to_move is None:
            self.events += (self._step(),)
        return self.events[told:]

    def submit(self, seat: int, move: M | Signal) -> MoveEvent[M, V]:
        """Make *move* for the player at *seat*, then ``advance``; on ``Signal.GO`` chance or the box moves.

        Returns the move that was made; the moves that ``advance`` added are in ``events``. Raises ``MoveRefused``,
        and changes nothing, when it is not that seat's turn, the rules refuse the move, or only a clock makes it.
        """
        if not isinstance(move, Signal) and move is not None and move == self.session.game.time_up():
            raise MoveRefused(f"expected a player's move, got {self.session.game.text(move)!r} from seat {seat}")
        return self._make(seat, move)

    def time_up(self) -> MoveEvent[M, V]:
        """Make the move for a limit that is over, like ``submit``; raises ``MoveRefused`` while none is."""
        move = self.session.game.time_up()
        if move is None or self.clock is None or self.clock.stage is not Stage.UP:
            raise MoveRefused("expected a limit that is over, got none or one that runs")
        seat = self.position.player_to_move
        return self._make(CHANCE if seat is None else seat, move)

    def pause_clock(self) -> None:
        """Stop the clock, if one runs, and write the time used; it goes on when a screen of the turn is shown."""
        if self.clock is not None:
            self.clock.pause()

    def _make(self, seat: int, move: M | Signal) -> MoveEvent[M, V]:
        if self.session.player_to_move is None:
            raise MoveRefused("expected no move after the end of the match", N_("The match is over."))
        if seat != self._position.player_to_move:
            raise MoveRefused(
                f"expected a move of seat {self._position.player_to_move}, got one of seat {seat}",
                N_("It is another player's turn."),
            )
        event = self._step() if isinstance(move, Signal) else self._event(lambda: self.session.play(move))
        self.events, self.submitted = (), event
        self.advance()
        return event

    def submit_text(self, seat: int, text: str) -> MoveEvent[M, V]:
        """Submit *text*: a move in the game's notation, or the value of a ``Signal``.

        Raises ``TextUnreadable`` when *text* is no move, and ``MoveRefused`` like ``submit``.
        """
        if text in {signal.value for signal in Signal}:
            return self.submit(seat, Signal(text))
        return self.submit(seat, self.session.read(text))

    def undo(self) -> None:
        """Take back the last move of a person and all moves after it; raises ``MoveRefused`` when there is none."""
        self._go_over(self.session.undo)

    def redo(self) -> None:
        """Play again the moves that the last undo took back; raises ``MoveRefused`` when there are none."""
        self._go_over(self.session.redo)

    def _go_over(self, step: Callable[[], None]) -> None:
        self._change(step)
        self.events, self.submitted = (), None
        self.advance()

    def _step(self) -> MoveEvent[M, V]:
        """Let chance or the box make one move; raises ``MoveRefused`` where a person is to move."""
        return self._event(self.session.play_for_box if self.session.is_box_to_act else self.session.draw)

    def _event(self, act: Callable[[], M]) -> MoveEvent[M, V]:
        seat, before = self.session.player_to_move, self._position
        move = self._change(act)
        text = self.session.game.public_text(move)
        return MoveEvent(CHANCE if seat is None else seat, move, text, before, self._position)

    def _change(self, act: Callable[[], T]) -> T:
        if self._is_telling:
            raise RuntimeError("expected subscribers to post their moves into the loop, got a change by one of them")
        if self.clock is not None:
            # Written with the change, so that an undo finds the time that the turn has taken.
            self.session.times.note(self.clock.turn.key, self.clock.used)
        result = act()
        # The change is in the archive now, so subscribers may see it.
        self._position = self._look(self.version + 1)
        self._follow_turn()
        self._tell()
        return result

    def _follow_turn(self) -> None:
        """Have ``clock`` be that of the turn in play."""
        turn, session = self.session.timed_turn, self.session
        if turn is None:
            self.clock = None
        elif self.clock is None or self.clock.turn != turn:
            used = session.times.used(turn.key)
            self.clock = TurnClock(turn, used, self._now, lambda used: session.save_time(turn.key, used))

    def _look(self, version: int) -> MatchPosition[V]:
        session = self.session
        seat, prompter = session.player_to_move, session.prompter
        is_person = seat is not None and seat != CHANCE and not session.is_box_to_act
        player = seat if is_person else prompter
        return MatchPosition(
            version, player, prompter is not None, session.outcome, session.viewer(), session.offerer()
        )

    def _tell(self) -> None:
        self._is_telling = True
        try:
            for subscriber in tuple(self._subscribers):
                try:
                    subscriber(self._position)
                except Exception:
                    # An error in one front end must not stop the match for the others.
                    log.exception("subscriber failed at version %d", self.version)
        finally:
            self._is_telling = False


AnyDriver: TypeAlias = MatchDriver[Any, Any, Any]
"""A match driver of any game."""
