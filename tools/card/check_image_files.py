"""What is on the image of a card: ``make image``, then ``pytest tools/card/check_image_files.py``."""

from __future__ import annotations

import lzma
import os
import re
import shutil
import stat
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
PACKED = HERE / "build/image/codemaker-arm64.img.xz"
IMAGE = HERE / "systemd/image"
SECTOR = 512
BOOT, ROOT, DATA = range(3)
UNCHECKED_HASH = 1
"""The flags of bytecode that is taken without a look at its source (PEP 552)."""
WORDS_OF_THE_BUILD = (str(HERE), "/kept/", "codemaker-image/work")


def run(*command: str | Path) -> str:
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"PATH": path}).stdout


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    raw = tmp_path_factory.mktemp("image") / "card.img"
    with lzma.open(PACKED) as packed, raw.open("wb") as file:
        shutil.copyfileobj(packed, file, 1 << 20)
    return raw


def partitions(image: Path) -> list[tuple[int, int]]:
    """Where each partition begins and how long it is, in bytes, by the master boot record."""
    with image.open("rb") as file:
        head = file.read(SECTOR)
    entries = [struct.unpack_from("<II", head, 446 + 16 * number + 8) for number in range(4)]
    return [(start * SECTOR, length * SECTOR) for start, length in entries if length]


@pytest.fixture(scope="module")
def root(image: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("root")
    start, _ = partitions(image)[ROOT]
    run("debugfs", "-R", f"rdump / {folder}", f"{image}?offset={start}")
    return folder


def files(root: Path) -> Iterator[tuple[str, os.stat_result]]:
    """Everything in the root but symbolic links, by its path there."""
    for path in sorted(root.rglob("*")):
        if not path.is_symlink():
            yield path.relative_to(root).as_posix(), path.stat()


def test_image_is_small_enough_to_fetch() -> None:
    assert PACKED.stat().st_size <= 120 * 1000 * 1000


def test_checksum_is_that_of_the_image() -> None:
    assert "OK" in run("env", "-C", PACKED.parent, "sha256sum", "--check", f"{PACKED.name}.sha256")


def test_data_is_the_last_partition_so_that_it_can_grow(image: Path) -> None:
    parts = partitions(image)
    assert len(parts) == 3
    assert [start for start, _ in parts] == sorted(start for start, _ in parts)
    assert sum(parts[DATA]) == image.stat().st_size


def test_data_belong_to_the_game_alone(image: Path, root: Path) -> None:
    start, _ = partitions(image)[DATA]
    said = run("debugfs", "-R", "stat /", f"{image}?offset={start}")
    users = [line.split(":") for line in (root / "etc/passwd").read_text().splitlines()]
    user = next(entry[2] for entry in users if entry[0] == "codemaker")
    assert re.search(rf"Mode: +0700 (.*\n)*?User: +{user} ", said)


def test_boot_partition_has_a_tree_for_each_board(image: Path) -> None:
    start, _ = partitions(image)[BOOT]
    listed = run("mdir", "-b", "-i", f"{image}@@{start}", "::").replace("::/", "").split()
    boards = re.search(r'^BOARDS="([^"]*)"', (IMAGE / "make-image").read_text(), re.MULTILINE)
    assert boards is not None
    assert {f"{board}.dtb" for board in boards[1].split()} == {name for name in listed if name.endswith(".dtb")}
    assert {
        "config.txt",
        "cmdline.txt",
        "codemaker.txt",
        "vmlinuz",
        "initramfs.img",
        "bootcode.bin",
        "start.elf",
    } <= set(listed)


def test_no_tree_gives_pins_away(image: Path, tmp_path: Path) -> None:
    start, _ = partitions(image)[BOOT]
    run("mcopy", "-i", f"{image}@@{start}", "::*.dtb", tmp_path)
    trees = list(tmp_path.iterdir())
    assert trees
    assert [
        tree.name for tree in trees if "pinctrl-0" in run("fdtget", "-p", tree, "/soc/gpio@7e200000").split()
    ] == []


def test_no_account_has_a_password(root: Path) -> None:
    accounts = [line.split(":") for line in (root / "etc/shadow").read_text().splitlines()]
    assert "root" in {account[0] for account in accounts}
    assert [account[0] for account in accounts if account[1][:1] not in {"!", "*"}] == []


def test_nobody_but_owners_may_write(root: Path) -> None:
    open_to_all = [path for path, found in files(root) if found.st_mode & stat.S_IWOTH]
    assert open_to_all == ["tmp", "var/tmp"]


def test_no_program_changes_its_user(root: Path) -> None:
    assert [
        path
        for path, found in files(root)
        if found.st_mode & (stat.S_ISUID | stat.S_ISGID) and stat.S_ISREG(found.st_mode)
    ] == []


def test_there_are_no_keys_and_no_sources_of_packages(root: Path) -> None:
    assert not any((root / path).exists() for path in ("etc/ssh", "etc/apt", "etc/ssl/private", "etc/resolv.conf"))
    assert [path for path, _ in files(root) if re.search(r"_key(\.pub)?$|\.pem$", path)] == []


def test_every_box_has_the_same_machine_id(root: Path) -> None:
    assert re.fullmatch("[0-9a-f]{32}\n", (root / "etc/machine-id").read_text())


def test_nothing_tells_of_the_machine_that_built_it(root: Path) -> None:
    words = [word.encode() for word in (*WORDS_OF_THE_BUILD, *proxies(), *mirrors())]
    found = [
        (path, word)
        for path, status in files(root)
        if stat.S_ISREG(status.st_mode)
        for content in [(root / path).read_bytes()]
        for word in words
        if word in content
    ]
    assert found == []


def proxies() -> list[str]:
    """The proxies of this machine."""
    return [value for name, value in os.environ.items() if name.lower().endswith("_proxy") and "//" in value]


def mirrors() -> list[str]:
    """The archives that this machine fetches its packages from, but for Debian's own address."""
    if shutil.which("apt-get") is None:
        return []
    sites = set(run("apt-get", "indextargets", "--format", "$(SITE)").split())
    return [site for site in sites if "://deb.debian.org/" not in site]


def test_every_package_has_its_licence(root: Path) -> None:
    rows = [line.split("\t") for line in (PACKED.parent / "codemaker-arm64.packages").read_text().splitlines()]
    assert [row for row in rows if len(row) != 3 or not all(row)] == []
    names = {row[0] for row in rows}
    assert names >= {"codemaker", "libc6", "lgpio", "linux-image", "python3-pil", "raspi-firmware", "systemd"}
    assert [
        name for name in names if ": " not in name and not (root / f"usr/share/doc/{name}/copyright").is_file()
    ] == []
    assert (root / "usr/share/common-licenses/GPL-3").is_file()


def test_modules_are_those_of_the_list(root: Path) -> None:
    text = re.sub("#.*", "", (IMAGE / "modules").read_text())
    there = {path.name.split(".")[0].replace("-", "_") for path in root.glob("usr/lib/modules/*/kernel/**/*.ko*")}
    assert {name.replace("-", "_") for name in text.split()} - there == set()


def test_all_of_the_game_is_compiled_and_its_sources_are_not_looked_at(root: Path) -> None:
    sources = sorted((root / "usr/share/codemaker").rglob("*.py"))
    compiled = [path.parent / "__pycache__" / f"{path.stem}.cpython-313.pyc" for path in sources]
    assert len(sources) > 300
    assert [path for path in compiled if not path.is_file()] == []
    assert {int.from_bytes(path.read_bytes()[4:8], "little") for path in compiled} == {UNCHECKED_HASH}
