"""The box's side of the protocol, without I/O: bytes and times go in; bytes, events and the next due time come out.

The client sends ``Identify``. A device that answers as a tray is listened to from then on. The tray reports its button
by itself, so the client only asks now and then whether it is still there. A device that does not answer as a tray is a
stranger, and is sent no further bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.box import tray
from companion.errors import N_, DeviceMissing
from companion.link import messages
from companion.link.framing import Decoder
from companion.link.press_ledger import PressLedger
from companion.link.requests import CALL_PAUSES, LISTEN_PAUSES, PAUSES, UNASKED, RequestQueue

GARBAGE_MOST = 4096
"""The most bytes without a valid frame: seventy of the longest frames, damaged one after the other."""
FLOOD_MOST = 100
"""The most unrequested frames per second: there are at most seven readings, while watching, and ten snapshots."""

STRANGE_BYTES = 256
"""The most bytes before the first valid frame: a printer's greeting is as long, a boot loader sends nothing."""
STRANGE_MOST = 8
"""The number of damaged frames, before the first valid one, at which a line is rejected: one per ``Identify``."""


class NoiseGuard:
    """Counts unreadable bytes and unrequested frames; ``verdict`` returns why the line must be rejected."""

    def __init__(self) -> None:
        self._is_understood = False
        self._garbage = 0
        self._unasked = 0
        self._second = float("-inf")

    @property
    def has_noise(self) -> bool:
        """Whether bytes arrived after the last valid frame, if there was any."""
        return self._garbage > 0

    def bytes(self, count: int) -> None:
        """Count bytes that arrived."""
        self._garbage += count

    def frame(self, is_asked: bool, now: float) -> None:
        """Count a valid frame, which *is_asked* if it answers a request."""
        self._is_understood = True
        self._garbage = 0
        if now - self._second >= 1:
            self._second, self._unasked = now, 0
        self._unasked += not is_asked

    def verdict(self, faults: int) -> str | None:
        """Return why the line is to be rejected, given its number of *faults* so far; None if it is not."""
        if self._unasked > FLOOD_MOST:
            return "it floods the line"
        if self._is_understood:
            return "it sends nothing that can be read" if self._garbage > GARBAGE_MOST else None
        if self._garbage > STRANGE_BYTES or faults >= STRANGE_MOST:
            return "it answers otherwise than a tray"
        return None


QUIET_S = 60.0
"""Seconds of silence after which the tray is asked whether it is still there; presses it reports by itself."""

OTHER_PROTOCOL = N_("Tray speaks {tray}, box {box}. Run: codemaker tray flash.")
NO_MEMORY = N_("The tray forgets its number. Change its controller.")


class LinkState(Enum):
    """The state of the link to the device at the other end."""

    CALLING = auto()
    HERE = auto()
    SILENT = auto()
    STRANGER = auto()


@dataclass(frozen=True, slots=True)
class ProtocolRange:
    """The range of protocol versions that the box speaks."""

    newest: int = messages.PROTOCOL
    oldest: int = messages.OLDEST

    def has(self, hello: messages.Hello) -> bool:
        """Return whether the tray speaks one of these versions too."""
        return hello.oldest <= self.newest and self.oldest <= hello.protocol


OURS = ProtocolRange()


@dataclass(frozen=True, slots=True)
class Counts:
    """The counters of a line, for the doctor."""

    frames: int = 0
    crc_errors: int = 0
    resyncs: int = 0
    unknown: int = 0
    retries: int = 0
    sessions: int = 0
    resets: int = 0
    rows: int = 0
    missed: int = 0


@dataclass(frozen=True, slots=True)
class ClientActions:
    """What the caller must do: send the bytes *out*, report the events *news*, and pass on the tray's *counters*."""

    out: bytes = b""
    news: tuple[tray.TrayEvent, ...] = ()
    counters: messages.Counters | None = None


