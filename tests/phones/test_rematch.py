"""A rematch that is begun on a phone, and what the box shows of it."""

from __future__ import annotations

from companion.phones.screens import begin_again
from companion.ui.games.shared.match import Match
from tests.phones.paper_phones import PaperPhones
from tests.phones.test_flows import playing
from tests.support.flow import Flow


def over(phones: PaperPhones) -> Flow:
    """Return a box that shows the end of a match."""
    flow = playing(phones, mode="box")
    driver = flow.context.driver
    assert driver is not None
    while (seat := driver.position.player_to_move) is not None:
        driver.submit_text(seat, "go" if driver.position.is_prompted else "give up")
    phones.take_position(driver.position)
    flow.press("")
    return flow


def test_rematch_begins_with_the_same_players_and_the_box_says_who_began_it() -> None:
    phones = PaperPhones()
    flow = over(phones)
    before = flow.context.driver
    begin_again(flow.context, phones, "Ben", flow.app.open)
    flow.press("")
    after = flow.context.driver
    assert before is not None
    assert after is not None
    assert (after.session.game, after.session.players) == (before.session.game, ("Ben", "Anna"))
    assert after.position.outcome is None
    assert isinstance(owner := flow.top.owner, Match)
    assert owner.driver is after
    assert flow.banner == "Ben began the rematch."
    # A second phone that asked at the same time begins no other match.
    phones.take_position(after.position)
    begin_again(flow.context, phones, "Anna", flow.app.open)
    assert flow.context.driver is after


def test_no_rematch_begins_in_a_match_nor_while_the_box_asks_about_phones() -> None:
    phones = PaperPhones()
    flow = playing(phones, mode="box")
    before = flow.context.driver
    assert before is not None
    phones.take_position(before.position)
    begin_again(flow.context, phones, "Ben", flow.app.open)
    assert flow.context.driver is before
    flow = over(phones)
    before, phones.is_asking = flow.context.driver, True
    begin_again(flow.context, phones, "Ben", flow.app.open)
    assert flow.context.driver is before
    # The box is at its first menu.
    phones.is_asking = False
    phones.take_position(None)
    begin_again(flow.context, phones, "Ben", flow.app.open)
    assert flow.context.driver is before
