"""The main menu: continue a match, begin one, look back, change settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.config import installation
from companion.config.card import FILE
from companion.errors import N_, SettingsRefused
from companion.i18n.default_names import names_words
from companion.i18n.translator import Translator, Verbatim
from companion.ui import dice, history, match, preferences, setup, statistics, stick, welcome
from companion.ui.context import AppContext
from companion.ui.games.shared import screens
from companion.ui.menu import Item, Menu
from companion.ui.notice import Question, TextScreen
from companion.ui.screen import Exit, Navigation, Pop, Push, Replace, Screen

if TYPE_CHECKING:
    from companion.match.archive import MatchSummary

ABOUT = N_(
    "Codemaker {version}\n"
    "makes and keeps the code, answers every row, keeps the score.\n"
    "Before the first row it shows a seal. After the reveal the QR code proves that the code was not changed."
)


def home_menu(context: AppContext) -> Menu:
    """Return the main menu, which is under all other screens; leaving it ends the program."""

    def items() -> list[Item]:
        summary = context.open_match()
        go_on = [] if summary is None else [Item(N_("Go on playing"), lambda: Push(taken_up(context, summary)))]
        return [
            *go_on,
            Item(N_("New match"), lambda: Push(setup.games_menu(context))),
            Item(N_("Matches"), lambda: Push(history.history_menu(context))),
            Item(N_("Statistics"), lambda: Push(statistics.statistics_menu(context))),
            Item(N_("Dice"), lambda: Push(dice.DiceMenu(context))),
            Item(N_("Settings"), lambda: Push(preferences.preferences(context))),
            Item(N_("Learn to play"), lambda: Push(welcome.lessons_menu(context))),
            *([] if context.stick is None else [Item(N_("USB stick"), lambda: Push(stick.stick_menu(context)))]),
            Item(N_("About"), lambda: Push(_about(context))),
            Item(N_("Switch off"), lambda: Push(_off_question(context))),
        ]

    return Menu(context, Verbatim("Codemaker"), items, back=Push(_off_question(context)))


def offer_to_go_on(context: AppContext, summary: MatchSummary) -> Question:
    """Return the question at the start whether to continue the match that was interrupted."""

    def words(translator: Translator) -> str:
        title = context.game_title(summary.header.game, translator)
        names = names_words(summary.header.players)(translator).text
        return translator._("Go on with {game}, {names}?").format(game=title, names=names)

    question = Question(context, words, lambda: Replace(taken_up(context, summary)), Pop)
    question.is_yes = True
    return question


def refused_lines(context: AppContext, refused: Sequence[SettingsRefused]) -> TextScreen:
    """Return the screen with the lines of the card's file that are wrong."""

    def words(translator: Translator) -> str:
        return "\n".join(translator.tell(wrong) for wrong in refused)

    return TextScreen(context, Verbatim(FILE), words)


def taken_up(context: AppContext, summary: MatchSummary) -> Screen:
    """Return the screen at which a match was left; raises ``CompanionError`` if it cannot continue."""
    session = context.resume(summary)
    return match.Match(context, context.drive(session), screens.GAME_SCREENS[session.game.family]).enter()


def _about(context: AppContext) -> TextScreen:
    def words(translator: Translator) -> str:
        text = translator._(ABOUT).format(version=installation.version())
        return "\n".join([text, *(str(refused) for refused in context.catalogue.refused)])

    return TextScreen(context, N_("About"), words)


def _off_question(context: AppContext) -> Question:
    def leave() -> Navigation:
        return Exit()

    return Question(context, N_("Switch off? Every match is kept."), leave)
