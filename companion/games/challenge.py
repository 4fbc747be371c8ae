"""The form of a challenge: a line of letters, or a date, that names a secret of a game for every box.

A line hides the secret from eyes alone: the game computes it from the line.
"""

import re

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
LINE = 13
"""Letters of a line."""
_DAY = "([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
FORM = f"[{ALPHABET}]{{{LINE}}}|{_DAY}"
"""The regular expression of a challenge."""
_SHORT = {2: 28, 4: 30, 6: 30, 9: 30, 11: 30}
"""The days of the months that have fewer than 31, February in a common year."""
_ALIKE = str.maketrans("018", "OIB", "- ")


def is_day(challenge: str) -> bool:
    """Whether *challenge* is a date of the calendar, such as ``2026-11-26``.

    >>> is_day("2024-02-29"), is_day("2026-02-29"), is_day("ABCD-EFGHIJKLM")
    (True, False, False)
    """
    found = re.fullmatch(_DAY, challenge)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return year > 0 and day <= _SHORT.get(month, 31) + (month == 2 and is_leap)


def grouped(line: str) -> str:
    """Return *line* with dashes, as it is shown.

    >>> grouped("ABCDEFGHIJKLM")
    'ABCDE-FGHIJ-KLM'
    """
    return "-".join((line[:5], line[5:10], line[10:]))


def normalize(text: str) -> str:
    """Return the line that somebody typed as *text*, in capitals and without dashes, spaces and look-alikes.

    >>> normalize("abcd e0gh-ijk1m")
    'ABCDEOGHIJKIM'
    """
    return text.upper().translate(_ALIKE)
