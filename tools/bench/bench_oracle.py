"""Whether a player who learned an answer can still have a clean result: a program that tries every way back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.errors import CompanionError
from companion.games.contract import has_pegs
from companion.games.pegs.codes import Answer, Code, answer
from companion.match import backup
from companion.match.driver import AnyDriver, MatchDriver
from companion.match.session import Session
from companion.match.statistics import results_of
from companion.match.streak import challenge_of
from tests.support.flow import CATALOGUE, Flow, start
from tests.support.paper import PaperArchive

TRIES = 2000
STEPS = 30
DAYS = ("2026-01-01", "2026-01-02", "2026-01-03")
LINE = "V3AJEU6B4Y46Q"
NAMES = ("Anna", "ANNA", "anna")
GAME = CATALOGUE["mastermind"]
if not has_pegs(GAME):
    raise TypeError("expected a game of pegs")
EDITION = GAME.edition
CODES = tuple(product(range(6), repeat=4))
ANSWERED = "attack "
"""What the text of a move begins with that Coda answers."""


class Attacker:
    """Plays on one box, a code of the day, a line, a drawn code or Coda, and goes back as often as the box lets it.

    ``seen`` counts the answers shown in each round of each match, and ``known`` has the codes shown at the end of a
    round, by their challenge. ``ways`` counts what the box let it do.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = Random(seed)
        self.archive = PaperArchive()
        self.copy = folder / f"{seed}.backup"
        self.seen: Counter[tuple[int, int]] = Counter()
        self.facts: defaultdict[object, set[tuple[Code, Answer | None]]] = defaultdict(set)
        self.known: dict[str, str] = {}
        self.played_known: set[int] = set()
        self.ways: Counter[str] = Counter()
        self.kind = self.random.choice(("day", "line", "drawn", "coda"))
        self.flow = self.restarted()
        self.driver = self.begun()

    def restarted(self) -> Flow:
        """Switch the box on again, with the clock of some day, and return it at its first menu."""
        flow = start(self.archive, self.random.randrange(1000), names=(self.random.choice(NAMES), "Ben"))
        day = self.random.choice(DAYS)
        flow.context.environment = replace(flow.context.environment, stamp=lambda: f"{day}T12:00:00Z")
        if flow.lines[0] != "Codemaker":
            flow.press("BACK")
        return flow

    def begun(self) -> AnyDriver | None:
        """Begin a match; return None where the box refuses it."""
        if self.kind in ("drawn", "coda"):
            key, options = ("coda", {"role": "dealer"}) if self.kind == "coda" else ("mastermind", {"coach": "during"})
            session = Session.begin(CATALOGUE[key], options, ("Anna", "Ben"), self.flow.context.environment)
            driver: AnyDriver = MatchDriver(session)
            driver.advance()
            return driver
        self.flow.choose("Play", "A challenge", *(("Mastermind",) if self.kind == "day" else ("Type a line",)))
        if self.kind == "line":
            self.flow.top.type(LINE)
            self.flow.press("OK")
        self.flow.choose(self.flow.context.chosen.names[0])
        return None if self.flow.banner else self.flow.context.driver

    def step(self) -> None:
        """Do one thing at random; what the box refuses changes nothing."""
        ways: list[Callable[[], None]] = [self.play] * 4 + [self.undo] * 3
        ways += [self.redo, self.give_up, self.hint, self.other_seat, self.again, self.resume, self.restore]
        way = self.random.choice(ways)
        with suppress(CompanionError):
            way()
            self.ways[way.__name__] += 1
        self.learn()

    def learn(self) -> None:
        """Remember the codes that are shown."""
        for number in self.archive.played_numbers() if self.kind != "coda" else ():
            session = self.flow.session(number)
            for shown in session.view().done:
                if shown.code is not None and (challenge := dict(session.header.options).get("challenge")):
                    self.known[challenge] = EDITION.text(shown.code)

    def play(self) -> None:
        self._submit(0)

    def other_seat(self) -> None:
        self._submit(1)

    def _submit(self, further: int) -> None:
        driver, seat = self._open()
        session = driver.session
        number, place = session.number or 0, len(getattr(driver.position.view(seat), "done", ()))
        if self.kind == "coda":
            moves = [*session.offerer()(seat)]
            attacks = [text for text in moves if text.startswith(ANSWERED)]
            text = self.random.choice(attacks or moves)
        else:
            text = self._row(driver, number, place)
        driver.submit_text((seat + further) % max(2, len(session.players)), text)
        if self.kind != "coda" or text.startswith(ANSWERED):
            self.seen[number, place] += 1
            if text == self.known.get(dict(session.header.options).get("challenge", "")):
                self.played_known.add(number)

    def _row(self, driver: AnyDriver, number: int, place: int) -> str:
        """Return a row that can be the code by all that was ever learned of it, also in another match."""
        session = driver.session
        challenge = dict(session.header.options).get("challenge", "")
        if challenge in self.known:
            return self.known[challenge]
        view, facts = driver.position.view(0), self.facts[challenge or (number, place)]
        if view.now is not None:
            facts |= {(row.guess, row.answer) for row in view.now.rows}
        fit = [code for code in CODES if all(answer(code, guess) == keys for guess, keys in facts)]
        return EDITION.text(self.random.choice(fit or CODES))

    def give_up(self) -> None:
        driver, seat = self._open()
        driver.submit_text(seat, "give up")

    def hint(self) -> None:
        driver, seat = self._open()
        driver.submit_text(seat, "hint 4")

    def undo(self) -> None:
        self._open()[0].undo()

    def redo(self) -> None:
        self._open()[0].redo()

    def again(self) -> None:
        """Leave the match and begin another one, after a restart or not."""
        self.flow = self.restarted()
        self.driver = self.begun() or self.driver

    def resume(self) -> None:
        """Take up any match of the box, the finished ones too."""
        self.flow = self.restarted()
        if not (numbers := self.archive.played_numbers()):
            return
        number = self.random.choice(numbers)
        self.driver = MatchDriver(self.flow.session(number))
        self.driver.advance()

    def restore(self) -> None:
        """Restore the backup made before, if there is one, and make another one."""
        if self.copy.exists():
            backup.finish(backup.load(self.flow.context.environment.archive, backup.finish(backup.check(self.copy))))
            self.copy.unlink()
            self.resume()
        backup.finish(backup.save(self.archive, (), (), self.copy, "2026-01-01T12:00:00Z"))

    def _open(self) -> tuple[AnyDriver, int]:
        """Return the driver and the seat to move, seat 0 after the end."""
        if self.driver is None:
            raise CompanionError("expected an open match, got none")
        seat = self.driver.position.player_to_move
        return self.driver, 0 if seat is None else seat

    def clean(self) -> tuple[int, int]:
        """Return how many results are clean, and how many of them although the player had learned more."""
        count = wrong = 0
        for number in self.archive.played_numbers():
            session = self.flow.session(number)
            if self.kind == "coda":
                told = sum(ply.text.startswith(ANSWERED) for ply in session.record().plies)
                count, wrong = count + told, wrong + abs(self.seen[number, 0] - told)
                continue
            for result in results_of(session):
                if result.rows is None or result.is_helped:
                    continue
                count += 1
                wrong += self.seen[number, result.round] != result.rows or number in self.played_known
        tried = Counter(map(challenge_of, self.archive.matches()))
        return count, wrong + sum(times - 1 for challenge, times in tried.items() if challenge)


def oracle_results(tries: int = TRIES) -> float:
    """Return how many of the clean results of *tries* attacks are of a player who had learned more than they say.

    Raises ``ValueError`` where an attack could not even do what is allowed.
    """
    results, ways = [], Counter[str]()
    with TemporaryDirectory() as folder:
        for seed in range(tries):
            attacker = Attacker(seed, Path(folder))
            for _ in range(STEPS):
                attacker.step()
            results.append(attacker.clean())
            ways += attacker.ways
    if not sum(count for count, _ in results) or {"play", "undo", "give_up", "again", "resume", "restore"} - {*ways}:
        raise ValueError(f"expected clean results and every way back, got {sum(c for c, _ in results)} and {ways}")
    return float(sum(wrong for _, wrong in results))
