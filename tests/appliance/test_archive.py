"""Where the packages of a machine in the machine come from: apt's own sources, in either format."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.appliance.nspawn import NoMachine, archive

pytestmark = pytest.mark.skipif(
    shutil.which("apt-get") is None and "CI" not in os.environ, reason="apt-get is not installed"
)
ONE_LINE = "deb [arch=amd64] {site} bookworm main contrib\n"
DEB822 = "Types: deb\nURIs: {site}\nSuites: trixie trixie-updates\nComponents: main\n"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the only sources that apt knows."""
    folder = tmp_path / "sources.list.d"
    folder.mkdir()
    config = tmp_path / "apt.conf"
    config.write_text(f'Dir::Etc::SourceList "/dev/null";\nDir::Etc::SourceParts "{folder}";\n')
    monkeypatch.setenv("APT_CONFIG", str(config))
    return folder


@pytest.mark.parametrize(("name", "text"), [("debian.list", ONE_LINE), ("debian.sources", DEB822)])
@pytest.mark.parametrize("site", ["http://mirror.example/debian", "https://mirror.example/pub/debian/"])
def test_archive_is_that_of_apt_s_sources(sources: Path, name: str, text: str, site: str) -> None:
    security = ONE_LINE.format(site="http://mirror.example/debian-security")
    (sources / "a-security.list").write_text(security)
    (sources / name).write_text(text.format(site=site))
    assert archive().rstrip("/") == site.rstrip("/")


def test_machine_without_sources_is_told_what_is_missing(sources: Path) -> None:
    with pytest.raises(NoMachine, match=r"expected Debian's main archive .* got none: add it in /etc/apt"):
        archive()


def test_machine_with_another_archive_only_is_told_which(sources: Path) -> None:
    (sources / "other.list").write_text(ONE_LINE.format(site="http://mirror.example/other"))
    with pytest.raises(NoMachine, match=r"got http://mirror\.example/other: add it in /etc/apt"):
        archive()
