"""The taught round of Passcode: two digits, a lock-in card and its roll, against a box that draws FAILs."""

from __future__ import annotations

from companion.errors import N_
from companion.match.practice import Prepared
from companion.ui.games.passcode.die import RollScreen
from companion.ui.games.passcode.hand import DrawScreen, HandScreen
from companion.ui.lesson import LessonPlan

# The die shows these tops to the first player, whose first code is then 1 2 3.
TOPS = "123456112345654321"
BOARDS = tuple(move for top in TOPS for move in (f"roll {1 if top in '34' else 3}{top} left", "turn right"))
LESSON = LessonPlan(
    Prepared(
        {"box-seats": "1", "first": "1"},
        ("Player 1", "Box 1"),
        (*BOARDS, "card 1", "card 5", "up 3", "draw", "card 4", "play 1", "draw", "card fail"),
        ("card 2", "card fail", "card fail", "die 4"),
    ),
    (
        (DrawScreen, N_("Your code is 123, the 2 is next. \u25c0\u00a0draws a card.")),
        (HandScreen, N_("A 2! The title says what OK does; \u25c0\u25b6 change it.")),
        (DrawScreen, N_("A FAIL ends a turn. Your 3 lies open: \u25b6\u00a0takes it.")),
        (HandScreen, N_("Play the 3 in the same way.")),
        (HandScreen, N_("Your code is complete. Lay the 4: you lock in with it.")),
        (RollScreen, N_("Now roll a 4 to win the round.")),
    ),
    N_("That was a round. Three FAILs would lock you out. Now play a match."),
)
