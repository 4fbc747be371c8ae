"""Setting up a match: the game, the players and the options of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from companion.errors import N_
from companion.games.contract import BOX_SEATS, AnyGame, Label, Option, Seats
from companion.i18n.default_names import BOX, PLAYER, names_words, shown_name, stored_default, stored_name
from companion.i18n.translator import Text, Translator, Verbatim
from companion.match.session import Session
from companion.ui.context import AppContext
from companion.ui.entry import choose_name
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.ui.match import Match
from companion.ui.menu import ChoiceMenu, Item, Menu
from companion.ui.screen import Navigation, Pop, Push, Stay

BEGIN_HELP = N_("Begins the match with the choices below.")
PLAYERS_HELP = N_("Who plays: change names, add players or take some away.")
BEGIN_WITH = 2
"""The number of players that the set-up starts with, or the next to it that the game is for."""


def games_menu(context: AppContext) -> Menu:
    """Return the list of games; choosing one opens its set-up."""

    def item(game: AnyGame) -> Item:
        return Item(_title(game), lambda: Push(setup_menu(context, game)))

    return Menu(context, N_("New match"), [item(game) for game in context.catalogue])


def _title(game: AnyGame) -> Text:
    return lambda translator: Verbatim(game.title(translator.language))


@dataclass
class Setup:
    """The choices made so far; an option that was not changed has its default.

    A single player plays against the box unless ``is_solitary`` or the game is for one player only.
    """

    context: AppContext
    game: AnyGame
    players: list[str]
    chosen: dict[str, str] = field(default_factory=dict)
    is_solitary: bool = False

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
        return tuple(option for option in self._fitting() if self._matters(option))

    def _fitting(self) -> Iterator[Option]:
        """Yield the game's options, limited to the values that give the box the number of seats it needs here."""
        boxes = self.seats - len(self.players)
        for option in self.game.options(self.seats):
            seated = {value: self.game.box_seats({option.key: value}) for value in option.values}
            settles = option.key != BOX_SEATS and len(set(seated.values())) > 1
            yield _only(option, [value for value in option.values if seated[value] == boxes]) if settles else option

    def _matters(self, option: Option) -> bool:
        """Whether *option* has at least two values and an effect beside the other choices."""
        return len(option.values) > 1 and option.applies(self._values())

    def _values(self) -> dict[str, str]:
        return {option.key: self.value(option) for option in self._fitting()}

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
        value = self.chosen.get(option.key, option.default)
        return value if value in option.values else option.default

    def choices(self, option: Option) -> list[tuple[Text, str]]:
        """Return the choices for *option* as (label, value); a seat is labelled with the name of its player."""
        people = len(self.names) - self.box_seats
        return [
            (self._words(option, value, label), value)
            for value, label in zip(option.values, option.labels, strict=True)
            if not (option.seats is Seats.PEOPLE and value.isdigit() and int(value) > people)
        ]

    def _words(self, option: Option, value: str, label: Label) -> Text:
        is_seat = option.seats is not Seats.NONE and value.isdigit()
        if not is_seat:
            return words_of(label)
        seat = int(value) - 1
        return names_words([self.names[1 - seat if option.seats is Seats.OTHER else seat]])

    def begin(self) -> Navigation:
        """Begin the match."""
        chosen = self._values()
        used = [option.key for option in self._fitting() if option.applies(chosen)]
        options = {key: chosen[key] for key in used}
        session = Session.begin(self.game, options, self.names, self.context.environment)
        self.context.remember(tuple(self.names[: len(self.names) - self.box_seats]))
        match = Match(self.context, self.context.drive(session), GAME_SCREENS[self.game.family])
        return match.show(match.enter())


def setup_menu(context: AppContext, game: AnyGame) -> Menu:
    """Return the set-up menu of a match of *game*, with the cursor on the line that begins the match."""
    fewest, most = game.players
    names = _known_names(context)
    setup = Setup(context, game, [])
    for place in range(max(fewest, min(BEGIN_WITH, most))):
        setup.players.append(names[place] if place < len(names) else _fresh_name(setup))
    return choices_menu(setup)