class Client:
    """Talks to a device that may be a tray; ``due`` is when to call ``tick``, ``stage`` the state of the link.

    *draw_serial* draws a serial number for a tray that has none yet. *sequence* is the number of the last request
    before, from which numbering continues.
    """

    def __init__(
        self,
        ledger: PressLedger,
        port: str,
        draw_serial: Callable[[], int],
        *,
        versions: ProtocolRange = OURS,
        sequence: int = 0,
        is_watched: bool = False,
    ) -> None:
        self.stage = LinkState.CALLING
        self.reason = ""
        self.hello: messages.Hello | None = None
        self.is_foreign = False
        self.is_noise = False
        self._ledger = ledger
        self._port = port
        self._draw_serial = draw_serial
        self._versions = versions
        self._is_watched = is_watched
        self._is_announced = False
        self._requests = RequestQueue(sequence)
        self._decoder = Decoder()
        self._noise_guard = NoiseGuard()
        self._counts = Counts()
        self._heard_at = 0.0
        self._out = b""
        self._news: list[tray.TrayEvent] = []
        self._counters: messages.Counters | None = None

    @property
    def is_stranger(self) -> bool:
        """Whether the port is to be closed; no further bytes are sent to it."""
        return self.stage is LinkState.STRANGER

    @property
    def sequence(self) -> int:
        """The number of the last request; the next client of the same tray continues from it."""
        return self._requests.sequence

    @property
    def counts(self) -> Counts:
        """The counters of this line."""
        line, retries = self._decoder, self._requests.retries
        return replace(self._counts, crc_errors=line.crc_errors, resyncs=line.resyncs, retries=retries)

    @property
    def due(self) -> float | None:
        """When to call ``tick``; None once the device is a stranger."""
        if self.stage is LinkState.STRANGER:
            return None
        return self._heard_at + QUIET_S if self._requests.due is None else self._requests.due

    def start(self, now: float) -> ClientActions:
        """Send the first ``Identify``."""
        self._heard_at = now
        self._out += self._requests.put_alone(messages.Identify(), CALL_PAUSES, now)
        return self._step()

    def receive(self, arrived: bytes, now: float) -> ClientActions:
        """Process bytes that arrived, in pieces of any size."""
        if not self.is_stranger:
            self._noise_guard.bytes(len(arrived))
            for body in self._decoder.feed(arrived):
                self._take(body, now)
            verdict = self._noise_guard.verdict(self._decoder.faults)
            if verdict is not None:
                self.is_noise = True
                self._turn_away(verdict)
        return self._step()

    def tick(self, now: float) -> ClientActions:
        """Do what is due at *now*."""
        if not self.is_stranger:
            again = self._requests.tick(now)
            if again is None:
                self._give_up(now)
            elif self._requests.due is None and now >= self._heard_at + QUIET_S:
                self._put(messages.GetSnapshot(), now)
            self._out += again or b""
        return self._step()

    def ask(self, request: messages.Request, now: float) -> ClientActions:
        """Send *request* if the tray is there; ``Watch`` is also sent after each of its boots.

        A later call returns the counters that ``GetCounters`` asks for. The serial number of a ``SetIdentity`` is
        replaced by the tray's own.
        """
        if isinstance(request, messages.Watch):
            self._is_watched = bool(request.on)
        if isinstance(request, messages.SetIdentity) and self.hello is not None:
            request = replace(request, serial=self.hello.serial)
        if self.stage is LinkState.HERE:
            self._put(request, now)
        return self._step()

    def hang_up(self, reason: str) -> ClientActions:
        """Note that the line is gone."""
        self._turn_away(reason)
        return self._step()

    # Incoming messages

    def _take(self, body: bytes, now: float) -> None:
        read = messages.decode(body)
        if self.is_stranger:
            return
        if read is None:
            self._count(unknown=1)
            return
        message, sequence = read
        if not isinstance(message, messages.Reply):
            self._turn_away("it sends back what it is sent")
            return
        asked = self._requests.take_answer(message, sequence)
        self._noise_guard.frame(asked is not None, now)
        self._count(frames=1)
        self._heard_at = now
        self._understand(message, asked, sequence, now)
        if not self.is_stranger:
            self._out += self._requests.send_next(now)

    def _understand(
        self, message: messages.TrayMessage, asked: messages.Request | None, sequence: int, now: float
    ) -> None:
        if isinstance(message, messages.Hello):
            self._greet(message, asked, sequence, now)
        elif self.stage is not LinkState.HERE or self.hello is None:
            # A tray that had become silent sends again: repeat the pending Identify at once.
            self._requests.hurry(now)
        elif isinstance(message, messages.LightMessage):
            self._measure(message, self.hello, now)
        elif isinstance(message, messages.Counters):
            # Counters that were not asked for were delayed on the line and are out of date.
            self._counters = None if asked is None else message
        elif isinstance(message, messages.Result) and isinstance(asked, messages.SetIdentity):
            self._note_identity(asked, self.hello, message.status == messages.Status.DONE)

    def _greet(self, hello: messages.Hello, asked: messages.Request | None, sequence: int, now: float) -> None:
        if isinstance(asked, messages.Identify):
            if self._versions.has(hello):
                self._open(hello, now)
            else:
                ours = self._versions
                message = f"expected protocol {ours.oldest} to {ours.newest}, got {hello.oldest} to {hello.protocol}"
                fix = f"{message}, from the tray at {self._port}: run codemaker tray flash"
                self.is_foreign = True
                self._turn_away(message)
                error = DeviceMissing(fix, OTHER_PROTOCOL, tray=hello.protocol, box=ours.newest)
                self._news.append(tray.TrayTrouble(error))
        # This Hello was sent at a boot or delayed on the line; only the answer to an Identify counts.
        elif self.stage is not LinkState.HERE:
            self._requests.hurry(now)
        # A worn memory may repeat the number of a boot, so a Hello sent at a boot always leads to a new Identify.
        elif self.hello is None or hello.boot != self.hello.boot or sequence == UNASKED:
            self._call(now)

    def _open(self, hello: messages.Hello, now: float) -> None:
        self.stage, self.hello = LinkState.HERE, hello
        is_fresh = messages.Cause.FRESH in messages.Cause(hello.cause)
        missed = self._ledger.open(hello.serial, hello.boot, hello.count, is_fresh)
        self._count(sessions=1)
        if hello.serial == 0:
            self._put(messages.SetIdentity(self._draw_serial(), hello.calibration), now)
        else:
            self._announce(hello)
        if missed is not None:
            self._count(resets=1)
            self._news.append(tray.RowMissed(missed))
        self._put(messages.GetSnapshot(), now)
        if self._is_watched:
            self._put(messages.Watch(1), now)

    def _announce(self, hello: messages.Hello) -> None:
        if self._is_announced:
            return
        self._is_announced = True
        firmware = ".".join(map(str, hello.firmware))
        protocol = min(hello.protocol, self._versions.newest)
        board = messages.BoardKind(hello.board).name.lower() if hello.board in list(messages.BoardKind) else ""
        self._news.append(
            tray.TrayFound(f"{hello.serial:08x}", self._port, firmware, protocol, board, hello.calibration)
        )

    def _note_identity(self, keep: messages.SetIdentity, hello: messages.Hello, is_done: bool) -> None:
        if is_done:
            self._ledger.renumber(hello.serial, keep.serial)
            self.hello = hello = replace(hello, serial=keep.serial, calibration=keep.calibration)
        else:
            message = f"expected the tray at {self._port} to write its memory, got a failure"
            self._news.append(tray.TrayTrouble(DeviceMissing(message, NO_MEMORY)))
        self._announce(hello)

    def _measure(self, message: messages.LightMessage, hello: messages.Hello, now: float) -> None:
        if max(message.values) > tray.FULL_SCALE:
            # In rare cases a damaged frame passes the CRC.
            self._count(unknown=1)
        elif message.boot != hello.boot or messages.Flag.FRESH in messages.Flag(message.flags):
            # The tray was reset: a tray that has answered requests since its boot is not fresh.
            self._call(now)
        elif isinstance(message, messages.Snapshot):
            self._enter(message, hello, now)
        else:
            self._news.append(tray.Reading(*_measured(message)))

    def _enter(self, snapshot: messages.Snapshot, hello: messages.Hello, now: float) -> None:
        is_taken = messages.Flag.TAKEN in messages.Flag(snapshot.flags)
        entry = self._ledger.enter(hello.serial, snapshot.count, is_taken)
        if entry.missed is not None:
            self._count(missed=entry.missed)
            self._news.append(tray.RowMissed(entry.missed))
        if entry.is_new:
            self._count(rows=1)
            self._news.append(tray.RowCommitted(snapshot.count, *_measured(snapshot)))
        if not is_taken and not entry.is_stale:
            self._put(messages.AckSnapshot(snapshot.boot, snapshot.count), now)

    # Outgoing requests

    def _put(self, request: messages.Request, now: float) -> None:
        self._out += self._requests.put(request, now)

    def _call(self, now: float) -> None:
        """Send ``Identify``, unless one is pending already."""
        if not isinstance(self._requests.under_way, messages.Identify):
            self._out += self._requests.put_alone(messages.Identify(), PAUSES, now)

    def _give_up(self, now: float) -> None:
        if self.stage is LinkState.CALLING:
            self.is_noise = self._noise_guard.has_noise
            self._turn_away("it sends nothing that can be read" if self.is_noise else "it does not answer")
            return
        if self.stage is LinkState.HERE:
            self._lose(f"it does not answer {type(self._requests.under_way).__name__}")
        self.stage = LinkState.SILENT
        self._out += self._requests.put_alone(messages.Identify(), LISTEN_PAUSES, now, is_endless=True)

    def _turn_away(self, reason: str) -> None:
        self._lose(reason)
        self.stage = LinkState.STRANGER
        self._requests.clear()
        self._out = b""

    def _lose(self, reason: str) -> None:
        self.reason = reason
        if self._is_announced:
            self._is_announced = False
            self._news.append(tray.TrayLost(reason))

    def _count(self, **more: int) -> None:
        self._counts = replace(self._counts, **{name: getattr(self._counts, name) + n for name, n in more.items()})

    def _step(self) -> ClientActions:
        step = ClientActions(self._out, tuple(self._news), self._counters)
        self._out = b""
        self._news.clear()
        self._counters = None
        return step


def lights_of(message: messages.LightMessage) -> tray.Lights:
    """Return the values of each hole."""
    off, red, green, blue = [message.values[light :: messages.LIGHTS] for light in range(messages.LIGHTS)]
    holes = zip(off, red, green, blue, message.clipped, strict=True)
    return tuple(tray.Light(*values, spread=message.spread) for values in holes)


def _measured(message: messages.LightMessage) -> tuple[tray.Lights, bool, tuple[str, ...]]:
    """Return what the tray measured, whether it was settled, and the names of the dead lamps."""
    dead = tuple(str(light.name).lower() for light in messages.LightSet if light & message.dim)
    return lights_of(message), messages.Flag.STEADY in messages.Flag(message.flags), dead
