"""A feature on paper: a line of the settings and a check, so that screens are seen with what features add."""

from __future__ import annotations

from companion.config.declared import Setting
from companion.doctor.host import Check, grey
from companion.features.seam import Feature
from companion.i18n.translator import Translator


def _title(translator: Translator) -> str:
    # Not from the catalogue, which has the texts of the features that are installed.
    return "Téléphones" if translator.language == "fr" else "Phones"


CHECK = Check("paper", "Phones", lambda host: grey("it is made of paper"))
PAPER = Feature(
    "paper", "Phones", checks=lambda: (CHECK,), settings=(Setting("on", False, _title, "A line of the settings."),)
)
