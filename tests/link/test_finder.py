"""Ports that come and go, are taken, forbidden or somebody else's; in a time of its own, with lines of our own."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from companion.box.tray import RowCommitted, TrayEvent, TrayFound, TrayLost, TrayTrouble
from companion.link.discovery import LOOK_EVERY_S, NOISE, TrayDiscovery
from companion.link.inotify import FolderWatch
from companion.link.messages import OLDEST, PROTOCOL
from companion.link.port_list import RULE_NAME
from companion.link.twin import Twin
from tests.support.world import NUMBERED, MarkedBed


class Cable:
    """The line of a port; what was written to it is in ``written``, what is to be read in ``waiting``."""

    def __init__(self, number: int) -> None:
        self.written = b""
        self.waiting = b""
        self.is_open = True
        self.is_dead = False
        self._number = number

    def fileno(self) -> int:
        return self._number

    def read(self) -> bytes:
        if self.is_dead:
            raise OSError(errno.EIO, "gone")
        waiting, self.waiting = self.waiting, b""
        return waiting

    def write(self, out: bytes) -> None:
        if self.is_dead:
            raise OSError(errno.EIO, "gone")
        self.written += out

    def close(self) -> None:
        self.is_open = False


class Desk:
    """A /dev, a finder, and a tray that answers at one of the ports."""

    def __init__(self, dev: Path, *, is_watching: bool = True, only: Path | None = None) -> None:
        self.dev = dev
        self.now = 100.0
        self.news: list[TrayEvent] = []
        self.cables: dict[str, Cable] = {}
        self.opened: list[str] = []
        self.failures: dict[str, int] = {}
        self.trays: dict[str, Twin] = {}
        self.watch = FolderWatch(dev) if is_watching else None
        self.finder = TrayDiscovery(dev, self._open, self.news.append, lambda: 7, only=only, watch=self.watch)

    def _open(self, path: Path) -> Cable:
        name = path.name
        if name in self.failures:
            raise OSError(self.failures[name], "refused", str(path))
        self.opened.append(name)
        self.cables[name] = Cable(len(self.opened))
        return self.cables[name]

    def tray_at(self, name: str, versions: tuple[int, int] = (PROTOCOL, OLDEST)) -> Twin:
        self.trays[name] = Twin(MarkedBed(), now=self.now - 1, memory=NUMBERED, versions=versions)
        self.trays[name].pass_time(self.now)
        self.trays[name].take()
        self.plug(name)
        return self.trays[name]

    def plug(self, name: str) -> None:
        (self.dev / name).touch()

    def unplug(self, name: str) -> None:
        (self.dev / name).unlink()

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        self._turn()
        while (due := self._due()) is not None and due <= end:
            self.now = max(self.now, due)
            self._turn()
        self.now = end

    def _due(self) -> float | None:
        dues = [self.finder.due, *(tray.due for tray in self.trays.values())]
        return min((due for due in dues if due is not None), default=None)

    def _turn(self) -> None:
        if self.watch is not None:
            self.finder.process_changes(self.now)
        self.finder.tick(self.now)
        for name, tray in self.trays.items():
            cable = self.cables.get(name)
            if cable is None or not cable.is_open:
                continue
            for _ in range(4):
                tray.pass_time(self.now)
                written, cable.written = cable.written, b""
                tray.hear(written)
                cable.waiting += tray.take()
                self._bring(cable)

    def _bring(self, cable: Cable) -> None:
        for file, port in self.finder.lines.items():
            if file == cable.fileno() and cable.waiting:
                self.finder.serve_port(port, False, self.now)

    def hang_up(self, name: str) -> None:
        self.cables[name].is_dead = True
        for file, port in self.finder.lines.items():
            if file == self.cables[name].fileno():
                self.finder.serve_port(port, False, self.now)

    def kinds(self) -> list[type[TrayEvent]]:
        return [type(news) for news in self.news]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Lend a desk on which nothing is plugged in."""
    desk = Desk(tmp_path)
    desk.finder.start(desk.now)
    return desk


def test_with_nothing_plugged_in_there_is_nothing_to_do(desk: Desk) -> None:
    desk.run(1)
    assert desk.finder.due is None


