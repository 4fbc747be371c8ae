"""The command ``codemaker doctor``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.app.host import local_host
from companion.app.launch_options import LaunchOptions
from companion.cli import boards
from companion.cli.place import places_of_service
from companion.config.installation import version
from companion.config.paths import Paths
from companion.config.settings import load
from companion.config.text_file import SETTINGS_LIMIT, read_text
from companion.config.untrusted import read_toml, visible_lines
from companion.doctor.examine import examine
from companion.doctor.report import as_json, page, report, status
from companion.errors import CompanionError


class ReportNotWritten(CompanionError, OSError):
    """The report could not be written to the file that was asked for."""


def run(options: argparse.Namespace, where: Paths) -> int:
    """Run the command with its *options*, and return its exit status: 1 if a light is red."""
    where = places_of_service(where, options.state is not None)
    settings = load(where.settings)[0]
    if options.buttons:
        return boards.show_test(LaunchOptions(board=options.board), where)
    host = local_host(where, boards.resolve_and_report(LaunchOptions(board=options.board), settings))
    findings = list(examine(host))
    if options.json:
        print(as_json(findings))
    else:
        print(*page(findings), sep="\n")
    if options.report is not None:
        _write(options.report, report(findings, host, version(), _names(where.settings)))
    return status(findings)


def _names(settings: Path) -> list[str]:
    """Return the names in the file *settings*, also where it is wrong and therefore not used."""
    try:
        names = read_toml(read_text(settings, SETTINGS_LIMIT)).get("names")
    except (OSError, ValueError):
        return []
    return [name for name in (names if isinstance(names, list) else [names]) if isinstance(name, str)]


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(visible_lines(text), "utf-8")
    except OSError as failure:
        raise ReportNotWritten(f"expected to write the report, got {failure}, in {path}") from failure
    print(f"the report is in {path}: read it before you send it", file=sys.stderr)
