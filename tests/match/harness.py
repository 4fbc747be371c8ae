"""Matches of random seeds, each played to its end through the driver, with all that players may do on the way.

A seed chooses the game, often an edition of its own, the options, the seats, the language and the players: some move
at random, some as the box would. ``python -m tests.match.harness SEED ...`` plays seeds again and prints failures.
"""

from __future__ import annotations

import json
import re
import sys
import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from random import Random
from typing import Any, TypeAlias, TypeVar

from companion.config.settings import Settings
from companion.errors import MoveRefused, OptionRefused
from companion.games.coda.moves import Attack
from companion.games.contract import AnyGame, Option, Signal
from companion.games.passcode.game import ROLLED, PasscodeGame
from companion.games.passcode.play import ENTERED
from companion.games.pegs.challenge import line_of
from companion.games.pegs.codes import Answer, Code, Space, answer
from companion.games.pegs.edition import Shape
from companion.games.pegs.game import PegGame
from companion.games.pegs.moves import Amend, GiveKeys, GiveUp, Guess, Reveal, SetCode
from companion.games.pegs.state import PegView, Phase, Strength
from companion.games.pegs_together import SeatGivesUp, SeatRow, TogetherGame
from companion.games.secret import Secret
from companion.i18n.translator import languages
from companion.match.catalogue import load_catalogue
from companion.match.driver import AnyDriver, MatchDriver, MoveEvent
from companion.match.families.pegs import edition_game
from companion.match.record import RecordRefused, check_record, read_record, result_words, write_record
from companion.match.session import AnySession, Session
from companion.strategy.pegs.candidates import candidates_after, has_sets
from companion.strategy.pegs.choice import best
from companion.strategy.pegs.library import book_for
from companion.ui.core.context import AppContext
from companion.ui.core.screen import Screen
from companion.ui.core.text_page import TextPage
from companion.ui.games.shared.match import Match
from companion.ui.games.shared.screens import GAME_SCREENS
from companion.words import words_of
from tests.match.invariants import check_end, check_give, check_state
from tests.support.paper import PaperArchive, environment

T = TypeVar("T")
AnyEvent: TypeAlias = MoveEvent[Any, Any]

CATALOGUE = load_catalogue(None)
NAMES = ("Anna", "Zoé", "Ben", "Player 4", "Ida", "Max")
MOST_STEPS = 4000
HURRY = 60
"""After this many moves all play as the box would, and find codes, so that the match ends."""
LAST_UNDO = 200
REVIEWED = 5_000
"""Of a space with more codes no round is reviewed, which takes long."""
WIDE = 100_000
"""Of an edition with more codes a match has few rows, because the box takes long for each."""


TOGETHER = range(10_000, 10_160)
"""The seeds of matches in which several players may move at once."""


class Fault(AssertionError):
    """What a match must not do; the text is its name in the list of known failures."""


@dataclass(frozen=True, slots=True)
class Result:
    """How the match of ``seed`` went: its failure with the ``trace``, if there is one, and what was ``seen``."""

    seed: int
    failures: tuple[str, ...]
    trace: str
    seen: frozenset[str]


@cache
def played(seed: int) -> Result:
    """Play the match of *seed* to its end or to its first failure."""
    walk, failures, trace = Walk(seed), tuple[str, ...](), ""
    try:
        walk.play()
    except Exception as error:  # noqa: BLE001 - any failure has a name, which may be a known one
        failures, trace = (name_of(error),), traceback.format_exc()
    return Result(seed, failures, trace, frozenset(walk.seen))


def name_of(error: Exception) -> str:
    """Return the name of a failure: its kind and the functions where the session, and where the program, raised it."""
    if isinstance(error, Fault):
        return str(error)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/companion/" in frame.filename]
    of_session = [frame.name for frame in frames if frame.filename.endswith("/match/session.py")]
    names = [*of_session[:1], *(frame.name for frame in frames[-1:])]
    return f"{type(error).__name__} in {' > '.join(dict.fromkeys(names)) or 'the harness'}"


