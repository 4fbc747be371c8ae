"""The twin beside the real firmware: the same is done to both, and both must say the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Protocol

import pytest

from companion.link import messages
from companion.link.framing import Decoder, frame
from companion.link.optics import Holes, load_optics
from companion.link.twin import Twin
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.stepped import built

REST_S = 0.5


class End(Protocol):
    """The tray's end of a line, in a time of its own."""

    def run(self, seconds: float) -> None: ...

    def send(self, sent: bytes) -> None: ...

    def heard(self) -> bytes: ...

    def press(self) -> None: ...

    def release(self) -> None: ...

    def reset(self) -> None: ...

    def place(self, hole: int, peg: str) -> None: ...


class TwinEnd:
    def __init__(self) -> None:
        self._twin = Twin(Holes(load_optics(), random.Random(1)), has_lamps=False)
        self._said = b""

    def run(self, seconds: float) -> None:
        self._twin.pass_time(self._twin.now + seconds)

    def send(self, sent: bytes) -> None:
        self._twin.hear(sent)

    def heard(self) -> bytes:
        return self._twin.take()

    def press(self) -> None:
        self._twin.press()

    def release(self) -> None:
        self._twin.release()

    def reset(self) -> None:
        self._twin.reset()

    def place(self, hole: int, peg: str) -> None:
        self._twin.place(hole, peg)


class ChipEnd:
    def __init__(self) -> None:
        built("sim")
        self.tray = SimulatedTray(is_real_time=False)
        # Noise may seem a movement, which the twin does not know.
        self.tray.noise(0)
        # Past the port, which hands bytes on when the kernel finds the time.
        self.send = self.tray.hear
        self.heard = self.tray.take
        self.run = self.tray.run
        self.reset = self.tray.reset
        self.place = self.tray.place

    def press(self) -> None:
        self.tray.press(0)

    def release(self) -> None:
        self.tray.release(0)

    def close(self) -> None:
        self.tray.close()


@pytest.fixture
def ends() -> Iterator[tuple[TwinEnd, ChipEnd]]:
    """Lend a twin and a chip that have just booted for the first time in their lives."""
    chip = ChipEnd()
    yield TwinEnd(), chip
    chip.close()


def gist(message: messages.TrayMessage) -> tuple[object, ...]:
    """Return what both must agree in: all but their board and what their noisy converters measure."""
    name = type(message).__name__
    match message:
        case messages.Hello():
            return (name, message.protocol, message.oldest, message.boot, message.count, *_memory(message))
        case messages.Snapshot():
            return (
                name,
                message.boot,
                message.count,
                messages.Flag(message.flags),
                bool(message.scan),
                any(message.values),
            )
        case messages.CurrentReading():
            return (
                name,
                message.boot,
                message.count,
                messages.Flag(message.flags) & ~messages.Flag.PENDING,
                any(message.values),
            )
        case messages.Counters():
            return (name, message.damaged, message.stale)
    return (name, message)


def _memory(hello: messages.Hello) -> tuple[int, int]:
    return hello.serial, hello.calibration


class Dialogue:
    """What is said at one end: answers in their order, and of what comes unasked each thing once."""

    def __init__(self, end: End) -> None:
        self.end = end
        self.said: list[tuple[object, ...]] = []
        self._ear = Decoder()
        end.run(0.1)
        self.hear()

    def hear(self) -> None:
        for body in self._ear.feed(self.end.heard()):
            read = messages.decode(body)
            assert read is not None
            message, sequence = read
            if sequence:
                self.said.append((*gist(message), sequence))
            elif isinstance(message, messages.Hello | messages.Snapshot):
                self._hear_unasked(("unasked", type(message).__name__, message.boot, message.count))

    def _hear_unasked(self, told: tuple[object, ...]) -> None:
        # What is repeated falls into a pause of one end and not of the other: a millisecond decides it.
        if told not in self.said:
            self.said.append(told)

    def send(self, sent: bytes) -> None:
        self.end.send(sent)
        self.run(0.01)

    def ask(self, request: messages.Request, sequence: int) -> None:
        self.send(frame(messages.encode(request, sequence)))

    def run(self, seconds: float) -> None:
        self.end.run(seconds)
        self.hear()

    def push(self) -> None:
        """Press the button, as long as people do."""
        self.end.press()
        self.run(0.1)
        self.end.release()
        self.run(0.05)


def raw(*body: int) -> bytes:
    return frame(bytes(body))


def requests(one: Dialogue) -> None:
    asked: tuple[messages.Request, ...] = (
        messages.Identify(),
        messages.GetSnapshot(),
        messages.GetCounters(),
        messages.Watch(1),
        messages.Watch(0),
        messages.Watch(2),
        messages.SetLamps(0x3FF),
    )
    for sequence, request in enumerate(asked, 1):
        one.ask(request, sequence)
    one.ask(messages.SetLamps(0x400), 20)
    one.ask(messages.SetIdentity(0, 1), 21)
    one.ask(messages.GetReading(), 22)


