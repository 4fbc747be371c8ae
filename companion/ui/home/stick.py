"""The USB stick: saving all matches to it, loading them from it, and what a new box takes from it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from companion.box import Button
from companion.config.card import FILE, read_folder, shortened
from companion.config.kept_files import OF_THE_DISPLAY, KeptFile, taken_settings
from companion.config.settings import Settings, line, opening, strangers, with_names, without
from companion.errors import N_, BackupFailed, CompanionError, SettingsRefused
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.match import backup
from companion.match.catalogue import load_catalogue
from companion.ui.core.context import AppContext, error_text
from companion.ui.core.elements import Gauge
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, Question, TextScreen
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, PopToRoot, Push, Replace, Screen, Stay

T = TypeVar("T")

TITLE, SAVE, LOAD = N_("USB stick"), N_("Save matches"), N_("Load matches")
SAVE_HELP = N_("Copies matches, settings, own games to the stick.")
LOAD_HELP = N_("Adds the stick's matches. None is lost.")
PLUG_IN = N_("Plug in a USB stick, wait a moment, choose again.")
NOT_READY = N_("The stick is not ready: wait, or use one with FAT32 or exFAT.")
PULLED_OUT = N_("The stick was pulled out too soon. Plug it in, try again.")
NO_BACKUP = N_("There are no saved matches on this stick.")
PULL = N_("You may pull the stick out now.")
OPENS = N_("Allow what the stick opens: {what}?")
TAKEN = N_("The stick's settings are taken over.")
# The pause between two steps, in which presses are handled. A step ends after a share of the whole, or after this
# number of matches, because the watchdog of the service expects the end of a step.
PAUSE_S = 0.01
STEP = 0.05
# Letters of what a question names, so that the lowest display shows all of it.
MOST_SHOWN = 29
MOST_READ = 50


def stick_menu(context: AppContext) -> Menu:
    """Return the menu of the stick, which is for home only: loading may give an open match a new number."""
    items = [
        Item(SAVE, lambda: with_stick(context, lambda folder: Push(_saving(context, folder))), help=SAVE_HELP),
        Item(LOAD, lambda: with_stick(context, lambda folder: _choose(context, folder)), help=LOAD_HELP),
    ]
    return Menu(context, TITLE, items, has_help=True)


def with_stick(context: AppContext, then: Callable[[Path], Navigation]) -> Navigation:
    """Return what *then* makes of the stick's folder, or a notice if no stick is plugged in or it cannot be used."""
    stick = context.installation.stick
    if stick is None or not stick.is_there:
        is_plugged_in = stick is not None and stick.has_disk()
        return Push(Notice(context, NOT_READY if is_plugged_in else PLUG_IN, title=TITLE))
    try:
        return then(stick.folder)
    except BackupFailed as failure:
        return Push(_failure_screen(context, failure, TITLE))


def _failure_screen(context: AppContext, failure: CompanionError, title: str) -> Screen:
    """Return what the players are told of a *failure*, whose reason may be that the stick is gone."""
    is_gone = context.installation.stick is not None and not context.installation.stick.is_there
    return Notice(context, PULLED_OUT if is_gone else error_text(failure), title=title)


def _choose(context: AppContext, folder: Path) -> Navigation:
    """Load the only backup in *folder*, or let the players choose one of several, the newest first."""
    files = backup.backups_in(folder)
    if not files:
        return Push(Notice(context, NO_BACKUP, title=TITLE))
    if len(files) == 1:
        return Push(_loading(context, files[0]))
    # A loop variable would be that of the last file when the item is chosen.
    items = [Item(Verbatim(file.name), lambda file=file: Replace(_loading(context, file))) for file in files]  # type: ignore[misc]
    return Push(Menu(context, LOAD, items))


def _saving(context: AppContext, folder: Path) -> Screen:
    path, archive = backup.free_path(folder), context.environment.archive

    def show_saved(saved: backup.Saved) -> Screen:
        if context.installation.stick is None or not context.installation.stick.is_there:
            # Without the stick its folder is one of the card.
            raise BackupFailed(f"expected the stick at {folder}, got none", backup.UNWRITABLE)
        # The numbers of damaged matches may be more than a notice has room for.
        screen = TextScreen if saved.damaged else _result
        return screen(context, SAVE, lambda translator: saved_words(translator, saved))

    files: Iterable[KeptFile] = (
        () if context.installation.kept_files is None else context.installation.kept_files.read()
    )
    steps = backup.save(archive, context.chosen.names, files, path, context.environment.stamp())
    return Copying(context, SAVE, steps, show_saved)


