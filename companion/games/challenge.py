"""The form of a challenge: a line of letters, or a date, that names a secret of a game for every box.

A line hides the secret from eyes alone: the game computes it from the line.
"""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LINE = 13
"""Letters of a line."""
FORM = rf"[{ALPHABET}]{{{LINE}}}|\d{{4}}-\d\d-\d\d"
"""The regular expression of a challenge."""
_ALIKE = str.maketrans("018", "OIB", "- ")


def is_day(challenge: str) -> bool:
    """Whether *challenge* is a date, such as ``2026-11-26``."""
    return challenge[4:5] == "-"


def grouped(line: str) -> str:
    """Return *line* with dashes, as it is shown.

    >>> grouped("ABCDEFGHIJKLM")
    'ABCDE-FGHIJ-KLM'
    """
    return "-".join((line[:5], line[5:10], line[10:]))


def typed(text: str) -> str:
    """Return the line that somebody typed as *text*, in capitals and without dashes, spaces and look-alikes.

    >>> typed("abcd e0gh-ijk1m")
    'ABCDEOGHIJKIM'
    """
    return text.upper().translate(_ALIKE)
