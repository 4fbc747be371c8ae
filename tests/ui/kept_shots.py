"""The screens around a code that is kept on the real board, and around the box as codebreaker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from tests.ui.match_shots import PAIR, MatchShot, match, resumed, shapes, waiting, waits_for

KEPT = {"mode": "keeps"}
AMBASSADOR = {"mode": "keeps", "first": "1"}
BREAKS = {"mode": "breaks"}

ANSWERED = ("code", "RROO", "black 0 white 1", "YGBP", "black 1 white 2")
"""Two rows answered, and codes left."""

FORGOTTEN = ("code", "RRRR", "black 1 white 0", "ROOO", "black 0 white 1", "YYGG", "black 4 white 0")
"""Rows that the last one, all black, proves wrong."""

SINGLE = (
    *("code", "ROOO", "black 0 white 0", "RYYY", "black 0 white 1", "GGGG", "black 1 white 0"),
    *("BBBB", "black 1 white 0", "PPPP", "black 2 white 0"),
)
"""Row 2 has a red, which row 1 has excluded: one of them is wrong."""

MANY = ("code", "PRPG", "black 0 white 0", "PYGP", "black 3 white 0", "RRBY", "black 3 white 0")
"""The last two rows are wrong, in 36 ways."""

PAIRS = (
    *("code", "RRRR", "black 1 white 0", "OOOO", "black 2 white 0"),
    *("RRRR", "black 0 white 0", "OOOO", "black 1 white 0"),
)
"""No one row can put this right."""

THREE = ("code", *("RRRR", "black 3 white 0", "OOOO", "black 3 white 0", "YYYY", "black 3 white 0") * 2)
"""Two cannot either."""

BOX_ROWS = ("code", "ROYG", "black 1 white 1", "ROBP")


def boxed(*rows: str, **options: str) -> Callable[[AppContext], Screen]:
    """Return the screen of a match against the box, which has played what *rows* say."""
    return waiting("mastermind", *rows, players=(PAIR[0], "Codemaker"), **({"mode": "breaks"} | options))


def super_rows(count: int) -> Sequence[str]:
    return ("code", *["ROYGB", "black 0 white 2"] * count)


def proved(context: AppContext) -> Screen:
    """Return what a challenge has proved, the code still hidden."""
    game = match(context, "mastermind", ["code", "ROYG", "black 1 white 2", "challenge", "code ROGB"], **KEPT)
    return waits_for(game)


def kept(*rows: str) -> Callable[[AppContext], Screen]:
    return waiting("mastermind", *rows, **KEPT)


def failed(key: str, row: str, keys: str, rows: int, *last: str) -> Callable[[AppContext], Screen]:
    """Return the screen after *rows* equal rows with *keys*, and what the codemaker then shows."""
    return waiting(key, "code", *[row, keys] * rows, *last, mode="keeps", first="1")


KEPT_CODE = (
    MatchShot("kept-keep", kept()),
    MatchShot("kept-keep-second", waiting("mastermind", "code", "RROO", "black 4 white 0", **KEPT)),
    MatchShot("kept-ready", kept("code")),
    MatchShot("kept-keys", kept(*ANSWERED, "ROYG")),
    MatchShot("kept-keys-white", kept(*ANSWERED, "ROYG"), "UP UP OK UP"),
    MatchShot("kept-keys-shapes", shapes(kept(*ANSWERED, "ROYG")), "UP OK"),
    MatchShot("kept-keys-black", waiting("ambassador", "code", "ROYGB", **AMBASSADOR), "DOWN"),
    MatchShot("kept-keys-solved", waiting("ambassador", "code", "ROYGB", **AMBASSADOR), "DOWN OK"),
    MatchShot("kept-keys-impossible", kept(*ANSWERED, "ROYG"), "UP UP UP OK UP OK"),
    MatchShot("kept-keys-too-many", kept(*ANSWERED, "ROYG"), "UP UP UP OK UP UP OK"),
    MatchShot("kept-keys-bulls", waiting("bulls", "code", "0123", "black 0 white 0", "4567", **KEPT), "UP OK UP UP"),
    MatchShot("kept-keys-super", waiting("super", *super_rows(11), "RRRRR", mode="keeps"), "UP OK"),
    MatchShot("kept-pause", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN"),
    MatchShot("kept-pause-amended", kept(*ANSWERED, "row 1 black 1 white 1"), "BACK"),
    MatchShot("kept-pause-again", kept(*FORGOTTEN, "play again"), "BACK"),
    MatchShot("kept-pause-keys", kept(*ANSWERED, "ROYG"), "BACK DOWN DOWN DOWN OK"),
    MatchShot("kept-pause-first", kept("code"), "BACK DOWN DOWN DOWN DOWN OK"),
    MatchShot("kept-pause-seal", kept(*ANSWERED), "BACK UP UP UP UP OK"),
    MatchShot("kept-challenge", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN DOWN OK"),
    MatchShot("kept-rows", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN OK"),
    MatchShot(
        "kept-rows-by-shape", shapes(waiting("super", *super_rows(11), mode="keeps")), "BACK DOWN DOWN DOWN DOWN OK"
    ),
    MatchShot("kept-rows-super", waiting("super", *super_rows(11), mode="keeps"), "BACK DOWN DOWN DOWN DOWN OK"),
    MatchShot("kept-amend", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN OK UP OK"),
    MatchShot("kept-amend-same", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN OK UP OK OK OK"),
    MatchShot("kept-amend-agree", kept(*ANSWERED), "BACK DOWN DOWN DOWN DOWN OK OK OK DOWN OK"),
    MatchShot("kept-doubt", kept(*SINGLE)),
    MatchShot("kept-doubt-next", kept(*SINGLE), "RIGHT"),
    MatchShot("kept-doubt-of-many", kept(*MANY), "UP"),
    MatchShot("kept-doubt-menu", kept(*SINGLE), "OK"),
    MatchShot("kept-doubt-agree", kept(*SINGLE), "OK OK"),
    MatchShot("kept-doubt-challenge", kept(*SINGLE), "OK DOWN DOWN OK"),
    MatchShot("kept-doubt-pair", kept(*PAIRS)),
    MatchShot("kept-doubt-pair-agree", kept(*PAIRS), "OK OK"),
    MatchShot("kept-doubt-three", kept(*THREE)),
    MatchShot("kept-doubt-three-menu", kept(*THREE), "OK"),
    MatchShot("kept-look-away", kept(*ANSWERED, "challenge")),
    MatchShot(
        "kept-holds", kept("code", "ROOO", "black 1 white 0", "challenge"), f"OK {'UP OK ' * 4} OK {'UP OK ' * 4} OK"
    ),
    MatchShot("kept-proved", proved),
    MatchShot("kept-wrong", kept(*FORGOTTEN)),
    MatchShot("kept-wrong-next", kept(*FORGOTTEN), "RIGHT"),
    MatchShot("kept-wrong-menu", kept(*FORGOTTEN), "OK"),
    MatchShot("kept-wrong-track", failed("ambassador", "ROYGB", "black 3 white 2", 12, "reveal ROYBI")),
    MatchShot("kept-wrong-track-menu", failed("ambassador", "ROYGB", "black 3 white 2", 12, "reveal ROYBI"), "OK"),
    MatchShot("kept-replay", kept(*FORGOTTEN, "play again")),
    MatchShot("kept-asked", failed("mini", "RROO", "black 0 white 1", 6)),
    MatchShot("kept-show", failed("mini", "RROO", "black 0 white 1", 6), "OK"),
    MatchShot("kept-show-check", failed("mini", "RROO", "black 0 white 1", 6), f"OK {'UP OK ' * 4}"),
    MatchShot("kept-show-refused", failed("ambassador", "ROYGB", "black 0 white 1", 12), f"OK {'UP OK ' * 5} OK"),
    MatchShot("kept-reveal", resumed("mastermind", "code", "ROYG", "black 4 white 0", coach="off", **KEPT)),
    MatchShot("kept-reveal-again", resumed("mastermind", *FORGOTTEN, "play again", coach="off", **KEPT)),
    MatchShot("box-row-first", boxed(*BOX_ROWS[:2])),
    MatchShot("box-row", boxed(*BOX_ROWS)),
    MatchShot("box-row-shapes", shapes(boxed(*BOX_ROWS))),
    MatchShot("box-row-super", waiting("super", *super_rows(4), "ROOYY", mode="breaks")),
    MatchShot("box-keys", boxed(*BOX_ROWS), "OK"),
    MatchShot("box-pause", boxed(*BOX_ROWS), "BACK DOWN DOWN DOWN OK"),
    MatchShot("box-doubt-menu", boxed(*SINGLE), "OK"),
    MatchShot("box-wrong", boxed(*FORGOTTEN)),
    MatchShot("box-again", boxed(*FORGOTTEN), "OK"),
)
