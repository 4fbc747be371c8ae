"""Passcode as a ``Game`` of the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.errors import N_, MoveRefused, TextUnreadable
from companion.games import contract
from companion.games.box_player import STRENGTH, require_dealer
from companion.games.die import FACES
from companion.games.passcode import moves, play, policy
from companion.games.passcode.boards import SKEWS, Boards, Seating
from companion.games.passcode.cards import Card
from companion.games.passcode.moves import NOTATION, Move
from companion.games.passcode.state import Lock, Phase, Player, Role, Rules, State, Strength
from companion.games.passcode.table import drawable_card, drawable_count, is_dealer, is_dealing
from companion.games.passcode.view import PasscodeView, view_of
from companion.games.secret import Secret
from companion.games.turn_based import TurnBasedGame
from companion.i18n import SOURCE_LANGUAGE


class PasscodeGame(TurnBasedGame[State, Move, PasscodeView]):
    """The game of Passcode."""

    key = "passcode"
    family = "passcode"
    notation = NOTATION
    players = (2, 6)

    def title(self, language: str) -> str:
        return "Passcode"

    def options(self, players: int) -> tuple[contract.Option, ...]:
        """Return the options: the cards, seats of the box, who begins, seating of two, points of a KEY, last attempts.

        Raises ``OptionRefused`` for a number of players that is not offered.
        """
        contract.require_players(self.title(SOURCE_LANGUAGE), self.players, players)
        begins: dict[str, contract.Label] = {"roll": N_("by a roll"), **contract.numbers(range(1, players + 1))}
        return (
            _ROLE,
            contract.box_seats_option(players),
            STRENGTH,
            contract.Option("first", N_("Begins"), begins, "roll", contract.Seats.ALL, help=_FIRST_HELP),
            *((_SITTING,) if players == 2 else ()),
            contract.Option(
                "key-points", N_("KEY points"), contract.numbers(range(len(FACES) + 1)), "0", help=_KEY_HELP
            ),
            _BOARDS,
            _DIE,
            _LAST,
            contract.TIME,
            contract.NO_UNDO,
        )

    def start(self, options: Mapping[str, str], players: int) -> State:
        """Return the state before the first roll for the code boards.

        Raises ``OptionRefused`` for options that are not offered, and for seats of the box beside real cards.
        """
        chosen = contract.as_written(self.options(players), options)
        rules = Rules(
            players=players,
            role=Role(chosen["role"]),
            box_seats=int(chosen[contract.BOX_SEATS]),
            first=None if chosen["first"] == "roll" else int(chosen["first"]) - 1,
            sitting=Seating(chosen.get("sitting", Seating.OPPOSITE.value)),
            key_points=int(chosen["key-points"]),
            strength=Strength(chosen["strength"]),
            boards=Boards(chosen["boards"]),
            own_die=chosen["die"] == "own",
            last_for_each=chosen["last-attempt"] == "each",
        )
        require_dealer(rules.role, rules.box_seats)
        start = State(rules, players=(Player(),) * players)
        match rules.boards:
            case Boards.WRITTEN:
                return play.begin_match(start)
            case Boards.BEGUN:
                return replace(start, phase=Phase.LEVEL)
        return start

    def player_to_move(self, state: State) -> int | None:
        """Return the seat to move, ``CHANCE``, or None at the end."""
        if state.phase is Phase.OVER:
            return None
        if _is_chance(state):
            return contract.CHANCE
        # The first player enters what is rolled or written for a seat of the box.
        return 0 if state.phase in (*ROLLED, *play.ENTERED) and self.is_box(state, state.seat) else state.seat

    def moves(self, state: State) -> Iterator[Move]:
        """Return every legal move."""
        if not _is_chance(state):
            return play.legal_moves(state)
        # Several cards of a kind are one move.
        return iter(dict.fromkeys(self.chance_move(state, index) for index in range(self.chance_outcomes(state))))

    def chance_outcomes(self, state: State) -> int:
        """Return the number of die positions, seats, cards or numbers that chance chooses from."""
        if not _is_chance(state):
            return 0
        match state.phase:
            case Phase.BOARD:
                return len(SKEWS)
            case Phase.FIRST:
                return state.rules.players
            case Phase.DEAL | Phase.CARD | Phase.TURN_UP:
                return drawable_count(state)
        return len(FACES)

    def chance_move(self, state: State, index: int) -> Move:
        """Return the die position, seat, card or number with this index, as a move."""
        match state.phase:
            case Phase.BOARD:
                return moves.Roll(SKEWS[index])
            case Phase.FIRST:
                return moves.First(index)
            case Phase.TURN_UP:
                return moves.TurnUp(drawable_card(state, index))
            case Phase.DEAL | Phase.CARD:
                return moves.Give(Secret(drawable_card(state, index)))
        return moves.Die(FACES[index])

    def play(self, state: State, move: Move) -> State:
        """Return the state after *move*; raises ``MoveRefused`` if *move* is not legal."""
        if isinstance(move, moves.Enter) and move.phase is state.phase:
            return play.enter(state, move.number)
        after = _turn_move(state, move) if state.phase in _TURN_PHASES else _other_move(state, move)
        if after is None:
            raise MoveRefused(f"expected a move of phase {state.phase.name}, got {self.public_text(move)!r}")
        return after

    def view(self, state: State, seat: int | None) -> PasscodeView:
        """Return what the player at *seat* may see: their own hand, and everything public."""
        return view_of(state, seat, self.outcome(state))

    def outcome(self, state: State) -> contract.Outcome | None:
        """Return the totals and the winner once the match is decided, else None."""
        if state.champion is None:
            return None
        return contract.Outcome(tuple(player.score for player in state.players), (state.champion,))

    def parse(self, state: State, text: str) -> Move:
        """Return the move that *text* describes; raises ``TextUnreadable``."""
        if text == "card":
            raise TextUnreadable("expected the card that was drawn, got a record that does not hold it yet")
        return super().parse(state, text)

    def public_text(self, move: Move) -> str:
        """Return the text of a move as all players may know it: a card that is given is named only if it is a FAIL."""
        return "card" if isinstance(move, moves.Give) and move.card.reveal() is not Card.FAIL else self.text(move)

    def is_box(self, state: State, seat: int) -> bool:
        """Whether the box plays at *seat*; its seats are the last ones."""
        return seat >= state.rules.players - state.rules.box_seats

    def choose(self, state: State, seat: int, draw: Callable[[int], int]) -> Move:
        """Return the move of the policy, which gets only the view of *seat*."""
        return policy.choose(self.view(state, seat), draw)

    def thrown(self, move: Move, players: int) -> tuple[str, int] | None:
        """Return the die or the choice of a starting player that chance threw with *move*, or None."""
        match move:
            case moves.Roll(skew):
                return "d6", skew.attitude.top
            case moves.Die(number):
                return "d6", number
            case moves.First(seat):
                return f"start {players}", seat + 1
        return None

    def prompted_by(self, state: State) -> int | None:
        """Return the seat that has to roll the die or to start the next round, or None."""
        if state.phase is Phase.FIRST:
            return 0
        if state.phase in DIE_PHASES:
            return None if self.is_box(state, state.seat) else state.seat
        # Where codes are written, the winner has just entered the next one.
        is_after_result = state.done and state.rules.boards is Boards.ROLLED and not is_dealing(state)
        if state.phase is not Phase.DEAL or not is_after_result:
            return None
        return 0 if self.is_box(state, state.starter) else state.starter

    def turn_key(self, state: State, seat: int) -> str:
        """Return the number of the turn in which *seat* plays cards."""
        return f"{state.turns}" if state.phase in (Phase.DRAW, Phase.PLAY, Phase.LOCK) and seat == state.seat else ""

    def late_move(self, state: State, seat: int) -> Move | None:
        """Return the moves that end the turn: draw, from the pile if possible, discard that card, lay no card."""
        if not self.turn_key(state, seat):
            return None
        if state.phase is Phase.LOCK:
            return moves.NoLock()
        if state.phase is Phase.DRAW:
            return next(play.legal_moves(state), None)
        return moves.Discard(None if state.drawn is None else state.drawn.reveal())

    def can_see(self, state: State, move: Move, seat: int) -> bool:
        """Whether *move* gives a card to *seat*."""
        return isinstance(move, moves.Give) and seat == state.seat

    def shows_hidden(self, state: State, move: Move) -> bool:
        """Whether *move* lays a card of a hand that the box has dealt."""
        return is_dealer(state) and isinstance(move, moves.Play | moves.Discard | moves.LayLock)


_ROLE = contract.Option(
    "role",
    N_("Cards"),
    {"dealer": N_("in the box"), "referee": N_("on the table")},
    "dealer",
    help=N_("The box deals, or you play with the real cards."),
    is_asked=True,
)
_SITTING = contract.Option(
    "sitting",
    N_("You sit"),
    {Seating.OPPOSITE.value: N_("opposite"), Seating.CORNER.value: N_("at a corner")},
    Seating.OPPOSITE.value,
    only_in=("boards", ("rolled",)),
    help=N_("Each sees another side of the die: say where you sit."),
)
_BOARDS = contract.Option(
    "boards",
    N_("Codes"),
    {"rolled": N_("rolled"), "written": N_("written"), "begun": N_("match begun")},
    "rolled",
    help=N_("Roll codes, enter written ones, or join a match begun."),
)
_DIE = contract.Option(
    "die",
    N_("Die"),
    {"box": N_("of the box"), "own": N_("your own")},
    "box",
    help=N_("The box rolls, or you roll your own die and enter what it shows."),
)
_LAST = contract.Option(
    "last-attempt",
    N_("Last attempt"),
    {"useful": N_("useful"), "each": N_("each")},
    "useful",
    help=N_("After a lock-in: a turn for those whom it helps, or for all."),
)
_FIRST_HELP = N_("Who begins: a player you choose, or the die says.")
_KEY_HELP = N_("What a KEY left in your hand costs.")
DIE_PHASES = (Phase.FREE, Phase.LOCK_IN, Phase.NUMBER, Phase.PLAYOFF)
ROLLED = (Phase.BOARD, Phase.FIRST, *DIE_PHASES)
"""The phases in which chance rolls, or the players roll their own die."""
_TURN_PHASES = (Phase.DRAW, Phase.CARD, Phase.PLAY, Phase.LOCK, Phase.FREE, Phase.LOCK_IN)


def _is_chance(state: State) -> bool:
    if state.phase is Phase.DEAL:
        return is_dealer(state)
    if state.phase in ROLLED:
        return not state.rules.own_die
    return state.phase in (Phase.TURN_UP, Phase.CARD)


def _turn_move(state: State, move: Move) -> State | None:
    """Return the state after a step of a turn, or None if the move is not one."""
    match state.phase, move:
        case Phase.DRAW, moves.Draw(pile):
            return play.draw_from(state, pile)
        case Phase.CARD, moves.Give(card):
            return play.give(state, card.reveal())
        case Phase.PLAY, moves.Play(card):
            return play.play_card(state, card)
        case Phase.PLAY, moves.Discard(card):
            return play.discard(state, card)
        case Phase.PLAY, moves.Keep():
            return play.keep_card(state)
        case Phase.PLAY, moves.Fail() if not is_dealer(state):
            return play.fail(state)
        case _, moves.LayLock(card, number):
            return play.lay_lock(state, Lock(card, number))
        case Phase.LOCK, moves.NoLock():
            return play.end_turn(state)
        case ((Phase.FREE | Phase.LOCK_IN), moves.Die(number)) if number in FACES:
            rolled = play.roll_free if state.phase is Phase.FREE else play.roll_lock_in
            return rolled(state, number)
    return None


def _other_move(state: State, move: Move) -> State | None:
    """Return the state after a step of the set-up, the deal, the scores or the playoff, or None for another move."""
    match state.phase, move:
        case Phase.BOARD, moves.ReadDie(top, north) if state.rules.own_die:
            return play.read_die(state, top, north)
        case Phase.BOARD, moves.Roll(skew) if not state.rules.own_die:
            return replace(state, skew=skew, phase=Phase.SQUARE)
        case Phase.SQUARE, moves.Square(turn):
            return play.turn_square(state, turn)
        case Phase.FIRST, moves.First(seat) if seat < state.rules.players:
            return play.begin_round(state, seat)
        case Phase.DEAL, moves.Give(card) if is_dealer(state):
            return play.give(state, card.reveal())
        case Phase.DEAL, moves.Deal(fails) if not is_dealer(state):
            return play.deal(state, fails)
        case Phase.TURN_UP, moves.TurnUp(card):
            return play.turn_up(state, card)
        case Phase.HANDS, moves.Hand(card) if card is not Card.FAIL:
            return play.report_hand(state, card)
        case ((Phase.NUMBER | Phase.PLAYOFF), moves.Die(number)) if number in FACES and state.playoff is not None:
            return play.roll_playoff(state, state.playoff, number)
    return None
