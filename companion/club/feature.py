"""What a club adds to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.club.switch import ON
from companion.errors import N_
from companion.features.seam import Command, Feature, Later

if TYPE_CHECKING:
    from companion.club import command, desk, screens
else:
    command, desk, screens = (Later(f"companion.club.{name}") for name in ("command", "desk", "screens"))

FEATURE = Feature(
    "club",
    N_("Club"),
    settings=(ON,),
    commands=(
        Command(
            "club",
            "connect this box with an event of many boxes, or direct one",
            "A table joins once and runs beside a game that has [club] on = true in its settings.",
            add_options=lambda parser: command.add_options(parser),
            run=lambda options: command.run(options),
        ),
    ),
    # The first frame comes before the features: without the modules of this one.
    first_items=lambda context: screens.first_items(context) if "club" in context.running else (),
    home_items=lambda context: screens.home_items(context),
    settings_items=lambda context: screens.settings_items(context),
    start=lambda around: desk.ClubDesk(around),
    extension=lambda running: desk.ClubLine(running if isinstance(running, desk.ClubDesk) else None),
)
