"""What a program really did to a folder, and what it told, in one order: read from ``strace``.

The program is unchanged, and so is the SQLite below it: what is seen is what the kernel was asked for. Memory that is
mapped is not seen; of SQLite's files only ``-shm`` is, and SQLite takes that for lost after every crash.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tests.faults.card import Act, Cut, FolderSynced, Named, Renamed, Synced, Told, Unnamed, Written
from tests.support.tools import need

CALLS = (
    "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync,sync_file_range,ftruncate,truncate,"
    "fallocate,copy_file_range,sendfile,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,"
    "mkdir,mkdirat,rmdir"
)
# All texts as hexadecimal bytes, and beside each descriptor the path behind it.
STRACE = ("strace", "-f", "-y", "-xx", "-s", "100000000", "-e", f"trace={CALLS}", "-e", "signal=none")

CALL = re.compile(r"(\d+) +(\w+)\((.*)\) += (-?\d+)(?:<.*?>)?(?: .*)?")
BEGUN = re.compile(r"(\d+) +(\w+\(.*) <unfinished \.\.\.>")
ENDED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>(.*)")
ESCAPED = re.compile(r"\\x([0-9a-f]{2})")
TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
BEHIND = re.compile(r"(?:\d+|AT_FDCWD)<([^>]*)>")
STDOUT = 1


def traced(command: Sequence[str], folder: Path, environment: dict[str, str]) -> list[Act]:
    """Run *command*, and return what it did to the files in *folder* and wrote to its standard output."""
    need("strace", by="apt-get install strace")
    before = [*_found(folder)]
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "trace")
        subprocess.run([*STRACE, "-o", str(trace), *command], check=True, stdout=subprocess.PIPE, env=environment)
        with trace.open(encoding="ascii") as lines:
            return [*before, *acts((line.rstrip("\n") for line in lines), folder, before)]


def _found(folder: Path) -> Iterator[Act]:
    """Yield what brings the files in *folder* onto the card."""
    for number, file in enumerate(sorted(folder.iterdir())):
        yield from (Named(file.name, number), Written(number, 0, file.read_bytes()), Synced(number))
    yield FolderSynced()


def acts(trace: Iterable[str], folder: Path, before: Iterable[Act] = ()) -> Iterator[Act]:
    """Yield the acts that the lines of a *trace* tell of, of files that come from the acts *before* it or in it.

    Raises ``ValueError`` for what no card here can do.
    """
    reader = _Reader(folder, before)
    for line in whole_calls(trace):
        found = CALL.fullmatch(line)
        if found is None:
            if line.endswith(("+++", " = ?")):
                # A process has ended, or a call of another thread when it ended: nothing was told after that.
                continue
            raise ValueError(f"expected a system call, got {line[:200]!r}")
        if int(found[4]) >= 0:
            yield from reader.read(found[2], found[3], int(found[4]))


def whole_calls(trace: Iterable[str]) -> Iterator[str]:
    """Yield one line a call, where it ended, also of those that another thread's call came in between."""
    begun: dict[str, str] = {}
    for line in trace:
        if start := BEGUN.fullmatch(line):
            begun[start[1]] = start[2]
        elif end := ENDED.fullmatch(line):
            yield f"{end[1]} {begun.pop(end[1])}{end[2]}"
        else:
            yield line


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex("".join(ESCAPED.findall(escaped)))


class _Reader:
    """Gives the files of a folder numbers, and follows their names and ends."""

    def __init__(self, folder: Path, before: Iterable[Act]) -> None:
        self._folder = folder
        self._numbers = {act.name: act.file for act in before if isinstance(act, Named)}
        # Appending to a file from before would be read wrong, and is refused: it has no end here.
        self._ends = dict.fromkeys(self._numbers.values(), -1)

    def read(self, call: str, arguments: str, returned: int) -> Iterator[Act]:
        texts = [_bytes(text) for text in TEXT.findall(arguments)]
        match call:
            case "openat":
                yield from self._open(self._name(texts[0].decode()), arguments)
            case "write" if arguments.startswith(f"{STDOUT}<"):
                yield from (Told(words) for words in texts[0].decode().splitlines())
            case "write" | "pwrite64":
                yield from self._write(self._behind(arguments), arguments, texts[0][:returned], call)
            case "fsync" | "fdatasync":
                yield from self._sync(arguments)
            case "ftruncate":
                yield from self._cut(self._behind(arguments), int(arguments.rpartition(" ")[2]))
            case "rename" | "renameat" | "unlink" | "unlinkat":
                yield from self._name_anew([self._name(text.decode()) for text in texts])
            case "mkdir" | "mkdirat":
                if self._name(texts[0].decode()) is not None:
                    raise ValueError(f"expected one flat folder, got {call}")
            case _:
                if any(str(self._folder).encode() in text for text in (*texts, self._path(arguments).encode())):
                    raise ValueError(f"expected a call that is understood, got {call}({arguments[:200]!r})")

    def _open(self, name: str | None, arguments: str) -> Iterator[Act]:
        if name is None or name == "":
            return
        if name not in self._numbers and "O_CREAT" in arguments:
            self._numbers[name] = len(self._ends)
            self._ends[self._numbers[name]] = 0
            yield Named(name, self._numbers[name])
        elif "O_TRUNC" in arguments:
            yield from self._cut(self._numbers[name], 0)

    def _write(self, file: int | None, arguments: str, data: bytes, call: str) -> Iterator[Act]:
        if file is None:
            return
        # What goes without a place is written by one who begins at the beginning and seeks nothing.
        at = int(arguments.rpartition(" ")[2]) if call == "pwrite64" else self._ends[file]
        if at < 0:
            raise ValueError(f"expected a place to write to in a file from before, got {call}")
        self._ends[file] = max(self._ends[file], at + len(data))
        yield Written(file, at, data)

    def _sync(self, arguments: str) -> Iterator[Act]:
        if self._path(arguments) == str(self._folder):
            yield FolderSynced()
        elif (file := self._behind(arguments)) is not None:
            yield Synced(file)

    def _cut(self, file: int | None, size: int) -> Iterator[Act]:
        if file is not None:
            self._ends[file] = size
            yield Cut(file, size)

    def _name_anew(self, names: Sequence[str | None]) -> Iterator[Act]:
        match names:
            case [str(old), str(new)]:
                self._numbers[new] = self._numbers.pop(old)
                yield Renamed(old, new)
            case [str(old)]:
                del self._numbers[old]
                yield Unnamed(old)

    def _path(self, arguments: str) -> str:
        found = BEHIND.match(arguments)
        return _bytes(found[1]).decode(errors="replace") if found else ""

    def _behind(self, arguments: str) -> int | None:
        name = self._name(self._path(arguments))
        return None if name is None else self._numbers.get(name)

    def _name(self, path: str) -> str | None:
        """Return the name of *path* in the folder, None for a path elsewhere."""
        if path == str(self._folder):
            return ""
        folder, _, name = path.rpartition("/")
        return name if folder == str(self._folder) else None
