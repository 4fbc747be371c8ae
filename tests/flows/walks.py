"""Walks over the box by OK alone and by random presses, which look at each page.

Three faults are looked for: a text that is cut; a key that a page names and that changes neither frame nor state at
any position of that page; two pages between which OK alone leads to and fro.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from random import Random

from companion.box import Button, ColourMode, Format, PageLine
from companion.i18n import SOURCE_LANGUAGE
from companion.i18n.translator import Translator, key_labels
from companion.ui.core.page import ARROWS
from companion.ui.core.pixel_page import LOW
from companion.ui.core.text_page import TextPage
from tests.support.flow import CATALOGUE, Flow, start
from tools.bench.bench_ok import Lead, begun, chosen, lead, progress

DISPLAYS = (
    *(Format(size) for size in ((128, 32), (128, 64))),
    Format((128, 128), ColourMode.GREYS),
    *(Format(size, ColourMode.RGB) for size in ((128, 128), (160, 128), (240, 240), (320, 240))),
)
"""The displays of docs/boards.md and docs/custom-board.md, one of each size and kind."""
PLAYERS = (
    (),
    ("Wilhelmina", "Bartholome", "Christoffe", "Dominiques", "Esmeraldas", "Ferdinando"),
    ("Maximilian", "Maximilien", "Maximiliam", "Maximiliat", "Maximiliar", "Maximilial"),
)
"""The names of the factory, long ones, and long ones that begin alike."""
LESSONS = 3
BY_OK, BY_CHANCE = 150, 80
"""The presses of a walk by OK alone, and of one at random."""
CURIOUS = 0.6
"""How often a key that the page names is tried where it has not changed anything yet."""
TO_AND_FRO = 6
"""The number of pages in turn that counts."""
INSTRUCTIONS = ("paragraph", "hint", "banner")

Named = set[tuple[str, Button]]
"""The lines of a page that name a key, with the screen before them, and the key."""


class Walker:
    """Walks in one *language*; ``faults`` has the faults of each walk by its number."""

    def __init__(self, language: str) -> None:
        self.faults: dict[int, set[str]] = defaultdict(set)
        self._language = language
        self._keys = KeyNames(Translator(language))
        self._alive = Named()
        # The positions of a page at which it was seen to name a key, and those at which the key did nothing.
        self._seen: dict[tuple[str, Button], set[object]] = defaultdict(set)
        self._dead: dict[tuple[str, Button], set[object]] = defaultdict(set)
        self._first: dict[tuple[str, Button], int] = {}

    def walk(self, number: int) -> None:
        """Walk once; *number* says from where and on which display, and draws the presses."""
        random, display = Random(number), DISPLAYS[number % len(DISPLAYS)]
        is_by_ok, pages = number % 4 < 2, list[tuple[object, ...]]()
        with cut_screens() as cut:
            flow = self._begun(number, random, display)
            for _ in range(BY_OK if is_by_ok else BY_CHANCE):
                page = read(flow)
                named = self._named(flow, page, display)
                new = sorted(key.name for _, key in named - self._alive)
                if is_by_ok:
                    keys = ["OK"]
                    is_choice = lead(flow.top, page, flow.banner) is Lead.EXCUSED
                    pages.append((is_choice, progress(flow), flow.screen, *page.lines))
                elif new and random.random() < CURIOUS:
                    keys = [random.choice(new)]
                else:
                    keys = chosen(flow.top, random)
                self._press(number, flow, keys, named, tuple(page.lines))
                if flow.app.was_left or flow.screen == "ErrorScreen":
                    break
            if flow.screen == "ErrorScreen":
                self.faults[number].add(f"failed: {page.lines}")
        self.faults[number] |= {f"text cut on {screen} at {'x'.join(map(str, display.size))}" for screen in cut}
        if (two := to_and_fro(pages)) is not None:
            self.faults[number].add(f"OK alone leads to and fro between {two}")

    def end(self) -> None:
        """Count the keys that did nothing at any position of their page."""
        for (line, key), number in self._first.items():
            if (line, key) not in self._alive and self._dead[line, key] == self._seen[line, key]:
                self.faults[number].add(f"{key.name} does nothing on {line}")

    def _begun(self, number: int, random: Random, display: Format) -> Flow:
        """Return the box where the walk begins: before a first match, in a match or a menu, or in a lesson."""
        names, kind = PLAYERS[number % len(PLAYERS)], number % 4
        if kind in (1, 2):
            return begun(random, names, display=display, language=self._language)
        flow = start(names=names, explains_games=True, display=display, language=self._language)
        if kind == 0:
            flow.press("OK", "DOWN " * (number // 4 % len(CATALOGUE.games)))
        else:
            flow.press("DOWN OK", "DOWN " * (number // 4 % LESSONS), "OK")
        return flow

    def _press(self, number: int, flow: Flow, keys: Sequence[str], named: Named, position: object) -> None:
        """Press *keys*, and note of the first whether it changes what is seen or what is so."""
        before = _state(flow)
        flow.press(keys[0])
        is_dead = _state(flow) == before
        for line, key in named:
            self._seen[line, key].add(position)
            if key.name == keys[0]:
                self._first.setdefault((line, key), number)
                if is_dead:
                    self._dead[line, key].add(position)
                else:
                    self._alive.add((line, key))
        flow.press(*keys[1:])

    def _named(self, flow: Flow, page: TextPage, display: Format) -> Named:
        """Return the keys that the sentences, the hints and the banner of *page* name; a low display has no hints."""
        lines = [line for line in page.lines if isinstance(line, PageLine) and line.kind in INSTRUCTIONS]
        seen = [line for line in lines if line.kind != "hint" or display.size[1] >= LOW]
        return {(f"{flow.screen}: {line}", key) for line in seen for key in self._keys.named_in(line)}


class KeyNames:
    """The words and signs that name keys in the sentences and hints of a language."""

    def __init__(self, translator: Translator) -> None:
        self._signs = {sign: key for key, sign in ARROWS.items()}
        self._words = {label: key for key, label in key_labels(translator).items()}
        if translator.language == SOURCE_LANGUAGE:
            self._words |= {key.name: key for key in Button}

    def named_in(self, line: PageLine) -> set[Button]:
        """Return the keys that *line* names; a hint names them at its beginning, and "OK ▶" is OK."""
        if line.kind == "hint":
            return {key for hint in line.split(" | ") for key in self._first(hint)}
        words = [word.strip(".,:;?!") for word in line.split()]
        return {key for word in words for key in self._of(word)}

    def _first(self, hint: str) -> set[Button]:
        words = list(takewhile(self._of, hint.replace(":", " ").split()))
        return {
            key for word in words[: 1 if words[:1] and words[0] in self._words else None] for key in self._of(word)
        }

    def _of(self, word: str) -> list[Button]:
        """Return the keys that *word* stands for: one for a label, one for each of its signs, or none."""
        if word in self._words:
            return [self._words[word]]
        return [self._signs[sign] for sign in word] if word and set(word) <= set(self._signs) else []


def read(flow: Flow) -> TextPage:
    """Return the page that is seen, as text."""
    width, height = flow.box.display.format.size
    page = TextPage(flow.context.translator, is_tall=height >= width)
    flow.top.draw(page)
    page.banner(flow.banner)
    return page


@contextmanager
def cut_screens() -> Iterator[set[str]]:
    """Collect the screens on which a text is cut: the program logs them."""
    screens, log = set[str](), logging.getLogger("companion.ui.core.output")

    def note(record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            screens.add(str(record.args[-1]))
        return False

    log.addFilter(note)
    try:
        yield screens
    finally:
        log.removeFilter(note)


def to_and_fro(pages: Sequence[tuple[object, ...]]) -> str | None:
    """Return the two screens that come in turn without a move between them, unless one offers a choice; else None."""
    for end in range(TO_AND_FRO, len(pages) + 1):
        last = pages[end - TO_AND_FRO : end]
        if last[0] != last[1] and last[:-2] == last[2:] and not any(page[0] for page in last):
            return " and ".join(sorted(str(page[2]) for page in last[:2]))
    return None


def _state(flow: Flow) -> tuple[object, ...]:
    driver = flow.context.driver
    version = None if driver is None else driver.position.version
    # A frame that is seen while a key is held counts, too.
    return len(flow.box.display.frames), type(flow.top), flow.banner, version, flow.context.settings, flow.app.was_left
