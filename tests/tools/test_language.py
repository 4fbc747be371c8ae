"""A stranger's language: begun, half translated, used on the screens and in the editions, and taken out again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import write_po

from companion.games.pegs.edition import parse_edition
from companion.i18n import translator
from companion.i18n.translator import Translator, languages, menu_name
from tests.ui.gallery import BY_NAME, Stand, draw
from tools import catalogues, language

CODE = "xx"
SHOTS = ("home", "guess", "answer", "settings", "coda-look", "passcode-hand-looked")


def contents(*folders: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return copies of the catalogues of two languages, which the program reads, and of the editions."""
    folder, editions = tmp_path / "i18n", tmp_path / "editions"
    for code in ("de", "fr"):
        shutil.copytree(catalogues.FOLDER / code, folder / code)
    shutil.copytree(language.EDITIONS, editions)
    catalogues.main([], folder)
    monkeypatch.setattr(translator, "CATALOGUES", folder)
    return folder, editions


def translate_half(folder: Path) -> None:
    po = folder / CODE / "LC_MESSAGES" / f"{catalogues.DOMAIN}.po"
    catalogue = catalogues.read(po, CODE)
    for place, message in enumerate(catalogues.texts(catalogue)):
        if place % 2 == 0:
            said = [form.swapcase() if "{" not in form else form for form in catalogues.forms(message.id)]
            message.string = said[0] if isinstance(message.id, str) else tuple(said)
    with po.open("wb") as file:
        write_po(file, catalogue)


def test_language_is_begun_used_half_done_and_taken_out_again(house: tuple[Path, Path]) -> None:
    folder, editions = house
    before = contents(folder, editions)
    assert language.main([CODE], folder, editions) == 0
    translate_half(folder)
    assert language.main([CODE], folder, editions) == 0
    translator._index.cache_clear()

    assert CODE in languages()
    assert menu_name(CODE).endswith((" 49 %", " 50 %"))
    words = Translator(CODE)
    assert {words._(text) == text for text in ("Play", "Settings", "Dice", "More", "Language", "Yes")} == {True, False}
    assert {name: draw(BY_NAME[name], Stand(CODE)).cut for name in SHOTS} == {name: [] for name in SHOTS}
    edition = parse_edition((editions / "mastermind.toml").read_text("utf-8"), "mastermind.toml")
    assert [colour.letter(CODE) for colour in edition.colours] == [*edition.letters]
    assert edition.colours[0].name.texts[CODE] == "red"
    # What is complete is still complete.
    assert catalogues.main(["--check", "fr", "de"], folder) == 0

    assert language.main(["--remove", CODE], folder, editions) == 0
    assert contents(folder, editions) == before


@pytest.mark.parametrize("code", ["en", "PT", "p", "portuguese"])
def test_what_is_no_code_is_refused(code: str, house: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        language.main([code], *house)
    assert "expected a code of two or three letters" in capsys.readouterr().err


def test_entries_come_and_go_in_an_edition() -> None:
    text = (language.EDITIONS / "super.toml").read_text("utf-8")
    added = language.with_entries(text, CODE)
    assert f'{CODE} = "turquoise"' in added
    assert language.with_entries(added, CODE) == added
    assert language.without_entries(added, CODE) == text
