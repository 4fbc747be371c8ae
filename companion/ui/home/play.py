"""The menu *Play*: the games, and challenges, in which others break the same code on another day or at another box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType

from companion.config.names import distinct, known_as, person
from companion.errors import N_, JournalFailed
from companion.games.challenge import ALPHABET, LINE, normalize
from companion.games.contract import AnyGame, Challenging, complete, with_unused
from companion.i18n.default_names import PLAYER, is_of_the_box, shown_name, stored_default, stored_name
from companion.i18n.translator import Text, Translator, Verbatim
from companion.match.session import Session
from companion.match.streak import challenge_of, day_streak
from companion.ui.core.context import AppContext
from companion.ui.core.entry import NameEntry, choose_name
from companion.ui.core.menu import TICK, Item, Menu
from companion.ui.core.screen import Navigation, Push, Refuse, Replace, Stay
from companion.ui.games.shared.match import first_screen
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.home.day import no_day, today
from companion.ui.home.setup import choices_menu, fresh_setup, known_names, setup_menu, title_of

GROUP_HELP = {N_("Together"): N_("All break the same code, each with rows of their own.")}
CHALLENGE_HELP = N_("The same code for all: of the day, or from a line.")
DAY_HELP = N_("One code a day, the same on every box.")
LINE_HELP = N_("A line below a shared result names its code.")


def games_menu(context: AppContext) -> Menu:
    """Return the list of games, whose set-ups they open, and of challenges."""

    def item(game: AnyGame) -> Item:
        # Made when the cursor is on the line: it takes the modules of the family.
        def summary(translator: Translator, part: int) -> Verbatim:
            return Verbatim(GAME_SCREENS[game.family].summary(game, translator)[part])

        note, sentence = partial(summary, part=0), partial(summary, part=1)
        return Item(
            title_of(game), lambda: Push(setup_menu(context, game)), help=sentence, note=note, colours=game.colours
        )

    def group_menu(title: str) -> Menu:
        games = [item(game) for game in context.catalogue if game.group == title]
        return Menu(context, title, games, has_help=True)

    def group_item(title: str) -> Item:
        return Item(title, lambda: Push(group_menu(title)), "…", help=GROUP_HELP.get(title, ""))

    groups = dict.fromkeys(game.group for game in context.catalogue if game.group)
    games = [item(game) for game in context.catalogue if not game.group]
    challenge = Item(N_("A challenge"), lambda: Push(challenges_menu(context)), "…", help=CHALLENGE_HELP)
    return Menu(context, N_("Play"), [*games, *map(group_item, groups), challenge], has_help=True)


def challenges_menu(context: AppContext) -> Menu:
    """Return the menu of the codes of the day and of the entry of a line."""
    closed = no_day(context)
    daily = [game for game in context.catalogue if isinstance(game, Challenging) and game.is_daily and not game.group]
    items = [
        Item(title_of(game), partial(_of_day, context, game), N_("today"), closed, help=DAY_HELP) for game in daily
    ]
    line = Item(N_("Type a line"), lambda: Push(LineEntry(context)), "…", help=LINE_HELP)
    return Menu(context, N_("A challenge"), [*items, line], has_help=True)


def streak(context: AppContext) -> int:
    """Return on how many days in a row a code of the day was played; 0 if the matches cannot be read."""
    with suppress(JournalFailed):
        return day_streak(context.environment.archive.matches(), today(context))
    return 0


def days_words(days: int) -> Text:
    """Return the words of a number of days."""
    return lambda translator: Verbatim(translator.ngettext("{count} day", "{count} days", days).format(count=days))


class LineEntry(NameEntry):
    """The entry of a challenge, letter by letter."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, N_("A challenge"), "", partial(_start_challenge, context), LINE)

    @property
    def wheel(self) -> str:
        return TICK if len(self.name) == LINE else ALPHABET

    @property
    def rest(self) -> str:
        return ""

    def type(self, text: str) -> Navigation | None:
        """Append the letters of *text*, without dashes, and with letters for digits that look like them."""
        letters = normalize(text)
        if not set(letters) <= set(ALPHABET):
            return Refuse(self.context.translator._("Only letters, and digits from 2 to 7."))
        self.name = (self.name + letters)[:LINE]
        self._at = -1 if len(self.name) == LINE else 0
        return Stay()


