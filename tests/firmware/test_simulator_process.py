"""The harness as a process: its port, its pace, and that it never stays behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import DeviceMissing
from companion.link import messages
from companion.link.framing import Decoder, frame
from tests.fakes.room import LitHoles
from tests.fakes.tray_firmware import SimulatedTray, needed
from tests.support.stepped import REST_S, Box, built

PATIENCE_S = 10.0
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


def until(is_so: Callable[[], bool]) -> bool:
    """Whether it becomes true within a time limit: for what another process does without telling us."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if is_so():
            return True
        select.select([], [], [], 0.01)
    return False


def lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def cpu_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def wakings(process: int) -> int:
    """How often it has gone to sleep by itself, and so was woken."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])


class Reader:
    """What comes from a port, as messages."""

    def __init__(self, port: Path) -> None:
        self.file = os.open(port, os.O_RDWR | os.O_NOCTTY)
        self._decoder = Decoder()

    def ask(self, message: messages.TrayMessage) -> None:
        os.write(self.file, frame(messages.encode(message, 1)))

    def next_of(self, kind: type[messages.TrayMessage]) -> messages.TrayMessage:
        end = time.monotonic() + PATIENCE_S
        while select.select([self.file], [], [], max(0.0, end - time.monotonic()))[0]:
            for body in self._decoder.feed(os.read(self.file, 4096)):
                found = messages.decode(body)
                if found and isinstance(found[0], kind):
                    return found[0]
        raise AssertionError(f"no {kind.__name__} came within {PATIENCE_S} s")

    def wait_for_rest(self) -> None:
        """Wait for the tray to boot, and ask until the pegs are still."""
        self.next_of(messages.Hello)
        is_steady = False
        while not is_steady:
            self.ask(messages.GetReading())
            reading = self.next_of(messages.CurrentReading)
            assert isinstance(reading, messages.CurrentReading)
            is_steady = bool(reading.flags & messages.Flag.STEADY)

    def close(self) -> None:
        os.close(self.file)


def test_tray_in_real_time_answers_at_its_port() -> None:
    built("sim")
    with SimulatedTray() as tray:
        reader = Reader(tray.port)
        reader.ask(messages.Identify())
        assert isinstance(reader.next_of(messages.Hello), messages.Hello)
        reader.close()


def test_press_in_real_time_comes_to_the_port() -> None:
    built("sim")
    with SimulatedTray() as tray:
        reader = Reader(tray.port)
        tray.place(0, "red")
        reader.wait_for_rest()
        tray.press()
        snapshot = reader.next_of(messages.Snapshot)
        assert isinstance(snapshot, messages.Snapshot)
        assert snapshot.count == 1
        reader.close()


def test_unplugging_takes_the_port_away_and_plugging_in_brings_another_boot() -> None:
    built("sim")
    with SimulatedTray() as tray:
        reader = Reader(tray.port)
        reader.ask(messages.Identify())
        first = reader.next_of(messages.Hello)
        tray.unplug()
        assert not tray.port.exists()
        assert select.select([reader.file], [], [], PATIENCE_S)[0]
        reader.close()
        tray.plug_back()
        reader = Reader(tray.port)
        reader.ask(messages.Identify())
        second = reader.next_of(messages.Hello)
        assert isinstance(first, messages.Hello)
        assert isinstance(second, messages.Hello)
        assert second.boot == first.boot + 1
        reader.close()


def test_real_time_keeps_pace_with_the_clock_and_leaves_the_processor_idle() -> None:
    built("sim")
    with SimulatedTray() as tray:
        cycle, spent, began = tray.status().cycle, cpu_s(tray.process_id), time.monotonic()
        select.select([], [], [], 0.5)
        simulated = (tray.status().cycle - cycle) / 16e6
        passed = time.monotonic() - began
        # Behind by a slice of 2 ms and by what the machine has to do besides; never ahead.
        assert passed - 0.4 < simulated <= passed + 0.01
        assert cpu_s(tray.process_id) - spent < 0.3 * passed


def test_tray_without_power_takes_no_processor_time() -> None:
    built("sim")
    with SimulatedTray() as tray:
        tray.cut_power()
        # It has answered, and may still be on its way to sleep.
        select.select([], [], [], 0.1)
        before = wakings(tray.process_id)
        select.select([], [], [], 0.3)
        assert wakings(tray.process_id) == before


def test_steps_pass_no_time_by_themselves() -> None:
    with Box() as box:
        box.run(0.1)
        before = box.tray.status().cycle
        select.select([], [], [], 0.1)
        assert box.tray.status().cycle == before


def test_what_is_heard_in_steps_lies_at_the_port_too() -> None:
    with Box() as box:
        reader = Reader(box.tray.port)
        box.run(0.1)
        assert isinstance(reader.next_of(messages.Hello), messages.Hello)
        reader.ask(messages.Identify())

        def is_answered() -> bool:
            box.tray.run(0.05)
            return bool(box.tray.take())

        assert until(is_answered)
        reader.close()


def test_pegs_are_measured_as_they_lie() -> None:
    with Box() as box:
        box.tray.place(0, "white")
        box.run(REST_S)
        box.press()
        white = box.unasked(messages.Snapshot)[0]
        box.tray.remove(0)
        box.run(REST_S)
        box.press()
        (empty,) = [m for m in box.unasked(messages.Snapshot) if m.count == 2][:1]
        assert isinstance(white, messages.Snapshot)
        assert white.values[1] - white.values[0] > 10 * (empty.values[1] - empty.values[0]) > 0
        assert box.tray.pegs == ("empty",) * 5


def test_closing_ends_the_process_and_clears_its_folder() -> None:
    built("sim")
    tray = SimulatedTray()
    process, dev = tray.process_id, tray.dev
    tray.close()
    tray.close()
    assert not lives(process)
    assert not dev.exists()


def test_harness_does_not_outlive_whoever_started_it() -> None:
    """Not even in the middle of a week that is to pass, in which it does not listen."""
    built("sim")
    program = (
        "from tests.fakes.tray_firmware import SimulatedTray; tray = SimulatedTray(is_real_time=False);"
        "print(tray.process_id, tray.dev, flush=True); tray.run(1e6)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child, dev = parent.stdout.readline().split()
        assert lives(int(child))
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert until(lambda: not lives(int(child)))
    for left in Path(dev).iterdir():
        left.unlink()
    Path(dev).rmdir()


def test_chip_that_is_not_steered_any_more_ends() -> None:
    built("sim")
    tray = SimulatedTray()
    tray._answers.close()
    tray._socket.close()
    assert until(lambda: not lives(tray.process_id))
    tray.close()


def test_missing_harness_says_what_builds_it(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match=r"make -C firmware sim builds it, with Debian's .*gcc-avr"):
        needed(tmp_path)


def test_harness_that_does_not_start_is_a_missing_device(tmp_path: Path) -> None:
    for path in (tmp_path / "build" / "sim" / "tray-sim", tmp_path / "build" / "avr" / "tray.elf"):
        path.parent.mkdir(parents=True)
        path.write_text("#!/bin/sh\nexit 1\n")
        path.chmod(0o755)
    with pytest.raises(DeviceMissing, match="expected the simulator to be ready, got b''"):
        SimulatedTray(firmware=tmp_path)


def test_file_that_is_no_program_is_refused(tmp_path: Path) -> None:
    built("sim")
    elf = tmp_path / "tray.elf"
    elf.write_bytes(b"not a program")
    harness, _ = needed()
    command: list[str | Path] = [harness, "--elf", elf, "--port", tmp_path / "p", "--control", tmp_path / "c"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode == 1
    assert "expected a program for the ATmega328P" in run.stderr


@pytest.mark.parametrize("words", ["fly", "light 5 0 0 0", "light 0 0", "power maybe", "tear 1 half", "reset hard"])
def test_what_the_harness_does_not_know_is_an_error(words: str) -> None:
    with Box() as box, pytest.raises(DeviceMissing, match="expected ok from the simulator"):
        box.tray._say(words)


def test_bed_that_is_passed_in_is_the_one_that_is_measured() -> None:
    built("sim")
    with SimulatedTray() as first:
        holes = first._holes
    assert isinstance(holes, LitHoles)
    with SimulatedTray(holes=holes, is_real_time=False) as second:
        second.place(3, "blue")
        assert holes.pegs[3] == "blue"
