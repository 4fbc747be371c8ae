"""Show that the program does without each of its features: ``python -m tools.without_features [PYTEST ARGUMENT]...``.

For each feature of the table a copy of the sources is made without its package and its tests. There the catalogues and
the picture of the packages are made again, as by a person who deletes the feature. Then the type checker, the import
check and tests have to pass; without arguments, those that meet features.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.features import NAMES

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
TESTS = (
    # The seam, and everything that asks the table of features.
    "tests/architecture",
    "tests/app/test_beside.py",
    "tests/app/test_compose.py",
    "tests/app/test_features.py",
    "tests/cli/test_manual.py",
    "tests/config/test_installation.py",
    "tests/doctor",
    # The socket without the messages that a feature adds.
    "tests/front_ends/test_messages.py",
    "tests/front_ends/test_moves.py",
    "tests/front_ends/test_service.py",
    # Whole ways through the screens; every screen, in its kept frame.
    "tests/flows/test_flows.py",
    "tests/i18n",
    "tests/ui/test_gallery.py::test_screen_looks_as_it_is_kept",
    "tests/ui/test_gallery.py::test_every_frame_that_is_kept_is_looked_at",
)
"""What is run of the tests in CI, in a minute."""
SAID = (
    # The documents name the commands of all features, and pyproject.toml and a table of it their libraries.
    "--deselect=tests/architecture/test_pages.py::test_every_command_exists",
    "--deselect=tests/config/test_installation.py::test_every_library_of_the_table_is_imported_somewhere",
)
"""Left out, because it is about words that stay when a feature is deleted."""


def copy_without(name: str, folder: Path) -> None:
    """Copy the sources to *folder* without the feature *name*."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True, dirs_exist_ok=True)
    shutil.rmtree(folder / "companion" / name)
    shutil.rmtree(folder / "tests" / name, ignore_errors=True)
    if (cache := ROOT / ".mypy_cache").is_dir():
        # With it, only what the feature has a part in is checked again.
        shutil.copytree(cache, folder / cache.name)


def check_without(name: str, tests: Sequence[str]) -> None:
    """Raise ``subprocess.CalledProcessError`` unless the program does without the feature *name*."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        copy_without(name, folder)
        python = sys.executable
        for command in (
            (python, "-m", "tools.catalogues"),
            (python, "-m", "tools.package_graph", "docs/pictures/packages.svg"),
            (python, "-m", "mypy"),
            (Path(python).with_name("lint-imports"),),
            (python, "-m", "pytest", "-q", "-n", "auto", *SAID, *tests),
        ):
            print(f"without {name}:", *command, flush=True)
            # Before the package that is installed.
            subprocess.run(command, cwd=folder, check=True, env=os.environ | {"PYTHONPATH": str(folder)})


if __name__ == "__main__":
    for feature in NAMES:
        check_without(feature, sys.argv[1:] or TESTS)
