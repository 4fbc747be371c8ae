"""Power cuts: the card as it is at an instant of a boot or of a match, started again, and what is missing then.

While the processor is stopped, the file of the card is copied: so one run gives many cuts, and the run itself goes on.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from random import Random

from tools.card.card import files_of
from tools.card.emulated_pi import NothingShown
from tools.card.played import TAKE_UP, Play, entries, used
from tools.card.table import SERIAL, Table, same_as, units, with_finger
from tools.rig.rig_play import kept_in

# From before the data partition is touched until after the first frame.
BOOT_FROM_G, BOOT_TO_G = 0.7, 5.5
# From a picture to the next press, which is then saved and shown.
AFTER_PICTURE_G = 0.15
ROWS = 7
SIDE_BY_SIDE = 2
PLAYED, TAKEN_UP = units("units"), units("look")
# A card that takes a while to grow into, and what the kernel and the first program say before and after that.
LARGE_BYTES, GROWTH_STEP_G = 1 << 35, 0.001
LOGGED, GROWING, GROWN = f"{SERIAL} loglevel=7", "resizing filesystem", "codemaker: grown"


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card as the power left it at *at_g* of the clock, when *shown* lines of the match had been shown."""

    card: Path
    at_g: float
    shown: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What was there after a cut, when the box was switched on again; *trouble* says what was not as it had been."""

    card: str
    at_g: float
    shown: int
    found: int
    trouble: str


def cut_all(table: Table, in_boot: int, in_play: int, seed: int = 1) -> list[Cut]:
    """Cut the power *in_boot* and *in_play* times, and return what was found each time at the next start."""
    random = Random(seed)
    folder = used(table.folder("cut"))
    play = Play.of(folder, ROWS)
    with_finger(with_finger(folder, play.presses), TAKE_UP, "look")
    cards = [*_in_boot(table, folder, random, in_boot, play), *_in_play(table, folder, random, in_play, play)]
    with ThreadPoolExecutor(SIDE_BY_SIDE) as both:
        cuts = list(both.map(partial(_switched_on, table, play), cards))
    (table.image.place / "cuts.json").write_text(json.dumps([asdict(cut) for cut in cuts], indent=1) + "\n")
    return cuts


def _in_boot(table: Table, folder: Path, random: Random, count: int, play: Play) -> Iterator[CutCard]:
    """Yield the card at *count* instants of its first boot."""
    card = table.card("cut-in-boot", folder)
    with table.started(card) as pi:
        for number, instant in enumerate(sorted(random.uniform(BOOT_FROM_G, BOOT_TO_G) for _ in range(count))):
            pi.run_until(instant)
            # The line that is on the card from the beginning.
            yield CutCard(_copy(card, number), pi.now_g(), play.steps[0].lines)
            pi.go_on()


def _in_play(table: Table, folder: Path, random: Random, count: int, play: Play) -> Iterator[CutCard]:
    """Yield the card at *count* instants of a match, each a little after another picture."""
    card = table.card("cut-in-play", folder)
    chosen = sorted(random.sample(range(1, len(play.steps)), count))
    with table.started(card, PLAYED) as pi:
        for number, index in enumerate(chosen):

            def is_pressed(_: object, index: int = index) -> bool:
                return play.followed(pi.panel.history) >= index

            # Not by the picture: while the processor was being stopped before, it may have gone past it.
            pi.wait(is_pressed, f"the picture after press {index}")
            pi.run_until(pi.now_g() + random.uniform(0.0, AFTER_PICTURE_G))
            shown = play.steps[play.followed(pi.panel.history)].lines
            yield CutCard(_copy(card, number), pi.now_g(), shown)
            pi.go_on()


def cut_in_growth(table: Table, folder: Path, count: int) -> list[Path]:
    """Return at most *count* cards whose power went while their file system was growing at the first start.

    The instants are as far apart as they can be.
    """
    card = table.card("cut-in-growth", folder, size=LARGE_BYTES)
    copies: list[Path] = []
    with table.started(card, LOGGED) as pi:
        while GROWN not in pi.log():
            pi.run_until(pi.now_g() + GROWTH_STEP_G)
            if GROWING in pi.log():
                copies.append(_copy(card, len(copies)))
            pi.go_on()
    chosen = [copies[place * len(copies) // count] for place in range(min(count, len(copies)))]
    for copy in set(copies) - set(chosen):
        copy.unlink()
    return chosen


def _copy(card: Path, number: int) -> Path:
    copy = card.with_name(f"{card.stem}-{number}.qcow2")
    shutil.copy(card, copy)
    return copy


def _switched_on(table: Table, play: Play, cut: CutCard) -> Cut:
    """Start the card of a cut: the match has to be offered, and to be as it was."""
    place = table.image.place / cut.card.stem
    place.mkdir(exist_ok=True)
    trouble, picture = "", b""
    with table.started(cut.card, TAKEN_UP) as pi:
        try:
            pi.wait(same_as(*play.taken_up[cut.shown :]), "the match that was cut, taken up")
            picture = pi.panel.picture().tobytes()
        except NothingShown as failure:
            trouble = str(failure)
    found = entries(kept_in(files_of(cut.card, place)))
    if len(found) < cut.shown or found != play.lines[: len(found)]:
        trouble = f"expected {play.lines[: cut.shown]} and perhaps more, got {found}"
    elif not trouble and picture != play.taken_up[len(found)].tobytes():
        trouble = f"expected the picture of {len(found)} lines, got another"
    if not trouble:
        shutil.rmtree(place)
        cut.card.unlink()
    return Cut(cut.card.name, cut.at_g, cut.shown, len(found), trouble)
