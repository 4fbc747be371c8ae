"""docs/club.md says what an event file and the director take, and shows the worked examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.club.direct_command import HELP
from companion.club.director import CONFLICTS_MOST, LINES_MOST
from companion.club.event import ROUNDS_MOST, TITLE_MOST, read_event
from companion.club.results import COLUMNS
from tests.club.examples import FOLDER
from tests.club.tables import CATALOGUE

PAGE = (Path(__file__).parents[2] / "docs" / "club.md").read_text("utf-8")


def part(title: str) -> str:
    """Return the part of the page with this title."""
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def blocks(text: str) -> list[str]:
    """Return the indented blocks of *text*."""
    found = re.findall(r"(?:^    .+\n|^\n(?=    ))+", text, re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE).strip() + "\n" for block in found]


def test_event_of_the_page_is_read(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    path.write_text(blocks(part("An event"))[0], "utf-8")
    plan = read_event(path, CATALOGUE.__getitem__)
    assert [(one.game, one.ends) for one in plan.rounds] == [
        ("mastermind", ""),
        ("mastermind", "2026-12-08T19:00:00Z"),
    ]
    assert plan.title == "Autumn Cup"


def test_keys_of_an_event_are_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    for wrong in ("other = 1\nround = [1]", 'key = "a"\ntitle = "A"\n[[round]]\nother = 1'):
        path.write_text(wrong, "utf-8")
        with pytest.raises(Exception, match="expected the keys") as failure:
            read_event(path, CATALOGUE.__getitem__)
        keys = re.search(r"the keys (.*), got", str(failure.value))
        assert keys is not None
        text = part("An event").replace("[[round]]", "round")
        assert [key for key in keys[1].split(", ") if f"`{key}`" not in text] == []


def test_lines_that_can_be_typed_are_on_the_page() -> None:
    helped = [re.split("  +", line)[0] for line in HELP.splitlines()]
    assert re.findall(r"^\| `([^`]+)` \|", part("Directing"), re.MULTILINE) == helped


def test_limits_are_on_the_page() -> None:
    text = " ".join(PAGE.split())
    words = (f"one to {ROUNDS_MOST} rounds", f"at most {TITLE_MOST} characters", f"the first {LINES_MOST:,} tables")
    assert [one for one in words if one not in text] == []
    assert ("Up to eight results of a table" in text, CONFLICTS_MOST) == (True, 8)


def test_columns_and_examples_are_on_the_page() -> None:
    assert ", ".join(f"`{name}`" for name in COLUMNS) in part("Results")
    files = [(FOLDER / f"{key}-results.csv").read_text("utf-8") for key in ("autumn-cup", "lesson")]
    assert blocks(part("Results")) == files
