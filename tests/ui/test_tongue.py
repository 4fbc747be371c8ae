import logging

import pytest

from companion.errors import CompanionError, DeviceMissing, SettingsRefused
from companion.i18n import AUTO
from companion.i18n.translator import Translator, Verbatim, filled, from_environment, in_each_language, languages


@pytest.fixture
def french() -> Translator:
    return Translator("fr")


@pytest.mark.parametrize("text", ["Language", "Player {number}", "Yes"])
def test_text_in_each_language_is_that_of_its_catalogue(text: str) -> None:
    assert in_each_language(text) == {language: Translator(language)._(text) for language in languages()}


def test_english_is_the_first_language_and_french_is_there() -> None:
    assert languages()[0] == "en"
    assert "fr" in languages()[1:]


def test_text_is_said_in_french(french: Translator) -> None:
    assert french._("Yes") == "Oui"


def test_text_without_translation_is_said_in_english(french: Translator) -> None:
    assert french._("no such text") == "no such text"


def test_empty_text_is_not_the_header_of_the_catalogue(french: Translator) -> None:
    assert french._("") == ""


def test_french_counts_nought_as_one(french: Translator) -> None:
    assert french.ngettext("{count} black", "{count} black", 0) == "{count} noire"


def test_english_counts_nought_as_many() -> None:
    assert Translator().ngettext("one", "many", 0) == "many"


def test_text_without_its_context_is_said_in_english(french: Translator) -> None:
    assert french.pgettext("no such context", "Yes") == "Yes"


def test_message_id_is_translated_where_it_is_said(french: Translator) -> None:
    assert french.say("Yes") == "Oui"


def test_name_is_not_translated(french: Translator) -> None:
    assert french.say(Verbatim("Yes")) == "Yes"


def test_finished_text_is_not_translated_again(french: Translator) -> None:
    assert french.say(lambda translator: "Yes") == "Yes"


def test_made_text_is_in_the_language_of_the_moment(french: Translator) -> None:
    assert french.say(lambda translator: translator._("No")) == "Non"


def test_error_is_told_in_french(french: Translator) -> None:
    assert french.tell(DeviceMissing("expected a speaker")) == "Une pièce ne répond pas. On joue sans elle."


def test_error_is_told_with_its_values() -> None:
    refusal = SettingsRefused("expected a known key", "{key} in settings is wrong. Defaults used.", key="volum")
    assert Translator().tell(refusal) == "volum in settings is wrong. Defaults used."


def test_error_without_its_values_is_told_all_the_same() -> None:
    assert Translator().tell(CompanionError("no value", "{key} is wrong.")) == CompanionError.sentence


def test_error_without_its_values_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    Translator().tell(CompanionError("no value", "{key} is wrong."))
    assert "expected the values of '{key} is wrong.', got {}" in caplog.text


def test_missing_catalogue_means_english() -> None:
    assert Translator("xx").language == "en"


def test_missing_catalogue_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    Translator("xx")
    assert "for language 'xx': English is used" in caplog.text


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "xx_XX", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "xx:fr:en", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LANGUAGE": "xx", "LANG": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_language_follows_the_environment(environment: dict[str, str], language: str) -> None:
    assert from_environment(environment) == language


def test_automatic_language_is_taken_from_the_environment() -> None:
    assert Translator(AUTO, {"LANG": "fr_FR.UTF-8"}).language == "fr"


def test_filled_text_may_be_shortened_only_if_a_name_is_in_it() -> None:
    translator = Translator("fr")
    named, counted = filled("{name} wins!", name="Anna"), filled("Round {number}", number=2)
    assert callable(named)
    assert callable(counted)
    assert (named(translator), counted(translator)) == (Verbatim("Anna gagne\u202f!"), "Manche 2")


def test_text_filled_into_a_text_is_in_the_same_language() -> None:
    inner = filled("Round {number}", number=2)
    assert Translator("fr").say(filled("{rows}?", rows=inner)) == "Manche 2\u202f?"
