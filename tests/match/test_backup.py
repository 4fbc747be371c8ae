"""Backups: what is written is read again, anything that is not whole is refused, and nothing is doubled or lost."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.kept_files import MOST_CHARACTERS, MOST_FILES, KeptFile, KeptFiles
from companion.config.paths import find_paths
from companion.dice.model import Dice, DiceRoll
from companion.errors import BackupFailed, JournalFailed, MatchDamaged
from companion.match import backup
from companion.match.archive import Archive, LogEntry, MatchSummary
from companion.match.backup import Checked, Loaded, backups_in, check, finish, free_path, load, part, save
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.paper import NOON, PaperArchive

THROW = DiceRoll(Dice(2, 6), (3, 4), (1, 2), NOON)


def archive(*matches: tuple[Sequence[LogEntry], str | None]) -> PaperArchive:
    """Return an archive with matches of different headings."""
    paper = PaperArchive()
    for place, (entries, result) in enumerate(matches):
        paper.append(paper.begin(replace(HEADING, begun=f"2026-03-{place + 1:02}T05:06:07Z")), entries, result)
    return paper


def saved(paper: PaperArchive, folder: Path, *names: str, files: Sequence[KeptFile] = ()) -> Path:
    return finish(save(paper, names, files, free_path(folder), NOON)).path


def loaded(target: Archive, path: Path) -> Loaded:
    return finish(load(target, finish(check(path))))


def contents(paper: PaperArchive) -> list[object]:
    return [(header, tuple(entries), paper.results[number]) for number, (header, entries) in paper.sheets.items()]


def test_box_that_was_empty_has_everything_afterwards(tmp_path: Path) -> None:
    full = archive(((CODE, GUESS), "done"), ((CODE,), ""), ((CODE, GUESS, GUESS), None))
    full.enter([THROW, THROW])
    new = PaperArchive()
    path = saved(full, tmp_path, "Ada", "Zoé")
    assert finish(check(path)) == Checked(path, matches=3, throws=2, names=("Ada", "Zoé"))
    assert loaded(new, path) == Loaded(added=3, throws=2)
    assert contents(new) == contents(full)
    assert new.thrown == full.thrown


def test_loading_twice_adds_nothing(tmp_path: Path) -> None:
    full = archive(((CODE, GUESS), "done"), ((CODE,), None))
    full.enter([THROW, THROW])
    path = saved(full, tmp_path)
    before = contents(full)
    assert loaded(full, path) == Loaded(known=2)
    assert contents(full) == before
    assert full.thrown == [THROW, THROW]


def test_match_that_went_on_elsewhere_goes_on_here(tmp_path: Path) -> None:
    here = archive(((CODE,), None))
    path = saved(archive(((CODE, GUESS, GUESS), "done")), tmp_path)
    assert loaded(here, path) == Loaded(longer=1)
    assert contents(here) == contents(archive(((CODE, GUESS, GUESS), "done")))


def test_match_that_went_on_here_stays_as_it_is(tmp_path: Path) -> None:
    path = saved(archive(((CODE,), None)), tmp_path)
    here = archive(((CODE, GUESS), "done"))
    assert loaded(here, path) == Loaded(known=1)
    assert contents(here) == contents(archive(((CODE, GUESS), "done")))


def test_match_that_was_given_up_elsewhere_is_given_up_and_not_the_other_way_round(tmp_path: Path) -> None:
    open_, given_up = archive(((CODE,), None)), archive(((CODE,), ""))
    path, other = saved(given_up, tmp_path), saved(open_, tmp_path)
    assert loaded(open_, path) == Loaded(longer=1)
    assert open_.results == {1: ""}
    assert loaded(given_up, other) == Loaded(known=1)
    assert given_up.results == {1: ""}


def test_two_matches_that_parted_are_both_kept_and_once(tmp_path: Path) -> None:
    here, there = archive(((CODE, GUESS), None)), archive(((CODE, CODE), None))
    path = saved(there, tmp_path)
    assert loaded(here, path) == Loaded(added=1)
    assert loaded(here, path) == Loaded(known=1)
    assert sorted(len(entries) for _, entries in here.sheets.values()) == [2, 2]


def test_two_equal_matches_are_two(tmp_path: Path) -> None:
    twice = PaperArchive()
    for _ in range(2):
        twice.append(twice.begin(HEADING), (CODE, GUESS), "done")
    path = saved(twice, tmp_path)
    once = PaperArchive()
    once.append(once.begin(HEADING), (CODE, GUESS), "done")
    assert loaded(once, path) == Loaded(added=1, known=1)
    assert contents(once) == contents(twice)


def test_match_is_not_added_to_an_empty_one_of_the_same_second(tmp_path: Path) -> None:
    here = PaperArchive()
    here.append(here.begin(HEADING), (CODE, GUESS), None)
    path = saved(here, tmp_path)
    here.append(1, (GUESS,), "done")
    here.begin(HEADING)
    assert loaded(here, path) == Loaded(known=1)
    assert [len(entries) for _, entries in here.sheets.values()] == [3, 0]


def test_open_match_stays_the_newest_and_can_go_on(tmp_path: Path) -> None:
    path = saved(archive(((CODE,), "one"), ((CODE,), "two")), tmp_path)
    here = PaperArchive()
    here.append(here.begin(replace(HEADING, players=("Ben",))), (CODE, GUESS), None)
    loaded(here, path)
    assert [here.results[number] for number in sorted(here.sheets)] == ["one", "two", None]
    assert here.sheets[3] == (replace(HEADING, players=("Ben",)), [CODE, GUESS])


def test_matches_that_nobody_played_are_left_out(tmp_path: Path) -> None:
    paper = archive(((), None), ((CODE,), None))
    new = PaperArchive()
    assert loaded(new, saved(paper, tmp_path)).added == 1


def test_damaged_match_is_left_out_and_named(tmp_path: Path) -> None:
    class Damaged(PaperArchive):
        def read(self, number: int) -> tuple[MatchSummary, tuple[LogEntry, ...]]:
            if number == 1:
                raise MatchDamaged(1, "expected a match, got none")
            return super().read(number)

    paper = Damaged()
    for _ in range(2):
        paper.append(paper.begin(HEADING), (CODE,), None)
    done = finish(save(paper, (), (), tmp_path / "a.backup", NOON))
    assert (done.matches, done.damaged) == (1, (1,))


def test_file_is_private_for_it_holds_hidden_codes(tmp_path: Path) -> None:
    path = saved(archive(((CODE,), None)), tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert "RGBY" in path.read_text("ascii")


def test_names_of_files_are_numbered_and_none_is_used_twice(tmp_path: Path) -> None:
    (tmp_path / "codemaker-x.backup").touch()
    (tmp_path / "codemaker-9.backup").touch()
    first = saved(PaperArchive(), tmp_path)
    second = saved(PaperArchive(), tmp_path)
    assert [first.name, second.name] == ["codemaker-10.backup", "codemaker-11.backup"]
    assert [path.name for path in backups_in(tmp_path)] == [second.name, first.name, "codemaker-9.backup"]


def test_progress_grows_to_its_end(tmp_path: Path) -> None:
    full = archive(*[((CODE, GUESS), "done")] * 20)
    steps = [*save(full, (), (), tmp_path / "a.backup", NOON)]
    assert steps == sorted(steps)
    assert steps[-1] <= 1
    path = tmp_path / "a.backup"
    checked = finish(check(path))
    steps = [*part(check(path), 0, 0.5), *part(load(PaperArchive(), checked), 0.5, 0.5)]
    assert steps == sorted(steps)
    assert 0 < steps[0] < steps[-1] <= 1
    assert len(steps) > 40


def test_saving_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    steps = save(archive(((CODE,), None), ((CODE,), None)), (), (), tmp_path / "a.backup", NOON)
    next(steps)
    next(steps)
    steps.close()
    assert list(tmp_path.iterdir()) == []


def test_file_that_cannot_be_read_back_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "posix_fadvise", lambda *_: (tmp_path / "a.backup").write_text("damaged"))
    with pytest.raises(BackupFailed, match="damaged line 1"):
        finish(save(archive(((CODE, GUESS), None)), (), (), tmp_path / "a.backup", NOON))
    assert list(tmp_path.iterdir()) == []


# --- what is refused, and that nothing is changed then


def refused(path: Path, match: str) -> BackupFailed:
    here = archive(((GUESS,), None))
    before = contents(here)
    with pytest.raises(BackupFailed, match=match) as failure:
        loaded(here, path)
    assert contents(here) == before
    assert "RGBY" not in str(failure.value)
    return failure.value


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    full = archive(((CODE, GUESS), "done"), ((CODE,), None))
    full.enter([THROW])
    return saved(full, tmp_path, "Ada")


def test_file_that_is_cut_anywhere_is_refused(whole: Path) -> None:
    content = whole.read_bytes()
    for size in range(len(content) - 1):
        whole.write_bytes(content[:size])
        refused(whole, "expected a whole backup")


@given(st.data())
def test_file_with_any_other_byte_is_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("stick")
    content = bytearray(saved(archive(((CODE, GUESS), "done")), folder).read_bytes())
    # But for the end of the last line.
    place = data.draw(st.integers(0, len(content) - 2))
    content[place] ^= data.draw(st.integers(1, 255))
    (folder / "codemaker-1.backup").write_bytes(content)
    refused(folder / "codemaker-1.backup", "expected a (whole )?backup")


def test_newer_backup_is_refused_and_asks_for_an_update(whole: Path) -> None:
    whole.write_bytes(b'{"codemaker":"backup","version":3,"form":"unknown"}\n\xff\x00')
    assert refused(whole, "expected a backup of version 2, got 3").sentence == backup.NEWER


def signed(folder: Path, *lines: object) -> Path:
    """Write a backup with a right checksum and any *lines*."""
    heading = {"codemaker": "backup", "version": 1, "made": NOON}
    text = "".join(json.dumps(line) + "\n" for line in (heading, *lines))
    path = folder / "codemaker-1.backup"
    path.write_text(text + json.dumps({"sha256": sha256(text.encode()).hexdigest()}) + "\n", "ascii")
    return path


MATCH = {"game": "pegs", "options": [], "players": ["Ada"], "begun": NOON, "result": None, "lines": []}


@pytest.mark.parametrize(
    "line",
    [
        [],
        {"game": "pegs"},
        {"match": {**MATCH, "players": "Ada"}},
        {"match": {**MATCH, "players": [1]}},
        {"match": {**MATCH, "game": "\ud800"}},
        {"match": {**MATCH, "options": [["a"]]}},
        {"match": {**MATCH, "result": 1}},
        {"match": {**MATCH, "lines": [["play", "code"]]}},
        {"match": {**MATCH, "lines": [["steal", "code", None, None, "", None]]}},
        {"match": {**MATCH, "lines": {}}},
        {"throw": ["9d9", [], [1], [], NOON]},
        {"throw": ["d6", [], [True], [], NOON]},
        {"names": [None]},
        {"file": ["edition", "own.toml"]},
        {"file": ["edition", "own.toml", None]},
    ],
)
def test_line_that_is_none_of_a_backup_is_refused_in_spite_of_its_checksum(tmp_path: Path, line: object) -> None:
    refused(signed(tmp_path, line), "got a damaged line 2")


def test_lines_behind_the_checksum_are_refused(whole: Path) -> None:
    whole.write_bytes(whole.read_bytes() + b'{"names":[]}\n')
    refused(whole, "damaged line")


def test_line_longer_than_any_is_refused(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "MOST_LINE", 100)
    refused(whole, "damaged line 2")


def test_match_that_is_too_long_for_a_line_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_LINE", 1000)
    full = archive(((CODE,), "done"), ((CODE, *[GUESS] * 20), "done"), ((CODE,), "done"))
    done = finish(save(full, (), (), tmp_path / "a.backup", NOON))
    assert (done.matches, done.damaged) == (2, (2,))
    assert finish(check(done.path)).matches == 2


def test_backup_of_version_1_is_loaded(tmp_path: Path) -> None:
    here = PaperArchive()
    path = signed(tmp_path, {"match": {**MATCH, "lines": [["play", "code", "code RGBY", "n", NOON, None]]}})
    assert '"version": 1' in path.read_text()
    assert loaded(here, path) == Loaded(added=1)


FILES = (
    KeptFile("settings", "settings.toml", "volume = 7\n"),
    KeptFile("edition", "own.toml", 'name = "Zo\u00e9"\n'),
    KeptFile("voice", "en.bin", "of a later program"),
)


def test_files_are_in_the_backup(tmp_path: Path) -> None:
    path = saved(PaperArchive(), tmp_path, files=FILES)
    assert finish(check(path)).files == FILES


def test_file_that_cannot_be_read_or_has_no_room_is_left_out_and_named(tmp_path: Path) -> None:
    files = (KeptFile("edition", "a.toml", None), KeptFile("edition", "b.toml", "x" * (MOST_CHARACTERS + 1)), *FILES)
    done = finish(save(PaperArchive(), (), files, tmp_path / "a.backup", NOON))
    assert done.damaged == ("a.toml", "b.toml")
    assert finish(check(done.path)).files == FILES


def test_more_files_than_any_backup_holds_are_refused(tmp_path: Path) -> None:
    half = {"file": ["edition", "a.toml", "x" * (MOST_CHARACTERS // 2 + 1)]}
    refused(signed(tmp_path, half, half), f"expected at most {MOST_CHARACTERS} characters")


def test_more_files_than_any_household_has_are_refused_and_never_saved(tmp_path: Path) -> None:
    file = {"file": ["edition", "a.toml", "x"]}
    assert len(finish(check(signed(tmp_path, *[file] * MOST_FILES))).files) == MOST_FILES
    refused(signed(tmp_path, *[file] * (MOST_FILES + 1)), f"expected at most {MOST_FILES} files")
    files = [KeptFile("edition", f"{number}.toml", "x") for number in range(MOST_FILES + 1)]
    done = finish(save(PaperArchive(), (), files, tmp_path / "b.backup", NOON))
    assert (done.damaged, len(finish(check(done.path)).files)) == ((f"{MOST_FILES}.toml",), MOST_FILES)


def test_files_are_written_after_one_look_through_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = find_paths({}, tmp_path, tmp_path)
    where.editions.mkdir()
    for name in (".2.toml.0123abcd", ".other.toml.0123abcd"):
        (where.editions / name).touch()
    iterdir, looks = Path.iterdir, list[Path]()

    def looked(folder: Path) -> Iterator[Path]:
        looks.append(folder)
        return iterdir(folder)

    monkeypatch.setattr(Path, "iterdir", looked)
    KeptFiles(where).write([KeptFile("edition", f"{number}.toml", "x") for number in range(4)])
    assert looks == [where.editions]
    assert sorted(os.listdir(where.editions)) == [
        ".other.toml.0123abcd",
        *(f"{number}.toml" for number in range(4)),
    ]


def test_backup_that_is_exchanged_after_it_was_checked_changes_nothing(whole: Path) -> None:
    checked = finish(check(whole))
    whole.write_bytes(whole.read_bytes()[:-200])
    here = archive(((GUESS,), None))
    before = contents(here)
    with pytest.raises(BackupFailed, match="expected a whole backup"):
        finish(load(here, checked))
    assert contents(here) == before


@pytest.mark.parametrize("name", ["missing", "."])
def test_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name, "expected a backup to read").sentence == backup.UNREADABLE


def test_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="expected a folder, got none"):
        finish(save(PaperArchive(), (), (), tmp_path / "stick" / "a.backup", NOON))
    assert list(tmp_path.iterdir()) == []


def test_archive_that_takes_nothing_is_unchanged(whole: Path) -> None:
    here = archive(((GUESS,), None))
    before = contents(here)
    here.break_pencil()
    with pytest.raises(JournalFailed, match="broken"):
        loaded(here, whole)
    assert contents(here) == before
