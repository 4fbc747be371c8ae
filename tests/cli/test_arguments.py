"""Arguments without a command, which are read without the parsers of the commands, mean the same as with them."""

from __future__ import annotations

import random

import pytest

from companion.cli import parser
from companion.cli.parser import command_parser, read_arguments
from companion.config.declared import Setting
from companion.features.seam import Feature

WORDS = (
    *("--verbose", "--test", "--phones", "--state", "here", "--device", "pi", "text", "--lang", "fr", "xx", "--keys"),
    *("--la", "--t", "--ver", "-h", "--he", "--lang=de", "--board=custom", "--no", "-", "--", "", "--seconds", "2"),
    *("play", "demo", "games", "score", "stats", "Anna", "--json", "players", "list", "--help", "--version"),
)


def read(arguments: list[str], capsys: pytest.CaptureFixture[str], *, at_once: bool) -> object:
    """Return what *arguments* mean: the options, or what is printed and the exit status."""
    try:
        return vars(read_arguments(arguments) if at_once else command_parser().parse_args(arguments))
    except SystemExit as end:
        return *capsys.readouterr(), end.code


def test_random_arguments_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    rng, parsed = random.Random(1), 0
    for _ in range(300):
        arguments = rng.choices(WORDS, k=rng.randrange(5))
        found = read(arguments, capsys, at_once=True)
        assert found == read(arguments, capsys, at_once=False), arguments
        parsed += isinstance(found, dict)
    assert parsed > 50


def test_start_of_the_box_makes_no_parser_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "command_parser", None)
    assert read_arguments(["--state", "/var/lib/codemaker", "--device", "pi"]).device == "pi"


def test_feature_takes_the_name_of_no_other_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = ("help", "version", "state")
    features = tuple(Feature(key, "Any", settings=(Setting("on", False, option="switch it on"),)) for key in keys)
    monkeypatch.setattr(parser, "installed", lambda: features)
    for word in (*(f"--{key}" for key in keys), *(f"--feature-{key}" for key in keys)):
        assert read([word], capsys, at_once=True) == read([word], capsys, at_once=False)
