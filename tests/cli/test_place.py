"""Which files the commands look at on a machine where the box is installed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from companion.cli.place import ABOUT_MATCHES, BoxUnreadable, place_of, places_of_service
from companion.config.paths import Paths
from tests.cli.test_doctor import enable_service


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root folder of a machine with an installed box."""
    enable_service(tmp_path)
    (tmp_path / "var/lib/codemaker").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def own(tmp_path: Path) -> Paths:
    """Return the paths of a user who has not played."""
    home = tmp_path / "home"
    home.mkdir()
    return Paths(home / "journal.db", home / "settings.toml", home / "editions")


def become(monkeypatch: pytest.MonkeyPatch, number: int, can_read: bool = True) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number)
    monkeypatch.setattr(os, "access", lambda path, mode: can_read)


@pytest.mark.parametrize("command", ABOUT_MATCHES)
def test_root_is_told_that_the_folder_of_the_box_is_used(
    command: str, root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    become(monkeypatch, 0)
    # A journal that an earlier version made in root's folder is not taken for the box's.
    own.journal.touch()
    assert place_of(command, own, False, root) == places_of_service(own, False, root)
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert f"uses the box's folder {root / 'var/lib/codemaker'};" in said.err


def test_command_about_no_match_says_nothing(
    root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    become(monkeypatch, 0)
    assert place_of("games", own, False, root).editions == root / "var/lib/codemaker/editions"
    assert capsys.readouterr().err == ""


def test_folder_that_is_named_wins(root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    become(monkeypatch, 0)
    assert place_of("history", own, True, root) == own


def test_user_keeps_matches_of_their_own(root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    become(monkeypatch, 1000)
    assert place_of("history", own, False, root) != own
    own.journal.touch()
    assert place_of("history", own, False, root) == own


def test_user_whose_journal_is_gone_is_not_shown_the_matches_of_the_box(
    root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    become(monkeypatch, 1000)
    own.journal.with_name("journal.known-1").touch()
    assert place_of("history", own, False, root) == own


def test_user_who_may_not_read_the_box_is_told_what_to_do(
    root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    become(monkeypatch, 1000, can_read=False)
    with pytest.raises(BoxUnreadable, match=r"got no permission, in .*; use sudo codemaker history, or name"):
        place_of("history", own, False, root)
    assert place_of("games", own, False, root) == own


def test_nothing_is_made_in_the_folder_of_root(root: Path, own: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    become(monkeypatch, 0)
    for command in ABOUT_MATCHES:
        place_of(command, own, False, root)
    assert list(own.journal.parent.iterdir()) == []


def test_commands_about_matches_are_those_that_the_documentation_names() -> None:
    page = (Path(__file__).parents[2] / "docs/commands.md").read_text("utf-8")
    sentence = page.split("Where the box is installed as a service, ")[1].split(" use the matches of the box")[0]
    assert tuple(re.findall(r"`(\w+)`", sentence)) == ABOUT_MATCHES
