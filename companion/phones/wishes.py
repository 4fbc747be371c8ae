"""What phones ask for beside moves, done by the event loop.

A phone may limit the turn of another player, enter throws of a real die, ask for another name of its player and, if it
leads, begin the next game. None of it ends a match under way, which would show codes, or changes a setting.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from companion.config.names import NameRefused, cleaned
from companion.config.untrusted import whole_number
from companion.dice.own import own_die
from companion.errors import N_, CompanionError, TextUnreadable
from companion.front_ends.messages import Refusal
from companion.front_ends.views import Fields
from companion.games.contract import BOX_SEATS, AnyGame, Option
from companion.i18n.default_names import is_of_the_box, shown_name
from companion.i18n.translator import Text, Translator, filled
from companion.match.clock import why_no_limit
from companion.phones.private import Wish, WishAnswer
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.dice.drawing import CUBE
from companion.ui.dice.own import enter_own
from companion.ui.home import people
from companion.ui.home.setup import Setup, title_of
from companion.words.phrase import phrase

if TYPE_CHECKING:
    from companion.features.running import Opening
    from companion.phones.desk import PhoneDesk


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the phone of the player *name* asks for: *text* as docs/table-socket.md says; *show* opens a screen."""

    context: AppContext
    phones: PhoneDesk
    show: Opening
    name: str
    text: str

    @property
    def setups(self) -> dict[str, Setup]:
        """The set-ups of the games for as many players as play, by the keys of the games."""
        found = ((game.key, _setup(self.context, self.phones, game)) for game in self.context.catalogue)
        return {key: setup for key, setup in found if setup is not None}

    def open(self, screen: Callable[[], Screen], words: Text) -> WishAnswer:
        """Show *screen* with the sentence *words*, unless a match is under way or the box asks about phones."""
        is_home = self.phones.position is None
        is_busy = self.context.open_match() is not None if is_home else _is_under_way(self.phones)
        if self.phones.is_asking or is_busy:
            return Refusal.BUSY
        return None if self.show(screen, self.context.translator.say(words), is_home) else Refusal.BUSY


def grant(context: AppContext, phones: PhoneDesk, show: Opening, name: str, wish: Wish, text: str) -> WishAnswer:
    """Do what the phone of *name* asks for, and return the answer."""
    try:
        return _DEEDS[wish](_Asked(context, phones, show, name, text))
    except (NameRefused, TextUnreadable):
        return Refusal.RULES
    except CompanionError:
        return Refusal.BUSY


def _limit_turn(asked: _Asked) -> WishAnswer:
    clock = None if asked.context.driver is None else asked.context.driver.clock
    why_not = N_("No turn has a clock now.") if clock is None or clock.only_counts else why_no_limit(clock)
    if clock is not None and why_not is None:
        clock.impose()
    return None if why_not is None else phrase(why_not)


def _enter_throw(asked: _Asked) -> WishAnswer:
    side, _, die = asked.text.partition(" ")
    enter_own(asked.context, own_die(die, None, ()), whole_number(side, range(1, CUBE + 1)))
    return None


def _ask_for_name(asked: _Asked) -> WishAnswer:
    sentence = filled(N_("{name} asks for another name."), name=partial(shown_name, asked.name))
    return asked.open(partial(people.name_question, asked.context, asked.name, cleaned(asked.text)), sentence)


def _offer_games(asked: _Asked) -> WishAnswer:
    translator = Translator(asked.text)
    return [_fields(key, setup, translator) for key, setup in asked.setups.items()]


def _begin(asked: _Asked) -> WishAnswer:
    key, *choices = asked.text.split(" ")
    setup = asked.setups.get(key)
    if setup is None:
        return Refusal.RULES
    chosen = dict(choice.split("=", 1) for choice in choices if "=" in choice)
    # As the phone was offered: the box takes no player's seat.
    setup.chosen = {
        option.key: value
        for option in _offered(setup)
        if (value := chosen.get(option.key)) in [choice for _, choice in setup.choices(option)]
    }
    sentence = filled(N_("{name} began {game}."), name=partial(shown_name, asked.name), game=title_of(setup.game))
    return asked.open(setup.first_screen, sentence)


_DEEDS: Mapping[Wish, Callable[[_Asked], WishAnswer]] = {
    Wish.LIMIT: _limit_turn,
    Wish.DIE: _enter_throw,
    Wish.NAME: _ask_for_name,
    Wish.GAMES: _offer_games,
    Wish.BEGIN: _begin,
}


def _is_under_way(phones: PhoneDesk) -> bool:
    return phones.position is not None and phones.position.outcome is None


def _setup(context: AppContext, phones: PhoneDesk, game: AnyGame) -> Setup | None:
    """Return the set-up of *game* for those who play; None where they are too few or too many."""
    playing = [name for name in phones.seen.players if not is_of_the_box(name)]
    fewest, most = game.players
    return Setup(context, game, playing) if fewest <= len(playing) <= most else None


def _offered(setup: Setup) -> list[Option]:
    return [option for option in setup.fitting() if len(option.values) > 1 and option.key != BOX_SEATS]


def _fields(key: str, setup: Setup, translator: Translator) -> Fields:
    """Return a game and the options that may be chosen."""
    options = _offered(setup)
    return {
        "game": key,
        "title": translator.say(title_of(setup.game)),
        "options": [
            {
                "key": option.key,
                "title": translator.say(option.title),
                "value": setup.value(option),
                "choices": [[value, translator.say(words)] for words, value in setup.choices(option)],
                "only_in": option.only_in and [option.only_in[0], list(option.only_in[1])],
            }
            for option in options
        ],
    }
