"""The match that plays by itself on the card: what of it has been seen, and how it looks when it is taken up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.bench.bench_image import image_mib
from tools.card.played import TAKE_UP, Play, entries, first_page, seen, twin, used
from tools.card.table import with_finger, with_unit
from tools.rig.rig_play import kept_in

ROWS = 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return used(tmp_path_factory.mktemp("put"))


def test_match_on_the_card_has_a_code_and_no_row(folder: Path) -> None:
    assert [deed for deed, text, hidden in entries(kept_in(folder))] == ["play"]
    assert twin(kept_in(folder)).screen == "Question"


def test_each_row_of_the_play_is_a_line_more(folder: Path) -> None:
    play = Play.of(folder, ROWS)
    assert len(play.steps) == len(play.presses.split()) + 1
    assert sorted({step.lines for step in play.steps}) == [1, 2, 3, 4]


def test_play_is_followed_though_the_box_shows_other_pictures_between_and_leaves_some_out(folder: Path) -> None:
    play = Play.of(folder, ROWS)
    # Every other picture up to the last; how many there are depends on the code, which is another one each time.
    seen_steps = [*range(0, len(play.steps) - 1, 2), len(play.steps) - 1]
    pictures = [play.steps[number].picture.tobytes() for number in seen_steps]
    shown = [picture for own in pictures for picture in (own, b"half of the next")]
    assert [play.followed(shown[:count]) for count in (0, 2, 4, len(shown))] == [0, 0, 2, len(play.steps) - 1]


def test_row_counts_as_shown_with_the_picture_of_its_answer_and_not_before(folder: Path) -> None:
    play = Play.of(folder, ROWS)
    answered = next(number for number, step in enumerate(play.steps) if step.lines == 2)
    shown = [step.picture.tobytes() for step in play.steps]
    assert [play.steps[play.followed(shown[:count])].lines for count in (answered, answered + 1)] == [1, 2]


def test_match_taken_up_looks_as_a_box_with_as_many_lines(folder: Path) -> None:
    play, flow = Play.of(folder, ROWS), twin(kept_in(folder))
    flow.press(TAKE_UP)
    assert play.taken_up[1].tobytes() == seen(flow).tobytes()
    assert len({picture.tobytes() for picture in play.taken_up[1:]}) == ROWS + 1


def test_first_page_of_a_new_box_asks_which_board_it_is() -> None:
    assert first_page().getbbox() is not None


def test_units_that_a_test_adds_are_in_a_folder_of_their_own(tmp_path: Path) -> None:
    with_finger(with_unit(tmp_path, "[Service]\n", "off"), "OK BACK", "look")
    assert "finger.py 0.05 OK,BACK --state" in (tmp_path / "look/codemaker.service.d/finger.conf").read_text()
    assert (tmp_path / "off/test.service").read_text() == "[Service]\n"
    assert not (tmp_path / "off/codemaker.service.d").exists()


def test_size_of_an_image_that_was_not_built_is_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="make image"):
        image_mib(tmp_path / "codemaker-arm64.img.xz")
