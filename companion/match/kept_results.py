"""Figures of matches that were computed before, kept in a file, so that statistics replay each match only once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path

from companion.config.atomic_file import atomic_write
from companion.config.checksum import fits_checksum, json_with_checksum, read_json_with_checksum
from companion.config.installation import PACKAGE
from companion.config.text_file import read_text
from companion.errors import TextUnreadable
from companion.games.contract import CodeResult
from companion.match.archive import MatchSummary

MOST = 1 << 26
"""The most characters of the file that are read."""


def rules_digest(editions: Path, package: Path = PACKAGE) -> str:
    """Return a digest of what figures depend on: the modules of the package and the user's own *editions*."""
    digest = blake2b(digest_size=16)
    for folder in (package / "games", package / "strategy", editions):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".toml", ".xz"):
                digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()


class KeptResults:
    """The results of the codes of matches, and luck and skill, as computed by the *rules* with this digest.

    A file that is missing, damaged or of other rules is as good as an empty one. Without *path* nothing is kept.
    """

    def __init__(self, path: Path | None = None, rules: str = "") -> None:
        self._path = path
        self._rules = rules
        self._results: dict[str, list[tuple[int, int, int | None, int, str]]] = {}
        self._luck: dict[str, tuple[float, float]] = {}
        self._is_changed = False
        if path is not None:
            with suppress(OSError, ValueError, TextUnreadable):
                text = read_text(path, MOST)
                value = read_json_with_checksum(text)
                # The checksum fits, so the program has written the file.
                if isinstance(value, dict) and fits_checksum(text) and value["rules"] == rules:
                    self._results, self._luck = value["results"], value["luck"]

    def results(self, summary: MatchSummary) -> Sequence[CodeResult] | None:
        """Return the results of the codes of a match, or None if they are not kept."""
        found = self._results.get(_key(summary))
        return None if found is None else [CodeResult(*result) for result in found]

    def keep_results(self, summary: MatchSummary, results: Sequence[CodeResult]) -> None:
        """Keep the *results* of the codes of a match."""
        self._results[_key(summary)] = [astuple(result) for result in results]
        self._is_changed = True

    def luck_and_skill(self, summary: MatchSummary, place: int) -> tuple[float, float] | None:
        """Return luck and skill of the round *place* of a match, or None if they are not kept."""
        found = self._luck.get(f"{_key(summary)}.{place}")
        return None if found is None else (found[0], found[1])

    def keep_luck_and_skill(self, summary: MatchSummary, place: int, bits: tuple[float, float]) -> None:
        """Keep luck and skill of the round *place* of a match."""
        self._luck[f"{_key(summary)}.{place}"] = bits
        self._is_changed = True

    def save(self) -> None:
        """Write what is new to the file; where the folder takes no file, nothing is kept."""
        if self._path is None or not self._is_changed:
            return
        fields = {"rules": self._rules, "results": self._results, "luck": self._luck}
        with suppress(OSError), atomic_write(self._path) as file:
            file.write(json_with_checksum(fields))
        self._is_changed = False


def _key(summary: MatchSummary) -> str:
    """Return a digest of what tells a match and its length from every other one: lines are only ever added."""
    content = json.dumps([summary.number, astuple(summary.header), summary.result, summary.entries])
    return blake2b(content.encode(), digest_size=12).hexdigest()
