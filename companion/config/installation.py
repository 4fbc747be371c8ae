"""The kind of installation of this program, and the command that adds an optional library to it."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

DISTRIBUTION = "codemaker-box"
"""The name on PyPI, where ``codemaker`` and ``companion`` are unrelated projects."""

PACKAGE = Path(__file__).parents[1]
DEBIAN_MODULES = Path("/usr/share/codemaker")
"""Where ``systemd/build-deb`` puts the modules."""


class InstallationKind(Enum):
    """The ways to install the program."""

    CHECKOUT = "a checkout of the sources"
    DEBIAN = "the Debian package"
    PIP = "a wheel, installed by pip"


@dataclass(frozen=True, slots=True)
class Library:
    """A library that only a part of the program needs.

    ``name`` is its name on PyPI, and ``extra`` the extra in ``pyproject.toml`` that installs it. ``debian`` is the
    argument of ``apt install`` that adds it to the Debian package; None if Debian has no package of it.
    """

    name: str
    extra: str
    debian: str | None


# The Debian package brings these libraries along, so only a damaged installation lacks them.
_OWN_PACKAGE = "--reinstall ./codemaker_*_all.deb"

LIBRARIES: Mapping[str, Library] = MappingProxyType(
    {
        "pygame": Library("pygame", "window", "python3-pygame"),
        "serial": Library("pyserial", "tray", "python3-serial"),
        "aiohttp": Library("aiohttp", "web", "python3-aiohttp"),
        "nacl": Library("pynacl", "web", "python3-nacl"),
        "paho": Library("paho-mqtt", "club", "python3-paho-mqtt"),
        "matplotlib": Library("matplotlib", "plot", "python3-matplotlib"),
        "plotext": Library("plotext", "plot", None),
        "gpiozero": Library("gpiozero", "pi", _OWN_PACKAGE),
        "luma": Library("luma.oled", "pi", _OWN_PACKAGE),
        "luma.lcd": Library("luma.lcd", "pi", _OWN_PACKAGE),
        "smbus2": Library("smbus2", "pi", _OWN_PACKAGE),
    }
)
"""The optional libraries by the name under which they are imported.

lgpio is not among them: the doctor names its package, which is the same for every installation on a Pi.
"""


def kind_of(package: Path = PACKAGE) -> InstallationKind:
    """Return the kind of installation of the program whose modules are in the folder *package*."""
    if package.parent == DEBIAN_MODULES:
        return InstallationKind.DEBIAN
    return InstallationKind.CHECKOUT if (package.parent / "pyproject.toml").is_file() else InstallationKind.PIP


def command_for(library: str, package: Path = PACKAGE) -> str:
    """Return the command that adds *library*, one of ``LIBRARIES``, to the installation around *package*."""
    wanted = LIBRARIES[library]
    from_pypi = f"pip install '{DISTRIBUTION}[{wanted.extra}]'"
    match kind_of(package):
        case InstallationKind.CHECKOUT:
            root = shlex.quote(str(package.parent))
            if (package.parent / ".venv").is_dir():
                return f"cd {root} && .venv/bin/pip install -e '.[{wanted.extra}]'"
            return f"make -C {root} setup"
        case InstallationKind.DEBIAN if wanted.debian is not None:
            return f"sudo apt install {wanted.debian}"
        case InstallationKind.DEBIAN:
            return f"Debian has no package of it; in a virtual environment: {from_pypi}"
        case InstallationKind.PIP:
            return from_pypi


def missing(failure: ModuleNotFoundError, package: Path = PACKAGE) -> str:
    """Return the message for a failed import of an optional library: its name and the command that adds it."""
    name = failure.name or ""
    imported = name if name in LIBRARIES else name.partition(".")[0]
    if imported not in LIBRARIES:
        # The missing module is a dependency of an optional library.
        return f"expected the library {imported}, got none"
    return f"expected the library {LIBRARIES[imported].name}, got none; to add it: {command_for(imported, package)}"


def version() -> str:
    """Return the version of the program."""
    return metadata.version(DISTRIBUTION)
