"""A row being set: what the keys do to its pegs and to the cursor."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.ui.games.pegs.entry import RowEntry
from tests.support.flow import start

PEG = st.one_of(st.none(), st.integers(0, 5))


@given(st.lists(PEG, min_size=3, max_size=8), st.data())
def test_as_many_shifts_as_places_lead_back(pegs: list[int | None], data: st.DataObject) -> None:
    doubts = data.draw(st.sets(st.integers(0, len(pegs) - 1)))
    entry = RowEntry(len(pegs), 6)
    entry.lay(pegs, doubts)
    for _ in pegs:
        before, doubted = list(entry.pegs), {entry.pegs[place] for place in entry.doubts}
        entry.shift()
        assert entry.pegs[1:] + entry.pegs[:1] == before
        assert {entry.pegs[place] for place in entry.doubts} == doubted
    assert (entry.pegs, entry.doubts) == (pegs, doubts)


def test_roll_shifts_the_row_at_the_tick_and_opens_the_dice_before_it() -> None:
    flow = start()
    flow.press("OK OK OK OK", "OK UP RIGHT OK RIGHT OK RIGHT OK RIGHT")
    before = next(line for line in flow.lines if line.startswith("> 1."))
    assert before == "> 1. O R R R [OK]"
    flow.press("ROLL")
    assert "> 1. R O R R [OK]" in flow.lines
    assert flow.press("LEFT", "ROLL")[-1] == "ThrowScreen"