def choices_menu(setup: Setup) -> Menu:
    """Return the menu with the choices of *setup*, whose first line begins the match."""

    def items() -> list[Item]:
        return [
            Item(N_("Begin"), setup.begin, "\u25b6", help=BEGIN_HELP),
            Item(names_words(setup.players), lambda: Push(players_menu(setup)), "…", help=PLAYERS_HELP),
            *([_against_item(setup)] if setup.is_alone else []),
            *(_option_item(setup, option) for option in setup.options()),
        ]

    return Menu(setup.context, _title(setup.game), items, has_help=True)


def _option_item(setup: Setup, option: Option) -> Item:
    value = setup.value(option)
    choices = setup.choices(option)
    values = [value for _, value in choices]
    at = values.index(value) if value in values else 0

    def done(value: str) -> Navigation:
        setup.chosen[option.key] = value
        return Pop()

    def turn(step: int) -> Navigation:
        setup.chosen[option.key] = values[(at + step) % len(values)]
        return Stay()

    def choose() -> Navigation:
        return Push(ChoiceMenu(setup.context, option.title, choices, value, done))

    return Item(option.title, choose, choices[at][0], turn=turn, help=option.help)


def _against_item(setup: Setup) -> Item:
    def change(step: int = 1) -> Navigation:
        setup.is_solitary = not setup.is_solitary
        return Stay()

    against = N_("nobody") if setup.is_solitary else N_("the box")
    sentence = N_("Alone, or against the box.")
    return Item(N_("Against"), change, against, turn=change, help=sentence)


def _only(option: Option, values: list[str]) -> Option:
    """Return *option* limited to *values*."""
    labels = tuple(label for value, label in zip(option.values, option.labels, strict=True) if value in values)
    default = option.default if option.default in values else values[0]
    return replace(option, values=tuple(values), labels=labels, default=default)


def words_of(label: Label) -> Text:
    """Return the label of a game's option as a ``Text`` for the screens."""
    return label if isinstance(label, str) else lambda translator: Verbatim(label(translator.language))


def players_menu(setup: Setup) -> Menu:
    """Return the menu that renames, adds and removes players."""
    fewest, most = setup.game.players

    def items() -> list[Item]:
        count = len(setup.players)
        return [
            *(_player_item(setup, seat) for seat in range(count)),
            Item(
                N_("Add a player"),
                lambda: _named(setup, _fresh_name(setup), setup.players.append),
                "+",
                N_("No more players in this game.") if count >= most else None,
                help=N_("One more player joins."),
            ),
            Item(
                N_("Remove the last"),
                lambda: _removed(setup),
                "",
                N_("No fewer players in this game.") if count <= fewest else None,
                help=N_("The last player of the list leaves."),
            ),
            Item(N_("Done"), Pop, "\u2713", help=N_("Goes back to the set-up.")),
        ]

    return Menu(setup.context, N_("Players"), items, has_help=True)


def _player_item(setup: Setup, seat: int) -> Item:
    def rename(name: str) -> None:
        setup.players[seat] = name

    name = setup.players[seat]

    def words(translator: Translator) -> Verbatim:
        return Verbatim(f"{seat + 1}. {shown_name(name, translator)}")

    return Item(words, lambda: _named(setup, name, rename), "…", help=N_("OK gives this player another name."))


def _named(setup: Setup, start: str, use: Callable[[str], None]) -> Navigation:
    """Ask for a name that no other player at the table has; *start* and what *use* gets are names as stored."""
    translator = setup.context.translator

    def done(shown: str) -> Navigation:
        name = stored_name(shown, translator)
        others = [player for player in setup.players if player != start]
        if name in others:
            return setup.context.refuse(N_("There is a {name} already. Choose another name."), name=shown)
        use(name)
        return Pop()

    known = [name for name in _known_names(setup.context) if name not in (*setup.players, start)]
    shown = [shown_name(name, translator) for name in (start, *known)]
    return Push(choose_name(setup.context, N_("Player's name"), "", done, shown))


def _known_names(context: AppContext) -> list[str]:
    """Return the players of earlier matches as stored, the latest first."""
    # Earlier versions stored default names in the language of the screens.
    return list(dict.fromkeys(stored_name(name, context.translator) for name in context.chosen.names))


def _removed(setup: Setup) -> Navigation:
    setup.players.pop()
    return Stay()


def _fresh_name(setup: Setup) -> str:
    """Return ``Player 1`` or the next such name that is free, as it is stored."""
    names = (stored_default(PLAYER, number) for number in range(1, len(setup.players) + 2))
    return next(name for name in names if name not in setup.players)
