"""A monkey at the buttons: whatever is pressed, no screen fails and no text is cut, in any game."""

from __future__ import annotations

import logging
from random import Random

import pytest
from flow import CATALOGUE, start

from companion.box import Button
from companion.settings import Language

# OK most often, or it never leaves a menu; BACK seldom, or it always does.
WEIGHTS = {Button.OK: 8, Button.DOWN: 5, Button.UP: 5, Button.RIGHT: 3, Button.LEFT: 3, Button.BACK: 1, Button.ROLL: 1}
PRESSES = 500


@pytest.mark.parametrize("language", [Language.EN, Language.FR])
@pytest.mark.parametrize("place", range(len(CATALOGUE.games)), ids=lambda place: CATALOGUE.games[place].key)
def test_no_screen_fails_and_no_text_is_cut(place: int, language: Language, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    random = Random(f"{place} {language}")
    flow = start(language=language)
    flow.press("OK", "DOWN " * place, "OK OK")
    for _ in range(PRESSES):
        button = random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        flow.press(button.name)
        assert flow.screen != "Fault", caplog.text
    assert caplog.text == ""
