"""Functions on the cards of a state: count, draw and give them, and find which are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.errors import N_, MoveRefused
from companion.games.passcode.cards import DECK, Card, heap_of
from companion.games.passcode.state import Player, Role, State
from companion.games.secret import Secret


def with_player(state: State, seat: int, **changes: object) -> State:
    """Return *state* with *changes* to the player at *seat*."""
    player = replace(state.players[seat], **changes)  # type: ignore[arg-type]
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def is_dealer(state: State) -> bool:
    """Whether the box holds the cards."""
    return state.rules.role is Role.DEALER


def is_dealing(state: State) -> bool:
    """Whether a player has already got a card in this round."""
    return any(player.hand is not None or player.fails for player in state.players)


def cards_of_mover(state: State) -> tuple[Secret[Card | None], ...]:
    """Return the cards that the player to move holds, the card just drawn last."""
    return tuple(card for card in (state.player.hand, state.drawn) if card is not None)


def seen_count(state: State, card: Card) -> int:
    """Return how many cards of the kind *card* have been laid face up in this deal, not counting the discards."""
    return sum(_face_up_count(player, card) for player in state.players) + (state.gone if card is Card.FAIL else 0)


def _face_up_count(player: Player, card: Card) -> int:
    if card is Card.FAIL:
        return player.fails
    in_hand = player.hand is not None and player.hand.reveal() is card
    return player.laid.count(card) + in_hand + (player.lock is not None and player.lock.card is card)


def is_left(state: State, card: Card) -> bool:
    """Whether one more *card* can turn up, as far as a referee can tell from the cards seen."""
    return is_dealer(state) or seen_count(state, card) < DECK.count(card)


def need_left(state: State, card: Card) -> None:
    """Raise ``MoveRefused`` if all cards of the kind *card* have been seen: an eleventh 3 is impossible."""
    if not is_left(state, card):
        raise MoveRefused(
            f"expected a card that is left in this deal, got another {card.value}",
            N_("All cards of this kind lie on the table already."),
        )


def without(state: State, card: Card | None) -> tuple[Secret[Card | None], ...]:
    """Return the hand without *card*; raises ``MoveRefused`` if *card* is not in it.

    A card that the box, as referee, does not know can be any card.
    """
    cards = cards_of_mover(state)
    for place, one in enumerate(cards):
        if one.reveal() in (card, None):
            return cards[:place] + cards[place + 1 :]
    raise MoveRefused("expected a card out of the player's hand, got another", N_("This card is not in your hand."))


def hand_of(cards: tuple[Secret[Card | None], ...]) -> Secret[Card | None] | None:
    """Return the first of *cards*, the only one that can be left, or None."""
    return cards[0] if cards else None


def refill(state: State) -> State:
    """Return *state*; if the draw pile is empty, the discards below the top one become the new draw pile."""
    if state.pile is None or state.pile_left or len(state.discards) < 2:
        return state
    return replace(state, pile=Secret(heap_of(state.discards[:-1])), discards=state.discards[-1:])


def can_draw(state: State) -> bool:
    """Whether a card can be drawn from the draw pile, if necessary after shuffling the discards into it."""
    return refill(state).pile_left > 0


def can_turn_up(state: State) -> bool:
    """Whether the draw pile has a card, other than a FAIL, that can begin the discards."""
    return state.pile is not None and any(card is not Card.FAIL for card in state.pile.reveal())


def drawable(state: State) -> Iterator[Card]:
    """Yield each kind of card that may come next from the draw pile; the FAILs beneath it come last."""
    if state.pile is not None and state.pile.reveal().total:
        yield from state.pile.reveal()
    elif state.under:
        yield Card.FAIL


def drawable_count(state: State) -> int:
    """Return the number of cards that are equally likely to come next."""
    total = state.pile.reveal().total if state.pile is not None else 0
    return total or state.under


def drawable_card(state: State, index: int) -> Card:
    """Return card number *index* of the cards that may come next."""
    if state.pile is not None and state.pile.reveal().total:
        return state.pile.reveal().card(index)
    return Card.FAIL


def take_from_pile(state: State, card: Card) -> State:
    """Return *state* after *card* was drawn from the draw pile; raises ``MoveRefused`` if it is not in the pile."""
    if state.pile is None or card not in drawable(state):
        raise MoveRefused("expected a card that is in the draw pile, got another")
    if not state.pile.reveal().total:
        return replace(state, under=state.under - 1)
    return replace(state, pile=Secret(state.pile.reveal().without(card)))
