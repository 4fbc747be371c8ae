"""A monkey at the buttons: after any presses, no screen fails and no text is cut, in any game."""

from __future__ import annotations

import logging
from random import Random

import pytest

from companion.box import Button
from companion.i18n.translator import languages
from companion.match.session import Session
from tests.support.effort import seeds
from tests.support.flow import CATALOGUE, start
from tests.support.paper import PaperArchive, environment

# OK most often, or it never leaves a menu; BACK seldom, or it always does.
WEIGHTS = {Button.OK: 8, Button.DOWN: 5, Button.UP: 5, Button.RIGHT: 3, Button.LEFT: 3, Button.BACK: 1, Button.ROLL: 1}
PRESSES = 100
every_seed = pytest.mark.parametrize("seed", seeds(1, 15))


@every_seed
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("place", range(len(CATALOGUE.games)), ids=lambda place: CATALOGUE.games[place].key)
def test_no_screen_fails_and_no_text_is_cut(
    place: int, language: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    random = Random(f"{place} {language} {seed}")
    flow = start(language=language)
    flow.press("OK", "DOWN " * place, "OK OK")
    for _ in range(PRESSES):
        button = random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        flow.press(button.name)
        assert flow.screen != "ErrorScreen", caplog.text
    assert caplog.text == ""


@every_seed
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("mode", ["keeps", "match", "breaks"])
def test_no_screen_fails_where_codes_are_kept(
    mode: str, language: str, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    random = Random(f"{mode} {language} {seed}")
    archive = PaperArchive()
    options, players = {"mode": mode, "games": "12"}, ("Anna", "Ben" if mode == "keeps" else "Box")
    session = Session.begin(CATALOGUE["mini"], options, players, environment(archive, 1))
    for text in ("code", "ROYG", "black 1 white 1"):
        session.play(session.game.parse(None, text))
    flow = start(archive, language=language)
    flow.press("OK")
    seen = set()
    # It has rolled the dice in the tests above, and would hardly play for all the rolling.
    buttons = {button: weight for button, weight in WEIGHTS.items() if button is not Button.ROLL}
    for _ in range(PRESSES):
        flow.press(random.choices(list(buttons), list(buttons.values()))[0].name)
        seen.add(flow.screen)
        assert flow.screen != "ErrorScreen", caplog.text
    assert caplog.text == ""
    assert "KeysScreen" in seen
