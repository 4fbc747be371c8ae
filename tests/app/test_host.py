"""The doctor's view of a real machine, whose root is a folder."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from companion.app import host
from companion.app.host import LocalHost, UnixAccount, account_of_player, local_host, wired
from companion.box.tray import TrayFound
from companion.config.declared import Setting
from companion.config.paths import Paths, find_paths
from companion.config.settings import DEFAULTS, text_of
from companion.devices.pi import BOARDS
from companion.dice.roller import DiceRoller
from companion.doctor.examine import CHECKS, OF_THE_IMAGE, look
from companion.doctor.host import Host, ProcessResult, Severity, TrayStatus, is_pi, line_of
from companion.errors import DeviceMissing
from companion.features.seam import Feature
from companion.link.client import Counts
from companion.link.discovery import LinkStatus
from companion.link.reader import Reader
from companion.link.twin_port import TwinTray
from tests.fakes.tray_firmware import SimulatedTray
from tests.support.match_lines import CODE, GUESS, HEADING, opened
from tests.support.opened import open_journal
from tests.support.stepped import built

BOARD = BOARDS["bonnet"]
# SQLite's file format: the page size that it takes by itself, and what a leaf of a table begins with.
PAGE, LEAF = 4096, 0x0D
# Only root can give a file away; everybody else owns the file of the test.
IS_ROOT = os.geteuid() == 0
OWNER, GROUP = (4001, 4002) if IS_ROOT else (os.geteuid(), os.getegid())
STRANGER = OWNER + 2


def machine(root: Path, account: UnixAccount | None = None, state: str = "state") -> LocalHost:
    folder = root / state
    where = Paths(folder / "journal.db", folder / "settings.toml", folder / "editions")
    # An absolute path under another root is that path within it.
    return LocalHost(where, BOARD, account or account_of_player(), {}, root)


def test_board_tells_the_doctor_all_he_asks() -> None:
    told = wired(BOARDS["waveshare-1in3"])
    assert (told.driver, told.node, told.speed_hz, told.is_i2c) == ("sh1106", "/dev/spidev0.0", 2_000_000, False)
    assert told.buttons[13] == "OK"


@pytest.mark.parametrize("buzzer", [None, 18])
def test_lines_of_the_buttons_and_of_the_buzzer_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, buzzer: int | None
) -> None:
    monkeypatch.setattr(
        host, "import_probe", lambda: SimpleNamespace(line_states=lambda numbers: dict.fromkeys(numbers, ("", True)))
    )
    pi = machine(tmp_path)
    pi.wiring = replace(pi.wiring, buzzer=buzzer)
    assert set(pi.lines()) == {*pi.wiring.buttons, *([18] if buzzer else [])}


def test_model_of_the_device_tree_is_read(tmp_path: Path) -> None:
    model = tmp_path / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert is_pi(machine(tmp_path))
    assert line_of(machine(tmp_path), "/proc/device-tree/model") == "Raspberry Pi Zero 2 W Rev 1.0"


def test_names_are_found_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/gpiochip0").touch()
    assert machine(tmp_path).names("/dev/gpiochip*") == ("/dev/gpiochip0",)


@pytest.mark.parametrize(
    ("mode", "account", "may"),
    [
        (0o600, UnixAccount("a", OWNER, frozenset()), True),
        (0o400, UnixAccount("a", OWNER, frozenset()), False),
        (0o660, UnixAccount("a", STRANGER, frozenset({GROUP})), True),
        (0o640, UnixAccount("a", STRANGER, frozenset({GROUP})), False),
        (0o660, UnixAccount("a", STRANGER, frozenset()), False),
        (0o666, UnixAccount("a", STRANGER, frozenset()), True),
        # The owner has rights of their own, independent of everybody's.
        (0o066, UnixAccount("a", OWNER, frozenset({GROUP})), False),
        (0o000, UnixAccount("root", 0, frozenset()), True),
    ],
)
def test_player_may_what_the_kernel_lets_him(tmp_path: Path, mode: int, account: UnixAccount, may: bool) -> None:
    node = tmp_path / "node"
    node.touch()
    if IS_ROOT:
        os.chown(node, OWNER, GROUP)
    node.chmod(mode)
    assert machine(tmp_path, account).may_use("/node") is may


def test_nobody_may_use_what_is_not_there(tmp_path: Path) -> None:
    assert not machine(tmp_path).may_use("/node")


def test_free_room_is_that_of_the_folder_to_come(tmp_path: Path) -> None:
    assert machine(tmp_path).free_mib("/not/yet/there") > 0


def test_program_is_run_to_its_end(tmp_path: Path) -> None:
    assert machine(tmp_path).run(sys.executable, "-c", "print('yes'); raise SystemExit(3)") == ProcessResult(
        3, "yes\n"
    )


def test_program_that_is_not_there_is_none(tmp_path: Path) -> None:
    assert machine(tmp_path).run("no-such-program-anywhere") is None


def damage_where_only_a_look_at_every_page_finds_it(path: Path) -> None:
    """Write a journal of many throws, and swap two of its pages of throws."""
    journal, _ = open_journal(path, datetime.now(UTC))
    dice_roller = DiceRoller(journal, lambda outcomes: 0, lambda: "2026-01-01T00:00:00Z")
    with closing(journal):
        for _ in range(300):
            dice_roller.throw()
    content = bytearray(path.read_bytes())
    leaves = [at for at in range(PAGE, len(content), PAGE) if content[at] == LEAF][-2:]
    first, second = (bytes(content[at : at + PAGE]) for at in leaves)
    content[leaves[0] : leaves[0] + PAGE], content[leaves[1] : leaves[1] + PAGE] = second, first
    path.write_bytes(content)


def checked(host: Host, key: str) -> tuple[Severity, str]:
    finding = look(next(check for check in (*CHECKS, *OF_THE_IMAGE) if check.key == key), host)
    return finding.light, finding.fact


def test_damaged_journal_turns_red(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    damage_where_only_a_look_at_every_page_finds_it(tmp_path / "state/journal.db")
    assert checked(machine(tmp_path), "journal")[0] is Severity.RED


def test_damaged_match_turns_red_and_match_and_line_are_named(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    path = tmp_path / "state/journal.db"
    with closing(opened(path)) as journal:
        for _ in range(2):
            journal.append(journal.begin(HEADING), [CODE, GUESS], None)
    path.write_bytes(path.read_bytes().replace(b"code RGBY", b"code PGBY", 1))
    light, fact = checked(machine(tmp_path), "journal")
    assert light is Severity.RED
    assert "expected line 1 as it was written" in fact
    assert "in match " in fact
    assert "RGBY" not in fact


def test_file_that_is_no_database_turns_red(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state/journal.db").write_text("not a database, though long enough to be taken for one")
    assert checked(machine(tmp_path), "journal")[0] is Severity.RED


def test_box_that_has_kept_nothing_yet_is_well(tmp_path: Path) -> None:
    assert checked(machine(tmp_path), "journal")[0] is Severity.GREEN


def test_wrong_settings_turn_red_and_name_the_file(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state/settings.toml").write_text("volume = 900\n")
    light, fact = checked(machine(tmp_path), "settings")
    assert light is Severity.RED
    assert "volume" in fact
    assert str(tmp_path / "state/settings.toml") in fact


def test_table_of_a_feature_is_checked_by_its_declaration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lamp = Feature("lamp", "Lamp", settings=(Setting("level", 3, limits=range(9)),))
    monkeypatch.setattr(host, "declared", lambda: tuple(lamp.declared().values()))
    (tmp_path / "state").mkdir()
    (tmp_path / "state/settings.toml").write_text("[lamp]\non = true\nlevel = 5\n")
    assert checked(machine(tmp_path), "settings")[0] is Severity.GREEN
    (tmp_path / "state/settings.toml").write_text("[lamp]\non = true\nlevel = 9\n")
    light, fact = checked(machine(tmp_path), "settings")
    assert light is Severity.RED
    assert "expected lamp.level to be a whole number, 0 to 8, got 9" in fact


def test_settings_edited_by_hand_turn_amber_and_show_their_values(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    text = text_of(replace(DEFAULTS, volume=10, names=("Ada",))).replace("= 10", "= 11")
    (tmp_path / "state/settings.toml").write_text(text, "utf-8")
    light, fact = checked(machine(tmp_path), "settings")
    assert light is Severity.AMBER
    assert fact.endswith('; it says: volume = 11; names = ["Ada"]')


@pytest.mark.parametrize("check", [*CHECKS, *OF_THE_IMAGE], ids=lambda check: check.key)
def test_every_check_comes_to_an_end_on_this_machine(check: object, tmp_path: Path) -> None:
    assert checked(machine(tmp_path), check.key)[0] in Severity  # type: ignore[attr-defined]


def with_tray(tmp_path: Path, status: LinkStatus) -> LocalHost:
    host = machine(tmp_path)
    host.tray_status = lambda: status
    return host


def test_tray_of_the_game_tells_its_counters(tmp_path: Path) -> None:
    status = LinkStatus(TrayFound("1f", "/dev/ttyUSB0", "1.2", 1), Counts(frames=90, crc_errors=3, retries=2))
    assert with_tray(tmp_path, status).tray() == TrayStatus(
        "/dev/ttyUSB0", "firmware 1.2, protocol 1", {"crc_errors": 3, "unknown": 0, "missed": 0}
    )


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the tray's counters as long as a machine that has much else to do may take."""
    monkeypatch.setattr("companion.app.host.COUNTERS_S", 10.0)


