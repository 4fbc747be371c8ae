"""What a feature may add to the program: the program asks ``installed`` for the features and hands each its part.

Processes without screens and without compiled libraries use this module too, so it imports types for type checkers
only, and a feature's module ``feature`` names the modules of its parts with ``Later``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, TextIO

from companion.features import NAMES

if TYPE_CHECKING:
    import argparse

    from companion.config import declared as declarations
    from companion.config.declared import Setting
    from companion.config.kept_files import Kind
    from companion.config.settings import Settings
    from companion.doctor.host import Check
    from companion.features.running import Running, Surroundings
    from companion.front_ends.service import Extension
    from companion.ui.core.context import AppContext, OwnScreen
    from companion.ui.core.menu import Item


class Later:
    """A module that is imported when an attribute of it is first used; *name* is its full name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        """Return the attribute *name* of the module."""
        return getattr(import_module(self._name), name)


if not TYPE_CHECKING:
    # It imports libraries that the table of lazy modules has, which is set after the import of this module.
    declarations = Later("companion.config.declared")


class Command(NamedTuple):
    """A command of the command line: *does* is its line in the list of commands, and *more* describes it further.

    *run* runs it and returns the exit status. As the first argument, ``codemaker NAME`` is a process of its own that
    imports no screens and no games; then *alone* runs it, where there is one.
    """

    name: str
    does: str
    more: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    alone: Callable[[argparse.Namespace], int] | None = None


class Feature(NamedTuple):
    """What a feature adds to the program; each part but the first two may be left out.

    ``key`` is its name, which may be any, and that of its table in the settings file; ``title`` is its name for the
    players. ``settings`` declares what is in the table. One is ``on``, true or false, which switches the feature on;
    where it is left out, it is false. Where it has an ``option``, ``--KEY`` switches the feature on for one session,
    and ``beside`` then runs around the game and prints to its argument. ``first_items`` are on the first
    menu, above what is always there, and ``home_items`` under *More*. ``pause_items`` gets the names of the people
    in the match, by seat, and in a set-up none. ``players`` returns the names of those who have joined for the next
    match. ``devices`` are the device files that it opens: patterns of their paths, each with the name of its kind in a
    unit of systemd, such as ``(("/dev/snd/*", "char-alsa"),)``; the game's unit allows them, and the doctor looks at
    them. ``kept`` are the kinds of its files that go into a backup, beside those in ``companion.config.kept_files``.
    ``renamed`` is told that a player has another name, or is one with another player.
    ``own_screens`` returns for each seat of the open match whose player sees secrets elsewhere what the box says of
    it. ``start`` is called when the feature is switched on. ``extension`` returns its messages on the table socket,
    which is then open while the feature is on; it is asked with None while only front ends have the socket.
    """

    key: str
    title: str
    settings: tuple[Setting, ...] = ()
    beside: Callable[[TextIO], AbstractContextManager[None]] | None = None
    commands: tuple[Command, ...] = ()
    checks: Callable[[], Sequence[Check]] = tuple
    devices: tuple[tuple[str, str], ...] = ()
    kept: Callable[[], Mapping[str, Kind]] = dict
    first_items: Callable[[AppContext], Sequence[Item]] = lambda context: ()
    home_items: Callable[[AppContext], Sequence[Item]] = lambda context: ()
    settings_items: Callable[[AppContext], Sequence[Item]] = lambda context: ()
    pause_items: Callable[[AppContext, Sequence[str]], Sequence[Item]] = lambda context, people: ()
    players: Callable[[AppContext], Sequence[str]] = lambda context: ()
    renamed: Callable[[AppContext, str, str], None] = lambda context, old, new: None
    own_screens: Callable[[AppContext], Mapping[int, OwnScreen]] = lambda context: {}
    start: Callable[[Surroundings], Running] | None = None
    extension: Callable[[Running | None], Extension] | None = None

    def __hash__(self) -> int:
        """Return the hash of its key: settings may have choices, which have none."""
        return hash(self.key)

    def declared(self) -> Mapping[str, Setting]:
        """Return the settings of its table by their keys, ``on`` among them."""
        settings = (declarations.Setting("on", False, self.title), *self.settings)
        return {each.key: each._replace(table=self.key) for each in settings}

    def is_on(self, settings: Settings) -> bool:
        """Return whether *settings* switch the feature on."""
        return settings.get(self.declared()["on"]) is True

    def switched(self, settings: Settings, is_on: bool) -> dict[str, object]:
        """Return the changes of *settings* that switch the feature on or off."""
        return settings.changes(self.declared()["on"], is_on)


@cache
def installed() -> tuple[Feature, ...]:
    """Return the features whose packages there are, in the order of the table."""
    return tuple(
        import_module(f"companion.{name}.feature").FEATURE for name in NAMES if _is_there(f"companion.{name}")
    )


def _is_there(package: str) -> bool:
    spec = find_spec(package)
    # A folder of a deleted package, in which only bytecode is left, has no origin.
    return spec is not None and spec.origin is not None


def declared() -> tuple[Setting, ...]:
    """Return the settings of all features."""
    return tuple(setting for feature in installed() for setting in feature.declared().values())


def kept_kinds() -> dict[str, Kind]:
    """Return the kinds of files that features add to a backup."""
    return {name: kind for feature in installed() for name, kind in feature.kept().items()}


def command(name: str | None) -> Command | None:
    """Return the command *name* of a feature; None where no feature has it."""
    return next((found for feature in installed() for found in feature.commands if found.name == name), None)
