"""Measures how much room each text of the screens has.

    python -m tools.budgets        measure, some four minutes
    python -m tools.budgets 0.4    list the screens on which a text is cut when all are 40 % longer than in English

A text grows in all screens of the gallery that show it, on all small displays, while all other texts are 15 % longer
than in English. Its budget is its greatest length with which nothing is cut, in characters. A translation that is
longer and still cut nowhere when all screens are drawn in its language (``make test SLOW=1``) raises the budget. What
no screen of the gallery shows has no budget. ``tools/catalogues.py`` writes the budgets into the catalogues, as notes
for translators, and names each translation that is longer.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from unittest.mock import patch

from companion.i18n.translator import Translator
from tests.ui.gallery import SHOTS, SIZES, AnyShot, Stand, draw
from tools.catalogues import BUDGETS, DOMAIN, FOLDER, forms, gather, read, texts

GROWTHS = (1.0, 0.6, 0.4, 0.25, 0.15, 0.0)
OTHERS = 0.15
"""How much longer all other texts are."""
KEYS = {"OK", "BACK", "ROLL"}
"""The labels of the keys, which hints begin with."""
ALL = [Stand("en", size, large) for size, large in product(SIZES, (False, True))]


def longer(text: str, growth: float) -> str:
    """Return *text* with longer words, its places unchanged.

    >>> longer("Give up {name}?", 0.4)
    'Givennnn upnn {name}?'
    """
    parts = re.split(r"(\s+|\{[^}]*\})", text)
    words = [place for place, part in enumerate(parts) if not part.startswith("{") and re.search(r"\w\w", part)]
    total, seen, given = sum(len(parts[place]) for place in words), 0, 0
    for place in words:
        seen += len(parts[place])
        more = round(round(len(text) * growth) * seen / total) - given
        parts[place] = re.sub(r"\w(?=\W*$)", lambda end, more=more: end[0] + "n" * more, parts[place], count=1)
        given += more
    return "".join(parts)


@contextmanager
def grown(chosen: str, growth: float, seen: set[str] | None = None, others: float = OTHERS) -> Iterator[None]:
    """Make *chosen* longer by *growth* and all other texts by *others*; add those that are used to *seen*."""

    def said(text: str) -> str:
        if seen is not None:
            seen.add(text)
        return text if text in KEYS else longer(text, growth if text == chosen else others)

    with (
        patch.object(Translator, "_", lambda self, text: said(text) if text else ""),
        patch.object(Translator, "ngettext", lambda self, one, many, count: said(one if count == 1 else many)),
        patch.object(Translator, "pgettext", lambda self, context, text: text if "sign" in context else said(text)),
    ):
        yield


def room_of(text: str, shots: list[AnyShot], cut: set[tuple[str, str]]) -> int:
    """Return the budget of *text* in *shots*; what is *cut* anyway, as names of shots and stands, does not count."""
    looked_at = [(shot, stand) for shot, stand in product(shots, ALL) if (shot.name, str(stand)) not in cut]
    for growth in GROWTHS:
        with grown(text, growth):
            if not any(draw(shot, stand).cut for shot, stand in looked_at):
                return round(len(text) * (1 + growth))
    return len(text)


def measured() -> dict[str, int]:
    """Return the budget of each text that the gallery shows."""
    users, cut = defaultdict[str, list[AnyShot]](list), set[tuple[str, str]]()
    for shot, stand in product(SHOTS, ALL):
        used = set[str]()
        with grown("", 0.0, used):
            if draw(shot, stand).cut:
                cut.add((shot.name, str(stand)))
        for text in used:
            if shot not in users[text]:
                users[text].append(shot)
    wanted = {form for message in texts(gather()) for form in forms(message.id)}
    return {text: room_of(text, users[text], cut) for text in sorted(wanted & {*users})}


def list_cut(growth: float) -> None:
    """Print the screens on which a text is cut when all texts are longer by *growth*."""
    for shot in SHOTS:
        with grown("", 0.0, others=growth):
            cut = {text for stand in ALL for text in draw(shot, stand).cut}
        if cut:
            print(shot.name, *sorted(cut), sep="\t")


def main() -> None:
    """Measure, and write the budgets; or list what is cut."""
    if len(sys.argv) > 1:
        list_cut(float(sys.argv[1]))
        return
    budgets = measured()
    for po in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"):
        for message in texts(read(po, po.parents[1].name)):
            longest = max(map(len, forms(message.string)), default=0)
            for form in forms(message.id):
                if form in budgets:
                    budgets[form] = max(budgets[form], longest)
    BUDGETS.write_text(json.dumps(budgets, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
