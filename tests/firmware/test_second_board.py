"""The firmware for the ATmega32U4 on a simulated chip: its USB, scan, button and watchdog, seen by a USB host."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass

from companion.link.framing import Decoder, frame
from companion.link.messages import (
    PROTOCOL,
    BoardKind,
    Cause,
    CurrentReading,
    GetReading,
    Hello,
    Identify,
    Snapshot,
    TrayFeature,
    TrayMessage,
    decode,
    encode,
)
from tests.support.stepped import built

SAMPLES = 64
DARK, OF_HOLE, OF_LIGHT = 20, 10, 100
"""What a sensor sees in ``firmware/sim/micro/main.c``, in steps; under red 1, green 2 and blue 4 times the last."""
WHO = frame(encode(Identify(), 1)).hex()
READING = frame(encode(GetReading(), 2)).hex()
BEGIN = ("enumerate", "open")
ARDUINO_MICRO = "2341:8037"
"""Vendor and product of an Arduino Micro that runs a sketch: ``boards.txt`` of the Arduino core."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen after a word: the device if it was asked, what came from the tray, and the resets so far."""

    device: str
    messages: list[TrayMessage]
    resets: int
    is_attached: bool


def obeyed(*words: str) -> list[Seen]:
    """Run the program, and return what was seen after each of the words."""
    build = built("micro-sim") / "build"
    command = [str(build / "sim" / "micro-sim"), str(build / "micro" / "tray.elf"), *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return [_seen(line) for line in ran.stdout.splitlines()]


def _seen(line: str) -> Seen:
    *said, resets, state = line.split(" ")
    decoder = Decoder()
    bodies = decoder.feed(bytes.fromhex(said[-1]))
    found = [message for message in map(decode, bodies) if message is not None]
    return Seen(said[0] if len(said) > 1 else "", [message for message, _ in found], int(resets), state == "attached")


def hello(seen: Seen) -> Hello:
    (answer,) = seen.messages
    assert isinstance(answer, Hello)
    return answer


def test_hello_names_the_board_and_the_watchdog() -> None:
    enumerated, _, asked = obeyed(*BEGIN, WHO)
    assert (enumerated.device, enumerated.is_attached) == (ARDUINO_MICRO, True)
    answer = hello(asked)
    assert (answer.board, answer.protocol) == (BoardKind.MICRO, PROTOCOL)
    assert answer.features == TrayFeature.WATCHDOG


def test_each_hole_is_read_by_its_sensor_under_its_light() -> None:
    *_, asked = obeyed(*BEGIN, WHO, "run", READING)
    (reading,) = asked.messages
    assert isinstance(reading, CurrentReading)
    lit = (0, 1, 2, 4)
    assert reading.values == tuple(
        SAMPLES * (DARK + OF_HOLE * hole + OF_LIGHT * light) for hole in range(5) for light in lit
    )


def test_press_is_told_with_a_snapshot() -> None:
    *_, pressed, _ = obeyed(*BEGIN, WHO, "run", "press", "release")
    assert {type(message) for message in pressed.messages} == {Snapshot}


def test_nothing_is_sent_while_no_program_has_the_port_open() -> None:
    _, _, _, _, pressed, opened, asked = obeyed(*BEGIN, WHO, "close", "press", "open", WHO)
    assert pressed.messages == []
    assert Hello in {type(message) for message in [*opened.messages, *asked.messages]}


def test_hang_ends_with_one_bite_of_the_watchdog() -> None:
    words = (*BEGIN, WHO, "hang", *BEGIN, WHO, "run", "run")
    seen = obeyed(*words)
    before, hung, after = hello(seen[2]), seen[3], hello(seen[6])
    assert (hung.resets, hung.is_attached) == (1, False)
    assert after.boot == before.boot + 1
    assert Cause(after.cause) & Cause.WATCHDOG
    assert seen[-1].resets == 1


def test_port_closed_at_1200_baud_leaves_for_the_boot_loader() -> None:
    *_, ran, touched = obeyed(*BEGIN, WHO, "close", "run", "touch")
    assert ran.resets == 0
    assert touched.resets == 1
