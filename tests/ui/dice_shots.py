"""The screens of the dice; names are as long as names may be, and totals as high as they go."""

from __future__ import annotations

from collections.abc import Callable

from companion.dice.model import FATE, Coin, Dice, DiceRoll, DiceSpec, Own, Start, read_cast
from companion.games.die import ATTITUDES
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen, Stay
from companion.ui.dice.own import own_dice_menu
from companion.ui.dice.screens import (
    FRAMES,
    DiceMenu,
    PastThrow,
    ThrowScreen,
    fairness_screen,
    last_throws,
    roll_dice,
)
from companion.ui.home.home import home_menu
from tests.support.installing import install
from tests.ui.match_shots import PAIR, MatchShot, match

SIX = tuple(ATTITUDES[number] for number in (1, 6, 8, 15, 18, 22))


def cubes(*faces: int) -> DiceRoll:
    """Return a throw of six-sided dice with these tops, each in another attitude."""
    return DiceRoll(Dice(len(faces), 6), faces, tuple(SIX[face - 1].north for face in faces))


def tumbles(thrown: DiceRoll, frame: int) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        screen = ThrowScreen(context, thrown, Stay)
        for _ in range(frame):
            screen.tick(context.now())
        return screen

    return make


def lies(thrown: DiceRoll) -> Callable[[AppContext], Screen]:
    return tumbles(thrown, FRAMES)


def highest(notation: str) -> DiceRoll:
    """Return the throw of *notation* in which every other die shows its highest side, and the others the next."""
    cast: DiceSpec = read_cast(notation)
    sides = [part.sides for _, part in cast.terms for _ in range(part.count)]
    return DiceRoll(cast, tuple(most - place % 2 for place, most in enumerate(sides)))


def past(notation: str) -> Callable[[AppContext], Screen]:
    return lambda context: PastThrow(highest(notation))


def with_saved(context: AppContext) -> Screen:
    """Return the menu with saved throws, one of which is as long as may be."""
    context.change(throws=("Sneak attack: 3d6+2", f"Wwwwwwww Wwwwwww: {LONGEST}"))
    return DiceMenu(context)


def home_without_roll(notation: str) -> Callable[[AppContext], Screen]:
    """Return how the first menu of a board without ROLL is made, when *notation* was thrown last."""

    def make(context: AppContext) -> Screen:
        install(context, has_roll=lambda: False)
        context.dice_roller.cast = read_cast(notation)
        return home_menu(context)

    return make


def menu_after(context: AppContext, notation: str) -> Screen:
    context.dice_roller.cast = read_cast(notation)
    return DiceMenu(context)


def with_own_dice(context: AppContext) -> AppContext:
    """Enter throws of dice whose names are as long as may be."""
    context.environment.archive.enter(
        [
            DiceRoll(Own("Wwwwwwww Wwwwwww", 6, 1200), (1, 2, 3, 4, 5, 6) * 200),
            DiceRoll(Own("Blue", 20, 3), (20, 1, 7)),
        ]
    )
    return context


LONGEST = "0-10d100kl9" + "-1d100" * 10 + "-999"
"""A throw with the longest numbers in the greatest number."""
MANY = ("20d6", "20d6kh10", "20d20kl1", "20dF", "20d100", "20d100kh3", "20d100-999")
"""Throws of as many dice as there may be."""
MIXED = ("1d20+5", "4d6kh3", "2d6+1d4-1", "2d20kl1", "3dF", "1d100", "1dF", "2d6+3", "5d20-5d20")


def thrown_before(context: AppContext) -> AppContext:
    """Fill the ledger with what may be thrown."""
    context.environment.archive.enter(
        [
            cubes(5),
            cubes(4, 4),
            DiceRoll(Dice(3, 20), (20, 19, 20)),
            DiceRoll(Coin(), (2,)),
            DiceRoll(Start(2, PAIR), (1,)),
            DiceRoll(Dice(6, 20), (20,) * 6),
            highest("4d6kh3+2"),
            DiceRoll(Dice(3, FATE), (1, 2, 3)),
        ]
    )
    return context


def after_a_match(context: AppContext) -> Screen:
    match(context, "mastermind", ["code", "RRRR"])
    return DiceMenu(context)


