"""What the box says on a line, and what it makes of what comes back."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.box.tray import Reading, RowCommitted, RowMissed, TrayEvent, TrayFound, TrayLost, TrayTrouble
from companion.link import messages
from companion.link.client import FLOOD_MOST, GARBAGE_MOST, QUIET_S, Client, ClientActions, LinkState, ProtocolRange
from companion.link.framing import LIMIT, Decoder, frame
from companion.link.press_ledger import UNKNOWN, PressLedger
from companion.link.requests import CALL_PAUSES, PAUSES
from companion.link.twin import BLANK, TwinMemory
from tests.link.test_messages import MESSAGES
from tests.support.world import World

HELLO = messages.Hello(
    messages.PROTOCOL, messages.PROTOCOL - 1, (0, 1, 0), 1, 0, messages.Cause.POWER_ON, 3, 0, 0xC0DE, 0
)
FOUND = TrayFound("0000c0de", "line", "0.1.0", messages.PROTOCOL, "nano", 0)


class Bench:
    """A client alone, with us as its tray."""

    def __init__(self) -> None:
        self.client = Client(PressLedger(), "line", lambda: 99)
        self.now = 0.0
        self.sent: list[tuple[float, messages.Request, int]] = []
        self.news: list[TrayEvent] = []
        self._ear = Decoder()
        self.do(self.client.start(0.0))

    def do(self, step: ClientActions) -> None:
        self.news += step.news
        for body in self._ear.feed(step.out):
            read = messages.decode(body)
            assert read is not None
            assert isinstance(read[0], messages.Request)
            self.sent.append((self.now, read[0], read[1]))

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.client.due is not None and self.client.due <= end:
            self.now = self.client.due
            self.do(self.client.tick(self.now))
        self.now = end

    def hear(self, arrived: bytes) -> None:
        self.do(self.client.receive(arrived, self.now))

    def say(self, message: messages.TrayMessage, sequence: int | None = None) -> None:
        """Answer what was asked last, unless told otherwise."""
        self.hear(frame(messages.encode(message, self.sent[-1][2] if sequence is None else sequence)))

    def asked(self) -> list[type[messages.Request]]:
        return [type(request) for _, request, _ in self.sent]


def snapshot(
    count: int, flags: messages.Flag = messages.Flag.STEADY, boot: int = 3, value: int = 500
) -> messages.Snapshot:
    return messages.Snapshot(boot, count, 9, flags, 0, (0,) * 5, (value,) * 20)


def at_the_table() -> Bench:
    """Return a client whose tray is here and has nothing to tell."""
    bench = Bench()
    bench.say(HELLO)
    bench.say(snapshot(0, messages.Flag.TAKEN))
    bench.sent.clear()
    return bench


# Strangers


def test_a_line_that_says_nothing_is_called_for_three_seconds_and_then_left_alone() -> None:
    bench = Bench()
    bench.wait(3600)
    assert bench.asked() == [messages.Identify] * len(CALL_PAUSES)
    assert bench.sent[-1][0] < 3
    assert bench.client.is_stranger
    assert bench.client.due is None
    assert bench.news == []


def test_a_call_is_the_seven_bytes_that_we_say_it_is() -> None:
    assert len(Client(PressLedger(), "line", lambda: 1).start(0.0).out) == 7


@pytest.mark.parametrize(
    "answer",
    [
        b"start\necho:Marlin 2.1.2\necho: Last Updated: 2023-12-04 | Author: (none)\n" * 4,
        b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n" * 4,
        b"\x00\xff\x13\x00" * 8,
    ],
)
def test_a_line_that_answers_otherwise_gets_no_more_bytes(answer: bytes) -> None:
    bench = Bench()
    bench.hear(answer)
    calls = len(bench.sent)
    bench.wait(60)
    assert bench.client.is_stranger
    assert (len(bench.sent), bench.news) == (calls, [])


def test_a_line_that_sends_back_what_it_is_sent_is_no_tray() -> None:
    bench = Bench()
    bench.hear(frame(messages.encode(messages.Identify(), 1)))
    assert bench.client.reason == "it sends back what it is sent"


def test_a_tray_in_its_boot_loader_is_found_when_it_speaks() -> None:
    bench = Bench()
    bench.wait(1.6)
    bench.hear(b"\x00")
    bench.say(HELLO, 0)
    # Its greeting alone might have been held up on the line: it is called once more, at once.
    bench.wait(0)
    bench.say(HELLO)
    assert bench.news == [FOUND]
    assert bench.now == 1.6


# Protocols


@pytest.mark.parametrize(
    ("box", "tray", "spoken"),
    [((1, 1), (1, 1), 1), ((2, 1), (1, 1), 1), ((1, 1), (2, 1), 1), ((3, 2), (4, 2), 3), ((3, 2), (2, 2), 2)],
)
def test_the_newest_protocol_that_both_speak_is_spoken(
    box: tuple[int, int], tray: tuple[int, int], spoken: int
) -> None:
    world = World(box_speech=ProtocolRange(*box), tray_speech=tray)
    world.run(1)
    assert [news.protocol for news in world.news if isinstance(news, TrayFound)] == [spoken]
    world.press(5)
    assert world.marks() == [5]


@pytest.mark.parametrize(("box", "tray"), [((1, 1), (3, 2)), ((3, 2), (1, 1))])
def test_a_protocol_that_one_does_not_speak_is_told_with_what_mends_it(
    box: tuple[int, int], tray: tuple[int, int]
) -> None:
    world = World(box_speech=ProtocolRange(*box), tray_speech=tray)
    world.run(100)
    (trouble,) = world.news
    assert isinstance(trouble, TrayTrouble)
    sentence = trouble.error.sentence.format(**trouble.error.values)
    assert sentence == f"Tray speaks {tray[0]}, box {box[0]}. Run: codemaker tray flash."
    assert world.client.is_stranger


def test_the_box_speaks_the_protocol_before_its_own_if_there_is_one() -> None:
    assert ProtocolRange().oldest == max(1, messages.PROTOCOL - 1)


# Silence and return


def test_nothing_is_said_on_an_idle_line_but_a_question_a_minute() -> None:
    world = World()
    world.run(2)
    frames, sent = world.client.counts.frames, len(world.sent)
    world.run(10 * QUIET_S)
    assert world.client.counts.frames == frames + 10
    assert len(world.sent) == sent + 10 * 7


def test_a_tray_that_falls_silent_is_told_once_and_once_when_it_is_back() -> None:
    world = World()
    world.run(1)
    world.is_cut = True
    world.run(600)
    assert [type(news) for news in world.news] == [TrayFound, TrayLost]
    world.is_cut = False
    world.run(61)
    assert [type(news) for news in world.news] == [TrayFound, TrayLost, TrayFound]


def test_a_press_while_the_cable_was_cut_is_read_when_it_is_whole_again() -> None:
    world = World()
    world.run(1)
    world.is_cut = True
    world.press(4)
    world.run(5)
    world.is_cut = False
    # The tray says it again every 2.56 s.
    world.run(2.6)
    assert world.marks() == [4]
    assert world.told(TrayLost) == []


def test_a_silent_tray_that_is_heard_again_is_called_at_once() -> None:
    bench = at_the_table()
    bench.wait(600)
    assert bench.client.stage is LinkState.SILENT
    bench.say(snapshot(1), 0)
    bench.wait(0)
    assert bench.sent[-1][0] == bench.now


def test_pauses_between_tries_grow_until_the_tray_is_given_up() -> None:
    bench = at_the_table()
    bench.do(bench.client.ask(messages.SetLamps(1), bench.now))
    bench.wait(30)
    times = [at for at, request, _ in bench.sent if request == bench.sent[0][1]]
    gaps = [round(later - earlier, 3) for earlier, later in pairwise(times)]
    assert gaps == list(PAUSES[:-1])
    assert gaps == sorted(gaps)
    assert len({sequence for _, request, sequence in bench.sent if request == bench.sent[0][1]}) == 1
    assert bench.news[1:] == [TrayLost("it does not answer SetLamps")]


def test_one_request_is_under_way_at_a_time() -> None:
    bench = at_the_table()
    bench.do(bench.client.ask(messages.SetLamps(1), bench.now))
    bench.do(bench.client.ask(messages.Watch(1), bench.now))
    assert len(bench.sent) == 1


def test_an_answer_with_another_number_answers_nothing() -> None:
    bench = Bench()
    bench.say(HELLO, 200)
    assert bench.news == []


def test_a_port_that_goes_is_told_once() -> None:
    bench = at_the_table()
    bench.do(bench.client.hang_up("the port is gone"))
    bench.do(bench.client.hang_up("the port is gone"))
    assert bench.news[1:] == [TrayLost("the port is gone")]


# The tray's number


def test_a_tray_without_a_number_gets_one_before_it_is_told() -> None:
    world = World(memory=BLANK)
    world.run(1)
    (found,) = world.news
    assert isinstance(found, TrayFound)
    assert int(found.serial, 16) == world.twin.memory.serial != 0
    world.press(1)
    assert world.marks() == [1]


def test_a_tray_that_cannot_keep_its_number_is_used_and_told() -> None:
    bench = Bench()
    bench.say(messages.Hello(messages.PROTOCOL, messages.PROTOCOL - 1, (0, 1, 0), 1, 0, 0, 3, 0, 0, 0))
    bench.say(messages.Result(messages.SetIdentity.CODE, messages.Status.FAILED))
    assert [type(news) for news in bench.news] == [TrayTrouble, TrayFound]


def test_the_number_of_a_calibration_is_kept_by_the_tray() -> None:
    world = World()
    world.run(1)
    world.act(world.client.ask(messages.SetIdentity(0, 1234), world.now))
    world.run(1)
    assert world.twin.memory == TwinMemory(8, 0xC0DE, 1234)
    world.replug()
    world.run(1)
    assert [news.calibration for news in world.news if isinstance(news, TrayFound)] == [0, 1234]


# Presses


def test_a_press_is_told_with_what_was_measured() -> None:
    bench = at_the_table()
    bench.say(messages.Snapshot(3, 1, 9, messages.Flag.STEADY, 2, (0, 7, 0, 0, 255), tuple(range(20))), 0)
    row = bench.news[-1]
    assert isinstance(row, RowCommitted)
    assert (row.count, row.is_settled, row.dead) == (1, True, ("green",))
    assert [(light.off, light.red, light.green, light.blue) for light in row.lights] == [
        tuple(range(first, first + 4)) for first in range(0, 20, 4)
    ]
    assert [light.clipped for light in row.lights] == [0, 7, 0, 0, 255]


def test_a_press_that_was_read_is_acknowledged_whenever_it_is_said_again() -> None:
    bench = at_the_table()
    bench.say(snapshot(1), 0)
    bench.say(messages.Result(messages.AckSnapshot.CODE, messages.Status.DONE))
    bench.sent.clear()
    bench.say(snapshot(1), 0)
    assert [request for _, request, _ in bench.sent] == [messages.AckSnapshot(3, 1)]
    assert len([news for news in bench.news if isinstance(news, RowCommitted)]) == 1


def test_no_request_bears_the_number_of_what_comes_unasked() -> None:
    bench = at_the_table()
    for _ in range(600):
        bench.do(bench.client.ask(messages.SetLamps(1), bench.now))
        bench.say(messages.Result(messages.SetLamps.CODE, messages.Status.DONE))
    numbers = [sequence for _, _, sequence in bench.sent]
    assert len(numbers) == 600
    assert set(numbers) == set(range(1, 256))


def test_a_press_with_pegs_still_moving_is_told_as_such() -> None:
    bench = at_the_table()
    bench.say(snapshot(1, messages.Flag(0)), 0)
    assert isinstance(bench.news[-1], RowCommitted)
    assert not bench.news[-1].is_settled


def test_values_that_no_converter_measures_are_dropped() -> None:
    bench = at_the_table()
    bench.say(snapshot(1, value=65473), 0)
    assert bench.news == [FOUND]
    bench.say(snapshot(1, value=65472), 0)
    assert len(bench.news) == 2


def test_a_press_before_the_box_was_started_is_missed_not_read() -> None:
    world = World()
    world.run(1)
    world.press(1)
    world.is_cut = True
    world.press(2)
    world.is_cut = False
    world.restart_box()
    world.run(2)
    assert world.marks() == [1]
    assert world.told(RowMissed) == [RowMissed(1)]


def test_a_reset_is_told_as_an_uncertain_miss_and_nothing_else() -> None:
    world = World()
    world.run(1)
    world.twin.reset(messages.Cause.WATCHDOG)
    world.run(1)
    world.press(2)
    assert world.news[1:-1] == [RowMissed(UNKNOWN)]
    assert world.marks() == [2]
    assert world.client.counts.resets == 1


@pytest.mark.parametrize("before", [1, 2, 3])
@pytest.mark.parametrize("is_heard", [True, False], ids=["told", "boot not heard"])
def test_a_press_after_a_boot_whose_number_came_before_is_not_lost(before: int, is_heard: bool) -> None:
    world = World()
    world.twin.is_worn = True
    world.twin.reset()
    world.run(1)
    for mark in range(before):
        world.press(mark)
    world.is_cut = not is_heard
    world.twin.reset()
    world.run(1)
    world.is_cut = False
    world.press(7)
    world.press(8)
    world.run(3)
    assert world.marks() == [*range(before), 7, 8]
    # Perhaps one was pressed before the tray spoke again.
    assert world.told(RowMissed) == [RowMissed(UNKNOWN)]


def test_a_port_that_is_opened_again_finds_the_tray_where_it_was() -> None:
    world = World()
    world.twin.is_worn = True
    world.twin.reset()
    world.run(1)
    world.press(1)
    world.reopen()
    world.run(1)
    world.press(2)
    assert (world.marks(), world.told(RowMissed)) == ([1, 2], [])


# Watching


def test_readings_come_while_they_are_watched_and_after_a_reset() -> None:
    world = World()
    world.run(1)
    world.act(world.client.ask(messages.Watch(1), world.now))
    world.run(2)
    assert len(world.told(Reading)) == 3
    world.twin.reset()
    world.run(2)
    assert len(world.told(Reading)) > 4
    world.act(world.client.ask(messages.Watch(0), world.now))
    world.run(0.1)
    told = len(world.told(Reading))
    world.run(10)
    assert len(world.told(Reading)) == told


def test_a_peg_that_is_put_in_is_seen_while_watched() -> None:
    world = World()
    world.run(1)
    world.act(world.client.ask(messages.Watch(1), world.now))
    world.run(0.1)
    world.twin.place(0, "red")
    world.run(0.4)
    assert len(world.told(Reading)) == 1


# Nonsense


def test_a_tray_that_floods_is_let_go() -> None:
    bench = at_the_table()
    for number in range(FLOOD_MOST + 1):
        bench.say(snapshot(number % 7), 0)
    assert bench.news[-1] == TrayLost("it floods the line")
    assert bench.client.is_stranger


def test_a_tray_that_turns_to_garbage_is_let_go() -> None:
    bench = at_the_table()
    bench.hear(b"garbage " * (GARBAGE_MOST // 8 + 1))
    assert bench.news[-1] == TrayLost("it sends nothing that can be read")


def pieces() -> st.SearchStrategy[list[bytes]]:
    """Return what a line may bring: noise, and sound frames of every kind."""
    sound = st.builds(lambda message, sequence: frame(messages.encode(message, sequence)), MESSAGES, st.integers(0, 3))
    return st.lists(st.one_of(st.binary(max_size=80), sound), max_size=30)


@given(pieces(), st.booleans())
@settings(max_examples=300)
def test_no_stream_of_bytes_makes_the_box_fail_or_grow(stream: list[bytes], is_here: bool) -> None:
    bench = at_the_table() if is_here else Bench()
    for piece in stream:
        bench.hear(piece)
        bench.wait(0.03)
        asking = bench.client._requests
        assert len(bench.client._decoder._frame) <= LIMIT
        assert len(asking._waiting) <= sum(issubclass(kind, messages.Request) for kind in messages.KINDS.values())
    # A piece may cause one Identify, GetSnapshot, AckSnapshot, SetIdentity and Watch each; it repeats nothing
    # sooner than after 50 ms.
    assert len(bench.sent) <= 6 * len(stream) + 10


def test_a_megabyte_of_noise_is_over_in_no_time() -> None:
    bench = at_the_table()
    noise = random.Random(1).randbytes(1 << 20)
    for at in range(0, len(noise), 1024):
        bench.hear(noise[at : at + 1024])
    assert bench.client.is_stranger
    assert bench.sent == []


def test_requests_without_a_tray_are_forgotten() -> None:
    bench = Bench()
    bench.do(bench.client.ask(messages.SetLamps(5), bench.now))
    bench.do(bench.client.ask(messages.SetIdentity(0, 5), bench.now))
    bench.say(HELLO)
    assert bench.asked() == [messages.Identify, messages.GetSnapshot]
