"""What a check finds, and how bad it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from companion.errors import N_


class Severity(Enum):
    """How bad it is; GREY is what this machine or this board does not have."""

    GREEN = "green"
    GREY = "grey"
    AMBER = "amber"
    RED = "red"


ALL_WELL = N_("Nothing is wrong here.")
NOT_HERE = N_("Not on this machine.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One light: the fact behind it for whoever mends it, a sentence for the table, and the command that mends it."""

    light: Severity
    fact: str
    sentence: str
    mend: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def green(fact: str, sentence: str = ALL_WELL, **values: object) -> Finding:
    """All is well, and *fact* says what was found."""
    return Finding(Severity.GREEN, fact, sentence, values=MappingProxyType(values))


def grey(fact: str, sentence: str = NOT_HERE) -> Finding:
    """There is nothing to look at."""
    return Finding(Severity.GREY, fact, sentence)


def amber(fact: str, sentence: str, mend: str = "", **values: object) -> Finding:
    """The box plays, but something is not as it should be."""
    return Finding(Severity.AMBER, fact, sentence, mend, MappingProxyType(values))


def red(fact: str, sentence: str, mend: str = "", **values: object) -> Finding:
    """Something that the box needs does not work."""
    return Finding(Severity.RED, fact, sentence, mend, MappingProxyType(values))
