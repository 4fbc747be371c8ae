"""Whole matches played by phones alone: from what each seat is asked for, and from nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from companion.front_ends.messages import MoveRequest, TableState, Why, reason_of, state_message
from companion.front_ends.watch import TableWatch
from companion.games.contract import AnyGame
from companion.match.driver import MatchDriver
from companion.match.session import Session
from companion.phones.private import ROOM, STEP, Letter, PhoneStatus, phone_message
from companion.words.phrase import Phrase
from tests.games.test_conformance import every_table
from tests.support.paper import environment

MOVES_MOST = 150
Fields = dict[str, Any]


class PhonesAlone:
    """A match that is played by phones, each of which knows only what it is told."""

    def __init__(self, game: AnyGame, options: dict[str, str], players: int) -> None:
        self.random = Random(f"{game.key}{options}{players}")
        self.told = TableState(0)
        self.watch = TableWatch(self._hear)
        driver = MatchDriver(Session.begin(game, options, tuple("ABCDEF"[:players]), environment(seed=7)))
        self.players = players
        driver.advance()
        self.watch.look(driver)

    def _hear(self, state: TableState) -> None:
        self.told = state

    def asks(self) -> list[Fields | None]:
        """Return what each seat is asked for."""
        public = len(state_message(self.told, "b", may_move=False))
        return [self._told(seat, public)["ask"] for seat in range(self.players)]

    def _told(self, seat: int, public: int) -> Fields:
        plain = phone_message(Letter(PhoneStatus.PLAY, seat, "A", "b", 1), self.told, public)
        # More would have told something by its length.
        assert len(plain) < public + ROOM + STEP
        message: Fields = json.loads(plain)
        return message

    def submit(self, seat: int, text: str) -> Why | int:
        return self.watch.make(MoveRequest(1, self.told.version, seat, text, is_sealed=True))


def answer_to(ask: Fields, random: Random) -> str:
    """Return a move that *ask* allows."""
    match ask["kind"]:
        case "go":
            return "go"
        case "choice":
            return str(random.choice(ask["choices"])["text"])
        case "number":
            return f"{ask['lead']}{random.randint(ask['least'], ask['most'])}"
        case "attack":
            seat, place = random.choice(ask["targets"])
            return f"attack {seat + 1}.{place + 1} {random.choice(ask['numbers'])}"
        case "keys":
            black = random.randrange(ask["pegs"] - 1)
            return f"black {black} white {random.randrange(ask['pegs'] - black)}"
    letters = ask["letters"] + ("-" if ask["holes"] else "")
    row = random.choices(letters, k=ask["pegs"]) if ask["repeats"] else random.sample(letters, ask["pegs"])
    return f"{ask['lead']}{''.join(row)}"


@every_table
def test_match_is_played_by_phones_alone(game: AnyGame, options: dict[str, str], players: int) -> None:
    match = PhonesAlone(game, options, players)
    for _ in range(MOVES_MOST):
        position = match.told.position
        assert position is not None
        asks = match.asks()
        seats = [seat for seat, ask in enumerate(asks) if ask is not None]
        assert seats == sorted(position.seats_to_move)
        if not seats:
            break
        seat = seats[0] if len(seats) == 1 else match.random.choice(seats)
        ask = asks[seat]
        assert ask is not None
        text = answer_to(ask, match.random)
        result = match.submit(seat, text)
        if isinstance(result, Phrase) and ask["kind"] == "keys":
            # No code gives this row these whites.
            continue
        # A code that was entered to prove answers, or shown, must fit what is known of it; any row may be no word of
        # the list, or refused in hard mode.
        is_limited = game.key.startswith("words") or options.get("hard") == "yes"
        assert isinstance(result, int) or ask.get("for") in ("code", "reveal") or is_limited, (text, result)
        if not isinstance(result, int):
            break


@every_table
def test_further_choices_are_allowed(game: AnyGame, options: dict[str, str], players: int) -> None:
    match = PhonesAlone(game, options, players)
    for _ in range(30):
        asks = [(seat, ask) for seat, ask in enumerate(match.asks()) if ask is not None]
        if not asks:
            break
        seat, ask = asks[0]
        also = ask.get("also") or ask.get("choices")
        text = str(match.random.choice(also)["text"]) if also else answer_to(ask, match.random)
        if not isinstance(result := match.submit(seat, text), int):
            assert (ask["kind"], reason_of(result)) == ("row", "rules")
            break
