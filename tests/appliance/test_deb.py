"""The package as a file: what lintian says of it, what it brings and what it leaves to the distribution."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from email.message import Message
from email.parser import Parser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.config.installation import LIBRARIES
from tests.appliance import packaged
from tests.support.tools import need

deb = packaged.deb
ROOT = Path(__file__).parents[2]
# What is compiled, and by which package the distribution has it.
COMPILED = {"pillow": "python3-pil", "lgpio": "python3-lgpio"}


def out(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def control(deb: Path) -> Message:
    return Parser().parsestr(out("dpkg-deb", "--field", str(deb)))


@pytest.fixture(scope="module")
def files(deb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    out("dpkg-deb", "--extract", str(deb), str(folder))
    return folder


def test_lintian_has_nothing_to_say(deb: Path) -> None:
    need("lintian", by="make test-install")
    done = subprocess.run(["lintian", "--allow-root", str(deb)], check=False, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0)


def test_version_is_that_of_the_project(control: Message) -> None:
    assert control["Version"] == out(str(ROOT / "systemd" / "version")).strip()


def test_size_is_that_of_its_files_whatever_du_counts_for_folders(control: Message, files: Path) -> None:
    sizes = [path.lstat().st_size for path in files.rglob("*") if path.is_file() and not path.is_symlink()]
    assert int(control["Installed-Size"]) == sum(-(-size // 1024) for size in sizes)


def test_one_package_serves_every_processor(control: Message, files: Path) -> None:
    assert control["Architecture"] == "all"
    assert [str(file) for file in files.rglob("*.so*")] == []


def test_fakes_are_left_out(files: Path) -> None:
    package = files / "usr/share/codemaker/companion"
    assert (package / "devices").is_dir()
    assert not (package / "fakes").exists()


def needed() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *extras["pi"], *extras["tray"]]
    names = {re.split(r"[<>=;\[ ]", line)[0].lower() for line in lines}
    return names - {"codemaker-box"}


def test_everything_that_the_box_needs_comes_along_or_is_asked_for(control: Message, files: Path) -> None:
    folders = (files / "usr/share/codemaker").glob("*.dist-info")
    brought = {re.sub(r"[-_.]+", ".", folder.name.partition("-")[0]).lower() for folder in folders}
    asked = f"{control['Depends']}, {control['Recommends']}"
    for name in needed():
        if name in COMPILED:
            assert COMPILED[name] in asked
        else:
            assert re.sub(r"[-_.]+", ".", name) in brought


def test_optional_libraries_of_debian_are_named_in_the_package_or_come_along(control: Message, files: Path) -> None:
    named = f"{control['Recommends']}, {control['Suggests']}"
    modules = files / "usr/share/codemaker"
    brought = {path.stem for path in modules.iterdir()} | {
        f"luma.{path.stem}" for path in (modules / "luma").iterdir()
    }
    wanted = {name: library.debian for name, library in LIBRARIES.items() if library.debian is not None}
    assert [name for name, package in wanted.items() if package not in named and name not in brought] == []


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None and "CI" not in os.environ,
    reason="desktop-file-validate is not installed",
)
def test_desktop_entry_is_valid(files: Path) -> None:
    assert out("desktop-file-validate", str(files / "usr/share/applications/codemaker.desktop")) == ""


def test_desktop_entry_opens_the_window_under_an_icon_of_ours(files: Path) -> None:
    entry = ConfigParser(interpolation=None)
    entry.read(files / "usr/share/applications/codemaker.desktop", "utf-8")
    wanted = entry["Desktop Entry"]
    assert (wanted["Exec"], wanted["Terminal"]) == ("codemaker --device window", "false")
    icon = files / f"usr/share/icons/hicolor/scalable/apps/{wanted['Icon']}.svg"
    assert ElementTree.parse(icon).getroot().tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 - our own file


def test_man_page_and_completions_come_along(files: Path) -> None:
    page = gzip.decompress((files / "usr/share/man/man1/codemaker.1.gz").read_bytes()).decode("utf-8")
    assert page.startswith(".TH CODEMAKER")
    folders = ("bash-completion/completions/codemaker", "zsh/vendor-completions/_codemaker")
    for place in (*folders, "fish/vendor_completions.d/codemaker.fish"):
        assert "--report" in (files / "usr/share" / place).read_text("utf-8")


def test_modules_come_without_a_trace_of_where_they_were_put_together(files: Path) -> None:
    assert [str(file) for name in ("RECORD", "direct_url.json", "*.pyc") for file in files.rglob(name)] == []
    assert subprocess.run(["grep", "-rl", str(ROOT), str(files)], check=False, capture_output=True).stdout == b""


def test_licences_of_all_that_comes_along_are_told(files: Path) -> None:
    told = (files / "usr/share/doc/codemaker/copyright").read_text("utf-8")
    for folder in (files / "usr/share/codemaker").glob("*.dist-info"):
        assert f"==== {folder.name}" in told or folder.name.startswith(("codemaker_box-", "pyserial-")), folder.name
    assert "==== systemd/licence-pyserial" in told
    assert "==== companion/ui/core/fonts/14x28B-OFL.txt" in told
    assert "==== companion/phones/web/pages/nacl.LICENSE" in told
    assert "==== LICENSE" in told


def test_launcher_takes_nothing_from_the_user_s_own_modules(files: Path) -> None:
    assert (files / "usr/bin/codemaker").read_text("utf-8").startswith("#!/usr/bin/python3 -I\n")


def test_files_carry_one_time_that_of_the_commit(files: Path) -> None:
    times = {file.stat().st_mtime for file in files.rglob("*") if file.is_file()}
    assert len(times) == 1
