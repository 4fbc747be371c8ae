"""A value that does not tell itself by accident."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T]):
    """Holds a value that print, repr, a log line or a trace must not show.

    >>> Secret("RGBY")
    <hidden>
    >>> f"{Secret('RGBY')}"
    '<hidden>'
    >>> Secret("RGBY").reveal()
    'RGBY'
    """

    _value: T

    def reveal(self) -> T:
        """Return the value; every caller is a place where the secret may leave, so there are few."""
        return self._value

    def __repr__(self) -> str:
        return "<hidden>"

    __str__ = __repr__
