"""The theme is chosen in the settings, on displays with colours or greys only."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.compose import build_context
from companion.box import Button, ColourMode
from companion.config.settings import SettingsFile, Theme
from companion.ui.core.app import App
from companion.ui.core.context import AppContext
from companion.ui.core.ink import THEMES, Ink
from companion.ui.core.text_page import TextPage
from companion.ui.home.preferences import preferences
from tests.fakes.box import fake_box
from tests.support.paper import PaperArchive, environment
from tests.ui.gallery import CATALOGUE


def lines(context: AppContext) -> list[str]:
    page = TextPage(context.translator)
    preferences(context).draw(page)
    return page.lines


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    path = tmp_path / "settings.toml"
    # The fake clock goes on to the next deadline, so a display that goes dark would be dark at once.
    path.write_text("dim_after_s = 0\ndark_after_s = 0\n")
    return SettingsFile(path)


@pytest.mark.parametrize(
    ("mode", "shown"),
    [
        (ColourMode.MONO, []),
        (ColourMode.GREYS, ["  Theme: dark colours"]),
        (ColourMode.RGB, ["  Theme: dark colours"]),
    ],
)
def test_theme_is_offered_where_there_are_colours_or_greys(
    mode: ColourMode, shown: list[str], file: SettingsFile
) -> None:
    context = build_context(fake_box(mode=mode), file, CATALOGUE, environment(PaperArchive()), "en")
    assert [line for line in lines(context) if "Theme" in line] == shown


def test_chosen_theme_is_seen_at_once_and_kept(file: SettingsFile) -> None:
    box = fake_box((240, 240), mode=ColourMode.RGB)
    context = build_context(box, file, CATALOGUE, environment(PaperArchive()), "en")
    menu = preferences(context)
    menu.at = next(place for place, line in enumerate(lines(context)[1:]) if "Theme" in line)
    app = App(box, context, menu)
    app.run()
    for _ in range(2):
        box.inputs.press(Button.RIGHT)
        app.run()
    inks = (Ink.BACKGROUND, Ink.BAR)
    seen = [tuple(frame.getpixel(place) for place in ((0, 239), (0, 0))) for frame in box.display.frames]
    assert seen == [tuple(THEMES[theme][ink] for ink in inks) for theme in Theme]
    assert file.settings.theme is Theme.CONTRAST
