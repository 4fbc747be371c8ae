"""The taught turn of Coda: a draw, a look, and an attack that can be worked out, on a code of the box."""

from __future__ import annotations

from companion.errors import N_
from companion.match.practice import Prepared
from companion.ui.games.coda.attack import AttackScreen
from companion.ui.games.coda.own_panels import DrawScreen
from companion.ui.games.coda.views import OwnLook
from companion.ui.lesson import LessonPlan

LESSON = LessonPlan(
    Prepared(
        {"box-seats": "1", "strength": "easy", "deal": "chance", "first": "1", "rounds": "1", "clock": "off"},
        ("Player 1", "Box 1"),
        # The box's code begins dark 0, light 0; the light one and a dark 11 have fallen.
        (
            *("D1", "L4", "D6", "L8", "D0", "L0", "D7", "L9"),
            *("draw light", "L10", "attack 2.2 0", "stop"),
            *("draw dark", "D11", "attack 1.1 0"),
        ),
        ("D3", "L6"),
    ),
    (
        (DrawScreen, N_("Hidden numbers rise from left to right. Draw: \u25c0\u00a0dark, light\u00a0\u25b6.")),
        (OwnLook, N_("Hold OK to see your code; the others look away. \u25bc\u00a0goes on.")),
        (AttackScreen, N_("Light 0 fell. Left of it must be dark 0! OK names it, OK attacks.")),
        (AttackScreen, N_("Right! Attack again, or stop: \u25c0, then OK.")),
    ),
    N_("A wrong attack shows the panel you drew. Now play a match."),
)
