"""A challenge names the same code for ever; the list beside this file was made by the first version that had them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.errors import MoveRefused, OptionRefused
from companion.games.challenge import ALPHABET, normalize
from companion.games.contract import Challenging
from companion.games.pegs.challenge import code_of, line_of
from companion.games.pegs.edition import Edition
from companion.games.pegs.game import PegGame
from companion.match.catalogue import load_catalogue
from companion.match.record import check_record
from companion.match.session import Session
from tests.support.paper import PaperArchive, environment

CATALOGUE = load_catalogue(None)
KEPT = Path(__file__).with_name("challenges.txt").read_text("ascii").splitlines()
GAMES = [game for game in CATALOGUE if isinstance(game, PegGame)]


def edition(key: str) -> Edition:
    game = CATALOGUE[key]
    assert isinstance(game, PegGame)
    return game.edition


@pytest.mark.parametrize("kept", KEPT)
def test_kept_challenge_names_its_code_for_ever(kept: str) -> None:
    key, variant, challenge, text = kept.split()
    own = edition(key)
    chosen = next(one for one in own.variants if one.key == variant)
    found = code_of(own, chosen, challenge)
    assert found is not None
    assert own.text(found) == text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_line_of_a_code_names_it_in_its_own_variant_alone(game: PegGame) -> None:
    random = Random(game.key)
    for variant in game.edition.variants:
        space = game.edition.space(variant)
        for number in {0, space.size - 1, *(random.randrange(space.size) for _ in range(30))}:
            line = line_of(game.edition, variant, space.code(number))
            assert code_of(game.edition, variant, line) == space.code(number)
            assert [other.key for other in GAMES if other.read_challenge(line)] == [game.key]
            assert game.read_challenge(line) == {"variant": variant.key, "challenge": line}


def test_line_with_a_wrong_letter_is_no_line() -> None:
    own = edition("mastermind")
    line = line_of(own, own.variants[0], (0, 1, 2, 3))
    changed = [line[:at] + letter + line[at + 1 :] for at in range(len(line)) for letter in ALPHABET]
    assert [other for other in changed if any(game.read_challenge(other) for game in GAMES)] == [line] * len(line)


def test_line_shows_nothing_of_its_code() -> None:
    """Codes that differ in one peg have lines that agree in the letters of the variant, and elsewhere by chance."""
    own = edition("super")
    lines = [line_of(own, own.variants[0], (0, 1, 2, 3, last)) for last in range(8)]
    assert {line[:3] for line in lines} == {lines[0][:3]}
    same = sum(
        a == b for one in lines for other in lines if one < other for a, b in zip(one[3:], other[3:], strict=True)
    )
    assert same < 28 * 10 / 32 * 3


NO_DAYS = ("2026-99-99", "2026-02-29", "2026-04-31", "0000-01-01", "\u0662\u0660\u0662\u0666-11-26", "2026-11-2\uff16")


@pytest.mark.parametrize(
    "text", ["", "mastermind", "ABCDE", "ABCDEFGHIJKLM", "2026-11", "1" * 13, "ABCDEFGHIJKL\n", *NO_DAYS]
)
def test_other_text_is_no_challenge(text: str) -> None:
    assert not any(game.read_challenge(text) for game in GAMES)


@pytest.mark.parametrize("key", ["mastermind", "ambassador", "junior"])
def test_match_with_a_challenge_has_its_code_and_one_round(key: str) -> None:
    own = edition(key)
    code = own.space(own.variants[-1]).code(7)
    line = line_of(own, own.variants[-1], code)
    game = CATALOGUE[key]
    assert isinstance(game, Challenging)
    options = game.read_challenge(" " + line.lower().replace("o", "0").replace("i", "1"))
    assert options is not None
    session = Session.begin(game, options, ("Anna",), environment(PaperArchive()))
    session.draw()
    session.play(session.read(own.text(code)))
    assert session.outcome is not None
    assert [normalize(shown) for shown in game.challenges(session.view())] == [line]
    assert len(session.record().plies) == 2
    check_record(session.record(), game)


def test_code_of_a_day_is_one_for_all_and_its_text_names_the_day() -> None:
    game = CATALOGUE["junior"]
    assert isinstance(game, PegGame)
    assert [one.key for one in GAMES if one.is_daily] == ["mastermind", "super", "junior"]
    codes = set()
    for day in ("2026-11-26", "2026-11-27", "2026-11-28", "2027-01-01"):
        options = game.read_challenge(day)
        assert options == {"variant": "normal", "challenge": day}
        session = Session.begin(game, options, ("Anna",), environment(PaperArchive()))
        session.draw()
        session.play(session.read("give up"))
        code = session.view().done[0].code
        codes.add(code)
        assert game.share_texts(session.view(), {})[0].startswith(f"Codemaker Junior {day} X/10")
        assert code == code_of(game.edition, game.edition.variants[0], day)
    assert len(codes) > 1


def test_other_code_than_that_of_the_challenge_is_refused() -> None:
    game = CATALOGUE["mastermind"]
    own = edition("mastermind")
    line = line_of(own, own.variants[0], (0, 1, 2, 3))
    state = game.start({"challenge": line}, 1)
    assert game.chance_outcomes(state) == 1
    with pytest.raises(MoveRefused):
        game.play(state, game.parse(state, "code RRRR"))
    wrong = [{"challenge": text} for text in ("X" * 13, "nonsense", *NO_DAYS)]
    for options in ({"challenge": line, "variant": "challenge"}, *wrong):
        with pytest.raises(OptionRefused):
            Session.begin(game, options, ("Anna",), environment(PaperArchive()))
    with pytest.raises(OptionRefused):
        Session.begin(game, {"challenge": line}, ("Anna", "Ben"), environment(PaperArchive()))
