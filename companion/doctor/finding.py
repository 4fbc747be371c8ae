"""What a check finds, and its severity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from companion.errors import N_


class Severity(Enum):
    """The severity of a finding; GREY means that this machine or board does not have the part."""

    GREEN = "green"
    GREY = "grey"
    AMBER = "amber"
    RED = "red"


ALL_WELL = N_("Nothing is wrong here.")
NOT_HERE = N_("Not on this machine.")
BUS_OFF = N_("{bus} is off.")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: a technical *fact*, a *sentence* for the player, and the command that fixes it."""

    light: Severity
    fact: str
    sentence: str
    fix: str = ""
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def green(fact: str, sentence: str = ALL_WELL, **values: object) -> Finding:
    """Return a finding without a fault; *fact* says what was found."""
    return Finding(Severity.GREEN, fact, sentence, values=MappingProxyType(values))


def grey(fact: str, sentence: str = NOT_HERE) -> Finding:
    """Return a finding for a part that is not there."""
    return Finding(Severity.GREY, fact, sentence)


def amber(fact: str, sentence: str, fix: str = "", **values: object) -> Finding:
    """Return a finding for a fault with which the box still plays."""
    return Finding(Severity.AMBER, fact, sentence, fix, MappingProxyType(values))


def red(fact: str, sentence: str, fix: str = "", **values: object) -> Finding:
    """Return a finding for a fault in something that the box needs."""
    return Finding(Severity.RED, fact, sentence, fix, MappingProxyType(values))
