"""A box on the card image: what codemaker.txt and the start of the card say, from the folder to the screens."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.app import compose
from companion.app.compose import is_first_start, play
from companion.app.demo import show_until_press
from companion.app.launch_options import LaunchOptions
from companion.box import Box, Button
from companion.cli.main import main
from companion.config.kept_files import KeptFile
from companion.config.paths import Paths, find_paths
from companion.config.settings import Settings, load
from companion.config.stick import Stick
from companion.match.backup import finish, save
from companion.storage.journal import in_memory, open_for_reading
from companion.ui.core.app import App
from companion.ui.core.notice import Notice, TextScreen
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from tests.fakes.box import FakeBox, fake_box
from tests.support.match_lines import CODE, GUESS, HEADING
from tests.support.paper import NOON


class Start:
    """A start of the box in a folder: what *keys* show, screen after screen."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, text: str = "", **words: str) -> None:
        self.folder = folder
        card = folder / "card"
        card.mkdir(exist_ok=True)
        (card / "codemaker.txt").write_text(text)
        for name, word in words.items():
            (card / name).write_text(word)
        monkeypatch.setenv("CODEMAKER_CARD", str(card))
        self.settings: list[Settings] = []
        self.pages: list[tuple[Screen, list[str]]] = []
        shown = App.show

        def show(app: App) -> None:
            shown(app)
            page = TextPage(app._context.translator)
            app.top.draw(page)
            if not self.pages or self.pages[-1][1] != page.lines:
                self.pages.append((app.top, page.lines))

        monkeypatch.setattr(App, "show", show)

    @property
    def paths(self) -> Paths:
        return find_paths({}, self.folder, self.folder / "state")

    def run(self, keys: str = "", box: FakeBox | None = None, **options: str) -> FakeBox:
        box = box or fake_box()
        for key in keys.split():
            box.inputs.press(Button[key])

        def choose(wishes: LaunchOptions, settings: Settings) -> Box:
            self.settings.append(settings)
            return box

        play(LaunchOptions(**options), self.paths, choose, demonstrate=show_until_press)  # type: ignore[arg-type]
        return box

    def texts(self) -> list[str]:
        return ["\n".join(lines) for _, lines in self.pages]


def test_board_and_picture_are_those_of_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch, "board = pirate-audio\nturned = half\nlanguage = fr\n")
    start.run(edition="mini")
    (settings,) = start.settings
    assert (settings.board, settings.turned, settings.language) == ("pirate-audio", "half", "fr")
    assert "D\u00e9but" in start.texts()[-1] or "Commencer" in start.texts()[-1]


def test_wrong_lines_are_shown_first_and_the_box_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch, "bord = bonnet\nturned = 90\nlanguage = en\n")
    start.run("OK", edition="mini")
    screen, lines = start.pages[0]
    assert isinstance(screen, TextScreen)
    assert lines[0] == "codemaker.txt"
    assert any("Line 1: bord" in line for line in lines)
    assert any("Line 2: turned" in line for line in lines)
    assert len(start.pages) > 1
    assert start.settings[0].turned == "no"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("repaired", "The card was repaired."),
        ("new", "its matches are gone"),
        ("full", "The card is full."),
        ("failed", "The card is broken"),
        ("unreadable", "The card cannot be read"),
    ],
)
def test_damage_that_the_start_found_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str, says: str
) -> None:
    start = Start(tmp_path, monkeypatch, data=word)
    start.run("OK", edition="mini")
    assert isinstance(start.pages[0][0], Notice)
    assert says in start.texts()[0]
    assert says not in start.texts()[-1]


def test_card_that_is_well_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch, data="ok", last="cut")
    start.run("", edition="mini")
    assert len(start.pages) == 1
    assert not isinstance(start.pages[0][0], Notice | TextScreen)


def test_language_of_the_card_is_not_asked_for_and_the_offer_to_learn_comes_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start(tmp_path, monkeypatch, "language = fr\n")
    assert is_first_start(LaunchOptions(), start.paths)
    start.run()
    assert "Apprendre" in start.texts()[0]
    assert not is_first_start(LaunchOptions(), start.paths)
    assert load(start.paths.settings)[0].language == "auto"


def test_menu_says_that_the_card_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch, "language = en\nboard = bonnet\n")
    start.run("BACK UP OK DOWN DOWN DOWN OK OK OK RIGHT")
    assert any("The card's codemaker.txt sets this. Change it there." in text for text in start.texts())
    assert load(start.paths.settings)[0].language == "auto"
    # What no line of the card names can still be chosen.
    start.run("UP OK DOWN DOWN DOWN OK DOWN OK UP OK")
    assert load(start.paths.settings)[0].volume == 65


# --- the shop window


def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    start = Start(tmp_path, monkeypatch, "demo = on\nlanguage = en\n")
    start.paths.settings.parent.mkdir()
    start.paths.settings.write_text("dim_after_s = 0\ndark_after_s = 60\n")
    return start


def home_and_demo(start: Start) -> list[str]:
    """Return what was shown in turn: ``home``, or ``demo`` for any other screen."""
    shown = ["home" if text.startswith("Codemaker\n") else "demo" for text in start.texts()]
    return [kind for place, kind in enumerate(shown) if not place or shown[place - 1] != kind]


def test_box_in_a_shop_window_plays_by_itself_until_a_key_is_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = shop(tmp_path, monkeypatch)
    box = fake_box()
    box.inputs.pass_time(200.0)
    box.inputs.press(Button.DOWN)
    box.inputs.pass_time(1.0)
    box.inputs.close_window()
    start.run(box=box)
    assert home_and_demo(start) == ["home", "demo", "home"]
    # The press that ended it has moved no cursor.
    assert "> Play" in start.texts()[-1]


