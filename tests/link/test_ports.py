"""Which ports are asked, and what is remembered of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.link.port_list import Register, RetryUntil, is_of_interest, ports


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    """Lend a /dev with a console, an adapter with a lasting name, and a clone without one."""
    for node in ("ttyAMA0", "ttyS0", "ttyUSB0", "ttyUSB1", "null"):
        (tmp_path / node).touch()
    by_id = tmp_path / "serial" / "by-id"
    by_id.mkdir(parents=True)
    (by_id / "usb-FTDI_FT232R-if00-port0").symlink_to("../../ttyUSB1")
    return tmp_path


def names(dev: Path) -> list[str]:
    return [port.path.name for port in ports(dev)]


def test_usb_adapters_are_asked_and_each_once_by_its_lasting_name(dev: Path) -> None:
    assert names(dev) == ["usb-FTDI_FT232R-if00-port0", "ttyUSB0"]


def test_the_name_that_our_rule_gives_comes_first(dev: Path) -> None:
    (dev / "codemaker-tray").symlink_to("ttyUSB0")
    assert names(dev) == ["codemaker-tray", "usb-FTDI_FT232R-if00-port0"]


def test_a_link_that_leads_nowhere_is_passed_over(dev: Path) -> None:
    (dev / "ttyUSB1").unlink()
    assert names(dev) == ["ttyUSB0"]


def test_a_port_that_is_asked_for_is_the_only_one(dev: Path) -> None:
    assert [port.node for port in ports(dev, dev / "ttyAMA0")] == [str(dev / "ttyAMA0")]
    assert ports(dev, dev / "ttyUSB7") == []


def test_changes_of_other_entries_are_of_no_interest() -> None:
    assert not is_of_interest({"null", "video0", "tty1"})
    assert is_of_interest({"null", "ttyACM0"})
    assert is_of_interest({"mine"}, Path("/dev/mine"))


def test_a_refused_port_is_left_alone_until_it_was_unplugged(dev: Path) -> None:
    register = Register()
    (first, second) = ports(dev)
    register.refuse(first, "it does not answer", RetryUntil.UNPLUGGED)
    assert register.fresh(ports(dev), now=1e9) == [second]
    assert register.findings == {str(first.path): "it does not answer"}
    assert register.due is None
    (dev / "ttyUSB1").unlink()
    assert register.fresh(ports(dev), now=1e9) == [second]
    (dev / "ttyUSB1").touch()
    assert len(register.fresh(ports(dev), now=1e9)) == 2


def test_a_replug_between_two_looks_is_known_by_its_name(dev: Path) -> None:
    register = Register()
    first, second = ports(dev)
    register.refuse(first, "it does not answer", RetryUntil.UNPLUGGED)
    register.refuse(second, "it does not answer", RetryUntil.UNPLUGGED)
    register.forget({"ttyUSB1", "null"})
    assert register.fresh(ports(dev), now=0) == [first]


def test_a_port_may_be_left_alone_for_a_time_or_until_something_happens(dev: Path) -> None:
    register = Register()
    first, second = ports(dev)
    register.refuse(first, "it failed", 5.0)
    register.refuse(second, "another program has it", RetryUntil.LET_GO)
    assert register.due == 5.0
    assert register.fresh(ports(dev), now=4.9) == []
    assert register.fresh(ports(dev), now=5.0) == [first]
    register.has_happened(RetryUntil.ALLOWED)
    assert register.fresh(ports(dev), now=5.0) == [first]
    register.has_happened(RetryUntil.LET_GO)
    assert register.fresh(ports(dev), now=5.0) == [first, second]
