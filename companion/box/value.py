"""Immutable values that are made in a hundredth of the time of a dataclass.

A frozen dataclass takes a third of a millisecond to make, because its methods are compiled for it. The values that are
needed before the first frame, some dozen, would take a twentieth of the start.
"""

from __future__ import annotations

from typing import Any, NoReturn, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """The base of a value whose fields are its ``__slots__``, in the order of their annotations.

    Values are equal if their class and fields are. Making one with other fields raises ``TypeError``.

    >>> class Point(Value):
    ...     __slots__ = ("x", "y")
    ...     x: int
    ...     y: int
    >>> Point(1, y=2), Point(1, 2) == Point(1, 3)
    (Point(x=1, y=2), False)
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        # mypy takes it for final, as that of a dataclass.
        names = tuple(name for name in cls.__annotations__ if name in cls.__slots__)
        type.__setattr__(cls, "__match_args__", names)

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        if len(values) > len(names) or {*named} != {*names[len(values) :]}:
            raise TypeError(f"expected {', '.join(names)}, got {values!r} and {named!r}, for {type(self).__name__}")
        for name, value in zip(names, values, strict=False):
            object.__setattr__(self, name, value)
        for name, value in named.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"expected no change of a value, got {name} = {value!r}, for {self!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"expected no change of a value, got the end of {name}, for {self!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), self._fields()))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self._fields(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)
