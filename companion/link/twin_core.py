"""The twin of the tray's firmware: ``firmware/core`` in Python, without the controller around it.

It follows ``firmware/PROTOCOL.md`` in content and timing; the same tests run on both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import ClassVar

from companion.box.tray import Lights
from companion.link.framing import Decoder, frame
from companion.link.messages import (
    COUNTS,
    HEAD_BYTES,
    HOLES,
    REQUESTS,
    AckSnapshot,
    BoardKind,
    Cause,
    Counters,
    CurrentReading,
    Feature,
    Flag,
    GetCounters,
    GetReading,
    GetSnapshot,
    Hello,
    Identify,
    Reply,
    Request,
    Result,
    SetIdentity,
    SetLamps,
    Snapshot,
    Status,
    Watch,
    decode,
    encode,
)

FIRMWARE = (0, 1, 0)

WRITE_S = 0.04
"""The time to write the twelve bytes of a copy of the memory, 3.4 ms each."""
PRESS_S = 0.0009
"""How long the contact must be closed until a press counts."""
SCAN_S = 0.02
SETTLE_S = 0.36
"""The time until pegs count as steady: two equal readings of eight scans, and two scans of the last movement."""
REST_S = 1.0
"""How long a press waits for the pegs to become steady."""
PUSH_FIRST_S, PUSH_LAST_S = 0.04, 2.56
WATCH_S = 0.64


@dataclass(frozen=True, slots=True)
class TwinMemory:
    """The tray's non-volatile memory; a write is atomic because the firmware keeps two copies."""

    generation: int = 0
    serial: int = 0
    calibration: int = 0


BLANK = TwinMemory()


@dataclass(frozen=True, slots=True)
class Frozen:
    """The reading that is frozen at a press."""

    clipped: tuple[int, ...] = (0,) * HOLES
    values: tuple[int, ...] = (0,) * 4 * HOLES
    scan: int = 0
    is_steady: bool = False
    spread: int = 0


class _Due(Enum):
    """The kinds of events that the twin schedules."""

    BOOTED = auto()
    KEPT = auto()
    DOWN = auto()
    SCANNED = auto()
    RESTED = auto()
    PUSH = auto()
    WATCH = auto()
    SETTLED = auto()


@dataclass(slots=True)
class _Session:
    """The state that a reset clears."""

    boot: int
    cause: Cause
    count: int = 0
    is_taken: bool = True
    frozen: Frozen = field(default_factory=Frozen)
    sequence: int | None = None
    is_called: bool = False
    is_met: bool = False
    push_after_s: float = PUSH_FIRST_S
    is_pending: bool = False
    is_watched: bool = False
    frames: int = 0
    stale: int = 0


def _sums(frozen: Frozen) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    return frozen.clipped, frozen.values, min(frozen.spread, 0xFFFF)


