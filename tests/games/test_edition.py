from importlib.resources import files
from pathlib import Path

import pytest

from companion.errors import CompanionError, EditionRefused, TextUnreadable
from companion.games.pegs import Edition, PegGame, parse_edition
from companion.games.pegs.edition import Colour
from companion.i18n.translator import languages
from companion.match.catalogue import UnknownGame, load_catalogue
from companion.match.families.pegs import BOXED

GOOD = (files("companion.games.pegs") / "editions" / "ambassador.toml").read_text(encoding="utf-8")
MAKER = (files("companion.games.pegs") / "editions" / "mastermind.toml").read_text(encoding="utf-8")


def edition(key: str) -> Edition:
    game = load_catalogue(None)[key]
    assert isinstance(game, PegGame)
    return game.edition


@pytest.mark.parametrize(
    ("key", "pegs", "colours", "rows", "spaces"),
    [
        ("mastermind", 4, 6, 10, [1296, 2401]),
        ("brainiac", 4, 6, 12, [1296, 2401]),
        ("ambassador", 5, 8, 12, [6720, 32768, 19081, 59049]),
        ("super", 5, 8, 12, [32768, 59049]),
        ("mini", 4, 6, 6, [1296, 2401]),
        ("junior", 3, 6, 10, [216]),
    ],
)
def test_boxed_edition_has_the_booklet_s_numbers(
    key: str, pegs: int, colours: int, rows: int, spaces: list[int]
) -> None:
    box = edition(key)
    assert (box.pegs, len(box.colours), box.rows) == (pegs, colours, rows)
    assert [box.space(variant).size for variant in box.variants] == spaces


@pytest.mark.parametrize("key", BOXED)
def test_colours_differ_in_letter_shape_and_name_in_every_language(key: str) -> None:
    def different(what: list[object]) -> bool:
        return len(set(what)) == len(what)

    colours: tuple[Colour, ...] = edition(key).colours
    for language in languages():
        assert different([colour.letter(language) for colour in colours])
        assert different([colour.name(language) for colour in colours])
    # Letters are told apart by themselves.
    assert edition(key).has_words or different([colour.shape for colour in colours])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("pegs = 5", "pegs = 9", r"own.toml: pegs: expected a whole number from 2 to 8, got 9"),
        ("pegs = 5", 'pegs = "five"', r"own.toml: pegs: expected a whole number"),
        ("pegs = 5", "pegs = true", r"own.toml: pegs: expected a whole number"),
        ("pegs = 5", "", r"own.toml: pegs: expected .* but the key is missing"),
        ("rows = 12", "rows = 0", r"own.toml: rows: expected a whole number from 1 to 20, got 0"),
        ("rows = 12", "row = 12", r"own.toml: rows: expected"),
        ('key_pegs = "black"', 'key_pegs = "green"', r"own.toml: key_pegs: expected one of black, red, got 'green'"),
        ('key = "ambassador"', 'key = "Ambassador!"', r"own.toml: key: expected a-z, 0-9 and -, at most 10"),
        ("coin = true", "coin = true\nhats = 3", r"own.toml: hats: unknown key"),
        ("coin = true", "coin = true\nguess_repeat = true", r"unknown key; did you mean 'guess_repeats'\?"),
        ("coin = true", 'coin = "yes"', r"own.toml: coin: expected true or false, got 'yes'"),
        ('letter = "R"', 'letter = "B"', r"own.toml: colours: expected every letter.en once, got 'B' twice"),
        ('letter = "R"', 'letter = "r"', r"own.toml: colours\[1\].letter.en: expected one capital letter"),
        ('shape = "heart"', 'shape = "egg"', r"own.toml: colours\[1\].shape: expected one of heart, square"),
        ('rgb = "#d63028"', 'rgb = "red"', r"own.toml: colours\[1\].rgb: expected a colour such as .*, got 'red'"),
        ('rgb = "#d63028"', "rgb = 214", r"own.toml: colours\[1\].rgb: expected a colour such as .*, got 214"),
        ('shape = "heart"', 'shape = "square"', r"own.toml: colours: expected every shape once, got 'square' twice"),
        ('fr = "rouge"', 'french = "rouge"', r"own.toml: colours\[1\].name.french: unknown key"),
        ('en = "red", ', "", r"own.toml: colours\[1\].name.en: expected .* but the key is missing"),
        ('letter = "R"', 'letter = { en = "R", de = "B" }', r"expected every letter.de once, got 'B' twice"),
        ("[8, 8]", "[5, 8]", r"own.toml: scoring.table: expected .* with rising rows, the last one 12"),
        ("[12, 4]", "[11, 4]", r"own.toml: scoring.table: expected .* the last one 12"),
        ("[12, 4]", "[12]", r"own.toml: scoring.table: expected"),
        ("[[scoring.track_pegs]]", "[[scoring.peg]]", r"own.toml: scoring.peg: unknown key"),
        ("[[variants]]", "[[variants]]\nhue = 9", r"own.toml: variants\[1\].hue: unknown key"),
        ("[[colours]]", "[[colours]]\nhue = 9", r"own.toml: colours\[1\].hue: unknown key"),
        (
            '"#245ccc"\n\n[[scoring',
            '"#245ccc"\nhue = 9\n\n[[scoring',
            r"own.toml: scoring.track_pegs\[1\].hue: unknown key",
        ),
        ("track = 30", "track = 0", r"own.toml: scoring.track: expected a whole number from 1 to 999, got 0"),
        ("repeats = false", "repeats = 0", r"own.toml: variants\[1\].repeats: expected true or false, got 0"),
        ("pegs = 5", "pegs == 5", r"own.toml: expected a TOML text, got .*line"),
        ('key = "repeats"', 'key = "normal"', r"own.toml: variants: expected every key once"),
        ("[[variants]]", "[[variant]]", r"own.toml: variants: expected .* but the key is missing"),
    ],
)
def test_wrong_edition_file_is_refused_with_file_key_and_limit(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(EditionRefused, match=says):
        parse_edition(GOOD.replace(old, new), "own.toml")


def test_text_in_a_language_without_catalogue_is_read_and_the_others_fall_back_to_english() -> None:
    own = parse_edition(GOOD.replace('letter = "R"', 'letter = { en = "R", de = "Q" }'), "own.toml")
    assert [own.colours[0].letter(language) for language in ("en", "fr", "de")] == ["R", "R", "Q"]
    assert own.colours[1].letter("de") == own.colours[1].letter.english


def test_more_pegs_than_colours_without_repeats_are_refused() -> None:
    text = GOOD.replace("pegs = 5", "pegs = 8")
    turquoise = text[: text.index('en = "turquoise"')].rindex("[[colours]]")
    few = text[:turquoise] + text[text.rindex("[[colours]]") :]
    with pytest.raises(EditionRefused, match="variants normal: expected at least 8 colours where none repeats, got 7"):
        parse_edition(few, "own.toml")


def test_own_edition_is_found_and_playable(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(MAKER.replace('key = "mastermind"', 'key = "club"'), encoding="utf-8")
    catalogue = load_catalogue(tmp_path)
    assert catalogue["club"].start({}, 2)
    assert catalogue.refused == ()


def test_wrong_own_edition_leaves_the_others_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("pegs = 99", encoding="utf-8")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "c.toml").write_text(MAKER, encoding="utf-8")
    catalogue = load_catalogue(tmp_path)
    assert [game.key for game in catalogue] == [game.key for game in load_catalogue(None)]
    told = [str(error) for error in catalogue.refused]
    assert [text.split(":")[0] for text in told] == [str(tmp_path / f"{name}.toml") for name in "abc"]
    assert "rows: expected a whole number" in told[0]
    assert "UTF-8" in told[1]
    assert "expected a name no other game has, got 'mastermind'" in told[2]


def test_unknown_game_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match="got 'mastermnd'; did you mean 'mastermind'"):
        load_catalogue(None)["mastermnd"]