def expect(holds: bool, otherwise: str) -> None:
    """Raise ``Fault`` with the name *otherwise* unless *holds*."""
    if not holds:
        raise Fault(otherwise)


def _is_refused(game: AnyGame, state: object, move: object) -> bool:
    try:
        game.play(state, move)
    except MoveRefused:
        return True
    return False


# What is played


def own_edition(random: Random) -> str:
    """Return the file of an edition with any number of pegs, letters or digits, and any variants."""
    pegs, letters = (
        random.choice([2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8]),
        random.choice(["ABCDEFGHIJKL", "0123456789"])[: random.randint(2, 12)],
    )
    every = [(repeats, holes) for repeats in (False, True) for holes in (False, True)]
    kinds = [kind for kind in every if Space(pegs, len(letters), *kind).size > 1]
    chosen = random.sample(kinds, random.randint(1, len(kinds)))
    is_wide = max(Space(pegs, len(letters), *kind).size for kind in chosen) > WIDE
    rows = random.randint(1, 3 if is_wide else 10)
    flags = ("guess_repeats", "pictures", "daily", "coin")
    scoring: dict[str, object] = {"scorer": "codemaker", "bonus": random.randint(0, 3)}
    if rows > 2 and not is_wide and random.random() < 0.5:
        scoring = {"scorer": "codebreaker", "table": [[rows, 6]], "track": random.randint(1, 12)}
    scoring["wrong_answer"] = random.randint(0, 2)
    return "\n".join(
        [
            *_lines(key="own", name="Own", pegs=pegs, rows=rows, key_pegs=random.choice(["black", "red"])),
            *_lines(**{flag: random.random() < 0.5 for flag in flags}),
            "[scoring]",
            *_lines(**scoring),
            *("\n".join(["[[variants]]", *_lines(key=f"v{at}", name=f"V{at}", repeats=kind[0], holes=kind[1])])
              for at, kind in enumerate(chosen)),
            *("\n".join(["[[colours]]", *_lines(name=f"peg {letter}", letter=letter, shape=shape.value)])
              for letter, shape in zip(letters, Shape, strict=False)),
        ]
    )  # fmt: skip


def _lines(**values: object) -> list[str]:
    # These values are written alike in JSON and in TOML.
    return [f"{key} = {json.dumps(value)}" for key, value in values.items()]


def chosen_game(random: Random) -> AnyGame:
    """Return an own edition half of the time, else a game of the catalogue."""
    if random.random() < 0.5:
        return edition_game(own_edition(random), "own.toml")
    alone = [game.key for game in CATALOGUE if not game.group]
    return CATALOGUE[random.choice([*alone, "coda", "coda", "passcode", "passcode"])]


def read_rules(game: AnyGame, players: int, random: Random) -> dict[str, str]:
    """Return options that *game* accepts for *players* players."""
    while True:
        options = {option.key: _value(game, option, random) for option in game.options(players)}
        if isinstance(game, PegGame) and options.get("challenge"):
            variant = next(one for one in game.edition.variants if one.key == options["variant"])
            space = game.edition.space(variant)
            options["challenge"] = line_of(game.edition, variant, space.code(random.randrange(space.size)))
        try:
            game.start(options, players)
        except OptionRefused:
            continue
        return options


def is_wide(game: AnyGame) -> bool:
    """Return whether *game* is an edition of more than ``WIDE`` codes."""
    return isinstance(game, PegGame) and max(game.edition.space(one).size for one in game.edition.variants) > WIDE


def _value(game: AnyGame, option: Option, random: Random) -> str:
    if option.form:
        return random.choice([option.default, "a line"])
    # Many rounds take long, most of all those of a wide edition.
    few = option.key in ("games", "rounds") and (random.random() < 0.8 or is_wide(game))
    return (
        option.default
        if random.random() < 0.2
        else random.choice(sorted(option.values, key=len)[: 1 if few else None])
    )


