"""The commands and their options.

The man page and the shell completions are also made from this parser, on machines without Pillow or any other compiled
library. Therefore this module imports none.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn, TypeAlias

from companion.app.launch_options import DEVICES, TRAYS
from companion.box import ColourMode
from companion.config import installation
from companion.config.arguments import seconds, whole
from companion.config.settings import OWN
from companion.config.untrusted import brief, visible
from companion.devices.pi import BOARDS
from companion.features.seam import installed
from companion.i18n.translator import languages

DESCRIPTION = """\
Codemaker sits beside the board of a code-breaking game: it makes and keeps the hidden code, says which key pegs
answer each row, and keeps the score. Without a command it plays, on what this machine has: a Raspberry Pi's
display, a window, or this terminal."""

EPILOG = """\
Keys in a window or a terminal: arrows, Enter = OK, Backspace or Escape = BACK, R = ROLL.
For screen readers and plain consoles, --device text writes and reads lines: ? explains them.
Every move is on the disk before it is shown: close it or pull the plug at any time, and go on later."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""What ``add_subparsers`` returns; argparse has no public name for it."""


class _Version(argparse.Action):
    """Looks up the version only when ``--version`` is given; argparse's own action needs it at every start."""

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        print(f"codemaker {installation.version()}")
        parser.exit()


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are one line: what is wrong with the arguments, and what to type for help."""

    def error(self, message: str) -> NoReturn:
        """Print *message* and what to type for help, and exit with status 2."""
        print(f"codemaker: {visible(message)}; type '{self.prog} --help' for help", file=sys.stderr)
        sys.exit(2)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise ``argparse.ArgumentError`` unless *value* is one of the choices of *action*."""
        if action.choices is None or value in action.choices:
            return
        if action.dest == "command":
            near = next(iter(difflib.get_close_matches(str(value), action.choices, 1)), None)
            hint = f" (did you mean {near!r}?)" if near else ""
            raise argparse.ArgumentError(None, f"expected a command, got {brief(value)}{hint}")
        choices = ", ".join(map(str, action.choices))
        raise argparse.ArgumentError(action, f"expected one of {choices}, got {brief(value)}")


