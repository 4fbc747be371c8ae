"""The doctor of a box whose card was written from the image."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.host import LocalHost, UnixAccount
from companion.config.card import CardFiles
from companion.config.paths import find_paths
from companion.config.settings import BoardName
from companion.devices.pi import BOARDS
from companion.doctor.examine import examine
from companion.doctor.host import Finding, Severity
from companion.doctor.report import report
from companion.errors import SettingsRefused
from companion.i18n.translator import Translator
from tests.doctor.test_doctor_checks import TURNING_AMBER, TURNING_RED
from tests.fakes.host import SPEED, FakeHost

KEYS = ("image", "partitions", "card_file")


def image() -> FakeHost:
    host = FakeHost()
    host.become_a_card_image()
    return host


def findings(host: FakeHost) -> dict[str, Finding]:
    return {check.key: finding for check, finding in examine(host)}


def test_healthy_card_has_no_light_but_green() -> None:
    found = findings(image())
    assert {found[key].light for key in KEYS} == {Severity.GREEN}
    assert found["image"].fact == "version 0.2.0, built 2026-11-22, flavour arm64, switched off properly before"
    assert found["partitions"].fact == (
        "mmcblk0p1 96 MiB; mmcblk0p2 320 MiB at /, ro; mmcblk0p3 29000 MiB at /var/lib/codemaker, rw; "
        "20000 MiB free, ok"
    )
    assert found["card_file"].fact == "codemaker.txt: leaves everything to the menu"


def test_other_boxes_have_none_of_these_checks() -> None:
    assert not {*KEYS} & {*findings(FakeHost())}


def test_power_that_went_is_told_and_is_no_fault() -> None:
    host = image()
    host.card_says = replace(host.card_says, last="cut")
    finding = findings(host)["image"]
    assert finding.fact.endswith("the power went before")
    assert finding.light is Severity.GREEN


def test_root_that_can_be_written_turns_red() -> None:
    host = image()
    host.files["/proc/self/mountinfo"] = host.files["/proc/self/mountinfo"].replace(b"mmcblk0p2 ro", b"mmcblk0p2 rw")
    finding = findings(host)["partitions"]
    assert finding.light is Severity.RED
    assert finding.fact.endswith("/ is not read-only")


def test_folder_that_only_the_sandbox_makes_read_only_is_not_taken_for_it() -> None:
    host = image()
    mounts = b"30 1 179:2 / / ro,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"
    host.files["/proc/self/mountinfo"] = mounts
    assert findings(host)["partitions"].light is Severity.RED


@pytest.mark.parametrize(
    ("word", "light"),
    [
        ("repaired", Severity.AMBER),
        ("new", Severity.AMBER),
        ("full", Severity.RED),
        ("failed", Severity.RED),
        ("unreadable", Severity.RED),
    ],
)
def test_what_the_start_found_turns_the_light(word: str, light: Severity) -> None:
    host = image()
    host.card_says = replace(host.card_says, data=word)
    assert findings(host)["partitions"].light is light


def test_matches_without_a_partition_turn_red() -> None:
    host = image()
    lines = host.files["/proc/self/mountinfo"].splitlines(keepends=True)
    host.files["/proc/self/mountinfo"] = b"".join(lines[:2])
    assert findings(host)["partitions"].fact.endswith("nothing is mounted at /var/lib/codemaker")


def test_lines_of_the_card_and_those_that_were_refused_are_named() -> None:
    host = image()
    refused = SettingsRefused("expected turned to be one of no, got '90', in line 3 of codemaker.txt")
    host.card_says = CardFiles({"board": BoardName.BONNET, "demo": True}, (refused,))
    finding = findings(host)["card_file"]
    assert finding.light is Severity.AMBER
    assert finding.fact == f"board = bonnet, demo = True; {refused}"


def test_damaged_description_of_the_image_is_red_and_no_traceback() -> None:
    host = image()
    host.files["/etc/codemaker-image.json"] = b"[]"
    assert findings(host)["image"].light is Severity.RED


NO_SHELL = ("sudo", "apt", "journal", "systemctl", "raspi-config", "codemaker logs", "codemaker doctor", "[custom]")


@pytest.mark.parametrize(("key", "fall_ill"), [row[:2] for row in (*TURNING_RED, *TURNING_AMBER)])
def test_card_has_no_shell_so_no_advice_is_a_command(key: str, fall_ill: Callable[[FakeHost], None]) -> None:
    host = image()
    fall_ill(host)
    finding = findings(host)[key]
    assert not [word for word in NO_SHELL if word in finding.fix]
    # Words for people, so there are French ones.
    assert not finding.fix or Translator("fr")._(finding.fix) != finding.fix


@pytest.mark.parametrize("free_mib", [3.0, 150.0])
def test_card_that_fills_up_is_to_be_changed_for_a_larger_one(free_mib: float) -> None:
    host = image()
    host.free = free_mib
    assert findings(host)["disk"].fix == "save the matches to a stick, write a larger card, load them there"


def test_report_of_a_card_asks_no_program_for_a_log() -> None:
    host = image()
    assert report(list(examine(host)), host, "0.1.0", []).endswith("\nthe card keeps no log\n")


def test_game_of_the_image_need_not_be_enabled() -> None:
    host = image()
    host.service["UnitFileState"] = "disabled"
    assert findings(host)["service"].light is Severity.GREEN


def test_slow_bus_with_trees_of_debian_names_no_line_that_does_nothing() -> None:
    host = FakeHost()
    host.files |= {SPEED: (100_000).to_bytes(4, "big"), "/proc/device-tree/compatible": b"raspberrypi,4-model-b\0"}
    finding = findings(host)["i2c_speed"]
    assert (finding.light, finding.fix) == (Severity.AMBER, "")
    host.places["/proc/device-tree/__overrides__"] = True
    assert "dtparam" in findings(host)["i2c_speed"].fix


def test_card_is_read_where_the_unit_says_and_at_its_usual_place(tmp_path: Path) -> None:
    def host(environment: dict[str, str]) -> LocalHost:
        account = UnixAccount("codemaker", 1, frozenset())
        where = find_paths({}, tmp_path, tmp_path / "state")
        return LocalHost(where, BOARDS["bonnet"], account, environment, tmp_path)

    for folder, word in (("run/codemaker-card", "clean"), ("elsewhere", "cut")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "last").write_text(word)
    assert host({}).card().last == "clean"
    assert host({"CODEMAKER_CARD": "/elsewhere"}).card().last == "cut"
