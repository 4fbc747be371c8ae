"""All screens there are, each made and brought to where it is worth looking at.

A new screen is added to a tuple of ``Shot``; it is then drawn in every language, text size and display size, no
text may be cut, and its frame is kept. ``python tests/ui/gallery.py FOLDER`` draws them all as pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from companion.box import Button, ColourMode, Format
from companion.config.settings import Settings, Theme
from companion.errors import CompanionError, DeviceMissing, JournalFailed
from companion.features import NAMES
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.translator import Translator, Verbatim, languages
from companion.match.catalogue import load_catalogue
from companion.storage.deferred_journal import SAVED_AGAIN
from companion.ui.core.canvas import Size
from companion.ui.core.context import AppContext
from companion.ui.core.display_page import DisplayPage, page_for
from companion.ui.core.entry import NameEntry, choose_name
from companion.ui.core.menu import ChoiceMenu, Item, Menu, Slider
from companion.ui.core.notice import ErrorScreen, Notice, Question, TextScreen
from companion.ui.core.page import Page
from companion.ui.core.screen import Exit, Navigation, Pop, Push, Refuse, Replace, Screen, Stay, UiContext, WithSound
from companion.ui.home.preferences import preferences
from tests.support.installing import install
from tests.support.paper import PaperArchive, environment
from tests.support.paper_feature import PAPER
from tests.support.passcode_shots import PASSCODE
from tests.ui.checkup_shots import CHECKUP, CheckupShot
from tests.ui.coach_shots import COACH
from tests.ui.coda_shots import CODA
from tests.ui.dice_shots import DICE
from tests.ui.joy_shots import JOY
from tests.ui.kept_shots import KEPT_CODE
from tests.ui.match_shots import MATCH, MatchShot
from tests.ui.stick_shots import STICK
from tests.ui.time_shots import TIME
from tests.ui.together_shots import TOGETHER
from tests.ui.tray_shots import TRAY

TESTS = Path(__file__).parents[1]
FEATURES = [import_module(f"tests.{name}.shots") for name in NAMES if (TESTS / name / "shots.py").exists()]
"""The screens that features add: each module has SHOTS, and the names of some in LONGEST and in PRIVATE."""
CATALOGUE = load_catalogue(None)
GAMES = CATALOGUE.games
"""Read at once, because the first menu has one line less before; else its frame depends on what was drawn earlier."""
SIZES: tuple[Size, ...] = ((128, 64), (128, 32), (256, 128))


@dataclass(frozen=True, slots=True)
class Shot:
    """A screen to look at: how it is made, and which buttons are then pressed."""

    name: str
    make: Callable[[UiContext], Screen]
    presses: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where it is looked at from."""

    language: str
    size: Size = (128, 64)
    large_text: bool = False
    mode: ColourMode = ColourMode.MONO
    theme: Theme = Theme.DARK

    def __str__(self) -> str:
        colours = "" if self.mode is ColourMode.MONO else f"-{self.mode.name.lower()}-{self.theme}"
        return f"{self.language}-{'large' if self.large_text else 'normal'}-{self.size[0]}x{self.size[1]}{colours}"

    def page(self, translator: Translator) -> DisplayPage:
        """Return an empty page for it."""
        return page_for(Format(self.size, self.mode), translator, self.large_text, self.theme)


# Its texts are longer than the English ones, so its frames are kept in large text.
KEPT_TRANSLATION = "fr"
RGB, GREYS = ColourMode.RGB, ColourMode.GREYS
COLOUR = (
    Stand(SOURCE_LANGUAGE, (240, 240), mode=RGB),
    *(Stand(KEPT_TRANSLATION, (240, 240), large_text, RGB) for large_text in (False, True)),
    *(Stand(KEPT_TRANSLATION, (320, 240), large_text, RGB) for large_text in (False, True)),
    *(Stand(KEPT_TRANSLATION, (128, 128), large_text, RGB) for large_text in (False, True)),
    Stand(KEPT_TRANSLATION, (128, 128), mode=GREYS),
)
"""Displays with colours or greys; the longest language stands for the others, because each stand takes seconds."""
DRAWN = (SOURCE_LANGUAGE, KEPT_TRANSLATION)
"""The languages in which all tests draw screens: each of the others costs some 20 seconds, so it is slow."""
STANDS = (*(Stand(*stand) for stand in product(DRAWN, SIZES, (False, True))), *COLOUR)


def stands_of(language: str) -> tuple[Stand, ...]:
    """Return all displays, with *language* on them."""
    small = (Stand(language, size, large_text) for size, large_text in product(SIZES, (False, True)))
    return (*small, *(replace(stand, language=language) for stand in COLOUR))


def context_for(stand: Stand) -> AppContext:
    """Return a table with all games on it, an empty archive and a seeded chance."""
    settings = Settings(language=stand.language, large_text=stand.large_text, theme=stand.theme)
    context = AppContext(settings, lambda: 0.0, CATALOGUE, environment(PaperArchive()), lambda settings: None)
    install(context, additions=(PAPER,))
    install(context, explains_games=False)
    install(context, settings_menu=preferences)
    install(context, has_themes=stand.mode is not ColourMode.MONO)
    install(context, is_square=len({*stand.size}) == 1)
    return context


AnyShot = Shot | MatchShot | CheckupShot
P = TypeVar("P", bound=Page)


def fill(shot: AnyShot, stand: Stand, empty: Callable[[Translator], P]) -> tuple[Screen, P]:
    """Return the screen of *shot*, and the page that it fills, a refusal with its banner; *empty* makes the page."""
    screen, page, banner = reach(shot, stand, empty)
    if banner:
        page.banner(banner)
    return screen, page


