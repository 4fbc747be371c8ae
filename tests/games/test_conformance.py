"""What every game must hold, whichever it is: one suite over all games, editions and options.

A new game in the catalogue is taken without a change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

import pytest
from _pytest.mark.structures import ParameterSet

from companion.errors import CompanionError, TextUnreadable
from companion.games.contract import CHANCE, AnyGame, Option, Signal
from companion.match.catalogue import load_catalogue
from tests.support.at_once import PickGame
from tests.support.effort import slow
from tests.support.one_player import NumberGame
from tests.support.played_matches import plays

CATALOGUE = load_catalogue(None)
GAMES = [*CATALOGUE, NumberGame(), PickGame()]
MOST_PLIES = 10_000
SECRETS = 80
"""How many secrets are compared; some of them always give the same answers."""
LUCK = 0.25
"""How often the random player happens to play the secret itself; without luck a match to a goal may never end."""


def tables(games: Iterable[AnyGame]) -> Iterator[ParameterSet]:
    """Yield every one of *games* for every number of players with every value of every option at least once.

    Editions of one family have one set of rules. The first edition is played with all options; of the others only
    the defaults for the usual number of players and the values that no earlier edition offered. The rest is slow.
    """
    seen: set[tuple[type, str, str]] = set()
    for game in games:
        family = type(game)
        is_first = all(known is not family for known, _, _ in seen)
        for players in sorted({1, 2, 3, *game.players} & set(range(game.players[0], game.players[1] + 1))):
            defaults, *others = choices(game.options(players))
            for options in (defaults, *others):
                values = {(family, key, value) for key, value in options.items()}
                is_needed = not values <= seen or (
                    options is defaults and (is_first or players == usual_players(game))
                )
                seen |= values
                words = "-".join(options.values())
                marks = () if is_needed else slow
                yield pytest.param(game, options, players, id=f"{game.key}-{players}-{words}", marks=marks)


def usual_players(game: AnyGame) -> int:
    """Return two, or the nearest number that *game* is for."""
    fewest, most = game.players
    return max(fewest, min(2, most))


def choices(options: tuple[Option, ...]) -> list[dict[str, str]]:
    """Return the defaults once, and every value that is none of them once."""
    # The version of a rule is no choice.
    defaults = {option.key: option.default for option in options if not option.earlier}
    others = ((option.key, value) for option in options for value in option.values if value != option.default)
    return [defaults, *(defaults | {key: value} for key, value in others)]


# Of the games that come with the program: front ends and phones know the views of no others. Their tests list the
# moves of each position, and rows of any letters are 11,881,376.
TABLES = [one for one in tables(CATALOGUE) if "any" not in str(one.id).split("-")]
every_table = pytest.mark.parametrize(("game", "options", "players"), TABLES)


def play_out(game: AnyGame, options: dict[str, str], players: int) -> list[tuple[object, object]]:
    """Return the moves of a random match, each with the state it led to."""
    random, state, secret = Random(f"{game.key}{options}{players}"), game.start(options, players), ""
    line: list[tuple[object, object]] = []
    while seats := game.seats_to_move(state):
        assert len(line) < MOST_PLIES, "the match does not end"
        if CHANCE in seats:
            move = game.chance_move(state, random.randrange(game.chance_outcomes(state)))
        else:
            move = random.choice(list(islice(game.moves(state), 200)))
            if random.random() < LUCK and plays(game, state, secret):
                move = game.parse(state, secret)
        secret = game.secret_of(move) or secret
        state = game.play(state, move)
        line.append((move, state))
    return line


@dataclass(frozen=True, slots=True)
class Table:
    """A game with options for a number of players, and a random match of it."""

    game: AnyGame
    options: dict[str, str]
    players: int
    line: list[tuple[object, object]]

    def start(self) -> object:
        """Return the state before the first move."""
        return self.game.start(self.options, self.players)


@pytest.fixture(scope="module", params=[pytest.param(one.values, marks=one.marks, id=one.id) for one in tables(GAMES)])
def table(request: pytest.FixtureRequest) -> Table:
    game, options, players = request.param
    return Table(game, options, players, play_out(game, options, players))


def test_random_play_ends_with_an_outcome(table: Table) -> None:
    result = table.game.outcome(table.line[-1][1])
    assert result is not None
    assert len(result.scores) == table.players
    # A single player who has not found every code has not won.
    assert result.winners or table.players == 1
    assert all(table.game.outcome(state) is None for _, state in table.line[:-1])


def test_move_text_reads_back_and_replay_equals_play(table: Table) -> None:
    game, state = table.game, table.start()
    for move, after in table.line:
        text = game.text(move)
        assert game.parse(state, text) == move
        state = game.play(state, game.parse(state, text))
        assert state == after


def test_every_offered_move_plays(table: Table) -> None:
    state = table.start()
    for move, after in table.line[:12]:
        offered = list(islice(table.game.moves(state), 60))
        assert offered
        for other in offered:
            table.game.play(state, other)
        assert move is not None
        state = after


def test_refused_move_raises_and_changes_nothing(table: Table) -> None:
    moves = [move for move, _ in table.line]
    state, refused = table.start(), 0
    for _, after in table.line[:10]:
        before = repr(state)
        # Those of the end as well: the first ones may all be rolls of a die that the players enter.
        for move in (*moves[:10], *moves[-2:]):
            try:
                table.game.play(state, move)
            except CompanionError:
                refused += 1
            assert repr(state) == before
        state = after
    assert refused or len(table.line) < 2


def test_no_move_plays_after_the_end(table: Table) -> None:
    state = table.line[-1][1]
    assert list(table.game.moves(state)) == []
    for move, _ in table.line[:5]:
        with pytest.raises(CompanionError):
            table.game.play(state, move)


def test_word_that_calls_for_a_move_is_no_move(table: Table) -> None:
    for signal in Signal:
        with pytest.raises(TextUnreadable):
            table.game.parse(table.start(), signal.value)


def test_chance_draws_only_moves_that_the_game_offers(table: Table) -> None:
    game, state = table.game, table.start()
    while CHANCE in game.seats_to_move(state):
        draws = game.chance_outcomes(state)
        moves = {game.text(game.chance_move(state, index)) for index in (0, draws // 2, draws - 1)}
        assert moves <= {game.text(move) for move in game.moves(state)}
        assert len(moves) == min(draws, 3)
        state = game.play(state, game.chance_move(state, draws - 1))
    assert game.chance_outcomes(state) == 0


def test_secrets_with_equal_answers_give_equal_views(table: Table) -> None:
    """Two matches that differ in one secret, and have been answered alike, look alike to all who may not know it."""
    game, start = table.game, table.start()
    hidden = hidden_moves(game, start)
    while CHANCE in game.seats_to_move(start) and not hidden:
        start = game.play(start, game.chance_move(start, 0))
        hidden = hidden_moves(game, start)
    seen: dict[tuple[object, ...], list[str]] = {}
    for secret in hidden[:SECRETS]:
        state, replies = game.play(start, secret), [game.public_text(secret)]
        for move in list(islice(game.moves(state), 3)):
            if game.revealed_count(state) == 0 and plays(game, state, game.text(move)):
                state = game.play(state, move)
                # What follows may itself be hidden from some: only matches that go on alike are compared.
                replies.append(f"{game.text(move)} = {game.public_reply(state, move)}")
        if game.revealed_count(state) == 0:
            blind = [seat for seat in range(table.players) if not game.can_see(start, secret, seat)]
            views = repr([game.view(state, seat) for seat in (None, *blind)])
            seen.setdefault((*replies, *blind), []).append(views)
    assert all(len(set(views)) == 1 for views in seen.values())
    assert len(hidden) < SECRETS or any(len(views) > 1 for views in seen.values())


def hidden_moves(game: AnyGame, state: object) -> list[object]:
    """Return moves that may be played now and whose public text leaves something out."""
    return [move for move in islice(game.moves(state), 400) if game.public_text(move) != game.text(move)]


def test_the_suite_finds_the_secrets_of_the_peg_games() -> None:
    game = CATALOGUE["mastermind"]
    assert len(hidden_moves(game, game.start({}, 2))) == 400


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_secret_is_in_no_repr_and_no_public_text(game: AnyGame) -> None:
    state = game.start({}, usual_players(game))
    for _ in range(3):
        if CHANCE not in game.seats_to_move(state):
            break
        draws = game.chance_outcomes(state)
        move, other = game.chance_move(state, draws // 3), game.chance_move(state, draws // 3 + 1)
        before, state = state, game.play(state, move)
        secret = game.secret_of(move)
        if secret is not None:
            assert "<hidden>" in repr(move)
            assert "<hidden>" in repr(state)
            assert secret not in game.public_text(move)
            assert game.secret_of(other) != secret
            twin = game.play(before, other)
            # The place of a panel of Coda is told, and it depends on the number.
            if game.public_reply(twin, other) == game.public_reply(state, move):
                assert repr(twin) == repr(state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("options", [{"no-such-option": "1"}, {"mode": "no-such-value"}])
def test_option_that_is_not_offered_is_refused(game: AnyGame, options: dict[str, str]) -> None:
    with pytest.raises(CompanionError, match="expected"):
        game.start(options, usual_players(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_too_few_or_too_many_players_are_refused(game: AnyGame) -> None:
    fewest, most = game.players
    for players in (0, fewest - 1, most + 1, 99):
        with pytest.raises(CompanionError, match="expected"):
            game.start({}, players)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("text", ["", " ", "?", "code ?", "first 0", "black 9", "\x00", "R" * 1000])
def test_unreadable_text_is_refused(game: AnyGame, text: str) -> None:
    with pytest.raises(CompanionError):
        game.parse(game.start({}, usual_players(game)), text)


def test_the_suite_covers_every_value_of_every_option() -> None:
    game = CATALOGUE["ambassador"]
    chosen = list(choices(game.options(2)))
    # The version of a rule is no choice.
    offered = [option for option in game.options(2) if not option.earlier]
    wanted = {(option.key, value) for option in offered for value in option.values}
    assert {(key, value) for options in chosen for key, value in options.items()} >= wanted
