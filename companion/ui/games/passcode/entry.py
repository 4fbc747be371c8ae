"""Screens on which the players enter what their own die shows, and what they have written before the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.box import Button
from companion.errors import N_
from companion.games.die import ATTITUDES, FACES, attitude
from companion.games.passcode import moves
from companion.games.passcode.boards import BOARD_LENGTH, facing
from companion.games.passcode.play import ENTERED
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Text, Verbatim, filled
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Screen, Stay
from companion.ui.games.passcode.drawing import NumberRows
from companion.ui.games.passcode.turn import RollScreen, move_item
from companion.ui.games.passcode.views import NEXT
from companion.ui.games.shared.match import Match, play
from companion.ui.games.shared.match_screens import MatchMenu, MoveScreen

CHANGES = {button: -step for button, step in STEPS.items()} | TURNS
"""How much a button changes a number."""


def stepped(values: Sequence[int], at: int, step: int) -> int:
    """Return the value *step* places after *at* in *values*, which are a ring.

    >>> stepped((1, 3, 4, 6), 6, 1), stepped((1, 3, 4, 6), 1, -1)
    (1, 6)
    """
    return values[(values.index(at) + step) % len(values)]


def sides(top: int) -> tuple[int, ...]:
    """Return the numbers that may face a player while *top* is on top."""
    return tuple(lying.north for lying in ATTITUDES if lying.top == top)


TENS = 10
LABELS = {
    Phase.LEVEL: N_("\u25b2\u25bc level"),
    Phase.SCORE: N_("\u25b2\u25bc\u25c0\u25b6 points"),
    Phase.DIGIT: N_("\u25b2\u25bc next digit"),
}


class NumberScreen(MoveScreen):
    """A number that a player has written, which the arrows change and OK enters as the move ``entry``.

    LEFT and RIGHT change it by ten where it may be that high. ``at`` is the line that was changed last.
    """

    title = N_("{name} enters")
    at = 0

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.values = ENTERED.get(view.phase, FACES)
        self.number = self.values[0]

    @property
    def entry(self) -> moves.Move:
        """The move of what is set."""
        return moves.Enter(self.view.phase, self.number)

    def beside(self) -> str:
        """Return what stands at the right of the title: the digits entered before."""
        code = "".join(map(str, self.view.player.code))
        return f"{code}{NEXT}" if self.view.phase is Phase.DIGIT else ""

    def rows(self) -> Sequence[tuple[Text, int]]:
        """Return what is set, with labels."""
        return [(LABELS[self.view.phase], self.number)]

    def change(self, button: Button) -> None:
        """Change the number, by ten where that leads to another one."""
        tens = TENS if button in TURNS and len(self.values) > TENS else 1
        self.number = stepped(self.values, self.number, tens * CHANGES[button])

    def draw(self, page: Page) -> None:
        page.title(self.match.doing(self.title, self.view.seat), self.beside())
        page.hints("", page.translator._("OK: enter"))
        page.add(NumberRows(tuple(ListRow(label, Verbatim(str(number))) for label, number in self.rows()), self.at))

    def enter(self, button: Button) -> Navigation:
        """Enter the number, or change it."""
        if button is Button.OK:
            return play(self.match, self.entry)
        if button in CHANGES:
            self.change(button)
        return Stay()


class AttitudeScreen(NumberScreen):
    """The players' own die, turned square, and the digits that the players get by it.

    UP and DOWN change its top, LEFT and RIGHT the side that the first player sees.
    """

    title = N_("{name} rolls")

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match, view)
        self.top, self.wanted = FACES[:2]

    @property
    def side(self) -> int:
        """The side chosen last, if the top leaves it possible."""
        return self.wanted if self.wanted in sides(self.top) else sides(self.top)[0]

    @property
    def entry(self) -> moves.Move:
        """The attitude."""
        return moves.ReadDie(self.top, self.side)

    def beside(self) -> str:
        """Return the number of the roll."""
        return f"{len(self.view.players[0].board) + 1}/{BOARD_LENGTH}"

    def rows(self) -> Sequence[tuple[Text, int]]:
        """Return the top, then the digit of each player."""
        rules, (first, *others) = self.view.rules, self.match.players
        own, *digits = facing(attitude(self.top, self.side), rules.players, rules.sitting)
        names = [Verbatim(f"   {name}") for name in others]
        first_row = filled(N_("\u25c0\u25b6 {name}"), name=first)
        return [(N_("\u25b2\u25bc on top"), self.top), (first_row, own), *zip(names, digits, strict=True)]

    def change(self, button: Button) -> None:
        """Change the top or the side."""
        self.at = int(button in TURNS)
        if self.at:
            self.wanted = stepped(sides(self.top), self.side, CHANGES[button])
        else:
            self.top = stepped(FACES, self.top, CHANGES[button])

    def take_line(self, text: str) -> Navigation | None:
        """Play a line of two numbers, also of two that no die shows, which the rules refuse with the reason."""
        numbers = text.replace(" ", "")
        is_pair = len(numbers) == 2 and set(numbers) <= set(map(str, FACES))
        return play(self.match, moves.ReadDie(*map(int, numbers))) if is_pair else None


def first_menu(match: Match, view: PasscodeView) -> MatchMenu:
    """Return the menu of who begins by the players' own die."""
    items = [move_item(match, Verbatim(name), moves.First(seat)) for seat, name in enumerate(match.players)]
    return MatchMenu(match, N_("Who begins?"), items)


class OwnRollScreen(RollScreen):
    """The number of the players' own die: the arrows change it, OK enters it, then the screen says what it did."""

    hint = N_("OK: enter")

    def __init__(self, match: Match, view: PasscodeView) -> None:
        super().__init__(match, view)
        self.number = FACES[0]

    @property
    def shown(self) -> int | None:
        """The number that is set, or was entered."""
        return self.number

    def answers(self) -> Sequence[ListRow]:
        """Return the number that is set, then what it did."""
        shows = ListRow(N_("\u25b2\u25bc the die shows"), Verbatim(str(self.number)))
        return super().answers() if self.move is not None else (shows,)

    def make(self) -> object:
        """Enter the number, and return the move."""
        return self.match.submit(moves.Die(self.number)).move

    def take_line(self, text: str) -> Navigation | None:
        """Enter a typed number as OK does, so that what it did is said."""
        if self.move is not None or text not in map(str, FACES):
            return None
        self.number = int(text)
        return self.press(Button.OK)

    def press(self, button: Button) -> Navigation:
        """Change or enter the number, then go on; or pause."""
        if self.move is None and button in CHANGES:
            self.number = stepped(FACES, self.number, CHANGES[button])
            return Stay()
        # The box throws no die here.
        return Stay() if self.move is None and button is Button.ROLL else super().press(button)


SCREENS: Mapping[Phase, Callable[[Match, PasscodeView], Screen]] = {
    Phase.BOARD: AttitudeScreen,
    **dict.fromkeys(ENTERED, NumberScreen),
    Phase.FIRST: first_menu,
    **dict.fromkeys((Phase.FREE, Phase.LOCK_IN, Phase.NUMBER, Phase.PLAYOFF), OwnRollScreen),
}
"""The screens of the phases in which a person enters something; chance is to move there where the box rolls."""
