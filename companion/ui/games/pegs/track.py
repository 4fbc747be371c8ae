"""The score of a match on the track: the pegs of all players side by side, and which player leads."""

from __future__ import annotations

from collections.abc import Sequence

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.view import PegView
from companion.i18n.translator import Text, filled
from companion.ui.games.pegs.elements import Track
from companion.ui.page import Page
from companion.ui.screen import Navigation, Pop, Push, Screen, Stay


class TrackScreen(Screen):
    """The track, with the player who leads as its title; OK opens *rounds*, the list of the rounds played."""

    def __init__(self, view: PegView, players: Sequence[str], rounds: Screen) -> None:
        self.track = Track(view.rules.edition, tuple(players), view.scores)
        self._rounds = rounds

    def draw(self, page: Page) -> None:
        """Draw the leader, the track, and the hint."""
        page.title(*self._leader(), optional=True)
        page.hints("", page.translator._("OK: rounds"))
        page.add(self.track)

    def _leader(self) -> tuple[Text, str]:
        names, holes = self.track.names, self.track.holes
        if len(names) == 1:
            return N_("Score"), ""
        lead = max(holes) - min(holes)
        if not lead:
            return N_("Side by side"), ""
        return filled(N_("{name} leads"), name=names[holes.index(max(holes))]), f"+{lead}"

    def press(self, button: Button) -> Navigation:
        """Open the list of rounds, or go back."""
        if button is Button.OK:
            return Push(self._rounds)
        return Pop() if button is Button.BACK else Stay()
