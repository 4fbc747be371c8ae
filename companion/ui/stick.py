"""Saving all matches to a USB stick, and loading them from one."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Generic, TypeVar

from companion.box import Button
from companion.config.settings import with_names
from companion.errors import N_, BackupFailed, CompanionError
from companion.i18n.translator import Text, Translator, Verbatim
from companion.match import backup
from companion.ui.context import AppContext, error_text
from companion.ui.elements import Gauge
from companion.ui.menu import Item, Menu
from companion.ui.notice import Notice, TextScreen
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Push, Replace, Screen, Stay

T = TypeVar("T")

TITLE, SAVE, LOAD = N_("USB stick"), N_("Save matches"), N_("Load matches")
PLUG_IN = N_("Plug in a USB stick, wait a moment, choose again.")
NOT_READY = N_("The stick is not ready: wait, or use one with FAT32 or exFAT.")
PULLED_OUT = N_("The stick was pulled out too soon. Plug it in, try again.")
NO_BACKUP = N_("There are no saved matches on this stick.")
PULL = N_("You may pull the stick out now.")
# The pause between two steps, in which presses are handled, and the work of one step: a share of the whole.
PAUSE_S = 0.01
STEP = 0.05


def stick_menu(context: AppContext) -> Menu:
    """Return the menu of the stick, which is for home only: loading may give an open match a new number."""
    items = [
        Item(
            SAVE,
            lambda: _with_stick(context, lambda folder: Push(_saving(context, folder))),
            help=N_("Copies all matches to the stick."),
        ),
        Item(
            LOAD,
            lambda: _with_stick(context, lambda folder: _choose(context, folder)),
            help=N_("Adds the stick's matches. None is lost."),
        ),
    ]
    return Menu(context, TITLE, items, has_help=True)


def _with_stick(context: AppContext, then: Callable[[Path], Navigation]) -> Navigation:
    """Return what *then* makes of the stick's folder, or a notice if no stick is plugged in or it cannot be used."""
    stick = context.stick
    if stick is None or not stick.is_there:
        is_plugged_in = stick is not None and stick.has_disk()
        return Push(Notice(context, NOT_READY if is_plugged_in else PLUG_IN, title=TITLE))
    try:
        return then(stick.folder)
    except BackupFailed as failure:
        return Push(_failed(context, failure, TITLE))


def _failed(context: AppContext, failure: CompanionError, title: str) -> Screen:
    """Return what the players are told of a *failure*, whose reason may be that the stick is gone."""
    is_gone = context.stick is not None and not context.stick.is_there
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

    def told(saved: backup.Saved) -> Screen:
        if context.stick is None or not context.stick.is_there:
            # Without the stick its folder is one of the card.
            raise BackupFailed(f"expected the stick at {folder}, got none", backup.UNWRITABLE)
        # The numbers of damaged matches may be more than a notice has room for.
        screen = TextScreen if saved.damaged else _result
        return screen(context, SAVE, lambda translator: saved_words(translator, saved))

    steps = backup.save(archive, context.chosen.names, path, context.environment.stamp())
    return Copying(context, SAVE, steps, told)


def saved_words(translator: Translator, saved: backup.Saved) -> str:
    """Return what the players are told when the matches are on the stick."""
    count = saved.matches
    text = translator.ngettext("{count} match is on the stick.", "{count} matches are on the stick.", count)
    text = text.format(count=count)
    if saved.damaged:
        damaged = translator._(N_("Without the damaged matches: {numbers}."))
        text += " " + damaged.format(numbers=", ".join(map(str, saved.damaged)))
    return text + "\n" + translator._(PULL)


def _loading(context: AppContext, file: Path) -> Screen:
    def told(loaded: backup.Loaded) -> Screen:
        # The open match may have a new number; its driver is made again when it goes on.
        context.driver = None
        names = with_names(context.chosen, loaded.names).names
        if names != context.chosen.names:
            context.try_to_change(names=names)
        return _result(context, LOAD, lambda translator: loaded_words(translator, loaded))

    return Copying(context, LOAD, backup.load(context.environment.archive, file), told)


def _result(context: AppContext, title: str, text: Text) -> Screen:
    return Notice(context, text, title=title)


def loaded_words(translator: Translator, loaded: backup.Loaded) -> str:
    """Return what the players are told when the matches of the stick are in the box."""
    count = loaded.added + loaded.longer
    text = translator.ngettext("{count} match was added.", "{count} matches were added.", count)
    return text.format(count=count) + "\n" + translator._(PULL)


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
        """Draw how much is done."""
        page.title(self.title)
        page.hints("", page.translator._("Leave the stick in."))
        page.add(Gauge(f"{round(100 * self._done)} %", self._done))

    def press(self, button: Button) -> Navigation:
        """Stop."""
        if button is not Button.BACK:
            return Stay()
        try:
            self._steps.close()
        except CompanionError as failure:
            return Replace(_failed(self.context, failure, self.title))
        return Pop()

    def due(self) -> float | None:
        """Return when the next steps are made."""
        return self._next

    def tick(self, now: float) -> Navigation:
        """Make the next steps; after the last one, or a failure, say so."""
        until = self._done + STEP
        try:
            while self._done < until:
                self._done = next(self._steps)
        except StopIteration as end:
            return self._end(end.value)
        except CompanionError as failure:
            return Replace(_failed(self.context, failure, self.title))
        self._next = self.context.now() + PAUSE_S
        return Stay()

    def _end(self, result: T) -> Navigation:
        try:
            return Replace(self._told(result))
        except CompanionError as failure:
            return Replace(_failed(self.context, failure, self.title))
