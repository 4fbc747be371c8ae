"""Every screen as lines of text: all of it has words, and nothing hidden is among them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product

import pytest

from companion.box import Button
from companion.config.settings import Pegs
from companion.games.pegs.codes import Code
from companion.games.pegs.edition import Edition
from companion.games.pegs.state import State
from companion.i18n.translator import Translator
from companion.ui.core.page import Page
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs.drawing import row_text
from companion.ui.games.pegs.elements import pegs_words
from companion.ui.games.pegs.guess import SecretScreen
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.private import HoldToReveal
from tests.ui.gallery import BY_NAME, DRAWN, SHOTS, AnyShot, Shot, Stand, fill
from tests.ui.match_shots import MatchShot, shapes

# A row that is rightly on the screen happens to be the code in play: of an earlier round, of a hint, out of the tray.
LIKE_THE_CODE = ("boards-two-rounds", "hint-row", "tray-row")
EVERY = [pytest.param(shot, language, id=f"{shot.name}-{language}") for shot, language in product(SHOTS, DRAWN)]


def written(shot: AnyShot, language: str) -> tuple[Screen, TextPage]:
    return fill(shot, Stand(language), TextPage)


def hidden(screen: Screen, translator: Translator) -> list[str]:
    """Return how the codes of the match that must not be seen on *screen* could be written."""
    match = getattr(screen, "match", None)
    is_private = isinstance(screen, SecretScreen) or (isinstance(screen, HoldToReveal) and screen.is_open)
    if not isinstance(match, Match) or is_private:
        return []
    session = match.session
    moves = [played.move for played in session._line]
    sealed = [text for move in moves if (text := session.game.secret_of(move)) is not None]
    closed = sealed[session.game.revealed_count(session._state) :]
    code = _code_in_play(session._state)
    return closed if code is None else [*closed, *_written(*code, translator)]


def _code_in_play(state: object) -> tuple[Edition, Code] | None:
    if not isinstance(state, State) or state.now is None or state.now.code is None:
        return None
    return state.rules.edition, state.now.code.reveal()


def _written(edition: Edition, code: Code, translator: Translator) -> list[str]:
    texts = [row_text(edition, style, code, translator) for style in Pegs]
    return [pegs_words(edition, translator, code), *texts]


def rows_in_letters(shot: AnyShot) -> list[str]:
    """Return the rows of pegs that *shot* writes in letters where the settings say shapes."""
    if not isinstance(shot, MatchShot):
        return []
    _, page = fill(replace(shot, make=shapes(shot.make)), Stand("en"), TextPage)
    return re.findall(r"\b[ROYGBPTI]{4,5}\b|\([ROYGBPTI]\)", "\n".join(page.lines))


def test_no_screen_writes_pegs_in_letters_where_the_settings_say_shapes() -> None:
    shots = {shot.name: shot for shot in SHOTS if not shot.name.startswith("tray")}
    assert {name: rows for name, shot in shots.items() if (rows := rows_in_letters(shot))} == {}


@pytest.mark.parametrize(("shot", "language"), EVERY)
def test_every_part_of_a_screen_has_words_and_none_tells_what_is_hidden(shot: AnyShot, language: str) -> None:
    screen, page = written(shot, language)
    assert page.lines != []
    assert page.silent == []
    told = [text for text in hidden(screen, page.translator) if text in "\n".join(page.lines)]
    assert told == [] or shot.name in LIKE_THE_CODE


@pytest.mark.parametrize(
    ("name", "first", "lines"),
    [
        ("tray-wizard-colour", 1, [", ".join(["turquoise"] * 5)]),
        (
            "coda-look",
            2,
            ["Maximilien, 0 points | light, light, light, light", "Clémentine, 0 points | dark, dark, dark, dark"],
        ),
    ],
)
def test_pictures_beside_the_words_of_a_screen_are_written_too(name: str, first: int, lines: list[str]) -> None:
    assert written(BY_NAME[name], "en")[1].lines[first : first + len(lines)] == lines


def test_rows_of_past_rounds_are_gone_through_and_each_stands_above_those_of_the_others() -> None:
    screen, page = written(BY_NAME["coda-rows"], "en")
    for name in ("Maximilien", "Clémentine", "Maximilien", "Clémentine"):
        assert page.lines[1] == name
        assert [said.partition(",")[0] for said in page.lines[3:] if "|" not in said] == [name]
        screen.press(Button.DOWN)
        page = TextPage(page.translator)
        screen.draw(page)


def test_hidden_codes_are_looked_for_on_many_screens() -> None:
    screens = [written(shot, "en")[0] for shot in SHOTS]
    assert sum(bool(hidden(screen, Translator("en"))) for screen in screens) >= 50


class Mute(Screen):
    """A screen with an empty list."""

    def draw(self, page: Page) -> None:
        page.rows([])


def test_part_without_words_is_found() -> None:
    _, page = written(Shot("mute", lambda context: Mute()), "en")
    assert page.silent == ["list"]


def numbered(translator: Translator) -> TextPage:
    return TextPage(translator, is_numbered=True)


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_number_of_a_line_leads_to_that_line(shot: AnyShot) -> None:
    screen, page = fill(shot, Stand("en"), numbered)
    for number in range(1, page.choices + 1):
        *steps, last = page.presses(str(number))
        assert last is Button.OK
        for button in steps:
            screen.press(button)
        page = numbered(page.translator)
        screen.draw(page)
        assert [line for line in page.lines if line.startswith(f"> {number}. ")], page.lines


def test_many_screens_have_lines_to_choose_from() -> None:
    assert sum(fill(shot, Stand("en"), numbered)[1].choices > 1 for shot in SHOTS) >= 50
