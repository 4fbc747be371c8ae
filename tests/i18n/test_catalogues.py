import gettext
import json
from pathlib import Path

import pytest

from companion.config import card
from companion.i18n.translator import Translator, languages
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.pixel_page import style_for
from tools import catalogues
from tools.catalogues import gather, main

SOURCE = """
def say(tongue, count):
    tongue._("Score")
    N_("Hello {name}.")
    tongue.pgettext("hole", "empty")
    # Translators: a row of pegs
    return tongue.ngettext("one row", "{count} rows", count)
"""
FRENCH = (
    ('msgid "Score"\nmsgstr ""', 'msgid "Score"\nmsgstr "Marque"'),
    ('msgid "Hello {name}."\nmsgstr ""', 'msgid "Hello {name}."\nmsgstr "Bonjour {name}."'),
    ('msgid "empty"\nmsgstr ""', 'msgid "empty"\nmsgstr "vide"'),
    ('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "une rangée"\nmsgstr[1] "{count} rangées"'),
)


class House:
    """A package with one source file, and its French catalogue."""

    def __init__(self, root: Path) -> None:
        self.package = root / "package"
        self.folder = root / "i18n"
        self.po = self.folder / "fr" / "LC_MESSAGES" / "codemaker.po"
        self.source = self.package / "a.py"
        self.package.mkdir()
        self.po.parent.mkdir(parents=True)
        self.source.write_text(SOURCE, "utf-8")

    def build(self, *arguments: str) -> int:
        return main(arguments, self.folder, self.package)

    def replace(self, old: str, new: str) -> None:
        text = self.po.read_text("utf-8")
        assert old in text
        self.po.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a house whose catalogue is complete."""
    house = House(tmp_path)
    house.build()
    for old, new in FRENCH:
        house.replace(old, new)
    house.build()
    return house


def test_complete_catalogue_passes(house: House) -> None:
    assert house.build("--check") == 0


def test_building_again_changes_no_byte(house: House) -> None:
    before = (house.po.read_bytes(), house.po.with_suffix(".mo").read_bytes())
    house.build()
    assert (house.po.read_bytes(), house.po.with_suffix(".mo").read_bytes()) == before


def test_checking_changes_nothing(house: House) -> None:
    house.source.write_text(SOURCE + '\nN_("New")\n', "utf-8")
    before = house.po.read_bytes()
    house.build("--check")
    assert house.po.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"Marque"', '""', "fr: not translated: 'Score'"),
        ('msgid "Score"', '#, fuzzy\nmsgid "Score"', "fr: fuzzy: 'Score'"),
        ("Bonjour {name}.", "Bonjour {nom}.", "fr: other placeholders: 'Hello {name}.' -> 'Bonjour {nom}.'"),
        ("Bonjour {name}.", "Bonjour.", "fr: other placeholders: 'Hello {name}.' -> 'Bonjour.'"),
        ("Bonjour {name}.", "Bonjour {name.", "fr: other placeholders: 'Hello {name}.' -> 'Bonjour {name.'"),
        ("Marque", "Points", "fr: stale: codemaker.mo"),
        ("Score", "Scores", "fr: not in the catalogue: 'Score'"),
        ("Score", "Scores", "fr: no longer in the sources: 'Scores'"),
        ("une rangée", "{n} rangée", "fr: other placeholders: ('one row', '{count} rows')"),
    ],
)
def test_check_says_what_is_wrong(
    house: House, capsys: pytest.CaptureFixture[str], old: str, new: str, complaint: str
) -> None:
    house.replace(old, new)
    capsys.readouterr()
    assert house.build("--check", "fr") == 1
    assert complaint in capsys.readouterr().out


def test_translation_without_room_is_named(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogues, "BUDGETS", tmp_path / "budgets.json")
    for most, status in ((6, 0), (5, 1)):
        catalogues.BUDGETS.write_text(json.dumps({"Score": most}), "utf-8")
        house.build()
        assert f"#. At most {most} characters.\n" in house.po.read_text("utf-8")
        capsys.readouterr()
        assert house.build("--check") == status
    assert "fr: more than 5 characters: 'Score' -> 'Marque'" in capsys.readouterr().out


def test_missing_compiled_catalogue_is_stale(house: House) -> None:
    house.po.with_suffix(".mo").unlink()
    assert house.build("--check") == 1


def test_new_text_is_added_and_listed(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.source.write_text(SOURCE + '\nN_("New")\n', "utf-8")
    capsys.readouterr()
    house.build()
    assert capsys.readouterr().out == "fr: not translated: 'New'\n"


def test_text_that_is_gone_is_dropped(house: House) -> None:
    house.source.write_text('N_("Score")\n', "utf-8")
    house.build()
    assert "Hello" not in house.po.read_text("utf-8")


def test_note_for_translators_is_kept(house: House) -> None:
    assert "Translators: a row of pegs" in house.po.read_text("utf-8")


def test_another_language_is_begun(house: House) -> None:
    house.build("de")
    assert 'msgid "Score"' in (house.folder / "de" / "LC_MESSAGES" / "codemaker.po").read_text("utf-8")


def test_language_that_is_begun_passes_and_one_that_is_complete_may_lack_nothing(house: House) -> None:
    house.build("pt")
    assert house.build("--check") == 0
    assert house.build("--check", "pt") == 1


def french(house: House) -> gettext.GNUTranslations:
    with house.po.with_suffix(".mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_compiled_text_is_read_by_gettext(house: House) -> None:
    assert french(house).gettext("Score") == "Marque"


def test_compiled_plural_is_read_by_gettext(house: House) -> None:
    assert [french(house).ngettext("one row", "{count} rows", count) for count in (0, 1, 2)] == [
        "une rangée",
        "une rangée",
        "{count} rangées",
    ]


def test_compiled_context_is_read_by_gettext(house: House) -> None:
    assert french(house).pgettext("hole", "empty") == "vide"


def test_header_has_no_date_and_no_version_that_would_change_it(house: House) -> None:
    assert set(french(house).info()) == {"language", "content-type", "plural-forms"}


def test_text_that_is_not_translated_is_not_compiled(house: House) -> None:
    house.replace('"Marque"', '""')
    house.build()
    assert french(house).gettext("Score") == "Score"


class Ten(dict[str, str]):
    """Fills every place with a name as long as names can be."""

    def __missing__(self, key: str) -> str:
        return "W" * 10


def is_said(place: str) -> bool:
    """Return whether the phrases of the source *place* are said in lists and by voices, not alone on a screen."""
    return "/words/" in place and not place.endswith("pegs_coach.py")


@pytest.fixture(scope="module")
def told() -> list[str]:
    """Return the sentences that a banner may tell.

    What has several paragraphs is a text to read. Texts of pages and phrases alone are shown in a browser, which has
    room for all, and those about lines of codemaker.txt as a text to read.
    """
    messages = [message for message in gather() if isinstance(message.id, str) and message.id.endswith(".")]
    sentences = [
        str(message.id)
        for message in messages
        if not all(place.endswith(".js") or is_said(place) for place, _ in message.locations)
        and "\n" not in message.id
    ]
    return [sentence for sentence in sentences if sentence not in card.LINES_REFUSED]


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (256, 128)])
@pytest.mark.parametrize("large_text", [False, True])
@pytest.mark.parametrize("language", languages())
def test_every_sentence_has_room_in_a_banner(
    told: list[str], language: str, large_text: bool, size: tuple[int, int]
) -> None:
    translator = Translator(language)
    page = DisplayPage(size, translator, style_for(size, large_text))
    for sentence in told:
        page.banner(translator._(sentence).format_map(Ten()))
    assert page.cut == []
