"""Matches between players without names: set up in one language, stored in none, looked at in another."""

from __future__ import annotations

from companion.match.record import read_record, write_record
from companion.ui.core.text_page import TextPage
from tests.support.flow import Flow, start
from tests.support.paper import PaperArchive


def shown(flow: Flow) -> str:
    page = TextPage(flow.context.translator)
    flow.top.draw(page)
    return "\n".join(page.lines)


def test_match_set_up_in_french_is_offered_in_english() -> None:
    archive = PaperArchive()
    flow = start(archive, language="fr", names=())
    flow.press("OK OK OK")
    assert archive.sheets[1][0].players == ("Player 1", "Player 2")
    assert flow.context.chosen.names == ("Player 1", "Player 2")
    assert "Joueur 2" in shown(flow)
    flow.press("UP OK UP OK UP OK UP OK OK")
    assert "Player 1, Player 2" in shown(start(archive))


def test_record_of_a_match_set_up_in_french_has_the_english_names() -> None:
    flow = start(language="fr", names=())
    flow.press("OK OK OK")
    text = write_record(flow.session().record())
    assert read_record(text).header.players == ("Player 1", "Player 2")


def test_default_name_remembered_by_an_earlier_version_is_not_there_twice() -> None:
    flow = start(language="fr", names=("Joueur 1",))
    flow.press("OK OK OK")
    assert flow.archive.sheets[1][0].players == ("Player 1", "Player 2")


def test_french_default_name_remains_a_name_on_a_box_that_speaks_english() -> None:
    flow = start(names=("Joueur 1",))
    flow.press("OK OK OK")
    assert flow.archive.sheets[1][0].players == ("Joueur 1", "Player 1")


def test_names_offered_for_a_player_are_in_the_language() -> None:
    flow = start(language="fr", names=("Player 1", "Anna", "Player 2"))
    flow.press("OK OK DOWN OK", "OK")
    assert "Joueur 1" in shown(flow)
    assert "Joueur 2" in shown(flow)
    flow.press("DOWN OK", "BACK UP OK")
    assert flow.archive.sheets[1][0].players == ("Player 2", "Anna")


def test_history_shows_the_default_names_in_the_language() -> None:
    archive = PaperArchive()
    flow = start(archive, names=())
    flow.press("OK OK OK", "UP OK UP OK UP OK UP OK OK")
    again = start(archive, language="fr")
    again.press("RIGHT OK", "UP OK OK OK")
    assert "Joueur 1, Joueur 2" in shown(again)
