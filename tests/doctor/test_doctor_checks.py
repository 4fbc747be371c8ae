"""Every check turns red, or what is its worst, on a machine with just that fault."""

from __future__ import annotations

import errno
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.doctor.examine import CHECKS, OF_THE_IMAGE, examine, look, worst
from companion.doctor.header import check_panel
from companion.doctor.host import Check, Finding, Machines, PinState, ProcessResult, Severity, TrayStatus
from companion.errors import NO_SOUND, DeviceMissing, JournalFailed, SettingsChanged, SettingsRefused
from tests.fakes.host import BONNET, BUILT_S, HAT, SPEED, STATE, FakeHost

ALL = (*CHECKS, *OF_THE_IMAGE)
BY_KEY = {check.key: check for check in ALL}
WITH_BUZZER = replace(BONNET, buzzer=12)


def tray_with(**counters: int) -> TrayStatus:
    """Return a tray on a sound wire that has counted *counters*."""
    own = {"frames": 90, "damaged": 0, "stale": 0, "lost": 0, "scans": 0, "moved": 0}
    return TrayStatus("/dev/codemaker-tray", "tray 1.0", {"crc_errors": 0, "unknown": 0}, own | counters)


def found(host: FakeHost, key: str) -> Finding:
    return look(BY_KEY[key], host)


def lights(host: FakeHost) -> dict[str, Severity]:
    return {check.key: finding.light for check, finding in examine(host)}


OF_A_PI = {check.key for check in CHECKS if check.machines in (Machines.ALL, Machines.PI)}


def test_healthy_box_has_no_light_but_green_and_grey() -> None:
    grey = {"spi", "sound", "tray"}
    assert lights(FakeHost()) == {key: Severity.GREY if key in grey else Severity.GREEN for key in OF_A_PI}


def test_healthy_box_on_spi_has_no_light_but_green_and_grey() -> None:
    grey = {"panel", "i2c_speed", "sound", "tray"}
    assert lights(FakeHost(HAT)) == {key: Severity.GREY if key in grey else Severity.GREEN for key in OF_A_PI}


def desktop() -> FakeHost:
    host = FakeHost()
    host.become_a_desktop()
    return host


def test_desktop_is_asked_for_no_part_of_a_pi_and_one_line_says_so() -> None:
    grey = ("machine", "tray", "service")
    green = ("window", "terminal", "speaker", "journal", "disk", "clock", "settings")
    assert lights(desktop()) == dict.fromkeys(grey, Severity.GREY) | dict.fromkeys(green, Severity.GREEN)
    assert [finding.fact for _, finding in examine(desktop()) if "Pi" in finding.fact] == [
        "no Raspberry Pi: nothing of a Pi is checked"
    ]


def test_desktop_without_the_window_s_library_is_amber_and_names_the_command() -> None:
    host = desktop()
    host.libraries = set()
    finding = found(host, "window")
    assert (finding.light, finding.fix) == (Severity.AMBER, "sudo apt install python3-pygame")


def test_display_that_does_not_answer_is_amber() -> None:
    host = desktop()
    host.display_named = DeviceMissing("expected a display that answers, got none at DISPLAY=:7")
    finding = found(host, "window")
    assert (finding.light, finding.fix) == (Severity.AMBER, "codemaker --device terminal")


def test_machine_without_display_and_sound_is_not_ill() -> None:
    host = desktop()
    host.display_named = None
    del host.files["/dev/snd/pcmC0D0p"]
    assert (found(host, "window").light, found(host, "speaker").light) == (Severity.GREY, Severity.GREY)


def test_sound_server_is_found_where_there_is_no_card() -> None:
    host = desktop()
    del host.files["/dev/snd/pcmC0D0p"]
    host.environment = {"XDG_RUNTIME_DIR": "/run/user/1000"}
    host.files["/run/user/1000/pulse/native"] = b""
    assert (found(host, "speaker").light, found(host, "speaker").fact) == (
        Severity.GREEN,
        "/run/user/1000/pulse/native",
    )


@pytest.mark.parametrize("kind", ["", "dumb"])
def test_terminal_that_cannot_move_its_cursor_is_amber(kind: str) -> None:
    host = desktop()
    host.environment = {"TERM": kind}
    assert found(host, "terminal").light is Severity.AMBER


def test_program_that_was_not_started_in_a_terminal_is_not_ill() -> None:
    host = desktop()
    host.is_in_terminal, host.environment = False, {}
    assert found(host, "terminal").light is Severity.GREY


