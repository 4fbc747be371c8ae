"""A feature on paper: a line of the settings and a check, so that screens are seen with what features add."""

from __future__ import annotations

from collections.abc import Sequence

from companion.doctor.host import Check, grey
from companion.errors import N_
from companion.features.seam import Feature
from companion.i18n.translator import Translator
from companion.ui.core.context import AppContext
from companion.ui.core.menu import Item
from companion.ui.core.screen import Stay


def _title(translator: Translator) -> str:
    # Not from the catalogue, which has the texts of the features that are installed.
    return "Téléphones" if translator.language == "fr" else "Phones"


def _settings_items(context: AppContext) -> Sequence[Item]:
    return [Item(_title, Stay, N_("off"), turn=lambda step: Stay(), help="A line of the settings.")]


CHECK = Check("paper", "Phones", lambda host: grey("it is made of paper"))
PAPER = Feature("paper", "Phones", checks=lambda: (CHECK,), settings_items=_settings_items)
