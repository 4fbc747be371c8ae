"""The first start: the question for the language and the offer to learn by playing; and the menu of lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.box import BoardChoice, Button
from companion.config.settings import BoardName
from companion.errors import N_
from companion.games.contract import AnyGame
from companion.i18n.translator import Translator, Verbatim, in_each_language, languages, menu_name
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.menu import ChoiceMenu, Item, Menu
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.shared import screens
from companion.ui.home import play, setup, stick

LEARN_HELP = N_("A game in a minute. You win it.")
PLAY_HELP = N_("Two players, the usual rules.")
MORE_HELP = N_("All games, with their rules.")
PUSH_UP = N_("Push the joystick up, or press {key}.")


def first_screens(context: AppContext) -> list[Screen]:
    """Return the screens of the first start, the first to be shown last: the language, below it the offer to learn.

    The chosen language is saved at once, so the questions are asked once. A language that the card's file names is
    not asked for. The second press asks for what a stick holds, if there is one: it takes some seconds until the
    system has found it.
    """
    is_named = "language" in context.installation.fixed
    offer = _offer_menu(context, asks_for_stick=is_named)
    if is_named:
        context.try_to_change()
        return [offer]
    return [offer, _language_menu(context)]


def _offer_menu(context: AppContext, *, asks_for_stick: bool) -> Menu:
    """Return the offer to learn, to play the first game at once, or to choose one, maybe after a stick's question."""

    def more() -> Navigation:
        return Replace((asks_for_stick and stick.first_question(context)) or play.games_menu(context))

    def items() -> list[Item]:
        game = next(iter(context.catalogue))
        return [
            Item(N_("Learn"), lambda: Replace(lessons_menu(context)), help=LEARN_HELP, picture=tiles.LESSON),
            Item(
                N_("Play now"),
                setup.fresh_setup(context, game).begin,
                note=setup.title_of(game),
                help=PLAY_HELP,
                picture=tiles.PEGS,
            ),
            Item(N_("More games"), more, "…", help=MORE_HELP, picture=tiles.LIST),
        ]

    return Menu(context, N_("Learn to play?"), items, has_help=True)


def _language_menu(context: AppContext) -> ChoiceMenu[str]:
    own = context.translator.language
    known = sorted(languages(), key=lambda language: language != own)
    words = in_each_language("Language")

    def title(translator: Translator) -> Verbatim:
        return Verbatim(words[known[menu.at]])

    def done(language: str) -> Navigation:
        context.try_to_change(language=language)
        question = stick.first_question(context)
        return Pop() if question is None else Replace(question)

    labels = [(Verbatim(menu_name(language)), language) for language in known]
    menu = ChoiceMenu(context, title, labels, own, done)
    menu.asks_language = True
    return menu


class WhichBoard(Screen):
    """Asks for the key for UP, which tells the boards with this panel apart; the board is saved at once if *save*.

    At the first start it is saved with the language, so that a box without power meanwhile asks both again.
    """

    asks_language = True

    def __init__(self, context: AppContext, choice: BoardChoice, *, save: bool) -> None:
        self.context = context
        self._choice = choice
        self._save = save

    def draw(self, page: Page) -> None:
        """Draw the question with signs, in English and in the language of the system: none may be chosen yet."""
        texts = dict.fromkeys(translator._(PUSH_UP) for translator in (self.context.translator, Translator()))
        signs = f"\u25b2 / {self._choice.key}"
        page.paragraph(Verbatim("\n".join([signs, *(text.format(key=self._choice.key) for text in texts)])))

    def press(self, button: Button) -> Navigation:
        """Wait for the end of the press: a key must not be down when its meaning changes."""
        return Stay()

    def release(self, button: Button) -> Navigation | None:
        name = self._choice.names.get(button)
        if name is None:
            return None
        self._choice.connect(name)
        self.context.chosen = replace(self.context.chosen, board=BoardName(name))
        if self._save:
            self.context.try_to_change()
        return Pop()


def lessons_menu(context: AppContext) -> Menu:
    """Return the list of games that the box teaches, one of each family."""
    games: dict[str, AnyGame] = {}
    for game in context.catalogue:
        games.setdefault(game.family, game)

    def item(game: AnyGame, lesson: Callable[[AppContext, AnyGame, Callable[[], Navigation]], Screen]) -> Item:
        title = Verbatim(game.title(context.translator.language))

        def play() -> Navigation:
            return Replace(setup.setup_menu(context, game))

        picture = screens.GAME_SCREENS[game.family].picture
        return Item(title, lambda: Push(lesson(context, game, play)), picture=picture)

    lessons = [(game, screens.GAME_SCREENS[family].lesson) for family, game in games.items()]
    items = [item(game, lesson) for game, lesson in lessons if lesson is not None]
    return Menu(context, N_("Learn"), items)
