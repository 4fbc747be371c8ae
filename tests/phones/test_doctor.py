"""What the doctor finds of the pages for phones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.config.settings import DEFAULTS
from companion.doctor.examine import examine
from companion.doctor.host import Finding, ProcessResult, Severity
from companion.phones.doctor import CHECKS
from companion.phones.switch import ON
from tests.fakes.host import FakeHost

WEB_SOCKET = ("systemctl", "show", "codemaker-web.socket", "--property=LoadState", "--property=ActiveState")


def host_with(state: str, *, is_on: bool = True) -> FakeHost:
    """Return a box whose unit for the pages is in *state*."""
    host = FakeHost()
    host.more_checks = CHECKS
    host.chosen = replace(DEFAULTS, **DEFAULTS.changes(ON, is_on))
    host.ran[WEB_SOCKET] = ProcessResult(0, state)
    return host


def found(host: FakeHost) -> Finding:
    """Return what is found of phones among all that is looked at."""
    return next(finding for check, finding in examine(host) if check.key == "phones")


def test_phones_that_are_off_are_grey() -> None:
    assert found(host_with("", is_on=False)).light is Severity.GREY


def test_pages_that_are_served_are_green() -> None:
    assert found(host_with("LoadState=loaded\nActiveState=active\n")).light is Severity.GREEN


def test_pages_of_a_desktop_are_grey() -> None:
    host = host_with("LoadState=not-found\nActiveState=inactive\n")
    host.become_a_desktop()
    assert found(host).light is Severity.GREY


@pytest.mark.parametrize(
    ("state", "fact"),
    [
        ("LoadState=not-found\nActiveState=inactive\n", "codemaker-web is not installed"),
        ("LoadState=loaded\nActiveState=failed\n", "codemaker-web.socket: failed"),
    ],
)
def test_pages_that_do_not_run_are_amber(state: str, fact: str) -> None:
    assert (found(host_with(state)).light, found(host_with(state)).fact) == (Severity.AMBER, fact)


def test_phones_come_after_the_service() -> None:
    keys = [check.key for check, _ in examine(host_with(""))]
    assert keys[keys.index("service") + 1] == "phones"
