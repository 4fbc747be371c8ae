"""What the image of a card is made from. What is on the image is in ``check_image_files.py``."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path, PurePosixPath
from types import ModuleType

import pytest

from tests.support.tools import need

IMAGE = Path(__file__).parents[2] / "systemd/image"
BUILD = (IMAGE / "make-image").read_text("utf-8")
BY = "apt-get install device-tree-compiler"
# A tree with what the overlay reaches for, as all of Debian's trees for these boards have it.
TREE = """/dts-v1/;
/ {
    aliases { };
    soc {
        gpio: gpio@7e200000 { #gpio-cells = <2>; };
        spi: spi@7e204000 { status = "disabled"; };
        i2c1: i2c@7e804000 { clock-frequency = <100000>; };
    };
};
"""


def lines(name: str) -> list[tuple[str, str]]:
    """The lines of a list that say something: what, and the reason behind it."""
    found = [line.partition("#") for line in (IMAGE / name).read_text("utf-8").splitlines()]
    return [(what.strip(), reason.strip()) for what, _, reason in found if what.strip()]


def settings() -> dict[str, str]:
    """What config.txt tells the firmware, by name."""
    told = [re.split("[= ]", line, maxsplit=1) for line, _ in lines("config.txt")]
    return dict(told)


@pytest.fixture
def describe() -> ModuleType:
    spec = importlib.util.spec_from_file_location("describe", IMAGE / "describe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def merged(tmp_path: Path) -> Path:
    need("dtc", "fdtoverlay", "fdtget", by=BY)
    base, overlay, both = tmp_path / "base", tmp_path / "overlay", tmp_path / "both"
    (tmp_path / "dts").write_text(TREE)
    run("dtc", "-q", "-@", "-O", "dtb", "-o", base, tmp_path / "dts")
    run("dtc", "-q", "-@", "-I", "dts", "-O", "dtb", "-o", overlay, IMAGE / "codemaker.dts")
    run("fdtoverlay", "-i", base, "-o", both, overlay)
    return both


@pytest.mark.parametrize(
    ("node", "name", "value"),
    [
        ("/aliases", "i2c1", "/soc/i2c@7e804000"),
        ("/aliases", "spi0", "/soc/spi@7e204000"),
        ("/soc/i2c@7e804000", "clock-frequency", "400000"),
        ("/soc/spi@7e204000", "status", "okay"),
        ("/soc/spi@7e204000/display@0", "compatible", "rohm,dh2228fv"),
        ("/soc/spi@7e204000/display@0", "reg", "0"),
        ("/soc/spi@7e204000/display@1", "reg", "1"),
        ("/soc/gpio@7e200000/codemaker-spi0", "brcm,pins", "10 11"),
        ("/soc/gpio@7e200000/codemaker-spi0-cs", "brcm,pins", "8 7"),
    ],
)
def test_merged_tree_has_both_buses_as_the_displays_want_them(
    tmp_path: Path, node: str, name: str, value: str
) -> None:
    assert run("fdtget", merged(tmp_path), node, name).strip() == value


def test_firmware_is_told_to_load_files_that_the_build_writes() -> None:
    told = settings()
    assert told["initramfs"] == "initramfs.img followkernel"
    for name in (told["kernel"], "initramfs.img"):
        assert f"boot/{name}" in BUILD
    assert (IMAGE / told["cmdline"]).exists()


def test_firmware_is_told_that_the_kernel_is_debians_and_has_64_bits() -> None:
    assert settings().items() >= {"arm_64bit": "1", "upstream_kernel": "1", "boot_delay": "0"}.items()


def test_each_package_of_the_list_has_a_reason() -> None:
    assert [name for name, reason in lines("packages") if not reason] == []


@pytest.mark.parametrize("name", ["modules", "purge"])
def test_each_group_of_a_list_has_a_reason_above_it(name: str) -> None:
    text = (IMAGE / name).read_text("utf-8")
    assert text.startswith("#")
    assert "\n\n" not in text


def test_what_is_left_out_lies_within_the_image() -> None:
    patterns = [PurePosixPath(word) for what, _ in lines("purge") for word in what.split()]
    assert patterns
    assert [path for path in patterns if path.is_absolute() or ".." in path.parts or len(path.parts) < 2] == []


def test_copyright_texts_are_not_left_out() -> None:
    patterns = [word for what, _ in lines("purge") for word in what.split()]
    text = PurePosixPath("usr/share/doc/coreutils/copyright")
    assert [word for word in patterns if text.match(word)] == []
    assert not {"usr/share", "usr/share/doc", "usr/share/doc/*", "usr/share/common-licenses"} & set(patterns)


STICK = IMAGE / "root/etc/systemd/system/codemaker-stick@.service"
OWN_MOUNTS = {
    "BindPaths", "BindReadOnlyPaths", "DynamicUser", "ExecPaths", "InaccessiblePaths", "MountImages", "NoExecPaths",
    "PrivateDevices", "PrivateIPC", "PrivateMounts", "PrivateTmp", "ProcSubset", "ProtectControlGroups", "ProtectHome",
    "ProtectKernelLogs", "ProtectKernelModules", "ProtectKernelTunables", "ProtectProc", "ProtectSystem",
    "ReadOnlyPaths", "ReadWritePaths", "RootDirectory", "RootImage", "TemporaryFileSystem",
}  # fmt: skip
"""What gives a service a mount namespace, according to systemd.exec(5)."""


def test_unit_that_mounts_a_stick_is_shut_in() -> None:
    """The threshold is in tenths: the exposure is at most 5.0."""
    need("systemd-analyze", by="apt-get install systemd")
    run("systemd-analyze", "security", "--offline=true", "--threshold=50", STICK)


def test_unit_that_mounts_a_stick_mounts_it_for_all() -> None:
    told = {line.partition("=")[0] for line in STICK.read_text("utf-8").splitlines()}
    assert "CapabilityBoundingSet" in told
    assert told & OWN_MOUNTS == set()


def test_card_fits_into_half_a_gigabyte() -> None:
    sizes = [int(re.search(rf"^{name}=(\d+)$", BUILD, re.MULTILINE)[1]) for name in ("FIRST", "BOOT", "ROOT", "DATA")]  # type: ignore[index]
    assert sum(sizes) <= 512


@pytest.mark.parametrize("name", ["base", "make-image", "try-arm64"])
def test_script_can_be_read_by_its_shell(name: str) -> None:
    run("bash", "-n", IMAGE / name)


def test_tests_left_out_on_arm64_are_there_with_a_reason_each() -> None:
    text = (IMAGE / "not-on-arm64").read_text("utf-8")
    names = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert [name for name in names if not (IMAGE.parents[1] / name.partition("::")[0]).exists()] == []
    assert not re.search(r"\n\n[^#]", text)


def test_each_folder_of_tests_is_run_on_arm64_or_left_out() -> None:
    root = IMAGE.parents[1]
    words = re.search(r"addprefix tests/,([^)]*)\)", (root / "Makefile").read_text("utf-8"))
    assert words is not None
    named = {f"tests/{name.partition('/')[0]}" for name in words[1].split()}
    named |= {*(IMAGE / "not-on-arm64").read_text("utf-8").splitlines()}
    assert {f"tests/{file.parent.name}" for file in root.glob("tests/*/test_*.py")} - named == set()


def test_archive_is_never_trusted_without_its_signature() -> None:
    assert not re.search(r"trusted=|allow-unauthenticated|AllowInsecure", BUILD + (IMAGE / "base").read_text("utf-8"))


def test_imager_is_told_the_sizes_and_checksums_of_the_files(describe: ModuleType, tmp_path: Path) -> None:
    image, packed = tmp_path / "image", tmp_path / "image.xz"
    image.write_bytes(bytes(5_000_000))
    packed.write_bytes(b"packed")
    command = (sys.executable, IMAGE / "describe.py", "os-list", image, packed)
    said = run(*command, "--url", "https://a.example/image.xz", "--version", "1.2", "--built", "86400")
    (entry,) = json.loads(said)["os_list"]
    icon = entry.pop("icon").removeprefix("data:image/svg+xml;base64,")
    assert base64.b64decode(icon) == (IMAGE.parent / "codemaker.svg").read_bytes()
    assert [entry] == [
        {
            "name": "Codemaker",
            "description": "The box beside the board of a code-breaking game, version 1.2",
            "url": "https://a.example/image.xz",
            "extract_size": 5_000_000,
            "extract_sha256": run("sha256sum", image).split()[0],
            "image_download_size": 6,
            "image_download_sha256": run("sha256sum", packed).split()[0],
            "release_date": "1970-01-02",
            "init_format": "none",
            "devices": ["pi3-64bit", "pi4-64bit"],
        }
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Files: *\nLicense: GPL-2+\n text\n\nFiles: a\nLicense: MIT\n\nLicense: MIT\n words\n", "GPL-2+, MIT"),
        ("It is in /usr/share/common-licenses/GPL-3, and this\nin `/usr/share/common-licenses/LGPL'.", "GPL-3, LGPL"),
        ("This is free and unencumbered software released into the public domain.\n\nAnyone", "Unlicense"),
        ("This package was debianized by somebody.\n", "see its copyright text"),
    ],
)
def test_licences_are_those_that_a_copyright_text_names(describe: ModuleType, text: str, names: str) -> None:
    assert describe.licences(text) == names


def test_package_without_a_copyright_text_is_refused(describe: ModuleType, tmp_path: Path) -> None:
    status = tmp_path / "var/lib/dpkg/status"
    status.parent.mkdir(parents=True)
    status.write_text("Package: bare\nStatus: install ok installed\nVersion: 1-2\n")
    with pytest.raises(FileNotFoundError, match="bare"):
        list(describe.packages(tmp_path, []))


def test_list_of_packages_names_what_is_installed_added_and_brought_along(
    describe: ModuleType, tmp_path: Path
) -> None:
    def put(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    put(
        "var/lib/dpkg/status",
        "Package: dash\nVersion: 0.5-1\n\nPackage: sed\nVersion: 4.9\n\nPackage: codemaker\nVersion: 9\n",
    )
    put("usr/share/doc/dash/copyright", "License: BSD-3-clause\n")
    put("usr/share/doc/sed/copyright", "License: GPL-3+\n")
    put("usr/share/doc/lgpio/copyright", "unlicensed\n")
    put("usr/share/doc/codemaker/copyright", "MIT License\n")
    put("usr/share/codemaker/a-1.dist-info/METADATA", "Name: a\nVersion: 1.0\nLicense-Expression: MIT\n\ntext\n")
    put("usr/share/codemaker/b.dist-info/METADATA", "Name: codemaker-box\nVersion: 9\nLicense: MIT AND X\n\ntext\n")
    old = "Classifier: License :: OSI Approved :: MIT License\n"
    put("usr/share/codemaker/c.dist-info/METADATA", f"Name: c\nVersion: 3\n{old}\ntext\n")
    assert list(describe.packages(tmp_path, ["lgpio=0.2"])) == [
        ("dash", "0.5-1", "BSD-3-clause"),
        ("sed", "4.9", "GPL-3+"),
        ("codemaker", "9", "MIT AND X"),
        ("lgpio", "0.2", "see its copyright text"),
        ("codemaker: a", "1.0", "MIT"),
        ("codemaker: c", "3", "MIT License"),
    ]
