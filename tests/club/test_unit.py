"""The unit of the bridge: it runs a command that exists, has no rights to the matches, and is off by default."""

from __future__ import annotations

import re
from pathlib import Path

from companion.cli.parser import command_parser

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = (SYSTEMD / "codemaker-club.service").read_text("ascii")


def lines(key: str) -> list[str]:
    """Return the values of *key* in the unit."""
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


def test_command_of_the_unit_exists() -> None:
    [command] = lines("ExecStart")
    program, *words = command.replace("%t", "/run").replace("%S", "/var/lib").split()
    given = command_parser().parse_args(words)
    assert (program, given.part) == ("/usr/bin/codemaker", "run")
    assert (given.table, given.folder) == (Path("/run/codemaker"), Path("/var/lib/codemaker-club"))


def test_bridge_has_its_own_user_and_no_way_to_the_matches() -> None:
    assert (lines("User"), lines("StateDirectory"), lines("StateDirectoryMode")) == (
        ["codemaker-club"], ["codemaker-club"], ["0700"]
    )  # fmt: skip
    assert lines("InaccessiblePaths") == ["-%S/codemaker"]
    assert "u codemaker-club " in (SYSTEMD / "codemaker-club.sysusers").read_text("ascii")


def test_unit_is_off_until_it_is_enabled_by_hand() -> None:
    script = (SYSTEMD / "club-postinst").read_text("ascii")
    assert not re.search(r"\b(enable|start|restart)\b", re.sub(r"#.*", "", script).replace("try-restart", ""))


def test_sockets_are_for_the_group_of_the_game() -> None:
    assert (lines("Group"), lines("UMask"), lines("RuntimeDirectoryMode")) == (["codemaker"], ["0007"], ["0750"])
