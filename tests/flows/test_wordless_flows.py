"""A match without reading: from its first screen to its last, no screen shows a word."""

from __future__ import annotations

import re

import pytest
from PIL.Image import Image

from companion.box import Answered
from companion.games.pegs.codes import Answer
from companion.match.session import Session
from companion.ui.core.font import Font
from companion.ui.core.ink import Pixel
from companion.ui.core.pictures import Picture
from companion.ui.games.pegs.wordless import PictureMenu
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from tests.support.flow import CATALOGUE, Flow, entering, start
from tests.support.paper import PaperArchive, environment

SIGNS = r"[0-9 \u2713\u25b2\u25bc\u25c0\u25b6]|OK"
"""What may be written: numbers, arrows, the tick and the name of the button."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Collect every text that is drawn."""
    seen, original = set[str](), Font.draw

    def note(font: Font, image: Image, x: int, y: int, text: str, ink: Pixel = 1) -> int:
        seen.add(text)
        return original(font, image, x, y, text, ink)

    monkeypatch.setattr(Font, "draw", note)
    return seen


def begun(players: tuple[str, ...] = ("Anna",), **options: str) -> Flow:
    """Return a box at the first screen of a match of Junior without reading."""
    archive = PaperArchive()
    session = Session.begin(CATALOGUE["junior"], {"pictures": "yes", **options}, players, environment(archive, 1))
    session.draw()
    flow = start(archive, start_row="empty")
    flow.press("OK")
    return flow


def words(written: set[str]) -> list[str]:
    return sorted(text for text in written if re.sub(SIGNS, "", text.replace("\xa0", "")))


def wrong(flow: Flow) -> str:
    return "RRR" if flow.code() != "RRR" else "BBB"


def test_whole_match_shows_no_word(written: set[str]) -> None:
    flow = begun(("Anna", "Ben"), first="1")
    written.clear()
    assert flow.screen == "PictureMenu"
    other = wrong(flow)
    assert flow.press("OK", entering(other), "OK")[-1] == "GuessPicture"
    assert flow.press("BACK", "DOWN", "OK") == ["PictureMenu", "PictureMenu", "GuessPicture"]
    assert flow.press(entering(flow.code(), other), "OK")[-1] == "RevealPicture"
    assert flow.press("OK", "OK") == ["PictureMenu", "GuessPicture"]
    for _ in range(10):
        flow.press(entering(wrong(flow)), "OK")
    assert flow.screen == "RevealPicture"
    assert flow.press("OK") == ["PictureMenu"]
    assert flow.archive.results[1] is not None
    assert words(written) == []
    assert {"OK", " \u25b6"} <= written


def test_words_would_be_found(written: set[str]) -> None:
    flow = begun()
    flow.press("BACK RIGHT OK")
    assert "Codemaker" in words(written)


def test_answer_is_described_in_faces_and_has_a_note_for_each_key_peg() -> None:
    flow = begun()
    flow.press(entering(wrong(flow)))
    now = flow.view().now
    keys = now.rows[0].answer if now is not None else None
    assert keys == Answer(1, 0)
    assert flow.lines[-2:] == ["a smile, nothing, nothing", "OK \u25b6"]
    flow.press("OK", entering(flow.code()))
    assert flow.lines[-2:] == ["a smile, a smile, a smile", "OK \u25b6"]
    assert Answered(3, 0) in flow.sounds()


def test_one_player_starts_with_the_row_at_once() -> None:
    assert begun().screen == "GuessPicture"


def test_roll_opens_no_dice_in_words() -> None:
    flow = begun()
    assert flow.press("ROLL", "BACK", "ROLL", "BACK") == ["GuessPicture", "PictureMenu", "PictureMenu", "GuessPicture"]
    flow.press(entering(flow.code()))
    assert flow.press("ROLL", "OK", "ROLL") == ["AnswerPicture", "RevealPicture", "RevealPicture"]


def test_step_back_takes_the_last_row_back() -> None:
    flow = begun()
    flow.press(entering(wrong(flow)), "OK", "BACK RIGHT OK")
    now = flow.view().now
    assert now is not None
    assert (flow.screen, now.rows) == ("GuessPicture", ())


def test_once_more_begins_another_match_without_reading() -> None:
    flow = begun()
    flow.press(entering(flow.code()), "OK OK")
    assert flow.lines == ["a cup, [once more], home"]
    assert flow.press("OK") == ["GuessPicture"]
    assert flow.view(2).rules.pictures


def test_coin_is_flipped_without_a_question() -> None:
    flow = start()
    options = {"pictures": "yes", "first": "coin"}
    session = Session.begin(CATALOGUE["junior"], options, ("Anna", "Ben"), flow.context.environment)
    match = Match(flow.context, flow.context.drive(session), GAME_SCREENS["pegs"])
    first = match.enter()
    now = session.view().now
    assert isinstance(first, PictureMenu)
    assert now is not None
    assert first.about == (Picture.PERSON,) * (now.breaker + 1)


def test_match_of_before_and_other_modes_have_words() -> None:
    junior = CATALOGUE["junior"]
    assert not junior.view(junior.start({}, 1), None).rules.pictures
    assert not junior.view(junior.start({"pictures": "yes", "mode": "keeps"}, 2), None).rules.pictures


def test_only_editions_that_say_so_offer_it() -> None:
    offering = [game.key for game in CATALOGUE if "pictures" in {option.key for option in game.options(2)}]
    assert offering == ["junior"]