def reach(shot: AnyShot, stand: Stand, empty: Callable[[Translator], P]) -> tuple[Screen, P, str]:
    """Return what ``fill`` does, without the banner, and the text of the banner; *empty* makes a page a drawing."""
    context = context_for(stand)
    screen, banner, drawn = shot.make(context), "", None
    for button in shot.presses.split():
        # What can be scrolled is known when it has been drawn, so each screen is drawn before its first press.
        if screen is not drawn:
            screen.draw(empty(context.translator))
        drawn = screen
        screen, banner = _pressed(context, screen, Button[button])
    page = empty(context.translator)
    screen.draw(page)
    return screen, page, banner


def draw(shot: AnyShot, stand: Stand) -> DisplayPage:
    """Return the page of *shot* as it is seen from *stand*."""
    return fill(shot, stand, stand.page)[1]


def _pressed(context: UiContext, screen: Screen, button: Button) -> tuple[Screen, str]:
    try:
        return _followed(screen, screen.press(button))
    except CompanionError as refusal:
        return screen, context.translator.tell(refusal)


def _followed(screen: Screen, go: Navigation) -> tuple[Screen, str]:
    match go:
        case WithSound(go=then):
            return _followed(screen, then)
        case Push(screen=after) | Replace(screen=after):
            return after, ""
        case Refuse(sentence=sentence):
            return screen, sentence
    return screen, ""


def _menu(context: UiContext) -> Screen:
    items = [
        Item("Yes", Exit),
        Item("No", Exit, value="2"),
        Item(Verbatim("Jean-Louis"), Exit, value=lambda translator: "60 %"),
        Item("Another name", Exit, closed="That choice is not offered."),
        Item("Please note", Exit),
        Item(Verbatim("An edition with a name that is far too long"), Exit),
        Item("Error", Exit),
    ]
    return Menu(context, Verbatim("Codemaker"), items)


def _choice(context: UiContext) -> Screen:
    options = [(Verbatim("English"), 1), (Verbatim("Français"), 2)]
    return ChoiceMenu(context, "Yes", options, 2, lambda language: Pop())


def _missing(context: UiContext) -> Screen:
    return Notice(context, lambda translator: translator.tell(DeviceMissing("expected a speaker, got none")))


def _entry(start: str) -> Callable[[UiContext], Screen]:
    return lambda context: NameEntry(context, "Another name", start, lambda name: Stay())


def _names(context: UiContext) -> Screen:
    return choose_name(context, "Another name", "", lambda name: Stay(), ["Zoé", "Jean-Louis", "Anna", "Émile"])


GROUND = (
    Shot("menu", _menu),
    Shot("menu-scrolled", _menu, "DOWN DOWN DOWN DOWN"),
    Shot("menu-refused", _menu, "DOWN DOWN DOWN OK"),
    Shot("menu-long-name", _menu, "UP UP"),
    Shot("choice", _choice),
    Shot("dial", lambda context: Slider(context, "Please note", range(0, 101, 5), 60, lambda value: None)),
    Shot("dial-full", lambda context: Slider(context, "Please note", range(0, 101, 5), 100, lambda value: None)),
    Shot("notice", _missing),
    Shot("fault", ErrorScreen),
    Shot("not-saved", lambda context: Notice(context, JournalFailed.sentence)),
    Shot("saved-again", lambda context: Notice(context, SAVED_AGAIN)),
    Shot("question", lambda context: Question(context, "Nothing is being saved: check the card.", Exit)),
    Shot("question-yes", lambda context: Question(context, "The match is over.", Exit), "LEFT"),
    Shot(
        "reader",
        lambda context: TextScreen(context, "Error", lambda translator: "Abc def-ghi jkl, mno pqr. " * 12),
        "DOWN",
    ),
    Shot("name-empty", _entry("")),
    Shot("name-middle", _entry(""), "OK DOWN OK"),
    Shot("name-space", _entry("Al"), "UP"),
    Shot("name-full", _entry("Jean-Louis")),
    Shot("names", _names),
    Shot("names-another", _names, "UP OK"),
)
SHOTS: tuple[AnyShot, ...] = (
    *GROUND,
    *MATCH,
    *TIME,
    *TOGETHER,
    *KEPT_CODE,
    *COACH,
    *JOY,
    *DICE,
    *PASSCODE,
    *CODA,
    *CHECKUP,
    *TRAY,
    *STICK,
    *(shot for feature in FEATURES for shot in feature.SHOTS),
)
BY_NAME = {shot.name: shot for shot in SHOTS}


def says(shot: AnyShot, message: str) -> bool:
    """Whether *shot* shows *message*, the English text of a catalogue."""
    said = set[str]()

    def noted(name: str) -> Callable[..., str]:
        real = getattr(Translator, name)

        def note(*arguments: Any) -> str:
            said.update(text for text in arguments[1:] if isinstance(text, str))
            return str(real(*arguments))

        return note

    with ExitStack() as patches:
        for name in ("_", "ngettext", "pgettext"):
            patches.enter_context(patch.object(Translator, name, noted(name)))
        draw(shot, Stand(SOURCE_LANGUAGE))
    return message in said


def main(folder: Path, message: str = "") -> None:
    """Draw every shot in every language on every display into *folder*, or those with *message*."""
    shots = [shot for shot in SHOTS if not message or says(shot, message)]
    if not shots:
        raise SystemExit(f"no screen shows the message {message!r}: expected the English text as in the catalogue")
    for language, shot in product(languages(), shots):
        _save(folder, shot, stands_of(language))


def _save(folder: Path, shot: AnyShot, stands: Sequence[Stand]) -> None:
    for stand in stands:
        place = folder / str(stand)
        place.mkdir(parents=True, exist_ok=True)
        draw(shot, stand).image.save(place / f"{shot.name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
