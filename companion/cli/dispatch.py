"""Dispatch of the commands that print text."""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion.app import compose
from companion.app.select_device import reader_of
from companion.cli import backup, dice, flash, players, proof, statistics, tray_probe
from companion.cli import games as commands
from companion.cli import tray as trays
from companion.config.paths import Paths
from companion.config.settings import SettingsFile, load
from companion.dice.fairness import BIAS
from companion.dice.roller import DiceRoller
from companion.errors import OptionRefused
from companion.features.seam import declared
from companion.games.contract import has_pegs
from companion.i18n.translator import Translator
from companion.link.firmware import shipped_image
from companion.link.reader import listening
from companion.match import randomness
from companion.match.archive import Archive
from companion.match.catalogue import Catalogue, load_catalogue
from companion.match.environment import Environment
from companion.match.kept_results import KeptResults, rules_digest
from companion.tray.calibration_store import CalibrationStore


def run(options: argparse.Namespace, where: Paths) -> int:
    """Run the command named in *options*, and return its exit status."""
    match options.command:
        case "rolls" if options.own is not None:
            return _own_die(options, where)
        case "history" | "share" | "challenge" | "export" | "review" | "rolls":
            return compose.with_readonly_journal(where, partial(_look_back, options, where))
        case "backup" | "restore":
            return _backup(options, where)
        case "players" if options.what == "list":
            return compose.with_readonly_journal(where, lambda box: _change(options, where, box.archive))
        case "players" | "correct":
            return compose.with_journal(where, partial(_change, options, where))
        case "stats":
            return _stats(options, where)
        case "roll":
            return _roll(options, where)
        case "tray":
            return _tray(options, where)
    return _run_on_catalogue(options, load_catalogue(where.editions))


def _backup(options: argparse.Namespace, where: Paths) -> int:
    if options.command == "restore":
        wishes = options.file, options.yes, _may, sys.stdout, sys.stderr
        return compose.with_journal(where, lambda journal: backup.load(where, journal, *wishes))
    return compose.with_readonly_journal(
        where, lambda environment: backup.save(where, environment.archive, options.file, sys.stdout, sys.stderr)
    )


def _change(options: argparse.Namespace, where: Paths, journal: Archive) -> int:
    def ask(question: str) -> bool:
        return options.yes or (_may(question) and _may("Really? It cannot be taken back."))

    if options.command == "players":
        return players.players(where, journal, options.what, options.names, ask, sys.stdout)
    return players.correct(journal, options.number, options.what, options.words, ask, sys.stdout)


def _may(question: str) -> bool:
    """Ask *question* in the terminal; without a terminal the answer is no."""
    if not sys.stdin.isatty():
        return False
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _look_back(options: argparse.Namespace, where: Paths, environment: Environment) -> int:
    games = load_catalogue(where.editions)
    match options.command:
        case "history":
            return commands.history(games, environment, sys.stdout, options.game, options.player)
        case "share":
            return commands.share(games, environment, options.number, sys.stdout)
        case "challenge":
            return commands.challenge(games, environment, options.text, sys.stdout)
        case "export" if options.words:
            translator = Translator(load(where.settings)[0].language)
            return commands.in_words(games, environment, options.number, translator, sys.stdout)
        case "review":
            return commands.review(games, environment, options.number, options.plot, sys.stdout)
        case "rolls":
            if options.sides or options.number is not None or options.bias is not None:
                raise OptionRefused("expected the name of a die: --own NAME")
            throws = dice.ledger(environment, games, sys.stderr)
            if options.test:
                return dice.judge_rolls(throws, randomness.draw, sys.stdout)
            return dice.list_rolls(throws, sys.stdout)
    return commands.export(games, environment, options.number, sys.stdout, sys.stderr)


