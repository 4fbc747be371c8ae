"""The twin of the tray: a simulation of the firmware in ``firmware/core`` with five holes, a button and a plug.

It follows ``firmware/PROTOCOL.md`` in content and timing; the same tests run on both. It has methods for the actions
of a person at the tray and for the bytes on the line. Time is passed in; no method waits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.link import messages
from companion.link.framing import Decoder, frame
from companion.link.optics import EMPTY, Holes

FIRMWARE = (0, 1, 0)

OPEN_S = 0.03
"""How long the button's contact must have been open until it can count as pressed again, in seconds."""

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


NOTHING_FROZEN = messages.Snapshot(
    0, 0, 0, messages.Flag(0), 0, (0,) * messages.HOLES, (0,) * messages.LIGHTS * messages.HOLES
)


@dataclass(slots=True)
class _Session:
    """The state that a reset clears."""

    boot: int
    cause: messages.Cause
    count: int = 0
    is_taken: bool = True
    frozen: messages.LightMessage = NOTHING_FROZEN
    sequence: int | None = None
    is_called: bool = False
    is_met: bool = False
    push_after_s: float = PUSH_FIRST_S
    is_pending: bool = False
    is_watched: bool = False
    frames: int = 0
    stale: int = 0


class Twin:
    """A simulated tray on a line; ``pass_time`` advances its clock, and ``take`` returns the bytes it has sent.

    *holes* simulates the light in its holes, *versions* is the newest and the oldest protocol that it speaks.
    ``memory`` survives resets, ``lamps`` has two bits a lamp, and ``now`` is the clock in seconds. Once ``is_worn`` is
    true, the memory no longer stores the number of a boot, so every later boot has the same number.
    """

    def __init__(
        self,
        holes: Holes,
        *,
        now: float = 0.0,
        memory: TwinMemory = BLANK,
        versions: tuple[int, int] = (messages.PROTOCOL, messages.OLDEST),
        has_lamps: bool = True,
        board: messages.BoardKind = messages.BoardKind.OTHER,
    ) -> None:
        self.now = now
        self.memory = memory
        self.lamps = 0
        self._holes = holes
        self._versions = versions
        self._has_lamps = has_lamps
        self._board = board
        self._is_down = False
        self._open_since = float("-inf")
        self.is_worn = False
        self._said = b""
        self._dues: dict[Callable[[], None], float] = {}
        self._asked_to_keep = 0
        self.power_up()

    # The person at the tray, and the hardware

    @property
    def pegs(self) -> tuple[str, ...]:
        """The peg in each hole, ``empty`` for none."""
        return tuple(self._holes.pegs)

    def place(self, hole: int, peg: str) -> None:
        """Put a peg of the colour *peg* into a hole."""
        self._holes.place(hole, peg)
        self._move()

    def remove(self, hole: int) -> None:
        """Take the peg out of a hole."""
        self.place(hole, EMPTY)

    def press(self) -> None:
        """Press the button and keep it down; raises ``ValueError`` if it is down already."""
        if self._is_down:
            raise ValueError(f"expected a button that is up, at {self.now} s")
        self._is_down = True
        if self._is_powered and self.now - self._open_since >= OPEN_S:
            self._dues[self._press] = self.now + PRESS_S

    def release(self) -> None:
        """Release the button; raises ``ValueError`` if it is not down."""
        if not self._is_down:
            raise ValueError(f"expected a button that is down, at {self.now} s")
        self._is_down = False
        self._open_since = self.now
        self._dues.pop(self._press, None)

    def reset(self, cause: messages.Cause = messages.Cause.EXTERNAL) -> None:
        """Reset the controller: it loses everything but its memory, and a write in progress is lost."""
        if self._is_powered:
            self._boot(cause)

    def cut_power(self) -> None:
        """Cut the tray's power; a write in progress is lost."""
        self._is_powered = False
        self._dues.clear()
        self._session = _Session(0, messages.Cause(0))

    def power_up(self) -> None:
        """Restore the tray's power, which boots it."""
        self._is_powered = True
        self._boot(messages.Cause.POWER_ON)

    # The line and the clock

    @property
    def due(self) -> float | None:
        """When the next event is due; None if there is none."""
        return min(self._dues.values(), default=None)

    def pass_time(self, until: float) -> None:
        """Advance the clock to *until* and process the events that are due."""
        while (due := self.due) is not None and due <= until:
            self.now = max(self.now, due)
            happen = min(self._dues, key=self._dues.__getitem__)
            del self._dues[happen]
            happen()
        self.now = max(self.now, until)

    def hear(self, arrived: bytes) -> None:
        """Process bytes from the box; ignored without power."""
        for body in self._decoder.feed(arrived) if self._is_powered else ():
            self._session.frames += 1
            # Requests during the boot are ignored; the box repeats them.
            if self._end_boot not in self._dues and len(body) >= messages.HEAD_BYTES:
                self._take(body, body[0], body[1])

    def take(self) -> bytes:
        """Return the bytes sent since the last call."""
        said, self._said = self._said, b""
        return said

    def _boot(self, cause: messages.Cause) -> None:
        """Boot: clear everything but the memory, and send nothing before the number of this boot is written to it."""
        self._dues.clear()
        self._decoder = Decoder()
        self.lamps = 0
        self._moved_at = self.now
        self._writing = replace(self.memory, generation=(self.memory.generation + 1) & 0xFFFF)
        self._session = _Session(self._writing.generation, cause)
        self._dues[self._end_boot] = self.now + WRITE_S

    def _move(self) -> None:
        """Note that the light in the holes has changed."""
        self._moved_at = self.now
        if self._session.is_watched:
            self._dues[self._show_settled] = self.now + SETTLE_S

    def _end_boot(self) -> None:
        if not self.is_worn:
            self.memory = self._writing
        self._said += b"\x00"
        self._say(self._hello(), 0)

    def _take(self, body: bytes, code: int, sequence: int) -> None:
        newest = self._session.sequence
        is_stale = newest is not None and (sequence - newest) & 0xFF >= 0x80
        if code != messages.Identify.CODE and is_stale:
            self._session.stale += 1
            return
        session = self._session
        session.sequence = sequence
        if code == messages.Identify.CODE:
            session.is_called = True
        elif session.is_called:
            session.is_met = True
        read = messages.decode(body)
        if read is not None and isinstance(read[0], messages.Request):
            self._answer(read[0], sequence)
        else:
            is_known = issubclass(messages.KINDS.get(code, messages.Reply), messages.Request)
            self._say(messages.Result(code, messages.Status.SHORT if is_known else messages.Status.UNKNOWN), sequence)

    def _say(self, reply: messages.Reply, sequence: int) -> None:
        # The tray sends a leading zero only before its first frame.
        self._said += frame(messages.encode(reply, sequence))[1:]

    def _answer(self, request: messages.Request, sequence: int) -> None:
        match request:
            case messages.Identify():
                self._say(self._hello(), sequence)
            case messages.GetSnapshot():
                self._show(messages.Snapshot, self._session.frozen, sequence)
            case messages.GetReading():
                self._show(messages.CurrentReading, self._measure(), sequence)
            case messages.GetCounters():
                session, damaged = self._session, self._decoder.faults
                self._say(messages.Counters(session.frames, damaged, session.stale, 0, 0, 0), sequence)
            case messages.SetIdentity():
                self._keep(request, sequence)
            case _:
                self._say(messages.Result(request.CODE, self._carry_out(request)), sequence)

    def _carry_out(self, request: messages.Request) -> messages.Status:
        session = self._session
        match request:
            case messages.AckSnapshot():
                if (request.boot, request.count) == (session.boot, session.count):
                    session.is_taken = True
                    self._dues.pop(self._push, None)
            case messages.Watch(on):
                if on > 1:
                    return messages.Status.REFUSED
                session.is_watched = bool(on)
                self._dues.pop(self._show_watched, None)
                self._dues.pop(self._show_settled, None)
                if on:
                    self._dues[self._show_watched] = self.now + WATCH_S
            case messages.SetLamps(lamps):
                if lamps >> 2 * messages.HOLES:
                    return messages.Status.REFUSED
                self.lamps = lamps if self._has_lamps else 0
        return messages.Status.DONE

    def _show_watched(self) -> None:
        self._dues[self._show_watched] = self.now + WATCH_S
        self._show(messages.CurrentReading, self._measure())

    def _show_settled(self) -> None:
        self._show_watched()

    def _keep(self, keep: messages.SetIdentity, sequence: int) -> None:
        if keep.serial == 0:
            self._say(messages.Result(messages.SetIdentity.CODE, messages.Status.REFUSED), sequence)
        elif self._end_write in self._dues:
            return
        elif (keep.serial, keep.calibration) == (self.memory.serial, self.memory.calibration):
            self._say(messages.Result(messages.SetIdentity.CODE, messages.Status.DONE), sequence)
        else:
            generation = (self.memory.generation + 1) & 0xFFFF
            self._writing = TwinMemory(generation, keep.serial, keep.calibration)
            self._asked_to_keep = sequence
            self._dues[self._end_write] = self.now + WRITE_S

    def _end_write(self) -> None:
        self.memory = self._writing
        self._say(messages.Result(messages.SetIdentity.CODE, messages.Status.DONE), self._asked_to_keep)

    # The button

    @property
    def _is_steady(self) -> bool:
        return self.now - self._moved_at >= SETTLE_S - 1e-9

    def _press(self) -> None:
        if self._end_boot in self._dues:
            return
        self.lamps = 0
        if not self._session.is_pending:
            self._session.is_pending = True
            self._dues[self._freeze] = self.now + REST_S
            self._dues[self._scan] = max(self.now + SCAN_S, self._moved_at + SETTLE_S)

    def _scan(self) -> None:
        if self._is_steady:
            self._freeze()
        else:
            self._dues[self._scan] = self._moved_at + SETTLE_S

    def _freeze(self) -> None:
        session = self._session
        self._dues.pop(self._scan, None)
        self._dues.pop(self._freeze, None)
        session.frozen = self._measure()
        session.count = session.count % messages.COUNTS + 1
        session.is_taken = session.is_pending = False
        session.push_after_s = PUSH_FIRST_S
        self._dues[self._push] = self.now + PUSH_FIRST_S
        self._show(messages.Snapshot, session.frozen)

    def _push(self) -> None:
        session = self._session
        session.push_after_s = min(2 * session.push_after_s, PUSH_LAST_S)
        self._dues[self._push] = self.now + session.push_after_s
        self._show(messages.Snapshot, session.frozen)

    # Outgoing messages

    def _measure(self) -> messages.CurrentReading:
        """Return what the sensors see now, with the flags that do not change if it is frozen."""
        lights, scan = self._holes.measure(), int(self.now / SCAN_S) % messages.COUNTS + 1
        values = tuple(value for light in lights for value in (light.off, light.red, light.green, light.blue))
        clipped = tuple(min(light.clipped, 255) for light in lights)
        flags = messages.Flag.STEADY if self._is_steady else messages.Flag(0)
        return messages.CurrentReading(0, 0, scan, flags, 0, clipped, values, min(lights[0].spread, 0xFFFF))

    def _hello(self) -> messages.Hello:
        session, memory = self._session, self.memory
        features = messages.TrayFeature.LAMPS if self._has_lamps else messages.TrayFeature(0)
        return messages.Hello(
            *self._versions,
            FIRMWARE,
            self._board,
            features,
            session.cause if session.is_met else session.cause | messages.Cause.FRESH,
            session.boot,
            session.count,
            memory.serial,
            memory.calibration,
        )

    def _show(self, kind: type[messages.LightMessage], seen: messages.LightMessage, sequence: int = 0) -> None:
        session = self._session
        flags = messages.Flag(seen.flags) | (messages.Flag.BUTTON if self._is_down else messages.Flag(0))
        flags |= messages.Flag.PENDING if session.is_pending else messages.Flag(0)
        flags |= messages.Flag.TAKEN if session.is_taken else messages.Flag(0)
        flags |= messages.Flag(0) if session.is_met else messages.Flag.FRESH
        light = seen.clipped, seen.values, seen.spread
        self._say(kind(session.boot, session.count, seen.scan, flags, seen.dim, *light), sequence)
