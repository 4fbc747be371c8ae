"""What phones may do beside moves: limit a turn of others, give their players other names, and begin the next game.

They begin a game only if they lead, end no match under way, which would show codes, and change no setting.
"""

from __future__ import annotations

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
from companion.i18n.translator import Translator, filled
from companion.match.clock import why_no_limit
from companion.phones.private import Led, Wish
from companion.ui.core.context import AppContext
from companion.ui.dice.drawing import CUBE
from companion.ui.dice.own import enter_own
from companion.ui.home import people
from companion.ui.home.setup import Setup, title_of
from companion.words.phrase import phrase

if TYPE_CHECKING:
    from companion.features.running import Opening
    from companion.phones.desk import PhoneDesk


def follow(context: AppContext, phones: PhoneDesk, show: Opening, name: str, wish: Wish, text: str) -> Led:
    """Do what the phone of *name* asks for; *text* is a language, a game with options, a name or a throw."""
    if wish is Wish.LIMIT:
        clock = None if context.driver is None else context.driver.clock
        why_not = N_("No turn has a clock now.") if clock is None else why_no_limit(clock)
        if clock is not None and why_not is None:
            clock.impose()
        return None if why_not is None else phrase(why_not)
    try:
        if wish is Wish.DIE:
            side, _, die = text.partition(" ")
            enter_own(context, own_die(die, None, ()), whole_number(side, range(1, CUBE + 1)))
            return None
        setups = {
            game.key: setup for game in context.catalogue if (setup := _setup(context, phones, game)) is not None
        }
        if wish is Wish.GAMES:
            translator = Translator(text)
            return [_fields(key, setup, translator) for key, setup in setups.items()]
        is_home = phones.position is None
        if phones.is_asking or (context.open_match() is not None if is_home else _is_under_way(phones)):
            return Refusal.BUSY
        if wish is Wish.NAME:
            new = cleaned(text)
            sentence = filled(N_("{name} asks for another name."), name=partial(shown_name, name))
            ask = partial(people.name_question, context, name, new)
            return None if show(ask, context.translator.say(sentence), is_home) else Refusal.BUSY
        key, *choices = text.split(" ")
        if key not in setups:
            return Refusal.RULES
        setup = setups[key]
        chosen = dict(choice.split("=", 1) for choice in choices if "=" in choice)
        # As the phone was offered: the box takes no player's seat.
        setup.chosen = {
            option.key: value
            for option in _offered(setup)
            if (value := chosen.get(option.key)) in [choice for _, choice in setup.choices(option)]
        }
        sentence = filled(N_("{name} began {game}."), name=partial(shown_name, name), game=title_of(setup.game))
        return None if show(setup.first_screen, context.translator.say(sentence), is_home) else Refusal.BUSY
    except (NameRefused, TextUnreadable):
        return Refusal.RULES
    except CompanionError:
        return Refusal.BUSY


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
