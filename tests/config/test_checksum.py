"""The checksum in the first line fits the rest of the file, and a changed bit is seen."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.checksum import fits_checksum, json_with_checksum, toml_with_checksum

FIELDS = {"match": 3, "players": ["Zoé", "Bo"]}
TOML = toml_with_checksum('names = ["Zoé", "Bo"]\n')
JSON = json_with_checksum(FIELDS)


def test_text_with_its_checksum_is_still_toml_and_json() -> None:
    assert tomllib.loads(TOML) == {"names": ["Zoé", "Bo"]}
    read = json.loads(JSON)
    del read["checksum"]
    assert read == FIELDS


@pytest.mark.parametrize("text", [TOML, JSON])
def test_written_text_fits_its_checksum(text: str) -> None:
    assert fits_checksum(text) is True


@pytest.mark.parametrize("text", ["volume = 1\n", "# Settings\nvolume = 1\n", '{"form": 1}'])
def test_text_of_a_person_or_an_earlier_version_has_none(text: str) -> None:
    assert fits_checksum(text) is None


@given(st.sampled_from((TOML, JSON)), st.data())
def test_every_other_letter_below_the_first_line_is_seen(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(text.index("\n") + 1, len(text) - 1))
    letter = data.draw(st.characters(codec="utf-8").filter(lambda other: other != text[at]))
    assert fits_checksum(text[:at] + letter + text[at + 1 :]) is False


def test_text_that_is_cut_off_does_not_fit() -> None:
    assert [end for end in range(len(TOML)) if fits_checksum(TOML[:end]) is not False] == []
