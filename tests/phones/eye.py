"""The lines of menus that people have seen, noted where they are drawn, beside what the screens note."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from companion.ui.core.display_page import DisplayPage
from companion.ui.core.page import ListRow
from tests.support.flow import Flow


@contextmanager
def watching(flow: Flow) -> Iterator[set[tuple[str, str]]]:
    """Note the label and the value of each line that is drawn on the display of *flow*, except under a sentence."""
    seen: set[tuple[str, str]] = set()
    draw: Any = DisplayPage._row

    def noted(page: DisplayPage, line: object, row: ListRow, ink: object) -> None:
        draw(page, line, row, ink)
        if not flow.app.banner:
            seen.add((page.translator.say(row.label), page.translator.say(row.value)))

    with patch.object(DisplayPage, "_row", noted):
        yield seen
