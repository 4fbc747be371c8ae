"""The doctor's page, its JSON, and what a report masks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.doctor.examine import examine
from companion.doctor.host import ProcessResult
from companion.doctor.report import MASK, as_json, masked, page, report, status
from tests.fakes.host import FakeHost

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
    assert lines[-1] == "17 looked at, 1 red, 1 amber"


def test_json_holds_every_check_and_the_worst_light() -> None:
    told = json.loads(as_json(list(examine(ill()))))
    assert told["light"] == "red"
    assert len(told["checks"]) == 17
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


Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
HEX = "0123456789abcdef"


def hexadecimal(digits: int) -> st.SearchStrategy[str]:
    cased = st.sampled_from((str.lower, str.upper))
    return st.builds(lambda text, case: case(text), st.text(HEX, min_size=digits, max_size=digits), cased)


def in_groups(groups: tuple[int, ...], separator: str) -> st.SearchStrategy[str]:
    return st.tuples(*map(hexadecimal, groups)).map(separator.join)


SEAL = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", min_size=16, max_size=16)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=8, max_size=20).filter(
    lambda word: word not in MASK
)
PRIVATE = {
    "IPv4": st.ip_addresses(v=4).map(str).filter(lambda address: not address.startswith("0.")),
    "IPv6": st.ip_addresses(v=6).map(str),
    "IPv6 in full": st.ip_addresses(v=6).map(lambda address: address.exploded),
    "IPv6 with IPv4": st.ip_addresses(v=4).map(lambda address: f"::ffff:{address}"),
    "IPv6 in full with IPv4": st.ip_addresses(v=4).map(lambda address: f"{'0000:' * 5}ffff:{address}"),
    "MAC": in_groups((2,) * 6, ":"),
    "MAC with dashes": in_groups((2,) * 6, "-"),
    "MAC without separators": hexadecimal(12),
    "UUID": in_groups((8, 4, 4, 4, 12), "-"),
    "number of a Pi": hexadecimal(16),
    "key": hexadecimal(64),
    "seal": SEAL.map(lambda letters: "-".join(letters[at : at + 4] for at in range(0, 16, 4))),
    "seal with spaces": SEAL.map(lambda letters: " ".join(letters[at : at + 4] for at in range(0, 16, 4))),
    "seal in small letters": SEAL.map(lambda seal: "-".join(seal[at : at + 4] for at in range(0, 16, 4)).lower()),
    "seal without dashes": SEAL,
}
SURROUNDINGS = [
    "2026-10-01T10:00:00 box codemaker[312]: {}",
    "peer {}, refused",
    "[{}]:8080",
    "('{}', 8080)",
    "address={} dev wlan0",
    "is now at {}.\n10:11:12 on",
    "<{}>",
    "serial:\t{}\n",
]


# Whether it is quick is not the question, and what else the machine does is not ours.
@pytest.mark.parametrize("kind", PRIVATE)
@settings(deadline=None)
@given(data=st.data(), around=st.sampled_from(SURROUNDINGS))
def test_nothing_of_an_address_or_identifier_is_left(kind: str, data: st.DataObject, around: str) -> None:
    value = data.draw(PRIVATE[kind])
    before, _, after = around.partition("{}")
    text = masked(around.format(value), [])
    # The mask may take punctuation beside the value, but nothing of the value is left.
    assert text.startswith(before[:-1])
    left = text.removeprefix(before[:-1]).replace(MASK, "", 1)
    assert left in (before[-1:] + after, before[-1:] + after[1:])


@pytest.mark.parametrize(
    "line", ["psk={}", "SSID: {}", 'psk="{}"', '"psk": "{}"', "wpa-psk = {}", "Password: {}", "WIFI:T:WPA;S:{};;"]
)
@settings(deadline=None)
@given(words=st.lists(WORDS, min_size=1, max_size=3))
def test_nothing_of_a_key_of_a_network_is_left(line: str, words: list[str]) -> None:
    text = masked(f"before\n{line.format(' '.join(words))}\nafter", [])
    assert [word for word in words if word in text] == []
    assert text.startswith("before\n")
    assert text.endswith(f"{MASK}\nafter")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Authorization: Bearer x7.y8-Z9", f"Authorization: Bearer {MASK}"),
        ("authorization: basic YW5uYTpzZWNyZXQ=", f"authorization: basic {MASK}"),
        ("mqtts://anna:s3:cr3t@broker.local:8883/x", f"mqtts://{MASK}@broker.local:8883/x"),
        ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk9x/pYq+W2z0 anna", f"ssh-ed25519 {MASK} anna"),
        ("key eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9_-0aZ.", f"key {MASK}."),
        ("secret q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=", f"secret {MASK}"),
        ("hw 00.1a.2B.3c.4d.5e up", f"hw {MASK} up"),
        ("hw 001a.2b3C.4d5e up", f"hw {MASK} up"),
    ],
)
def test_nothing_that_opens_something_is_left(text: str, left: str) -> None:
    assert masked(text, []) == left


def test_number_of_the_machine_is_masked_in_every_form() -> None:
    host = FakeHost()
    host.files["/proc/device-tree/serial-number"] = b"BX90-1234-Z\0"
    host.ran[LOG] = ProcessResult(0, "board bx90-1234-z started\n")
    assert "1234" not in report(list(examine(host)), host, "0.1.0", [])


@pytest.mark.parametrize(
    "text",
    [
        "2026-10-01T10:00:00+00:00 box codemaker[312]: lgpio 0.2.2.0",
        "kernel: Linux 6.1.0-13-amd64 x86_64, PARTUUID=c0de3a4e-02, usb-1a86_USB2.0-Serial-if00-port0",
        "/usr/lib/python3/dist-packages/companion/devices/pi/Boards/Waveshare_LCD_1in3.toml 2.0.1 at 1234.5678",
        "expected ssd1306 at 0x3c on /dev/i2c-1, got errno 121 at 10:11:12.345",
    ],
)
def test_what_helps_is_left(text: str) -> None:
    assert masked(text, ["Margaux"]) == text


@settings(deadline=None)
@given(st.text("bcfgh", min_size=1, max_size=10), st.text(" .,:()\n", max_size=5), st.text(" .,:()\n", max_size=5))
def test_no_name_is_left_wherever_it_stands(name: str, before: str, after: str) -> None:
    assert name not in masked(f"{before}{name}{after}", [name])


FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")


@settings(deadline=None)
@given(
    st.text(st.characters(codec="utf-8", categories=["L"], max_codepoint=0x24F), min_size=1, max_size=10),
    st.sampled_from(FORMS),
    st.sampled_from(FORMS),
    st.sampled_from((str.upper, str.lower, str.casefold, str.title, str)),
)
def test_name_is_masked_in_every_form_of_its_letters(
    name: str, known: Form, written: Form, case: Callable[[str], str]
) -> None:
    text = normalize(written, case(name))
    assert masked(f"{text}: 1, {text}", [normalize(known, name)]) == f"{MASK}: 1, {MASK}"


def test_name_is_masked_however_it_is_written() -> None:
    assert masked("ZOÉ: zoé", ["Zoé"]) == f"{MASK}: {MASK}"


@pytest.mark.parametrize("name", ["Al", "I", "Ô"])
def test_short_name_is_masked_too(name: str) -> None:
    assert masked(f"{name} and Alice, {name}.", [name, ""]) == f"{MASK} and Alice, {MASK}."


def test_name_within_a_word_is_left() -> None:
    assert masked("Annabel", ["Anna"]) == "Annabel"