def test_demonstration_comes_back_instead_of_a_dark_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = shop(tmp_path, monkeypatch)
    box = fake_box()
    for _ in range(2):
        box.inputs.press(Button.DOWN)
        box.inputs.pass_time(300.0)
    box.inputs.press(Button.DOWN)
    box.inputs.pass_time(1.0)
    assert box.inputs.now() == 0.0
    box.inputs.close_window()
    start.run(box=box)
    assert home_and_demo(start) == ["home", "demo", "home", "demo", "home", "demo", "home"]
    assert "> Play" in start.texts()[-1]
    assert box.display.is_closed


def test_program_that_is_told_to_end_leaves_the_demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = shop(tmp_path, monkeypatch)
    box = fake_box()
    box.inputs.pass_time(20.0)
    box.inputs.close_window()
    box.inputs.pass_time(1.0)
    box.inputs.press(Button.DOWN)
    start.run(box=box)
    assert box.display.is_closed
    assert box.inputs.now() < 21.0


def test_demonstration_writes_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = shop(tmp_path, monkeypatch)
    box = fake_box()
    box.inputs.pass_time(400.0)
    box.inputs.close_window()
    start.run(box=box)
    assert len(start.pages) > 20
    assert not main(["history", "--state", str(start.folder / "state")])


def test_without_the_line_there_is_no_demonstration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = shop(tmp_path, monkeypatch)
    (tmp_path / "card" / "codemaker.txt").write_text("demo = off\nlanguage = en\n")
    start.run("DOWN")
    assert set(home_and_demo(start)) == {"home"}


# --- the first start with a stick


def stick_with(start: Start, monkeypatch: pytest.MonkeyPatch, text: str | None, *results: str | None) -> Path:
    """Plug in a stick with a backup of matches with these *results*, if there are any, and a ``codemaker.txt``."""
    folder = start.folder / "stick"
    folder.mkdir()
    if text is not None:
        (folder / "codemaker.txt").write_text(text)
    if results:
        with closing(in_memory()) as other:
            for result in results:
                other.append(other.begin(HEADING), (CODE, GUESS), result)
            files = (KeptFile("settings", "settings.toml", 'volume = 9\nlanguage = "fr"\n'),)
            finish(save(other, ("Cleo",), files, folder / "codemaker-1.backup", NOON))
    monkeypatch.setattr(compose, "find_stick", lambda: Stick(folder, lambda folder: True))
    return folder


def kept(start: Start) -> list[str | None]:
    with closing(open_for_reading(start.paths.journal)) as journal:
        return [summary.result for summary in journal.matches()]


def test_new_card_takes_matches_and_settings_from_a_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch)
    stick_with(start, monkeypatch, "language = en\ndemo = off\n", "done", None)
    start.run("OK OK OK")
    question = next(text for text in start.texts() if "stick" in text)
    assert "Take over from the stick: saved matches, codemaker.txt?" in question.replace("\n", " ")
    assert kept(start) == [None, "done"]
    settings = load(start.paths.settings)[0]
    # The file counts over the backup.
    assert (settings.volume, settings.language, settings.names) == (9, "en", ("Cleo",))
    # Who has matches is not asked to learn.
    assert "Go on playing" in start.texts()[-1]


def test_stick_that_is_left_in_gets_a_copy_of_the_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch)
    folder = stick_with(start, monkeypatch, None)
    with closing(compose._deferred_journal(start.paths)) as archive:
        archive.append(archive.begin(HEADING), (CODE, GUESS), "done")
        archive.append(archive.begin(HEADING), (CODE, GUESS), None)
    (copy,) = folder.glob("*.copy")
    with closing(in_memory()) as whole:
        assert whole.take_copies(copy) == 1
        assert whole.summary(1).result == "done"


def test_new_card_takes_the_file_alone_and_shows_its_wrong_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start(tmp_path, monkeypatch)
    stick_with(start, monkeypatch, "language = fr\nbord = bonnet\n")
    start.run("OK OK OK OK")
    assert load(start.paths.settings)[0].language == "fr"
    assert any("bord" in text for text in start.texts())
    assert "Apprendre" in start.texts()[-1]


def test_stick_is_asked_for_once_and_no_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch)
    stick_with(start, monkeypatch, "language = fr\n", "done")
    start.run("OK RIGHT OK RIGHT OK")
    assert kept(start) == []
    assert load(start.paths.settings)[0].language == "en"
    asked = len([text for text in start.texts() if "stick" in text])
    start.run("")
    assert len([text for text in start.texts() if "stick" in text]) == asked
    assert "Play" in start.texts()[-1]


def test_stick_is_asked_for_where_the_card_names_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start(tmp_path, monkeypatch, "language = en\n")
    stick_with(start, monkeypatch, "language = fr\n", "done")
    start.run("UP OK OK OK")
    assert kept(start) == ["done"]
    # The card decides.
    assert "Play" in start.texts()[-1]


@pytest.mark.parametrize("has_folder", [True, False])
def test_stick_with_nothing_to_take_is_not_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_folder: bool
) -> None:
    start = Start(tmp_path, monkeypatch)
    folder = stick_with(start, monkeypatch, None)
    if not has_folder:
        folder.rmdir()
    start.run("OK")
    assert "Learn to play" in start.texts()[-1]


def test_broken_backup_on_the_stick_is_told_and_the_start_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Start(tmp_path, monkeypatch)
    folder = stick_with(start, monkeypatch, None)
    (folder / "codemaker-1.backup").write_text("damaged")
    start.run("OK OK OK")
    assert any("no whole backup" in text.replace("\n", " ") for text in start.texts())
    assert "Learn to play" in start.texts()[-1]
