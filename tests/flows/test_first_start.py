"""The first start: language, the offer to learn, and the taught round."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.compose import is_first_start, play
from companion.app.launch_options import LaunchOptions
from companion.box import Box, Button
from companion.config.paths import Paths, find_paths
from companion.config.settings import Settings, load
from companion.i18n.translator import Translator, languages
from companion.ui.core.text_page import TextPage
from companion.ui.home.welcome import first_screens
from tests.fakes.box import fake_box
from tests.support.flow import Flow, start
from tools.bench.bench_lesson import FOLLOWED


def said(flow: Flow) -> str:
    """Return the text of the screen."""
    page = TextPage(Translator("en"))
    flow.top.draw(page)
    return "\n".join(page.lines)


def paths(folder: Path) -> Paths:
    return find_paths({}, folder, folder)


@pytest.mark.parametrize(
    "wishes",
    [
        LaunchOptions(lang="fr"),
        LaunchOptions(keys=""),
        LaunchOptions(edition="coda"),
        LaunchOptions(device="headless"),
    ],
)
def test_scripts_and_chosen_languages_begin_at_home(wishes: LaunchOptions, tmp_path: Path) -> None:
    assert not is_first_start(wishes, paths(tmp_path))


def test_settings_file_ends_the_first_start(tmp_path: Path) -> None:
    assert is_first_start(LaunchOptions(), paths(tmp_path))
    paths(tmp_path).settings.write_text("")
    assert not is_first_start(LaunchOptions(), paths(tmp_path))


def begin(folder: Path, keys: str) -> None:
    """Start a box in *folder* without options, press *keys*, and cut the power."""
    box = fake_box()
    for key in keys.split():
        box.inputs.press(Button[key])

    def choose(wishes: LaunchOptions, settings: Settings) -> Box:
        return box

    play(LaunchOptions(), paths(folder), choose)


def test_language_is_saved_when_it_is_chosen_and_asked_again_if_it_was_not(tmp_path: Path) -> None:
    begin(tmp_path, "")
    assert is_first_start(LaunchOptions(), paths(tmp_path))
    begin(tmp_path, "DOWN OK")
    assert load(paths(tmp_path).settings)[0].language == languages()[1]
    assert not is_first_start(LaunchOptions(), paths(tmp_path))


def test_languages_begin_with_that_of_the_system_and_the_title_is_in_the_one_at_the_cursor() -> None:
    flow = start(language="it")
    flow.app._stack += first_screens(flow.context)
    flow.look()
    assert flow.lines[:3] == ["Lingua", "> italiano: \u2713", "  English"]
    flow.press("DOWN", "DOWN")
    assert flow.lines[0] == "Sprache"
    flow.press("OK")
    assert flow.context.translator.language == "de"


def test_offer_leads_into_the_taught_round_and_home() -> None:
    flow = start()
    flow.app._stack += first_screens(flow.context)
    assert flow.press("OK") == ["Menu"]
    assert said(flow).startswith("Learn to play?")
    assert flow.press("OK OK") == ["Menu", "TaughtScreen"]
    flow.press(FOLLOWED["Mastermind"])
    assert "You have won!" in said(flow)
    assert flow.press("OK BACK BACK")[:2] == ["Menu", "Menu"]
    assert flow.archive.sheets == {}


def test_offer_begins_the_first_game_at_once_or_shows_all_games() -> None:
    flow = start()
    flow.app._stack += first_screens(flow.context)
    flow.press("OK")
    flow.choose("More games")
    assert said(flow).startswith("Play ")
    flow.press("BACK")
    assert flow.screen == "Menu"
    assert not flow.archive.sheets
    flow.app._stack += first_screens(flow.context)
    flow.press("OK")
    flow.choose("Play now")
    match = flow.context.newest_match()
    assert match is not None
    assert (match.header.game, len(match.header.players)) == ("mastermind", 2)
    flow.press("OK OK")
    assert flow.screen == "GuessScreen"


def test_taught_round_can_be_left_at_any_screen_and_repeated_from_home() -> None:
    flow = start()
    flow.choose("Learn")
    assert said(flow).startswith("Learn\n")
    assert flow.press("OK OK BACK") == ["TaughtScreen", "LessonRow", "Menu"]
    assert flow.press("DOWN OK BACK", "DOWN OK BACK") == ["Menu", "TaughtScreen", "Menu"] * 2
