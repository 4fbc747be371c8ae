"""A fake ``Host`` for the doctor: a healthy Raspberry Pi, and methods that break it in various ways."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import replace
from fnmatch import fnmatch

from companion.config.card import NO_CARD, CardFiles
from companion.config.settings import DEFAULTS, Settings
from companion.doctor.host import MODEL, Check, PinState, ProcessResult, TrayStatus, Wiring
from companion.errors import ALL_PARTS, CompanionError, DeviceMissing

BONNET = Wiring(
    "bonnet",
    "ssd1306",
    "/dev/i2c-1",
    buttons={17: "UP", 22: "DOWN", 27: "LEFT", 23: "RIGHT", 4: "OK", 5: "BACK", 6: "ROLL"},
)
HAT = Wiring("waveshare-1in3", "sh1106", "/dev/spidev0.0", port=0, speed_hz=2_000_000, buttons={6: "UP", 13: "OK"})

STATE = "/var/lib/codemaker"
SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
DAY_S = 86_400.0
BUILT_S = 1_790_000_000.0
SERVICE = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "SubState": "running",
    "Result": "success",
    "NRestarts": "0",
    "UnitFileState": "enabled",
    "StatusText": ALL_PARTS,
}
# As the service sees it: its sandbox has a read-only view of everything, but its own folder.
MOUNTED = b"""\
30 1 179:2 / / ro,noatime shared:1 - ext4 /dev/mmcblk0p2 ro
31 30 0:23 / /proc ro,nosuid shared:5 - proc proc rw
32 30 179:3 / /var/lib/codemaker rw,noatime shared:7 - ext4 /dev/mmcblk0p3 rw,errors=remount-ro
"""
SHOW_SERVICE = ("systemctl", "show", "codemaker.service")


class FakeHost:
    """A Pi with a bonnet that runs the game as a service; its methods introduce faults."""

    def __init__(self, wiring: Wiring = BONNET) -> None:
        self.wiring = wiring
        self.environment: Mapping[str, str] = {"LG_WD": "/run/codemaker"}
        self.is_playing = False
        self.is_in_terminal = True
        self.libraries = {"pygame"}
        self.display_named: str | DeviceMissing | None = None
        self.player = "codemaker"
        self.state = STATE
        self.settings_file = f"{STATE}/settings.toml"
        self.files: dict[str, bytes] = {MODEL: b"Raspberry Pi Zero 2 W Rev 1.0\0", SPEED: (400_000).to_bytes(4, "big")}
        self.group_by_path = {"/dev/gpiochip0": "gpio", wiring.node: "i2c" if wiring.is_i2c else "spi"}
        self.places = {"/run/codemaker": True, STATE: True}
        self.groups_of_player = {"gpio", "i2c", "spi", "dialout"}
        self.free = 20_000.0
        self.now = BUILT_S + DAY_S
        self.service = dict(SERVICE)
        self.ran: dict[tuple[str, ...], ProcessResult] = {
            ("systemctl", "is-active", "codemaker.service"): ProcessResult(0, "active\n"),
            ("timedatectl", "show", "--property=NTPSynchronized", "--value"): ProcessResult(0, "yes\n"),
            ("vcgencmd", "get_throttled"): ProcessResult(0, "throttled=0x0\n"),
        }
        self.lgpio_missing: DeviceMissing | None = None
        self.pins_missing: DeviceMissing | None = None
        self.held: dict[int, PinState] = dict.fromkeys(self._pins(), PinState("lg"))
        self.panel_status: int | OSError = 0x03
        self.tray_found: TrayStatus | DeviceMissing | None = None
        self.journal_wrong: CompanionError | None = None
        self.card_says = NO_CARD
        self.settings_wrong: tuple[CompanionError, ...] = ()
        self.chosen = DEFAULTS
        self.more_checks: tuple[Check, ...] = ()
        self.more_devices: tuple[str, ...] = ()

    # Faults

    def become_a_desktop(self) -> None:
        """Become a machine that is no Raspberry Pi, with a display and a sound card and without an enabled service."""
        del self.files[MODEL]
        self.environment = {"TERM": "xterm-256color"}
        self.display_named = "DISPLAY=:0"
        self.files["/dev/snd/pcmC0D0p"] = b""
        self.service |= {"ActiveState": "inactive", "SubState": "dead", "UnitFileState": "disabled"}

    def become_a_card_image(self) -> None:
        """Become a box whose card was written from the image."""
        self.files["/etc/codemaker-image.json"] = b'{"version": "0.2.0", "built": "2026-11-22", "flavour": "arm64"}'
        self.files["/proc/self/mountinfo"] = MOUNTED
        for number, mib in enumerate((96, 320, 29_000), 1):
            self.files[f"/sys/class/block/mmcblk0p{number}/size"] = b"%d\n" % (mib * 2048)
        self.card_says = replace(NO_CARD, data="ok", last="clean")

    def lose(self, path: str) -> None:
        """Remove the device file *path*."""
        del self.group_by_path[path]

    def lock(self, place: str) -> None:
        """Make a folder read-only."""
        self.places[place] = False

    def unplug_panel(self) -> None:
        """Unplug the panel."""
        self.panel_status = OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def stop_game(self) -> None:
        """Stop the service, which releases the pins."""
        self.ran["systemctl", "is-active", "codemaker.service"] = ProcessResult(3, "inactive\n")
        self.held = dict.fromkeys(self._pins(), PinState())

    def take_pin(self, number: int, holder: str) -> None:
        """Let the program *holder* hold a pin."""
        self.held[number] = PinState(holder)

    def hold_down(self, number: int) -> None:
        """Hold down the button on a pin."""
        self.held[number] = PinState(is_low=True)

    def supply(self, bits: int) -> None:
        """Let the firmware report the throttling *bits*."""
        self.ran["vcgencmd", "get_throttled"] = ProcessResult(0, f"throttled={bits:#x}\n")

    def _pins(self) -> list[int]:
        buzzer = self.wiring.buzzer
        return [*self.wiring.buttons, *([] if buzzer is None else [buzzer])]

    # The interface of Host

    def groups(self) -> frozenset[str]:
        """Return the groups of the user who plays."""
        return frozenset(self.groups_of_player)

    def read(self, path: str) -> bytes:
        """Return the content of a file; raises ``FileNotFoundError``."""
        try:
            return self.files[path]
        except KeyError:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path) from None

    def names(self, pattern: str) -> tuple[str, ...]:
        """Return the existing paths that match *pattern*."""
        return tuple(path for path in (*self.files, *self.group_by_path, *self.places) if fnmatch(path, pattern))

    def group_of(self, path: str) -> str:
        """Return the group of a device file."""
        return self.group_by_path[path]

    def may_use(self, path: str) -> bool:
        """Return whether the user who plays is in the group of a device file, or may write to a folder."""
        return self.places.get(path, self.group_by_path.get(path) in self.groups_of_player)

    def free_mib(self, path: str) -> float:
        """Return the free space in MiB."""
        return self.free

    def run(self, *command: str) -> ProcessResult | None:
        """Return the result that the program would give; None if it is not installed."""
        if command in self.ran:
            return self.ran[command]
        if command[: len(SHOW_SERVICE)] == SHOW_SERVICE:
            return ProcessResult(0, "".join(f"{name}={value}\n" for name, value in self.service.items()))
        return None

    def time_s(self) -> float:
        """Return the time in seconds since the epoch."""
        return self.now

    def built_s(self) -> float:
        """Return when the program was installed, in seconds since the epoch."""
        return BUILT_S

    def has_library(self, name: str) -> bool:
        """Return whether a library is installed."""
        return name in self.libraries

    def command_for(self, library: str) -> str:
        """Return the command that installs a library."""
        return f"sudo apt install python3-{library}"

    def display(self) -> str | None:
        """Return the display that answers; raises ``DeviceMissing`` if it does not."""
        if isinstance(self.display_named, DeviceMissing):
            raise self.display_named
        return self.display_named

    def lgpio(self) -> str:
        """Return the version of lgpio; raises ``DeviceMissing``."""
        if self.lgpio_missing:
            raise self.lgpio_missing
        return "0.2.2.0"

    def pin_factory(self) -> str:
        """Return the pin factory and its device; raises ``DeviceMissing``."""
        if self.pins_missing:
            raise self.pins_missing
        return "LGPIOFactory on /dev/gpiochip0"

    def lines(self) -> Mapping[int, PinState]:
        """Return the state of each pin; raises ``DeviceMissing``."""
        if self.pins_missing:
            raise self.pins_missing
        return self.held

    def i2c_status(self, port: int, address: int) -> int:
        """Return the panel's status byte; raises ``OSError`` if it does not answer."""
        if isinstance(self.panel_status, OSError):
            raise self.panel_status
        return self.panel_status

    def tray(self) -> TrayStatus | None:
        """Return the tray that answers, None if there is none; raises ``DeviceMissing``."""
        if isinstance(self.tray_found, DeviceMissing):
            raise self.tray_found
        return self.tray_found

    def journal_trouble(self) -> CompanionError | None:
        """Return the journal's error; None if there is none."""
        return self.journal_wrong

    def card(self) -> CardFiles:
        """Return what the card says."""
        return self.card_says

    def settings_troubles(self) -> tuple[CompanionError, ...]:
        """Return the errors in the settings."""
        return self.settings_wrong

    def settings(self) -> Settings:
        """Return the settings."""
        return self.chosen
