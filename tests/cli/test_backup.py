"""The commands ``codemaker backup`` and ``codemaker restore``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.config.settings import Settings, load, save
from companion.storage.journal import open_for_reading
from tests.support.match_lines import CODE, GUESS, HEADING, opened


def box(folder: Path, *results: str | None, names: tuple[str, ...] = ()) -> Path:
    folder.mkdir()
    save(folder / "settings.toml", Settings(names=names, volume=7))
    with closing(opened(folder / "journal.db")) as journal:
        for result in results:
            journal.append(journal.begin(HEADING), (CODE, GUESS), result)
    return folder


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def results(folder: Path) -> list[str | None]:
    with closing(open_for_reading(folder / "journal.db")) as journal:
        return [summary.result for summary in journal.matches()]


def test_matches_and_names_go_from_one_box_to_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada", "Zo\u00e9")), box(tmp_path / "new", names=("Ben",))
    assert run("backup", tmp_path, "--state", old) == 0
    file = tmp_path / "codemaker-1.backup"
    assert capsys.readouterr().out == f"matches: 1, throws: 0, in {file}\n"
    assert run("restore", file, "--state", new) == 0
    assert capsys.readouterr().out == "matches added: 1, continued: 0, here already: 0; throws added: 0\n"
    assert results(new) == ["won"]
    settings = load(new / "settings.toml")[0]
    assert (settings.names, settings.volume) == (("Ben", "Ada", "Zo\u00e9"), 7)


def test_settings_edited_by_hand_are_told_before_names_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada",)), box(tmp_path / "new")
    path = new / "settings.toml"
    path.write_text(path.read_text("utf-8").replace("volume = 7", "volume = 8"), "utf-8")
    assert run("backup", tmp_path / "a.backup", "--state", old) == 0
    assert run("restore", tmp_path / "a.backup", "--state", new) == 0
    assert "a file that was edited or damaged" in capsys.readouterr().err
    assert load(path) == (Settings(names=("Ada",), volume=8), ())


def test_file_that_exists_is_never_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won")
    before = (state / "journal.db").read_bytes()
    assert run("backup", state / "journal.db", "--state", state) == 2
    assert "got one that exists" in capsys.readouterr().err
    assert (state / "journal.db").read_bytes() == before


def test_damaged_match_is_named_and_the_others_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won", "lost")
    with closing(opened(state / "journal.db")) as journal, journal._db:
        journal._db.execute("UPDATE entries SET text = 'guess BBBB' WHERE match = 1 AND seq = 2")
    assert run("backup", tmp_path / "a.backup", "--state", state) == 1
    told = capsys.readouterr()
    assert told.out.startswith("matches: 1,")
    assert told.err == "codemaker: not in it, because damaged: 1\n"


def test_box_that_plays_is_not_written_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = box(tmp_path / "state", "won")
    run("backup", tmp_path / "a.backup", "--state", state)
    with closing(opened(state / "journal.db")):
        assert run("backup", tmp_path / "b.backup", "--state", state) == 0
        assert run("restore", tmp_path / "a.backup", "--state", state) == 2
    assert "another codemaker running" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b'{"codemaker":"backup","version":9}\n', None])
def test_file_that_is_no_backup_is_a_sentence_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    state = box(tmp_path / "state", "won")
    if content is not None:
        (tmp_path / "a.backup").write_bytes(content)
    assert run("restore", tmp_path / "a.backup", "--state", state) == 2
    assert capsys.readouterr().err.startswith("codemaker: expected a ")
    assert results(state) == ["won"]


def test_names_that_cannot_be_added_are_told_and_the_matches_are_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = box(tmp_path / "old", "won", names=("Ada",)), box(tmp_path / "new")
    (new / "settings.toml").write_text("volume = 900\n")
    run("backup", tmp_path, "--state", old)
    assert run("restore", tmp_path / "codemaker-1.backup", "--state", new) == 0
    assert "the players' names were not added" in capsys.readouterr().err
    assert results(new) == ["won"]
