"""What a message about a missing library names fits the installation: a checkout, the Debian package, a wheel."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.config import installation

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DEBIAN = installation.DEBIAN_MODULES / "companion"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    return tmp_path / "companion"


@pytest.fixture
def site_packages(tmp_path: Path) -> Path:
    return tmp_path / "site-packages/companion"


def test_this_is_a_checkout() -> None:
    assert installation.kind_of() is installation.InstallationKind.CHECKOUT


def test_kinds_of_installation_are_told_apart(checkout: Path, site_packages: Path) -> None:
    assert [installation.kind_of(package) for package in (checkout, DEBIAN, site_packages)] == [
        installation.InstallationKind.CHECKOUT,
        installation.InstallationKind.DEBIAN,
        installation.InstallationKind.PIP,
    ]


def test_checkout_installs_into_its_environment(checkout: Path) -> None:
    (checkout.parent / ".venv").mkdir()
    assert (
        installation.command_for("serial", checkout) == f"cd {checkout.parent} && .venv/bin/pip install -e '.[tray]'"
    )


def test_checkout_without_an_environment_makes_one(checkout: Path) -> None:
    assert installation.command_for("pygame", checkout) == f"make -C {checkout.parent} setup"


def test_checkout_in_a_folder_with_a_space_is_quoted(tmp_path: Path) -> None:
    root = tmp_path / "my games"
    root.mkdir()
    (root / "pyproject.toml").touch()
    assert installation.command_for("pygame", root / "companion") == f"make -C '{root}' setup"


@pytest.mark.parametrize(
    ("library", "command"),
    [
        ("pygame", "sudo apt install python3-pygame"),
        ("serial", "sudo apt install python3-serial"),
        ("nacl", "sudo apt install python3-nacl"),
        ("matplotlib", "sudo apt install python3-matplotlib"),
        ("luma", "sudo apt install --reinstall ./codemaker_*_all.deb"),
        ("plotext", "Debian has no package of it; in a virtual environment: pip install 'codemaker-box[plot]'"),
    ],
)
def test_debian_package_asks_apt(library: str, command: str) -> None:
    assert installation.command_for(library, DEBIAN) == command


def test_wheel_asks_pip_for_our_own_distribution(site_packages: Path) -> None:
    assert installation.command_for("plotext", site_packages) == "pip install 'codemaker-box[plot]'"


def test_message_names_the_library_and_the_command() -> None:
    failure = ModuleNotFoundError("No module named 'luma.core'", name="luma.core")
    told = "expected the library luma.oled, got none; to add it: sudo apt install --reinstall ./codemaker_*_all.deb"
    assert installation.missing(failure, DEBIAN) == told


def test_message_of_an_unknown_library_names_it() -> None:
    assert installation.missing(ModuleNotFoundError(name="cbor2")) == "expected the library cbor2, got none"


@pytest.mark.parametrize("library", installation.LIBRARIES)
def test_extra_of_each_library_brings_it(library: str) -> None:
    lines = PROJECT["optional-dependencies"][installation.LIBRARIES[library].extra]
    assert installation.LIBRARIES[library].name in {re.split(r"[<>=;\[ ]", line)[0] for line in lines}


def test_version_is_that_of_the_project() -> None:
    assert PROJECT["name"] == installation.DISTRIBUTION
    assert installation.version() in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_no_text_installs_the_distributions_of_strangers() -> None:
    """On PyPI ``codemaker`` and ``companion`` are other people's."""
    strangers = re.compile(r"install [^`\n]*'?\b(codemaker|companion)(\[|['` ]|$)")
    texts = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *installation.PACKAGE.rglob("*.py")]
    lines = [line for path in texts for line in path.read_text("utf-8").splitlines() if "pip install" in line]
    assert [line for line in lines if strangers.search(line)] == []
    assert strangers.search("pip install 'codemaker[plot]'")


WITHOUT = """
import sys
sys.modules[{library!r}] = None
from companion.cli.main import main
sys.exit(main({arguments!r}))
"""


def ended(library: str, *arguments: str) -> tuple[int, str]:
    """Run the command line where *library* is not installed; return its status and what it wrote to stderr."""
    code = WITHOUT.format(library=library, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"DISPLAY": ":99", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(("library", "device"), [("pygame", "window"), ("luma", "pi"), ("gpiozero", "pi")])
def test_device_without_its_library_is_one_sentence(library: str, device: str) -> None:
    status, told = ended(library, "play", "--device", device)
    name = installation.LIBRARIES[library].name
    assert (status, told) == (
        2,
        f"codemaker: expected the library {name}, got none; to add it: {installation.command_for(library)}\n",
    )


def test_parser_needs_no_compiled_library() -> None:
    """The man page and the completions are made from it where no Pillow is."""
    code = "import sys; sys.modules['PIL'] = None; from companion.cli.parser import command_parser; command_parser()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=60)


def test_every_library_of_the_table_is_imported_somewhere() -> None:
    imported = set()
    for path in installation.PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add((node.module or "").partition(".")[0])
    assert {name.partition(".")[0] for name in installation.LIBRARIES} - imported == set()
