"""A feature between its start and its stop, and what it gets when it starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

# A module ``feature`` imports this one at every start, also for ``codemaker --help``.
if TYPE_CHECKING:
    from companion.box import Inputs, Speaker
    from companion.config.declared import Setting
    from companion.errors import CompanionError
    from companion.match.driver import MatchPosition
    from companion.ui.core.context import AppContext
    from companion.ui.core.screen import Screen
    from companion.words.phrase import Phrase


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The page that is shown, as lines of text; *is_private* where only one player may know what it shows."""

    lines: tuple[str, ...]
    is_private: bool


Opening: TypeAlias = "Callable[[Callable[[], Screen], str, bool], bool]"
"""Shows a screen that players ask for elsewhere, as ``Surroundings`` describes it."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a feature gets when it starts.

    ``state`` is the folder of the box's files, and ``runtime`` that of sockets, None where the system has made none.
    ``call`` has a function called in the event loop, and ``tell`` shows an error to the players; both may be called
    from any thread. ``open`` shows the screen that a function returns in place of all but the first one, with a
    sentence over it until the next press; with ``True`` besides, only where the first one is shown. It returns
    whether it did. ``declared`` are the settings of the feature, by their keys.

    The ports of the box: ``speaker`` plays sounds; ``inputs`` takes events, such as presses, and its ``now`` is the
    clock; ``page`` returns the page that is shown. They and ``open`` are for the event loop's thread, but for
    ``inputs.post``.
    """

    context: AppContext
    state: Path
    runtime: Path | None
    call: Callable[[Callable[[], object]], object]
    tell: Callable[[CompanionError], object]
    open: Opening
    declared: Mapping[str, Setting]
    speaker: Speaker
    inputs: Inputs
    page: Callable[[], ShownPage]

    def setting(self, key: str) -> object:
        """Return the present value of the feature's setting *key*."""
        return self.context.chosen.get(self.declared[key])


class Running:
    """A feature between its start and its stop; the event loop calls all methods, and a feature overrides some."""

    def take_position(self, position: MatchPosition[object] | None) -> None:
        """Take the position of the match that is open on the box after each change; None while none is open.

        It must return at once and must not submit moves; it may post them with ``Surroundings.call``.
        """

    def hear(self, phrases: Sequence[Phrase]) -> None:
        """Take what has happened in the match that is open on the box, and what is asked then, in words for all.

        Of each move the newest fact comes first; ``Phrase.level`` says how important it is. Called after each change.
        """

    def look(self, top: Screen) -> None:
        """Look at the screen that is shown, each time the loop is about to sleep."""

    def stop(self) -> None:
        """End what has been started."""
