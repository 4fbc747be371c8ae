"""What all games of an edition can do, from the views of their rounds alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, TypeVar

from companion.errors import TextUnreadable
from companion.games.challenge import FORM, grouped, is_day, normalize
from companion.games.contract import CodeResult, Game, RoundReview
from companion.games.pegs import scoring
from companion.games.pegs.challenge import code_of, line_of
from companion.games.pegs.codes import Code, answer
from companion.games.pegs.edition import HOLE, Edition
from companion.games.pegs.moves import Move
from companion.games.pegs.state import Coach, Ending, PegView, Round, RoundView, Rules

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V", bound=PegView)


class Strategy(Protocol):
    """What the rules leave to a strategy; all of it follows from the view of all players."""

    def play(self, view: PegView, draw: Callable[[int], int], /) -> Move:
        """Return the box's move as codebreaker; ``draw(n)`` returns a uniformly random number below n."""

    def no_code_fits(self, view: PegView, /) -> bool:
        """Whether no code fits the answers that the players gave the box."""

    def review(self, view: PegView, players: Sequence[str], /) -> Sequence[RoundReview]:
        """Return the review of every finished round."""

    def luck_and_skill(self, rules: Rules, shown: RoundView, /) -> tuple[float, float]:
        """Return the luck and the skill of the finished round *shown*, in bits."""


