"""The command ``codemaker stats``: print what the players of the archive did, and plot their luck and skill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import TextIO

from companion.cli import plots
from companion.config.names import known_as
from companion.config.rules import closest
from companion.config.untrusted import visible
from companion.errors import OptionRefused
from companion.match.archive import MatchSummary
from companion.match.catalogue import Catalogue
from companion.match.environment import Environment
from companion.match.kept_results import KeptResults
from companion.match.statistics import PlayerStatistics, collect, luck_and_skill, recent
from companion.match.thinking import digits_of

Bits = list[tuple[float, float]]
"""Luck and skill of the newest codes of a player, the oldest first."""


def stats(
    catalogue: Catalogue,
    environment: Environment,
    name: str | None,
    as_json: bool,
    plot: Path | None,
    out: TextIO,
    err: TextIO | None,
    kept: KeptResults,
) -> int:
    """Print the statistics of the player *name*, or of every player, and plot them to *plot* unless it is None.

    Shows the progress on *err* where it is a terminal. Figures in *kept* are not computed again. Raises
    ``OptionRefused`` for a name that no player has, or if the plotting library is not installed.
    """
    matches = recent(environment, None)
    if err is not None and err.isatty():
        matches = _show_progress(matches, len(environment.archive.played_numbers()), err)
    every = collect(environment, catalogue, matches, name, kept)
    name = None if name is None else known_as(name, every)
    if name is not None and name not in every:
        raise OptionRefused(_unknown(name, sorted(every)))
    names = sorted(every) if name is None else [name]
    bits = {name: _bits(catalogue, environment, every[name], kept) for name in names}
    untouched = {name: [game.key for game in catalogue if game.key not in every[name].games] for name in names}
    figures = [(name, every[name], bits[name], untouched[name]) for name in names]
    if as_json:
        print(json.dumps([_object(*each) for each in figures]), file=out)
    elif not names:
        print("no match is in the journal", file=out)
    else:
        print("\n\n".join("\n".join(_lines(*each)) for each in figures), file=out)
    drawn = [_plot(name, bits[name]) for name in names if bits[name]]
    if plot is not None and drawn:
        plots.show(drawn, plot, out)
    return 0


def _show_progress(matches: Iterator[MatchSummary], total: int, err: TextIO) -> Iterator[MatchSummary]:
    """Yield *matches*, and show on the terminal *err* how many of *total* have been looked at."""
    for count, match in enumerate(matches):
        if count % 100 == 0:
            print(f"\rmatches: {count} of {total}", end="", file=err, flush=True)
        yield match
    # The line is cleared.
    print("\r\x1b[K", end="", file=err, flush=True)


def _bits(catalogue: Catalogue, environment: Environment, player: PlayerStatistics, kept: KeptResults) -> Bits:
    found = (luck_and_skill(environment, catalogue, code, kept) for code in reversed(player.newest))
    return [bits for bits in found if bits is not None]


def _unknown(name: str, names: list[str]) -> str:
    if not names:
        return f"expected a player's name, got {visible(name)!r}, but no match is in the journal"
    near = closest(name, names)
    hint = f"; did you mean {visible(near)!r}?" if near else ""
    return f"expected a player out of {visible(', '.join(names))}, got {visible(name)!r}{hint}"


def _lines(name: str, player: PlayerStatistics, bits: Bits, untouched: list[str]) -> Iterator[str]:
    yield visible(name)
    tied = f", tied {player.tied}" if player.tied else ""
    others = f", won {player.won}{tied} of {player.with_others} with others" if player.with_others else ""
    yield f"  matches: {player.matches}{others}"
    for (game, kind), codes in sorted(player.codes.items()):
        best = "" if codes.best is None else f", best {codes.best}"
        needed = f", {codes.average:.1f} rows on average{best}" if codes.found else ""
        yield f"  {game} {kind}: {codes.found} solved, {codes.tried - codes.found} not solved{needed}"
        fastest = "" if codes.fastest is None else f", fastest {digits_of(codes.fastest)}"
        if codes.row_seconds is not None:
            yield f"    {digits_of(codes.row_seconds)} a row on average{fastest}"
    for key in sorted(player.games.keys() - {game for game, _ in player.codes}):
        yield f"  {key}: {player.games[key]} match{'es' * (player.games[key] > 1)}"
    if untouched:
        yield f"  never played: {', '.join(untouched)}"
    if player.codes:
        yield f"  streak: {player.streak} codes found one after another, longest {player.longest}"
        yield f"  hints: {player.hints}" + (f", answers undone: {player.undone}" if player.undone else "")
    if bits:
        luck, skill = (mean(values) for values in zip(*bits, strict=True))
        yield f"  luck {luck:+.1f}, skill {skill:+.1f} bits a code, over the newest {len(bits)}"


def _object(name: str, player: PlayerStatistics, bits: Bits, untouched: list[str]) -> dict[str, object]:
    codes = [
        {
            "game": game,
            "kind": kind,
            "tried": one.tried,
            "found": one.found,
            "average": one.average,
            "best": one.best,
            "row_seconds": one.row_seconds,
            "fastest": one.fastest,
        }
        for (game, kind), one in sorted(player.codes.items())
    ]
    return {
        "name": name,
        "matches": player.matches,
        "with_others": player.with_others,
        "won": player.won,
        "tied": player.tied,
        "games": dict(sorted(player.games.items())),
        "never_played": untouched,
        "codes": codes,
        "streak": player.streak,
        "longest": player.longest,
        "hints": player.hints,
        "undone": player.undone,
        "luck": [round(luck, 3) for luck, _ in bits],
        "skill": [round(skill, 3) for _, skill in bits],
    }


def _plot(name: str, bits: Bits) -> plots.Plot:
    luck, skill = (tuple(values) for values in zip(*bits, strict=True))
    series = plots.Series("luck, bits", luck, 1), plots.Series("skill, bits", skill, 1)
    return plots.Plot(visible(name), "newest codes", series)
