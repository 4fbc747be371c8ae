"""The main menu: continue a match, begin one, look back, change settings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.config import installation
from companion.errors import N_
from companion.i18n.default_names import names_words
from companion.i18n.translator import Text, Translator, Verbatim, counted, filled
from companion.match import session as sessions
from companion.ui import dice
from companion.ui.core import tiles
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Question, TextScreen
from companion.ui.core.screen import Exit, Pop, Push, Replace, Screen
from companion.ui.core.text_page import with_value
from companion.ui.games.shared import match, screens
from companion.ui.home import day, history, people, play, preferences, statistics, stick, welcome

if TYPE_CHECKING:
    from companion.match.archive import MatchSummary

ABOUT = N_(
    "Codemaker {version}\n"
    "makes and keeps the code, answers every row, keeps the score.\n"
    "Before the first row it shows a seal. After the reveal the QR code proves that the code was not changed."
)


def home_menu(context: AppContext) -> Menu:
    """Return the main menu, which is under all other screens; leaving it ends the program.

    Its lines are few enough to be seen at once, and the cursor stands on one that leads into play.
    """

    days: dict[object, int] = {}

    def streak() -> Text:
        """Return on how many days in a row a code of the day was played, if there are several."""
        key = context.newest_match(), day.today(context)
        if key not in days:
            days.clear()
            days[key] = play.streak(context)
        return play.days_words(days[key]) if days[key] > 1 else ""

    def items() -> list[Item]:
        latest, games = _latest(context), Item(N_("Play"), lambda: Push(play.games_menu(context)), picture=tiles.PEGS)
        # The first frame reads no games, no clock, and no list of matches.
        is_known = context.catalogue.is_read and day.no_day(context) is None
        days = streak() if is_known else ""
        daily = Item(N_("Code of the day"), lambda: Push(play.challenges_menu(context)), days, picture=tiles.DAY)
        offered = (item for addition in context.installation.additions for item in addition.first_items(context))
        first, *rest = [*offered, *latest, games]
        return [
            first,
            *([daily] if is_known else []),
            *rest,
            # Who has played finds it under More.
            *([] if latest else [_learn_item(context)]),
            _dice_item(context),
            Item(N_("More"), lambda: Push(_more_menu(context)), "…", picture=tiles.LIST),
        ]

    menu = Menu(context, Verbatim("Codemaker"), items, back=Push(_off_question(context)))
    # On a board without ROLL a long OK throws the dice from here too, instead of what a short one opens.
    menu.waits_for_release = True
    return menu


def _latest(context: AppContext) -> list[Item]:
    """Return the line that continues the newest match, or that begins one like it; none without a match."""
    summary = context.newest_match()
    if summary is None or not summary.is_sound:
        return []

    def about(translator: Translator) -> str:
        names = translator.say(names_words(summary.header.players))
        if not context.catalogue.is_read:
            # The next frame has the title.
            return names
        return with_value(translator, context.game_title(summary.header.game, translator), names)

    is_open = context.open_match() is not None
    label, begin = (N_("Go on playing"), resume_match) if is_open else (N_("Play again"), _begin_again)
    picture = tiles.GO_ON if is_open else tiles.AGAIN
    return [Item(label, lambda: Push(begin(context, summary)), note=about, is_extra=True, picture=picture)]


def _dice_item(context: AppContext) -> Item:
    """Return the line of the dice; on a board without ROLL it says what a long OK throws."""
    inputs = context.installation
    item = Item(N_("Dice"), lambda: Push(dice.DiceMenu(context)), picture=tiles.DIE)
    # The first frame does not read the last throw.
    if inputs.has_roll() or not inputs.can_hold or not context.catalogue.is_read:
        return item
    return replace(item, value=dice.throw_value(context), note=N_("Hold OK: throw"))


def _learn_item(context: AppContext) -> Item:
    return Item(N_("Learn"), lambda: Push(welcome.lessons_menu(context)), picture=tiles.LESSON)


def _more_menu(context: AppContext) -> Menu:
    # Else the first menu has it.
    lessons = [_learn_item(context)] if _latest(context) else []

    def items() -> list[Item]:
        return [
            Item(N_("Matches"), lambda: Push(history.history_menu(context))),
            Item(N_("Statistics"), lambda: Push(statistics.statistics_menu(context))),
            Item(N_("Players"), lambda: Push(people.players_menu(context))),
            Item(N_("Settings"), lambda: Push(preferences.preferences(context))),
            *(item for addition in context.installation.additions for item in addition.home_items(context)),
            *(
                []
                if context.installation.stick is None
                else [Item(N_("USB stick"), lambda: Push(stick.stick_menu(context)))]
            ),
            *lessons,
            Item(N_("About"), lambda: Push(_about(context))),
            Item(N_("Switch off"), lambda: Push(_off_question(context))),
        ]

    return Menu(context, N_("More"), items)


def settings_screen(context: AppContext) -> Screen:
    """Return the menu of the settings."""
    # A function: the name "preferences.preferences" alone would run that module's code before the first frame.
    return preferences.preferences(context)


MOST_NAMED = 2
"""The most players whose names a low display has room for in a question."""


def offer_to_go_on(context: AppContext, summary: MatchSummary) -> Question:
    """Return the question at the start whether to continue the match that was interrupted."""
    title, players = partial(context.game_title, summary.header.game), summary.header.players
    names: Text = names_words(players)
    if len(players) > MOST_NAMED:
        names = counted("{count} player", "{count} players", len(players))
    words = filled(N_("Go on with {game}, {names}?"), game=title, names=names)
    question = Question(context, words, lambda: Replace(resume_match(context, summary)), Pop)
    question.is_yes = True
    return question


def resume_match(context: AppContext, summary: MatchSummary) -> Screen:
    """Return the screen at which a match was left; raises ``CompanionError`` if it cannot continue."""
    session = context.resume(summary)
    return match.first_screen(context, session, screens.GAME_SCREENS[session.game.family])


def _begin_again(context: AppContext, summary: MatchSummary) -> Screen:
    game = context.catalogue[summary.header.game]
    session = sessions.Session.begin_again(game, summary.header, context.environment)
    return match.first_screen(context, session, screens.GAME_SCREENS[game.family])


def _about(context: AppContext) -> TextScreen:
    def words(translator: Translator) -> str:
        text = translator._(ABOUT).format(version=installation.version())
        return "\n".join([text, *(str(refused) for refused in context.catalogue.refused)])

    return TextScreen(context, N_("About"), words)


def _off_question(context: AppContext) -> Question:
    return Question(context, N_("Switch off? Every match is kept."), Exit)
