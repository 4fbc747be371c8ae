"""The setting that connects the box with a club."""

from __future__ import annotations

from companion.config.declared import Setting
from companion.errors import N_

ON = Setting(
    "on", False, N_("Club"), N_("Plays the rounds of an event with other boxes."), table="club", is_listed=False
)