def is_entry(game: AnyGame, state: Any) -> bool:
    """Return whether a person enters something in *state* for which the box has no choice: a roll, or a code."""
    return isinstance(game, PasscodeGame) and state.phase in (*ROLLED, *ENTERED)


# How it is played


class Walk:
    """The match of *seed*: its driver, its players, and what was ``seen`` so far."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        together = [game for game in CATALOGUE if game.group]
        self.game = random.choice(together) if seed in TOGETHER else chosen_game(random)
        self.players = random.choice([2, random.randint(*self.game.players)])
        self.options = read_rules(self.game, max(self.players, self.game.players[0]), random)
        self.language = random.choice(languages())
        self.skill = random.choice([0.0, 0.5, 1.0])
        self.is_honest = random.random() < 0.6
        self.kept_seed = random.random()
        self.now, self.steps = 0.0, 0
        self.archive = PaperArchive()
        self.seen = {f"{self.game.family} {key} {value}" for key, value in self.options.items() if key != "challenge"}
        self.seen |= {self.language, f"{self.game.family} with {self.players}"}
        world = environment(self.archive, random.randrange(1 << 30), self._clock)
        self.driver: AnyDriver
        self._take_up(Session.begin(self.game, self.options, NAMES[: self.players], world))

    def _clock(self) -> float:
        return self.now

    def _take_up(self, session: AnySession) -> None:
        self.driver = MatchDriver(session, self._clock)
        context = AppContext(
            Settings(language=self.language), self._clock, CATALOGUE, session._environment, lambda settings: None
        )
        self.front = Match(context, self.driver, GAME_SCREENS[self.game.family])

    @property
    def session(self) -> AnySession:
        """The session of the driver in use; a restart of the box makes another one."""
        return self.driver.session

    def play(self) -> None:
        """Play to the end, now and then take the end back and play on; raises ``Fault`` for what must not be."""
        self._told(self.driver.advance())
        self._play_on()
        self._end()
        if self.random.random() < 0.3 and self.session.undoable is not None:
            self._go_back(1)
            self._play_on()
            self._end()

    def _play_on(self) -> None:
        while self.driver.position.seats_to_move:
            self._look()
            # Undoing what was revealed begins a round again, so that a match with many undos does not end.
            aside = self.random.random() if self.steps < LAST_UNDO else 1.0
            if aside < 0.06 and self.session.undoable is not None:
                self._go_back(self.random.randint(1, 3))
            elif aside < 0.08:
                self._restart()
            elif aside < 0.1:
                self._check()
            else:
                self._move()
            self.steps += 1
            expect(self.steps < MOST_STEPS, "the match does not end")
        expect(not self.session.seats_to_move, "the match waits for no one and is not over")
        expect(self.session.outcome is not None, "the match is over without an outcome")

    def _end(self) -> None:
        """Check what is made of a match that is over: its record, reviews, challenges and the rematch."""
        self._look()
        self._restart()
        self._check()
        game, view, session = self.game, self.session.view(), self.session
        check_end(game, session._state)
        states = [session._start, *(one.after for one in session._line)]
        # Looking at every draw takes long; turns of Passcode have three moves or more.
        for state, one in islice(zip(states, session._line, strict=False), 0, None, 4):
            check_give(game, state, one.move)
        if isinstance(game, PegGame):
            for line in game.challenges(view):
                challenged = game.read_challenge(line)
                expect(challenged is not None, "a round gives a challenge that is none")
                game.start(challenged or {}, 1)
            shared, results = game.share_texts(view, session.undone_answers), game.results(view)
            expect(len(shared) == len(results), "another number of rounds is shared than counts")
            if view.rules.space.size < REVIEWED and self.random.random() < 0.1:
                expect(len(game.review(view, session.players)) == len(view.done), "a round is not reviewed")
        again = session.rematch()
        expect(again.game.box_seats(self.options) == game.box_seats(dict(again.header.options)), "another rematch")

    def _look(self) -> None:
        """Check that only a person is asked, that there is an answer, and that the screens can be read."""
        position, state = self.driver.position, self.session._state
        movers = self.session.seats_to_move
        expect(self.driver.advance() == (), "the driver could go on by itself, and asks a person")
        for seat in position.seats_to_move:
            expect(not self.game.is_box(state, seat), "a seat of the box is asked")
            expect(position.is_prompted or seat in movers, "another seat than the one to move is asked")
            expect(position.is_prompted or next(position.moves(seat), None) is not None, "a person has no move")
        if self.random.random() < 0.1:
            check_state(self.game, state)
            face = self.front.face
            for screen in (face.next_screen, face.resume, face.sheet, face.boards):
                self._read(screen(self.front))

    def _read(self, screen: Screen) -> None:
        page = TextPage(self.front.context.translator)
        screen.draw(page)
        self._check_words(*page.lines)

    def _check_words(self, *lines: str) -> None:
        for line in lines:
            expect(re.search(r"\{\w*\}|<hidden>", line) is None, f"words with a gap: {line}")

    def _told(self, events: Iterable[AnyEvent]) -> None:
        """Check the words of moves, and the rows of the box."""
        front, translator, words = self.front, self.front.context.translator, words_of(self.game.family)
        for event in events:
            self.seen.add(f"{self.game.family}.{type(event.move).__name__}")
            text = self.game.public_text(event.move)
            self._check_words(words.undone(self.session.view(), text)(translator), words.learned(text)(translator))
            if isinstance(event.move, Guess) and self.session.game.is_box(self.session._state, event.seat):
                check_choice(event.before.view(None), event.move)
            if self.random.random() < 0.1:
                self._read(front.face.tell(front, [event], lambda: front.face.next_screen(front)))

    def _move(self) -> None:
        """Make a move for the player who is asked, by its text."""
        seats, is_prompted = sorted(self.driver.position.seats_to_move), self.driver.position.is_prompted
        seat = seats[0] if len(seats) == 1 else self.random.choice(seats)
        limited = [clock for clock in self.driver.clocks.values() if not clock.only_counts]
        is_timed = bool(limited) and self.session.late_move(seat) is not None
        if is_timed and self.random.random() < 0.05:
            event = self._late(seat)
        else:
            event = self.driver.submit_text(seat, self._signal() if is_prompted else self._text(seat))
        self._told([event, *self.driver.events])

    def _late(self, seat: int) -> AnyEvent:
        """Let the time of the turn of *seat* pass, and then its limit."""
        clock = self.driver.clocks[seat]
        for seconds in (clock.left_s + 1,) if clock.is_limited else (61, 21):
            clock.run()
            self.now += seconds
            clock.impose()
        return self.driver.time_up()

    def _signal(self) -> str:
        """Return the text of the signal to go on, or of the correction of an answer that the box doubts."""
        state, amended = self.session._state, []
        if isinstance(self.game, PegGame) and state.phase is Phase.GUESS and not self.is_honest:
            amended = [*map(self.game.text, self.game._amendments(state.rules, state.now))]
        return self.random.choice([Signal.GO.value, self.random.choice(amended or [Signal.GO.value])])

    def _text(self, seat: int) -> str:
        """Return the text of a move for *seat*."""
        game, state = self.game, self.session._state
        is_late = self.steps > HURRY
        self.is_honest |= is_late
        if isinstance(game, PegGame):
            move = self._peg_move(game, seat, is_late)
        elif isinstance(game, TogetherGame):
            move = self._together_move(game, seat, is_late)
        elif is_late and (attacks := right_attacks(game, state)):
            move = attacks[0]
        elif (
            state.rules.role.value == "dealer"
            and not is_entry(game, state)
            and (is_late or self.random.random() < self.skill)
        ):
            move = game.choose(state, seat, self.random.randrange)
        else:
            clocks = game.time_up()
            move = self._any([move for move in game.moves(state) if clocks is None or move != clocks])
        return game.text(move)

    def _any(self, moves: Iterable[T]) -> T:
        """Return one of *moves*, each kind of them equally often."""
        by_kind: dict[type, list[T]] = {}
        for move in moves:
            by_kind.setdefault(type(move), []).append(move)
        return self.random.choice(self.random.choice([*by_kind.values()]))

    def _peg_move(self, game: PegGame, seat: int, is_late: bool) -> object:
        state, random = self.session._state, self.random
        rules, now = state.rules, state.now
        kept, sizes = self._kept(rules.space, len(state.done)), dict[Answer, int]()
        if is_late and now.kept and has_sets(rules.space):
            # The code is one that the box finds soon, or it may never come to the end of a track.
            left = candidates_after(rules.space, now.rows)
            kept = left.sample(1)[0] if left.count else kept
            sizes = left.sizes(now.rows[-1].guess) if now.rows else sizes
        match state.phase:
            case Phase.CODE:
                first = next(game.moves(state))
                return first if first == SetCode(None) else SetCode(Secret(kept))
            case Phase.REVEAL:
                return Reveal(kept if self.is_honest else self._code(rules.space))
            case Phase.KEYS if self.is_honest:
                sizes = sizes or {answer(kept, now.rows[-1].guess): 1}
                return GiveKeys(min(sizes, key=lambda keys: (sizes[keys], -keys.blacks)))
            case Phase.KEYS | Phase.WRONG:
                return self._any(game.moves(state))
        if random.random() < (0.5 if is_late else 0.15):
            return Guess(kept if now.code is None else now.code.reveal())
        return self._row(game, seat)

    def _together_move(self, game: TogetherGame, seat: int, is_late: bool) -> object:
        """Return a row of *seat* as the box would play it, the code, or a random row; now and then another move."""
        state, random = self.session._state, self.random
        chance = random.random()
        if hints := [hint for hint in game._hints(state, seat) if random.random() < 0.03]:
            return hints[0]
        if chance < 0.03:
            return SeatGivesUp(seat)
        if chance < (0.5 if is_late else 0.15):
            return SeatRow(seat, state.now[seat].code)
        if chance < 0.15 + self.skill / 4:
            return game.choose(state, seat, random.randrange)
        return SeatRow(seat, Secret(self._code(state.rules.guesses)))

    def _row(self, game: PegGame, seat: int) -> object:
        """Return a row as the box would play it, a random one, or one of the moves beside a row."""
        state, random = self.session._state, self.random
        if random.random() < self.skill / 4 and state.now.rows:
            move = game.choose(state, seat, random.randrange)
            if isinstance(move, Guess):
                check_choice(game.view(state, None), move)
            return move
        if random.random() < 0.25:
            others = [*game._asides(state, state.now), GiveUp(), *game._amendments(state.rules, state.now)]
            return self._any(move for move in others if not (self.is_honest and isinstance(move, Amend)))
        row, now = self._code(state.rules.guesses), state.now
        if state.rules.is_hard and now.code is not None and any(answer(row, r.guess) != r.answer for r in now.rows):
            expect(_is_refused(game, state, Guess(row)), "hard mode takes a row that cannot be the code")
            row = now.code.reveal()
        return Guess(row)

    def _code(self, space: Space) -> Code:
        return space.code(self.random.randrange(space.size))

    def _kept(self, space: Space, round_: int) -> Code:
        """Return the code on the board in this round, the same one after an undo."""
        return space.code(Random(f"{self.kept_seed} {round_}").randrange(space.size))

    # Back and forth

    def _go_back(self, times: int) -> None:
        """Undo some moves; then redo all of them, make the same move again, or go on from there."""
        befores = []
        for _ in range(times):
            if self.session.undoable is None:
                break
            befores.append((self._snapshot(), [*self.session._line], self.session.undoable))
            is_revealed = self.session.is_reveal_undone
            self.driver.undo()
            self.seen.add("undo")
            if is_revealed:
                self._told(self.driver.events)
                return
            line, length = befores[-1][1], len(self.session._line)
            expect(line[:length] == self.session._line, "undo changes earlier moves")
            expect(line[length].move == befores[-1][2], "undo takes back another move than it names")
            expect(not any(map(self._is_persons, line[length + 1 :])), "undo takes back several moves of persons")
        match self.random.randrange(3):
            case 0:
                for before, _, move in reversed(befores):
                    expect(self.session.redoable == move, "redo names another move than was undone")
                    self.driver.redo()
                    self.seen.add("redo")
                    expect(self._snapshot() == before, "redo leads to another state than before the undo")
            case 1:
                seat, (_, line, move) = self.driver.position.player_to_move, befores[-1]
                if seat is None or move == self.game.time_up():
                    return
                self._told([self.driver.submit(seat, move), *self.driver.events])
                again = [played.move for played in self.session._line]
                expect(again == [played.move for played in line[: len(again)]], "the same move again leads elsewhere")
                self.seen.add("again")

    def _is_persons(self, played: object) -> bool:
        return self.session._is_persons(played)  # type: ignore[arg-type]

    def _snapshot(self) -> tuple[object, ...]:
        session = self.session
        lines = [
            [(one.move, one.seat, one.after, one.nonce) for one in line] for line in (session._line, *session._undone)
        ]
        seats = (None, *range(self.players))
        return (
            lines,
            session.taken_back,
            session.seals,
            session.opened_seal,
            (session.undoable, session.redoable),
            [session.view(seat) for seat in seats],
            session.outcome,
        )

    def _restart(self) -> None:
        """Take the match up from the journal."""
        number, before = self.session.number, self._snapshot()
        if number is None:
            return
        self.driver.pause_clock()
        world = environment(self.archive, self.random.randrange(1 << 30), self._clock)
        self._take_up(Session.resume(self.game, number, world))
        expect(self._snapshot() == before, "the journal holds another state")
        result = None if self.session.outcome is None else result_words(self.session.players, self.session.outcome)
        expect(self.archive.results[number] == result, "the journal holds another result")
        expect(self.driver.advance() == (), "chance or the box moves after a restart")
        self.seen.add("resume")

    def _check(self) -> None:
        """Export the record and check it as ``codemaker check`` does; offer every move to the rules."""
        session, game = self.session, self.game
        text = write_record(session.record())
        record = read_record(text)
        try:
            checked = check_record(record, game)
        except RecordRefused as error:
            # The record of a match of Passcode that goes on lacks the cards that were drawn.
            if "does not hold it yet" in str(error) and session.outcome is None:
                return
            raise
        expect(write_record(record) == text, "the record reads back as another one")
        expect(checked.result == result_words(session.players, session.outcome), "the record has another result")
        expect(not checked.unsealed, "a secret of the record has no seal")
        expect(len(checked.closed) == len(session.seals), "the record opens other secrets than the match")
        for move in islice(game.moves(session._state), 60):
            session.validate(game.parse(session._state, game.text(move)))
        self.seen.add("record")


def right_attacks(game: AnyGame, state: Any) -> list[object]:
    """Return the attacks of Coda that name the number of their panel, where the box knows it."""
    attacks = [move for move in game.moves(state) if isinstance(move, Attack)]
    return [one for one in attacks if state.now.rows[one.seat][one.place].value == one.number]


def check_choice(view: PegView, move: Guess) -> None:
    """Raise ``Fault`` unless the box's row *move* is as good as the row that its strategy finds."""
    rules, now = view.rules, view.now
    if now is None or not has_sets(rules.space):
        return
    expect(move.code in rules.guesses, "the box chooses a row that the rules refuse")
    left = candidates_after(rules.space, now.rows)
    if rules.strength in (Strength.BEGINNER, Strength.CLUB):
        expect(move.code in left, "the box plays a row that cannot be the code")
        return
    found = best(rules.space, rules.guesses, now.rows, book_for(rules), is_hard=rules.is_hard)
    expect(
        found is not None and left.sizes(found) == left.sizes(move.code),
        "the box plays another row than it chose",
    )


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(argument, played(int(argument)).trace or "no failure")
