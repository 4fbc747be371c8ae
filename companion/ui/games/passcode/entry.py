"""Screens on which the players enter what their own die shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.box import Button
from companion.errors import N_
from companion.games.die import ATTITUDES, FACES, attitude
from companion.games.passcode import moves
from companion.games.passcode.boards import BOARD_LENGTH, facing
from companion.games.passcode.state import Phase
from companion.games.passcode.view import PasscodeView
from companion.i18n.translator import Verbatim, filled
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, TURNS, Navigation, Screen, Stay
from companion.ui.games.passcode.drawing import NumberRows
from companion.ui.games.passcode.turn import RollScreen, move_item
from companion.ui.games.shared.match import Match, play
from companion.ui.games.shared.match_screens import MatchMenu
from companion.ui.games.shared.spoken import asked
from companion.words.phrase import Phrase

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


class AttitudeScreen(Screen):
    """The players' own die, turned square, and the digits that the players get by it.

    UP and DOWN change its top, LEFT and RIGHT the side that the first player sees, and OK enters it.
    """

    def __init__(self, match: Match, view: PasscodeView) -> None:
        self.match = match
        self.view = view
        self.top, self.wanted = FACES[:2]
        self.at = 0

    @property
    def side(self) -> int:
        """The side chosen last, if the top leaves it possible."""
        return self.wanted if self.wanted in sides(self.top) else sides(self.top)[0]

    def draw(self, page: Page) -> None:
        rules, names = self.view.rules, self.match.players
        number = len(self.view.players[0].board) + 1
        page.title(self.match.doing(N_("{name} rolls"), self.view.seat), f"{number}/{BOARD_LENGTH}")
        page.hints("", page.translator._("OK: enter"))
        digits = facing(attitude(self.top, self.side), rules.players, rules.sitting)
        rows = [
            ListRow(N_("\u25b2\u25bc on top"), Verbatim(str(self.top))),
            ListRow(filled(N_("\u25c0\u25b6 {name}"), name=names[0]), Verbatim(str(self.side))),
            *(
                ListRow(Verbatim(f"   {name}"), Verbatim(str(digit)))
                for name, digit in zip(names[1:], digits[1:], strict=True)
            ),
        ]
        page.add(NumberRows(tuple(rows), self.at))

    def spoken(self) -> Sequence[Phrase]:
        return asked(self.match)

    def take_line(self, text: str) -> Navigation | None:
        """Play a line of two numbers, also of two that no die shows, which the rules refuse with the reason."""
        numbers = text.replace(" ", "")
        is_pair = len(numbers) == 2 and set(numbers) <= set(map(str, FACES))
        return play(self.match, moves.Lies(*map(int, numbers))) if is_pair else None

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return self.match.pause(self)
        if button is Button.OK:
            return play(self.match, moves.Lies(self.top, self.side))
        if button in STEPS:
            self.top, self.at = stepped(FACES, self.top, CHANGES[button]), 0
        elif button in TURNS:
            self.wanted, self.at = stepped(sides(self.top), self.side, CHANGES[button]), 1
        return Stay()


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
    Phase.FIRST: first_menu,
    **dict.fromkeys((Phase.FREE, Phase.LOCK_IN, Phase.NUMBER, Phase.PLAYOFF), OwnRollScreen),
}
"""The screens of the phases in which a person enters something; chance is to move there where the box rolls."""
