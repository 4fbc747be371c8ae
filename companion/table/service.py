"""The table socket: a thread that serves other programs, and that the game never waits for.

The event loop hands over a state after each change, and wakes the thread when the frame of that change is on the
display and the loop is about to sleep: so a press does not share the processor with the messages about it. The thread
sleeps until then, or until there is a message of a front end, or room at one that was behind. It builds a message once
and sends it to all. A front end that has no room gets the newest state when it has read something; one that is dead is
forgotten.
"""

from __future__ import annotations

import itertools
import logging
import secrets
import selectors
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Protocol

from companion.box.phones import Addresses
from companion.box.waker import Waker
from companion.errors import TextUnreadable
from companion.table.allowance import Allowance
from companion.table.front_end import FrontEnd, Sender
from companion.table.messages import (
    PROTOCOL,
    RECEIVED_MOST,
    Bye,
    FromPhone,
    Join,
    MoveRequest,
    Refusal,
    Request,
    Subscription,
    TableState,
    accepted_message,
    end_message,
    read_request,
    refused_message,
    state_message,
    unknown_phone_message,
)
from companion.table.phones import PhoneDesk, PhoneLine
from companion.table.socket_file import SocketFile
from companion.table.views import Fields, coach_of

FRONT_ENDS_MOST = 16
STATES_MOST = 16
"""How many states wait for the thread at most; the oldest are left out."""
log = logging.getLogger(__name__)

Answer = Callable[[Refusal | int], None]
"""Takes the result of a move: why it was refused, or the newest version; may be called from any thread."""


def _do_nothing() -> None:
    """Do nothing: the thread has ended."""


class Mover(Protocol):
    """Makes the moves of front ends in the event loop."""

    def ask(self, request: MoveRequest, answer: Answer, /) -> bool:
        """Have *request* made later and *answer* called with the result; return False if too many are waiting."""
        ...

    def add_review(self, told: TableState, review: list[Fields], /) -> bool:
        """Have the state that was *told* put again with *review*."""
        ...


