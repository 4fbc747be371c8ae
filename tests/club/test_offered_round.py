"""The options of a round that a club offers: all are as the director takes them, however many play."""

from __future__ import annotations

from companion.games.pegs.edition_game import EditionGame
from companion.ui.core.menu import Item, Menu
from companion.ui.home.play import ask_players
from tests.club.tables import OPTIONS, challenge
from tests.support.flow import Flow, start


def offered(key: str = "mastermind", options: tuple[tuple[str, str], ...] = OPTIONS) -> Flow:
    """Return a box that shows a menu with the round as its only line."""
    flow = start()
    game = flow.context.catalogue[key]
    assert isinstance(game, EditionGame)
    line = challenge("".join(game.edition.letters[: game.edition.pegs]), key)
    flow.app.open(
        lambda: Menu(
            flow.context,
            "Club",
            [Item("Round", lambda: ask_players(flow.context, game, lambda: line, dict(options)))],
        ),
        "",
    )
    flow.choose("Round")
    return flow


def begun(flow: Flow) -> dict[str, str]:
    return dict(flow.archive.read(max(flow.archive.sheets))[0].header.options)


def test_round_of_one_player_has_the_options_of_the_event() -> None:
    flow = offered()
    flow.choose("Anna")
    options = begun(flow)
    assert (options["coach"], options["no-undo"], options["challenge"]) == ("off", "yes", challenge("ROYG"))


def test_round_played_together_leaves_no_option_to_choose() -> None:
    flow = offered()
    flow.choose("Together")
    assert flow.lines[1:] == ["> Begin: ▶", "  Anna, Ben: …"]
    flow.choose("Begin")
    assert (begun(flow)["hints"], begun(flow)["box-seats"]) == ("no", "0")


def test_option_whose_value_is_not_offered_together_is_left_out() -> None:
    flow = offered("ambassador", (*OPTIONS, ("games", "track"), ("time", "60")))
    flow.choose("Together", "Begin")
    options = begun(flow)
    assert (options["games"], options["time"]) == ("1", "60")
