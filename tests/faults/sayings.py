"""What the players read when something goes wrong, word by word as it stands on the display."""

from __future__ import annotations

from dataclasses import dataclass

from PIL.Image import Image

from companion.i18n.translator import Translator, Verbatim
from companion.ui.core.display_page import DisplayPage
from companion.ui.core.notice import draw_goodbye, draw_saying
from tests.faults.scripted import Sight

SIZE = (128, 64)
LANGS = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Saying:
    """What the player reads: a notice's title and text, as they stand on the display, in both languages."""

    name: str
    title: tuple[str, str]
    text: tuple[str, str]
    leads_back: bool = False

    def sight(self, lang: str) -> Sight:
        """Return how it looks."""
        place = LANGS.index(lang)
        page = DisplayPage(SIZE, Translator(lang))
        hint = BACK_TO_MENU if self.leads_back else GO_ON
        draw_saying(page, Verbatim(self.title[place]), Verbatim(self.text[place]), "", hint[place])
        return Sight(self.name, page.image, self.leads_back)


GO_ON, BACK_TO_MENU = ("OK: go on", "OK\xa0: suite"), ("OK: back to menu", "OK\xa0: retour au menu")
NOTE = ("Please note", "À noter")
NO_PANEL = Saying(
    "no panel", NOTE, ("The display does not answer: check its plug.", "L’écran ne répond pas\xa0: vérifiez sa prise.")
)
NO_CARD = Saying(
    "no card", NOTE, ("Nothing is being saved: check the card.", "Rien n’est enregistré\xa0: vérifiez la carte SD.")
)
RUNNING = Saying(
    "running",
    NOTE,
    ("Codemaker is running already: nothing is saved now.", "Codemaker tourne déjà\xa0: rien n’est enregistré."),
)
SAVED_AGAIN = Saying("saved again", NOTE, ("Everything is saved again.", "Tout est de nouveau enregistré."))
SET_ASIDE = Saying(
    "set aside",
    NOTE,
    (
        "Journal was damaged and is set aside. A new one is used.",
        "Le journal, abîmé, est mis de côté. Un autre est ouvert.",
    ),
)
DAMAGED = Saying(
    "damaged",
    NOTE,
    (
        "Damaged matches: 1. They are kept, not shown.",
        "Parties abîmées\xa0: 1. Elles sont gardées, pas affichées.",
    ),
)
NEWER = Saying(
    "newer",
    NOTE,
    (
        "Newer journal: update the box. Nothing is saved now.",
        "Journal trop récent\xa0: mise à jour\u202f! Rien n’est enregistré.",
    ),
)
WRONG_SETTINGS = Saying(
    "wrong settings",
    NOTE,
    ("Settings file is wrong. Defaults are used.", "Fichier de réglages incorrect\xa0: valeurs d’origine."),
)
WRONG_VOLUME = Saying(
    "wrong volume",
    NOTE,
    ("volume in settings is wrong. Its default is used.", "Réglage volume incorrect\xa0: valeur d’origine."),
)
ERROR = Saying(
    "error",
    ("Error", "Erreur"),
    ("Something went wrong. The match is kept.", "Une erreur est survenue. La partie est gardée."),
    leads_back=True,
)
SAYINGS = (ERROR, NO_PANEL, NO_CARD, RUNNING, SAVED_AGAIN, SET_ASIDE, DAMAGED, NEWER, WRONG_SETTINGS, WRONG_VOLUME)


def goodbye(lang: str) -> Image:
    """Draw the last frame of a box that was told to end."""
    page = DisplayPage(SIZE, Translator(lang))
    draw_goodbye(page, is_switched_off=False)
    return page.image


def sights(lang: str) -> list[Sight]:
    """Return all that may be read while a match is played, with any fault."""
    return [saying.sight(lang) for saying in SAYINGS]