def spoil(tray: TwinTray) -> None:
    """Send *tray* frames that are damaged, and take nothing of what it says."""
    line = os.open(tray.dev / "ttyUSB0", os.O_WRONLY | os.O_NOCTTY)
    os.write(line, b"\x00\x05\x01\x07\xd9\x5f\x00" * 3)
    os.close(line)


@pytest.mark.usefixtures("patience")
def test_tray_that_heard_damage_is_amber_where_the_doctor_opens_the_port(tmp_path: Path) -> None:
    with closing(TwinTray()) as tray:
        (tmp_path / "dev").symlink_to(tray.dev)
        light, fact = checked(machine(tmp_path), "tray")
        assert (light, "tray: frames " in fact, ", damaged 0, " in fact) == (Severity.GREEN, True, True)
        spoil(tray)
        light, fact = checked(machine(tmp_path), "tray")
        assert (light, "box: crc_errors 0, unknown 0, " in fact) == (Severity.AMBER, True)
        assert ", damaged 3, " in fact


@pytest.mark.usefixtures("patience")
def test_tray_that_heard_damage_is_amber_where_the_game_has_the_port(tmp_path: Path) -> None:
    told: SimpleQueue[object] = SimpleQueue()
    with closing(TwinTray()) as tray, closing(Reader(tray.dev)) as reader:
        reader.start(told.put)
        while not isinstance(told.get(timeout=10), TrayFound):
            pass
        host = machine(tmp_path)
        host.share(reader)
        assert checked(host, "tray")[0] is Severity.GREEN
        spoil(tray)
        light, fact = checked(host, "tray")
        assert (light, ", damaged 3, " in fact) == (Severity.AMBER, True)