def _of_day(context: AppContext, game: AnyGame) -> Navigation:
    # The day is that of the match's begin, because the page may stay open over midnight.
    return ask_players(context, game, lambda: today(context))


def _start_challenge(context: AppContext, challenge: str) -> Navigation:
    """Ask who plays the match that *challenge* names."""
    for game in context.catalogue:
        if _options(game, challenge) is not None:
            return ask_players(context, game, lambda: challenge)
    return context.refuse(N_("No such challenge. ◀ erases a letter."))


def _options(game: AnyGame, challenge: str) -> Mapping[str, str] | None:
    """Return the options of *game* with the code that *challenge* names; None if it names none of it."""
    return game.read_challenge(challenge) if isinstance(game, Challenging) else None


def ask_players(
    context: AppContext, game: AnyGame, named: Callable[[], str], agreed: Mapping[str, str] = MappingProxyType({})
) -> Navigation:
    """Ask who plays the challenge of *game* that is *named* when the match begins: one player, or several together.

    Of the options that are *agreed*, each game has those that it offers, and its others have their defaults.
    """

    def made(one: AnyGame, players: int) -> Mapping[str, str] | None:
        options, offered = _options(one, named()), tuple(one.options(players))
        pairs = {(option.key, value) for option in offered for value in option.values}
        if options is None or not agreed:
            return options
        chosen = {key: value for key, value in agreed.items() if (key, value) in pairs} | dict(options)
        return complete(offered, with_unused(offered, chosen))

    def done(shown: str) -> Navigation:
        if (options := made(game, 1)) is None:
            return Stay()
        name = known_as(stored_name(shown, context.translator), names)
        if refusal := _refuse_tried(context, game, (name,), options["challenge"]):
            return refusal
        session = Session.begin(game, options, (name,), context.environment)
        context.remember((name,))
        return Replace(first_screen(context, session, GAME_SCREENS[game.family]))

    def together(other: AnyGame) -> Navigation:
        def may_begin(players: Sequence[str]) -> Navigation | None:
            # The page may have stayed open over midnight.
            setup.fixed = made(other, len(players)) or setup.fixed
            return _refuse_tried(context, game, players, setup.fixed["challenge"])

        setup = fresh_setup(context, other)
        setup.fixed, setup.may_begin = made(other, setup.seats) or {}, may_begin
        return Replace(choices_menu(setup))

    more = [
        Item(N_("Together"), partial(together, other), "…", help=CHALLENGE_HELP)
        for other in _with_same_secrets(context, game)
        if other is not game
    ]
    names = distinct([stored_default(PLAYER, 1), *known_names(context)])
    shown = [shown_name(name, context.translator) for name in names]
    return Push(choose_name(context, N_("Who plays?"), "", done, shown, more))


def _with_same_secrets(context: AppContext, game: AnyGame) -> Sequence[AnyGame]:
    """Return the games, with *game*, whose challenges name the same secrets."""
    games = [one for one in context.catalogue if isinstance(one, Challenging)]
    return [one for one in games if isinstance(game, Challenging) and one.secrets == game.secrets]


def _refuse_tried(context: AppContext, game: AnyGame, names: Sequence[str], challenge: str) -> Navigation | None:
    """Refuse a *challenge*, a day or a line, that one of *names* has begun, alone or together: only one try counts."""
    keys = {one.key for one in _with_same_secrets(context, game)}
    tried = {
        person(name)
        for match in context.environment.archive.matches()
        if match.header.game in keys and challenge_of(match) == challenge
        for name in match.header.players
    }
    again = next((name for name in names if person(name) in tried and not is_of_the_box(name)), None)
    if again is None:
        return None
    return context.refuse(N_("{name} has played this code."), name=shown_name(again, context.translator))
