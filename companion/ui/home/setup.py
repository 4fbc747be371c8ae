"""Setting up a match: the game, the players and the options of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from unicodedata import normalize

from companion.config.names import distinct, is_among, known_as
from companion.errors import N_
from companion.games.contract import BOX_SEATS, AnyGame, Label, Option, Seats
from companion.i18n.default_names import BOX, PLAYER, is_default, names_words, shown_name, stored_default, stored_name
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match.session import Session
from companion.ui.core.context import AppContext
from companion.ui.core.entry import choose_name
from companion.ui.core.menu import TICK, ChoiceMenu, Item, Menu, choice_item
from companion.ui.core.screen import Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.games.shared.match import first_screen
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.games.shared.seats import signed
from companion.ui.home.people import follow

BEGIN_HELP = N_("Begins the match with the choices below.")
PLAYERS_HELP = N_("Who plays: change names, add players or take some away.")
MORE_HELP = N_("What else can be chosen. All may stay as it is.")
ADD_HELP = N_("One more player joins.")
REMOVE_HELP = N_("The last player of the list leaves.")
DONE_HELP = N_("Goes back to the set-up.")
BEGIN_WITH = 2
"""The number of players that the set-up starts with, or the nearest number that the game is for."""


def title_of(game: AnyGame) -> Text:
    """Return the title of *game*."""
    return lambda translator: Verbatim(game.title(translator.language))


@dataclass
class Setup:
    """The choices made so far; an option that was not changed has its default.

    A single player plays against the box unless ``is_solitary`` or the game is for one player only. ``joined`` are
    those who have joined elsewhere, such as by phone; those of them who found no free seat are ``waiting``. The
    options in ``fixed`` are not asked for. ``may_begin`` returns what is shown instead of the first screen where the
    players by these names may not begin.
    """

    context: AppContext
    game: AnyGame
    players: list[str]
    chosen: dict[str, str] = field(default_factory=dict)
    is_solitary: bool = False
    fixed: Mapping[str, str] = field(default_factory=dict)
    may_begin: Callable[[Sequence[str]], Navigation | None] = lambda names: None
    joined: tuple[str, ...] = ()
    waiting: list[str] = field(default_factory=list)

    def seat_joined(self) -> None:
        """Give those who have joined a free seat: that of a player without a name, or one more."""
        known = tuple(
            name for addition in self.context.installation.additions for name in addition.players(self.context)
        )
        # One who is also among the players is called as there, where the phone knows its seat by the name.
        self.players[:] = [known_as(name, known) for name in self.players]
        new = [name for name in known if name in self.waiting or name not in self.joined]
        self.joined, self.waiting = known, []
        for name in new:
            free = next((seat for seat, player in enumerate(self.players) if is_default(player)), len(self.players))
            if name not in self.players and free < self.game.players[1]:
                self.players[free : free + 1] = [name]
            elif name not in self.players:
                self.waiting.append(name)

    @property
    def is_alone(self) -> bool:
        """Whether there is one player, who may choose to play with or without the box as opponent."""
        return len(self.players) == 1 < self.game.players[1]

    @property
    def seats(self) -> int:
        """The number of seats, including those of the box."""
        return 2 if self.is_alone and not self.is_solitary else len(self.players)

    def options(self) -> tuple[Option, ...]:
        """Return the options to choose."""
        # An option matters if it has at least two values and an effect beside the other choices.
        values = self._values()
        free = (option for option in self.fitting() if option.key not in self.fixed)
        return tuple(option for option in free if len(option.values) > 1 and option.applies(values))

    def fitting(self) -> tuple[Option, ...]:
        """Return the options of the game for these seats, also those without effect beside the other choices."""
        return _fitting(self.game, self.seats, self.seats - len(self.players))

    def _values(self) -> dict[str, str]:
        return {option.key: self.value(option) for option in self.fitting()}

    @property
    def box_seats(self) -> int:
        """The number of seats that the box takes."""
        return self.game.box_seats(self._values())

    @property
    def names(self) -> list[str]:
        """The names by seat as they are stored, the box's last."""
        people = self.seats - self.box_seats
        return [*self.players[:people], *(stored_default(BOX, seat + 1) for seat in range(self.box_seats))]

    def value(self, option: Option) -> str:
        """Return the chosen value, or the default if the chosen value is no longer offered."""
        if option.key in self.fixed:
            return self.fixed[option.key]
        value = self.chosen.get(option.key, option.default)
        return value if value in option.values else option.default

    def choices(self, option: Option) -> list[tuple[Text, str]]:
        """Return the choices for *option* as (label, value); a seat is labelled with the name of its player."""
        people = len(self.names) - self.box_seats
        return [
            (self._words(option, value, label), value)
            for value, label in option.choices.items()
            if not (option.seats is Seats.PEOPLE and value.isdigit() and int(value) > people)
        ]

    def _words(self, option: Option, value: str, label: Label) -> Text:
        is_seat = option.seats is not Seats.NONE and value.isdigit()
        if not is_seat:
            return words_of(label)
        seat = int(value) - 1
        return names_words([self.names[1 - seat if option.seats is Seats.OTHER else seat]])

    def begin(self) -> Navigation:
        """Begin the match, if the players may."""
        return self.may_begin(self.names) or Replace(self.first_screen())

    def first_screen(self) -> Screen:
        """Begin the match, and return its first screen."""
        chosen = self._values()
        used = [option.key for option in self.fitting() if option.applies(chosen)]
        options = {key: chosen[key] for key in used}
        session = Session.begin(self.game, options, self.names, self.context.environment)
        self.context.remember(tuple(self.names[: len(self.names) - self.box_seats]))
        return first_screen(self.context, session, GAME_SCREENS[self.game.family])


