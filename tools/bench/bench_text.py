"""How many words are written for a row that is typed."""

from __future__ import annotations

import subprocess
import sys
import tempfile

ROWS = ("ROYG", "BBPP", "RRBB", "GYOP", "PPPP")
TO_A_ROW = ("", "")


def text_row_words() -> float:
    """Return the most words that ``--device text`` writes for a row of Mastermind, of several typed rows.

    Raises ``ValueError`` where a row got no answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion", "play", "--device", "text", "--state", folder, "--lang", "en"]
        lines = "\n".join([*TO_A_ROW, *ROWS, "quit", ""])
        ran = subprocess.run(
            [*command, "--edition", "mastermind"], input=lines, check=True, capture_output=True, text=True
        )
    answers = [page for page in ran.stdout.split("\n\n") if " white\n" in page]
    if len(answers) != len(ROWS):
        raise ValueError(f"expected an answer to each of {len(ROWS)} rows, got {ran.stdout!r}")
    return float(max(len(answer.split()) for answer in answers))
