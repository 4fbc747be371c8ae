"""The real program on the simulated chip: what only a chip can show. It costs about five seconds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.link import messages
from tests.fakes.lossy_line import FaultProfile
from tests.fakes.room import Ambient, RoomLamp, Wave
from tests.fakes.tray_firmware import CYCLES_PER_S, Reset, Tear
from tests.support.stepped import REST_S, Box

WHO = bytes.fromhex("00050107d95e00")
"""The request, as the vectors have it."""
WHITE = (0.088, 0.088, 0.088)
SAMPLES = 64
SERIAL = 0xC0DE
RAM = (0x100, 0x800)
"""Where the chip's RAM begins, and how much it is."""
RAM_PIECE = 1024
DATA_END = 0x100 + 512


@pytest.fixture
def box() -> Iterator[Box]:
    """A box at a tray that has just booted for the first time in its life."""
    with Box() as at_line:
        at_line.run(0.1)
        yield at_line


def look(box: Box) -> messages.Snapshot:
    return box.answer(messages.GetSnapshot(), messages.Snapshot)


def tally(box: Box) -> messages.Counters:
    return box.answer(messages.GetCounters(), messages.Counters)


def test_boot_is_told_once_and_begins_with_a_zero() -> None:
    with Box() as box:
        box.tray.run(0.1)
        raw = box.tray.take()
        assert raw[0] == 0
        assert list(box.decoder.feed(raw)) == [bytes.fromhex("8100030201020001021101000000000000000000" + "0000")]


def test_hello_tells_power_on_and_then_the_reset_pin(box: Box) -> None:
    assert box.hello().cause == messages.Cause.POWER_ON | messages.Cause.FRESH
    box.tray.reset()
    box.run(0.1)
    assert [m.cause for m in box.unasked(messages.Hello)] == [
        messages.Cause.POWER_ON | messages.Cause.FRESH,
        messages.Cause.EXTERNAL | messages.Cause.FRESH,
    ]


def test_brown_out_is_told(box: Box) -> None:
    box.tray.reset(Reset.BROWN_OUT)
    box.run(0.1)
    assert box.hello().cause == messages.Cause.BROWN_OUT | messages.Cause.FRESH


def test_program_that_hangs_is_reset_by_its_watchdog_and_lives_on(box: Box) -> None:
    boot = box.hello().boot
    box.tray.hang()
    box.run(0.2)
    assert box.unasked(messages.Hello)[1:] == []
    box.run(0.3)
    (told,) = box.unasked(messages.Hello)
    assert (told.cause, told.boot) == (messages.Cause.WATCHDOG | messages.Cause.FRESH, boot + 1)
    # It bites once: the chip is not reset again and again.
    box.run(2)
    assert box.unasked(messages.Hello) == []
    assert box.tray.status().resets == 2


