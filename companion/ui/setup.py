"""Setting up a match: the game, the players, and what the game lets a table choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import N_
from companion.games.contract import BOX_SEATS, AnyGame, Label, Option
from companion.session import Session
from companion.ui.entry import choose_name
from companion.ui.faces import FACES
from companion.ui.match import Match
from companion.ui.menu import Choice, Item, Menu
from companion.ui.screen import Go, Pop, Push, Stay
from companion.ui.table import Table
from companion.ui.tongue import Name, Tongue, Words

FEWEST_SEATS = 2
"""How many players a table starts with when nobody is remembered."""


def games_menu(table: Table) -> Menu:
    """Return the list of games; choosing one leads to its set-up."""

    def item(game: AnyGame) -> Item:
        return Item(_title(game), lambda: Push(setup_menu(table, game)))

    return Menu(table, N_("New match"), [item(game) for game in table.catalogue])


def _title(game: AnyGame) -> Words:
    return lambda tongue: Name(game.title(tongue.language))


@dataclass
class Setup:
    """The choices as they stand; an option that nobody touched has its default."""

    table: Table
    game: AnyGame
    players: list[str]
    chosen: dict[str, str] = field(default_factory=dict)

    def options(self) -> tuple[Option, ...]:
        """Return what there is to choose; one value is no choice."""
        return tuple(option for option in self.game.options(len(self.players)) if len(option.values) > 1)

    def value(self, option: Option) -> str:
        """Return the chosen value, or the default where the choice is not offered any more."""
        value = self.chosen.get(option.key, option.default)
        return value if value in option.values else option.default

    def _box_name(self, number: int) -> str:
        return self.table.tongue._("Box {number}").format(number=number)

    def begin(self) -> Go:
        """Begin the match."""
        options = {option.key: self.value(option) for option in self.options()}
        people = len(self.players) - int(options.get(BOX_SEATS, "0"))
        names = [*self.players[:people], *map(self._box_name, range(1, len(self.players) - people + 1))]
        session = Session.begin(self.game, options, names, self.table.outside)
        self.table.remember(tuple(self.players[:people]))
        return Match(self.table, session, FACES[self.game.family]).onward()


def setup_menu(table: Table, game: AnyGame) -> Menu:
    """Return the set-up of a match of *game*, ready to begin with the cursor on the first line."""
    names = list(table.chosen.names[:FEWEST_SEATS])
    setup = Setup(table, game, [])
    for place in range(FEWEST_SEATS):
        setup.players.append(names[place] if place < len(names) else _fresh_name(setup))

    def items() -> list[Item]:
        players = ", ".join(setup.players)
        return [
            Item(N_("Begin"), setup.begin, "\u25b6"),
            Item(lambda tongue: Name(players), lambda: Push(players_menu(setup)), "…"),
            *(_option_item(setup, option) for option in setup.options()),
        ]

    return Menu(table, _title(game), items)


def _option_item(setup: Setup, option: Option) -> Item:
    value = setup.value(option)
    labels = [_label(setup, option, value) for value in option.values]

    def done(value: str) -> Go:
        setup.chosen[option.key] = value
        return Pop()

    def turn(step: int) -> Go:
        place = (option.values.index(value) + step) % len(option.values)
        setup.chosen[option.key] = option.values[place]
        return Stay()

    def choose() -> Go:
        options = list(zip(labels, option.values, strict=True))
        return Push(Choice(setup.table, option.title, options, value, done))

    return Item(option.title, choose, labels[option.values.index(value)], turn=turn)


def _label(setup: Setup, option: Option, value: str) -> Words:
    """Return how a value is called; a seat is called by the name of who sits there."""
    if option.key == "first" and value.isdigit():
        return Name(setup.players[int(value) - 1])
    return words_of(option.labels[option.values.index(value)])


def words_of(label: Label) -> Words:
    """Return a label out of the games as the screens take it."""
    return label if isinstance(label, str) else lambda tongue: Name(label(tongue.language))


def players_menu(setup: Setup) -> Menu:
    """Return the list of players: rename, add, remove."""
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
            ),
            Item(
                N_("Remove the last"),
                lambda: _removed(setup),
                "\u2013",
                N_("No fewer players in this game.") if count <= fewest else None,
            ),
            Item(N_("Done"), Pop, "\u2713"),
        ]

    return Menu(setup.table, N_("Players"), items)


def _player_item(setup: Setup, seat: int) -> Item:
    def rename(name: str) -> None:
        setup.players[seat] = name

    name = setup.players[seat]
    return Item(Name(f"{seat + 1}. {name}"), lambda: _named(setup, name, rename), "…")


def _named(setup: Setup, start: str, use: Callable[[str], None]) -> Go:
    """Ask for a name that nobody else at the table has."""

    def done(name: str) -> Go:
        others = [player for player in setup.players if player != start]
        if name in others:
            return setup.table.refuse(N_("There is a {name} already. Choose another name."), name=name)
        use(name)
        return Pop()

    known = [name for name in setup.table.chosen.names if name not in (*setup.players, start)]
    return Push(choose_name(setup.table, N_("Player's name"), "", done, [start, *known]))


def _removed(setup: Setup) -> Go:
    setup.players.pop()
    return Stay()


def _fresh_name(setup: Setup) -> str:
    """Return ``Player 1`` or the next that is free, in the language spoken now."""
    tongue: Tongue = setup.table.tongue
    numbers = range(1, len(setup.players) + 2)
    names = (tongue._("Player {number}").format(number=number) for number in numbers)
    return next(name for name in names if name not in setup.players)