def nonsense(one: Dialogue) -> None:
    one.send(raw(0x05, 1, 7))
    one.send(raw(0x08, 2))
    one.send(raw(0x00, 3))
    one.send(raw(0x44, 4, 1, 2, 3))
    one.send(raw(0x82, 5))
    one.send(raw(0x02, 6, 9, 9, 9))
    one.send(b"\x00garbage\x00\x00\x05\x02\x07\x01\x01\x00" + b"x" * 100 + b"\x00")
    one.send(raw(0x02))
    one.ask(messages.GetCounters(), 8)


def sequences(one: Dialogue) -> None:
    one.ask(messages.Identify(), 200)
    for sequence in (201, 201, 190, 255, 1, 254, 128, 129, 2, 0):
        one.ask(messages.SetLamps(sequence), sequence)
    one.ask(messages.Identify(), 5)
    one.ask(messages.GetSnapshot(), 6)
    one.ask(messages.GetCounters(), 7)


def presses(one: Dialogue) -> None:
    one.run(REST_S)
    one.push()
    one.ask(messages.GetSnapshot(), 1)
    one.ask(messages.AckSnapshot(1, 2), 2)
    one.ask(messages.GetSnapshot(), 3)
    one.ask(messages.AckSnapshot(1, 1), 4)
    one.ask(messages.GetSnapshot(), 5)
    one.push()
    one.push()
    one.ask(messages.GetSnapshot(), 6)


def early_presses(one: Dialogue) -> None:
    one.end.place(2, "red")
    one.push()
    one.ask(messages.GetSnapshot(), 1)
    one.push()
    one.run(1)
    one.ask(messages.GetSnapshot(), 2)


def memories(one: Dialogue) -> None:
    one.ask(messages.SetIdentity(77, 5), 1)
    one.ask(messages.SetIdentity(78, 6), 2)
    one.run(0.2)
    one.ask(messages.SetIdentity(77, 5), 3)
    one.ask(messages.Identify(), 4)
    one.end.reset()
    one.run(0.2)
    one.ask(messages.Identify(), 1)


def torn(one: Dialogue) -> None:
    one.ask(messages.SetIdentity(77, 5), 1)
    one.run(0.2)
    one.ask(messages.SetIdentity(77, 6), 2)
    one.end.reset()
    one.run(0.2)
    one.ask(messages.Identify(), 1)


def resets(one: Dialogue) -> None:
    one.run(REST_S)
    one.push()
    one.end.press()
    one.end.reset()
    one.run(REST_S)
    one.ask(messages.GetSnapshot(), 1)
    one.end.release()
    one.run(0.1)
    one.push()
    one.ask(messages.GetSnapshot(), 2)


DIALOGUES: tuple[Callable[[Dialogue], None], ...] = (
    requests,
    nonsense,
    sequences,
    presses,
    early_presses,
    memories,
    torn,
    resets,
)


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: str(dialogue.__name__))
def test_the_twin_says_what_the_firmware_says(
    dialogue: Callable[[Dialogue], None], ends: tuple[TwinEnd, ChipEnd]
) -> None:
    said = []
    for end in ends:
        one = Dialogue(end)
        dialogue(one)
        said.append(one.said)
    assert said[0] == said[1]


def chance(one: Dialogue, draw: random.Random) -> None:
    """Do anything, with enough time around it that a millisecond more or less changes nothing."""
    boot = 1
    for step in range(150):
        sequence = step % 255 + 1
        what = draw.randrange(9)
        if what < 5:
            asked: tuple[messages.Request, ...] = (
                messages.Identify(),
                messages.GetSnapshot(),
                messages.Watch(draw.randrange(3)),
                messages.SetLamps(draw.randrange(0x500)),
                messages.AckSnapshot(boot, draw.randrange(1, 12)),
                messages.SetIdentity(draw.randrange(3), draw.randrange(3)),
            )
            one.ask(draw.choice(asked), sequence)
            one.run(0.06)
        elif what < 7:
            one.push()
        elif what == 7:
            one.run(draw.choice((0.1, 0.9)))
        else:
            one.send(draw.randbytes(draw.randrange(70)) + b"\x00")
            one.run(0.06)
        if draw.random() < 0.05:
            one.end.reset()
            boot += 1
            one.run(REST_S)


@pytest.mark.parametrize("seed", range(3))
def test_the_twin_says_what_the_firmware_says_whatever_happens(seed: int, ends: tuple[TwinEnd, ChipEnd]) -> None:
    said = []
    for end in ends:
        one = Dialogue(end)
        one.run(REST_S)
        chance(one, random.Random(seed))
        said.append([told for told in one.said if told[0] != "CurrentReading"])
    assert said[0] == said[1]
