"""A fast start: the table of the modules whose code runs at their first use, and fewer collections of garbage.

Every module imports the modules of the table like all others, at its top: ``from companion.ui import setup``. Once
``prepare`` has run, such an import makes an empty module. The first access to an attribute of it, as in
``setup.setup_menu(context)``, runs its code (with a module's ``__getattr__``, PEP 562). So a module that is imported
before the first frame names only the module; ``from companion.ui.home.setup import setup_menu`` would run its code.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from threading import RLock
from types import ModuleType
from typing import Any

# By default Python collects garbage after every 700 new objects. The modules imported before the first frame are never
# garbage, so that passes before it would find nothing, and most of those after it little.
COLLECT_AT_START, COLLECT_EVERY = 200_000, 20_000

BEHIND_THE_FIRST_FRAME = (
    "companion.dice.roller",
    "companion.match.archive",
    "companion.match.driver",
    "companion.words",
    "companion.words.phrase",
    "companion.match.families",
    "companion.match.families.pegs",
    "companion.match.families.pegs_together",
    "companion.match.session",
    "companion.storage.queued",
    "companion.ui.dice",
    "companion.ui.games.shared.screens",
    "companion.ui.home.history",
    "companion.ui.games.shared.match",
    "companion.ui.home.day",
    "companion.ui.home.play",
    "companion.ui.home.preferences",
    "companion.ui.home.setup",
    "companion.ui.home.welcome",
)
"""What a button press may need; this code runs as soon as the first frame is shown."""

WHEN_USED = (
    "companion.app.beside",
    "companion.app.demo",
    "companion.app.event_queue",
    "companion.app.host",
    "companion.app.systemd",
    "companion.cli.boards",
    "companion.cli.dispatch",
    "companion.cli.doctor",
    "companion.cli.logs",
    "companion.cli.place",
    "companion.config.installation",
    "companion.devices.script",
    "companion.devices.terminal",
    "companion.devices.text",
    "companion.devices.window",
    "companion.devices.pi.buzzer",
    "companion.devices.pi.pins",
    "companion.devices.pi.spi",
    "companion.dice.model",
    "companion.link.reader",
    "companion.link.twin_port",
    "companion.match.backup",
    "companion.match.changes",
    "companion.games.contract",
    "companion.strategy.coda",
    "companion.strategy.pegs.candidates",
    "companion.strategy.pegs.library",
    "companion.tray.calibration_store",
    "companion.tray.controls",
    "companion.tray.service",
    "companion.ui.core.tray_events",
    "companion.ui.games.pegs.lesson",
    "companion.ui.home.checkup",
    "companion.ui.home.people",
    "companion.ui.home.statistics",
    "companion.ui.home.stick",
    "companion.ui.tray.wizard",
    "PIL.ExifTags",
    "PIL.ImageDraw",
    "PIL.ImageFilter",
    "PIL.TiffTags",
    "cbor2",
    "difflib",
    "hashlib",
    # dataclasses uses it for a class that has no docstring, and from Python 3.13 on for the fields of every class.
    "inspect",
    # luma imports multiprocessing, which imports this module, pickle and socket, and uses none of them at the start.
    "multiprocessing.reduction",
    "shlex",
    "tomllib",
    # logging imports it, for exceptions.
    "traceback",
)
"""What one device, one command or a rare event needs."""

_LAZY = frozenset([*BEHIND_THE_FIRST_FRAME, *WHEN_USED])
# The first use may be in any thread. One lock for all modules: their imports of each other cannot block each other.
_RUNNING = RLock()


def prepare() -> None:
    """Make every import of a module of the table from now on a lazy one, and collect no garbage for a while."""
    gc.set_threshold(COLLECT_AT_START)
    if not any(isinstance(finder, _LazyFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _LazyFinder())


def collect_garbage() -> None:
    """Collect garbage from now on, but less often than Python does by default."""
    gc.set_threshold(COLLECT_EVERY)


def run_now(name: str) -> None:
    """Import the module *name* and run its code unless it has run; a module outside the table is imported."""
    # Any attribute that the import system does not set will do.
    getattr(import_module(name), "__all__", None)


def has_run(name: str) -> bool:
    """Whether the module *name* is imported and its code has run."""
    module = sys.modules.get(name)
    return module is not None and not isinstance(vars(module).get("__getattr__"), _FirstUse)


def get_annotations(thing: Any, **options: Any) -> dict[str, Any]:
    """Return what ``inspect.get_annotations`` returns; for a class this does not run the code of ``inspect``."""
    found = vars(thing).get("__annotations__", {}) if isinstance(thing, type) else None
    if isinstance(found, dict) and not options:
        return dict(found)
    run_now("inspect")
    annotations: dict[str, Any] = import_module("inspect").get_annotations(thing, **options)
    return annotations


# From Python 3.13 on, dataclasses calls this function for every class. Without it here, the first dataclass would run
# the code of inspect and of the parsers that it imports, before the first frame.
_BEFORE_FIRST_USE = {"inspect": {"get_annotations": get_annotations}}
"""By the name of a lazy module, attributes that it has before its code has run; its code replaces them."""


class _LazyFinder:
    """A finder on ``sys.meta_path`` that finds the modules of the table, and looks for no file yet."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return a spec with a lazy loader; None for a module outside the table."""
        # A loader needs no base class; importlib.abc would import many modules for it.
        return ModuleSpec(name, _LazyLoader(path)) if name in _LAZY else None  # type: ignore[arg-type]


class _LazyLoader:
    """A loader that leaves a module empty until an attribute of it is accessed; *path* is where its file is."""

    def __init__(self, path: Sequence[str] | None) -> None:
        self._path = path

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return None: a usual module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run no code yet."""
        vars(module).update(_BEFORE_FIRST_USE.get(module.__name__, {}))
        vars(module)["__getattr__"] = _FirstUse(module, self._path)


class _FirstUse:
    """The ``__getattr__`` of a module whose code has not run."""

    def __init__(self, module: ModuleType, path: Sequence[str] | None) -> None:
        self._module, self._path = module, path
        self._has_begun = False

    def __call__(self, name: str) -> object:
        """Run the module's code, and return its attribute *name*; where the code fails, the next use runs it again."""
        with _RUNNING:
            if name == "__path__" and (folders := self._find().submodule_search_locations) is not None:
                # A module of this package is imported; that does not run the code of the package.
                return folders
            if name == "__path__" or (self._has_begun and not has_run(self._module.__name__)):
                # It is no package, or its code asks for a name that it has yet to define.
                raise AttributeError(f"module {self._module.__name__!r} has no attribute {name!r}")
            if not self._has_begun:
                self._run()
        return getattr(self._module, name)

    def _find(self) -> ModuleSpec:
        spec = PathFinder.find_spec(self._module.__name__, self._path)
        if spec is None:
            raise ModuleNotFoundError(f"No module named {self._module.__name__!r}", name=self._module.__name__)
        return spec

    def _run(self) -> None:
        self._has_begun = True
        try:
            vars(self._module).update(vars(module_from_spec(spec := self._find())))
            if spec.loader is not None:
                spec.loader.exec_module(self._module)
        except BaseException:
            self._has_begun = False
            raise
        if vars(self._module)["__getattr__"] is self:
            del vars(self._module)["__getattr__"]
