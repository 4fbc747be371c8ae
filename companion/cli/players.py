"""The commands ``codemaker players`` and ``codemaker correct``: names, who won, and what is no longer shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TextIO

from companion.config.names import is_among, known_as
from companion.config.paths import Paths
from companion.config.settings import SettingsFile
from companion.config.untrusted import visible
from companion.errors import OptionRefused
from companion.features.seam import declared
from companion.match import changes
from companion.match.archive import Archive

Ask = Callable[[str], bool]


def players(where: Paths, archive: Archive, what: str, names: Sequence[str], ask: Ask, out: TextIO) -> int:
    """Print the players, or rename, merge or delete one, as *what* says; return 1 if *ask* says no.

    Raises ``OptionRefused``, ``NameRefused`` or ``ChangeRefused``.
    """
    known = changes.people(archive)
    if what == "list":
        print("\n".join(map(visible, sorted(known))) or "no match is in the journal", file=out)
        return 0
    if len(names) != (wanted := 1 if what == "delete" else 2):
        raise OptionRefused(f"expected {wanted} name{'s' * (wanted > 1)} to {what}, got {len(names)}")
    old, new = _player(names[0], known), names[-1]
    if what == "delete":
        if not ask(f"delete {visible(old)} and the statistics of this player?"):
            return 1
        changes.delete_player(archive, old)
    else:
        if what == "rename" and is_among(new, known) and not is_among(new, [old]):
            raise OptionRefused(f"expected a new name, got that of a player; codemaker players merge {old} {new}")
        changes.rename(archive, old, _player(new, known) if what == "merge" else new)
    file = SettingsFile(where.settings, more=declared())
    newest = max(archive.played_numbers(), default=0)
    now = tuple(changes.names_now(file.settings.names, archive.changes(), newest))
    if now != file.settings.names:
        file.save(replace(file.settings, names=now))
    return 0


def _player(name: str, known: Sequence[str]) -> str:
    if not is_among(name, known):
        raise OptionRefused(f"expected a player out of {visible(', '.join(known))}, got {visible(name)!r}")
    return known_as(name, known)


def correct(archive: Archive, number: int, what: str, words: Sequence[str], ask: Ask, out: TextIO) -> int:
    """Correct who won match *number* or who played at a seat, or delete it; return 1 if *ask* says no.

    Raises ``OptionRefused``, ``NameRefused`` or ``ChangeRefused``.
    """
    seated = changes.finished(archive, number).header.players
    if what == "delete":
        if not ask(f"delete match {number}?"):
            return 1
        changes.delete_match(archive, number)
        return 0
    if what == "seat":
        if len(words) != 2 or words[0] not in map(str, range(1, len(seated) + 1)):
            raise OptionRefused(
                f"expected a seat from 1 to {len(seated)} and a name, got {visible(' '.join(words))!r}"
            )
        changes.correct_player(archive, number, int(words[0]) - 1, words[1])
    else:
        winners = [_player(name, seated) for name in words]
        changes.correct_winners(archive, number, [seat for seat, name in enumerate(seated) if name in winners])
    print(visible(archive.summary(number).result or "given up"), file=out)
    return 0