def test_service_that_is_enabled_on_a_desktop_is_looked_at_as_on_a_box() -> None:
    host = desktop()
    host.service |= {"UnitFileState": "enabled"}
    assert found(host, "service").light is Severity.AMBER
    host.service |= {"ActiveState": "active", "SubState": "running"}
    assert found(host, "service").light is Severity.GREEN


def test_port_that_the_player_may_not_use_turns_red_and_names_the_group() -> None:
    host = desktop()
    host.stop_game()
    host.group_by_path["/dev/ttyUSB0"] = "dialout"
    host.groups_of_player = set()
    host.tray_found = DeviceMissing("expected a peg tray that answers, got /dev/ttyUSB0: Permission denied")
    finding = found(host, "tray")
    assert (finding.light, finding.fact) == (Severity.RED, "codemaker may not use /dev/ttyUSB0")
    assert finding.fix == "sudo usermod -aG dialout codemaker"


def having(**wrong: object) -> Callable[[FakeHost], None]:
    """Return what sets attributes of a host."""
    return lambda host: vars(host).update(wrong)


def serviced(**properties: str) -> Callable[[FakeHost], None]:
    """Return what sets properties of the service."""
    return lambda host: host.service.update(properties)


def no_pins(host: FakeHost) -> None:
    host.pins_missing = DeviceMissing("expected the pins of a Raspberry Pi, got can not open gpiochip, from lgpio")


def locked_pin_folder_of_the_service(host: FakeHost) -> None:
    host.environment = {}
    host.ran["systemctl", "show", "codemaker.service", "--property=Environment", "--value"] = ProcessResult(
        0, "PYTHONUNBUFFERED=1 LG_WD=/run/codemaker\n"
    )
    host.lock("/run/codemaker")


def other_game_on_the_pins(host: FakeHost) -> None:
    host.stop_game()
    host.take_pin(17, "lg")


def stuck_button(host: FakeHost) -> None:
    host.stop_game()
    host.hold_down(22)


def failed_service(host: FakeHost) -> None:
    host.service |= {"ActiveState": "failed", "SubState": "failed", "Result": "watchdog"}


def mute_tray(host: FakeHost) -> None:
    host.stop_game()
    host.tray_found = DeviceMissing("expected an answer within 2 s, got none, on /dev/codemaker-tray")


REFUSED = SettingsRefused("expected volume to be 0 to 100, got 900", "{key} is wrong.", key="volume")
CHANGED = SettingsChanged("expected the checksum to fit, got another", chosen='volume = 3\nnames = ["Ada"]')


def feature_with_a_device(host: FakeHost) -> None:
    """Have a feature that opens a device file of a group that the player is not in."""
    host.more_devices, host.group_by_path["/dev/snd/pcmC0D0p"] = ("/dev/snd/*",), "audio"


TURNING_RED: list[tuple[str, Callable[[FakeHost], None], str]] = [
    ("lgpio", having(lgpio_missing=DeviceMissing("expected lgpio, got an empty stub, in lgpio")), "empty stub"),
    ("pins", no_pins, "can not open gpiochip"),
    ("lg_wd", lambda host: host.lock("/run/codemaker"), "LG_WD=/run/codemaker cannot be written by codemaker"),
    ("lg_wd", locked_pin_folder_of_the_service, "LG_WD=/run/codemaker cannot be written by codemaker"),
    ("nodes", lambda host: host.lose("/dev/i2c-1"), "no /dev/i2c-1"),
    ("nodes", lambda host: host.lose("/dev/gpiochip0"), "no /dev/gpiochip"),
    ("groups", having(groups_of_player={"i2c", "dialout"}), "not in gpio"),
    ("groups", feature_with_a_device, "not in audio"),
    ("panel", lambda host: host.unplug_panel(), "no device answers at that address"),
    ("panel", having(panel_status=OSError(errno.ETIMEDOUT, "Connection timed out")), "the bus is held low"),
    ("buttons", no_pins, "can not open gpiochip"),
    ("buttons", lambda host: host.take_pin(17, "pisound"), "GPIO17 (UP) is held by 'pisound'"),
    ("buttons", other_game_on_the_pins, "GPIO17 (UP) is held by 'lg'"),
    ("buttons", stuck_button, "GPIO22 (DOWN) is low"),
    ("tray", mute_tray, "got none, on /dev/codemaker-tray"),
    ("journal", having(journal_wrong=JournalFailed("expected 3, got wrong # of entries")), "wrong # of entries"),
    ("journal", lambda host: host.lock(STATE), "cannot be written by codemaker"),
    ("disk", having(free=3.0), "3 MiB free"),
    ("power", lambda host: host.supply(0x50005), "undervoltage now (0x50005)"),
    ("settings", having(settings_wrong=(REFUSED,)), "got 900"),
    ("service", failed_service, "Result=watchdog"),
]


