"""The main menu: continue a match, begin one, look back, change settings."""

from __future__ import annotations

from companion.config import installation
from companion.errors import N_
from companion.i18n.default_names import names_words
from companion.i18n.translator import Translator, Verbatim
from companion.match.archive import MatchSummary
from companion.ui import dice, history, match, preferences, setup
from companion.ui.context import AppContext
from companion.ui.games import screens
from companion.ui.menu import Item, Menu
from companion.ui.notice import Question, TextScreen
from companion.ui.screen import Exit, Navigation, Pop, Push, Replace, Screen

ABOUT = N_(
    "Codemaker {version}\n"
    "makes and keeps the code, answers every row, keeps the score.\n"
    "Before the first row it shows a seal. After the reveal the QR code proves that the code was not changed."
)


def home_menu(table: AppContext) -> Menu:
    """Return the main menu, which is under all other screens; leaving it ends the program."""

    def items() -> list[Item]:
        summary = table.open_match()
        go_on = [] if summary is None else [Item(N_("Go on playing"), lambda: Push(taken_up(table, summary)))]
        return [
            *go_on,
            Item(N_("New match"), lambda: Push(setup.games_menu(table))),
            Item(N_("Matches"), lambda: Push(history.history_menu(table))),
            Item(N_("Dice"), lambda: Push(dice.DiceMenu(table))),
            Item(N_("Settings"), lambda: Push(preferences.preferences(table))),
            Item(N_("About"), lambda: Push(_about(table))),
            Item(N_("Switch off"), lambda: Push(_off_question(table))),
        ]

    return Menu(table, Verbatim("Codemaker"), items, back=Push(_off_question(table)))


def offer_to_go_on(table: AppContext, summary: MatchSummary) -> Question:
    """Return the question at the start whether to continue the match that was interrupted."""

    def words(tongue: Translator) -> str:
        title = table.game_title(summary.heading.game, tongue)
        names = names_words(summary.heading.players)(tongue).text
        return tongue._("Go on with {game}, {names}?").format(game=title, names=names)

    question = Question(table, words, lambda: Replace(taken_up(table, summary)), Pop)
    question.is_yes = True
    return question


def taken_up(table: AppContext, summary: MatchSummary) -> Screen:
    """Return the screen at which a match was left; raises ``CompanionError`` if it cannot continue."""
    session = table.resume(summary)
    return match.Match(table, table.drive(session), screens.GAME_SCREENS[session.game.family]).enter()


def _about(table: AppContext) -> TextScreen:
    def words(tongue: Translator) -> str:
        text = tongue._(ABOUT).format(version=installation.version())
        return "\n".join([text, *(str(refused) for refused in table.catalogue.refused)])

    return TextScreen(table, N_("About"), words)


def _off_question(table: AppContext) -> Question:
    def leave() -> Navigation:
        return Exit()

    return Question(table, N_("Switch off? Every match is kept."), leave)