DICE = (
    MatchShot("home-dice", home_menu, "DOWN DOWN"),
    MatchShot("home-dice-held", home_without_roll("2d20"), "UP UP"),
    MatchShot("home-dice-held-longest", home_without_roll(LONGEST), "UP UP"),
    MatchShot("dice-menu", DiceMenu),
    MatchShot("dice-menu-turned", DiceMenu, "DOWN RIGHT DOWN LEFT LEFT LEFT"),
    MatchShot("dice-sides", DiceMenu, "DOWN DOWN OK"),
    MatchShot("dice-starts", after_a_match, "UP UP UP UP OK"),
    MatchShot("dice-last-none", DiceMenu, "UP UP OK"),
    MatchShot("dice-fair-none", DiceMenu, "UP OK"),
    MatchShot("dice-fair", lambda context: fairness_screen(thrown_before(context))),
    MatchShot("dice-last", lambda context: last_throws(thrown_before(context))),
    MatchShot("dice-last-one", lambda context: last_throws(thrown_before(context)), "OK"),
    MatchShot("dice-rolled", roll_dice, "OK"),
    *(MatchShot(f"dice-d6-{face}", lies(cubes(face))) for face in range(1, 7)),
    MatchShot("dice-d4", lies(DiceRoll(Dice(1, 4), (3,)))),
    MatchShot("dice-d8", lies(DiceRoll(Dice(1, 8), (8,)))),
    MatchShot("dice-d10", lies(DiceRoll(Dice(1, 10), (10,)))),
    MatchShot("dice-d12", lies(DiceRoll(Dice(1, 12), (12,)))),
    MatchShot("dice-d20", lies(DiceRoll(Dice(1, 20), (20,)))),
    MatchShot("dice-2d6", lies(cubes(6, 5))),
    MatchShot("dice-3d6", lies(cubes(1, 2, 3))),
    MatchShot("dice-6d6", lies(cubes(1, 2, 3, 4, 5, 6))),
    MatchShot("dice-2d20", lies(DiceRoll(Dice(2, 20), (1, 20)))),
    MatchShot("dice-5d10", lies(DiceRoll(Dice(5, 10), (1, 10, 3, 7, 10)))),
    MatchShot("dice-6d20", lies(DiceRoll(Dice(6, 20), (20,) * 6))),
    *(MatchShot(f"dice-{notation}", lies(highest(notation))) for notation in (*MIXED, *MANY)),
    MatchShot("dice-longest", lies(highest(LONGEST))),
    MatchShot("dice-past", past("2d6+1d4-1")),
    MatchShot("dice-past-longest", past(LONGEST)),
    MatchShot("dice-tumbling-kept", tumbles(highest("20d100kh3"), 2)),
    MatchShot("dice-keep", DiceMenu, "DOWN RIGHT RIGHT DOWN DOWN RIGHT"),
    MatchShot("dice-keep-list", DiceMenu, "DOWN RIGHT RIGHT DOWN DOWN OK"),
    MatchShot("dice-add", DiceMenu, "DOWN DOWN DOWN DOWN LEFT"),
    MatchShot("dice-saved", with_saved),
    MatchShot("dice-saved-longest", with_saved, "DOWN"),
    MatchShot("dice-menu-longest", lambda context: menu_after(context, LONGEST)),
    MatchShot("dice-save", DiceMenu, "DOWN DOWN DOWN DOWN DOWN OK"),
    MatchShot("dice-save-letters", DiceMenu, "DOWN DOWN DOWN DOWN DOWN OK" + " OK" * 15),
    MatchShot("dice-forget", with_saved, "UP UP UP UP UP UP OK"),
    MatchShot("dice-own-none", own_dice_menu),
    MatchShot("dice-own", lambda context: own_dice_menu(with_own_dice(context))),
    MatchShot("dice-own-keys", lambda context: own_dice_menu(with_own_dice(context)), "OK ROLL"),
    MatchShot("dice-own-list", lambda context: own_dice_menu(with_own_dice(context)), "DOWN OK DOWN OK"),
    MatchShot("dice-own-sides", own_dice_menu, "OK OK OK UP OK"),
    MatchShot("dice-own-fair", lambda context: fairness_screen(with_own_dice(context))),
    MatchShot("dice-heads", lies(DiceRoll(Coin(), (1,)))),
    MatchShot("dice-tails", lies(DiceRoll(Coin(), (2,)))),
    MatchShot("dice-start", lies(DiceRoll(Start(2, PAIR), (1,)))),
    MatchShot("dice-start-short", lies(DiceRoll(Start(2, ("Anna", "Zoé")), (2,)))),
    MatchShot("dice-start-number", lies(DiceRoll(Start(6), (5,)))),
    *(MatchShot(f"dice-tumbling-{frame}", tumbles(cubes(3), frame)) for frame in range(5)),
    MatchShot("dice-tumbling-d20", tumbles(DiceRoll(Dice(1, 20), (20,)), 2)),
    MatchShot("dice-tumbling-many", tumbles(cubes(1, 2, 3, 4, 5), 2)),
    MatchShot("dice-tumbling-coin", tumbles(DiceRoll(Coin(), (1,)), 1)),
    MatchShot("dice-tumbling-start", tumbles(DiceRoll(Start(2, PAIR), (1,)), 1)),
)
