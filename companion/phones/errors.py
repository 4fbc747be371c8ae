"""The errors of phones and of their web process."""

from __future__ import annotations

from companion.errors import N_, CompanionError


class PhonesFailed(CompanionError, OSError):
    """The web process for phones cannot serve; only its command says so, so players read no sentence about it."""


class PhonesDamaged(CompanionError, OSError):
    """The file of the phones that play could not be used; each has to be invited again."""

    sentence = N_("The list of phones was damaged. Invite them again.")
