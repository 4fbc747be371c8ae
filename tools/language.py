"""Begins a language, or takes it out again: ``python -m tools.language pt``, or ``--remove pt``.

It makes a catalogue in which nothing is translated, and gives each word of the boxed editions an entry in the new
language, with the English word in it. What is not translated stays English on the screens.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import catalogues

EDITIONS = catalogues.PACKAGE / "games" / "pegs" / "editions"
# ``name = "Mini"``, a word that is the same in every language, or ``name = { en = "red", fr = "rouge" }``.
_TABLE = re.compile(r'^((?:name|letter) = \{ en = "([^"]*)")((?:, [a-z]{2,3} = "[^"]*")*) \}$', re.M)


def with_entries(edition: str, language: str) -> str:
    """Return the TOML text of an *edition* with an entry for *language* in each table of words that has none.

    >>> print(with_entries('name = { en = "red", fr = "rouge" }', "pt"))
    name = { en = "red", fr = "rouge", pt = "red" }
    """

    def added(found: re.Match[str]) -> str:
        entries = dict(re.findall(r', ([a-z]{2,3}) = "([^"]*)"', found[3]))
        every = {language: found[2]} | entries
        return found[1] + "".join(f', {code} = "{every[code]}"' for code in sorted(every)) + " }"

    return _TABLE.sub(added, edition)


def without_entries(edition: str, language: str) -> str:
    """Return the TOML text of an *edition* without the entries for *language*.

    >>> print(without_entries('name = { en = "red", fr = "rouge", pt = "red" }', "pt"))
    name = { en = "red", fr = "rouge" }
    """
    return _TABLE.sub(lambda found: re.sub(rf', {language} = "[^"]*"', "", found[0]), edition)


def main(arguments: Sequence[str] | None = None, folder: Path = catalogues.FOLDER, editions: Path = EDITIONS) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.language", description=__doc__.splitlines()[0])
    parser.add_argument("--remove", action="store_true", help="delete its catalogue and its entries")
    parser.add_argument("language", metavar="CODE", help="its code of two or three letters (ISO 639)")
    chosen = parser.parse_args(arguments)
    code = chosen.language
    if not re.fullmatch("[a-z]{2,3}", code) or code == "en":
        parser.error(f"expected a code of two or three letters, such as pt, got {code!r}")
    if chosen.remove and (folder / code).exists():
        shutil.rmtree(folder / code)
    change = without_entries if chosen.remove else with_entries
    for path in sorted(editions.glob("*.toml")):
        path.write_text(change(path.read_text("utf-8"), code), "utf-8")
    catalogues.main([] if chosen.remove else [code], folder)
    if not chosen.remove:
        print(f"translate {folder / code / 'LC_MESSAGES' / catalogues.DOMAIN}.po, then run: make language CODE={code}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
