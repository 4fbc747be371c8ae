"""A value whose repr and str never reveal it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T]):
    """Holder of a value that print, repr, a log line or a traceback must not show.

    >>> Secret("RGBY")
    <hidden>
    >>> f"{Secret('RGBY')}"
    '<hidden>'
    >>> Secret("RGBY").reveal()
    'RGBY'
    """

    _value: T

    def reveal(self) -> T:
        """Return the value; every call is a place where the secret may leak, so keep calls few."""
        return self._value

    def __repr__(self) -> str:
        return "<hidden>"

    __str__ = __repr__
