"""Write the image's initramfs: python3 systemd/image/initramfs.py MODULES PICTURES OUT

MODULES is the folder of an arm64 kernel's modules, PICTURES was filled by ``pictures.py``, OUT becomes an archive of
cpio's format "newc" (the kernel's Documentation/driver-api/early-userspace/buffer-format.rst). It is the same for the
same input. Nothing in it is compressed: the kernel would take longer to unpack it than the card to deliver it. This
needs gcc and binutils for arm64 (CROSS in the environment is their prefix).
"""

from __future__ import annotations

import lzma
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent / "init"
LIST = HERE / "modules"
CROSS = os.environ.get("CROSS", "aarch64-linux-gnu-")
# Not the C library's position-independent start: it would relocate itself first.
FLAGS = ["-std=gnu11", "-Os", "-Wall", "-Wextra", "-Werror", "-static", "-no-pie", "-s", "-Wl,--build-id=none"]
FOLDER, FILE, DEVICE = 0o040755, 0o100644, 0o020600
CONSOLE = (5, 1)


def listed(text: str) -> list[str]:
    """Return the modules that a list names, each once, in its order."""
    names = (line.split()[0] for line in text.splitlines() if line and line[0] not in "#=")
    return list(dict.fromkeys(names))


def depended_on(module: bytes) -> list[str]:
    """Return the modules that *module* itself says it depends on."""
    said = re.search(rb"\0depends=([^\0]*)\0", module)
    return [name for name in said[1].decode().split(",") if name] if said else []


def read_modules(folder: Path, names: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield each module's name and content; raises ``ValueError`` where one is loaded before what it needs."""
    seen: set[str] = set()
    for name in names:
        packed = sorted((folder / "kernel").rglob(f"{name}.ko.xz"))
        if len(packed) != 1:
            raise ValueError(f"expected one {name}.ko.xz, got {[str(path) for path in packed]}, in {folder}")
        module = lzma.decompress(packed[0].read_bytes())
        missing = {needed.replace("-", "_") for needed in depended_on(module)} - seen
        if missing:
            raise ValueError(f"expected {sorted(missing)} before {name}, got {names}, in {LIST}")
        seen.add(name.replace("-", "_"))
        yield name, module


def stripped(module: bytes, work: Path) -> bytes:
    """Return *module* without what debuggers and BPF programs want, and so without its signature.

    Checking the signatures of all modules and reading their types for BPF takes more instructions than loading them.
    """
    path = work / "module.ko"
    path.write_bytes(module)
    subprocess.run([f"{CROSS}strip", "--strip-debug", "--remove-section=.BTF*", path], check=True)
    return path.read_bytes()


def compiled(work: Path) -> bytes:
    """Return the program ``/init``."""
    path = work / "init"
    subprocess.run([f"{CROSS}gcc", *FLAGS, "-o", path, *sorted(HERE.glob("*.c"))], check=True)
    return path.read_bytes()


def entry(number: int, name: str, mode: int, content: bytes = b"", device: tuple[int, int] = (0, 0)) -> bytes:
    """Return one file of the archive; its header has thirteen numbers of eight hexadecimal digits."""
    path = name.encode() + b"\0"
    numbers = (number, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(path), 0)
    header = b"070701" + b"".join(b"%08x" % value for value in numbers) + path
    return _padded(header) + _padded(content)


def archive(files: dict[str, bytes]) -> bytes:
    """Return an archive with *files* in folders one deep, ``/init`` executable, and the console's device."""
    entries = [("dev", FOLDER, b"", (0, 0)), ("dev/console", DEVICE, b"", CONSOLE)]
    entries += [
        (folder, FOLDER, b"", (0, 0)) for folder in sorted({Path(name).parts[0] for name in files if "/" in name})
    ]
    entries += [(name, FILE | 0o111 * (name == "init"), content, (0, 0)) for name, content in files.items()]
    parts = [entry(number, *values) for number, values in enumerate(entries, 1)]
    return b"".join(parts) + entry(0, "TRAILER!!!", 0)


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 4)


def main(modules: Path, pictures: Path, out: Path) -> None:
    """Write the archive."""
    text = LIST.read_text()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        files = {"init": compiled(work), "modules/list": text.encode()}
        for name, module in read_modules(modules, listed(text)):
            files[f"modules/{name}.ko"] = stripped(module, work)
        files |= {f"pictures/{path.name}": path.read_bytes() for path in sorted(pictures.iterdir())}
        out.write_bytes(archive(files))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