def setup_menu(context: AppContext, game: AnyGame) -> Menu:
    """Return the set-up menu of a match of *game*, with the cursor on the line that begins the match."""
    return choices_menu(fresh_setup(context, game))


def fresh_setup(context: AppContext, game: AnyGame) -> Setup:
    """Return the choices for *game* that the set-up starts with."""
    fewest, most = game.players
    names = known_names(context)
    setup = Setup(context, game, [])
    for place in range(max(fewest, min(BEGIN_WITH, most))):
        setup.players.append(names[place] if place < len(names) else _fresh_name(setup))
    return setup


def choices_menu(setup: Setup, at: int = 0) -> Menu:
    """Return the menu with the choices of *setup*, whose first line begins the match, with the cursor on line *at*."""

    def has_more() -> bool:
        return not all(option.is_asked for option in setup.options())

    def items() -> list[Item]:
        setup.seat_joined()
        return [
            _replacing_item(setup) if setup.waiting else Item(N_("Begin"), setup.begin, "\u25b6", help=BEGIN_HELP),
            Item(names_words(setup.players), lambda: Replace(players_menu(setup)), "…", help=PLAYERS_HELP),
            *([_against_item(setup)] if setup.is_alone else []),
            *(_option_item(setup, option) for option in setup.options() if option.is_asked),
            *([Item(N_("More rules"), lambda: Push(_more_rules(setup)), "…", help=MORE_HELP)] if has_more() else []),
            *(
                item
                for addition in setup.context.installation.additions
                for item in addition.pause_items(setup.context, ())
            ),
        ]

    return Menu(setup.context, title_of(setup.game), items, at=at, has_help=True)


def _replacing_item(setup: Setup) -> Item:
    """Return the item that asks whom the first player who waits for a seat replaces."""
    name = setup.waiting[0]

    def replaces(seat: int | None) -> Navigation:
        setup.waiting.remove(name)
        if seat is not None:
            setup.players[seat] = name
        return Pop()

    def choose() -> Navigation:
        seats = [(names_words([player]), seat) for seat, player in enumerate(setup.players)]
        options: list[tuple[Text, int | None]] = [(N_("nobody"), None), *seats]
        return Push(ChoiceMenu(setup.context, filled(N_("{name} replaces"), name=name), options, None, replaces))

    return Item(filled(N_("{name} replaces"), name=name), choose, help=N_("All seats are taken. Who makes room?"))


def _more_rules(setup: Setup) -> Menu:
    def items() -> list[Item]:
        return [
            *(_option_item(setup, option) for option in setup.options() if not option.is_asked),
            Item(N_("Done"), Pop, TICK, help=DONE_HELP),
        ]

    return Menu(setup.context, N_("More rules"), items, has_help=True)


def _option_item(setup: Setup, option: Option) -> Item:
    def use(value: str) -> None:
        setup.chosen[option.key] = value

    value, choices = setup.value(option), setup.choices(option)
    return choice_item(setup.context, option.title, choices, value, use, option.help)


def _against_item(setup: Setup) -> Item:
    def change(step: int = 1) -> Navigation:
        setup.is_solitary = not setup.is_solitary
        return Stay()

    against = N_("nobody") if setup.is_solitary else N_("the box")
    sentence = N_("Alone, or against the box.")
    return Item(N_("Against"), change, against, turn=change, help=sentence)


# Every line of the menu asks for them; a few are kept, of which only one is on the screen.
@lru_cache(4)
def _fitting(game: AnyGame, seats: int, boxes: int) -> tuple[Option, ...]:
    """Return the options of *game* for *seats*, limited to the values that give the box *boxes* of them."""

    def limited(option: Option) -> Option:
        seated = {value: game.box_seats({option.key: value}) for value in option.values}
        if option.key == BOX_SEATS or len(set(seated.values())) == 1:
            return option
        choices = {value: label for value, label in option.choices.items() if seated[value] == boxes}
        return replace(
            option, choices=choices, default=option.default if option.default in choices else next(iter(choices))
        )

    return tuple(map(limited, game.options(seats)))


