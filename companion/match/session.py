"""The session: a match in play, for any game that follows ``companion.games.contract``.

It handles moves, undo and redo, resuming, seals and the record. Every entry is in the archive before its effect can
be seen. Only the session draws for chance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from math import fsum
from typing import Any, Generic, TypeAlias, TypeVar

from companion.errors import N_, CompanionError, JournalFailed, MatchDamaged, MoveRefused
from companion.games.contract import CHANCE, CodeBreaking, Game, Outcome, TimedTurn, complete, only, with_unused
from companion.games.secret import Secret
from companion.match.archive import EntryKind, LogEntry, MatchHeader
from companion.match.clock import TimeUsed, TurnTimes, limited_turn
from companion.match.environment import Environment as Environment
from companion.match.kept import KeptOutcomes, Learned, ToldMove
from companion.match.kept import PlayedMove as PlayedMove
from companion.match.record import Ply, Record, TakenBack, decided_by_time, result_words
from companion.match.seal import Seal, fingerprint, seal_line
from companion.match.thinking import seconds_between

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


# Nearly always enough for another outcome where there are two; only revealed outcomes are drawn more than once.
_DRAWS_MOST = 64
UNDO_IS_OFF = N_("The option No undo is on in this match.")
RECENT_MOST = 24
"""Enough for several turns of the games there are."""


class Session(Generic[S, M, V]):
    """One match of one game, from the options to the outcome."""

    def __init__(self, game: Game[S, M, V], header: MatchHeader, match: int, environment: Environment) -> None:
        self.game = game
        self.header = header
        self._match = match
        self._environment = environment
        self._start = game.start(dict(header.options), len(header.players))
        self._line: list[PlayedMove[S, M]] = []
        self._undone: list[list[PlayedMove[S, M]]] = []
        self._kept = KeptOutcomes(game, len(header.players))
        self._taken_back: list[TakenBack] = []
        # The rounds of the answers in each of them.
        self._answers_back: list[list[int]] = []
        self.times = TurnTimes()
        # From when on each of the seats that may move has been able to.
        self._since = dict.fromkeys(self.seats_to_move, header.begun)
        self._corrected = ""

    @classmethod
    def begin(
        cls, game: Game[S, M, V], options: Mapping[str, str], players: Sequence[str], environment: Environment
    ) -> Session[S, M, V]:
        """Start a new match; raises ``OptionRefused`` when the game does not offer *options* or the player count."""
        offered = game.options(len(players))
        agreed = complete(offered, with_unused(offered, options))
        header = MatchHeader(game.key, tuple(agreed.items()), tuple(players), environment.stamp())
        return cls(game, header, environment.archive.begin(header), environment)

    @classmethod
    def resume(cls, game: Game[S, M, V], number: int, environment: Environment) -> Session[S, M, V]:
        """Continue match *number* after its last entry; the entries in the archive stay as they are.

        Raises ``MatchDamaged`` when the entries are not what was written, or a code does not fit the seal that was
        shown for it; ``JournalFailed`` when the match cannot be read, or when its entries no longer fit the game's
        rules (an edition file was changed); ``KeyError`` for an unknown number.
        """
        summary, entries = environment.archive.read(number)
        try:
            session = cls(game, summary.header, number, environment)
            session._corrected = (summary.result or "") if summary.is_corrected else ""
            for entry in entries:
                session._replay(entry)
        except JournalFailed:
            raise
        except CompanionError as error:
            raise JournalFailed(
                f"expected lines that the rules of {game.key} allow in match {number}, got: {error}",
                N_("This match does not fit the rules any more. It is kept."),
            ) from error
        return session

    def rematch(self) -> Session[S, M, V]:
        """Start a new match of the same game with the same options and players; another of the people begins."""
        return Session.begin_again(self.game, self.header, self._environment)

    @classmethod
    def begin_again(cls, game: Game[S, M, V], header: MatchHeader, environment: Environment) -> Session[S, M, V]:
        """Start a match with the options and the players of *header*, where each of the people moves up a seat.

        An option that names a secret has its default.
        """
        names_secret = {option.key for option in game.options(len(header.players)) if option.form}
        options = {key: value for key, value in header.options if key not in names_secret}
        people = len(header.players) - game.box_seats(options)
        first, *others = header.players[:people]
        return cls.begin(game, options, (*others, first, *header.players[people:]), environment)

    @property
    def number(self) -> int | None:
        """The match's number in the journal; None until the match is saved."""
        return self._environment.archive.number_of(self._match)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.header.players

    @property
    def seats_to_move(self) -> frozenset[int]:
        """The seats that may move now, ``CHANCE`` alone, or none when the match is over."""
        return self.game.seats_to_move(self._state)

    @property
    def player_to_move(self) -> int | None:
        """The seat to move or ``CHANCE`` where there is only one; None where several may move or the match is over."""
        return only(self.seats_to_move)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on; less time decides a tie where the game has it so."""
        return self._outcome_of(self._line)

    def _outcome_of(self, line: Sequence[PlayedMove[S, M]]) -> Outcome | None:
        outcome = self.game.outcome(line[-1].after if line else self._start)
        if outcome is None or not self.game.less_time_wins:
            return outcome
        return decided_by_time(outcome, self._used_in(line))

    @property
    def _state(self) -> S:
        return self._state_at(len(self._line))

    def _state_at(self, place: int) -> S:
        """Return the state before the move at *place* of the line."""
        return self._line[place - 1].after if place else self._start

    def view(self, seat: int | None = None) -> V:
        """Return what the player at *seat* may see; with None, what all players may see."""
        return self.game.view(self._state, seat)

    def viewer(self) -> Callable[[int | None], V]:
        """Return ``view`` bound to the current position; it may be called later and from any thread."""
        # Screens, messages and checks of one position ask for the same view.
        return cache(partial(self.game.view, self._state))

    def offerer(self) -> Callable[[int], Iterator[str]]:
        """Return a function of the texts of all legal moves that a seat may make now, like ``viewer``."""
        game, state, clocks = self.game, self._state, self.game.time_up()

        def moves(seat: int) -> Iterator[str]:
            is_all = game.seats_to_move(state) == {seat}
            return (
                game.text(move)
                for move in game.moves(state)
                if (clocks is None or move != clocks) and (is_all or game.seat_of(state, move) == seat)
            )

        return moves

    def play(self, move: M) -> M:
        """Play *move* and return it; when this returns the move is in the archive.

        Raises ``MoveRefused``, and changes nothing, when the match is over, chance is to move, or the rules refuse
        the move.
        """
        seats = self.seats_to_move
        if not seats:
            raise MoveRefused("expected no move after the end of the match", N_("The match is over."))
        if CHANCE in seats:
            raise MoveRefused("expected chance to move, got a player's move", N_("Not now: the box is to move."))
        if self.game.is_closed(self._state, move):
            raise MoveRefused("expected a move with its secret, got one of a record that leaves it out")
        self.game.check_entry(self._state, move)
        return self._add(self._play(self.seat_of(move), move))

    def seat_of(self, move: M) -> int:
        """Return the seat that makes *move* in the current position."""
        return self.game.seat_of(self._state, move)

    @property
    def box_to_act(self) -> int | None:
        """The first of the seats to move that the box plays; None where people or chance are to move."""
        seats = sorted(self.seats_to_move - {CHANCE})
        return next((seat for seat in seats if self.game.is_box(self._state, seat)), None)

    @property
    def prompter(self) -> int | None:
        """The seat that prompts the next move of chance or of the box; None where no prompt is needed."""
        is_automatic = CHANCE in self.seats_to_move or self.box_to_act is not None
        return self.game.prompted_by(self._state) if is_automatic else None

    def play_for_box(self) -> M:
        """Play the box's move at its own seat and return it; raises ``MoveRefused`` when the box is not to move.

        After an undo the box chooses in the same position what it chose before.
        """
        seat = self.box_to_act
        if seat is None:
            raise MoveRefused("expected a seat of the box to move, got a person's")
        move = self._kept.choice(len(self._line), self._state)
        if move is None:
            move = self.game.choose(self._state, seat, self._environment.draw)
        return self._add(self._play(seat, move))

    def read(self, text: str) -> M:
        """Parse a move from its *text*; raises ``TextUnreadable`` when it is none."""
        return self.game.parse(self._state, text)

    def validate(self, move: M) -> None:
        """Raise ``MoveRefused`` if the rules do not allow *move* now; the match does not change."""
        self.game.check_entry(self._state, move)
        self.game.play(self._state, move)

    def draw(self) -> M:
        """Draw the move of chance and return it; raises ``MoveRefused`` when chance is not to move.

        An undo does not change an outcome: of all outcomes that were drawn at this place for the same players, the
        first one that the rules allow is drawn again, with the same seal. Only a secret that was revealed is not drawn
        again.
        """
        if CHANCE not in self.seats_to_move:
            raise MoveRefused("expected a player to move, got a draw")
        played = self._forgotten_outcome()
        if played is None:
            played = self._play(CHANCE, self._draw_outcome())
        return self._add(played)

    @property
    def drawn(self) -> tuple[PlayedMove[S, M], ...]:
        """Every outcome of chance, each once, in the order drawn; also those of moves that were taken back."""
        return self._kept.drawn()

    def _forgotten_outcome(self) -> PlayedMove[S, M] | None:
        for before in self._kept.outcomes(self._state, self._line):
            try:
                return replace(before, after=self.game.play(self._state, before.move))
            except MoveRefused:
                continue
        return None

    def _draw_outcome(self) -> M:
        """Draw an outcome of chance, one that was not revealed here if there is such a one."""
        revealed = self._kept.revealed(self._line)
        for _ in range(_DRAWS_MOST):
            index = self._environment.draw(self.game.chance_outcomes(self._state))
            move = self.game.chance_move(self._state, index)
            if move not in revealed:
                break
        return move

    def _play(self, seat: int, move: M) -> PlayedMove[S, M]:
        after = self.game.play(self._state, move)
        nonce = None if self.game.secret_of(move) is None else Secret(self._environment.nonce())
        return PlayedMove(move, seat, after, nonce)

    def _add(self, played: PlayedMove[S, M]) -> M:
        whole, public = self.game.text(played.move), self.game.public_text(played.move)
        hidden = None if whole == public else Secret(whole)
        entry = LogEntry(EntryKind.PLAY, public, hidden, played.nonce, seal=self._seal(played))
        timed = self._timed(replace(played, at=self._environment.stamp()))
        self._write(entry, [*self._line, timed], timed.at)
        self._put(timed)
        return played.move

    def _timed(self, played: PlayedMove[S, M]) -> PlayedMove[S, M]:
        """Return *played*, the next move, with its turn and from when on its seat could move."""
        has_turn = played.seat != CHANCE and self.has_times
        turn = self.game.turn_key(self._state, played.seat) if has_turn else ""
        return replace(played, turn=turn, since=self._since.get(played.seat, ""))

    def _put(self, played: PlayedMove[S, M]) -> None:
        if played.seat == CHANCE:
            self._kept.put(self._state, self._line, played)
        waited = {seat: since for seat, since in self._since.items() if seat != played.seat}
        self._line.append(played)
        self._since = {seat: waited.get(seat, played.at) for seat in self.seats_to_move}
        self._undone.clear()

    def _write(self, entry: LogEntry | None, line: Sequence[PlayedMove[S, M]], at: str) -> None:
        """Write *entry* after the times that are not written yet, in one step; after it the moves are *line*."""
        outcome = self._outcome_of(line)
        result = None if outcome is None else result_words(self.players, outcome)
        times = [LogEntry(EntryKind.CLOCK, text) for text in self.times.take_unwritten()]
        lines = [replace(line, at=at) for line in (*times, entry) if line is not None]
        self._environment.archive.append(self._match, lines, result)

    @property
    def timed_turn(self) -> TimedTurn | None:
        """The turn in play if its time is counted now, else None."""
        return self._turn_at(len(self._line))

    def _turn_at(self, place: int) -> TimedTurn | None:
        game = self.game
        return None if game.time_up() is None else game.timed_turn(game.view(self._state_at(place), None))

    @property
    def has_times(self) -> bool:
        """Whether the time of each player is counted: by the option ``TIME``, or because less time decides a tie."""
        return bool(self.header.time) or self.game.less_time_wins

    @property
    def limited_turns(self) -> dict[int, TimedTurn]:
        """The turns of people with a time limit by the option ``TIME``, or whose time decides a tie, by seat."""
        if not self.has_times:
            return {}
        state, turns = self._state, {}
        for seat in self.seats_to_move - {CHANCE}:
            if (key := self.game.turn_key(state, seat)) and not self.game.is_box(state, seat):
                before = {played.turn for played in self._line if played.seat == seat} - {key, ""}
                turns[seat] = limited_turn(self.header.time, seat, key, len(before))
        return turns

    @property
    def seconds_used(self) -> tuple[int, ...]:
        """The time that each player has used in the turns played, in whole seconds; empty where none is counted."""
        return self._used_in(self._line)

    def _used_in(self, line: Sequence[PlayedMove[S, M]]) -> tuple[int, ...]:
        if not self.has_times:
            return ()
        turns = {
            (each.seat, limited_turn(self.header.time, each.seat, each.turn, 0).key) for each in line if each.turn
        }
        return self._sums({turn: self.times.seconds(turn[1]) for turn in turns})

    @property
    def turn_seconds(self) -> dict[tuple[int, str], float | None]:
        """The seconds that people took for their turns, by seat and key of the turn; None where unknown.

        They are those of the clock where it counts each turn, and else follow from the times of the moves.
        """
        has_clocks = self.header.time and "+" not in self.header.time
        taken: dict[tuple[int, str], float | None] = {}
        for place, each in enumerate(self._line):
            state, seat = self._state_at(place), each.seat
            key = "" if seat == CHANCE or self.game.is_box(state, seat) else self.game.turn_key(state, seat)
            counted = self.times.seconds(key)
            if key and (has_clocks or counted):
                taken[seat, key] = counted
            elif key:
                before, seconds = taken.get((seat, key), 0), seconds_between(each.since, each.at)
                taken[seat, key] = None if before is None or seconds is None else before + seconds
        return taken

    @property
    def thought(self) -> tuple[int, ...]:
        """The seconds that each player thought, by seat, as far as they are known; 0 for the box."""
        return self.seconds_used if self.header.time else self._sums(self.turn_seconds)

    def _sums(self, times: Mapping[tuple[int, str], float | None]) -> tuple[int, ...]:
        """Return the whole seconds of each seat in *times*, which has them by seat and key of the turn."""
        seats = range(len(self.players))
        return tuple(round(fsum(time or 0 for (seat, _), time in times.items() if seat == who)) for who in seats)

    def late_move(self, seat: int) -> M | None:
        """Return the move for *seat* whose time is over; None where it only counts on."""
        return self.game.late_move(self._state, seat)

    def save_time(self, key: str, used: TimeUsed) -> None:
        """Note the time *used* in the turn *key*; when this returns it is in the archive."""
        self.times.note(key, used)
        self._write(None, self._line, self._environment.stamp())

    def _replay(self, entry: LogEntry) -> None:
        match entry.deed:
            case EntryKind.CLOCK:
                self.times.read(entry.text)
            case EntryKind.UNDO if not self.header.has_undo:
                raise MoveRefused("expected no undo in a match without it")
            case EntryKind.UNDO:
                self._take_back(self._length_written(entry.text), entry.at)
            case EntryKind.REDO:
                self._bring_back(entry.at)
            case EntryKind.PLAY:
                text = entry.text if entry.hidden is None else entry.hidden.reveal()
                if not self.seats_to_move:
                    raise MoveRefused("expected no line after the end of the match")
                move = self.game.parse(self._state, text)
                played = PlayedMove(move, self.seat_of(move), self.game.play(self._state, move), entry.nonce, entry.at)
                self._check_seal(played, entry)
                self._put(self._timed(played))

    def _check_seal(self, played: PlayedMove[S, M], entry: LogEntry) -> None:
        """Raise ``MatchDamaged`` if the code does not fit the seal shown; journals before version 3 have no seals."""
        number = self.number or 0
        if entry.nonce is not None and not entry.nonce.reveal().isascii():
            raise MatchDamaged(number, f"expected a nonce in base32, got other letters, in match {number}")
        if entry.seal is not None and entry.seal != self._seal(played):
            raise MatchDamaged(number, f"expected a code with the seal {entry.seal}, got another, in match {number}")

    @property
    def is_played(self) -> bool:
        """Whether a person has made a move."""
        return any(map(self._is_persons, self._line))

    @property
    def undoable(self) -> M | None:
        """The person's move that ``undo`` would take back; None where there is none, or where it is final."""
        move = next((played.move for played in reversed(self._line) if self._is_persons(played)), None)
        return None if self.why_final else move

    @property
    def redoable(self) -> M | None:
        """The person's move that ``redo`` would play again, or None."""
        return self._undone[-1][0].move if self._undone else None

    def undo(self) -> None:
        """Take back the last move of a person and the moves of chance and the box after it.

        Where this would hide a secret again that was revealed, the moves from that secret on are taken back: a code
        that everybody knows must not be in play. Then chance draws another, with another seal. A limit that was over
        is lifted. Raises ``MoveRefused`` when there is nothing to take back, or a move that is final.
        """
        if sentence := self.why_final:
            raise MoveRefused("expected a move that can be taken back, got one that is final", sentence)
        length = self._undo_length()
        at = self._environment.stamp()
        self._write(LogEntry(EntryKind.UNDO, str(length)), self._line[:-length], at)
        self._take_back(length, at)

    @property
    def why_final(self) -> str:
        """Why ``undo`` refuses to take back a move that there is, as a message id; empty where it does not."""
        if not self.header.has_undo:
            return UNDO_IS_OFF
        if not self.is_played:
            return ""
        first = len(self._line) - self._undo_length()
        moves = [(place, each) for place, each in enumerate(self._line[first:], first) if self._is_persons(each)]
        return next(filter(None, (self.game.why_final(self._state_at(place), each.move) for place, each in moves)), "")

    @property
    def is_reveal_undone(self) -> bool:
        """Whether ``undo`` would take back a revealed secret, and with it every move since it was set."""
        return self.undoable is not None and self._undo_length() > self._group_length()

    @property
    def learned(self) -> tuple[Learned[M], ...]:
        """What players saw or heard by the moves that ``undo`` would take back, in order."""
        if self.undoable is None:
            return ()
        first = len(self._line) - self._undo_length()
        undone = enumerate(self._line[first:], first)
        found = [Learned(each.move, self._kept.learners(self._state_at(place), each)) for place, each in undone]
        return tuple(learned for learned in found if learned.seats != ())

    def redo(self) -> None:
        """Play again the moves that the last undo took back; raises ``MoveRefused`` when there are none."""
        at = self._environment.stamp()
        self._write(LogEntry(EntryKind.REDO), [*self._line, *self._group_undone()], at)
        self._bring_back(at)

    @property
    def taken_back(self) -> tuple[TakenBack, ...]:
        """What was taken back in this match and not brought back, in order."""
        return tuple(self._taken_back)

    @property
    def undone_answers(self) -> Mapping[int, int]:
        """How many answers to rows were taken back, by the round from 0, and not brought back."""
        return Counter(chain.from_iterable(self._answers_back))

    def _answered_round(self, place: int) -> int | None:
        played = self._line[place]
        if played.seat == CHANCE or not isinstance(self.game, CodeBreaking):
            return None
        return self.game.answered_round(self._state_at(place), played.after, played.move)

    def _group_length(self) -> int:
        """Count the moves from the last move of a person to the end of the line."""
        for count, played in enumerate(reversed(self._line), 1):
            if self._is_persons(played):
                return count
        raise MoveRefused("expected a move to take back", N_("There is nothing to undo."))

    def _undo_length(self) -> int:
        """Count the moves that ``undo`` takes back."""
        first = len(self._line) - self._group_length()
        shown = self._revealed_places()
        # Going back to where one secret was set can hide another one again.
        while (earlier := min(shown - self._shown_places(first), default=first)) < first:
            first = earlier
        return len(self._line) - first

    def _length_written(self, text: str) -> int:
        """Return the number of moves that an undo in the archive took back; raises ``MoveRefused`` for nonsense.

        Journals of version 3 and older hold no number: there an undo took back the last move of a person and those
        after it.
        """
        if not text:
            return self._group_length()
        if not re.fullmatch("[1-9][0-9]{0,5}", text) or int(text) > len(self._line):
            raise MoveRefused(f"expected a number of moves from 1 to {len(self._line)} to take back, got {text!r}")
        return int(text)

    def _revealed_places(self) -> set[int]:
        """Return the places of the moves whose sealed secret was revealed before or by the last move of a person.

        What chance and the box show after that move comes again as it was, so only the end of a round counts there.
        """
        sealed = self._sealed_places(len(self._line))
        head = len(self._line) - self._group_length() + 1
        return {*sealed[: self.game.revealed_count(self._state)], *self._shown_places(head)}

    def _shown_places(self, length: int) -> set[int]:
        """Return the places of the moves whose sealed secret all players see after *length* moves of the line."""
        state, sealed = self._state_at(length), self._sealed_places(length)
        count = self.game.revealed_count(state)
        return {*sealed[:count], *(at for at in sealed[count:] if self.game.is_shown(state, self._line[at].move))}

    def _sealed_places(self, length: int) -> list[int]:
        moves = enumerate(self._line[:length])
        return [place for place, played in moves if self.game.secret_of(played.move) is not None]

    def _is_persons(self, played: PlayedMove[S, M]) -> bool:
        return played.seat != CHANCE and not self.game.is_box(played.after, played.seat)

    def _group_undone(self) -> list[PlayedMove[S, M]]:
        if not self._undone:
            raise MoveRefused("expected a move to bring back", N_("There is nothing to redo."))
        return self._undone[-1]

    def _take_back(self, length: int, at: str) -> None:
        first = len(self._line) - length
        for place in self._revealed_places():
            if place >= first:
                self._kept.forget(self._line[:place], self._line[place].move)
        for place, played in enumerate(self._line[first:], first):
            # Keep the box's choice of a move that is taken back, and lift the limit if the move is that it was over.
            if played.seat != CHANCE and not self._is_persons(played):
                self._kept.put_choice(place, self._state_at(place), played.move)
            turn = self._turn_at(place) if played.move == self.game.time_up() else None
            if turn is not None:
                self.times.lift(turn.key)
        self._undone.append(self._line[first:])
        self._taken_back.append(TakenBack(first + 1, length))
        rounds = map(self._answered_round, range(first, len(self._line)))
        self._answers_back.append([each for each in rounds if each is not None])
        del self._line[first:]
        self._since = dict.fromkeys(self.seats_to_move, at)

    def _bring_back(self, at: str) -> None:
        self._line += self._group_undone()
        self._since = dict.fromkeys(self.seats_to_move, at)
        self._undone.pop()
        self._taken_back.pop()
        self._answers_back.pop()

    def give_up(self) -> None:
        """Mark the match as given up; it stays in the history."""
        self._environment.archive.give_up(self._match)

    @property
    def seals(self) -> tuple[str, ...]:
        """The fingerprints of the secrets that are still hidden, the newest last."""
        return self.seal_viewer()()[0]

    @property
    def opened_seal(self) -> str | None:
        """The seal line of the secret that was revealed last, with which anyone can check its seal, or None."""
        return (None, *self.seal_viewer()()[1])[-1]

    def seal_viewer(self) -> Callable[[], tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return a function of ``seals`` and of all lines that are opened, like ``viewer``."""
        line, revealed = tuple(self._line), self.game.revealed_count(self._state)

        def seals() -> tuple[tuple[str, ...], tuple[str, ...]]:
            lines = [found for found in self._seal_lines(line) if found is not None]
            return tuple(map(fingerprint, lines[revealed:])), tuple(lines[:revealed])

        return cache(seals)

    def recent_viewer(self, most: int | None = RECENT_MOST) -> Callable[[], Iterator[ToldMove[V]]]:
        """Return a function of the newest moves of people and the box, the newest first, like ``viewer``.

        It looks at the last *most* moves, those of chance among them, and for None at all.
        """
        game, line = self.game, self._line[-(most or len(self._line)) :]
        before = len(self._line) - len(line)
        states = [self._state_at(before), *(played.after for played in line)]
        # The messages to all players and to each seat tell of the same moves.
        view_of = cache(lambda place: game.view(states[place], None))

        def recent() -> Iterator[ToldMove[V]]:
            for place, played in reversed([*enumerate(line)]):
                if played.seat != CHANCE:
                    views = partial(view_of, place), partial(view_of, place + 1)
                    yield ToldMove(before + place + 1, played.seat, game.public_text(played.move), *views)

        return recent

    def _seal(self, played: PlayedMove[S, M]) -> str | None:
        """Return the seal of the secret in *played*, the move after the line, or None."""
        if self.game.secret_of(played.move) is None:
            return None
        line = self._seal_line(played, len(self._sealed_places(len(self._line))) + 1)
        return None if line is None else fingerprint(line)

    def _seal_lines(self, line: Iterable[PlayedMove[S, M]]) -> Iterator[str | None]:
        """Yield for each move of *line*, which begins the match, the seal line of its secret, or None."""
        number = 0
        for played in line:
            number += self.game.secret_of(played.move) is not None
            yield self._seal_line(played, number)

    def _seal_line(self, played: PlayedMove[S, M], number: int) -> str | None:
        """Return the seal line of the secret in *played*, secret *number* of the match; None where none is sealed."""
        game, secret = self.game, self.game.secret_of(played.move)
        if secret is None or played.nonce is None:
            return None
        nonce, is_drawn = played.nonce.reveal(), played.seat == CHANCE
        return seal_line(Seal(game.family, game.key, secret, nonce, number, self.header.begun, is_drawn))

    def record(self) -> Record:
        """Return the record of the match; codes that are still hidden appear as seals only."""
        result, used = result_words(self.players, self.outcome), self.seconds_used
        return Record(
            self.header,
            tuple(self._plies()),
            result,
            undone=self.taken_back,
            corrected=self._corrected,
            times=tuple(map(str, used if self.header.time or any(used) else ())),
        )

    def _plies(self) -> Iterable[Ply]:
        still_open = self.game.revealed_count(self._state)
        for played, line in zip(self._line, self._seal_lines(self._line), strict=True):
            text, seal, nonce = self.game.text(played.move), "", ""
            if line:
                seal = fingerprint(line)
                if still_open and played.nonce is not None:
                    nonce = played.nonce.reveal()
                else:
                    text = self.game.public_text(played.move)
                still_open = max(0, still_open - 1)
            elif self.outcome is None:
                # A card in a hand has no seal that tells when it is revealed, so it stays hidden until the match ends.
                text = self.game.public_text(played.move)
            yield Ply(text, seal, nonce, self.game.public_reply(played.after, played.move))


AnySession: TypeAlias = Session[Any, Any, Any]
"""A session of any game."""
