"""No text of a file reaches a terminal with control characters, or with characters that turn its direction."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from companion.cli import logs
from companion.cli.main import main
from companion.cli.parser import command_parser
from companion.config.untrusted import is_plain
from companion.dice.model import Dice, DiceRoll, Start
from companion.i18n.translator import Translator, Verbatim
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.match.catalogue import load_catalogue
from companion.match.session import Session
from companion.ui.core.text_page import TextPage
from tests.support.match_lines import HEADING, opened
from tests.support.paper import NOON, PaperArchive, environment

EVIL = "\x1b[2J\x9b2J\x1b]0;t\x07\u202egnp.\u2066\u200f\x7f\r\u2028"
PEGS = Path(__file__).parents[2] / "companion/games/pegs/editions"
QUOTED = json.dumps(EVIL)
SETTINGS = f"""{QUOTED} = 1
language = {QUOTED}
names = [{QUOTED}]
board = "custom"
[custom]
display = {QUOTED}
{QUOTED} = {QUOTED}
"""
RECORD = f"""[Codemaker "1"]
[Game "{EVIL}"]
[Begun "2026-01-02T12:00:00Z"]
[Player "{EVIL}"]
[Result "{EVIL}"]

1. {EVIL}
"""
RUNS: tuple[tuple[str, ...], ...] = (
    ("play", "--device", "headless", "--keys", "OK OK", "--lang", "en"),
    ("play", "--device", "headless", "--board", EVIL, "--keys", ""),
    ("play", "--test", "--board", EVIL),
    ("games",),
    ("games", "--json"),
    ("score", EVIL, EVIL, EVIL),
    ("score", "mini", EVIL, EVIL),
    ("check", "{folder}/record"),
    ("check", "{folder}/own.record"),
    ("check", "{folder}/" + EVIL),
    ("check", "{folder}/record", "--seal", EVIL),
    ("verify", EVIL),
    ("verify", "{folder}/record", EVIL),
    ("roll", EVIL),
    ("roll", "start", EVIL, EVIL),
    ("rolls",),
    ("rolls", "--test"),
    ("history",),
    *((name, number) for name in ("review", "challenge", "share", "export") for number in ("1", "2", "3", EVIL)),
    ("review", "1", "--plot"),
    ("backup", "{folder}/new.backup"),
    ("backup", "{folder}/none/" + EVIL),
    ("restore", "{folder}/evil.backup"),
    ("restore", "{folder}/" + EVIL),
    ("stats",),
    ("stats", "--json"),
    ("stats", EVIL),
    ("players",),
    ("players", "rename", EVIL, EVIL),
    ("correct", "1", "won", EVIL),
    ("correct", "1", "seat", EVIL, EVIL),
    ("doctor",),
    ("doctor", "--json"),
    ("doctor", "--report", "{folder}/report"),
    ("doctor", "--board", EVIL),
    ("boards",),
    ("boards", "--json"),
    ("tray", "judge", "{folder}/record"),
    ("tray", "judge", "{folder}/" + EVIL),
    ("tray", "record", "{folder}/out", "--edition", EVIL),
    ("tray", "flash", "--dry-run", "--port", EVIL),
    ("logs",),
    (EVIL,),
    ("--" + EVIL,),
)
NOT_RUN = {
    "club": "waits for a broker",
    "demo": "prints pages of its own",
    "web": "serves until a signal",
}


def controls(text: str) -> set[str]:
    """Return the characters of *text*, but for ends of lines, that may control a terminal."""
    return {letter for letter in text if letter != "\n" and not is_plain(letter)}


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a box in whose files every text is evil, with more such files beside them."""
    folder = tmp_path_factory.mktemp("evil")
    for name in ("editions", "trays"):
        (folder / name).mkdir()
    (folder / "settings.toml").write_text(SETTINGS, "utf-8")
    (folder / "record").write_text(RECORD, "utf-8")
    (folder / "statistics.json").write_text(json.dumps({EVIL: EVIL}), "utf-8")
    (folder / "phones.json").write_text(json.dumps({EVIL: EVIL}), "utf-8")
    (folder / "trays" / f"{EVIL[:9]}.json").write_text(json.dumps({EVIL: EVIL}), "utf-8")
    mini = (PEGS / "mini.toml").read_text("utf-8")
    (folder / "editions" / f"{EVIL[:9]}.toml").write_text(f"{json.dumps(EVIL)} = 1\n", "utf-8")
    (folder / "editions" / "key.toml").write_text(mini.replace('"mini"', json.dumps(EVIL)), "utf-8")
    (folder / "editions" / "own.toml").write_text(mini.replace('"mini"', '"own"'), "utf-8")
    paper = PaperArchive()
    session = Session.begin(load_catalogue(None)["mini"], {"mode": "player"}, ("Anna", "Ben"), environment(paper))
    for move in ("code ROYG", "RROO", "ROYG"):
        session.play(session.game.parse(None, move))
    with closing(opened(folder / "journal.db")) as journal:
        header, entries = paper.sheets[1]
        journal.append(journal.begin(replace(header, players=(f"A{EVIL}", f"B{EVIL}"))), entries, None)
        for header in (
            MatchHeader(EVIL, ((EVIL, EVIL),), (EVIL, EVIL), EVIL),
            replace(HEADING, options=((EVIL, EVIL),), players=(EVIL, "Ben")),
        ):
            journal.append(journal.begin(header), [LogEntry(EntryKind.PLAY, EVIL, at=EVIL)], EVIL)
        journal.enter([DiceRoll(Start(2, (EVIL, "Ben")), (1,), (), EVIL), DiceRoll(Dice(), (1,), (1,), NOON, EVIL)])
    lines: list[dict[str, object]] = [{"codemaker": "backup", "version": 2, "made": EVIL}]
    lines += [{"file": [EVIL, EVIL, EVIL]}, {"file": ["edition", f"{EVIL}.toml", EVIL]}]
    lines += [{"file": ["settings", "settings.toml", f"tray_port = {json.dumps('/dev/' + EVIL)}\n"]}]
    lines += [{"match": {"game": EVIL, "options": [], "players": [EVIL], "begun": EVIL, "result": EVIL, "lines": []}}]
    lines += [{"names": [EVIL]}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    checksum = json.dumps({"sha256": sha256(text.encode()).hexdigest()}) + "\n"
    (folder / "evil.backup").write_text(text + checksum, "ascii")
    return folder


@pytest.fixture(autouse=True)
def forgotten_log() -> Iterator[None]:
    """Let the command set up the log as in a process of its own."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.parametrize("arguments", RUNS, ids=lambda arguments: ascii(" ".join(arguments))[:60])
def test_no_command_prints_what_controls_a_terminal(
    evil: Path, arguments: Sequence[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (evil / "log").write_text(EVIL, "utf-8")
    monkeypatch.setattr(logs, "show", lambda follow, lines: logs.call(["cat", str(evil / "log")]))
    told = [argument.replace("{folder}", str(evil)) for argument in arguments]
    with suppress(SystemExit):
        main(["--verbose", "--state", str(evil), *told])
    printed = capsys.readouterr()
    assert controls(printed.out + printed.err) == set()
    if arguments[0] not in ("games", "boards", "score", "tray", "play", "backup"):
        assert printed.out + printed.err
    if "--json" in arguments:
        assert json.loads(printed.out)
    if "--report" in arguments:
        assert controls((evil / "report").read_text("utf-8")) == set()


def test_every_command_is_among_them() -> None:
    (commands,) = (each for each in command_parser()._actions if isinstance(each, argparse._SubParsersAction))
    assert {*commands.choices} - {run[0] for run in RUNS} == NOT_RUN.keys()


def test_the_files_reach_the_commands_unchanged(evil: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["history"], ["rolls"], ["games"], ["check", str(evil / "record")]):
        main(["--state", str(evil), *arguments])
    printed = capsys.readouterr()
    assert (printed.out + printed.err).count(r"\x1b[2J\x9b2J") > 9


def test_lines_of_pages_control_no_terminal() -> None:
    page = TextPage(Translator("en"))
    page.title(Verbatim(EVIL))
    page.paragraph(Verbatim(f"two\n{EVIL}"))
    page.hints(EVIL)
    page.banner(EVIL)
    assert controls("\n".join(page.lines)) == set()
    assert "two" in page.lines
