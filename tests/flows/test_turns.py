"""Whose turn it is: a sign over the whole display, until the first press, which counts."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.ui.core.text_page import TextPage
from companion.ui.games.pegs.guess import GuessScreen
from companion.ui.games.shared.seats import SEATS, signed
from companion.ui.games.shared.turn import TurnOverlay
from companion.ui.home.welcome import first_screens
from tests.flows.test_passcode_flows import laid
from tests.flows.test_text_flows import TO_ENTRY, TextFlow
from tests.support.flow import Flow, start
from tools.bench.bench_turn import turn_arcmin


def said(flow: Flow) -> list[str] | None:
    """Return what the sign over the display says; None without one."""
    over = flow.app.over
    if not isinstance(over, TurnOverlay):
        return None
    page = TextPage(flow.context.translator)
    over.draw(page)
    return page.lines


def given_up(flow: Flow) -> None:
    """Give up the round and look at its result."""
    flow.press("BACK")
    flow.choose("Give up round")
    flow.press("LEFT OK OK")


def begun(game: str, names: tuple[str, ...]) -> Flow:
    flow = start(names=names)
    flow.choose("Play", game)
    flow.press("OK OK")
    return flow


def test_sign_of_another_player_is_over_the_display_until_a_press_that_counts() -> None:
    flow = begun("Mastermind", ("Anna", "Ben"))
    assert said(flow) is None
    given_up(flow)
    lines = said(flow)
    assert lines is not None
    assert lines[:2] == ["Anna", "find the code"]
    flow.press("UP")
    assert said(flow) is None
    assert isinstance(flow.top, GuessScreen)
    assert flow.top.entry.peg == 0


def test_one_player_is_told_no_turn() -> None:
    flow = begun("Mastermind", ("Anna",))
    flow.press("OK OK OK OK OK")
    for _ in range(12):
        assert said(flow) is None
        flow.press("OK")


def test_sign_is_alone_where_no_reading_is_needed() -> None:
    flow = start(names=("Anna", "Ben"))
    flow.choose("Play", "Junior", "More rules", "No reading", "yes")
    flow.choose("Done", "Begin")
    flow.press_until(lambda: said(flow) is not None)
    assert said(flow) == [SEATS[0].character]


def test_sign_is_readable_from_two_metres_on_every_panel_that_is_not_low() -> None:
    assert turn_arcmin() >= 10


def test_lines_of_text_have_no_page_for_it() -> None:
    box = TextFlow(names=("Anna", "Ben"))
    box.type(*TO_ENTRY)
    given_up(box.flow)
    assert said(box.flow) is not None
    assert not any("find the code" in page for page in map("\n".join, box.pages.written))


def test_title_keeps_the_sign_before_the_name() -> None:
    flow = begun("Mastermind", ("Anna", "Ben"))
    flow.press("OK")
    assert isinstance(flow.top, GuessScreen)
    doing, _ = flow.top._doing(flow.context.translator)
    assert doing.signed(flow.context.translator) == f"{signed(1, 'Ben')} sets"


def test_no_sign_covers_the_menus_of_a_referee() -> None:
    flow = laid("deal")
    assert flow.screen == "TurnMenu"
    flow.choose("Discards")
    assert said(flow) is None
    assert flow.lines[0].startswith("Ben plays")


def test_notices_wait_until_the_language_is_chosen() -> None:
    flow = start(names=())
    flow.app._stack += first_screens(flow.context)
    flow.app.tell((CompanionError("expected a speaker, got none"),))
    flow.look()
    assert flow.lines[0] == "Language"
    flow.press("OK")
    assert flow.lines[0] == "Please note"
