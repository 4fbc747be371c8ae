"""Builds what the virtual Pi boots from: Debian's kernel, a small Debian 12 with the package, and our module.

Everything comes from Debian but lgpio, which Debian 12 has not and Raspberry Pi OS has: it is the wheel that the tests
use. Building needs root, as mmdebstrap then needs nothing else.
"""

from __future__ import annotations

import importlib.metadata
import lzma
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.appliance.nspawn import Suite, archive
from tests.appliance.packaged import built

HERE = Path(__file__).parent
FILES = HERE / "root"
PLACE = Path("build/rig")
# What apt has been told of the way to the archive.
WAY = ("Acquire::http", "Acquire::Check", "Acquire::Retries")
DISK_MIB = 700
IN_INITRD = ("virtio_pci", "virtio_blk", "virtio_console", "ext4", "i2c-dev")
IN_ROOT = ("virtio_rng", "spidev")
UNUSED = (
    "apt-daily-upgrade.timer",
    "apt-daily.timer",
    "dev-hugepages.mount",
    "dev-mqueue.mount",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "e2scrub_reap.service",
    "fstrim.timer",
    "getty.target",
    "kmod-static-nodes.service",
    "modprobe@configfs.service",
    "modprobe@dm_mod.service",
    "modprobe@drm.service",
    "modprobe@efi_pstore.service",
    "modprobe@fuse.service",
    "modprobe@loop.service",
    "proc-sys-fs-binfmt_misc.automount",
    "remote-fs.target",
    "sys-kernel-debug.mount",
    "sys-kernel-tracing.mount",
    "systemd-binfmt.service",
    "systemd-journal-flush.service",
    "systemd-logind.service",
    "systemd-networkd.service",
    "systemd-pstore.service",
    "systemd-random-seed.service",
    "systemd-sysusers.service",
    "systemd-update-utmp-runlevel.service",
    "systemd-update-utmp.service",
    "systemd-user-sessions.service",
)


@dataclass(frozen=True, slots=True)
class Bootable:
    """What QEMU is given."""

    kernel: Path
    initrd: Path
    disk: Path
    release: str


def build(place: Path = PLACE) -> Bootable:
    """Build the image again, except for what cannot have changed since: the kernel and the bare Debian."""
    place.mkdir(parents=True, exist_ok=True)
    release = newest_headers()
    kernel = _kernel(place / "kernel", release)
    module = _module(place / "module", release)
    root = place / "root"
    _debian(place / "bare", root)
    _install(root)
    modules = [*_modules(kernel, release, IN_INITRD), module]
    _furnish(root, kernel, release)
    image = Bootable(place / "vmlinux", place / "initrd", place / "disk.img", release)
    image.kernel.write_bytes(unpacked((kernel / f"boot/vmlinuz-{release}").read_bytes()))
    _initrd(place / "first", modules, image.initrd)
    _disk(root, image.disk)
    return image


