"""The card's codemaker.txt: every line that can be understood counts, and every other one is told."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from image.card_text import template

from companion.config import card
from companion.config.card import CardDamaged, CardFiles, card_keys, read_card, read_folder
from companion.config.settings import DEFAULTS, BoardName, Settings, SettingsFile, Turned, load
from companion.i18n.translator import Translator

WRITER = Path(__file__).parents[2] / "systemd/image/card_text.py"
SHIPPED = "".join(f"{line}\n" for line in template())
LCD = BoardName.WAVESHARE_LCD_1IN3


def read(folder: Path, content: str | bytes) -> CardFiles:
    (folder / "codemaker.txt").write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_folder(folder)


def told(found: CardFiles, language: str = "en") -> list[str]:
    return [Translator(language).tell(wrong) for wrong in found.refused]


def test_image_gets_the_keys_that_are_read() -> None:
    written = subprocess.run([sys.executable, WRITER], capture_output=True, encoding="utf-8", check=True)
    assert written.stdout == SHIPPED


def test_shipped_file_sets_nothing_and_has_nothing_wrong(tmp_path: Path) -> None:
    assert read(tmp_path, SHIPPED) == CardFiles({}, ())


def test_every_value_that_the_shipped_file_lists_is_taken(tmp_path: Path) -> None:
    listed: list[tuple[str, str]] = []
    values: list[str] = []
    for line in SHIPPED.splitlines():
        if line.startswith("#   "):
            values.append(line.split()[1])
        elif "=" in line and not line.startswith("#"):
            listed += [(line.partition("=")[0].strip(), value) for value in values]
            values.clear()
    assert len(listed) == sum(1 + len(choices) for choices in card_keys().values())
    for key, value in listed:
        found = read(tmp_path, f"{key} = {value}\n")
        assert found.refused == ()
        assert (key in found.values) == (value != "menu")


def test_every_key_is_a_setting_and_every_value_is_permitted_there() -> None:
    for key, choices in card_keys().items():
        for value in choices.values():
            assert getattr(replace(DEFAULTS, **{key: value}), key) == value  # type: ignore[arg-type]


def test_lines_set_what_they_name(tmp_path: Path) -> None:
    found = read(tmp_path, "board = waveshare-lcd-1in3\nlanguage=fr\n turned =half\ndemo = on\n")
    assert found == CardFiles({"board": LCD, "language": "fr", "turned": Turned.HALF, "demo": True}, ())


@pytest.mark.parametrize(
    "line",
    [
        "BOARD = Waveshare-LCD-1in3",
        'board = "waveshare-lcd-1in3"',
        "board = \u201cwaveshare-lcd-1in3\u201d",
        "board=waveshare lcd 1in3",
        "board\t=\twaveshare_lcd_1in3   ",
        "board = waveshare-lcd-1in3 # mine",
        "\u00a0board = waveshare-lcd-1in3\u00a0",
    ],
)
def test_line_is_understood_as_people_write_it(tmp_path: Path, line: str) -> None:
    assert read(tmp_path, line) == CardFiles({"board": LCD}, ())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_file_of_any_editor_is_read(tmp_path: Path, codec: str, end: str) -> None:
    text = end.join(["# la \u00e9cran", "", "language = fr", "demo = on", ""])
    content = text.encode(codec)
    assert read(tmp_path, content) == CardFiles({"language": "fr", "demo": True}, ())


@pytest.mark.parametrize("value", ["", "menu", "MENU", '"menu"'])
def test_choice_is_left_to_the_menu(tmp_path: Path, value: str) -> None:
    assert read(tmp_path, f"board = {value}") == CardFiles({}, ())


def test_each_wrong_line_is_told_and_the_others_count(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "bord = bonnet\nboard = waveshare\n\nlanguage fr\nturned = 90\nlanguage = fr\nlanguage = en\ndemo = on\n",
    )
    assert found.values == {"language": "fr", "demo": True}
    boards = ", ".join(["menu", *(name for name in BoardName if name != "custom")])
    assert told(found) == [
        "Line 1: bord is not known. Known are: board, language, turned, demo.",
        f"Line 2: board cannot be waveshare. Possible are: {boards}.",
        "Line 4: expected a word, = and a value, such as demo = menu.",
        "Line 5: turned cannot be 90. Possible are: menu, no, right, half, left.",
        "Line 7: language is set above already. That line counts.",
    ]
    assert "did you mean 'board', in line 1 of" in str(found.refused[0])


def test_escape_codes_and_long_words_are_shown_safely(tmp_path: Path) -> None:
    found = read(tmp_path, "x\x1b[2J = 1\nboard = " + "w" * 500)
    assert "x\\x1b[2j" in told(found)[0].lower()
    assert len(told(found)[1]) < 250
    assert all("\x1b" not in str(wrong) for wrong in found.refused)


def test_file_that_is_no_file_of_lines_is_told(tmp_path: Path) -> None:
    (tmp_path / "codemaker.txt").mkdir()
    assert told(read_folder(tmp_path)) == ["The file cannot be read. Copy it to the card again."]


def test_huge_file_is_told_and_not_read(tmp_path: Path) -> None:
    assert len(read(tmp_path, b"#" * 70_000).refused) == 1


@given(st.binary(max_size=200))
def test_no_file_stops_the_box(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    found = read(tmp_path_factory.mktemp("card"), content)
    told(found)
    Settings(**found.values)  # type: ignore[arg-type]


def test_no_file_and_no_card_set_nothing(tmp_path: Path) -> None:
    assert read_folder(tmp_path / "missing") == CardFiles({}, ())
    assert read_card({}) is card.NO_CARD
    assert read_card({"CODEMAKER_CARD": os.fspath(tmp_path)}) == CardFiles({}, ())


@pytest.mark.parametrize("word", ["repaired", "new", "full", "failed"])
def test_players_are_told_what_the_start_found(tmp_path: Path, word: str) -> None:
    (tmp_path / "data").write_text(f"{word}\n")
    (tmp_path / "last").write_text("cut\n")
    found = read_folder(tmp_path)
    assert (found.data, found.last) == (word, "cut")
    assert [type(damage) for damage in found.damage] == [CardDamaged]


@pytest.mark.parametrize("word", ["ok\n", "", "something else"])
def test_nothing_is_told_where_all_is_well(tmp_path: Path, word: str) -> None:
    (tmp_path / "data").write_text(word)
    assert read_folder(tmp_path).damage == ()


# --- with the settings


def test_line_decides_over_the_settings_and_is_not_written_there(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('language = "en"\n')
    file = SettingsFile(path, {"language": "fr", "board": LCD})
    assert (file.settings.language, file.settings.board) == ("fr", LCD)
    file.save(replace(file.settings, volume=7))
    assert load(path)[0] == replace(DEFAULTS, language="en", volume=7)
    assert SettingsFile(path).settings.language == "en"


def test_choice_in_the_session_is_written_though_a_line_decides_at_the_next_start(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    file = SettingsFile(path, {"board": LCD})
    file.save(replace(file.settings, board=BoardName.BONNET))
    file.save(replace(file.settings, volume=7))
    assert load(path)[0].board == "bonnet"
    assert SettingsFile(path, {"board": LCD}).settings.board == LCD
