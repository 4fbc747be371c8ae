"""A taught turn or round: the real screens of a game in a prepared position, with a sentence before each step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.box import Button
from companion.errors import N_
from companion.games.contract import AnyGame
from companion.i18n.translator import Text
from companion.match.driver import MatchDriver
from companion.match.practice import Practice, Prepared
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Menu
from companion.ui.core.page import Element, Page
from companion.ui.core.screen import Navigation, Pop, Replace, Screen, Stay
from companion.ui.games.shared.match import GameScreens, Match
from companion.ui.games.shared.match_screens import SayScreen

TITLE = N_("Learn to play")

PlayNow: TypeAlias = Callable[[], Navigation]
"""Leads from the end of a lesson to a match of the game that was taught."""


class LessonEnd(Screen):
    """The last sentence of a lesson, under *picture*; OK leads to a match, and BACK leaves the lesson."""

    def __init__(self, text: Text, play: PlayNow, picture: Element | None = None) -> None:
        self.text = text
        self._play = play
        self._picture = picture

    def draw(self, page: Page) -> None:
        page.title(TITLE, optional=True)
        page.hints("", page.translator._("OK: play now"))
        if self._picture is not None:
            page.add(self._picture)
        page.paragraph(self.text)

    def press(self, button: Button) -> Navigation:
        if button is Button.OK:
            return self._play()
        return Pop() if button is Button.BACK else Stay()


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """What a game teaches: a position, and the sentence before each screen that comes in this order; then the end."""

    prepared: Prepared
    steps: tuple[tuple[type[Screen], str], ...]
    end: str


class PracticeMatch(Match):
    """A match from a *prepared* position that is not kept; BACK leaves it, and so does the end of its round."""

    def __init__(self, context: AppContext, game: AnyGame, face: GameScreens, prepared: Prepared) -> None:
        super().__init__(context, MatchDriver(Practice(game, prepared, context.environment), context.now), face)

    def pause(self, behind: Screen) -> Navigation:
        """Leave the match."""
        return Pop()

    def next_round(self) -> Navigation:
        """Leave the match."""
        return Pop()


class LessonMatch(PracticeMatch):
    """A match that says the sentences of a lesson; BACK leaves it, and a new turn after the last step ends it.

    A player who does something else than the lesson says goes on without the sentences that no longer fit.
    """

    next_round = Match.next_round

    def __init__(
        self, context: AppContext, game: AnyGame, face: GameScreens, lesson: LessonPlan, play: PlayNow
    ) -> None:
        super().__init__(context, game, face, lesson.prepared)
        self.lesson = lesson
        self.steps = list(lesson.steps)
        self._play = play

    def enter(self) -> Screen:
        """Return the first sentence."""
        return self._taught(super().enter())

    def show(self, screen: Screen) -> Navigation:
        """Go on to *screen*, after the sentence for it if it is the next step."""
        return super().show(self._taught(screen))

    def _taught(self, screen: Screen) -> Screen:
        kind, sentence = self.steps[0] if self.steps else (type(screen), "")
        if type(screen) is kind and sentence:
            del self.steps[0]
            return self._owned(SayScreen(self, TITLE, sentence, lambda: Replace(self._owned(screen))))
        has_begun_again = type(screen) is self.lesson.steps[0][0]
        return LessonEnd(self.lesson.end, self._play) if has_begun_again or _is_over(screen) else screen


def _is_over(screen: Screen) -> bool:
    """Return whether *screen* is the menu at the end of a match."""
    return type(screen) is Menu
