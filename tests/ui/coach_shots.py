"""The screens of the coach: hints by their grades, a row that is marked, a round gone through again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.pegs.state import PegView
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.games.pegs.coach import HintAsker, HintScreen
from companion.ui.games.pegs.rounds import RevealScreen, Reviewed, ReviewScreen
from tests.ui.match_shots import PAIR, MatchShot, boards, match, shapes, waiting

ROWS = ("code", "RROO", "BBPP", "RBPY")
SOLVED = (*ROWS, "ROYG")


def hint(key: str, rows: Sequence[str], grade: int, **options: str) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, key, rows, coach="during", **options)
        view: PegView = game.session.view()
        if view.now is None:
            raise LookupError("expected a round in play, got none")
        return HintScreen(HintAsker(game), view, view.now, grade)

    return make


def review(
    key: str, rows: Sequence[str], players: Sequence[str] = PAIR, **options: str
) -> Callable[[AppContext], Screen]:
    def make(context: AppContext) -> Screen:
        game = match(context, key, rows, players, **options)
        view: PegView = game.session.view()
        return ReviewScreen(game, Reviewed(view, view.done[-1], game.context.chosen.pegs))

    return make


def revealed(context: AppContext) -> Screen:
    game = match(context, "mastermind", SOLVED)
    view: PegView = game.session.view()
    return RevealScreen(game, view, view.done[-1])


def hinted_sheet(context: AppContext) -> Screen:
    game = match(context, "mastermind", ["code", "hint 1", "hint 2", "RROO", "ROYG"], coach="during")
    return game.face.sheet(game)


TO_COLOURS = "DOWN DOWN DOWN DOWN DOWN"
TO_LONGEST = f"UP DOWN BACK {TO_COLOURS} OK OK"
ADVANCED = {"variant": "advanced", "first": "1"}
COACH = (
    MatchShot("hint-no-row", hint("mastermind", ["code"], 1)),
    MatchShot("hint-wasted", hint("mastermind", [*ROWS, "RRRR"], 1)),
    MatchShot("hint-no-code", hint("ambassador", ["code", "RRRRR"], 1, first="1")),
    MatchShot("hint-nothing-new", hint("mastermind", ["code", "BBBB", "BBBB"], 1)),
    MatchShot("hint-well-asked", hint("mastermind", ["code", "RROO"], 1)),
    MatchShot("hint-codes-left", hint("mastermind", ROWS, 2)),
    MatchShot("hint-most-codes", hint("ambassador", ["code"], 2, **ADVANCED)),
    MatchShot("hint-few-codes", hint("mastermind", ["code", "RRRR", "ROOO", "RYOG", "ROGY"], 2)),
    MatchShot("hint-peg", hint("mastermind", ROWS, 3)),
    MatchShot("hint-peg-longest", hint("ambassador", ["code", "TTTTT"], 3, **ADVANCED)),
    MatchShot("hint-no-peg", hint("mastermind", ["code"], 3)),
    MatchShot("hint-row", hint("mastermind", ROWS, 4)),
    MatchShot("hint-row-five", hint("ambassador", ["code", "RRTTT"], 4, **ADVANCED)),
    MatchShot("hint-more", hint("mastermind", ["code"], 1), "OK OK"),
    MatchShot("guess-marked", waiting("mastermind", *ROWS, marks="yes"), "OK OK OK OK"),
    MatchShot("guess-hard", waiting("mastermind", "code", "RROO", hard="yes"), "OK OK OK OK"),
    MatchShot("pause-check", waiting("mastermind", *ROWS, coach="during"), "UP BACK DOWN DOWN DOWN DOWN"),
    MatchShot("check-no", waiting("mastermind", *ROWS, coach="during"), "UP BACK DOWN DOWN DOWN DOWN OK"),
    MatchShot("check-yes", waiting("mastermind", "code", coach="during"), "UP BACK DOWN DOWN DOWN DOWN OK"),
    MatchShot("pause-colour", waiting("mastermind", *ROWS, coach="during"), f"UP BACK {TO_COLOURS}"),
    MatchShot("colour-list", waiting("mastermind", *ROWS, coach="during"), f"UP UP BACK {TO_COLOURS} OK"),
    MatchShot("colour-yes", waiting("mastermind", *ROWS, coach="during"), f"UP DOWN BACK {TO_COLOURS} OK OK"),
    MatchShot("colour-no", waiting("mastermind", *ROWS, coach="during"), f"UP UP UP UP BACK {TO_COLOURS} OK OK"),
    MatchShot("colour-unknown", waiting("mastermind", "code", coach="during"), f"UP BACK {TO_COLOURS} OK OK"),
    MatchShot("colour-longest", waiting("ambassador", "code", "TTTTT", coach="during", **ADVANCED), TO_LONGEST),
    MatchShot("reveal-reviewed", revealed),
    MatchShot("review-row", review("mastermind", SOLVED)),
    MatchShot("review-last-row", review("mastermind", SOLVED), "OK OK OK"),
    MatchShot("review-better", review("mastermind", ["code", "RRRR", "RROO", "ROYG"])),
    MatchShot("review-better-five", review("ambassador", ["code", "RRTTT", "RRRRR", "ROYGB"], first="1"), "OK"),
    MatchShot("review-against", review("mastermind", ["code", "RROO", "BBBB", "RBBB", "ROYG"]), "OK OK"),
    MatchShot("review-all", review("mastermind", SOLVED), "LEFT"),
    MatchShot("review-numbers", review("mastermind", SOLVED), "UP DOWN OK"),
    MatchShot("review-more", review("mastermind", SOLVED), "UP"),
    MatchShot("review-practice", review("mastermind", SOLVED), "OK UP OK"),
    MatchShot(
        "review-wasted",
        review("mastermind", ["code", "RROO", "BBBB", "RBBB", "ROYG"]),
        "DOWN DOWN OK DOWN DOWN DOWN DOWN DOWN DOWN",
    ),
    MatchShot("review-row-by-shape", shapes(review("ambassador", ["code", "RRTTT", "ROYGB"], first="1"))),
    MatchShot("review-in-all", review("mastermind", SOLVED), "LEFT UP"),
    MatchShot("review-own-line", review("mastermind", SOLVED), "LEFT DOWN DOWN DOWN DOWN DOWN DOWN DOWN DOWN DOWN"),
    MatchShot("review-five", review("ambassador", ["code", "RRTTT", "ROYGB"], first="1")),
    MatchShot("boards-to-review", boards(*SOLVED), "OK"),
    MatchShot("sheet-hints", hinted_sheet),
)