def run(*command: str, cwd: Path | None = None) -> str:
    """Run *command* and return what it printed; a failure quotes it."""
    done = subprocess.run(
        command,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise AssertionError(f"expected {command!r} to succeed, got {done.returncode}: {done.stdout[-4000:]}")
    return done.stdout


def way() -> list[str]:
    """Return this machine's settings of the way to the archive: proxies, certificates, clocks."""
    return [
        line for line in run("apt-config", "dump").splitlines() if line.startswith(WAY) and not line.endswith(' "";')
    ]


def newest_headers() -> str:
    """Return the newest kernel that modules can be built for here."""
    found = sorted(Path("/lib/modules").glob("*-amd64/build"), key=lambda path: path.stat().st_mtime)
    if not found:
        raise FileNotFoundError("expected the package linux-headers-amd64, got no headers in /lib/modules")
    return found[-1].parent.name


def _kernel(place: Path, release: str) -> Path:
    """Unpack Debian's kernel of exactly *release*; installing it here would want a boot loader."""
    if not (place / f"boot/vmlinuz-{release}").exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        run("apt-get", "download", f"linux-image-{release}", cwd=place)
        run("dpkg-deb", "--extract", str(next(place.glob("*.deb"))), str(place))
        run("depmod", "--basedir", str(place), release)
    return place


def unpacked(boot_file: bytes) -> bytes:
    """Return the kernel inside *boot_file*, which would else unpack itself at every start.

    Its place is in the header of Linux's boot protocol, from 2.08 on.
    """
    setup_sectors = boot_file[0x1F1] or 4
    offset, length = struct.unpack_from("<II", boot_file, 0x248)
    begin = (setup_sectors + 1) * 512 + offset
    # Its length follows the packed kernel, and is no part of it.
    kernel = lzma.LZMADecompressor().decompress(boot_file[begin : begin + length])
    if not kernel.startswith(b"\x7fELF"):
        raise ValueError(f"expected a kernel, got {kernel[:8]!r}")
    return kernel


def _module(place: Path, release: str) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(HERE / "module", place)
    run("make", "-C", f"/lib/modules/{release}/build", f"M={place.resolve()}", "modules")
    run("strip", "--strip-debug", str(place / "codemaker_rig.ko"))
    return place / "codemaker_rig.ko"


def _debian(bare: Path, root: Path) -> None:
    """Copy a bare Debian to *root*; it is made when there is none, in some minutes."""
    if not (bare / "etc/debian_version").exists():
        shutil.rmtree(bare, ignore_errors=True)
        run(
            "mmdebstrap",
            "--variant=minbase",
            "--include=systemd-sysv,udev,kmod,python3-pil",
            "--dpkgopt=force-unsafe-io",
            "--dpkgopt=path-exclude=/usr/share/locale/*",
            *(f"--aptopt={option}" for option in way()),
            Suite.BOOKWORM.value,
            str(bare),
            f"deb {archive()} {Suite.BOOKWORM.value} main",
        )
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", str(bare), str(root))


def _install(root: Path) -> None:
    """Install the package, as apt would on a Pi, and lgpio."""
    deb = built()
    shutil.copy(deb, root / "root")
    # Where it is installed there is no device tree yet that would say so.
    run("chroot", str(root), "env", "CODEMAKER_BOX=yes", "dpkg", "--install", f"/root/{deb.name}")
    (root / "root" / deb.name).unlink()
    distribution = importlib.metadata.distribution("lgpio")
    modules = root / "usr/local/lib/python3.11/dist-packages"
    for file in distribution.files or ():
        source, target = Path(str(distribution.locate_file(file))), modules / file
        if ".." not in file.parts and source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def _modules(kernel: Path, release: str, names: tuple[str, ...]) -> list[Path]:
    """Return the files of the modules *names* and of what they need, in the order of loading."""
    files: dict[Path, None] = {}
    for name in names:
        told = run("modprobe", "--dirname", str(kernel), "--set-version", release, "--show-depends", name)
        files |= dict.fromkeys(Path(line.split()[1]) for line in told.splitlines() if line.startswith("insmod"))
    return list(files)


def _furnish(root: Path, kernel: Path, release: str) -> None:
    """Put in what makes it the rig: modules, and our files."""
    for file in _modules(kernel, release, IN_INITRD + IN_ROOT):
        target = root / "lib/modules" / file.relative_to(kernel.resolve() / "lib/modules")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for index in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        shutil.copy(kernel / f"lib/modules/{release}" / index, root / f"lib/modules/{release}")
    run("depmod", "--basedir", str(root), release)
    shutil.copytree(FILES, root, dirs_exist_ok=True)
    run("chroot", str(root), "systemctl", "enable", "rig-shell.service", "rig-bus.service")
    # None of them is needed here, and each takes its share of a slow boot.
    run("chroot", str(root), "systemctl", "mask", *UNUSED)
    # Without one every boot of a fresh disk would be a first one, and set up again what is set up.
    (root / "etc/machine-id").write_text("c0de" * 8 + "\n")
    (root / "etc/hostname").write_text("rig\n")
    # The first root has mounted the disk: nothing has to wait for its device.
    (root / "etc/fstab").write_text("")


def _initrd(place: Path, modules: list[Path], into: Path) -> None:
    """Make the first root: it loads *modules* and goes on to the disk."""
    shutil.rmtree(place, ignore_errors=True)
    for folder in ("bin", "dev", "proc", "sys", "modules", "disk"):
        (place / folder).mkdir(parents=True)
    shutil.copy("/bin/busybox", place / "bin")
    for number, file in enumerate(modules):
        shutil.copy(file, place / "modules" / f"{number:02}-{file.name}")
    shutil.copy(HERE / "init", place)
    (place / "init").chmod(0o755)
    names = "\n".join(str(path.relative_to(place)) for path in sorted(place.rglob("*")))
    with into.open("wb") as made:
        subprocess.run(
            ["cpio", "--create", "--format=newc", "--quiet"], cwd=place, input=names.encode(), stdout=made, check=True
        )


def _disk(root: Path, into: Path) -> None:
    into.unlink(missing_ok=True)
    # Written at once, not by a thread that goes on for minutes after the first boot.
    options = "lazy_itable_init=0,lazy_journal_init=0"
    run("mke2fs", "-q", "-t", "ext4", "-E", options, "-L", "rig", "-d", str(root), str(into), f"{DISK_MIB}M")


if __name__ == "__main__":
    print(build())
