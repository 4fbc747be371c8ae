"""``.ci/need`` and apt: it waits for another apt's locks, and shows what apt prints only when it fails."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Every command that .ci/need may ask for.
WANTED = " ".join(set(re.findall(r"has ([\w-]+) \|\| echo", (ROOT / ".ci/need").read_text("utf-8"))))
FAILS_ONCE = """#!/bin/sh
echo "$*" >>"$0.log"
case "$*" in
*update*) [ -e "$0.tried" ] || { touch "$0.tried"; echo "E: Could not get lock /x" >&2; exit 100; } ;;
*install*)
    echo Unpacking
    [ ! -e "$0.broken" ] || exit 100
    cd "${0%/*}" && for name in %s; do ln -sf /bin/true "$name"; done ;;
esac
"""


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A folder with the only commands there are; the lists of its apt are locked once, its sleep takes no time."""
    for name in ("dirname", "tr", "grep", "rm", "ln", "touch", "sh"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    scripts = {"apt-get": FAILS_ONCE.replace("%s", WANTED), "id": "#!/bin/sh\necho 0\n", "sleep": "#!/bin/sh\n"}
    # Anything else a machine may lack is there.
    scripts |= dict.fromkeys(("Xvfb", "xdotool", "xwininfo", "tmux", "strace", "python3"), "#!/bin/sh\n")
    scripts["ldconfig"] = "#!/bin/sh\necho libgthread-2.0.so.0\n"
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return tmp_path


def install(commands: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(ROOT / ".ci/need"), "install"],
        env={"PATH": str(commands)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_lists_and_packages_are_waited_for(commands: Path) -> None:
    done = install(commands)
    assert (done.returncode, "failed" in done.stdout) == (0, False), done.stdout
    calls = (commands / "apt-get.log").read_text().splitlines()
    assert ["update" in call for call in calls] == [True, True, False]
    assert all("DPkg::Lock::Timeout=600" in call for call in calls)


def test_packages_are_named_in_one_line_and_apt_is_not_heard(commands: Path) -> None:
    lines = install(commands).stdout.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [["codemaker", "installing with apt-get"]]


def test_all_that_apt_prints_is_shown_when_it_fails(commands: Path) -> None:
    (commands / "apt-get.broken").touch()
    done = install(commands)
    assert done.returncode == 1
    assert "Unpacking\ncodemaker: could not install what is missing." in done.stdout