@pytest.mark.parametrize(("key", "fall_ill", "fact"), TURNING_RED)
def test_check_turns_red(key: str, fall_ill: Callable[[FakeHost], None], fact: str) -> None:
    host = FakeHost()
    fall_ill(host)
    finding = found(host, key)
    assert finding.light is Severity.RED
    assert fact in finding.fact
    assert finding.fix


@pytest.mark.parametrize("state", ["activating", "deactivating"])
def test_service_that_is_started_again_and_again_is_red(state: str) -> None:
    host = FakeHost()
    host.service |= {"ActiveState": state, "NRestarts": "7"}
    assert found(host, "service").light is Severity.RED


def test_failed_service_is_restarted() -> None:
    host = FakeHost()
    failed_service(host)
    restarted = "; sudo systemctl restart codemaker"
    assert found(host, "service").fix.endswith(restarted)


def test_missing_spi_turns_red() -> None:
    host = FakeHost(HAT)
    host.lose("/dev/spidev0.0")
    assert found(host, "spi").light is Severity.RED
    assert "do_spi" in found(host, "spi").fix


def test_buzzer_without_pins_turns_red() -> None:
    host = FakeHost(WITH_BUZZER)
    no_pins(host)
    assert (found(host, "sound").light, found(host, "sound").sentence) == (Severity.RED, NO_SOUND)


def other_panel(host: FakeHost) -> None:
    host.panel_status = 0x48


DISTURBED = TrayStatus("/dev/codemaker-tray", "tray 1.0", {"crc_errors": 3, "missed": 0})
SET_ASIDE = "journal-damaged-20260401T101112Z.db"
TURNING_AMBER: list[tuple[str, Callable[[FakeHost], None], str]] = [
    ("settings", having(settings_wrong=(CHANGED,)), 'it says: volume = 3; names = ["Ada"]'),
    ("i2c_speed", lambda host: host.files.update({SPEED: (100_000).to_bytes(4, "big")}), "100 kHz"),
    ("panel", other_panel, "answers 0x48, as sh1106 does"),
    ("journal", lambda host: host.files.update({f"{STATE}/{SET_ASIDE}": b""}), SET_ASIDE),
    ("disk", having(free=150.0), "150 MiB free"),
    ("power", lambda host: host.supply(0x50000), "undervoltage since the start"),
    ("power", lambda host: host.supply(0x8), "throttled now"),
    ("clock", having(now=BUILT_S - 1), "before this program was installed"),
    ("service", serviced(UnitFileState="disabled"), "UnitFileState=disabled"),
    ("service", serviced(ActiveState="inactive", SubState="dead"), "ActiveState=inactive"),
    ("service", serviced(NRestarts="2"), "NRestarts=2"),
    (
        "service",
        serviced(StatusText="expected a panel; expected lgpio, got none"),
        "StatusText=expected a panel; expected lgpio",
    ),
    ("tray", having(tray_found=DISTURBED), "box: crc_errors 3, missed 0; tray: unknown"),
    ("tray", having(tray_found=tray_with(damaged=2)), "tray: frames 90, damaged 2, stale 0"),
]


@pytest.mark.parametrize(("key", "fall_ill", "fact"), TURNING_AMBER)
def test_check_turns_amber(key: str, fall_ill: Callable[[FakeHost], None], fact: str) -> None:
    host = FakeHost()
    fall_ill(host)
    finding = found(host, key)
    assert finding.light is Severity.AMBER
    assert fact in finding.fact
    assert finding.fix


def test_too_fast_spi_turns_amber() -> None:
    assert found(FakeHost(replace(HAT, speed_hz=8_000_000)), "spi").light is Severity.AMBER


def test_buzzer_held_by_another_turns_amber() -> None:
    host = FakeHost(WITH_BUZZER)
    host.take_pin(12, "pwm")
    assert found(host, "sound").light is Severity.AMBER