class TableSocket:
    """Serves front ends at *file* from ``start`` to ``close``."""

    def __init__(
        self, file: SocketFile, now: Callable[[], float] = time.monotonic, phones: PhoneDesk | None = None
    ) -> None:
        self._file = file
        self._mover: Mover | None = None
        self._may_move = False
        self.boot = secrets.token_hex(8)
        self._desk = phones
        self._phones: PhoneLine | None = None
        # The state of a match that is over, and its review row by row.
        self._reviewing: tuple[TableState, Iterator[list[Fields] | None]] = TableState(0), iter(())
        self._encoded: tuple[TableState, bytes] | None = None
        self.newest = TableState(0)
        self._states: deque[TableState] = deque(maxlen=STATES_MOST)
        self._answers: deque[Callable[[], object]] = deque()
        self._front_ends: dict[str, FrontEnd] = {}
        self._messages = itertools.count(1)
        self._allowance = Allowance(now)
        self._waker = Waker()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._waker, selectors.EVENT_READ)
        self._selector.register(file.socket, selectors.EVENT_READ)
        self._ends = False
        self._thread = Thread(target=self._run, name="table-socket", daemon=True)

    def start(self, mover: Mover | None = None, *, may_move: bool = True) -> None:
        """Begin to serve; without a *mover*, or unless they *may_move*, front ends may only watch.

        Phones move all the same, each for its seat.
        """
        self._mover = mover
        self._may_move = may_move and mover is not None
        if self._desk is not None:
            self._desk.wake = self._waker.wake
        self._thread.start()

    def close(self) -> None:
        """Tell the front ends that the game ends, and remove the socket."""
        if self._desk is not None:
            self._desk.wake = _do_nothing
        self._ends = True
        self._waker.wake()
        self._thread.join()
        self._selector.close()
        self._waker.close()
        self._file.close()

    def put(self, state: TableState) -> None:
        """Have *state* sent to every front end after the next ``flush``; this never waits."""
        # Before the look at the front ends: one that comes now is sent the newest state.
        self.newest = state
        if self._front_ends:
            self._states.append(state)

    def flush(self) -> None:
        """Wake the thread if there is a state to send; the event loop calls it when its own work is done."""
        if self._states:
            self._waker.wake()

    # The thread

    def _run(self) -> None:
        while not self._ends:
            try:
                self._serve()
            except Exception:
                # The game goes on, and a front end that says hello again is served again.
                log.exception("the table socket failed")
                self._reviewing = TableState(0), iter(())
                for front_end in tuple(self._front_ends.values()):
                    self._forget(front_end)
        for front_end in tuple(self._front_ends.values()):
            self._send(front_end, end_message())
            front_end.close()

    def _serve(self) -> None:
        if self._desk is not None and self._phones is None:
            # Here and not at the start: it reads a file.
            self._phones = PhoneLine(self._desk, self)
        pause_s = self._allowance.pause_s()
        self._listen(pause_s is None)
        for key, _ in self._selector.select(0 if self._review() else pause_s):
            if isinstance(key.data, FrontEnd):
                self._catch_up(key.data)
            elif key.fileobj is self._waker:
                self._waker.clear()
                self._tell()
            else:
                self._receive()

    def _listen(self, is_wanted: bool) -> None:
        if is_wanted != (self._file.socket.fileno() in self._selector.get_map()):
            if is_wanted:
                self._selector.register(self._file.socket, selectors.EVENT_READ)
            else:
                self._selector.unregister(self._file.socket)

    def _tell(self) -> None:
        if self._phones is not None:
            self._phones.work()
        while self._states:
            state = self._states.popleft()
            for front_end in tuple(self._front_ends.values()):
                # One that has just said hello may have got a newer one.
                if not front_end.is_behind and front_end.version < state.version:
                    self._send_state(front_end, state)
        for front_end in tuple(self._front_ends.values()):
            if not front_end.is_behind:
                self._send_newest(front_end)
        while self._answers:
            self._answers.popleft()()

    def public(self, state: TableState) -> bytes:
        """Return the message of *state* to all."""
        if self._encoded is None or self._encoded[0] is not state:
            self._encoded = state, state_message(state, self.boot, self._may_move)
        return self._encoded[1]

    def _send_newest(self, front_end: FrontEnd) -> None:
        """Send what *front_end* and the phones behind it have not got yet."""
        newest = self.newest
        if front_end.version < newest.version:
            self._send_state(front_end, newest)
        if front_end.version == newest.version and self._phones is not None:
            self._note_room(front_end, self._phones.tell(front_end.address))

    def _send_state(self, front_end: FrontEnd, state: TableState) -> None:
        is_sent = self._send(front_end, self.public(state))
        if is_sent:
            front_end.version = state.version
        if is_sent is not None:
            self._note_room(front_end, is_sent)

    def _note_room(self, front_end: FrontEnd, has_room: bool) -> None:
        """Wait for *front_end* to read something, or no longer."""
        if has_room != front_end.is_behind or self._front_ends.get(front_end.address) is not front_end:
            return
        front_end.is_behind = not has_room
        if has_room:
            self._selector.unregister(front_end.socket)
        else:
            self._selector.register(front_end.socket, selectors.EVENT_WRITE, front_end)

    def send_to(self, address: str, message: bytes) -> bool:
        """Send *message* to the front end at *address*; return False where it has no room or is gone."""
        front_end = self._front_ends.get(address)
        is_sent = None if front_end is None else self._send(front_end, message)
        if front_end is not None and is_sent is False:
            self._note_room(front_end, False)
        return is_sent is True

    def _review(self) -> bool:
        """Review another row of the match, if it is over and is watched; return whether there are more."""
        newest = self.newest
        match, position = newest.match, newest.position
        if match is None or position is None or position.outcome is None:
            return False
        if newest.review is not None or not self._front_ends:
            return False
        if self._reviewing[0] is not newest:
            coach = coach_of(match.family)
            self._reviewing = newest, iter(()) if coach is None else coach.reviewing(position.view(None))
        for review in self._reviewing[1]:
            if review is None:
                return True
            if self._mover is not None:
                self._mover.add_review(newest, review)
        return False

    def _catch_up(self, front_end: FrontEnd) -> None:
        """Send the newest state to a front end that has read something, unless it has been forgotten meanwhile."""
        if self._front_ends.get(front_end.address) is front_end:
            self._send_newest(front_end)

    def _send(self, front_end: FrontEnd, message: bytes) -> bool | None:
        """Send *message*; return whether there was room, and None after forgetting a front end that is dead."""
        try:
            return front_end.send(message)
        except OSError as failure:
            log.info("front end is gone: %r", failure)
            self._forget(front_end)
            return None

    def _forget(self, front_end: FrontEnd) -> None:
        if self._front_ends.get(front_end.address) is front_end:
            del self._front_ends[front_end.address]
            if front_end.is_behind:
                self._selector.unregister(front_end.socket)
            front_end.close()

    # Messages of front ends

    def _receive(self) -> None:
        while True:
            try:
                # One byte more than is allowed: so a message that is too long is seen to be.
                datagram, sender = self._file.receive(RECEIVED_MOST + 1)
            except BlockingIOError:
                return
            if self._allowance.take(sender.user):
                self._take(datagram, sender)
            if self._allowance.pause_s() is not None:
                return

    def _take(self, datagram: bytes, sender: Sender) -> None:
        front_end = None if sender.address is None else self._front_ends.get(sender.address)
        if front_end is not None:
            front_end.heard = next(self._messages)
        try:
            self._follow(read_request(datagram), sender, front_end)
        except TextUnreadable as unreadable:
            log.info("message of a front end refused: %s", unreadable)
            if front_end is not None:
                self._send(front_end, refused_message(Refusal.UNREADABLE))

    def _follow(self, request: Request, sender: Sender, front_end: FrontEnd | None) -> None:
        match request:
            case Subscription(protocol=protocol) if sender.address is not None:
                self._welcome(sender.address, sender.user, protocol)
            case Bye() if front_end is not None:
                self._forget(front_end)
            case Addresses() if self._desk is not None:
                self._desk.tell_addresses(request)
            case Join() if front_end is not None:
                self._take_join(request, front_end)
            case FromPhone() if front_end is not None:
                self._take_sealed(request, front_end)
            case MoveRequest() if front_end is not None:
                refusal = self._refusal(request, front_end)
                if refusal is not None:
                    self._send(front_end, refused_message(refusal, request.id))

    def _take_join(self, join: Join, front_end: FrontEnd) -> None:
        if self._phones is None:
            self._send(front_end, refused_message(Refusal.INVITATION, join.id))
        else:
            self._phones.take_join(join, front_end.address)

    def _take_sealed(self, message: FromPhone, front_end: FrontEnd) -> None:
        if self._phones is None:
            self._send(front_end, unknown_phone_message(message.phone))
        else:
            self._phones.take_sealed(message, front_end.address)

    def _welcome(self, address: str, user: int, protocol: int) -> None:
        """Send the newest state to a front end that is known or new, or say why it gets none."""
        if (known := self._front_ends.get(address)) is not None:
            # It may have been started again at the same address.
            self._forget(known)
        try:
            front_end = FrontEnd(address, user)
        except OSError as failure:
            log.info("front end cannot be reached: %r", failure)
            return
        if protocol != PROTOCOL:
            self._send(front_end, refused_message(Refusal.PROTOCOL))
            front_end.close()
            return
        if len(self._front_ends) == FRONT_ENDS_MOST:
            self._make_room(user)
        front_end.heard = next(self._messages)
        self._front_ends[address] = front_end
        if self._phones is not None:
            self._phones.forget_told(address)
        self._send_newest(front_end)

    def _make_room(self, user: int) -> None:
        """Forget the dead, or else the front end that was silent for longest, of the user who has the most places.

        Of users who have as many places, a new front end of *user* takes that of its own.
        """
        for front_end in tuple(self._front_ends.values()):
            self._forget_if_dead(front_end)
        if len(self._front_ends) < FRONT_ENDS_MOST:
            return
        places = Counter(front_end.user for front_end in self._front_ends.values())
        crowd = max(places, key=lambda other: (places[other], other == user))
        crowded = (front_end for front_end in self._front_ends.values() if front_end.user == crowd)
        silent = min(crowded, key=lambda front_end: front_end.heard)
        self._send(silent, refused_message(Refusal.FULL))
        self._forget(silent)

    def _forget_if_dead(self, front_end: FrontEnd) -> None:
        try:
            front_end.connect()
        except OSError:
            self._forget(front_end)

    def _refusal(self, request: MoveRequest, front_end: FrontEnd) -> Refusal | None:
        """Return why *request* cannot be made; None after asking the event loop to make it."""
        newest = self.newest
        if not self._may_move:
            return Refusal.WATCH_ONLY
        if not newest.takes(request.version):
            return Refusal.STALE
        if newest.position is None or newest.position.player_to_move != request.seat:
            return Refusal.TURN

        def answer(result: Refusal | int) -> None:
            if isinstance(result, Refusal):
                self._send(front_end, refused_message(result, request.id))
            else:
                self._send(front_end, accepted_message(request.id, result))

        return None if self.ask(request, answer) else Refusal.BUSY

    def ask(self, request: MoveRequest, answer: Answer) -> bool:
        """Have *request* made in the event loop, and *answer* called in this thread; False if too many wait."""

        def answered(result: Refusal | int) -> None:
            self._answers.append(lambda: answer(result))
            self._waker.wake()

        return self._mover is not None and self._mover.ask(request, answered)
