"""Kill -9 the whole program while it is played: what a frame has shown must be in the journal.

A headless box is fed keys and writes every new frame as a file. The journal before a life says which screen it
begins with, and from there every key makes one new frame; so the number of files tells which moves had been seen
when the program died. It dies at one of its writes, whose number is drawn.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count, islice
from pathlib import Path

from tests.support.opened import open_journal
from tools.bench.measure import environment
from tools.bench.signalled import chance, signalled

# As many writes as a life makes at most: those of the start and of a dozen rows, some 27 a row.
WRITES = 400
# As many as it takes to begin a match and to see some rows answered.
WRITES_OF_ROWS = 200
# More rows than a life of that number of writes plays.
ROWS_FED = 60

GAMES = 2
ROWS = 20
# The code repeats no colour and every row here does, so that none is solved by chance.
EDITION = f"""
key = "crash"
name = "Crash"
pegs = 4
rows = {ROWS}
key_pegs = "red"
scoring = {{ scorer = "codemaker" }}
variants = [{{ key = "normal", name = "normal", repeats = false }}]
colours = [
    {{ name = "red", letter = "R", shape = "heart" }},
    {{ name = "yellow", letter = "Y", shape = "moon" }},
    {{ name = "green", letter = "G", shape = "star" }},
    {{ name = "blue", letter = "B", shape = "plus" }},
]
"""
LETTERS = "RYGB"
CODE = "code"


@dataclass(frozen=True, slots=True)
class Beat:
    """Keys that make a new frame each, and the move that can be seen when the last of them is there."""

    keys: str
    move: str = ""

    @property
    def frames(self) -> int:
        """How many new frames the keys make."""
        return len(self.keys.split())


@dataclass(frozen=True, slots=True)
class Tally:
    """How many moves had been seen, and how many of those were not in the journal afterwards."""

    seen: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.seen + other.seen, self.lost + other.lost)


def furnish(folder: Path) -> None:
    """Put the edition and the settings that the keys count on into a new state folder."""
    (folder / "editions").mkdir()
    (folder / "editions" / "crash.toml").write_text(EDITION, "utf-8")
    (folder / "settings.toml").write_text('start_row = "empty"\n', "utf-8")


def live_and_die(folder: Path, write: int, number: int) -> Tally:
    """Play on the state in *folder*, kill -9 at this *write*, and compare what was seen with what is kept."""
    before, is_open = kept(folder)
    frames = folder / f"frames-{number}"
    _play_until_killed(_command(folder, frames, is_open), _script(before, is_open), write)
    seen = len(list(frames.glob("*.png")))
    return tally(seen_moves(before, is_open, seen), kept(folder)[0][len(before) :])


def tally(seen: list[str], written: list[str]) -> Tally:
    """Count the moves of *seen* that are not at their place in *written*."""
    lost = sum(written[place : place + 1] != [move] for place, move in enumerate(seen))
    return Tally(len(seen), lost)


def _command(folder: Path, frames: Path, is_open: bool) -> list[str]:
    play = [sys.executable, "-m", "companion", "play", "--device", "headless", "--keys", "-", "--lang", "en"]
    begin = [] if is_open else ["--edition", "crash"]
    return [*play, "--state", str(folder), "--frames", str(frames), *begin]


def _script(before: list[str], is_open: bool) -> bytes:
    return "\n".join(beat.keys for beat in islice(beats(before, is_open), ROWS_FED)).encode()


def _play_until_killed(command: list[str], script: bytes, write: int) -> None:
    code = subprocess.run(
        [*signalled(signal.SIGKILL, write), *command], input=script, env=environment(), check=False
    ).returncode
    if code != -signal.SIGKILL:
        raise RuntimeError(f"expected {command} to be killed at write {write}, got exit code {code}")


def kept(folder: Path) -> tuple[list[str], bool]:
    """Open the journal as the box does and return all moves, the oldest first, and whether the last match goes on.

    Raises what is wrong with it: opening it has the database checked.
    """
    journal, reports = open_journal(folder / "journal.db", datetime.now(UTC))
    with closing(journal):
        if reports:
            raise reports[0]
        matches = list(journal.matches())
        moves = [entry.text for match in reversed(matches) for entry in journal.read(match.number)[1]]
        return moves, bool(matches) and matches[0].result is None and matches[0].entries > 0


def seen_moves(before: list[str], is_open: bool, frames: int) -> list[str]:
    """Return the moves that can be seen on the first *frames* frames of a life that began with *before*."""
    # The first frame is there without a key.
    left = frames - 1
    seen: list[str] = []
    for beat in beats(before, is_open):
        left -= beat.frames
        if left < 0:
            return seen
        seen += [beat.move] if beat.move else []
    raise RuntimeError(f"expected endless beats, got an end, before frame {frames}")


def beats(before: list[str], is_open: bool) -> Iterator[Beat]:
    """Yield what is played in a life that begins with *before*, for ever."""
    codes = [place for place, move in enumerate(before) if move == CODE]
    games = (len(codes) - 1) % GAMES if is_open else 0
    rows = len(before) - codes[-1] - 1 if is_open else 0
    # The offer to go on, or the set-up of a new match.
    yield Beat("OK") if is_open and rows < ROWS else Beat("OK", "" if is_open else CODE)
    if rows == 0:
        yield Beat("OK")
    for number in count(len(before)):
        if rows == ROWS:
            rows, games = 0, (games + 1) % GAMES
            yield from _next_game(games == 0)
        yield row(number)
        rows += 1
        yield Beat("OK")


def _next_game(is_rematch: bool) -> Iterator[Beat]:
    """Yield the way from the code revealed to the first row of the next."""
    if is_rematch:
        yield Beat("OK")
    yield Beat("OK", CODE)
    yield Beat("OK")


def row(number: int) -> Beat:
    """Return the keys that set and play the row with this number, of which no two in turn are alike."""
    pegs = (number % 4, number % 4, number // 4 % 4, number // 16 % 4)
    turns = " OK ".join("UP " * peg + "UP" for peg in pegs)
    return Beat(f"{turns} OK OK", "".join(LETTERS[peg] for peg in pegs))


def crash_often(cycles: int, draw: random.Random) -> Tally:
    """Live and die *cycles* times on one state folder, at writes drawn evenly from all of a life."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        furnish(folder)
        compile_once(folder)
        writes = [1 + draw.randrange(WRITES * number, WRITES * (number + 1)) // cycles for number in range(cycles)]
        draw.shuffle(writes)
        return sum((live_and_die(folder, write, number) for number, write in enumerate(writes)), Tally())


def compile_once(folder: Path) -> None:
    """Start and end the program once: what Python compiles and writes then is no write of a life."""
    command = [sys.executable, "-m", "companion", "play", "--device", "headless", "--keys", "", "--state", str(folder)]
    subprocess.run(command, env=environment(), check=True)


def crash_lost_moves(cycles: int = 200) -> float:
    """Return how many moves that had been seen were missing after *cycles* kills."""
    total = crash_often(cycles, chance())
    if total.seen < cycles:
        raise RuntimeError(f"expected a move a life on average to lose, got {total.seen}, in {cycles} lives")
    return total.lost


if __name__ == "__main__":
    print(crash_often(int(sys.argv[1]), chance()))