def test_playing_program_takes_its_own_pins_for_its_own() -> None:
    host = FakeHost()
    host.ran["systemctl", "is-active", "codemaker.service"] = ProcessResult(3, "inactive\n")
    assert found(host, "buttons").light is Severity.RED
    host.is_playing = True
    assert found(host, "buttons").light is Severity.GREEN


def test_free_pins_of_buttons_that_are_up_are_green() -> None:
    host = FakeHost()
    host.stop_game()
    assert found(host, "buttons").light is Severity.GREEN
    assert host.held[17] == PinState()


def test_tray_that_the_running_game_has_to_itself_is_grey() -> None:
    host = FakeHost()
    host.tray_found = DeviceMissing("expected a peg tray that answers, got another program has it")
    assert found(host, "tray").light is Severity.GREY
    host.is_playing = True
    assert found(host, "tray").light is Severity.RED


def test_tray_that_never_failed_is_green() -> None:
    host = FakeHost()
    host.tray_found = tray_with()
    own = "frames 90, damaged 0, stale 0, lost 0, scans 0, moved 0"
    assert found(host, "tray").fact == f"/dev/codemaker-tray, tray 1.0; box: crc_errors 0, unknown 0; tray: {own}"
    assert found(host, "tray").light is Severity.GREEN


def test_tray_that_does_not_tell_its_counters_is_green_and_they_are_unknown() -> None:
    host = FakeHost()
    host.tray_found = replace(tray_with(), counters=None)
    finding = found(host, "tray")
    assert finding.fact.endswith("tray: unknown")
    assert (finding.light, dict(finding.values)) == (Severity.GREEN, {"box": 0, "tray": "?"})


@pytest.mark.parametrize(
    ("name", "most"),
    [
        # The first may have been cut by the tray's boot.
        ("damaged", 1),
        # Those say nothing of the cable, or nothing that is not told by the damage that it did.
        *((name, 65535) for name in ("frames", "stale", "lost", "scans", "moved")),
    ],
)
def test_each_counter_of_the_tray_has_what_is_well(name: str, most: int) -> None:
    host = FakeHost()
    host.tray_found = tray_with(**{name: most})
    assert found(host, "tray").light is Severity.GREEN
    host.tray_found = tray_with(**{name: most + 1})
    assert found(host, "tray").light is (Severity.AMBER if name == "damaged" else Severity.GREEN)


@pytest.mark.parametrize("name", ["crc_errors", "unknown"])
def test_each_error_that_the_box_has_counted_is_amber(name: str) -> None:
    host = FakeHost()
    sound = tray_with()
    host.tray_found = replace(sound, errors={**sound.errors, name: 1})
    assert (found(host, "tray").light, found(host, "tray").values["box"]) == (Severity.AMBER, 1)


def test_machine_without_the_programs_of_systemd_is_not_ill() -> None:
    host = FakeHost()
    host.ran = {}
    host.service["LoadState"] = "not-found"
    assert found(host, "service").light is Severity.GREY
    assert found(host, "power").light is Severity.GREY
    assert found(host, "clock").light is Severity.GREEN


def test_check_that_cannot_be_made_is_red_and_the_others_go_on() -> None:
    def explode(host: object) -> Finding:
        raise OSError(errno.EIO, "Input/output error")

    assert look(Check("a", "A", explode), FakeHost()).light is Severity.RED


def test_what_only_others_may_see_is_grey_and_says_so() -> None:
    def refuse(host: object) -> Finding:
        raise PermissionError(errno.EACCES, "Permission denied")

    finding = look(Check("a", "A", refuse), FakeHost())
    assert (finding.light, "sudo codemaker doctor" in finding.fact) == (Severity.GREY, True)


def test_worst_light_is_the_box_s_light() -> None:
    assert worst([Severity.GREY, Severity.GREEN]) is Severity.GREEN
    assert worst([Severity.AMBER, Severity.GREEN]) is Severity.AMBER
    assert worst([Severity.AMBER, Severity.RED, Severity.GREEN]) is Severity.RED
    assert worst([]) is Severity.GREEN


def test_keys_of_checks_are_different() -> None:
    assert len(BY_KEY) == len(ALL)


@pytest.mark.parametrize("driver", ["ssd1309", "ssd1327"])
def test_what_relatives_of_the_known_chips_answer_is_no_warning(driver: str) -> None:
    host = FakeHost(replace(BONNET, driver=driver))
    other_panel(host)
    assert check_panel(host).light is Severity.GREEN
