"""Words of random matches of all games: every move, question and position has some, in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import cast

import pytest

from companion.devices.script import LineReader
from companion.devices.text.inputs import TextInputs
from companion.devices.text.pages import WrittenPages
from companion.games.contract import CHANCE, AnyGame
from companion.i18n.translator import Translator, as_typed, key_labels, languages
from companion.words import words_of
from companion.words.phrase import Level, Name, Part, PegName, Phrase, as_data, counted, phrase, said
from tests.front_ends.random_matches import RandomMatch
from tests.front_ends.test_leaks import twin
from tests.games.test_conformance import CATALOGUE, every_table

SEEN = frozenset(
    (
        "A FAIL was drawn",
        "A panel of {name} fell: {colour}",
        "Dealt. FAIL for: {names}",
        "On the discards: {card}.",
        "The die lies askew and shows {number}.",
        "The die shows {number}.",
        "{name} begins.",
    )
)
"""What everybody sees at the table, in the same words where a player says it and where it is told."""
NAMES = ("Anna", "Ben", "Player 3", "Cleo", "Box 1", "Zo\u00e9")


def phrases(players: int, game: AnyGame, state: object) -> list[Phrase]:
    """Return all phrases of a position that every player may hear."""
    words, view, names = words_of(game.family), game.view(state, None), NAMES[:players]
    asked = [words.asked(view, seat, NAMES) for seat in range(players)]
    return [*words.read(view, names), *asked]


def messages(facts: Iterable[Part]) -> set[str]:
    """Return the message ids in *facts* and in what fills them."""
    told = [fact for fact in facts if isinstance(fact, Phrase)]
    return {fact.message for fact in told}.union(*(messages(fact.values.values()) for fact in told))


def button_words(offered: Phrase) -> set[str]:
    """Return the message id of a move that a button *offered*, if it has words that say what to do."""
    has_words = re.search("[a-z]", re.sub("{[^}]*}", "", offered.message))
    return set() if offered.message in SEEN or not has_words else {offered.message}


@every_table
def test_phrases_of_all_tell_no_secret_and_have_words(game: AnyGame, options: dict[str, str], players: int) -> None:
    match = RandomMatch(game, options, players)
    translators = [Translator(language) for language in languages()]
    for driver in match.positions(60):
        state = driver.session._state
        found = phrases(players, game, state)
        assert found == phrases(players, game, twin(state, match.random))
        for translator in translators:
            for each in found:
                assert each(translator).strip()
                assert "{" not in each(translator)
        json.dumps([as_data(each) for each in found])


@every_table
def test_every_choice_and_every_last_move_has_words(game: AnyGame, options: dict[str, str], players: int) -> None:
    match = RandomMatch(game, options, players)
    words, translator = words_of(game.family), Translator("en")
    for driver in match.positions(60):
        position = driver.position
        for text in islice(position.moves(position.player_to_move or 0), 40):
            view = position.view(position.player_to_move)
            assert words.offered(view, text, NAMES)(translator).strip()
        assert words.offered(position.view(None), "go", NAMES)(translator)
        for told in driver.session.recent_viewer()():
            facts = words.told(told.seat, told.text, told.before(), told.after(), NAMES)
            assert all(fact(translator).strip() for fact in facts)
            if told.seat != CHANCE:
                assert not button_words(words.offered(told.before(), told.text, NAMES)) & messages(facts)


@every_table
def test_each_move_that_is_typed_has_a_line_of_its_own(game: AnyGame, options: dict[str, str], players: int) -> None:
    match = RandomMatch(game, options, players)
    words, translators = words_of(game.family), [Translator(language) for language in languages()]
    if not hasattr(words, "typed"):
        pytest.skip("rows are typed with letters")
    for driver in match.positions(60):
        view = driver.position.view(None)
        forms = [words.typed(view, text, NAMES) for text in driver.position.moves(driver.position.player_to_move or 0)]
        for translator in translators:
            lines = [as_typed(form[0](translator)) for form in forms if form]
            assert len({*lines}) == len(lines)
            assert {line.partition(" ")[0] for line in lines} & taken(translator.language) == set()


@cache
def taken(language: str) -> set[str]:
    """Return the words that stand for keys, the help and the end of the program before any move is read."""
    translator = Translator(language)
    read = TextInputs(cast(LineReader, None), cast(WrittenPages, None), key_labels(translator), translator._)
    return {*read._keys, *read._help, *read._quit}


def test_words_of_a_button_are_found_in_what_is_told() -> None:
    offered = phrase("Draw a card")
    assert button_words(offered) & messages([phrase("{name}: {what}", name=Name("Anna"), what=offered)])
    assert not button_words(offered) & messages([phrase("{name} draws a card", name=Name("Anna"))])


def test_move_is_told_in_words_of_its_own() -> None:
    game = CATALOGUE["passcode"]
    view = game.view(game.start({}, 2), None)
    told, translators = words_of("passcode").told, (Translator("en"), Translator("fr"))
    facts = [fact for text in ("draw", "no lock") for fact in told(0, text, view, view, ("Anna", "Ben"))]
    assert [fact(translator) for translator in translators for fact in facts] == [
        "Anna draws a card",
        "Anna lays no lock-in card",
        "Anna pioche une carte",
        "Anna ne pose pas de verrou",
    ]


def test_phrase_is_said_in_each_language_and_sent_as_data() -> None:
    keys = counted("{count} bull", "{count} bulls", 2, Level.ANSWERS)
    whole = phrase("{name}: {what}", name=Name("Player 1"), what=(keys, PegName("R", {"en": "red", "fr": "rouge"}), 3))
    assert whole(Translator("en")) == "Player 1: 2 bulls, red, 3"
    assert whole(Translator("fr")) == "Joueur 1\u00a0: 2 taureaux, rouge, 3"
    assert as_data(whole) == {
        "text": "{name}: {what}",
        "values": {
            "name": {"name": "Player 1"},
            "what": [
                {"text": "{count} bull", "plural": "{count} bulls", "count": 2},
                {"colour": "R"},
                3,
            ],
        },
    }
    assert said("as it is", Translator("fr")) == "as it is"


@pytest.mark.parametrize(("key", "players"), [("mini", 3), ("mini-together", 2)])
def test_score_is_said_in_rows_where_the_fewest_win(key: str, players: int) -> None:
    game = CATALOGUE[key]
    view = replace(game.view(game.start({}, players), None), scores=(1, 2, 3)[:players])
    lines = [line(Translator("en")) for line in words_of(game.family).score(view, NAMES[:players])]
    assert lines == ["Anna: 1 row", "Ben: 2 rows", "Player 3: 3 rows"][:players]


def test_throw_is_told_with_its_number_and_a_card_that_is_given_is_not() -> None:
    game = CATALOGUE["passcode"]
    view = game.view(game.start({}, 2), None)
    told, names = words_of("passcode").told, ("Anna", "Ben")
    assert [fact(Translator("en")) for fact in told(CHANCE, "die 4", view, view, names)] == ["Anna rolls 4!"]
    assert told(CHANCE, "card", view, view, names) == []
    assert [fact(Translator("en")) for fact in told(CHANCE, "card fail", view, view, names)] == ["Anna draws a FAIL."]
