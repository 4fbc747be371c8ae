"""The table socket: a thread that serves other programs, and that the game never waits for.

The event loop hands over a state after each change, and wakes the thread when the frame of that change is on the
display and the loop is about to sleep: so a press does not share the processor with the messages about it. The thread
sleeps until then, or until there is a message of a front end, or room at one that was behind. It builds a message once
and sends it to all. A front end that has no room gets the newest state when it has read something; one that is dead is
forgotten.
"""

from __future__ import annotations

import logging
import secrets
import selectors
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Thread
from types import MappingProxyType

from companion.box.waker import Waker
from companion.errors import TextUnreadable
from companion.front_ends import messages
from companion.front_ends.allowance import Allowance
from companion.front_ends.front_end import FrontEnd
from companion.front_ends.sharing import Claimant, makes_room
from companion.front_ends.socket_file import SocketFile
from companion.front_ends.views import Fields, coach_of
from companion.front_ends.watch import TableWatch

FRONT_ENDS_MOST = 16
STATES_MOST = 16
"""How many states wait for the thread at most; the oldest are left out."""
log = logging.getLogger(__name__)


class Extension:
    """Messages that a feature adds to the socket, whose thread calls all methods but ``attach``; it overrides some.

    ``readers`` are the readers of its messages by their type.
    """

    readers: Mapping[str, messages.Reader] = MappingProxyType({})

    def attach(self, wake: Callable[[], None]) -> None:
        """Take the function that has ``work`` called, from any thread; called in the event loop's thread."""

    def begin(self, socket: TableSocket) -> None:
        """Begin to serve at *socket*."""

    def work(self) -> None:
        """Do what was asked for since the last call; also called after every change of the match."""

    def take(self, request: object, sender: str | None) -> None:
        """Follow a request that one of ``readers`` has read, and ignore any other.

        *sender* is the address of the front end that has sent it; None where it has not said hello.
        """

    def tell(self, address: str) -> bool:
        """Tell the front end at *address* what has changed; return whether there was room."""
        return True

    def forget_told(self, address: str) -> None:
        """Tell everything again to the front end at *address*, which was started again."""


