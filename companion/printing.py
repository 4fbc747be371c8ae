"""The commands that print text: from their arguments to their work."""

from __future__ import annotations

import argparse
import sys

from companion import chance, commands, rolls, wiring
from companion.archive import Ledger
from companion.catalogue import Catalogue, load_catalogue
from companion.cup import Cup
from companion.places import Places


def run(options: argparse.Namespace, where: Places) -> int:
    """Run the command that *options* name, and return its exit status."""
    match options.command:
        case "history":
            return wiring.reading(where, lambda outside: commands.history(outside.archive, sys.stdout))
        case "export":
            games = load_catalogue(where.editions)
            return wiring.reading(where, lambda outside: commands.export(games, outside, options.number, sys.stdout))
        case "roll":
            return _roll(options, where)
        case "rolls":
            return wiring.reading(where, lambda outside: _rolls(options, outside.archive))
        case "verify":
            return commands.verify_seal(options.line, options.fingerprint, sys.stdout, sys.stderr)
    return _run_on_catalogue(options, load_catalogue(where.editions))


def _roll(options: argparse.Namespace, where: Places) -> int:
    cast = rolls.wished_cast(options.what)

    def throw(cup: Cup) -> int:
        cup.cast = cast
        return rolls.roll(cup, options.json, sys.stdout, sys.stderr)

    return wiring.rolling(where, throw, lambda trouble: rolls.say_unsaved(trouble, sys.stderr))


def _rolls(options: argparse.Namespace, ledger: Ledger) -> int:
    if options.test:
        return rolls.judge_rolls(ledger, chance.draw, sys.stdout)
    return rolls.list_rolls(ledger, sys.stdout)


def _run_on_catalogue(options: argparse.Namespace, catalogue: Catalogue) -> int:
    for refused in catalogue.refused:
        print(f"codemaker: {refused}", file=sys.stderr)
    match options.command:
        case "games":
            return commands.list_games(catalogue, options.json, sys.stdout)
        case "score":
            return commands.score(catalogue, options.edition, options.code, options.guess, options.json, sys.stdout)
    return commands.check(catalogue, options.file, sys.stdout, sys.stderr)
