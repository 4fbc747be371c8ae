"""A second referee of Passcode: one function that goes through a match as the booklet and docs/passcode.md tell it.

It shares no code with the rules. A match is a generator: it yields who is to move and the texts of all moves that are
allowed, and is sent the text that was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from itertools import combinations
from typing import TypeAlias

CHANCE = -1
DIGITS = "123456"
HELD = (*DIGITS, "key")
Asked: TypeAlias = tuple[int, set[str]]
"""The seat to move, and every text that it may play."""
Steps: TypeAlias = Generator[Asked, str, str]
Turn: TypeAlias = Generator[Asked, str, bool]

# A right-handed die: 1, 2 and 3 are the axes of a right-handed system, and what is opposite adds to 7.
AXES = {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1)}
VECTORS = AXES | {7 - number: tuple(-part for part in axis) for number, axis in AXES.items()}


def east_of(top: int, north: int) -> int:
    """Return the number to the east of a die, by the vector product of what is north and what is on top."""
    (a, b, c), (d, e, f) = VECTORS[north], VECTORS[top]
    product = (b * f - c * e, c * d - a * f, a * e - b * d)
    return next(number for number, vector in VECTORS.items() if vector == product)


LYING = [f"{top}{north}" for top in VECTORS for north in VECTORS if north not in (top, 7 - top)]


class Referee:
    """A match of *players* with *options*; ``outcome`` is the scores and the winner once ``match`` has ended."""

    def __init__(self, options: Mapping[str, str], players: int) -> None:
        self.options = options
        self.players = players
        self.people = players - int(options["box-seats"])
        self.deals = options["role"] == "dealer"
        self.levels = [3] * players
        self.scores = [0] * players
        self.codes: list[dict[int, list[int]]] = [{} for _ in range(players)]
        self.fails = [0] * players
        self.outcome: tuple[tuple[int, ...], int] | None = None

    def person(self, seat: int) -> int:
        """Return who enters something for *seat*."""
        return seat if seat < self.people else 0

    def code(self, seat: int) -> list[int]:
        return self.codes[seat].get(self.levels[seat], [])

    def around(self, seat: int) -> list[int]:
        return [*range(seat, self.players), *range(seat)]

    def roll(self, seat: int) -> Generator[Asked, str, int]:
        asked = self.person(seat) if self.options["die"] == "own" else CHANCE
        return int((yield asked, {f"die {number}" for number in DIGITS})[-1])

    def match(self) -> Generator[Asked, str, None]:
        """Go through the match."""
        yield from self.before()
        starter = yield from self.begins()
        champions: list[int] = []
        while not champions:
            yield from self.written(starter)
            this = Round(self, starter)
            yield from this.play()
            starter = this.winner
            champions = this.scored()
        yield from self.ended(champions)

    def before(self) -> Generator[Asked, str, None]:
        """Get the codes, or what the players of a match on the table have."""
        if self.options["boards"] == "rolled":
            digits: list[list[int]] = [[] for _ in range(self.players)]
            for number in range(18):
                top, north = yield from self.attitude(number % self.players)
                east = east_of(top, north)
                seen = [north, east, 7 - north, 7 - east, top, 7 - top]
                if self.players == 2 and self.options["sitting"] == "opposite":
                    seen = [north, 7 - north]
                for seat, line in enumerate(digits):
                    line.append(seen[seat])
                    self.codes[seat] = {3: line[:3], 4: line[3:7], 5: line[7:12], 6: line[12:]}
        if self.options["boards"] == "begun":
            for seat in range(self.players):
                asked = self.person(seat)
                self.levels[seat] = int((yield asked, {f"level {level}" for level in (3, 4, 5, 6)})[6:])
                self.scores[seat] = int((yield asked, {f"score {points}" for points in range(100)})[6:])

    def attitude(self, seat: int) -> Generator[Asked, str, tuple[int, int]]:
        """Get the top and the north side of the square die."""
        if self.options["die"] == "own":
            text = yield self.person(seat), {f"shows {lying}" for lying in LYING}
            return int(text[-2]), int(text[-1])
        text = yield CHANCE, {f"roll {lying} {twist}" for lying in LYING for twist in ("left", "right")}
        top, north, twist = int(text[5]), int(text[6]), text[8:]
        turn = (yield seat, {"turn left", "turn right"})[5:]
        if turn == twist:
            # It goes on in the direction of its twist: what was in the east comes to the north by a turn to the left.
            east = east_of(top, north)
            north = east if turn == "left" else 7 - east
        return top, north

    def begins(self) -> Generator[Asked, str, int]:
        """Get who begins."""
        if self.options["first"] != "roll":
            return int(self.options["first"]) - 1
        rolled = 18 if self.options["boards"] == "rolled" else 0
        if self.options["boards"] == "begun":
            rolled = self.players - 1
        asked = self.person(rolled % self.players) if self.options["die"] == "own" else CHANCE
        return int((yield asked, {f"first {seat + 1}" for seat in range(self.players)})[-1]) - 1

    def written(self, starter: int) -> Generator[Asked, str, None]:
        """Get the codes that are not known."""
        for seat in self.around(starter):
            while len(self.code(seat)) < self.levels[seat]:
                text = yield self.person(seat), {f"digit {digit}" for digit in DIGITS}
                self.codes[seat].setdefault(self.levels[seat], []).append(int(text[-1]))

    def ended(self, champions: list[int]) -> Generator[Asked, str, None]:
        """Break a tie: a number is rolled, and the first who matches it wins."""
        winner = champions[0]
        if len(champions) > 1:
            number = yield from self.roll(winner)
            turn = 0
            while (yield from self.roll(champions[turn % len(champions)])) != number:
                turn += 1
            winner = champions[turn % len(champions)]
        self.outcome = tuple(self.scores), winner


class Round:
    """A round: deal, turns, last attempts and points."""

    def __init__(self, referee: Referee, starter: int) -> None:
        self.of, self.starter, self.winner = referee, starter, starter
        players = range(referee.players)
        self.laid: list[list[str]] = [[] for _ in players]
        # A card that a referee does not know is a "?".
        self.hand: list[str] = ["" for _ in players]
        self.lock: list[tuple[str, int] | None] = [None for _ in players]
        self.locked_in: list[int] = []
        self.deck = Counter(dict.fromkeys(HELD, 10) | {"fail": 20})
        self.under = self.gone = 0
        self.discards: list[str] = []
        self.is_last = False

    def is_complete(self, seat: int) -> bool:
        return len(self.laid[seat]) == self.of.levels[seat]

    def left(self, card: str) -> bool:
        """Whether another *card* can come, as far as the table has seen."""
        if self.of.deals:
            return True
        if card == "fail":
            return self.gone + sum(self.of.fails) < 20
        seen = sum(line.count(card) for line in self.laid) + self.hand.count(card)
        return seen + sum(lock is not None and lock[0] == card for lock in self.lock) < 10

    def pulled(self, word: str) -> Steps:
        """Have chance take a card from the deck; the FAILs beneath it are the last."""
        cards = +self.deck
        text = yield CHANCE, {f"{word} {card}" for card in cards} if cards else {f"{word} fail"}
        card = text.split()[1]
        if cards:
            self.deck[card] -= 1
        else:
            self.under -= 1
        return card

    def turned_up(self) -> Generator[Asked, str, None]:
        while (card := (yield from self.pulled("up"))) == "fail":
            self.under += 1
        self.discards.append(card)

    def play(self) -> Generator[Asked, str, None]:
        """Go through the round."""
        yield from self.deal()
        seat = self.starter
        while not (yield from self.turn(seat)):
            seat = (seat + 1) % self.of.players
        self.winner, self.is_last = seat, True
        for other in self.of.around(seat)[1:]:
            may_gain = not self.is_complete(other) or (self.of.levels[other] == 6 and self.lock[other] is not None)
            if may_gain or self.of.options["last-attempt"] == "each":
                yield from self.turn(other)
        if not self.of.deals:
            for other in self.of.around(seat)[1:]:
                if self.hand[other] == "?" and self.lock[other] is None:
                    text = yield other, {f"hand {card}" for card in HELD if self.left(card)}
                    self.hand[other] = text[5:]

    def deal(self) -> Generator[Asked, str, None]:
        fails = self.of.fails
        if not self.of.deals:
            seats = range(1, self.of.players + 1)
            ways = [way for count in range(len(seats) + 1) for way in combinations(seats, count)]
            text = yield self.starter, {"deal" + (" fail " + " ".join(map(str, way))) * bool(way) for way in ways}
            for seat in seats:
                is_fail = str(seat) in text.split()
                fails[seat - 1], self.hand[seat - 1] = int(is_fail), "" if is_fail else "?"
            return
        for seat in self.of.around(self.starter):
            card = yield from self.pulled("card")
            fails[seat], self.hand[seat] = int(card == "fail"), "" if card == "fail" else card
        yield from self.turned_up()

    def turn(self, seat: int) -> Turn:
        """Go through a turn; returns whether it locked in."""
        if (lock := self.lock[seat]) is not None:
            if (yield from self.of.roll(seat)) == lock[1]:
                self.locked_in.append(seat)
                return True
            return False
        if self.of.fails[seat] >= 3 and not self.is_complete(seat):
            if (yield from self.of.roll(seat)) != self.of.code(seat)[len(self.laid[seat])]:
                return False
            self.of.fails[seat] -= 3
            self.gone += 3
        new = (yield from self.drawn(seat)) if self.of.deals else "?"
        if new == "fail":
            self.of.fails[seat] += 1
        else:
            yield from self.use(seat, [card for card in (self.hand[seat], new) if card])
        return False

    def drawn(self, seat: int) -> Steps:
        can_draw = bool(+self.deck) or self.under > 0 or len(self.discards) > 1
        piles = {"draw": can_draw, "take": bool(self.discards)}
        text = yield seat, {pile for pile, has_cards in piles.items() if has_cards}
        if text == "take":
            card = self.discards.pop()
            if not self.discards and any(self.deck[one] for one in HELD):
                yield from self.turned_up()
            return card
        if not +self.deck and not self.under:
            self.deck, self.discards = Counter(self.discards[:-1]), self.discards[-1:]
        return (yield from self.pulled("card"))

    def use(self, seat: int, cards: list[str]) -> Generator[Asked, str, None]:
        """Have the player use one of *cards*."""
        can = [card for card in HELD if ("?" in cards or card in cards) and self.left(card)]
        allowed = {f"discard {card}" for card in cards} if self.of.deals else {"discard"}
        if self.is_complete(seat):
            allowed |= self.locks(can)
        else:
            digit = str(self.of.code(seat)[len(self.laid[seat])])
            allowed |= {f"play {card}" for card in (digit, "key") if card in can}
        if not self.hand[seat]:
            allowed.add("keep")
        if not self.of.deals and self.left("fail"):
            allowed.add("fail")
        text = yield seat, allowed
        if text == "fail":
            self.of.fails[seat] += 1
            return
        if text == "keep":
            self.hand[seat] = cards[-1]
            return
        self.hand[seat] = self.without(cards, text.split()[1] if " " in text else "?")
        if text.startswith("discard"):
            self.discards += text.split()[1:]
        elif text.startswith("lock"):
            self.lock[seat] = locked(text)
        else:
            self.laid[seat].append(text[5:])
            if self.is_complete(seat) and self.hand[seat] and not self.is_last:
                yield from self.lay(seat)

    def lay(self, seat: int) -> Generator[Asked, str, None]:
        card = self.hand[seat]
        can = [one for one in HELD if card in (one, "?") and self.left(one)]
        text = yield seat, self.locks(can) | {"no lock"}
        if text != "no lock":
            self.lock[seat], self.hand[seat] = locked(text), ""

    @staticmethod
    def locks(can: list[str]) -> set[str]:
        keys = {f"lock key {number}" for number in DIGITS} if "key" in can else set()
        return {f"lock {card}" for card in can if card != "key"} | keys

    @staticmethod
    def without(cards: list[str], card: str) -> str:
        """Return the card that stays in the hand when *card* leaves it."""
        rest = list(cards)
        rest.remove(card if card in rest else "?")
        return rest[0] if rest else ""

    def scored(self) -> list[int]:
        """Count the points and go up; returns who has locked in the last code and has the lowest total."""
        of = self.of
        for seat in range(of.players):
            card, lock = self.hand[seat], self.lock[seat]
            if seat == self.winner:
                points = 0
            elif lock is not None:
                points = lock[1]
            else:
                points = int(of.options["key-points"]) if card == "key" else int(card or 0)
            of.scores[seat] += points
        champions = [seat for seat in of.around(self.winner) if seat in self.locked_in and of.levels[seat] == 6]
        for seat in range(of.players):
            of.levels[seat] = min(6, of.levels[seat] + self.is_complete(seat))
        if not champions:
            of.fails = [0 for _ in of.fails]
        lowest = min((of.scores[seat] for seat in champions), default=0)
        return [seat for seat in champions if of.scores[seat] == lowest]


def locked(text: str) -> tuple[str, int]:
    """Return the card and the number of a lock-in.

    >>> locked("lock 4"), locked("lock key 2")
    (('4', 4), ('key', 2))
    """
    return text.split()[1], int(text[-1])
