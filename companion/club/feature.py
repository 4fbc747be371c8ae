"""What a club adds to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.club.switch import ON
from companion.errors import N_
from companion.features.seam import Command, Feature, Later

if TYPE_CHECKING:
    from companion.club import command, desk, options, screens
else:
    command, desk, options, screens = (
        Later(f"companion.club.{name}") for name in ("command", "desk", "options", "screens")
    )

FEATURE = Feature(
    "club",
    N_("Club"),
    settings=(ON,),
    commands=(
        Command(
            "club",
            "connect this box with an event of many boxes, or direct one",
            "A table joins once and runs beside a game that has [club] on = true in its settings.",
            add_options=lambda parser: options.add_options(parser),
            run=lambda given: command.run(given),
        ),
    ),
    # The first frame comes before the features: without the modules of this one.
    first_items=lambda context: screens.first_items(context) if "club" in context.running else (),
    start=lambda around: desk.ClubDesk(around),
    extension=lambda running: desk.ClubLine(running if isinstance(running, desk.ClubDesk) else None),
)