class Core:
    """A simulated controller: bytes and times go in, its output is in ``said``, and ``due`` is its next event.

    *measure* returns what the sensors see, *is_down* whether the button is down. ``memory`` survives resets; once
    ``is_worn`` is true, a boot no longer writes it.
    """

    def __init__(
        self,
        measure: Callable[[], Lights],
        is_down: Callable[[], bool],
        *,
        now: float,
        memory: TwinMemory,
        versions: tuple[int, int],
        has_lamps: bool,
        board: BoardKind,
    ) -> None:
        self.now = now
        self.memory = memory
        self.lamps = 0
        self.said = b""
        self.is_worn = False
        self._measure_lights = measure
        self._is_down = is_down
        self._versions = versions
        self._has_lamps = has_lamps
        self._board = board
        self._moved_at = now
        self._dues: dict[_Due, float] = {}
        self._decoder = Decoder()
        self._writing = memory
        self._asked_to_keep = 0
        self._session = _Session(0, Cause(0))

    @property
    def due(self) -> float | None:
        """When the next event is due; None if there is none."""
        return min(self._dues.values(), default=None)

    def pass_time(self, until: float) -> None:
        """Advance the clock to *until* and process the events that are due."""
        while (due := self.due) is not None and due <= until:
            self.now = max(self.now, due)
            what = min(self._dues, key=self._dues.__getitem__)
            del self._dues[what]
            self._ON_DUE[what](self)
        self.now = max(self.now, until)

    def hear(self, arrived: bytes) -> None:
        """Process bytes from the box."""
        for body in self._decoder.feed(arrived):
            self._session.frames += 1
            # Requests during the boot are ignored; the box repeats them.
            if _Due.BOOTED not in self._dues and len(body) >= HEAD_BYTES:
                self._take(body, body[0], body[1])

    def take(self) -> bytes:
        """Return the bytes sent since the last call."""
        said, self.said = self.said, b""
        return said

    def power_down(self) -> None:
        """Stop at once; a write in progress is lost."""
        self._dues.clear()
        self._session = _Session(0, Cause(0))

    def boot(self, cause: Cause) -> None:
        """Boot: clear everything but the memory, and send nothing before the number of this boot is written to it."""
        self._dues.clear()
        self._decoder = Decoder()
        self.lamps = 0
        self._moved_at = self.now
        self._writing = replace(self.memory, generation=(self.memory.generation + 1) & 0xFFFF)
        self._session = _Session(self._writing.generation, cause)
        self._dues[_Due.BOOTED] = self.now + WRITE_S

    def move(self) -> None:
        """Note that the light in the holes has changed."""
        self._moved_at = self.now
        if self._session.is_watched:
            self._dues[_Due.SETTLED] = self.now + SETTLE_S

    def contact(self, is_closed: bool) -> None:
        """Note that the button's contact has closed or opened, after it had been stable for long enough."""
        if is_closed:
            self._dues[_Due.DOWN] = self.now + PRESS_S
        else:
            self._dues.pop(_Due.DOWN, None)

    def _booted(self) -> None:
        if not self.is_worn:
            self.memory = self._writing
        self.said += b"\x00"
        self._say(self._hello(), 0)

    def _take(self, body: bytes, code: int, sequence: int) -> None:
        if code != Identify.CODE and self._is_stale(sequence):
            self._session.stale += 1
            return
        session = self._session
        session.sequence = sequence
        if code == Identify.CODE:
            session.is_called = True
        elif session.is_called:
            session.is_met = True
        read = decode(body)
        if read is None or isinstance(read[0], Reply):
            is_known = code in (request.CODE for request in REQUESTS)
            self._say(Result(code, Status.SHORT if is_known else Status.UNKNOWN), sequence)
        else:
            self._answer(read[0], sequence)

    def _is_stale(self, sequence: int) -> bool:
        newest = self._session.sequence
        return newest is not None and (sequence - newest) & 0xFF >= 0x80

    def _say(self, reply: Reply, sequence: int) -> None:
        # The tray sends a leading zero only before its first frame.
        self.said += frame(encode(reply, sequence))[1:]

    def _answer(self, request: Request, sequence: int) -> None:
        match request:
            case Identify():
                self._say(self._hello(), sequence)
            case GetSnapshot():
                self._say(self._snapshot(), sequence)
            case GetReading():
                self._say(self._reading(), sequence)
            case GetCounters():
                faults = self._decoder.faults
                session = self._session
                damaged = faults.crc + faults.resyncs
                self._say(Counters(session.frames, damaged, session.stale, 0, 0, 0), sequence)
            case SetIdentity():
                self._keep(request, sequence)
            case _:
                self._say(Result(request.CODE, self._carry_out(request)), sequence)

    def _carry_out(self, request: AckSnapshot | Watch | SetLamps) -> Status:
        session = self._session
        match request:
            case AckSnapshot():
                if (request.boot, request.count) == (session.boot, session.count):
                    session.is_taken = True
                    self._dues.pop(_Due.PUSH, None)
            case Watch(on):
                if on > 1:
                    return Status.REFUSED
                session.is_watched = bool(on)
                self._watch()
            case SetLamps(lamps):
                if lamps >> 2 * HOLES:
                    return Status.REFUSED
                self.lamps = lamps if self._has_lamps else 0
        return Status.DONE

    def _watch(self) -> None:
        self._dues.pop(_Due.WATCH, None)
        self._dues.pop(_Due.SETTLED, None)
        if self._session.is_watched:
            self._dues[_Due.WATCH] = self.now + WATCH_S

    def _watched(self) -> None:
        self._dues[_Due.WATCH] = self.now + WATCH_S
        self._say(self._reading(), 0)

    def _keep(self, keep: SetIdentity, sequence: int) -> None:
        if keep.serial == 0:
            self._say(Result(SetIdentity.CODE, Status.REFUSED), sequence)
        elif _Due.KEPT in self._dues:
            return
        elif (keep.serial, keep.calibration) == (self.memory.serial, self.memory.calibration):
            self._say(Result(SetIdentity.CODE, Status.DONE), sequence)
        else:
            generation = (self.memory.generation + 1) & 0xFFFF
            self._writing = TwinMemory(generation, keep.serial, keep.calibration)
            self._asked_to_keep = sequence
            self._dues[_Due.KEPT] = self.now + WRITE_S

    def _kept(self) -> None:
        self.memory = self._writing
        self._say(Result(SetIdentity.CODE, Status.DONE), self._asked_to_keep)

    # The button

    @property
    def _is_steady(self) -> bool:
        return self.now - self._moved_at >= SETTLE_S - 1e-9

    def _pressed(self) -> None:
        if _Due.BOOTED in self._dues:
            return
        self.lamps = 0
        if not self._session.is_pending:
            self._session.is_pending = True
            self._dues[_Due.RESTED] = self.now + REST_S
            self._dues[_Due.SCANNED] = max(self.now + SCAN_S, self._moved_at + SETTLE_S)

    def _scanned(self) -> None:
        if self._is_steady:
            self._freeze()
        else:
            self._dues[_Due.SCANNED] = self._moved_at + SETTLE_S

    def _freeze(self) -> None:
        session = self._session
        self._dues.pop(_Due.SCANNED, None)
        self._dues.pop(_Due.RESTED, None)
        session.frozen = self._measure()
        session.count = session.count % COUNTS + 1
        session.is_taken = session.is_pending = False
        session.push_after_s = PUSH_FIRST_S
        self._dues[_Due.PUSH] = self.now + PUSH_FIRST_S
        self._say(self._snapshot(), 0)

    def _push(self) -> None:
        session = self._session
        session.push_after_s = min(2 * session.push_after_s, PUSH_LAST_S)
        self._dues[_Due.PUSH] = self.now + session.push_after_s
        self._say(self._snapshot(), 0)

    # Outgoing messages

    def _measure(self) -> Frozen:
        lights = self._measure_lights()
        values = tuple(value for light in lights for value in (light.off, light.red, light.green, light.blue))
        clipped = tuple(min(light.clipped, 255) for light in lights)
        return Frozen(clipped, values, int(self.now / SCAN_S) % COUNTS + 1, self._is_steady, lights[0].spread)

    def _flags(self, frozen: Frozen) -> Flag:
        session = self._session
        flags = Flag.STEADY if frozen.is_steady else Flag(0)
        flags |= Flag.BUTTON if self._is_down() else Flag(0)
        flags |= Flag.PENDING if session.is_pending else Flag(0)
        flags |= Flag.TAKEN if session.is_taken else Flag(0)
        return flags | (Flag(0) if session.is_met else Flag.FRESH)

    def _hello(self) -> Hello:
        session, memory = self._session, self.memory
        features = Feature.LAMPS if self._has_lamps else Feature(0)
        return Hello(
            *self._versions,
            FIRMWARE,
            self._board,
            features,
            session.cause if session.is_met else session.cause | Cause.FRESH,
            session.boot,
            session.count,
            memory.serial,
            memory.calibration,
        )

    def _snapshot(self) -> Snapshot:
        session, frozen = self._session, self._session.frozen
        flags = self._flags(frozen)
        return Snapshot(session.boot, session.count, frozen.scan, flags, 0, *_sums(frozen))

    def _reading(self) -> CurrentReading:
        session, newest = self._session, self._measure()
        flags = self._flags(newest)
        return CurrentReading(session.boot, session.count, newest.scan, flags, 0, *_sums(newest))

    _ON_DUE: ClassVar[Mapping[_Due, Callable[[Core], None]]] = {
        _Due.BOOTED: _booted,
        _Due.KEPT: _kept,
        _Due.DOWN: _pressed,
        _Due.SCANNED: _scanned,
        _Due.RESTED: _freeze,
        _Due.PUSH: _push,
        _Due.WATCH: _watched,
        _Due.SETTLED: _watched,
    }
