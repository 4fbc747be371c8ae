"""The table in docs/settings.md is the one of the declarations."""

from __future__ import annotations

import pytest

from companion.config.declared import Setting
from tools import settings_table
from tools.settings_table import PAGE, with_table


def test_table_of_the_page_is_that_of_the_declarations() -> None:
    page = PAGE.read_text("utf-8")
    assert with_table(page) == page, "run: python -m tools.settings_table"


def test_setting_that_the_page_lacks_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Setting("level", 3, help="How bright it is.", limits=range(9), table="lamp")
    monkeypatch.setattr(settings_table, "declared", lambda: (level,))
    page = with_table(PAGE.read_text("utf-8"))
    assert "\n| `lamp.level` | a whole number, 0 to 8 | `3` | How bright it is. | yes |\n\n`custom`" in page
    assert "phones.on" not in page
