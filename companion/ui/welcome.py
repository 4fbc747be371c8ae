"""The first start: the question for the language and the offer to learn by playing; and the menu of lessons."""

from __future__ import annotations

from companion.errors import N_
from companion.games.contract import AnyGame
from companion.i18n.translator import Translator, Verbatim, languages, own_name
from companion.ui.context import AppContext
from companion.ui.games import screens
from companion.ui.match import Teachable
from companion.ui.menu import ChoiceMenu, Item, Menu
from companion.ui.notice import Question
from companion.ui.screen import Navigation, Pop, Push, Replace, Screen


def first_screens(context: AppContext) -> list[Screen]:
    """Return the screens of the first start, the first to be shown last: the language, below it the offer to learn.

    The chosen language is saved at once, so the questions are asked once.
    """
    offer = Question(context, N_("Learn to play? It takes a minute."), lambda: Replace(lessons_menu(context)))
    offer.is_yes = True
    return [offer, _language_menu(context)]


def _language_menu(context: AppContext) -> ChoiceMenu[str]:
    known = languages()
    title = Verbatim(" / ".join(Translator(language)._("Language") for language in known))

    def done(language: str) -> Navigation:
        context.try_to_change(language=language)
        return Pop()

    labels = [(Verbatim(own_name(language)), language) for language in known]
    return ChoiceMenu(context, title, labels, context.translator.language, done)


def lessons_menu(context: AppContext) -> Menu:
    """Return the list of games that the box teaches, one of each family."""
    games: dict[str, AnyGame] = {}
    for game in context.catalogue:
        games.setdefault(game.family, game)

    def item(game: AnyGame, teacher: Teachable) -> Item:
        title = Verbatim(game.title(context.translator.language))
        return Item(title, lambda: Push(teacher.lesson(context, game)))

    teachers = [(game, screens.GAME_SCREENS[family]) for family, game in games.items()]
    items = [item(game, teacher) for game, teacher in teachers if isinstance(teacher, Teachable)]
    return Menu(context, N_("Learn to play"), items)