def test_a_tray_that_is_there_is_found(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.tray_at("ttyUSB0")
    desk.finder.start(desk.now)
    desk.run(0.1)
    assert desk.kinds() == [TrayFound]


def test_a_tray_that_is_plugged_in_is_found_and_its_presses_are_read(desk: Desk) -> None:
    desk.run(500)
    tray = desk.tray_at("ttyUSB0")
    desk.run(0.1)
    tray.press()
    desk.run(0.1)
    assert desk.kinds() == [TrayFound, RowCommitted]


def test_a_stranger_is_asked_for_three_seconds_and_its_port_closed(desk: Desk) -> None:
    desk.plug("ttyUSB0")
    desk.run(3600)
    assert desk.opened == ["ttyUSB0"]
    assert not desk.cables["ttyUSB0"].is_open
    assert len(desk.cables["ttyUSB0"].written) == 8 * 7
    assert list(desk.finder.status.findings.values()) == ["it does not answer"]
    assert desk.finder.due is None


def test_a_stranger_is_asked_again_once_it_was_replugged(desk: Desk) -> None:
    desk.plug("ttyUSB0")
    desk.run(10)
    desk.unplug("ttyUSB0")
    desk.plug("ttyUSB0")
    desk.run(10)
    assert desk.opened == ["ttyUSB0"] * 2


def test_strangers_do_not_hold_up_a_tray(desk: Desk) -> None:
    for name in ("ttyACM0", "ttyUSB0", "ttyUSB1"):
        desk.plug(name)
    desk.tray_at("ttyUSB2")
    desk.run(0.2)
    assert desk.kinds() == [TrayFound]


def test_where_a_tray_is_found_the_other_ports_are_left_alone(desk: Desk) -> None:
    desk.plug("ttyACM0")
    desk.tray_at("ttyUSB2")
    desk.run(0.2)
    assert not desk.cables["ttyACM0"].is_open
    asked = desk.cables["ttyACM0"].written
    desk.plug("ttyUSB3")
    desk.run(600)
    assert desk.opened == ["ttyUSB2", "ttyACM0"] or desk.opened == ["ttyACM0", "ttyUSB2"]
    assert desk.cables["ttyACM0"].written == asked


def test_when_the_tray_goes_the_others_are_asked(desk: Desk) -> None:
    desk.tray_at("ttyUSB2")
    desk.run(0.2)
    desk.plug("ttyUSB3")
    desk.run(5)
    desk.unplug("ttyUSB2")
    desk.run(0.2)
    assert desk.opened == ["ttyUSB2", "ttyUSB3"]
    assert desk.kinds() == [TrayFound, TrayLost]


def test_a_tray_is_back_within_two_seconds_and_told_once_each_time(desk: Desk) -> None:
    tray = desk.tray_at("ttyUSB0")
    desk.run(1)
    for _ in range(5):
        tray.cut_power()
        desk.hang_up("ttyUSB0")
        desk.unplug("ttyUSB0")
        desk.run(1)
        tray.power_up()
        desk.plug("ttyUSB0")
        desk.run(2)
    assert [kind for kind in desk.kinds() if kind in (TrayFound, TrayLost)] == [TrayFound, TrayLost] * 5 + [TrayFound]


def test_a_port_that_fails_but_stays_is_called_again_more_and_more_seldom(desk: Desk) -> None:
    desk.tray_at("ttyUSB0")
    desk.run(1)
    for _ in range(12):
        desk.hang_up("ttyUSB0")
        desk.run(70)
    found_at = len(desk.opened)
    assert found_at == 13
    for _ in range(1000):
        desk.hang_up("ttyUSB0")
        desk.run(0.05)
    # 50 s: without a pause it would be a thousand times.
    assert len(desk.opened) - found_at < 12


def test_a_port_that_another_program_has_is_asked_when_it_is_let_go(desk: Desk) -> None:
    desk.failures["ttyUSB0"] = errno.EBUSY
    desk.tray_at("ttyUSB0")
    with (desk.dev / "ttyUSB0").open("rb+"):
        desk.run(600)
        assert desk.finder.due is None
        assert list(desk.finder.status.findings.values()) == ["another program has it"]
        desk.failures.clear()
        desk.run(600)
        assert desk.news == []
    desk.run(1)
    assert desk.kinds() == [TrayFound]


def test_a_tray_of_another_protocol_is_told_once_and_asked_again_when_it_was_flashed(desk: Desk) -> None:
    desk.tray_at("ttyUSB0", (PROTOCOL + 2, PROTOCOL + 1))
    desk.run(3600)
    assert desk.kinds() == [TrayTrouble]
    assert desk.finder.due is None
    with (desk.dev / "ttyUSB0").open("rb+"):
        desk.tray_at("ttyUSB0")
    desk.run(1)
    assert desk.kinds() == [TrayTrouble, TrayFound]


def test_a_port_whose_owner_is_changed_late_is_opened_then(desk: Desk) -> None:
    desk.failures["ttyUSB0"] = errno.EACCES
    desk.tray_at("ttyUSB0")
    desk.run(10)
    assert desk.news == []
    desk.failures.clear()
    (desk.dev / "ttyUSB0").chmod(0o660)
    desk.run(1)
    assert desk.kinds() == [TrayFound]


def test_a_tray_s_port_that_may_not_be_opened_is_told_once(desk: Desk) -> None:
    desk.failures[RULE_NAME] = errno.EACCES
    desk.plug("ttyUSB0")
    (desk.dev / RULE_NAME).symlink_to("ttyUSB0")
    desk.run(600)
    (desk.dev / "ttyUSB0").chmod(0o660)
    desk.run(600)
    assert desk.kinds() == [TrayTrouble]


@pytest.mark.parametrize("noise", [b"\x00\xff\x17" * 200, b"\x81\x00"], ids=["steady", "a little"])
def test_noise_at_the_tray_s_port_is_told_once_for_each_time_it_is_plugged_in(desk: Desk, noise: bytes) -> None:
    for count in (1, 2):
        desk.plug("ttyUSB0")
        (desk.dev / RULE_NAME).symlink_to("ttyUSB0")
        desk.run(0.5)
        desk.cables[RULE_NAME].waiting = noise
        desk._bring(desk.cables[RULE_NAME])
        desk.run(600)
        assert [news.error.sentence for news in desk.news if isinstance(news, TrayTrouble)] == [NOISE] * count
        (desk.dev / RULE_NAME).unlink()
        desk.unplug("ttyUSB0")
        desk.run(1)


def test_noise_of_a_device_that_need_not_be_a_tray_is_found_by_the_doctor_alone(desk: Desk) -> None:
    desk.plug("ttyUSB0")
    desk.run(0.5)
    desk.cables["ttyUSB0"].waiting = b"$GPGGA,1,2\r\n" * 40
    desk._bring(desk.cables["ttyUSB0"])
    desk.run(600)
    assert desk.news == []
    assert list(desk.finder.status.findings.values()) == ["it answers otherwise than a tray"]


def test_a_line_that_dies_while_it_is_written_to_is_let_go(desk: Desk) -> None:
    desk.plug("ttyUSB0")
    desk.run(0.05)
    desk.cables["ttyUSB0"].is_dead = True
    desk.run(10)
    assert not desk.cables["ttyUSB0"].is_open
    assert desk.news == []


def test_a_line_that_the_system_calls_gone_is_let_go_unread(desk: Desk) -> None:
    desk.plug("ttyUSB0")
    desk.run(0.05)
    (port,) = desk.finder.lines.values()
    desk.finder.serve_port(port, True, desk.now)
    assert not desk.cables["ttyUSB0"].is_open


def test_only_the_port_that_is_asked_for_is_opened(tmp_path: Path) -> None:
    desk = Desk(tmp_path, only=tmp_path / "ttyS7")
    desk.finder.start(desk.now)
    desk.plug("ttyUSB0")
    desk.tray_at("ttyS7")
    desk.run(1)
    assert desk.opened == ["ttyS7"]
    assert desk.kinds() == [TrayFound]


def test_where_the_system_tells_nothing_the_ports_are_looked_at_now_and_then(tmp_path: Path) -> None:
    desk = Desk(tmp_path, is_watching=False)
    desk.finder.start(desk.now)
    desk.run(100)
    desk.tray_at("ttyUSB0")
    desk.run(LOOK_EVERY_S)
    assert desk.kinds() == [TrayFound]
    assert not desk.finder.status.is_told_of_changes


@pytest.mark.parametrize("failure", [errno.EBUSY, errno.EACCES])
def test_where_the_system_tells_nothing_a_port_that_could_not_be_opened_is_tried_again(
    tmp_path: Path, failure: int
) -> None:
    desk = Desk(tmp_path, is_watching=False)
    desk.failures["ttyUSB0"] = failure
    desk.tray_at("ttyUSB0")
    desk.finder.start(desk.now)
    desk.run(100)
    assert desk.news == []
    desk.failures.clear()
    desk.run(LOOK_EVERY_S)
    assert desk.kinds() == [TrayFound]


def test_the_counts_of_all_lines_are_added_up(desk: Desk) -> None:
    tray = desk.tray_at("ttyUSB0")
    for _ in range(3):
        desk.run(5)
        tray.press()
        desk.run(0.2)
        tray.release()
        desk.hang_up("ttyUSB0")
        desk.run(5)
    counts = desk.finder.status.counts
    assert (counts.rows, counts.sessions) == (3, 4)
