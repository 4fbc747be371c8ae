"""The options of Coda, and the rules that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.errors import N_
from companion.games import contract
from companion.games.box_player import STRENGTH, require_dealer
from companion.games.coda.state import Role, Rules, Strength
from companion.games.contract import BOX_SEATS, Option, Seats, as_written, box_seats_option, numbers, require_players

PLAYERS: Final = (2, 4)

_ROLE = Option(
    "role",
    N_("The box"),
    {"dealer": N_("deals"), "referee": N_("is referee")},
    "dealer",
    help=N_("The box deals, or is referee for real panels."),
    is_asked=True,
)
_VARIANT = Option(
    "variant",
    N_("Rules"),
    {"standard": N_("standard"), "advanced": N_("with dashes")},
    "standard",
    help=N_("With dashes, a blank panel may stand anywhere."),
)
_ROUNDS = Option(
    "rounds",
    N_("Play"),
    {"3": N_("3 rounds"), "1": N_("1 round")},
    "3",
    help=N_("Three rounds with points, or a single one."),
)
_CLOCK = Option(
    "clock",
    N_("Clock"),
    {"on": N_("on"), "off": N_("off")},
    "off",
    if_missing="on",
    help=N_("After a minute another player may limit you to 20 s: BACK."),
)
_DEAL = Option(
    "deal",
    N_("First panels"),
    {"choose": N_("chosen"), "chance": N_("by chance")},
    "choose",
    if_missing="chance",
    help=N_("Each player says how many dark and light panels to take, or chance does."),
)


def offered_options(players: int) -> tuple[Option, ...]:
    """Return the options for *players* players; raises ``OptionRefused`` for a number that cannot play."""
    require_players("Coda", PLAYERS, players)
    panels = {2: (4,), 3: (4, 3), 4: (3,)}[players]
    sentence = N_("How many panels each player begins with.")
    return (
        _ROLE,
        box_seats_option(players),
        STRENGTH,
        _VARIANT,
        Option("panels", N_("Panels each"), numbers(panels), str(panels[0]), help=sentence),
        Option(
            "first",
            N_("Youngest"),
            numbers(range(1, players + 1)),
            "1",
            Seats.ALL,
            help=N_("The youngest player begins."),
        ),
        _ROUNDS,
        _CLOCK,
        _DEAL,
        replace(contract.TIME, only_in=("clock", ("off",))),
        contract.NO_UNDO,
    )


def read_rules(options: Mapping[str, str], players: int) -> Rules:
    """Return the rules that *options* give.

    Raises ``OptionRefused`` for options that are not offered, and for seats of the box beside real panels.
    """
    chosen = as_written(offered_options(players), options)
    rules = Rules(
        players=players,
        role=Role(chosen["role"]),
        dashes=chosen["variant"] == "advanced",
        panels=int(chosen["panels"]),
        rounds=int(chosen["rounds"]),
        first=int(chosen["first"]) - 1,
        clock=chosen["clock"] == "on",
        chooses=chosen["deal"] == "choose",
        is_timed=chosen["time"] != "off",
        box_seats=int(chosen[BOX_SEATS]),
        strength=Strength(chosen["strength"]),
    )
    require_dealer(rules.role, rules.box_seats)
    return rules
