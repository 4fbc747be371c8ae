"""What the box sees to when it holds the cards: the piles, the hands, and who may know what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.errors import MoveRefused
from companion.games.contract import CHANCE
from companion.games.passcode.cards import Card, heap_of
from companion.games.passcode.state import Phase
from companion.games.secret import Secret
from tests.games.passcode_table import DECK, GAME, cards_in_play, dealt, offered, pile, play, table, with_pile


def test_deck_has_ten_of_each_digit_ten_keys_and_twenty_fails() -> None:
    assert [DECK.count(card) for card in Card] == [10] * 7 + [20]


def test_every_card_of_the_deck_is_as_likely() -> None:
    state = table("dealer")
    cards = [GAME.text(GAME.chance_move(state, index)) for index in range(GAME.chance_outcomes(state))]
    assert [cards.count(f"card {card.value}") for card in Card] == [10] * 7 + [20]


def test_one_card_each_is_dealt_and_one_turned_up() -> None:
    state = dealt("3", "key", up="5")
    assert [player.hand for player in state.players] == [Secret(Card.THREE), Secret(Card.KEY)]
    assert (state.discards, state.pile_left, state.phase) == ((Card.FIVE,), 87, Phase.DRAW)


def test_fail_turned_up_goes_under_the_draw_pile() -> None:
    state = play(dealt("3", "4", up="fail"), "up fail; up 6")
    assert (state.under, pile(state).count(Card.FAIL), state.discards) == (2, 18, (Card.SIX,))
    assert state.pile_left == 87


def test_fails_under_the_draw_pile_come_last() -> None:
    state = with_pile(play(dealt("3", "4", up="fail"), "up 6"), Card.ONE)
    state = play(state, "draw")
    assert offered(state) == ["card 1"]
    state = play(state, "card 1; discard 1; draw")
    assert offered(state) == ["card fail"]
    assert GAME.chance_outcomes(state) == 1


def test_fail_that_was_dealt_is_laid_down_and_leaves_no_card() -> None:
    state = dealt("fail", "4")
    assert (state.players[0].hand, state.players[0].fails) == (None, 1)
    assert offered(play(state, "draw; card 3")) == ["discard 3", "keep"]


def test_top_of_the_discards_may_be_drawn() -> None:
    state = play(dealt("3", "4", up="1"), "take")
    assert state.drawn == Secret(Card.ONE)


def test_another_card_is_turned_up_when_the_only_one_is_taken() -> None:
    state = play(dealt("3", "4", up="1"), "take")
    assert (state.phase, GAME.player_to_move(state)) == (Phase.TURN_UP, CHANCE)
    state = play(state, "up 5; play 1")
    assert (state.discards, state.seat) == ((Card.FIVE,), 1)


def test_no_card_is_turned_up_where_another_lies_beneath() -> None:
    assert play(dealt("3", "4"), "draw; card 6; discard 6; take").phase is Phase.PLAY


def test_fail_drawn_is_laid_down_at_once_and_ends_the_turn() -> None:
    state = play(dealt("3", "4"), "draw; card fail")
    assert (state.seat, state.players[0].fails, state.players[0].hand) == (1, 1, Secret(Card.THREE))


def test_either_card_may_be_discarded_and_the_other_is_kept() -> None:
    state = play(dealt("3", "4"), "draw; card 6")
    assert offered(state) == ["discard 3", "discard 6"]
    after = play(state, "discard 3")
    assert (after.players[0].hand, after.discards[-1]) == (Secret(Card.SIX), Card.THREE)


def test_card_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(MoveRefused, match="expected a card out of the player's hand"):
        play(dealt("3", "4"), "draw; card 6; play 1")


def test_card_that_is_not_in_the_pile_cannot_be_drawn() -> None:
    with pytest.raises(MoveRefused, match="expected a card that is in the draw pile"):
        play(with_pile(dealt("3", "4"), Card.ONE), "draw; card 2")


def test_empty_draw_pile_is_refilled_by_shuffling_the_discards_but_the_top() -> None:
    state = replace(with_pile(dealt("3", "4")), discards=(Card.ONE, Card.KEY, Card.ONE, Card.SIX))
    state = play(state, "draw")
    assert (state.discards, pile(state)) == ((Card.SIX,), heap_of((Card.ONE, Card.ONE, Card.KEY)))


def test_draw_pile_that_cannot_be_refilled_is_not_offered() -> None:
    state = with_pile(dealt("3", "4"))
    assert offered(state) == ["take"]
    with pytest.raises(MoveRefused, match="expected a pile that has cards, got the draw pile"):
        play(state, "draw")


def test_taking_the_last_card_of_all_turns_nothing_up() -> None:
    state = play(with_pile(dealt("3", "4")), "take")
    assert (state.phase, state.discards) == (Phase.PLAY, ())
    with pytest.raises(MoveRefused, match="expected a pile that has cards, got the discards"):
        play(replace(state, phase=Phase.DRAW), "take")


def test_all_cards_come_back_for_the_next_round() -> None:
    state = play(dealt("1", "4", up="3"), "draw; card 2; play 1; draw; card fail; draw; card 3; play 2")
    state = play(state, "draw; card fail; draw; card 5; play 3; lock 5; draw; card 6; play 6; die 5")
    assert state.winner == 0
    state = play(state, "draw; card 6; discard 6")
    assert (state.phase, pile(state), state.discards, state.gone) == (Phase.DEAL, DECK, (), 0)
    assert [player.score for player in state.players] == [0, 4]


def test_dealt_and_drawn_cards_have_no_public_text_but_a_fail() -> None:
    texts = [GAME.public_text(GAME.parse(table(), text)) for text in ("card 3", "card key", "card fail", "up 3")]
    assert texts == ["card", "card", "card fail", "up 3"]


def test_card_is_in_no_repr() -> None:
    state = play(dealt("3", "4"), "draw; card 6")
    assert "SIX" not in repr(state)
    assert repr(GAME.parse(table(), "card 6")) == "Give(card=<hidden>)"


@pytest.mark.parametrize("seat", [None, 1])
def test_hand_and_drawn_card_are_hidden_from_the_others(seat: int | None) -> None:
    hands = [("3", "6"), ("5", "key")]
    views = {repr(GAME.view(play(dealt(one, "4"), f"draw; card {drawn}"), seat)) for one, drawn in hands}
    assert len(views) == 1


def test_player_sees_his_own_hand_and_the_card_he_has_drawn() -> None:
    view = GAME.view(play(dealt("3", "4"), "draw; card 6"), 0)
    assert (view.player.hand, view.drawn, view.players[1].hand) == (Card.THREE, Card.SIX, None)


def test_only_who_gets_a_card_may_know_it() -> None:
    state = play(table("dealer", (3, 3, 3)), "card 3")
    move = GAME.parse(state, "card 4")
    assert [GAME.can_see(state, move, seat) for seat in range(3)] == [False, True, False]


def test_cards_of_a_new_deal_are_90() -> None:
    assert cards_in_play(play(dealt("3", "fail"), "draw; card 6")) == 90


def test_cards_are_not_90_where_one_is_lost() -> None:
    state = dealt("3", "4")
    assert cards_in_play(replace(state, discards=())) == 89
