"""What goes into the initramfs, without compiling it."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest
from image import initramfs


def kernel(folder: Path, **modules: str) -> Path:
    """Write a kernel's modules, each with what it says it depends on."""
    for name, depends in modules.items():
        place = folder / "kernel" / "drivers"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.ko.xz").write_bytes(lzma.compress(b"ELF\0depends=" + depends.encode() + b"\0end"))
    return folder


def test_list_names_each_module_once() -> None:
    text = "# comment\n\nfixed a\nfixed b\n=splash\next4\n"
    assert initramfs.listed(text) == ["fixed", "ext4"]


def test_modules_come_in_the_order_of_the_list(tmp_path: Path) -> None:
    folder = kernel(tmp_path, ext4="jbd2,mbcache", jbd2="", mbcache="")
    names = ["jbd2", "mbcache", "ext4"]
    assert [name for name, _ in initramfs.read_modules(folder, names)] == names


def test_module_before_what_it_needs_is_refused(tmp_path: Path) -> None:
    folder = kernel(tmp_path, vfat="fat", fat="")
    with pytest.raises(ValueError, match=r"expected \['fat'\] before vfat"):
        list(initramfs.read_modules(folder, ["vfat", "fat"]))


def test_module_that_the_kernel_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected one ext4\.ko\.xz, got \[\]"):
        list(initramfs.read_modules(tmp_path, ["ext4"]))


def test_archive_is_what_the_kernels_documentation_describes() -> None:
    # By hand from Documentation/driver-api/early-userspace/buffer-format.rst: 110 bytes of header, padded to four.
    made = initramfs.entry(1, "a", 0o100644, b"12345")
    assert made[
        :110
    ] == b"070701" + b"00000001" + b"000081a4" + b"00000000" * 2 + b"00000001" + b"00000000" + b"00000005" + (
        b"00000000" * 4 + b"00000002" + b"00000000"
    )
    assert made[110:] == b"a\0" + b"12345\0\0\0"


def test_archive_is_the_same_for_the_same_files() -> None:
    files = {"init": b"x", "modules/list": b"", "pictures/2": b"p"}
    assert initramfs.archive(files) == initramfs.archive(dict(files))
    assert initramfs.archive(files).endswith(b"TRAILER!!!\0\0\0\0")
