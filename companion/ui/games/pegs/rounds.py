"""The rounds and the scores of a match: what players see after a round, its review, and the rows of every round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from companion.box import Button
from companion.errors import N_
from companion.games.pegs.codes import Code
from companion.games.pegs.moves import Guess, SetCode
from companion.games.pegs.state import Coach, Count, Ending, Line, Mode, PegView, Proof, RoundView, Row
from companion.games.secret import Secret
from companion.i18n.translator import Text, Translator, Verbatim, counted, filled
from companion.match.practice import Prepared
from companion.strategy.pegs.candidates import candidates_after
from companion.strategy.pegs.coach import MOST_STARS, RowReview, review_row, solver_line
from companion.strategy.pegs.library import book_for
from companion.ui.core.menu import Item, Menu
from companion.ui.core.notice import Notice, draw_saying
from companion.ui.core.page import ListRow, Page, Scroll
from companion.ui.core.pictures import Picture, Pictures
from companion.ui.core.screen import STEPS, Navigation, Pop, Push, Replace, Screen, Stay
from companion.ui.core.text_page import with_value
from companion.ui.games.pegs.drawing import Mark, key_marks, row_text, with_peg
from companion.ui.games.pegs.elements import ONLY_TALL, PegBoard, PegRow, ScoreLine, Track, board_rows
from companion.ui.games.pegs.judging import GOOD, judge_round, judge_row
from companion.ui.games.pegs.key_names import key_names
from companion.ui.games.shared import match_screens
from companion.ui.games.shared.lesson import PracticeMatch
from companion.ui.games.shared.match import Match, OpenedScreen
from companion.ui.games.shared.spoken import GO_ON
from companion.words.phrase import Phrase, phrase

PRACTICE = N_("Another code, which fits the rows before. It does not count.")
AGAINST_THE_ODDS = 5
"""Among how many codes that still fitted the code was found at once, for a remark."""
SAMPLED = 50
"""The codes that fit, spread over all of them, among which a practice draws one."""


def is_reviewed(view: PegView, shown: RoundView) -> bool:
    """Whether the rules allow a review of the round *shown*, and the round has ended with at least one row."""
    return view.rules.coach is not Coach.OFF and shown.ending is not None and bool(shown.rows)


class Reviewed:
    """A finished round with the reviews of its rows; each is computed when it is first shown."""

    def __init__(self, view: PegView, shown: RoundView, style: str) -> None:
        self._style = style
        self.shown = shown
        self.rules = view.rules
        self._rows: dict[int, RowReview | None] = {}

    def pegs(self, code: Code) -> Text:
        """Return the pegs of *code* as the settings want them, in letters or shapes."""
        return lambda translator: Verbatim(row_text(self.rules.edition, self._style, code, translator))

    def row(self, place: int) -> RowReview | None:
        """Return the review of the row at *place*; None if it has none."""
        if place not in self._rows:
            rules, rows = self.rules, self.shown.rows[: place + 1]
            self._rows[place] = review_row(rules.space, rules.guesses, rows, book_for(rules))
        return self._rows[place]

    @cached_property
    def rows(self) -> list[RowReview]:
        """The reviews of all rows that have one."""
        return [row for row in map(self.row, range(len(self.shown.rows))) if row is not None]

    @cached_property
    def order(self) -> list[int]:
        """The rows in the order of their pages: the one most worth learning from first; then the page about all."""
        places = [place for place in range(len(self.shown.rows)) if self._stars(place) < GOOD]
        worst = min(places, key=self._stars, default=0)
        others = (place for place in range(len(self.shown.rows)) if place != worst)
        return [worst, *others, len(self.shown.rows)]

    def _stars(self, place: int) -> int:
        """Return the stars of the row at *place*; one that found the code, or has no review, teaches nothing."""
        row = self.row(place)
        return MOST_STARS if row is None or row.is_solved else row.stars

    @cached_property
    def solver_line(self) -> tuple[Row, ...]:
        """The rows in which the box finds the code; outside the opening book, each of them is searched for."""
        rules, code = self.rules, self.shown.code
        return () if code is None else solver_line(rules.space, rules.guesses, code, book_for(rules))

    def pegs_of(self, at: int) -> PegRow:
        """Return the element of the row of page *at*, for displays with room."""
        row = self.shown.rows[at]
        return PegRow(self.rules.edition, self._style, row.guess, least=ONLY_TALL, keys=row.answer)

    def title(self, at: int) -> Text:
        """Return the title of page *at*: the row with its key pegs, or that it is about the whole round."""
        if at == len(self.shown.rows):
            return N_("In all")
        row = self.shown.rows[at]
        pegs = self.pegs(row.guess)
        return lambda translator: Verbatim(f"{at + 1}. {translator.say(pegs)} {_keys(row)}")


class _ReviewPages(match_screens.PagedScreen):
    """A page for each row of a round and one for all."""

    def __init__(self, match: Match, reviewed: Reviewed, at: int = 0) -> None:
        super().__init__(len(reviewed.shown.rows) + 1, at)
        self.match = match
        self.reviewed = reviewed

    @property
    def row_at(self) -> int:
        """The row of the page, from 0; the number of rows for the page about all of them."""
        return self.reviewed.order[self.at]

    def head(self, page: Page) -> bool:
        """Draw the title and the number of the page, and return whether this is the page for all rows."""
        page.title(self.reviewed.title(self.row_at), f"{self.at + 1}/{self.count}")
        return self.at == self.count - 1


class ReviewScreen(_ReviewPages):
    """How good each row and the round were: stars, and a sentence; UP and DOWN show the numbers."""

    def draw(self, page: Page) -> None:
        is_sum = self.head(page)
        page.hints(page.translator._("\u25b2\u25bc more"), page.translator._("OK: next"))
        if not is_sum:
            page.add(self.reviewed.pegs_of(self.row_at))
        rows = self.reviewed.rows if is_sum else [row for row in [self.reviewed.row(self.row_at)] if row is not None]
        if not rows:
            page.paragraph(N_("No code fits."))
            return
        lit = round(sum(row.stars for row in rows) / len(rows))
        page.add(Pictures(((Picture.STAR, 1),) * lit + ((Picture.NO_STAR, 1),) * (MOST_STARS - lit), below=2))
        hints = len(self.reviewed.shown.hints)
        judged = judge_round(sum(row.luck for row in rows), hints) if is_sum else self._judge(rows[0])
        page.paragraph(judged)

    def _judge(self, row: RowReview) -> Phrase:
        edition, style = self.reviewed.rules.edition, self.match.context.chosen.pegs
        return judge_row(row, lambda translator: row_text(edition, style, row.best, translator))

    def press(self, button: Button) -> Navigation:
        numbers = NumbersScreen(self.match, self.reviewed, self.at)
        if button not in (Button.UP, Button.DOWN):
            return super().press(button)
        # Where all break the same code, a round has other moves than a practice, which one player plays.
        if self.at == self.count - 1 or self.reviewed.rules.mode is Mode.TOGETHER:
            return Push(numbers)
        before = self.reviewed.shown.rows[: self.row_at]
        codes = candidates_after(self.reviewed.rules.space, before).sample(SAMPLED)
        none = None if codes else N_("No code fits.")
        items = [
            Item(N_("Try again from here"), lambda: Push(self._try_again(codes, before)), closed=none),
            Item(N_("Numbers"), lambda: Push(numbers)),
        ]
        return Push(Menu(self.match.context, self.reviewed.title(self.row_at), items))

    def _try_again(self, codes: Sequence[Code], rows: Sequence[Row]) -> Screen:
        """Return the first screen of a practice after *rows*, with one of *codes*, which fit them."""
        context, rules = self.match.context, self.reviewed.rules
        code = codes[context.environment.draw(len(codes))]
        text = self.match.session.game.text
        moves = (text(SetCode(Secret(code))), *(text(Guess(row.guess)) for row in rows))
        name = self.match.session.players[self.reviewed.shown.breaker]
        options = {"mode": Mode.BOX.value, "variant": rules.variant.key}
        if not rules.edition.variants[0].repeats:
            options["guess-repeats"] = "yes" if rules.guess_repeats else "no"
        prepared = Prepared(options, (name,), moves, ())
        practice = PracticeMatch(context, self.match.session.game, self.match.face, prepared)
        return Notice(context, PRACTICE, Replace(practice.enter()), N_("Practice"))


def review(match: Match, view: PegView, shown: RoundView) -> ReviewScreen:
    """Return the review of the round *shown*."""
    return ReviewScreen(match, Reviewed(view, shown, match.context.chosen.pegs))


class NumbersScreen(_ReviewPages):
    """The numbers behind the stars, luck and skill in bits; UP and DOWN go along the lines."""

    line = 0

    def draw(self, page: Page) -> None:
        rows = self._sum() if self.head(page) else self._of_row(self.reviewed.row(self.row_at))
        self.line = min(self.line, len(rows) - 1)
        page.rows(rows, self.line, pointed=True)

    def _of_row(self, row: RowReview | None) -> list[ListRow]:
        if row is None:
            return [ListRow(N_("No code fits."), "")]
        sign = "" if row.is_exact else "~"
        return [
            ListRow(N_("Codes"), Verbatim(f"{sign}{row.before} \u2192 {row.after}")),
            ListRow(N_("On average"), _decimal(row.expected)),
            ListRow(N_("Best row"), self.reviewed.pegs(row.best)),
            ListRow(N_("Leaves"), _decimal(row.best_expected)),
            ListRow(N_("Luck"), _signed(row.luck)),
            ListRow(N_("Skill"), _signed(row.skill)),
            *(ListRow(N_("Against row"), Verbatim(str(earlier + 1))) for earlier in row.waste.contradicted),
            *([ListRow(N_("No code looks so"))] if row.waste.is_no_code else []),
            *([ListRow(N_("Told nothing new"))] if row.waste.told_nothing else []),
        ]

    def _sum(self) -> list[ListRow]:
        rows = self.reviewed.rows
        line = self.reviewed.solver_line
        return [
            *_remarks(rows),
            ListRow(N_("Luck"), _signed(sum(row.luck for row in rows))),
            ListRow(N_("Skill"), _signed(sum(row.skill for row in rows))),
            ListRow(N_("Hints"), Verbatim(str(len(self.reviewed.shown.hints)))),
            *([ListRow(N_("The box needs"), Verbatim(str(len(line))))] if line else []),
            *(ListRow(self.reviewed.pegs(row.guess), Verbatim(_keys(row))) for row in line),
        ]

    def press(self, button: Button) -> Navigation:
        self.line = max(0, self.line + STEPS.get(button, 0))
        return super().press(button)


def _remarks(rows: Sequence[RowReview]) -> list[ListRow]:
    """Return what was remarkable about a round of *rows*, each proved by its codes: three lines at most."""
    near = [place for place, row in enumerate(rows, 1) if row.answer.blacks == len(row.guess) - 1]
    chance = rows[-1].before if rows and rows[-1].is_solved and rows[-1].is_exact else 0
    return [
        *([ListRow(N_("No row wasted"))] if len(rows) > 1 and not any(row.waste for row in rows) else []),
        *([ListRow(N_("One peg away"), filled(N_("Row {number}"), number=near[0]))] if near else []),
        *([ListRow(N_("Found among"), Verbatim(str(chance)))] if chance >= AGAINST_THE_ODDS else []),
    ]


def _keys(row: Row) -> str:
    """Return the key pegs of *row* as signs; one without any has a single dot, one without an answer nothing."""
    if row.answer is None:
        return ""
    marks = key_marks(row.answer, row.answer.blacks + row.answer.whites) or [Mark.NO_KEY]
    return "".join(mark.value for mark in marks)


def _decimal(value: float) -> Text:
    return lambda translator: Verbatim(translator.number(value))


def _signed(value: float) -> Text:
    return lambda translator: Verbatim(
        translator._("{number} bit").format(number=translator.number(value, signed=True))
    )


def round_title(view: PegView, shown: RoundView) -> Text:
    """Return ``Round 1 of 2``, ``Round 1`` where the track ends the match, or ``Replay of round 1``."""
    if shown.is_replay:
        return filled(N_("Replay of round {number}"), number=shown.game)
    if view.rules.games is None:
        return filled(N_("Round {number}"), number=shown.game)
    return filled(N_("Round {number} of {rounds}"), number=shown.game, rounds=view.rules.games)


def is_counted_in_rows(view: PegView) -> bool:
    """Whether the players compare the rows that they needed, and not points.

    Two players of codes that the box makes score as codemakers, who do nothing: their rows say the same. The points of
    each are the rows that the other needed.
    """
    return view.count is Count.ROWS_AGAINST or (view.count is Count.POINTS and view.rules.mode is Mode.BOX)


class RoundSayScreen(match_screens.SayScreen):
    """A sentence about the round *now*, with the line of the round and the scores."""

    is_titled = True
    """Whether the title is the round."""

    def __init__(
        self, match: Match, view: PegView, now: RoundView, title: Text, text: Text, then: Callable[[], Navigation]
    ) -> None:
        super().__init__(match, title, text, then)
        self._line = score_line(match, view, now, is_titled=self.is_titled)

    def draw(self, page: Page) -> None:
        page.title(self.title, optional=True)
        page.hints("", page.translator._(self.hint))
        page.add(self._line)
        page.paragraph(self.text)


def score_line(match: Match, view: PegView, now: RoundView, *, is_titled: bool = False) -> ScoreLine:
    """Return the line for the round *now*, without the round if the title of the page *is_titled* with it."""
    games, edition = view.rules.games, view.rules.edition
    scores = view.scores[::-1] if is_counted_in_rows(view) and view.count is Count.POINTS else view.scores
    of = f"/{edition.scoring.track}" if view.count is Count.TRACK else ""
    row = min(now.used + (now.ending is None), edition.rows)
    return ScoreLine(
        "" if is_titled else round_title(view, now),
        "" if is_titled else str(now.game) if games is None else f"{now.game}/{games}",
        tuple(match.players),
        tuple(f"{score}{of}" for score in scores),
        now.breaker,
        filled(N_("Row {number}"), number=f"{row}/{edition.rows}"),
        _unit(view),
    )


def _unit(view: PegView) -> tuple[Text, Text]:
    """Return what the scores of the match count, and which of them wins."""
    if view.count is Count.TRACK:
        return N_("Hole"), N_("The end hole wins")
    in_rows = N_("Rows"), N_("Fewest rows win")
    return in_rows if is_counted_in_rows(view) else (N_("Points"), match_screens.MOST_POINTS)


ENDINGS = {
    Ending.SOLVED: N_("Solved in row {row}"),
    Ending.FAILED: N_("Not solved"),
    Ending.GIVEN_UP: N_("Given up"),
    Ending.VOID: N_("Played again"),
}


def maker_seat(now: RoundView) -> int:
    """Return the seat of the player who makes or keeps the code; a single player does it alone."""
    return now.breaker if now.maker is None else now.maker


def maker_name(match: Match, now: RoundView) -> str:
    """Return the name of the player who makes or keeps the code."""
    return match.players[maker_seat(now)]


class CoinScreen(match_screens.ChanceScreen):
    """The coin flip that decides who begins; it happens only once."""

    def __init__(self, match: Match, view: PegView) -> None:
        super().__init__(match)
        self.makes = view.rules.players == 2 and view.rules.mode is not Mode.BOX

    def draw(self, page: Page) -> None:
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
        return [match_screens.point_words(score) for score in view.scores]
    rows = view.scores if view.count is Count.ROWS_AGAINST else view.scores[::-1]
    return [counted("{count} row", "{count} rows", count) for count in rows]


def worth_words(match: Match, view: PegView, line: Line) -> Text:
    """Return the points of a round in words, or on a track the move of the peg on the real board.

    Where the rows are counted, they are those of the codebreaker.
    """
    ended, edition = view.done[line.round - 1], view.rules.edition
    if view.count is Count.TRACK:
        return filled(
            N_("{name}: hole {before} \u2192 {after} of {end}"),
            name=lambda translator: with_peg(edition, match.players, line.seat, translator),
            before=line.before,
            after=line.after,
            end=edition.scoring.track,
        )
    counts_rows = is_counted_in_rows(view)
    name = match.players[ended.breaker if counts_rows else line.seat]
    values = {"name": name, "points": line.points, "after": line.after}
    is_unsolved = ended.ending is not Ending.SOLVED
    if counts_rows and is_unsolved and line.points == edition.rows + 1:
        return filled(N_("{name}: {points} rows + 1 unsolved, {after} in all"), **(values | {"points": edition.rows}))
    if is_unsolved and line.points == edition.rows + 1:
        # A code that was not found counts one row more than the board has.
        values["points"] = f"{edition.rows} + 1"
    if counts_rows and is_unsolved:
        return filled(N_("{name} counts {points} rows, {after} in all"), **values)
    if counts_rows:
        return counted(
            "{name} needed {points} row, {after} in all",
            "{name} needed {points} rows, {after} in all",
            line.points,
            **values,
        )
    return counted(
        "{name} gets {points} point, {after} in all",
        "{name} gets {points} points, {after} in all",
        line.points,
        **values,
    )


def celebration(match: Match, view: PegView, ended: RoundView) -> match_screens.Celebration | None:
    """Return the celebration of the round *ended*, the last one; None if its code was not found."""
    if ended.ending is not Ending.SOLVED:
        return None
    if view.rules.pictures:
        return match_screens.Celebration(match.context.now(), "", Verbatim(str(ended.used)))
    name = Verbatim(match.players[ended.breaker])

    def words(translator: Translator) -> str | Verbatim:
        return translator._("Personal best!") if is_best(match, view, ended) else name

    return match_screens.Celebration(match.context.now(), _ending_words(ended), words)


def is_best(match: Match, view: PegView, ended: RoundView) -> bool:
    """Whether a person needed fewer rows for the round *ended*, the last one, than ever before."""
    return not view.rules.is_box(ended.breaker) and match.personal_best.is_last()


def _ending_words(ended: RoundView) -> Text:
    return filled(ENDINGS[ended.ending or Ending.VOID], row=ended.used)


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
        self.opened = match.session.opened_seal if has_seal else None
        self.over = celebration(match, view, ended) if is_new else None

    @property
    def _worth(self) -> Text:
        return worth_words(self.match, self.view, self.view.sheet[self.ended.number - 1])

    def spoken(self) -> Sequence[Phrase]:
        return [phrase("{worth}", worth=lambda translator: translator.say(self._worth)), GO_ON]

    def typing(self) -> str:
        translator = self.match.context.translator
        return " | ".join(filter(None, (self._beside(translator), translator._("OK: go on"))))

    def draw(self, page: Page) -> None:
        page.title(self._title, optional=True)
        page.hints(self._beside(page.translator), page.translator._("OK: go on"))
        page.add(score_line(self.match, self.view, self.ended))
        if self.ended.code is not None:
            style = self.match.context.chosen.pegs
            page.add(PegRow(self.view.rules.edition, style, self.ended.code, least=0, growth=4, gap=3))
        page.paragraph(self._worth, self._change)

    def _change(self, translator: Translator) -> str:
        """Return the score before and after the round, which is as short as it can be said."""
        line = self.view.sheet[self.ended.number - 1]
        seat = self.ended.breaker if is_counted_in_rows(self.view) else line.seat
        return with_value(translator, self.match.players[seat], f"{line.before} \u2192 {line.after}")

    def _title(self, translator: Translator) -> str:
        """Return how the round ended; whether it is a personal best is found out only when it is drawn."""
        is_record = self.ended.ending is Ending.SOLVED and is_best(self.match, self.view, self.ended)
        record = filled(N_("Best yet: row {row}"), row=self.ended.used)
        return translator.say(record if is_record else _ending_words(self.ended))

    def _beside(self, translator: Translator) -> str:
        """Return the hint for the buttons that open the review and the line under the seal."""
        has_review, has_seal = is_reviewed(self.view, self.ended), self.opened is not None
        if has_review and has_seal:
            return translator._("\u25b2\u25bc more")
        return translator._("\u25b2 review") if has_review else translator._("\u25bc seal") if has_seal else ""

    def press(self, button: Button) -> Navigation:
        if button in (Button.DOWN, Button.RIGHT) and self.opened is not None:
            return Push(OpenedScreen(self.opened))
        if button in (Button.UP, Button.LEFT) and is_reviewed(self.view, self.ended):
            return Push(review(self.match, self.view, self.ended))
        if button is Button.OK:
            return self.match.next_round()
        return self.match.pause(self) if button is Button.BACK else Stay()


def table_view(match: Match) -> PegView:
    """Return the match as all players see it."""
    view: PegView = match.session.view()
    return view


def onward(match: Match, before: PegView) -> Navigation:
    """Go on to the revealed code if a round has ended since *before*, else to the screen that the match waits for."""
    view = table_view(match)
    if len(view.done) > len(before.done):
        return match.onward_to(lambda: RevealScreen(match, view, view.done[-1], is_new=True))
    return match.onward()


class TrackScreen(Screen):
    """The track, with the player who leads as its title; OK goes on to *rounds*, the list of the rounds played."""

    def __init__(self, view: PegView, players: Sequence[str], rounds: Screen) -> None:
        self.track = Track(view.rules.edition, tuple(players), view.scores)
        self._rounds = rounds

    def draw(self, page: Page) -> None:
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
        if button is Button.OK:
            return Replace(self._rounds)
        return Pop() if button is Button.BACK else Stay()


class BoardsScreen(match_screens.PagedScreen):
    """The rows of one round, with their player; LEFT and RIGHT go through the rounds, OK opens the review of a round.

    Without reviews, OK goes on to the next round, and leaves after the last.
    """

    def __init__(self, match: Match, view: PegView) -> None:
        self.match = match
        self.view = view
        playing = [view.now] if view.now is not None and view.now.rows else []
        self.rounds: list[RoundView] = [*view.done, *playing]
        self.scroll = Scroll()
        super().__init__(len(self.rounds), len(self.rounds) - 1)

    def draw(self, page: Page) -> None:
        if not self.rounds:
            page.title(N_("Rows played"))
            page.paragraph(N_("No row has been played yet."))
            return
        shown = self.rounds[self.at]
        pattern = N_("Replay {number}: {name}") if shown.is_replay else N_("Round {number}: {name}")
        title = self.match.doing(pattern, shown.breaker, shown.game)
        page.title(title, "" if self.count < 2 else "\u25c0\u25b6")
        edition, style = self.view.rules.edition, self.match.context.chosen.pegs
        page.hints(page.translator._(key_names(edition).legend))
        page.add(PegBoard(edition, style, board_rows(shown.board), self.scroll))

    def press(self, button: Button) -> Navigation:
        self.scroll.top += STEPS.get(button, 0)
        if button is Button.OK and self.rounds and is_reviewed(self.view, self.rounds[self.at]):
            # The review leads out: with this page under it, OK alone would lead back into the review.
            return Replace(review(self.match, self.view, self.rounds[self.at]))
        if button in (Button.LEFT, Button.RIGHT, Button.OK):
            self.scroll.top = 0
        return super().press(button)


def sheet(match: Match, view: PegView) -> Screen:
    """Return the score sheet: each player's score, then the points of each round with the hints asked for.

    Where a track counts, the track comes first.
    """
    rounds, in_rows = [], is_counted_in_rows(view)
    for line in view.sheet:
        done = view.done[line.round - 1]
        seat = done.breaker if in_rows else line.seat
        name = filled(N_("{number}. {name}"), number=done.game, name=match.players[seat])
        worth = (
            counted("{count} row", "{count} rows", line.points) if in_rows else match_screens.point_words(line.points)
        )
        rounds.append(ListRow(name, worth))
        if line.hints:
            rounds.append(ListRow(counted("   with {count} hint", "   with {count} hints", line.hints)))
    scores = match_screens.score_sheet(match, _unit(view)[1], score_words(view), rounds)
    return TrackScreen(view, match.players, scores) if view.count is Count.TRACK else scores