def saved_words(translator: Translator, saved: backup.Saved) -> str:
    """Return what the players are told when the matches are on the stick."""
    count = saved.matches
    text = translator.ngettext("{count} match is on the stick.", "{count} matches are on the stick.", count)
    text = text.format(count=count)
    if saved.damaged:
        damaged = translator._(N_("Damaged, and so left out: {numbers}."))
        text += " " + damaged.format(numbers=", ".join(map(str, saved.damaged)))
    return text + "\n" + translator._(PULL)


def _loading(context: AppContext, file: Path) -> Screen:
    """Check the backup *file*, and load it."""
    return Copying(context, LOAD, backup.part(backup.check(file), 0, 0.5), lambda checked: loading(context, checked))


def loading(context: AppContext, checked: backup.Checked) -> Screen:
    """Load a backup, after the questions whether it is of this household, and whether to replace files that differ."""
    here = context.installation.kept_files
    other = [] if here is None else here.new_and_other(checked.files)[1]

    def differing() -> Screen:
        if here is None or not other:
            return _taking(context, checked, replaced=True)
        return _asking(
            context,
            N_("Replace what differs here: {what}?"),
            lambda translator: ", ".join(dict.fromkeys(translator._(here.kinds[each.kind].word) for each in other)),
            lambda yes: _taking(context, checked, replaced=yes),
        )

    if not (unknown := strangers(context.chosen, checked.names)):
        return differing()
    question = N_("Players not known here: {what}. Load?")
    names = shortened(", ".join(unknown), MOST_SHOWN)
    return Question(
        context, lambda translator: translator._(question).format(what=names), lambda: Replace(differing())
    )


def _asking(
    context: AppContext, question: str, what: Callable[[Translator], str], then: Callable[[bool], Screen]
) -> Question:
    """Ask *question* about *what*; after the answer the screen is what *then* returns for it."""
    return Question(context, filled(question, what=what), lambda: Replace(then(True)), lambda: Replace(then(False)))


def _opening(
    context: AppContext, taken: Settings, doors: Sequence[tuple[str, object]], then: Callable[[Settings], Screen]
) -> Screen:
    """Ask for each of *doors*, which *taken* opens; the last answer goes on to *then* with what is left of *taken*."""
    if not doors:
        return then(taken)

    def take_answer(yes: bool) -> Screen:
        left = taken if yes else without(context.chosen, taken, doors[:1], context.declared)
        return _opening(context, left, doors[1:], then)

    return _asking(context, OPENS, lambda translator: shortened(line(*doors[0]), MOST_SHOWN), take_answer)


def _taking(
    context: AppContext, checked: backup.Checked, *, replaced: bool, then: Callable[[], Navigation] = Pop
) -> Screen:
    """Add what the box lacks of a backup; files that differ here are *replaced*, or stay.

    Each setting that opens or redirects something is asked for.
    """
    kept, more = context.installation.kept_files, context.declared
    new, other = ([], []) if kept is None else kept.new_and_other(checked.files)
    files = [*new, *other] if replaced else new
    here, there = context.chosen, None if kept is None else kept.settings_in(files)
    own = (*OF_THE_DISPLAY, *context.installation.fixed)
    taken = here if there is None else taken_settings(here, there, own, more)

    def keep_and_show(settings: Settings, loaded: backup.Loaded) -> Screen:
        if kept is not None:
            kept.write(files)
            if any(file.kind == "edition" for file in files):
                context.catalogue = load_catalogue(kept.where.editions)
        # Names may have been added since the questions, by phones.
        _change(context, with_names(taken_settings(context.chosen, settings, (), more), checked.names))
        return _result(context, LOAD, lambda translator: loaded_words(translator, loaded), then())

    def add(settings: Settings) -> Screen:
        # The open match may have a new number; its driver is made again when it goes on.
        context.driver = None
        steps = backup.part(backup.load(context.environment.archive, checked), 0.5, 0.5)
        return Copying(context, LOAD, steps, partial(keep_and_show, settings))

    return _opening(context, taken, opening(here, taken, more), add)


def _change(context: AppContext, settings: Settings) -> None:
    """Use and keep *settings*, if they differ from those that were chosen."""
    if settings != context.chosen:
        context.try_to_change(**{each.name: getattr(settings, each.name) for each in fields(settings)})


