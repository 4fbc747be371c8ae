"""The setting that switches phones on."""

from __future__ import annotations

from companion.config.declared import Setting
from companion.errors import N_

ON = Setting(
    "on",
    False,
    N_("Phones"),
    N_("Lets browsers near the box show the match."),
    option="also serve pages for phones and screens on the local network, and print the address",
    table="phones",
    was="phones",
    is_listed=False,
)
