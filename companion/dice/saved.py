"""Throws that are saved by name; the settings keep each as a text such as ``Sneak attack: 3d6+2``."""

from __future__ import annotations

from collections.abc import Iterable

from companion.config.names import THROW_LENGTHS, cleaned, person
from companion.config.settings import THROWS_MOST
from companion.dice.model import DiceSpec, ThrowRefused, read_cast
from companion.errors import N_, OptionRefused, TextUnreadable

_AFTER_NAME = ": "


def saved_throws(texts: Iterable[str]) -> dict[str, DiceSpec]:
    """Return the saved throws by their names, without those that this program cannot read.

    >>> saved_throws(["Sneak attack: 3d6+2", "Old: 3d7"])
    {'Sneak attack': Sum(terms=((1, Dice(count=3, sides=6, keep=0)),), plus=2)}
    """
    found = {}
    for text in texts:
        name, _, notation = text.partition(_AFTER_NAME)
        if (cast := _cast_or_none(notation)) is not None:
            found[name] = cast
    return found


def _cast_or_none(text: str) -> DiceSpec | None:
    try:
        return read_cast(text)
    except (TextUnreadable, ThrowRefused):
        return None


def named(name: str, texts: Iterable[str]) -> DiceSpec | None:
    """Return the saved throw of this *name*, however it is written; None where there is none."""
    return next((cast for other, cast in saved_throws(texts).items() if person(other) == person(name)), None)


def with_throw(texts: Iterable[str], name: str, cast: DiceSpec) -> tuple[str, ...]:
    """Return *texts* with *cast* as *name* first, in place of another throw of that name.

    Raises ``NameRefused``, and ``OptionRefused`` for a name that is a throw itself, or one throw too many.
    """
    name = cleaned(name, THROW_LENGTHS)
    if _cast_or_none(name) is not None:
        sentence = N_("This name is a throw itself. Choose another one.")
        raise OptionRefused(f"expected a name, got the throw {name!r}", sentence)
    throws = (f"{name}{_AFTER_NAME}{cast}", *without_throw(texts, name))
    if len(throws) > THROWS_MOST:
        sentence = N_("{count} throws are saved. Forget one first.")
        raise OptionRefused(f"expected {THROWS_MOST} saved throws at most", sentence, count=THROWS_MOST)
    return throws


def without_throw(texts: Iterable[str], name: str) -> tuple[str, ...]:
    """Return *texts* without the throw of this *name*."""
    return tuple(text for text in texts if person(text.partition(_AFTER_NAME)[0]) != person(name))