def words_of(label: Label) -> Text:
    """Return the label of a game's option as a ``Text`` for the screens."""
    return label if isinstance(label, str) else lambda translator: Verbatim(label(translator.language))


def players_menu(setup: Setup) -> Menu:
    """Return the menu of those who play and of those known from earlier matches, whom OK seats and unseats.

    The lines keep their places while the menu is open, so that a second OK takes back what the first did. After a
    player was added the cursor is on the last line, whose OK leads to the line that begins the match.
    """
    fewest, most = setup.game.players
    known = [name for name in known_names(setup.context) if not is_default(name)]
    roster = distinct([*setup.players, *known])

    def add(name: str) -> None:
        setup.players.append(name)
        menu.at = len(menu.items) - 1

    def remove() -> Navigation:
        return _unseat(setup, setup.players[-1], roster)

    def items() -> list[Item]:
        count = len(setup.players)
        is_full = N_("No more players in this game.") if count >= most else None
        is_least = N_("No fewer players in this game.") if count <= fewest else None
        roster.extend(name for name in setup.players if name not in roster)
        return [
            *(_player_item(setup, roster, name, is_full, is_least) for name in roster),
            Item(N_("Add a player"), lambda: _ask_name(setup, _fresh_name(setup), add), "+", is_full, help=ADD_HELP),
            Item(N_("Remove the last"), remove, "", is_least, help=REMOVE_HELP),
            Item(N_("Done"), lambda: Replace(choices_menu(setup)), TICK, help=DONE_HELP),
        ]

    menu = Menu(setup.context, N_("Players"), items, back=Replace(choices_menu(setup, at=1)), has_help=True)
    return menu


def _player_item(setup: Setup, roster: list[str], name: str, is_full: str | None, is_least: str | None) -> Item:
    def turn() -> Navigation:
        is_seated = name in setup.players
        if refusal := is_least if is_seated else is_full:
            return setup.context.refuse(refusal)
        if is_seated:
            return _unseat(setup, name, roster)
        setup.players.append(name)
        return Stay()

    def rename(new: str) -> None:
        setup.players[setup.players.index(name)] = new
        roster[:] = dict.fromkeys(new if one == name else one for one in roster)

    def words(translator: Translator) -> Verbatim:
        shown = shown_name(name, translator)
        return Verbatim(signed(setup.players.index(name), shown) if name in setup.players else shown)

    if name not in setup.players:
        return Item(words, turn, help=N_("OK: this player joins."))
    if is_default(name):
        return Item(words, lambda: _ask_name(setup, name, rename), "…", help=N_("OK gives this player another name."))
    return Item(words, turn, TICK, help=N_("OK: this player leaves."))


def _unseat(setup: Setup, name: str, roster: list[str]) -> Navigation:
    setup.players.remove(name)
    if is_default(name):
        roster.remove(name)
    return Stay()


def _ask_name(setup: Setup, start: str, use: Callable[[str], None]) -> Navigation:
    """Ask for a name that no other player at the table has; *start* and what *use* gets are names as stored."""
    translator = setup.context.translator

    def done(shown: str) -> Navigation:
        # A player of earlier matches keeps the name as it was written there.
        name = known_as(stored_name(shown, translator), known)
        others = [player for player in setup.players if player != start]
        if is_among(name, others):
            seated = shown_name(known_as(name, others), translator)
            return setup.context.refuse(_taken_words(seated), name=seated)
        use(name)
        return Pop()

    known = [name for name in known_names(setup.context) if not is_among(name, (*setup.players, start))]
    shown = [shown_name(name, translator) for name in (start, *known)]
    return Push(choose_name(setup.context, N_("Player's name"), "", done, shown))


def _taken_words(name: str) -> str:
    """Return the sentence for a *name* that another player has, with the article that its first sound needs."""
    # Not before the sound of "you", as in Eugene and Una.
    if normalize("NFD", name)[:1] in "AEIOaeio8" and not name.lower().startswith(("eu", "ew")):
        return N_("There is an {name} already. Choose another name.")
    return N_("There is a {name} already. Choose another name.")


def known_names(context: AppContext) -> list[str]:
    """Return the players of earlier matches as stored, the latest first."""
    # A power cut may have come between a change of a name and the settings.
    follow(context)
    # Earlier versions stored default names in the language of the screens.
    return distinct(stored_name(name, context.translator) for name in context.chosen.names)


def _fresh_name(setup: Setup) -> str:
    """Return ``Player 1`` or the next such name that is free, as it is stored."""
    names = (stored_default(PLAYER, number) for number in range(1, len(setup.players) + 2))
    return next(name for name in names if not is_among(name, setup.players))
