"""Figures of matches that are kept in a file, and statistics that use them."""

from __future__ import annotations

import stat
from pathlib import Path
from random import Random

import pytest

from companion.match.archive import LogEntry, MatchSummary
from companion.match.catalogue import load_catalogue
from companion.match.environment import Environment
from companion.match.kept_results import KeptResults, rules_digest
from companion.match.session import Session
from companion.match.statistics import PlayerStatistics, collect, luck_and_skill, recent
from tests.support.paper import PaperArchive, environment
from tests.support.played_matches import fill

CATALOGUE = load_catalogue(None)


class CountingArchive(PaperArchive):
    """An archive that counts how often a match is read with its lines."""

    reads = 0

    def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
        self.reads += 1
        return super().read(number)

    def summary(self, number: int) -> MatchSummary:
        return super().read(number)[0]


@pytest.fixture
def archive() -> CountingArchive:
    archive = CountingArchive()
    fill(archive)
    return archive


def figures(archive: PaperArchive, kept: KeptResults | None = None) -> dict[str, PlayerStatistics]:
    world = environment(archive)
    return collect(world, CATALOGUE, recent(world, None), None, kept)


def test_kept_figures_are_those_of_a_replay_and_nothing_is_replayed(tmp_path: Path, archive: CountingArchive) -> None:
    path = tmp_path / "statistics.json"
    first = KeptResults(path, "rules")
    computed = figures(archive, first)
    first.save()
    archive.reads = 0
    assert figures(archive, KeptResults(path, "rules")) == computed
    # Each is read once, to be checked.
    assert archive.reads == len(archive.played_numbers())


def test_luck_and_skill_are_kept(tmp_path: Path, archive: CountingArchive) -> None:
    path, world = tmp_path / "statistics.json", environment(archive)
    code = figures(archive)["Anna"].newest[0]
    first = KeptResults(path, "rules")
    computed = luck_and_skill(world, CATALOGUE, code, first)
    first.save()
    archive.reads = 0
    assert computed is not None
    assert luck_and_skill(world, CATALOGUE, code, KeptResults(path, "rules")) == computed
    assert archive.reads == 0


def test_match_that_goes_on_is_replayed_again(tmp_path: Path) -> None:
    archive = PaperArchive()
    world: Environment = environment(archive)
    session = Session.begin(CATALOGUE["mini"], {"mode": "player", "first": "1"}, ("Anna", "Ben"), world)
    for text in ("code RGBY", "give up", "code RGBY"):
        session.play(session.read(text))
    kept = KeptResults(tmp_path / "statistics.json", "rules")
    assert figures(archive, kept)["Anna"].codes == {}
    session.play(session.read("give up"))
    assert figures(archive, kept) == figures(archive)


def test_other_rules_and_every_flipped_bit_lead_to_a_replay(tmp_path: Path, archive: CountingArchive) -> None:
    path, random = tmp_path / "statistics.json", Random(1)
    kept = KeptResults(path, "rules")
    computed = figures(archive, kept)
    kept.save()
    written = path.read_bytes()
    assert KeptResults(path, "others").results(next(recent(environment(archive)))) is None
    for _ in range(100):
        place, bit = random.randrange(len(written)), random.randrange(8)
        flipped = bytearray(written)
        flipped[place] ^= 1 << bit
        path.write_bytes(flipped)
        assert figures(archive, KeptResults(path, "rules")) == computed


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"rules": "a"}', '{"rules": "", "results": 3}', "\0", "{" * 9999]
)
def test_file_in_any_state_leads_to_a_replay(tmp_path: Path, archive: CountingArchive, text: str) -> None:
    path = tmp_path / "statistics.json"
    path.write_text(text)
    assert KeptResults(path).results(archive.summary(1)) is None


def test_file_is_private_and_a_folder_that_takes_none_is_no_error(tmp_path: Path, archive: CountingArchive) -> None:
    kept = KeptResults(tmp_path / "statistics.json")
    figures(archive, kept)
    kept.save()
    assert stat.S_IMODE((tmp_path / "statistics.json").stat().st_mode) == 0o600
    (tmp_path / "file").touch()
    nowhere = KeptResults(tmp_path / "file" / "statistics.json")
    figures(archive, nowhere)
    nowhere.save()


def test_digest_of_the_rules_changes_with_a_module_and_with_an_edition(tmp_path: Path) -> None:
    module, editions = tmp_path / "games/rules.py", tmp_path / "editions"
    module.parent.mkdir()
    editions.mkdir()
    module.write_text("ROWS = 10")
    first = rules_digest(editions, tmp_path)
    module.write_text("ROWS = 12")
    second = rules_digest(editions, tmp_path)
    (editions / "own.toml").write_text("")
    assert len({first, second, rules_digest(editions, tmp_path)}) == 3