class EditionGame(Game[S, M, V]):
    """A game of one edition; *strategy* returns the strategy, and is called only where one is needed."""

    def __init__(self, edition: Edition, strategy: Callable[[], Strategy]) -> None:
        self.edition = edition
        self._strategy = strategy

    def facts(self) -> dict[str, object]:
        """Return the numbers of pegs, rows and codes, the letters, and the number of codes of each further variant."""
        edition = self.edition
        normal, *others = edition.variants
        return {
            "pegs": edition.pegs,
            "rows": edition.rows,
            "letters": edition.letters,
            "codes": edition.space(normal).size,
            "options": {variant.key: edition.space(variant).size for variant in others},
        }

    def summary(self) -> str:
        """Return the numbers of pegs, colours, rows and codes; of words those of letters and words."""
        edition = self.edition
        normal, *others = edition.variants
        more = "".join(f", {variant.key} {edition.space(variant).size:,}" for variant in others)
        pegs, codes = f"{edition.pegs} pegs, {len(edition.colours)} colours", "codes"
        if edition.has_words:
            pegs, codes = f"{edition.pegs} letters", "words"
        return f"{pegs}, {edition.rows} rows, {edition.space(normal).size:,} {codes}{more}"

    def score(self, code: str, guess: str) -> Mapping[str, int]:
        """Return the key pegs of *guess* against *code*, in the letters of records or of a language.

        Raises ``TextUnreadable``.
        """
        keys = answer(*self._codes(code, guess))
        return {"black": keys.blacks, "white": keys.whites}

    def _codes(self, *texts: str) -> list[Code]:
        """Return the codes of *texts*, all in the letters of records or else of the first language that has them."""
        try:
            return [self.edition.code(text) for text in texts]
        except TextUnreadable:
            for language in {code: None for colour in self.edition.colours for code in colour.letter.texts}:
                english = {colour.letter(language): colour.letter.english for colour in self.edition.colours}
                read = ("".join(({HOLE: HOLE} | english).get(sign, "?") for sign in text.upper()) for text in texts)
                with suppress(TextUnreadable):
                    return [self.edition.code(text) for text in read]
            raise

    def kind_word(self, kind: str) -> str:
        """Return the colour of the edition's key pegs of this *kind*: red instead of black in some boxes."""
        return self.edition.key_colour.value if kind == "black" else kind

    def why_no_secret(self, text: str) -> str | None:
        """Return why *text* is no code of the edition in any of its variants, as a message; None if it is one."""
        try:
            code = self.edition.code(text)
        except TextUnreadable as error:
            return str(error)
        if any(code in self.edition.space(variant) for variant in self.edition.variants):
            return None
        return f"expected a code that a variant of {self.key} allows, got {text!r}"

    def meanings(self, letter: str) -> Mapping[str, str]:
        """Return the letters of records for the colours, or the hole, that *letter* stands for in any language.

        Each has the colour's English name, and an empty text where *letter* is that of records.
        """
        own = {letter: ""} if letter in self.edition.letters + HOLE else {}
        return own | {
            colour.letter.english: colour.name.english
            for colour in self.edition.colours
            if letter in colour.letter.texts.values() and letter != colour.letter.english
        }

    def allows_early_review(self, view: PegView) -> bool:
        """Whether the players agreed on a coach, which may also review rounds during the match."""
        return view.rules.coach is not Coach.OFF

    def review(self, view: PegView, players: Sequence[str]) -> Sequence[RoundReview]:
        """Return the review of every finished round."""
        return self._strategy().review(view, players)

    def share_texts(self, view: PegView, undone: Mapping[int, int], names: Sequence[str] = ()) -> Sequence[str]:
        """Return the text of every finished round: the rows that it took, and a line of squares for each row.

        It says what helped: hints, and the answers in *undone*, by round, that the players took back.

        It ends with the round's challenge; the title of a challenge of a day has the date instead.
        """
        day = view.rules.challenge if is_day(view.rules.challenge) else ""
        title = f"{self.title('en')} {day}".strip()
        return [
            scoring.shared_round(
                f"{title}, {names[shown.breaker]}" if names else title,
                self.edition,
                shown,
                undone.get(place, 0),
                "" if day else self._line(view.rules, shown),
            )
            for place, shown in enumerate(view.done)
            if shown.ending is not Ending.VOID
        ]

    def results(self, view: PegView) -> Sequence[CodeResult]:
        """Return the result of every finished round but the void ones; rounds of one variant are of one kind."""
        return [
            CodeResult(
                place,
                shown.breaker,
                shown.used if shown.ending is Ending.SOLVED else None,
                len(shown.hints),
                view.rules.variant.key,
            )
            for place, shown in enumerate(view.done)
            if shown.ending is not Ending.VOID
        ]

    def luck_and_skill(self, view: PegView, round: int) -> tuple[float, float]:
        """Return the luck and the skill of finished round *round*, in bits."""
        return self._strategy().luck_and_skill(view.rules, view.done[round])

    @property
    def is_daily(self) -> bool:
        """Whether the edition has a code for each day."""
        return self.edition.daily

    @property
    def secrets(self) -> str:
        """The key of the edition."""
        return self.edition.key

    def challenges(self, view: PegView) -> Sequence[str]:
        """Return the challenge of every finished round whose code is known."""
        return [*dict.fromkeys(line for shown in view.done if (line := self._line(view.rules, shown)))]

    def read_challenge(self, text: str) -> Mapping[str, str] | None:
        """Return the options of a match with the code that *text* names, or None if it names none of this edition."""
        challenge = text if is_day(text) else normalize(text)
        variants = self.edition.variants[: self.is_daily] if is_day(text) else self.edition.variants
        for variant in variants if re.fullmatch(FORM, challenge) else ():
            if code_of(self.edition, variant, challenge) is not None:
                return {"variant": variant.key, "challenge": challenge}
        return None

    def draw_challenge(self, options: Mapping[str, str], draw: Callable[[int], int]) -> str:
        """Return the line of a code of the variant in *options*, or else of the first one."""
        first, *others = self.edition.variants
        variant = next((one for one in others if one.key == options.get("variant")), first)
        space = self.edition.space(variant)
        return line_of(self.edition, variant, space.code(draw(space.size)))

    @property
    def colours(self) -> Sequence[tuple[int, int, int]]:
        """The colours of the pegs."""
        return [colour.rgb for colour in self.edition.colours]

    def title(self, language: str) -> str:
        return self.edition.name(language)

    def _line(self, rules: Rules, shown: RoundView) -> str:
        return "" if shown.code is None else grouped(line_of(self.edition, rules.variant, shown.code))


def round_view(before: Sequence[Round], round_: Round) -> RoundView:
    """Return *round_*, which follows the rounds *before*, as all players see it."""
    is_shown = round_.ending is not None and round_.code is not None
    return RoundView(
        number=len(before) + 1,
        game=1 + sum(earlier.ending is not Ending.VOID for earlier in before),
        is_replay=bool(before) and before[-1].ending is Ending.VOID,
        maker=round_.maker,
        breaker=round_.breaker,
        rows=round_.rows,
        code=round_.code.reveal() if is_shown and round_.code is not None else None,
        ending=round_.ending,
        kept=round_.kept,
        proof=round_.proof,
        hints=round_.hints,
        wrong=round_.wrong,
        lost=round_.lost,
    )
