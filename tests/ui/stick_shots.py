"""The USB stick, and what the box says of the card at the start."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.config.card import DATA_SENTENCES, FILE, CardDamaged, read_folder
from companion.config.kept_files import KeptFile, KeptFiles
from companion.config.paths import find_paths
from companion.config.stick import Stick
from companion.errors import BackupFailed, CompanionError
from companion.i18n.translator import Translator
from companion.match import backup
from companion.match.backup import Checked, Loaded, Saved
from companion.ui.core.context import AppContext, error_text
from companion.ui.core.notice import Notice, TextScreen
from companion.ui.core.screen import Screen
from companion.ui.home import stick
from companion.ui.home.home import home_menu
from companion.ui.home.preferences import preferences
from tests.support.installing import install
from tests.ui.match_shots import MatchShot

WRONG = "bord = bonnet\nboard = waveshare\nlanguage fr\nturned = no\nturned = half\n"


def _with_stick(make: Callable[[AppContext], Screen]) -> Callable[[AppContext], Screen]:
    def made(context: AppContext) -> Screen:
        install(context, stick=Stick(Path("/run/codemaker-stick"), lambda folder: False))
        return make(context)

    return made


def _copying(context: AppContext) -> Screen:
    def steps() -> Generator[float, None, None]:
        yield 0.45

    screen = stick.Copying(context, stick.SAVE, steps(), lambda result: Notice(context, stick.TITLE))
    screen.tick(0.0)
    return screen


def _notice(title: str, words: Callable[[Translator], str]) -> Callable[[AppContext], Screen]:
    return lambda context: Notice(context, words, title=title)


def _told(error: CompanionError) -> Callable[[AppContext], Screen]:
    return lambda context: Notice(context, error_text(error))


def _refused(context: AppContext) -> Screen:
    with TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_text(WRONG)
        return stick.refused_lines(context, read_folder(Path(folder)).refused)


def _fixed(context: AppContext) -> Screen:
    install(context, fixed=frozenset({"language"}))
    return preferences(context)


def _differing(context: AppContext) -> Screen:
    """Return the question that follows the check of a backup whose files differ from those of the box."""
    with TemporaryDirectory() as folder:
        where = find_paths({}, Path(folder), Path(folder))
        where.settings.write_text("volume = 9\n")
        kept = KeptFiles(where)
        install(context, kept_files=kept)
        kept.write([KeptFile(kind, name, "{}") for kind, name in OTHERS])
        files = (KeptFile("settings", "settings.toml", "volume = 8\n"), *(KeptFile(*each, "") for each in OTHERS))
        return stick.loading(context, Checked(Path("a"), files=files))


def _strangers(context: AppContext) -> Screen:
    context.chosen = replace(context.chosen, names=("Anna",))
    return stick.loading(context, Checked(Path("a"), names=("Mallory", "Zo\u00e9", "Alexandra", "Clementine")))


def _opening(context: AppContext) -> Screen:
    with TemporaryDirectory() as folder:
        install(context, kept_files=KeptFiles(find_paths({}, Path(folder), Path(folder))))
        port = KeptFile("settings", "settings.toml", f'tray_port = "/dev/{"serial" * 8}"\n')
        return stick.loading(context, Checked(Path("a"), files=(port,)))


def _first(context: AppContext) -> Screen:
    """Return the question of the first start, with all that a stick may hold."""
    with TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_text(WRONG)
        (Path(folder) / "codemaker-1.backup").touch()
        install(context, stick=Stick(Path(folder), lambda folder: True))
        question = stick.first_question(context)
    if question is None:
        raise LookupError("expected a question, got none")
    return question


OTHERS = (("calibration", "0042.json"), ("edition", "own.toml"))
SAVED, DAMAGED = Saved(Path("a"), 128, 40), Saved(Path("a"), 128, 40, (3, 17, "own.toml"))
STICK = (
    MatchShot("stick-home", _with_stick(home_menu), "UP OK UP UP UP"),
    MatchShot("stick-menu", _with_stick(stick.stick_menu)),
    MatchShot("stick-none", lambda context: Notice(context, stick.PLUG_IN, title=stick.TITLE)),
    MatchShot("stick-refused", lambda context: Notice(context, stick.NOT_READY, title=stick.TITLE)),
    MatchShot("stick-pulled", lambda context: Notice(context, stick.PULLED_OUT, title=stick.SAVE)),
    MatchShot("stick-copying", _copying),
    MatchShot("stick-saved", _notice(stick.SAVE, lambda translator: stick.saved_words(translator, SAVED))),
    MatchShot(
        "stick-saved-damaged",
        lambda context: TextScreen(context, stick.SAVE, lambda translator: stick.saved_words(translator, DAMAGED)),
    ),
    MatchShot(
        "stick-loaded", _notice(stick.LOAD, lambda translator: stick.loaded_words(translator, Loaded(12, 1, 3)))
    ),
    MatchShot("stick-differing", _differing),
    MatchShot("stick-strangers", _strangers),
    MatchShot("stick-opening", _opening),
    MatchShot("stick-first", _first),
    MatchShot("stick-taken", lambda context: Notice(context, stick.TAKEN, title=stick.TITLE)),
    MatchShot("stick-empty", lambda context: Notice(context, stick.NO_BACKUP, title=stick.TITLE)),
    *(
        MatchShot(f"stick-failed-{place}", _told(BackupFailed("expected a backup", sentence)))
        for place, sentence in enumerate((BackupFailed.sentence, backup.UNWRITABLE, backup.UNREADABLE, backup.NEWER))
    ),
    *(
        MatchShot(f"card-{word}", _told(CardDamaged("expected a sound card", sentence)))
        for word, sentence in DATA_SENTENCES.items()
    ),
    MatchShot("card-lines", _refused),
    MatchShot("card-lines-end", _refused, "DOWN DOWN DOWN"),
    MatchShot("card-fixed", _fixed, "OK"),
)
