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
from companion.games.contract import CHANCE, Outcome, Signal, TimedTurn, only
from companion.match.clock import Stage, TurnClock
from companion.match.kept import ToldMove
from companion.match.session import Session

S = TypeVar("S")
M = TypeVar("M")
T = TypeVar("T")
V = TypeVar("V")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MatchPosition(Generic[V]):
    """A match at one version: who may move, how it ended, and ``view(seat)`` for what a seat may see.

    ``moves(seat)`` yields the text of every legal move of a seat, of which there may be very many; it is for that
    player alone, because it may tell what this player holds. ``recent()`` yields the newest moves as all know them,
    the last one first. *players* are the stored names by seat.

    It is immutable, so any thread may keep it and call all of them. ``seats_to_move`` are the seats of people who may
    move or, where ``is_prompted``, the one who has to submit ``Signal.GO``. It is empty while chance or the box moves
    without a prompt, and at the end.
    """

    version: int
    seats_to_move: frozenset[int]
    is_prompted: bool
    outcome: Outcome | None
    # Not in the repr: they refer to the state, which contains the secrets.
    view: Callable[[int | None], V] = field(repr=False, compare=False)
    moves: Callable[[int], Iterator[str]] = field(default=lambda seat: iter(()), repr=False, compare=False)
    recent: Callable[[], Iterator[ToldMove[V]]] = field(default=lambda: iter(()), repr=False, compare=False)
    players: tuple[str, ...] = ()

    @property
    def player_to_move(self) -> int | None:
        """The seat to move where there is only one; None otherwise."""
        return only(self.seats_to_move)

    @property
    def last(self) -> ToldMove[V] | None:
        """The last move of people and the box, as all know it; None before one."""
        return next(self.recent(), None)


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
    ``submitted`` is that change where it was a move; None after an undo or a redo. ``clocks`` are those of the turns
    in play by seat, empty where no time is counted; *now* is the clock of the inputs.
    """

    def __init__(self, session: Session[S, M, V], now: Callable[[], float] = time.monotonic) -> None:
        self.session = session
        self.clocks: dict[int, TurnClock] = {}
        self._now = now
        self.events: tuple[MoveEvent[M, V], ...] = ()
        self.submitted: MoveEvent[M, V] | None = None
        self._subscribers: list[Subscriber[V]] = []
        self._is_telling = False
        self._position = self._look(0)
        self._follow_turns()

    @property
    def clock(self) -> TurnClock | None:
        """The clock of the turn in play where there is only one."""
        return next(iter(self.clocks.values())) if len(self.clocks) == 1 else None

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
        while self.session.seats_to_move and not self._position.seats_to_move:
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

    @property
    def late(self) -> tuple[int, M] | None:
        """The first seat whose time is over, and the move for it; None where no time is over or costs anything."""
        for seat, clock in self.clocks.items():
            if clock.stage is Stage.UP:
                move = self.session.late_move(seat)
                if move is not None:
                    return seat, move
        return None

    def time_up(self) -> MoveEvent[M, V]:
        """Make the moves for a limit that is over, like ``submit``, until that turn ends, and return the first.

        Raises ``MoveRefused`` while no limit is over.
        """
        if self.late is None:
            raise MoveRefused("expected a limit that is over, got none or one that runs")
        (seat, move), turn = self.late, self.clocks[self.late[0]].turn
        first, events = self._make(seat, move), self.events
        while (late := self.late) is not None and late[0] == seat and self.clocks[seat].turn == turn:
            events += (self._make(*late), *self.events)
        self.events = events
        return first

    def pause_clock(self) -> None:
        """Stop the clocks that run, and write the time used; they go on when a screen of the turn is shown."""
        for clock in self.clocks.values():
            clock.pause()

    def _make(self, seat: int, move: M | Signal) -> MoveEvent[M, V]:
        if not self.session.seats_to_move:
            raise MoveRefused("expected no move after the end of the match", N_("The match is over."))
        seats, mover = self._position.seats_to_move, seat if isinstance(move, Signal) else self.session.seat_of(move)
        # Who is asked for a prompt may answer for a seat of the box instead.
        if seat not in seats or (mover != seat and not self._position.is_prompted):
            named = " or ".join(map(str, sorted(seats)))
            raise MoveRefused(
                f"expected a move of seat {named}, got one of seat {seat}", N_("It is another player's turn.")
            )
        event = self._step() if isinstance(move, Signal) else self._event(mover, lambda: self.session.play(move))
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
        seat = self.session.box_to_act
        return self._event(CHANCE, self.session.draw) if seat is None else self._event(seat, self.session.play_for_box)

    def _event(self, seat: int, act: Callable[[], M]) -> MoveEvent[M, V]:
        before, move = self._position, self._change(act)
        return MoveEvent(seat, move, self.session.game.public_text(move), before, self._position)

    def _change(self, act: Callable[[], T]) -> T:
        if self._is_telling:
            raise RuntimeError("expected subscribers to post their moves into the loop, got a change by one of them")
        for clock in self.clocks.values():
            # Written with the change, so that an undo finds the time that the turn has taken.
            if clock.has_begun:
                self.session.times.note(clock.turn.key, clock.used)
        result = act()
        # The change is in the archive now, so subscribers may see it.
        self._position = self._look(self.version + 1)
        self._follow_turns()
        self._tell()
        return result

    def _follow_turns(self) -> None:
        """Have ``clocks`` be those of the turns in play."""
        session, turn = self.session, self.session.timed_turn
        turns = session.limited_turns if turn is None else {only(session.seats_to_move) or 0: turn}
        kept = {seat: clock for seat, clock in self.clocks.items() if turns.get(seat) == clock.turn}
        self.clocks = {seat: kept.get(seat) or self._clock_of(turn) for seat, turn in turns.items()}

    def _clock_of(self, turn: TimedTurn) -> TurnClock:
        session = self.session
        return TurnClock(turn, session.times.used(turn.key), self._now, lambda used: session.save_time(turn.key, used))

    def _look(self, version: int) -> MatchPosition[V]:
        session = self.session
        seats, prompter = session.seats_to_move, session.prompter
        # The box moves as soon as it may, so its seats are never among those of people.
        if CHANCE in seats or session.box_to_act is not None:
            seats = frozenset(() if prompter is None else (prompter,))
        return MatchPosition(
            version,
            seats,
            prompter is not None,
            session.outcome,
            session.viewer(),
            session.offerer(),
            session.recent_viewer(),
            session.players,
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
