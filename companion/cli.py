"""The command line: arguments -> parts -> run."""

from __future__ import annotations

import argparse
import io
import logging
import math
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from companion import wiring
from companion.devices.pi import BOARDS
from companion.errors import CompanionError, NothingToPlayOn, TextUnreadable
from companion.places import Places, places
from companion.untrusted import visible, whole_number

DESCRIPTION = """\
Codemaker sits beside the board of a code-breaking game: it makes and keeps the hidden code, says which key pegs
answer each row, and keeps the score. Without a command it plays, on whatever this machine has: a Raspberry Pi's
display, a window, or this terminal."""

EPILOG = """\
Keys in a window or a terminal: arrows, Enter = OK, Backspace or Escape = BACK, R = ROLL.
Every move is on the disk before it is shown: close it or pull the plug at any time, and go on later."""

NOTHING_TO_PLAY_ON = 3
"""The exit status that tells ``make play`` to print the demonstration instead."""


LONGEST_S = 3600


def main(arguments: Sequence[str] | None = None, choose: wiring.Chooser = wiring.choose_box) -> int:
    """Run the program with *arguments*, playing on the box that *choose* opens, and return its exit status."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A letter that the terminal's encoding lacks is escaped, as it is on standard error.
        sys.stdout.reconfigure(errors="backslashreplace")
    given = _with_codes_apart(list(sys.argv[1:] if arguments is None else arguments))
    options = _parser().parse_args(given)
    _log(options.verbose)
    where = places(os.environ, Path.home(), options.state)
    try:
        return _run(options, where, choose)
    except CompanionError as error:
        print(f"codemaker: {visible(str(error))}", file=sys.stderr)
        return NOTHING_TO_PLAY_ON if isinstance(error, NothingToPlayOn) else 2
    except BrokenPipeError:
        # Whoever reads us has seen enough (codemaker history | head); there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _with_codes_apart(arguments: list[str]) -> list[str]:
    """Let a code begin with a hole: to argparse ``-RGB`` would be an option."""
    if "score" not in arguments:
        return arguments
    at = arguments.index("score") + 1
    rest = arguments[at:]
    flags = [argument for argument in rest if argument in ("--json", "-h", "--help")]
    return [*arguments[:at], *flags, "--", *(argument for argument in rest if argument not in (*flags, "--"))]


def _log(verbose: bool) -> None:
    if "JOURNAL_STREAM" in os.environ and "NOTIFY_SOCKET" in os.environ:
        # Who plays in a shell needs no service.
        from companion.service import log_to_journal

        log_to_journal(verbose)
        return
    level = logging.INFO if verbose else logging.ERROR
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)


def _run(options: argparse.Namespace, where: Places, choose: wiring.Chooser) -> int:
    match options.command:
        case None | "play":
            return wiring.play(_wishes(options), where, choose)
        case "demo":
            return wiring.demo(_wishes(options), options.seconds)
        case "doctor":
            # Only who asks for the doctor waits for him.
            from companion import examination

            return examination.run(options, where)
        case "logs":
            from companion import logs

            return logs.show(options.follow, options.lines)
    # Who plays waits for the first frame, which needs nothing of these.
    from companion import printing

    return printing.run(options, where)


def _wishes(options: argparse.Namespace) -> wiring.Wishes:
    return wiring.Wishes(
        options.device,
        options.board,
        options.lang,
        options.edition,
        options.keys,
        options.frames,
        options.size,
        options.tray,
    )


class _Version(argparse.Action):
    """Looks the version up only when it is asked for; argparse's own would have it looked up at every start."""

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        print(f"codemaker {metadata.version('codemaker')}")
        parser.exit()


def _count(text: str) -> int:
    """Read a number of matches or lines, as large as the journal can have one."""
    try:
        return whole_number(text, range(1, 2**63))
    except TextUnreadable as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= LONGEST_S:
        raise argparse.ArgumentTypeError(f"expected 0 to {LONGEST_S} seconds, got {text!r}")
    return seconds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "codemaker", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is, and end")
    parser.add_argument("--verbose", action="store_true", help="say on standard error what happens")
    _add_play_options(parser, None)
    parser.add_argument("--state", type=Path, metavar="DIR", help="keep journal, settings and editions in DIR")
    commands_of = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    play = commands_of.add_parser("play", help="play; the same as no command")
    _add_play_options(play, argparse.SUPPRESS)
    demo = commands_of.add_parser("demo", help="watch the box play a round against itself")
    _add_play_options(demo, argparse.SUPPRESS)
    demo.add_argument("--seconds", type=_seconds, default=1.2, help="how long each frame stays (1.2)")
    games = commands_of.add_parser("games", help="list what can be played")
    games.add_argument("--json", action="store_true", help="as JSON, for programs")
    _add_text_commands(commands_of)
    _add_doctor(commands_of)
    _add_tray(commands_of)
    _add_logs(commands_of)
    for name, command in commands_of.choices.items():
        command.add_argument(
            "--state", type=Path, metavar="DIR", default=argparse.SUPPRESS, help="keep everything in DIR"
        ) if name != "score" else None
    return parser


