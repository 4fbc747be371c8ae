"""One rule for players' names, wherever a name comes in."""

from __future__ import annotations

from random import Random

import pytest

from companion.config.checksum import toml_with_checksum
from companion.config.settings import parse
from companion.match.session import Session
from companion.match.statistics import collect, recent
from tests.support.flow import CATALOGUE, start
from tests.support.paper import PaperArchive, environment
from tests.support.played_matches import finish
from tools.bench import bench_names
from tools.bench.bench_names import PAIRS, names_twice


def test_no_door_makes_two_players_of_one_or_lets_in_what_cannot_be_drawn() -> None:
    assert names_twice() == 0


def test_benchmark_of_names_counts_a_door_with_a_rule_of_its_own_and_too_few_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bench_names, "DOORS", [lambda *pair: pair])
    assert names_twice() == PAIRS
    with pytest.raises(ValueError, match=f"expected {PAIRS} pairs of names at each door, got 10"):
        names_twice(10)


def test_settings_of_an_earlier_version_lose_only_the_names_that_cannot_be() -> None:
    names = 'names = ["Alex", "A\U0001f600", "alex", "Ben"]\nvolume = 10\n'
    settings, told = parse(toml_with_checksum(names), "a file")
    assert (settings.names, settings.volume, told) == (("Alex", "Ben"), 10, ())
    assert len(parse(names, "a file")[1]) == 1


def test_player_named_in_another_way_is_refused_with_the_right_article() -> None:
    flow = start(names=("Anna", "Ben"))
    flow.choose("Play", "Mastermind", "Anna, Ben", "Add a player", "Another name")
    flow.app.top.type("ANNA")
    flow.press("OK")
    assert flow.banner == "There is an Anna already. Choose another name."


def test_statistics_add_up_what_a_player_has_under_all_ways_to_write_the_name() -> None:
    world = environment(PaperArchive())
    for name in ("Anna", "ANNA", "Zoe"):
        finish(Session.begin(CATALOGUE["mini"], {}, (name,), world), Random(1))
    found = collect(world, CATALOGUE, recent(world), "anna")
    assert [(name, player.matches) for name, player in found.items()] == [("Zoe", 1), ("ANNA", 2)]