COUNT = whole(range(1, 2**63))
"""Reads a match number or a number of lines, within the range of the journal's 64-bit integers."""


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser: argparse.ArgumentParser = CommandParser(
        "codemaker", description=DESCRIPTION, epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words = "print the version and exit"
    parser.add_argument("--version", action=_Version, nargs=0, default=argparse.SUPPRESS, help=words)
    _add_own_options(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _add_playing(commands)
    _add_pegs(commands)
    _add_dice(commands)
    _add_matches(commands)
    _add_doctor(commands)
    _add_json(_command(commands, "boards", "list the display boards for a Raspberry Pi, with their keys"))
    _add_tray(commands)
    _add_logs(commands)
    for feature in installed():
        for command in feature.commands:
            command.add_options(_command(commands, command.name, command.does, command.more))
    for name, chosen in commands.choices.items():
        # The codes of score may begin with a hyphen, so it takes as few options as possible.
        if name != "score":
            _add_state(chosen, argparse.SUPPRESS)
    for name in ("play", "demo"):
        _add_switches(commands.choices[name], argparse.SUPPRESS)
    return parser


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    """Return what *arguments* say; exits as ``parse_args`` of the ``command_parser`` does."""
    # The Pi starts the game without a command: its first frame does not wait for the parsers of all commands.
    parser = CommandParser("codemaker", add_help=False, exit_on_error=False)
    parser.add_argument("-h", "--help", "--version", dest="command", action="store_const", const="")
    _add_own_options(parser)
    with suppress(argparse.ArgumentError):
        options, others = parser.parse_known_args(arguments)
        if options.command is None and not others:
            return options
    return command_parser().parse_args(arguments)


def _add_own_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that need no command."""
    parser.add_argument("--verbose", action="store_true", help="log to standard error what happens")
    parser.set_defaults(features=None, command=None)
    _add_play_options(parser, None)
    _add_test(parser, False)
    _add_state(parser, None)
    # Last, so that they take no name of another option.
    _add_switches(parser, None)


def _add_switches(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add the options that switch features on: ``--KEY``, or ``--feature-KEY`` where another option has that name."""
    for feature in installed():
        if words := feature.declared()["on"].option:
            add = partial(parser.add_argument, action="append_const", dest="features", const=feature.key, help=words)
            try:
                add(f"--{feature.key}", default=default)
            except argparse.ArgumentError:
                add(f"--feature-{feature.key}", default=default)


def _command(commands: Commands, name: str, does: str, more: str = "") -> argparse.ArgumentParser:
    """Add a command: *does* is its line in the list of commands; *does* and *more* are its description."""
    description = f"{does[0].upper()}{does[1:]}. {more}".rstrip()
    return commands.add_parser(name, help=does, description=description)


def _add_state(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--state", type=Path, metavar="DIR", default=default, help="keep journal, settings and editions in DIR"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def _add_play_options(parser: argparse.ArgumentParser, default: str | None) -> None:
    add = parser.add_argument
    add("--device", choices=DEVICES, default=default, help="play on this device instead of the one that is found")
    _add_board(parser, default)
    add("--lang", choices=languages(), default=default, help=OWN["language"].option)
    add("--edition", metavar="KEY", default=default, help="begin a new match of this game (see: codemaker games)")
    add("--keys", metavar="KEYS", default=default, help="headless: the keys to press, - for standard input")
    add("--frames", type=Path, metavar="DIR", default=default, help="headless: write each new frame as PNG into DIR")
    sizes = "rgb: 240x240, greys: 128x128, mono: 128x64"
    add("--size", metavar="WxH", default=default, help=f"the size of the display in pixels ({sizes})")
    modes = [mode.name.lower() for mode in ColourMode]
    add("--colours", choices=modes, default=default, help="the colours of the display (window: rgb, headless: mono)")
    add("--tray", choices=TRAYS, default=default, help=f"{OWN['tray'].option}; twin is drawn in the window")


def _add_test(parser: argparse.ArgumentParser, default: object) -> None:
    words = "do not play: show a test picture on the Pi's display board, and name its keys as they are pressed"
    parser.add_argument("--test", action="store_true", default=default, help=words)


def _add_board(parser: argparse.ArgumentParser, default: str | None) -> None:
    names = ", ".join([*BOARDS, "custom"])
    parser.add_argument("--board", metavar="NAME", default=default, help=f"{OWN['board'].option}: {names}")


def _add_playing(commands: Commands) -> None:
    play = _command(commands, "play", "play", "This is also what codemaker does without a command.")
    _add_play_options(play, argparse.SUPPRESS)
    _add_test(play, argparse.SUPPRESS)
    demo = _command(
        commands,
        "demo",
        "show the box playing a round against itself",
        "Without a display and a terminal, it prints the round as text. Nothing of it is saved.",
    )
    _add_play_options(demo, argparse.SUPPRESS)
    demo.add_argument("--seconds", type=seconds, default=1.2, metavar="S", help="show each frame for S seconds (1.2)")
    _add_json(_command(commands, "games", "list the games and editions"))


def _add_pegs(commands: Commands) -> None:
    score = _command(commands, "score", "print the key pegs of GUESS against CODE")
    score.add_argument("edition", metavar="EDITION", help="a peg game: its key in the list of codemaker games")
    score.add_argument("code", metavar="CODE", help="letters of the edition, - for an empty hole")
    score.add_argument("guess", metavar="GUESS", help="as CODE")
    _add_json(score)
    check = _command(
        commands,
        "check",
        "replay game records by the rules, and say what they prove",
        "Exit status: 1 where a record breaks the rules, or with --strict does not prove enough.",
    )
    check.add_argument("file", metavar="FILE", help="records, one after the other; - for standard input")
    noted = "a seal that was noted at the table, 16 letters; give one for each code"
    check.add_argument("--seal", metavar="SEAL", action="append", default=[], help=noted)
    strict = "exit status 1 also unless every code of a finished match was sealed, opened and, with --seal, noted"
    check.add_argument("--strict", action="store_true", help=strict)
    verify = _command(
        commands, "verify", "check a revealed code against its seal", "Exit status: 1 where they do not match."
    )
    verify.add_argument("line", metavar="LINE", help="the text of the QR code that is shown at the reveal")
    verify.add_argument("seal", metavar="SEAL", nargs="?", help="the 16 letters shown before the first row")


def _add_dice(commands: Commands) -> None:
    roll = _command(
        commands, "roll", "throw dice or a coin, or choose who starts", "The throw is added to the ledger of this box."
    )
    roll.add_argument(
        "what",
        metavar="WHAT",
        nargs="*",
        help="2d6+3, 4d6kh3, d100, 3dF, coin, start 3, start ADA BEN or a saved name; without it, one die of 6",
    )
    saved = roll.add_mutually_exclusive_group()
    saved.add_argument("--save", metavar="NAME", help="save WHAT under NAME and do not throw it; later: roll NAME")
    saved.add_argument("--forget", metavar="NAME", help="forget the throw that is saved under NAME")
    saved.add_argument("--list", action="store_true", help="list the saved throws")
    _add_json(roll)
    rolls = _command(
        commands,
        "rolls",
        "list the throws of this box, newest first, or enter and test those of your own die",
        "The sides that your own die has shown are typed as 3 4 1 6, or read from standard input for -. Without any, "
        "what was entered before is tested.",
    )
    rolls.add_argument("sides", metavar="SIDE", nargs="*", help="with --own: what the die has shown, in its order")
    rolls.add_argument("--own", metavar="NAME", help="your own die of this name; exit status: 1 where it is not fair")
    rolls.add_argument(
        "--sides", dest="number", type=whole(range(2, 101)), metavar="N", help="with --own: a die of N sides (6)"
    )
    bias = "with --own: say how many throws find one side that comes P in 100 throws too often (5)"
    rolls.add_argument("--bias", type=whole(range(1, 50)), metavar="P", help=bias)
    rolls.add_argument(
        "--test", action="store_true", help="test instead whether the dice are fair; exit status: 1 where they are not"
    )


def _add_matches(commands: Commands) -> None:
    history = _command(commands, "history", "list the matches played, newest first")
    history.add_argument("--game", metavar="GAME", help="only matches of this game, as codemaker games lists it")
    history.add_argument("--player", metavar="NAME", help="only matches in which this player took part")
    review = _command(
        commands,
        "review",
        "print what each row of a match achieved: codes left, luck, skill",
        "Only finished rounds are printed.",
    )
    _add_number(review)
    _add_plot(review)
    challenge = _command(
        commands,
        "challenge",
        "print the lines by which others play the codes of a match",
        "A line hides a code from eyes, not from programs. Type it on any box: Play, A challenge.",
    )
    challenge.add_argument("text", metavar="N", help="the number of a match, or a line, whose game is printed")
    _add_number(_command(commands, "share", "print the results of a match as squares to send on, without its codes"))
    export = _command(commands, "export", "print a match as a game record")
    _add_number(export)
    export.add_argument(
        "--words", action="store_true", help="print what was played in sentences of the box's language"
    )
    _add_changes(commands)
    _add_backup(commands)

    stats = _command(
        commands,
        "stats",
        "print the statistics of the players: matches, rows, streaks, hints, luck, skill",
        "Luck and skill are those of the newest 20 codes of a player; computing them takes some time.",
    )
    stats.add_argument("name", metavar="NAME", nargs="?", help="a player's name as codemaker history prints it")
    _add_json(stats)
    _add_plot(stats)


def _add_changes(commands: Commands) -> None:
    people = _command(
        commands,
        "players",
        "list the players, or rename, merge or delete one",
        "rename OLD NEW; merge OLD NEW gives NEW the matches of OLD, too; delete NAME takes name and statistics "
        "of a player away. The moves and seals of the matches stay as they are.",
    )
    people.add_argument("what", nargs="?", default="list", choices=("list", "rename", "merge", "delete"))
    people.add_argument("names", metavar="NAME", nargs="*", help="a player's name as codemaker history prints it")
    correct = _command(
        commands,
        "correct",
        "correct who won or who played a finished match, or delete it",
        "won NAME...: these players have won, without a name no player; seat SEAT NAME: who played there; delete. The "
        "moves and seals stay as they are, and the record says that the match was corrected.",
    )
    _add_number(correct)
    correct.add_argument("what", choices=("won", "seat", "delete"))
    correct.add_argument("words", metavar="WORD", nargs="*", help="names, or a seat and a name")
    for command in (people, correct):
        command.add_argument("--yes", action="store_true", help="answer the question before something is deleted")


def _add_backup(commands: Commands) -> None:
    backup = _command(
        commands,
        "backup",
        "save matches, throws, names, settings, tray colours and own editions in one file",
        "Exit status: 1 where a match or a file is damaged and therefore not in it. "
        "The file holds the hidden code of a match that goes on.",
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="the file to write, or a folder for a new file")
    restore = _command(
        commands,
        "restore",
        "add what a backup or a damaged journal holds",
        "Matches that are here already are not doubled, and nothing is removed. "
        "Settings, tray colours and editions that differ here are replaced after a question alone.",
    )
    restore.add_argument("--yes", action="store_true", help="replace files that differ without asking")
    what = restore.add_mutually_exclusive_group(required=True)
    what.add_argument("--none", action="store_true", help="accept that matches are missing, and tell it no longer")
    what.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a backup, or a journal that was set aside")


def _add_plot(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plot",
        metavar="FILE",
        type=Path,
        nargs="?",
        const=Path("-"),
        help="draw it too: as a PNG in FILE, or without FILE in this terminal",
    )


def _add_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("number", metavar="N", type=COUNT, help="the number of the match in codemaker history")


def _add_doctor(commands: Commands) -> None:
    doctor = _command(
        commands,
        "doctor",
        "check this machine and print how to fix what is wrong",
        "Exit status: 1 where a light is red.",
    )
    _add_json(doctor)
    doctor.add_argument(
        "--report", type=Path, metavar="FILE", help="write into FILE what a question for help needs, with names masked"
    )
    doctor.add_argument(
        "--buttons", action="store_true", help="name each button of the Pi's board as it is pressed: --test"
    )
    _add_board(doctor, argparse.SUPPRESS)


TRAY_HELP = (
    "flash writes the firmware to the tray's board; record and probe write FILE, judge reads it; "
    "probe measures one hole on a breadboard"
)


def _add_tray(commands: Commands) -> None:
    tray = _command(
        commands,
        "tray",
        "list peg trays, write their firmware, record or probe one, or test how well a recording is read",
        "Exit status: 1 where no tray answers, or a peg of the recording is read wrongly.",
    )
    tray.add_argument("what", choices=("list", "flash", "record", "judge", "probe"), help=TRAY_HELP)
    tray.add_argument("file", metavar="FILE", nargs="?", help="a recording: what a tray measured of known pegs")
    tray.add_argument("--edition", metavar="KEY", default="mastermind", help="the pegs to record (mastermind)")
    tray.add_argument("--port", type=Path, help="flash the board at this port, even if it does not answer as a tray")
    tray.add_argument("--dry-run", action="store_true", help="flash: only print what would be done")


def _add_logs(commands: Commands) -> None:
    logs = _command(commands, "logs", "print the log of the installed box, newest last")
    logs.add_argument("--follow", action="store_true", help="print new lines as they come, until Ctrl-C")
    logs.add_argument("--lines", type=COUNT, default=100, metavar="N", help="print the last N lines (100)")