def _add_play_options(parser: argparse.ArgumentParser, default: str | None) -> None:
    add = parser.add_argument
    add("--device", choices=wiring.DEVICES, default=default, help="instead of what is found")
    add("--board", metavar="NAME", default=default, help="the Pi's display board: " + ", ".join(BOARDS))
    add("--lang", choices=("en", "fr"), default=default, help="the language of the screens")
    add("--edition", metavar="KEY", default=default, help="begin a new match of this game (see: codemaker games)")
    add("--keys", metavar="KEYS", default=default, help="headless: keys to press, '-' to read them from stdin")
    add("--frames", type=Path, metavar="DIR", default=default, help="headless: write each new frame as PNG here")
    add("--size", metavar="WxH", default=default, help="the display's size in pixels (128x64)")
    add("--tray", choices=wiring.TRAYS, default=default, help="which tray reads the pegs; two play in a window")


def _add_tray(commands_of: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tray = commands_of.add_parser("tray", help="list trays, record one, judge a recording")
    tray.add_argument("what", choices=("list", "record", "judge"), help="record writes FILE, judge reads it")
    tray.add_argument("file", metavar="FILE", nargs="?", help="a recording: what a tray measured of known pegs")
    tray.add_argument("--edition", metavar="KEY", default="mastermind", help="whose pegs are recorded (mastermind)")


def _add_doctor(commands_of: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    doctor = commands_of.add_parser("doctor", help="say what is wrong with the box, and the command that mends it")
    doctor.add_argument("--json", action="store_true", help="as JSON, for programs")
    doctor.add_argument("--report", type=Path, metavar="FILE", help="write what a question for help needs, masked")
    doctor.add_argument("--buttons", action="store_true", help="name each button as it is pressed")
    doctor.add_argument("--board", metavar="NAME", default=argparse.SUPPRESS, help="the Pi's display board")


def _add_logs(commands_of: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    logs = commands_of.add_parser("logs", help="show what the installed box has logged, the newest last")
    logs.add_argument("--follow", action="store_true", help="go on showing what comes, until Ctrl-C")
    logs.add_argument("--lines", type=_count, default=100, metavar="N", help="how many lines (100)")


def _add_text_commands(commands_of: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    score = commands_of.add_parser("score", help="print the key pegs of GUESS against CODE")
    score.add_argument("edition", metavar="EDITION")
    score.add_argument("code", metavar="CODE", help="letters of the edition, - for an empty hole")
    score.add_argument("guess", metavar="GUESS")
    score.add_argument("--json", action="store_true", help="as JSON, for programs")
    check = commands_of.add_parser("check", help="replay a game record by the rules")
    check.add_argument("file", metavar="FILE", help="a record, - for standard input")
    verify = commands_of.add_parser("verify", help="check a revealed code against its seal")
    verify.add_argument("line", metavar="LINE", help="the line of the QR code at the reveal")
    verify.add_argument(
        "fingerprint", metavar="SEAL", nargs="?", help="the sixteen letters shown before the first row"
    )
    roll = commands_of.add_parser("roll", help="throw dice, a coin, or who starts")
    roll.add_argument(
        "what", metavar="WHAT", nargs="*", help="2d6, d20, coin, start 3, start ADA BEN; without it one six-sided die"
    )
    roll.add_argument("--json", action="store_true", help="as JSON, for programs")
    rolls_of = commands_of.add_parser("rolls", help="list the throws of this box")
    rolls_of.add_argument("--test", action="store_true", help="say whether its dice are fair")
    commands_of.add_parser("history", help="list the matches played")
    review = commands_of.add_parser("review", help="go through the rounds of a match again: codes left, luck, skill")
    review.add_argument("number", metavar="N", type=_count, help="the match's number in the history")
    review.add_argument(
        "--plot", metavar="FILE", type=Path, nargs="?", const=Path("-"), help="draw it too, here or as PNG in FILE"
    )
    export = commands_of.add_parser("export", help="print a match as a game record")
    export.add_argument("number", metavar="N", type=_count, help="the match's number in the history")