def test_watchdog_bites_wherever_the_program_hangs(box: Box) -> None:
    draw = random.Random(4)
    for boots in range(2, 10):
        box.tray.run_cycles(draw.randrange(1, CYCLES_PER_S // 10))
        box.tray.hang()
        box.run(0.5)
        assert (box.hello().boot, box.hello().cause) == (boots, messages.Cause.WATCHDOG | messages.Cause.FRESH)


def test_reading_is_what_light_and_room_add_up_to(box: Box) -> None:
    box.tray.noise(0)
    box.tray.room(Ambient(levels=(0.5, 0.1, 0.2, 0.3, 0.4)))
    box.tray.set_light(0, (0.30, 0.20, 0.10))
    box.run(REST_S + 0.2)
    values = box.reading().values
    expected = [SAMPLES * round(1023 * level) for level in (0.5, 0.8, 0.7, 0.6)]
    assert values[:4] == pytest.approx(expected, abs=SAMPLES)
    assert values[4] == pytest.approx(SAMPLES * round(1023 * 0.1), abs=SAMPLES)


def test_flicker_of_a_mains_lamp_cancels(box: Box) -> None:
    box.tray.noise(0)
    box.tray.set_light(2, WHITE)
    for hz in (100.0, 200.0, 300.0):
        for phase in (0.0, 0.15, 0.4):
            box.tray.room(Ambient((0.8,) * 5, (RoomLamp(Wave.SINE, hz, 0.2, phase=phase),)))
            box.run(3 * REST_S)
            answer = box.reading()
            off, *lit = answer.values[8:12]
            assert answer.flags & messages.Flag.STEADY
            # A swing of 80 steps leaves less than one.
            assert [value - off for value in lit] == pytest.approx([SAMPLES * 1023 * 0.088] * 3, abs=SAMPLES)


def test_noise_is_averaged_to_an_eighth(box: Box) -> None:
    # 64 samples: 10.23 steps of noise leave 1.28 in a value. Five sigma of 20 values, twelve times.
    box.tray.room(Ambient(levels=(0.5,) * 5))
    box.run(REST_S)
    for _ in range(12):
        box.run(0.16)
        assert box.reading().values[0] / SAMPLES == pytest.approx(1023 * 0.5, abs=5 * 10.23 / 8)


def test_saturated_hole_is_told_and_no_other(box: Box) -> None:
    box.tray.noise(0)
    box.tray.room(Ambient(levels=(0.1, 0.1, 0.1, 1.0, 0.1)))
    box.run(REST_S)
    assert box.reading().clipped == (0, 0, 0, 255, 0)


def test_light_that_is_broken_is_told(box: Box) -> None:
    for hole in range(5):
        box.tray.set_light(hole, (0.05, 0.0, 0.05))
    box.run(10)
    assert box.reading().dim == 0b010


def test_press_counts_once_however_the_contact_bounces(box: Box) -> None:
    box.run(REST_S)
    for count in range(1, 8):
        box.tray.press(bounce_s=0.005 * count)
        box.run(0.1)
        box.tray.release(bounce_s=0.005 * count)
        box.run(0.1)
        assert look(box).count == count


def test_button_held_through_a_reset_does_not_count(box: Box) -> None:
    box.tray.press()
    box.run(0.1)
    box.tray.reset()
    box.run(0.5)
    assert look(box).count == 0
    box.tray.release()
    box.run(0.1)
    box.press()
    assert look(box).count == 1


def test_reset_is_no_press(box: Box) -> None:
    for _ in range(5):
        box.tray.reset()
        box.run(0.3)
    assert look(box).count == 0


def test_pushed_snapshot_ends_when_it_is_taken(box: Box) -> None:
    box.run(REST_S)
    box.press()
    pushed = box.unasked(messages.Snapshot)
    assert len(pushed) in (2, 3)
    box.ask(messages.AckSnapshot(1, 1))
    box.unasked(messages.Snapshot)
    box.run(6)
    assert box.unasked(messages.Snapshot) == []


def test_lamps_are_found_at_the_boot_and_show_what_they_are_told(box: Box) -> None:
    assert box.hello().features == messages.TrayFeature.WATCHDOG
    box.ask(messages.SetLamps(0b10_01))
    assert box.tray.lamps == 0
    box.tray.fit_lamps(True)
    box.tray.reset()
    box.run(0.1)
    assert box.hello().features == messages.TrayFeature.LAMPS | messages.TrayFeature.WATCHDOG
    assert box.ask(messages.SetLamps(0b11_10_01_00_10)) == messages.Result(
        messages.SetLamps.CODE, messages.Status.DONE
    )
    assert box.tray.lamps == 0b11_10_01_00_10
    box.press()
    assert box.tray.lamps == 0


def test_memory_outlasts_the_power(box: Box) -> None:
    assert box.ask(messages.SetIdentity(SERIAL, 7), within_s=0.08) == messages.Result(
        messages.SetIdentity.CODE, messages.Status.DONE
    )
    box.tray.cut_power()
    box.run(1)
    box.tray.power_up()
    box.run(0.1)
    told = box.hello()
    assert (told.serial, told.calibration, told.cause) == (SERIAL, 7, messages.Cause.POWER_ON | messages.Cause.FRESH)


@pytest.mark.parametrize("left", Tear)
def test_memory_torn_at_any_byte_holds_the_old_or_the_new(left: Tear) -> None:
    seen = set()
    with Box(seed=3) as box:
        box.run(0.1)
        box.ask(messages.SetIdentity(SERIAL, 1), within_s=0.08)
        boot, calibration, write = box.hello().boot, 1, 0
        while True:
            write += 1
            box.tray.tear(write, left)
            done = _keep_until_the_power_fails(box, calibration + 1)
            if done:
                break
            box.tray.power_up()
            box.run(0.2)
            told = box.hello()
            assert told.serial == SERIAL
            assert told.calibration in (calibration, calibration + 1)
            assert told.boot > boot
            boot, calibration = told.boot, told.calibration
            seen.add(write)
    # A generation, a calibration and a check at least.
    assert seen >= {1, 2, 3, 4}


def _keep_until_the_power_fails(box: Box, calibration: int) -> bool:
    """Whether the memory was written whole."""
    try:
        box.ask(messages.SetIdentity(SERIAL, calibration), within_s=0.08)
    except ValueError:
        return False
    return True


def test_boot_torn_at_any_byte_never_gives_its_number_twice(box: Box) -> None:
    boots = [box.hello().boot]
    for write in (1, 2, 3, 4, 1, 3, 2):
        box.tray.cut_power()
        box.tray.power_up()
        box.tray.tear(write)
        box.run(0.1)
        if not box.tray.status().on:
            assert box.unasked(messages.Hello)[1:] == []
            box.tray.power_up()
            box.run(0.1)
        boots.append(box.hello().boot)
        box.said.clear()
    assert boots == sorted(set(boots))


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(1, CYCLES_PER_S // 20), min_size=5, max_size=10))
def test_power_cut_at_any_cycle_leaves_a_tray_that_boots(pauses: list[int]) -> None:
    with Box() as box:
        box.run(0.1)
        boots = [box.hello().boot]
        for pause in pauses:
            box.tray.cut_power()
            box.tray.power_up()
            box.tray.run_cycles(pause)
        box.tray.cut_power()
        box.forget()
        box.tray.power_up()
        box.run(0.2)
        boots.append(box.hello().boot)
        assert boots[1] > boots[0]


def test_any_bytes_leave_a_tray_that_answers(box: Box) -> None:
    draw = random.Random(9)
    for _ in range(20):
        box.tray.hear(draw.randbytes(draw.randrange(1, 400)))
        box.tray.run(0.05)
    box.tray.hear(b"\x00")
    box.tray.run(0.1)
    box.forget()
    assert box.hello().protocol == messages.PROTOCOL
    assert tally(box).damaged > 0


def test_flood_loses_no_request_and_spoils_no_reading(box: Box) -> None:
    """A box gone mad asks as fast as the line can carry."""
    box.tray.noise(0)
    box.run(REST_S)
    before = box.reading()
    for _ in range(20):
        box.tray.hear(WHO * 150)
        box.tray.run(0.05)
        box.forget()
    box.tray.run(0.1)
    box.tray.take()
    box.hello()
    counted = tally(box)
    assert (counted.damaged, counted.lost, counted.moved) == (0, 0, 0)
    assert counted.frames == 3003
    assert counted.scans == 0
    assert box.reading().values == pytest.approx(before.values, abs=SAMPLES)


def test_readings_may_be_asked_for_without_a_pause(box: Box) -> None:
    box.run(REST_S)
    for _ in range(100):
        box.ask(messages.GetReading(), within_s=0.004)
    assert tally(box).scans == 0


def test_line_that_is_bad_both_ways_is_survived_and_mended(box: Box) -> None:
    box.tray.weather(FaultProfile(lose=0.2, cut=0.1, flip=0.2, duplicate=0.2, delay=0.3, delay_s=0.05))
    answered = 0
    for _ in range(100):
        box.tray.hear(WHO)
        box.tray.run(0.02)
        answered += sum(body[0] == messages.Hello.CODE for body in box.decoder.feed(box.tray.take()))
    assert 20 < answered < 100
    assert box.tray.status().struck > 50
    box.tray.weather()
    box.tray.hear(b"\x00")
    box.tray.run(0.5)
    box.forget()
    assert box.hello().protocol == messages.PROTOCOL


def test_line_that_is_cut_carries_nothing(box: Box) -> None:
    box.tray.cut_line()
    box.tray.hear(WHO)
    box.run(0.1)
    box.tray.cut_line(False)
    assert box.unasked(messages.Hello)[1:] == []
    assert box.hello().boot == 1


def test_same_seed_gives_the_same_tray() -> None:
    def story(seed: int) -> list[object]:
        with Box(seed=seed) as box:
            box.tray.ambient(0.4)
            box.run(REST_S)
            box.press()
            return [*box.said, box.tray.status().cycle]

    assert story(5) == story(5)
    assert story(5) != story(6)


def test_stack_stays_far_from_the_data() -> None:
    def ram(box: Box) -> bytes:
        return b"".join(box.tray.ram(RAM[0] + at, RAM_PIECE) for at in range(0, RAM[1], RAM_PIECE))

    with Box() as box:
        before = ram(box)
        box.run(0.5)
        for request in (
            messages.Identify(),
            messages.GetSnapshot(),
            messages.GetReading(),
            messages.GetCounters(),
            messages.SetLamps(3),
            messages.SetIdentity(1, 2),
            messages.AckSnapshot(1, 1),
        ):
            box.ask(request, within_s=0.08)
        box.press()
        box.run(2)
        after = ram(box)
    # What was random at power-on and is still the same was never touched: the stack ends above sixteen such bytes.
    same = [was == is_now for was, is_now in zip(before, after, strict=True)]
    stack_end = next(at for at in range(len(same), DATA_END - RAM[0], -1) if all(same[at - 16 : at]))
    assert len(same) - stack_end <= 256
