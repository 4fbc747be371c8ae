"""The exception classes of the companion, in one tree.

An error carries two texts. Its message is for programmers: lower case, what was expected, what was received,
and where. Its ``sentence`` is for the players: a message id of the catalogues in ``i18n/`` with named placeholders
for its ``values``; it fits into three lines of the display and says what to do.
"""

from __future__ import annotations


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "mark, do not translate yet"
    """Mark *text* for extraction to the catalogues and return it; it is translated when it is shown."""
    return text


class CompanionError(Exception):
    """The base class of all errors that can be explained to the players."""

    sentence = N_("Something went wrong. The match is kept.")

    def __init__(self, message: str, sentence: str | None = None, **values: object) -> None:
        super().__init__(message)
        if sentence is not None:
            self.sentence = sentence
        self.values = values


class TextUnreadable(CompanionError, ValueError):
    """A text (a move, a record, a code on the command line) that cannot be read."""

    sentence = N_("That cannot be read.")


class MoveRefused(CompanionError, ValueError):
    """A move that the rules do not allow now."""

    sentence = N_("The rules do not allow that.")


class OptionRefused(CompanionError, ValueError):
    """A choice of options or players that the game does not offer."""

    sentence = N_("That choice is not offered.")


class EditionRefused(CompanionError, ValueError):
    """An edition file that is wrong; the message names the file, the key and the limit."""

    sentence = N_("An edition file is wrong: see About.")


class BookRefused(CompanionError, ValueError):
    """A strategy book that is damaged or of an unknown version; the box computes its rows instead."""

    sentence = N_("A book is damaged. The box thinks by itself.")


class SettingsRefused(CompanionError, ValueError):
    """Settings that are wrong or cannot be written; the message names the file, the key and the limit."""

    sentence = N_("Settings file is wrong. Defaults are used.")


class SettingsUnreadable(SettingsRefused):
    """A settings file that cannot be read at all; the defaults are used, and it is left as it is."""


class SettingsChanged(CompanionError):
    """A settings file whose checksum does not fit; ``values["chosen"]`` lists its settings, which are used."""

    sentence = N_("Settings were changed by hand or damaged: see Check-up.")


class DeviceMissing(CompanionError, OSError):
    """A display, a button board or a speaker that is missing or does not answer."""

    sentence = N_("A part does not answer. Play goes on without it.")


class NothingToPlayOn(DeviceMissing):
    """No device was named, and this machine has no device to play on."""


NO_SOUND = N_("No sound here. Play goes on without it.")
NO_BUTTONS = N_("No button answers: check how the board sits on its pins.")
NO_BUTTON = N_("{button} does not answer: check the board.")
NO_PANEL = N_("The display does not answer: check its plug.")
ALL_PARTS = "all parts are there"
"""What the service tells systemd while nothing is missing."""


class TableSocketFailed(CompanionError, OSError):
    """The socket for other programs could not be made."""

    sentence = N_("No socket for other programs. Play goes on without it.")


class FeatureFailed(CompanionError):
    """An optional feature did not start, or failed while it ran; play continues without it."""

    sentence = N_("A feature has failed: {feature}. Play goes on without it.")


class RowRefused(CompanionError, ValueError):
    """A row in the tray that the box cannot use."""

    sentence = N_("The tray cannot be read. Set the row by hand.")


class CalibrationFailed(CompanionError, OSError):
    """The calibration of a tray could not be read or written."""

    sentence = N_("The tray's calibration was damaged. Calibrate it again.")


class JournalFailed(CompanionError, OSError):
    """The journal could not be read or written; play continues, but is not saved."""

    sentence = N_("Nothing is being saved: check the card.")


class JournalLost(JournalFailed):
    """The journal holds less than it did, and the players have not accepted that."""

    sentence = N_("Matches are missing: load a backup with them.")


class BackupFailed(CompanionError, OSError):
    """A backup of the matches could not be written or read; nothing has been changed."""

    sentence = N_("This file is no whole backup. Nothing was changed.")


DAMAGED_MATCHES = N_("Damaged matches: {numbers}. They are kept, not shown.")


class MatchDamaged(JournalFailed):
    """The journal's data of one match differ from what was written; they stay in the journal unchanged."""

    sentence = N_("This match is damaged. It is kept, but not shown.")

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number