def _stats(options: argparse.Namespace, where: Paths) -> int:
    games, kept = load_catalogue(where.editions), KeptResults(where.kept_results, rules_digest(where.editions))
    try:
        return compose.with_readonly_journal(
            where,
            # It shows its progress with control characters of its own, which the present standard error would escape.
            lambda environment: statistics.stats(
                games, environment, options.name, options.json, options.plot, sys.stdout, sys.__stderr__, kept
            ),
        )
    finally:
        # Also after Ctrl-C: the next call goes on from there.
        kept.save()


def _roll(options: argparse.Namespace, where: Paths) -> int:
    throws = load(where.settings)[0].throws
    if options.list:
        return dice.list_saved(throws, options.json, sys.stdout)
    if options.save is not None or options.forget is not None:
        return compose.with_journal(where, lambda journal: _change_saved(options, where))
    cast = dice.wished_cast(options.what, throws)

    def throw(dice_roller: DiceRoller) -> int:
        dice_roller.cast = cast
        return dice.roll(dice_roller, options.json, sys.stdout)

    return compose.with_dice_roller(where, throw, lambda trouble: dice.say_unsaved(trouble, sys.stderr))


def _own_die(options: argparse.Namespace, where: Paths) -> int:
    """Enter throws of an own die where there are some, for which the journal is written, and test it."""
    text = commands.text_of("-") if options.sides == ["-"] else " ".join(options.sides)

    def judge(ledger: Archive) -> int:
        bias = BIAS if options.bias is None else options.bias / 100
        return dice.judge_own(ledger, options.own, options.number, text, bias, compose.utc_now, sys.stdout)

    if text.strip():
        return compose.with_journal(where, judge)
    return compose.with_readonly_journal(where, lambda environment: judge(environment.archive))


def _change_saved(options: argparse.Namespace, where: Paths) -> int:
    """Change the saved throws; the open journal keeps the box from writing its settings meanwhile."""
    file = SettingsFile(where.settings, more=declared())
    if options.save is not None:
        return dice.save_throw(file, options.save, options.what, sys.stdout)
    return dice.forget_throw(file, options.forget, sys.stdout)


def _tray(options: argparse.Namespace, where: Paths) -> int:
    if options.what == "flash":
        port = options.port or load(where.settings)[0].tray_port
        path = Path(port) if port else None
        return flash.Flasher().flash(shipped_image(), path, is_dry=options.dry_run, out=sys.stdout)
    if options.what != "list" and options.file is None:
        raise OptionRefused(f"expected a FILE to {options.what}, got none")
    if options.what == "judge":
        return trays.judge(trays.read_recording(commands.text_of(options.file).splitlines()), sys.stdout)
    port = reader_of(load(where.settings)[0])
    if options.what == "list":
        with listening(port) as hear:
            return trays.list_trays(hear, lambda: port.status, CalibrationStore(where.trays), sys.stdout)
    if options.what == "probe":
        record = tray_probe.probe
    else:
        game = load_catalogue(where.editions)[options.edition]
        if not has_pegs(game):
            raise OptionRefused(f"expected a peg game, got {options.edition!r}")
        record = partial(trays.record, game.edition)
    with trays.recording_to(Path(options.file)) as file, listening(port) as hear, suppress(KeyboardInterrupt):
        return record(hear, file, sys.stdout)
    # After Ctrl-C the file keeps what was recorded.
    return 1


def _run_on_catalogue(options: argparse.Namespace, catalogue: Catalogue) -> int:
    for refused in catalogue.refused:
        print(f"codemaker: {refused}", file=sys.stderr)
    match options.command:
        case "games":
            return commands.list_games(catalogue, options.json, sys.stdout)
        case "score":
            return commands.score(catalogue, options.edition, options.code, options.guess, options.json, sys.stdout)
        case "verify":
            return proof.verify(catalogue, options.line, options.seal, sys.stdout, sys.stderr)
    return proof.check(catalogue, options.file, options.seal, options.strict, sys.stdout, sys.stderr)