def _result(context: AppContext, title: str, text: Text, then: Navigation | None = None) -> Screen:
    return Notice(context, text, then, title=title)


def loaded_words(translator: Translator, loaded: backup.Loaded) -> str:
    """Return what the players are told when the matches of the stick are in the box."""
    count = loaded.added + loaded.longer
    text = translator.ngettext("{count} match was added.", "{count} matches were added.", count)
    return text.format(count=count) + "\n" + translator._(PULL)


def first_question(context: AppContext) -> Question | None:
    """Return the question of the first start whether to take what the stick holds; None if it holds nothing to take.

    A stick may hold a backup, of which the newest is loaded, and a file as the card has it, whose lines become
    settings.
    """
    stick = context.installation.stick
    if stick is None or not stick.is_there:
        return None
    backups: tuple[Path, ...] = ()
    has_file = False
    wished: Mapping[str, Any] = {}
    refused: Sequence[SettingsRefused] = ()
    with suppress(OSError):
        backups = backup.backups_in(stick.folder)
        if has_file := (stick.folder / FILE).is_file():
            found = read_folder(stick.folder)
            wished = {key: value for key, value in found.values.items() if key not in context.installation.fixed}
            refused = found.refused
    if not backups and not has_file:
        return None

    def words(translator: Translator) -> str:
        what = [*([translator._(N_("saved matches"))] if backups else []), *([FILE] if has_file else [])]
        return translator._(N_("Take over from the stick: {what}?")).format(what=", ".join(what))

    def take(chosen: Settings) -> Screen:
        def end(then: Navigation) -> Navigation:
            _change(context, replace(context.chosen, **{key: getattr(chosen, key) for key in wished}))
            return Replace(refused_lines(context, refused, then)) if refused else then

        if not backups:
            return _result(context, TITLE, TAKEN, end(Pop()))
        # Who has matches needs no offer to learn.
        steps = backup.part(backup.check(backups[0]), 0, 0.5)
        return Copying(
            context,
            LOAD,
            steps,
            lambda checked: _taking(context, checked, replaced=True, then=lambda: end(PopToRoot())),
        )

    def yes() -> Navigation:
        there = replace(context.chosen, **wished)
        return Replace(_opening(context, there, opening(context.chosen, there, context.declared), take))

    question = Question(context, words, yes)
    question.is_yes = True
    return question


def refused_lines(
    context: AppContext, refused: Sequence[SettingsRefused], then: Navigation | None = None
) -> TextScreen:
    """Return the screen with the wrong lines of ``codemaker.txt``."""

    def words(translator: Translator) -> str:
        return "\n".join(translator.tell(wrong) for wrong in refused)

    return TextScreen(context, Verbatim(FILE), words, then)


class Copying(Screen, Generic[T]):
    """Runs *steps*, shows their progress, and then the screen that *told* makes of their result; BACK stops them.

    Steps that are stopped or fail change nothing.
    """

    takes_roll = True

    def __init__(
        self, context: AppContext, title: str, steps: Generator[float, None, T], told: Callable[[T], Screen]
    ) -> None:
        self.context = context
        self.title = title
        self._steps = steps
        self._told = told
        self._done = 0.0
        self._next = context.now()

    def draw(self, page: Page) -> None:
        page.title(self.title)
        page.hints("", page.translator._("Leave the stick in."))
        page.add(Gauge(f"{round(100 * self._done)} %", self._done))

    def press(self, button: Button) -> Navigation:
        if button is not Button.BACK:
            return Stay()
        try:
            self._steps.close()
        except CompanionError as failure:
            return Replace(_failure_screen(self.context, failure, self.title))
        return Pop()

    def due(self) -> float | None:
        return self._next

    def tick(self, now: float) -> Navigation:
        """Make the next steps; after the last one, or a failure, say so."""
        until = self._done + STEP
        try:
            for _ in range(MOST_READ):
                self._done = next(self._steps)
                if self._done >= until:
                    break
        except StopIteration as end:
            return self._end(end.value)
        except CompanionError as failure:
            return Replace(_failure_screen(self.context, failure, self.title))
        self._next = self.context.now() + PAUSE_S
        return Stay()

    def _end(self, result: T) -> Navigation:
        try:
            return Replace(self._told(result))
        except CompanionError as failure:
            return Replace(_failure_screen(self.context, failure, self.title))