@pytest.mark.parametrize(
    ("text", "says"),
    [("RGB", "expected 4 letters"), ("RGBYO", "expected 4 letters"), ("RGBX", "expected letters out of ROYGBP-")],
)
def test_code_that_cannot_be_read_is_refused(text: str, says: str) -> None:
    with pytest.raises(TextUnreadable, match=says):
        edition("mastermind").code(text)


def test_code_is_read_in_small_letters_and_with_holes() -> None:
    box = edition("mastermind")
    assert box.text(box.code("rg-y")) == "RG-Y"


def test_refusals_are_errors_of_the_companion_and_builtin() -> None:
    assert issubclass(EditionRefused, CompanionError)
    assert issubclass(EditionRefused, ValueError)


def test_rgb_of_a_colour_is_read_and_a_colour_without_it_is_grey() -> None:
    edition = parse_edition(GOOD.replace('rgb = "#f27e1a"\n', ""), "own.toml")
    assert [colour.rgb for colour in edition.colours[:3]] == [(214, 48, 40), (200, 200, 200), (250, 206, 44)]


def test_pegs_of_the_track_are_blue_and_red_and_a_file_without_them_is_read() -> None:
    pegs = [(peg.name("en"), peg.name("fr"), peg.rgb) for peg in edition("ambassador").scoring.track_pegs]
    assert pegs == [("blue", "bleu", (36, 92, 204)), ("red", "rouge", (214, 48, 40))]
    without = GOOD[: GOOD.index("[[scoring.track_pegs]]")] + GOOD[GOOD.index("[[variants]]") :]
    assert parse_edition(without, "own.toml").scoring.track_pegs == ()
