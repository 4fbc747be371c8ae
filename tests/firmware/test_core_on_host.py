"""The core as a program of this machine: any bytes, and any requests beside the twin. It costs about three seconds."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.link import messages
from companion.link.framing import LIMIT, Decoder, frame
from companion.link.optics import Holes, load_optics
from companion.link.twin import Twin
from tests.support.stepped import built

SLOTS_PER_S = 1600
BOOT_SLOTS = 200
ANSWER_SLOTS = 100
"""Enough for the memory to be written."""

u16 = st.integers(0, 0xFFFF)
u32 = st.integers(0, 0xFFFFFFFF)
requests = st.one_of(
    st.builds(messages.Identify),
    st.builds(messages.GetSnapshot),
    st.builds(messages.GetCounters),
    st.builds(messages.AckSnapshot, st.integers(0, 3), st.integers(0, 3)),
    st.builds(messages.Watch, st.sampled_from([0, 0, 0, 2, 255])),
    st.builds(messages.SetLamps, u16),
    st.builds(messages.SetIdentity, u32, u32),
)


class Core:
    """The program ``board/host/main.c``, line by line."""

    def __init__(self) -> None:
        program = built("host") / "build" / "host" / "tray"
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.decoder = Decoder()

    def do(self, verb: str) -> bytes:
        """Do it, and return what the tray said meanwhile."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(verb + "\n")
        self._process.stdin.flush()
        return bytes.fromhex(self._process.stdout.readline())

    def ask(self, request: messages.Request, sequence: int) -> list[tuple[messages.Reply, int]]:
        """Send a request, and return everything that is said until it must have been answered."""
        said = self.do(f"take {frame(messages.encode(request, sequence)).hex()}") + self.do(f"slots {ANSWER_SLOTS}")
        return replies(self.decoder, said)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def replies(decoder: Decoder, said: bytes) -> list[tuple[messages.Reply, int]]:
    found = [messages.decode(body) for body in decoder.feed(said)]
    assert None not in found
    return [(entry[0], entry[1]) for entry in found if entry and isinstance(entry[0], messages.Reply)]


@pytest.fixture(scope="module")
def shared() -> Iterator[Core]:
    core = Core()
    yield core
    core.close()


def boot(core: Core) -> None:
    """Start again, independently of the examples before."""
    core.do("release")
    core.do("boot")
    core.decoder = Decoder()
    core.do(f"slots {BOOT_SLOTS}")


anything = st.lists(
    st.one_of(
        st.binary(min_size=1, max_size=300).map(lambda sent: f"take {sent.hex()}"),
        st.integers(1, 300).map("slots {}".format),
        st.sampled_from(["press", "release", "boot", "place 0 60 6 5", "place 0 3 3 3"]),
    ),
    max_size=20,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(verbs=anything)
def test_whatever_comes_only_whole_frames_are_said_and_who_is_answered(shared: Core, verbs: list[str]) -> None:
    boot(shared)
    said = b"".join(shared.do(verb) for verb in verbs)
    said += shared.do(f"slots {BOOT_SLOTS}")
    assert max(map(len, said.split(b"\x00"))) < LIMIT
    before = Decoder()
    replies(before, said)
    assert before.faults == Decoder().faults
    shared.do("take 00")
    answers = [message for message, sequence in shared.ask(messages.Identify(), 77) if sequence == 77]
    assert [type(answer) for answer in answers] == [messages.Hello]


class Double:
    """The twin in the place of the core, for the time of a test."""

    def __init__(self) -> None:
        self.twin = Twin(Holes(load_optics(), random.Random(1)))
        self.decoder = Decoder()
        self.twin.pass_time(BOOT_SLOTS / SLOTS_PER_S)
        self.twin.take()

    def ask(self, request: messages.Request, sequence: int) -> list[tuple[messages.Reply, int]]:
        self.twin.hear(frame(messages.encode(request, sequence)))
        self.twin.pass_time(self.twin.now + ANSWER_SLOTS / SLOTS_PER_S)
        return replies(self.decoder, self.twin.take())


def gist(answer: tuple[messages.Reply, int]) -> object:
    """What both must agree in: all but the board, the version, the number of the boot and what was measured."""
    message, sequence = answer
    match message:
        case messages.Hello():
            return "hello", sequence, message.protocol, message.oldest, message.serial, message.calibration
        case messages.Result():
            return "done", sequence, message.request, messages.Status(message.status)
    return type(message).__name__, sequence


@settings(deadline=None, max_examples=60)
@given(asked=st.lists(st.tuples(requests, st.integers(1, 255)), min_size=1, max_size=12))
def test_core_and_twin_answer_alike_whatever_is_asked_in_whatever_order(
    asked: list[tuple[messages.Request, int]],
) -> None:
    core, double = Core(), Double()
    boot(core)
    for request, sequence in asked:
        mine = list(map(gist, core.ask(request, sequence)))
        assert mine == list(map(gist, double.ask(request, sequence))), (request, sequence)
    core.close()


def test_reading_tells_of_the_light_that_was_added(shared: Core) -> None:
    boot(shared)
    shared.do("place 2 60 6 5")
    shared.do(f"slots {SLOTS_PER_S}")
    ((reading, _),) = shared.ask(messages.GetReading(), 1)
    assert isinstance(reading, messages.CurrentReading)
    off, red, green, blue = reading.values[8:12]
    assert (red - off, green - off, blue - off) == (64 * 60, 64 * 6, 64 * 5)
