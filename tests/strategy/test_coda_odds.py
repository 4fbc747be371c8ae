"""The odds of Coda against a listing of every way in which the panels may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod
from random import Random

import pytest

from companion.games.coda.panels import DASH, Colour
from companion.games.coda.state import Phase, Role, Rules, Strength
from companion.games.coda.view import Position, Seen
from companion.strategy.coda_odds import odds

COLOURS = {colour.value: colour for colour in Colour}
EVERY = [(colour, number) for colour in Colour for number in range(12)]


def heard(text: str) -> tuple[Seen, ...]:
    """Read a row such as ``D? L5 D?!3!7``: an unknown panel, one that has fallen, one that is neither 3 nor 7."""
    panels = []
    for word in text.split():
        face, *denied = word.split("!")
        number = None if face[1:] == "?" else DASH if face[1:] == "-" else int(face[1:])
        panels.append(Seen(COLOURS[face[0]], number, number is None, tuple(map(int, denied))))
    return tuple(panels)


def position(*rows: str, drawn: str = "", dashes: bool = False) -> Position:
    """Return what the player of the first of *rows* knows."""
    rules = Rules(len(rows), Role.DEALER, dashes, 4, 3, 0, False, 0, Strength.STRONG)
    panel = heard(drawn)[0] if drawn else None
    return Position(rules, Phase.ATTACK, 0, tuple(map(heard, rows)), panel, (), 0, ())


def listed(position: Position) -> dict[tuple[int, int], dict[int, Fraction]]:
    """Return the odds by listing: every way to fill the unknown panels of the others, one after another."""
    slots = [
        (seat, place)
        for seat, row in enumerate(position.rows)
        for place, panel in enumerate(row)
        if panel.number is None
    ]
    counts: dict[tuple[int, int], Counter[int]] = {slot: Counter() for slot in slots}
    total = 0
    for ways in product(*(fillings(position, slots, colour) for colour in Colour)):
        filling = {slot: number for way in ways for slot, number in way.items()}
        weight = weight_of(position, filling)
        total += weight
        for slot, number in filling.items():
            counts[slot][number] += weight
    return {slot: {n: Fraction(c, total) for n, c in sorted(found.items()) if c} for slot, found in counts.items()}


def fillings(
    position: Position, slots: Sequence[tuple[int, int]], colour: Colour
) -> Iterator[dict[tuple[int, int], int]]:
    """Yield every way to give the unknown panels of *colour* numbers that are not seen elsewhere."""
    panels = [panel for row in position.rows for panel in row] + ([position.drawn] if position.drawn else [])
    gone = {panel.number for panel in panels if panel.colour is colour}
    mine = [slot for slot in slots if position.rows[slot[0]][slot[1]].colour is colour]
    left = [number for number in position.rules.numbers if number not in gone]
    return (dict(zip(mine, numbers, strict=True)) for numbers in permutations(left, len(mine)))


def weight_of(position: Position, filling: dict[tuple[int, int], int]) -> int:
    """Return 0 for a way that cannot be; each dash counts one to the length of its row."""
    for seat, row in enumerate(position.rows):
        numbers = [(filling.get((seat, place), panel.number), panel) for place, panel in enumerate(row)]
        if any(number in panel.denied for number, panel in numbers):
            return 0
        ranks = [(n, panel.colour is Colour.LIGHT) for n, panel in numbers if n is not None and n != DASH]
        if ranks != sorted(ranks):
            return 0
    scale = prod(len(row) for row in position.rows if row) ** 2
    dashes = [len(position.rows[seat]) for (seat, _), number in filling.items() if number == DASH]
    return scale // prod(dashes)


POSITIONS = {
    "one unknown panel": position("D1 L4", "D0 L? D9"),
    "two colours": position("D1 D4 L7 L10", "D? L? D5"),
    "wrong attacks": position("D1 D4 L7 L10", "D?!0!2 L?!5 D5"),
    "drawn panel": position("D1", "D? D?", drawn="D11"),
    "two others": position("D1 L9", "D? L8", "L? D?"),
    "two others of one colour": position("D1 D2 D3 D4 D5 D6", "D? D9", "D? D10"),
    "three others": position("D1 D3 D5 D7 D9", "D? L5", "D?", "L? D11"),
    "a dash may be there": position("D1 L4", "D? L? D9", dashes=True),
    "a dash that has fallen": position("D1 L4", "D- D? L-", dashes=True),
    "a dash that was denied": position("D1 L4", "D?!12 D9", dashes=True),
    "dashes of two others": position("D1 D2 D3 D4 D5", "D? D9", "D? L5", dashes=True),
    "my own dash": position("D- L4", "D? D9 L?", dashes=True),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_odds_equal_those_of_a_listing(name: str) -> None:
    found = odds(POSITIONS[name])
    assert found == {
        slot: pytest.approx({number: float(share) for number, share in shares.items()})
        for slot, shares in listed(POSITIONS[name]).items()
    }


@pytest.mark.parametrize("seed", range(25))
def test_odds_equal_those_of_a_listing_in_any_small_position(seed: int) -> None:
    """Deal at random until few panels are unknown, then compare."""
    random = Random(seed)
    dashes = seed % 2 == 1
    panels = random.sample([*EVERY, *((colour, DASH) for colour in Colour if dashes)], 14)
    rows = ["", ""]
    hidden = 0
    in_order = sorted(panels, key=lambda panel: (panel[1], panel[0].value))
    hands = [[panel for panel in in_order if panel in part] for part in (panels[:5], panels[5:9], panels[9:])]
    for number, hand in enumerate(hands[:2]):
        for colour, value in hand:
            word = "-" if value == DASH else str(value)
            if hidden < 4 and random.random() < 0.5:
                hidden, word = hidden + 1, f"?!{(value + random.randrange(1, 12)) % 12}"
            rows[number] += f" {colour.value}{word}"
    own = " ".join(f"{c.value}{'-' if n == DASH else n}" for c, n in hands[2])
    found = position(own, *rows, dashes=dashes)
    assert {slot: dict(shares) for slot, shares in odds(found).items()} == {
        slot: pytest.approx({number: float(share) for number, share in shares.items()})
        for slot, shares in listed(found).items()
    }


def test_first_of_four_dark_panels_is_a_zero_in_a_third_of_the_deals() -> None:
    """C(11, 3) of C(12, 4) rows of four dark panels begin with the zero."""
    assert odds(position("L1", "D? D? D? D?"))[1, 0][0] == pytest.approx(165 / 495)


def test_dash_is_in_a_row_of_four_dark_panels_of_thirteen_in_4_of_13_deals() -> None:
    found = odds(position("L1", "D? D? D? D?", dashes=True))
    assert sum(found[1, place][DASH] for place in range(4)) == pytest.approx(4 / 13)


def test_panel_between_two_that_fell_is_known() -> None:
    assert odds(position("D4", "D3 L? D5")) == {(1, 1): {3: 0.5, 4: 0.5}}


def test_probabilities_of_a_panel_sum_to_one() -> None:
    found = odds(position("D1 D4", "D? L? L? D?", "L? D? D? L?", "D? D? L? L?", drawn="L11", dashes=True))
    assert [sum(shares.values()) for shares in found.values()] == pytest.approx([1.0] * 12)
