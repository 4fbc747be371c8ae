"""A language that the code has never heard of: a catalogue, and texts in the editions, made at run time.

It is sent through every screen, the settings, the menu of languages and the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.cli.main import main
from companion.cli.parser import command_parser
from companion.config.settings import DEFAULTS, Settings, load, save
from companion.i18n import translator
from companion.i18n.translator import Translator, languages
from companion.match.catalogue import load_catalogue
from companion.match.families import pegs
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import Notice
from companion.ui.core.text_page import TextPage
from companion.ui.home.home import home_menu
from tests.support import flow
from tests.support.pseudo import (
    CODE,
    DECIMAL_SIGN,
    OWN_NAME,
    add_language,
    copy_french,
    outside_brackets,
    pseudo,
    with_language,
)
from tests.ui import gallery
from tests.ui.gallery import SHOTS, AnyShot, Shot, Stand, draw, fill

# A translator fits the texts to the smallest panel; brackets and longer texts need displays of these sizes.
ROOMY = [Stand(CODE, size, large_text=True) for size in ((256, 128), (320, 240))]
# These show texts made by the tests or, as they are, by errors of files, and commands.
AS_MADE = re.compile(
    r"first-language|share.*|menu.*|choice|reader|name-.*|about-wrong-file|checkup-(card|panel|settings|window|tray-disturbed)"
)
NAMES = {
    "Anna",
    "Anne",
    "Chloé",
    "Clémentine",
    "David",
    "Geneviève",
    "Jean-Louis",
    "Marie",
    "Maximilien",
    "Zoé",
    "Élisabeth",
    "Émile",
}
BUTTONS = {"OK", "BACK", "ROLL"}
NAMES |= {"Coda", "Codemaker", "Passcode", "English", "français", OWN_NAME, "HAT", "OLED Bonnet", "TFT Bonnet", "min"}
NAMES |= {"Mini", "Pirate Audio", "codemaker.txt"}
# The feature on paper.
NAMES |= {"Phones"}
NAMES |= {"Ada", "Bartholome"}
# Tables of a club.
NAMES |= {"table-1", "anna-anna-anna-anna-anna-anna-an"}
# The notation of dice, and saved throws.
NAMES |= {"kh", "kl", "dF", "Sneak attack", "Wwwwwwww Wwwwwww", "Blue"}


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Add the pseudo-language to copies of the French catalogue and of the boxed editions."""
    folder = tmp_path_factory.mktemp("i18n")
    copy_french(folder)
    add_language(folder)
    read = pegs.edition_game
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translator, "CATALOGUES", folder)
        patch.setattr(pegs, "edition_game", lambda text, *of: read(with_language(text), *of))
        patch.setattr(gallery, "CATALOGUE", load_catalogue(None))
        patch.setattr(flow, "CATALOGUE", gallery.CATALOGUE)
        yield


def untranslated(shot: AnyShot) -> list[str]:
    """Return the words on the screen of *shot* that are neither translated nor names, letters of codes or numbers."""
    _, page = fill(shot, Stand(CODE), TextPage)
    assert page.translator.language == CODE
    rest = outside_brackets("\n".join(page.lines))
    for name in NAMES:
        rest = rest.replace(name, "")
    return [word for word in re.findall(r"[^\W\d_]{2,}", rest) if not word.isupper() or word in BUTTONS]


def test_language_is_found() -> None:
    assert languages() == ("en", "fr", CODE)


@pytest.mark.parametrize("stand", ROOMY, ids=str)
def test_no_text_is_cut_where_there_is_room_for_brackets(stand: Stand) -> None:
    assert {shot.name: cut for shot in SHOTS if (cut := draw(shot, stand).cut)} == {}


def test_every_text_of_every_screen_is_translated() -> None:
    shots = [shot for shot in SHOTS if not AS_MADE.fullmatch(shot.name)]
    assert {shot.name: words for shot in shots if (words := untranslated(shot))} == {}
    assert len(shots) > 300


@pytest.mark.thorough
def test_text_that_no_catalogue_has_is_found() -> None:
    shot = Shot("untranslated", lambda context: Notice(context, lambda translator: "Rules of OK, ABC, Anna"))
    assert untranslated(shot) == ["Rules", "of", "OK"]


def test_plural_and_decimal_sign_are_those_of_the_catalogue() -> None:
    translator = Translator(CODE)
    black = [translator.ngettext("{count} black", "{count} black", count) for count in (1, 2)]
    assert black == [pseudo("{count} black")] * 2
    assert translator.number(14.25) == f"14{DECIMAL_SIGN}2"


def test_settings_file_names_the_language(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    save(path, Settings(language=CODE))
    assert load(path) == (Settings(language=CODE), ())
    assert f"# one of auto, en, fr, {CODE}\n" in path.read_text("utf-8")


def test_language_without_catalogue_is_refused_with_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('language = "xx"')
    settings, refused = load(path)
    assert settings == replace(DEFAULTS, unknown={"language": "xx"})
    assert str(refused[0]) == f"expected language to be one of auto, en, fr, {CODE}, got 'xx', in {path}"


def test_menu_offers_the_language_by_its_own_name() -> None:
    playing = flow.start()
    playing.choose("More", "Settings")
    playing.press("OK")
    page = TextPage(playing.context.translator)
    playing.top.draw(page)
    assert page.lines[1:] == ["  automatic", "> English: \u2713", "  français", f"  {OWN_NAME}"]
    playing.press("DOWN DOWN OK")
    assert (playing.context.chosen.language, playing.context.translator.language) == (CODE, CODE)


def test_command_line_knows_the_language(tmp_path: Path) -> None:
    assert command_parser().parse_args(["--lang", CODE]).lang == CODE
    state, frames = str(tmp_path / "state"), tmp_path / "frames"
    keys = ["--device", "headless", "--size", "256x128", "--keys", "DOWN"]
    assert main(["play", *keys, "--lang", CODE, "--state", state, "--frames", str(frames)]) == 0
    expected = DisplayPage((256, 128), Translator(CODE))
    context = flow.start().context
    # The first frame looks at no clock.
    context.installation = context.installation._replace(has_network=False)
    home_menu(context).draw(expected)
    with Image.open(min(frames.glob("*.png"))) as first:
        assert first.convert("1").tobytes() == expected.image.tobytes()


def test_default_names_of_players_are_shown_in_the_language_and_stored_in_none() -> None:
    playing = flow.start(language=CODE, names=())
    playing.press("OK OK OK")
    assert playing.archive.sheets[1][0].players == ("Player 1", "Player 2")
    page = TextPage(playing.context.translator)
    playing.top.draw(page)
    assert pseudo("Player {number}").format(number=2) in "\n".join(page.lines)