class TableSocket:
    """Serves front ends at *file* from ``start`` to ``close``, with the messages that *extensions* add."""

    def __init__(
        self,
        file: SocketFile,
        now: Callable[[], float] = time.monotonic,
        extensions: Iterable[Extension] = (),
    ) -> None:
        self._file = file
        self._watch: TableWatch | None = None
        self._may_move = False
        self.boot = secrets.token_hex(8)
        self._extensions = tuple(extensions)
        self._readers: dict[str, messages.Reader] = dict(messages.READERS)
        # The state of a match that is over, and its review row by row.
        self._reviewing: tuple[messages.TableState, Iterator[list[Fields] | None]] = messages.TableState(0), iter(())
        self._encoded: tuple[messages.TableState, bytes] | None = None
        self.newest = messages.TableState(0)
        self._states: deque[messages.TableState] = deque(maxlen=STATES_MOST)
        self._answers: deque[Callable[[], object]] = deque()
        # By address, in the order of their newest messages: the first one has been silent for longest.
        self._front_ends = OrderedDict[str, FrontEnd]()
        self._allowance = Allowance(now)
        self._waker = Waker()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._waker, selectors.EVENT_READ)
        self._selector.register(file.socket, selectors.EVENT_READ)
        self._ends = False
        self._thread = Thread(target=self._run, name="table-socket", daemon=True)

    def start(self, watch: TableWatch | None = None, *, may_move: bool = True) -> None:
        """Begin to serve; without a *watch*, or unless they *may_move*, front ends may only watch.

        Sealed moves are made all the same, each for its seat.
        """
        self._watch = watch
        self._may_move = may_move and watch is not None
        for extension in self._extensions:
            extension.attach(self._waker.wake)
        self._thread.start()

    def close(self) -> None:
        """Tell the front ends that the game ends, and remove the socket."""
        for extension in self._extensions:
            extension.attach(lambda: None)
        self._ends = True
        self._waker.wake()
        self._thread.join()
        self._selector.close()
        self._waker.close()
        self._file.close()

    def put(self, state: messages.TableState) -> None:
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
        self._extensions = tuple(filter(self._begins, self._extensions))
        while not self._ends:
            try:
                self._serve()
            except Exception:
                # The game goes on, and a front end that says hello again is served again.
                log.exception("the table socket failed")
                self._reviewing = messages.TableState(0), iter(())
                for front_end in tuple(self._front_ends.values()):
                    self._forget(front_end)
        for front_end in tuple(self._front_ends.values()):
            self._send(front_end, messages.end_message())
            front_end.close()

    def _begins(self, extension: Extension) -> bool:
        """Begin *extension* in this thread, because it may read files; return False if it fails."""
        try:
            extension.begin(self)
        except Exception:
            log.exception("an extension of the table socket failed")
            return False
        self._readers |= extension.readers
        return True

    def _serve(self) -> None:
        pause_s = self._allowance.pause_s()
        self._listen(pause_s is None)
        for key, _ in self._selector.select(0 if self._review() else pause_s):
            if isinstance(key.data, FrontEnd):
                self._send_newest(key.data)
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
        for extension in self._extensions:
            extension.work()
        while self._states:
            state = self._states.popleft()
            for front_end in tuple(self._front_ends.values()):
                # One that has just said hello may have got a newer one.
                if not front_end.is_behind and front_end.version < state.version:
                    self._send_state(front_end, state)
        # A phone that is answered is told the newest state with that, and needs no other message.
        while self._answers:
            self._answers.popleft()()
        for front_end in tuple(self._front_ends.values()):
            if not front_end.is_behind:
                self._send_newest(front_end)

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of all front ends."""
        return tuple(self._front_ends)

    def public(self, state: messages.TableState) -> bytes:
        """Return the message of *state* to all."""
        if self._encoded is None or self._encoded[0] is not state:
            self._encoded = state, messages.state_message(state, self.boot, self._may_move)
        return self._encoded[1]

    def _send_newest(self, front_end: FrontEnd) -> None:
        """Send what *front_end* has not got yet, unless it has been forgotten meanwhile."""
        newest = self.newest
        if self._front_ends.get(front_end.address) is not front_end:
            return
        if front_end.version < newest.version:
            self._send_state(front_end, newest)
        if front_end.version == newest.version and self._extensions:
            self._note_room(front_end, all(extension.tell(front_end.address) for extension in self._extensions))

    def _send_state(self, front_end: FrontEnd, state: messages.TableState) -> None:
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
            if self._watch is not None:
                self._watch.add_review(newest, review)
        return False

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
                datagram, address, process, user = self._file.receive(messages.RECEIVED_MOST + 1)
            except BlockingIOError:
                return
            if self._allowance.take(user):
                self._take(datagram, address, Claimant(str(user), str(process)))
            if self._allowance.pause_s() is not None:
                return

    def _take(self, datagram: bytes, address: str | None, client: Claimant) -> None:
        front_end = None if address is None else self._front_ends.get(address)
        if front_end is not None:
            # Not out and in again: "put" asks in another thread whether there is a front end.
            self._front_ends.move_to_end(front_end.address)
        try:
            request = messages.read_request(datagram, self._readers)
            if isinstance(request, messages.Subscription) and address is not None:
                self._welcome(address, client, request.protocol)
            else:
                self._follow(request, front_end)
        except TextUnreadable as unreadable:
            log.info("message of a front end refused: %s", unreadable)
            if front_end is not None:
                self._send(front_end, messages.refused_message(messages.Refusal.UNREADABLE))

    def _follow(self, request: object, front_end: FrontEnd | None) -> None:
        match request:
            case messages.Bye() if front_end is not None:
                self._forget(front_end)
            case messages.MoveRequest() if front_end is not None:
                refusal = self._refusal(request, front_end)
                if refusal is not None:
                    self._send(front_end, messages.refused_message(refusal, request.id))
            case _:
                for extension in self._extensions:
                    extension.take(request, None if front_end is None else front_end.address)

    def _welcome(self, address: str, client: Claimant, protocol: int) -> None:
        """Send the newest state to a front end that is known or new, or say why it gets none."""
        if (known := self._front_ends.get(address)) is not None:
            # It may have been started again at the same address.
            self._forget(known)
        try:
            front_end = FrontEnd(address, client)
        except OSError as failure:
            log.info("front end cannot be reached: %r", failure)
            return
        if protocol != messages.PROTOCOL:
            self._send(front_end, messages.refused_message(messages.Refusal.PROTOCOL))
            front_end.close()
            return
        if len(self._front_ends) == FRONT_ENDS_MOST:
            self._make_room(client)
        self._front_ends[address] = front_end
        for extension in self._extensions:
            extension.forget_told(address)
        self._send_newest(front_end)

    def _make_room(self, newcomer: Claimant) -> None:
        """Forget the dead, or else the front end that was silent for longest, of the client that has too many places.

        Where all have their share, it is one of the *newcomer*'s own process, of its user, or of all.
        """
        for front_end in tuple(self._front_ends.values()):
            try:
                front_end.connect()
            except OSError:
                self._forget(front_end)
        if len(self._front_ends) < FRONT_ENDS_MOST:
            return
        clients = {front_end: front_end.client for front_end in self._front_ends.values()}
        silent = makes_room(clients, newcomer) or max(
            clients, key=lambda one: (clients[one] == newcomer, clients[one].group == newcomer.group)
        )
        self._send(silent, messages.refused_message(messages.Refusal.FULL))
        self._forget(silent)

    def _refusal(self, request: messages.MoveRequest, front_end: FrontEnd) -> messages.Refusal | None:
        """Return why *request* cannot be made; None after asking the event loop to make it."""
        newest = self.newest
        if not self._may_move:
            return messages.Refusal.WATCH_ONLY
        if not newest.takes(request.version, request.seat):
            return messages.Refusal.STALE
        if newest.position is None or request.seat not in newest.position.seats_to_move:
            return messages.Refusal.TURN

        def answer(result: messages.Why | int) -> None:
            if isinstance(result, int):
                self._send(front_end, messages.accepted_message(request.id, result))
            else:
                self._send(front_end, messages.refused_message(result, request.id))

        return None if self.ask(request, answer) else messages.Refusal.BUSY

    def ask(self, request: messages.MoveRequest, answer: messages.Answer) -> bool:
        """Have *request* made in the event loop, and *answer* called in this thread; False if too many wait."""

        def queue_answer(result: messages.Why | int) -> None:
            self._answers.append(lambda: answer(result))
            self._waker.wake()

        return self._watch is not None and self._watch.ask(request, queue_answer)
