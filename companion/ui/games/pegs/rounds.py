"""The screens between rounds: the coin flip before the first, and the revealed code and score after each."""

from __future__ import annotations

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.scoring import Count, Line
from companion.games.pegs.state import Ending, Mode, Proof
from companion.games.pegs.view import PegView, RoundView
from companion.i18n.translator import Text, Translator, Verbatim, filled
from companion.ui.celebration import Celebration
from companion.ui.games.pegs.drawing import with_peg
from companion.ui.games.pegs.elements import PegRow
from companion.ui.games.pegs.review import Reviewed, ReviewScreen, is_reviewed
from companion.ui.games.pegs.scores import is_counted_in_rows, score_line
from companion.ui.match import Match
from companion.ui.match_screens import ChanceScreen
from companion.ui.notice import draw_saying
from companion.ui.page import Page
from companion.ui.screen import Navigation, Push, Screen, Stay
from companion.ui.sealscreen import OpenedScreen

ENDINGS = {
    Ending.SOLVED: N_("Solved in row {row}"),
    Ending.FAILED: N_("Not solved"),
    Ending.GIVEN_UP: N_("Given up"),
    Ending.VOID: N_("Played again"),
}


def maker_name(match: Match, now: RoundView) -> str:
    """Return the name of the player who makes or keeps the code; a single player does it alone."""
    return match.players[now.breaker if now.maker is None else now.maker]


class CoinScreen(ChanceScreen):
    """The coin flip that decides who begins; it happens only once."""

    def __init__(self, match: Match, view: PegView) -> None:
        super().__init__(match)
        self.makes = view.rules.players == 2 and view.rules.mode is not Mode.BOX

    def draw(self, page: Page) -> None:
        """Draw the question, or the result of the flip."""
        hint = page.translator._("OK: flip") if self.move is None else page.translator._("OK: go on")
        draw_saying(page, N_("The coin"), self._words, "", hint)

    def _words(self, translator: Translator) -> str:
        if self.move is None:
            makes = translator._("Who makes the first code?")
            return makes if self.makes else translator._("Who breaks the first code?")
        # The roles come from the match: where the box only breaks codes, the coin of an older match decides nothing.
        view: PegView = self.match.session.view()
        first = view.done[0] if view.done else view.now
        if first is None:
            return ""
        if self.makes:
            return translator._("{name} makes the first code.").format(name=maker_name(self.match, first))
        return translator._("{name} breaks the first code.").format(name=self.match.players[first.breaker])


def score_words(view: PegView) -> list[Text]:
    """Return the score of every seat: rows, or points."""
    if not is_counted_in_rows(view):
        return [Verbatim(str(score)) for score in view.scores]
    rows = view.scores if view.count is Count.ROWS_AGAINST else view.scores[::-1]
    return [_row_count(count) for count in rows]


def _row_count(count: int) -> Text:
    return lambda translator: translator.ngettext("{count} row", "{count} rows", count).format(count=count)


def worth_words(match: Match, view: PegView, line: Line) -> Text:
    """Return the points of a round in words, or on a track the move of the peg on the real board.

    Where the rows are counted, they are those of the codebreaker.
    """
    ended = view.done[line.round - 1]
    counts_rows = is_counted_in_rows(view)

    def words(translator: Translator) -> str:
        is_track, seat = view.count is Count.TRACK, ended.breaker if counts_rows else line.seat
        edition = view.rules.edition
        values = {
            "name": with_peg(edition, match.players, seat, translator) if is_track else match.players[seat],
            "points": line.points,
            "before": line.before,
            "after": line.after,
            "end": edition.scoring.track,
        }
        if is_track:
            return translator._("{name}: hole {before} \u2192 {after} of {end}").format(**values)
        if not counts_rows:
            sentence = translator.ngettext(
                "{name} gets {points} point, {after} in all",
                "{name} gets {points} points, {after} in all",
                line.points,
            )
        elif line.ending is Ending.SOLVED:
            sentence = translator.ngettext(
                "{name} needed {points} row, {after} in all",
                "{name} needed {points} rows, {after} in all",
                line.points,
            )
        else:
            sentence = translator.ngettext(
                "{name}: {points} row, {after} in all", "{name}: {points} rows, {after} in all", line.points
            )
        return sentence.format(**values)

    return words


def celebration(match: Match, view: PegView, ended: RoundView) -> Celebration | None:
    """Return the celebration of the round *ended*, the last one; None if its code was not found."""
    if ended.ending is not Ending.SOLVED:
        return None
    if view.rules.pictures:
        return Celebration(match.context.now(), "", Verbatim(str(len(ended.rows))))
    name = Verbatim(match.players[ended.breaker])

    def words(translator: Translator) -> str | Verbatim:
        return translator._("Personal best!") if is_best(match, view, ended) else name

    return Celebration(match.context.now(), _ending_words(ended), words)


def is_best(match: Match, view: PegView, ended: RoundView) -> bool:
    """Whether a person needed fewer rows for the round *ended*, the last one, than ever before."""
    return not view.rules.is_box(ended.breaker) and match.personal_best.is_last()


def _ending_words(ended: RoundView) -> Text:
    return filled(ENDINGS[ended.ending or Ending.VOID], row=len(ended.rows))


class RevealScreen(Screen):
    """The code, the ending and the points of a round; from here the line under the seal and the review open.

    With *is_new*, a solved round is celebrated.
    """

    def __init__(self, match: Match, view: PegView, ended: RoundView, *, is_new: bool = False) -> None:
        self.match = match
        self.view = view
        self.ended = ended
        # A code that was kept on the board has a seal only if it was entered for a challenge.
        has_seal = not ended.kept or ended.proof is Proof.GIVEN
        self.opened = match.session.opened if has_seal else None
        self.over = celebration(match, view, ended) if is_new else None

    def draw(self, page: Page) -> None:
        """Draw the code large, and the score under it."""
        page.title(self._title, optional=True)
        page.hints(self._beside(page.translator), page.translator._("OK: go on"))
        page.add(score_line(self.match, self.view, self.ended))
        if self.ended.code is not None:
            style = self.match.context.chosen.pegs
            page.add(PegRow(self.view.rules.edition, style, self.ended.code, least=0, growth=4, gap=3))
        page.paragraph(worth_words(self.match, self.view, self.view.sheet[self.ended.number - 1]))

    def _title(self, translator: Translator) -> str:
        """Return how the round ended; whether it is a personal best is found out only when it is drawn."""
        is_record = self.ended.ending is Ending.SOLVED and is_best(self.match, self.view, self.ended)
        record = filled(N_("Best yet: row {row}"), row=len(self.ended.rows))
        return translator.say(record if is_record else _ending_words(self.ended))

    def _beside(self, translator: Translator) -> str:
        """Return the hint for the buttons that open the review and the line under the seal."""
        has_review, has_seal = is_reviewed(self.view, self.ended), self.opened is not None
        if has_review and has_seal:
            return translator._("\u25b2\u25bc more")
        return translator._("\u25b2 review") if has_review else translator._("\u25bc seal") if has_seal else ""

    def press(self, button: Button) -> Navigation:
        """Go on, show the line under the seal or the review, or open the pause menu."""
        if button in (Button.DOWN, Button.RIGHT) and self.opened is not None:
            return Push(OpenedScreen(self.opened))
        if button in (Button.UP, Button.LEFT) and is_reviewed(self.view, self.ended):
            return Push(ReviewScreen(self.match, Reviewed(self.view, self.ended, self.match.context.chosen.pegs)))
        if button is Button.OK:
            return self.match.next_round()
        return self.match.pause(self) if button is Button.BACK else Stay()