@pytest.mark.usefixtures("patience")
def test_real_firmware_tells_the_doctor_what_it_heard(tmp_path: Path) -> None:
    built("sim")
    with SimulatedTray() as tray:
        (tmp_path / "dev").symlink_to(tray.dev)
        assert checked(machine(tmp_path), "tray")[0] is Severity.GREEN
        tray.hear(b"\x00\x05\x01\x07\xd9\x5f\x00" * 2)
        light, fact = checked(machine(tmp_path), "tray")
        assert (light, ", damaged 2, stale 0, lost 0, " in fact) == (Severity.AMBER, True)


def test_port_at_which_nobody_answers_is_told(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match="ttyUSB0: nobody answers"):
        with_tray(tmp_path, LinkStatus(findings={"/dev/ttyUSB0": "nobody answers"})).tray()


def test_machine_without_a_port_has_no_tray(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    assert machine(tmp_path).tray() is None


@pytest.mark.parametrize(("port", "is_found"), [("", True), ("/dev/ttyUSB0", True), ("/dev/ttyS9", False)])
def test_only_the_port_that_the_settings_name_is_opened(tmp_path: Path, port: str, is_found: bool) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state/settings.toml").write_text(f'tray_port = "{port}"', "utf-8")
    with closing(TwinTray()) as tray:
        (tmp_path / "dev").symlink_to(tray.dev)
        assert (machine(tmp_path).tray() is not None) == is_found


def test_a_tray_at_another_port_than_the_settings_name_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.host.TRAY_S", 0.2)
    (tmp_path / "state").mkdir()
    (tmp_path / "state/settings.toml").write_text('tray_port = "/dev/ttyS9"', "utf-8")
    with closing(TwinTray()) as tray:
        (tmp_path / "dev").symlink_to(tray.dev)
        (tray.dev / "ttyS9").touch()
        with pytest.raises(DeviceMissing, match=r"got \S+ttyS9: "):
            machine(tmp_path).tray()


def test_game_s_own_reader_tells_the_doctor_what_it_knows() -> None:
    reader = Reader(Path("/nowhere"))
    found = local_host(find_paths({}, Path("/nowhere"), None), BOARD)
    found.share(reader)
    assert found.tray_status is not None
    assert found.tray_status() == LinkStatus()
    reader.close()


def with_environment(root: Path, **environment: str) -> LocalHost:
    host = machine(root)
    host.environment = environment
    return host


def test_machine_without_a_display_has_none(tmp_path: Path) -> None:
    assert with_environment(tmp_path).display() is None


def test_display_that_takes_connections_is_found(tmp_path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        host = with_environment(tmp_path, WAYLAND_DISPLAY="wayland-0", XDG_RUNTIME_DIR=str(tmp_path))
        assert host.display() == "WAYLAND_DISPLAY=wayland-0"


def test_display_of_another_machine_is_asked_over_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        monkeypatch.setattr("companion.app.host.X11_PORT", server.getsockname()[1] - 10)
        assert with_environment(tmp_path, DISPLAY="localhost:10.0").display() == "DISPLAY=localhost:10.0"


@pytest.mark.parametrize(
    "environment",
    [
        {"DISPLAY": ":7654321"},
        {"DISPLAY": "nonsense"},
        {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": "/nonexistent"},
    ],
)
def test_display_that_leads_nowhere_is_told(tmp_path: Path, environment: dict[str, str]) -> None:
    with pytest.raises(DeviceMissing, match="expected a display that answers, got none at "):
        with_environment(tmp_path, **environment).display()


def test_library_that_is_not_installed_is_told(tmp_path: Path) -> None:
    assert machine(tmp_path).has_library("json")
    assert not machine(tmp_path).has_library("no_such_library")
