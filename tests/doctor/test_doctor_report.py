"""The doctor's page, its JSON, and what a report masks."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.doctor.examine import examine
from companion.doctor.host import ProcessResult
from companion.doctor.report import MASK, as_json, masked, page, report, status
from companion.fakes.host import FakeHost

LOG = ("journalctl", "--unit=codemaker.service", "--lines=200", "--no-pager", "--output=short-iso")


def ill() -> FakeHost:
    host = FakeHost()
    host.unplug_panel()
    host.free = 150.0
    return host


def test_page_names_the_light_the_fact_and_the_mending_command() -> None:
    lines = list(page(list(examine(ill()))))
    at = next(place for place, line in enumerate(lines) if line.startswith("RED"))
    assert lines[at : at + 2] == [
        "RED    Panel         ssd1306 at 0x3c on /dev/i2c-1 does not answer: no device answers at that address",
        "                     fix: sudo apt install i2c-tools && sudo i2cdetect -y 1",
    ]
    assert lines[-1] == "18 looked at, 1 red, 1 amber"


def test_json_holds_every_check_and_the_worst_light() -> None:
    told = json.loads(as_json(list(examine(ill()))))
    assert told["light"] == "red"
    assert len(told["checks"]) == 18
    assert told["checks"]["disk"]["light"] == "amber"
    assert told["checks"]["lgpio"] == {"light": "green", "fact": "lgpio 0.2.2.0", "mend": None}


def test_only_red_is_a_failure() -> None:
    host = ill()
    assert status(list(examine(host))) == 1
    host.panel_status = 0x03
    assert status(list(examine(host))) == 0


def test_report_holds_the_findings_the_system_and_the_log() -> None:
    host = ill()
    host.files["/etc/os-release"] = b'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n'
    host.ran[LOG] = ProcessResult(0, "2026-10-01T10:00:00 box codemaker[312]: missing: a panel\n")
    text = report(list(examine(host)), host, "0.1.0", [])
    for wanted in ("RED    Panel", "codemaker 0.1.0", "Zero 2 W", "Debian GNU/Linux 12", "missing: a panel"):
        assert wanted in text


def test_report_masks_players_addresses_and_seals() -> None:
    host = FakeHost()
    host.ran[LOG] = ProcessResult(
        0,
        "Margaux's row on 192.168.1.17, b8:27:eb:12:34:56\n"
        "/home/lebrun/.config, ABCD EFGH IJKL MNOP, 0123456789abcdef0123456789abcdef\n",
    )
    text = report(list(examine(host)), host, "0.1.0", ["Margaux"])
    for secret in ("Margaux", "192.168", "b8:27", "lebrun", "EFGH", "89abcdef"):
        assert secret not in text
    assert MASK in text


# Whether it is quick is not the question, and what else the machine does is not ours.
@settings(deadline=None)
@given(st.text("bcfgh", min_size=1, max_size=10), st.text(" .,:()\n", max_size=5), st.text(" .,:()\n", max_size=5))
def test_no_name_is_left_wherever_it_stands(name: str, before: str, after: str) -> None:
    assert name not in masked(f"{before}{name}{after}", [name])


def test_name_is_masked_however_it_is_written() -> None:
    assert masked("ZOÉ: zoé", ["Zoé"]) == f"{MASK}: {MASK}"


@pytest.mark.parametrize("name", ["Al", "I", "Ô"])
def test_short_name_is_masked_too(name: str) -> None:
    assert masked(f"{name} and Alice, {name}.", [name, ""]) == f"{MASK} and Alice, {MASK}."


def test_name_within_a_word_is_left() -> None:
    assert masked("Annabel", ["Anna"]) == "Annabel"
