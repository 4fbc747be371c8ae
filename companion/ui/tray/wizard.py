"""Calibration of the tray: first empty, then each colour, with a press of its button for each; takes two minutes.

The settings list the editions whose pegs can be shown to the tray.
"""

from __future__ import annotations

from companion.box import Button, Cue
from companion.box.tray import HOLES, Lights, Reading, RowCommitted
from companion.errors import N_, CalibrationFailed, RowRefused
from companion.games.contract import has_pegs
from companion.games.pegs.edition import Edition
from companion.i18n.translator import Translator, Verbatim
from companion.tray.colours import GLARE, PegClassifier
from companion.tray.samples import Calibration, ColourSample, Rgb, measured_noise, rgb_of
from companion.tray.service import TrayService
from companion.ui.core.context import AppContext, error_text
from companion.ui.core.menu import TICK, Item, Menu
from companion.ui.core.notice import Notice
from companion.ui.core.page import Page
from companion.ui.core.screen import Navigation, Pop, Push, Refuse, Replace, Screen, ShowMessage, Stay, WithSound
from companion.ui.games.pegs.drawing import colour_name
from companion.ui.games.pegs.elements import PegRow

LOOKS = 4
"""The number of measurements of the empty tray; they also give the noise of its sensors, from 45 differences."""

LEAST = 50
"""The least free height, in pixels, at which pegs have room above the text."""

SEEN = 6.0
"""A hole has a peg if a lamp differs from the empty hole by more than this number of standard deviations."""

ALIKE = 0.15
"""Pegs whose light differs by less than this share may have the same colour; the seat of a peg changes it by 0.1."""


class CalibrationScreen(Screen):
    """The steps of a calibration, each ended with the tray's own button; BACK goes back one step."""

    def __init__(self, context: AppContext, service: TrayService, edition: Edition) -> None:
        self.context = context
        self.service = service
        self.edition = edition
        self.draft = Calibration(len(edition.colours))
        self._empty: list[Lights] = []
        self._refused: RowCommitted | None = None

    @property
    def step(self) -> int | None:
        """The colour to put into the tray now, or None for an empty tray."""
        return None if self.edition.hole in self.draft.missing else self.draft.missing[0]

    def draw(self, page: Page) -> None:
        steps = len(self.edition.colours) + 1
        step = self.step
        number = 1 if step is None else steps + 1 - len(self.draft.missing)
        page.title(N_("Show the tray"), f"{number}/{steps}", optional=True)
        page.hints(page.translator._("BACK: one back"))
        if step is not None:
            page.add(PegRow(self.edition, self.context.chosen.pegs, (step,) * HOLES, least=LEAST, growth=1))
        page.paragraph(lambda translator: self._words(translator, step))

    def _words(self, translator: Translator, step: int | None) -> str:
        if self._empty:
            return translator._("Measuring. Leave the tray as it is.")
        if step is None:
            return translator._("Take all pegs out. Then press the tray's button.")
        colour = colour_name(self.edition, translator, step)
        return translator._("In every hole: {colour}. Then press the tray's button.").format(colour=colour)

    def press(self, button: Button) -> Navigation:
        """Go back a step; for OK, say that the tray's button is needed."""
        if button is Button.OK:
            return self.context.refuse(N_("Press the button of the tray itself."))
        return self._back() if button is Button.BACK else Stay()

    def _back(self) -> Navigation:
        last = self.draft.samples[-1].colour if self.draft.samples else None
        self._empty = []
        if last is None:
            self.service.tray.watch(False)
            return Pop()
        self.draft = self.draft.without(last)
        return Stay()

    def take_row(self, row: RowCommitted) -> Navigation | None:
        """Take the content of the tray as the pegs of this step; raises ``RowRefused`` if it cannot be measured."""
        if not row.is_settled:
            raise RowRefused("expected pegs at rest", N_("Pegs were moving. Press the tray's button again."))
        if row.dead:
            sentence = N_("A lamp of the tray stays dark: look at its wires.")
            raise RowRefused(f"expected three lamps, got {row.dead!r} dark", sentence)
        if max(light.off for light in row.lights) > GLARE * 0.9:
            raise RowRefused("expected a darker room", N_("Too much light on the tray. Shade it, please."))
        step = self.step
        if step is None:
            self._empty = [row.lights]
            self.service.tray.watch(True)
            return WithSound(Cue.PRESS, ShowMessage(""))
        return self._take_colour(step, row)

    def take_reading(self, reading: Reading) -> Navigation | None:
        """Add a measurement of the empty tray; after ``LOOKS`` of them continue with the first colour."""
        if not self._empty:
            return None
        if not reading.is_settled:
            return Stay()
        self._empty.append(reading.lights)
        if len(self._empty) < LOOKS:
            return Stay()
        self.service.tray.watch(False)
        noise, hole = measured_noise(self._empty), self.edition.hole
        samples = [
            ColourSample(at, hole, rgb_of(light, noise)) for lights in self._empty for at, light in enumerate(lights)
        ]
        self.draft = Calibration(hole, noise=noise).having(samples)
        self._empty = []
        return WithSound(Cue.SOLVED, ShowMessage(""))

    def _take_colour(self, colour: int, row: RowCommitted) -> Navigation:
        noise = self.draft.noise
        samples = [ColourSample(hole, colour, rgb_of(light, noise)) for hole, light in enumerate(row.lights)]
        # The difference of two sums of 64 samples: the noise of one sample times 8 and times the square root of 2.
        least = SEEN * noise * 8 * 2**0.5
        there = [sample for sample in samples if max(map(abs, self._without_dark(sample))) > least]
        # A second press confirms what was refused: a black peg, or two colours that look alike.
        is_meant = self._refused is not None
        self._refused = None if is_meant else row
        if not there and not is_meant:
            return self.context.refuse(N_("No peg is seen. Put them in, or press again."))
        same = None if is_meant else self._same_as(there)
        if same is not None:
            sentence = self.context.translator._("They look like {colour}. Change them, or press again.")
            return Refuse(sentence.format(colour=colour_name(self.edition, self.context.translator, same)))
        self._refused = None
        self.draft = self.draft.having(there or samples)
        return self._done() if not self.draft.missing else WithSound(Cue.PRESS, ShowMessage(""))

    def _rgb(self, hole: int, colour: int) -> Rgb | None:
        """Return the mean light of *colour* in *hole*; None if that colour was not measured there."""
        shown = [sample.rgb for sample in self.draft.samples if (sample.hole, sample.colour) == (hole, colour)]
        if not shown:
            return None
        red, green, blue = (sum(values) / len(shown) for values in zip(*shown, strict=True))
        return red, green, blue

    def _without_dark(self, sample: ColourSample) -> Rgb:
        empty = self._rgb(sample.hole, self.edition.hole) or (0.0, 0.0, 0.0)
        red, green, blue = (value - dark for value, dark in zip(sample.rgb, empty, strict=True))
        return red, green, blue

    def _same_as(self, there: list[ColourSample]) -> int | None:
        """Return an earlier colour that looks the same in all holes that had a peg both times, or None."""
        earlier = {sample.colour for sample in self.draft.samples} - {self.edition.hole}
        for colour in sorted(earlier):
            alike = [
                _is_near(self._without_dark(sample), self._without_dark(ColourSample(sample.hole, colour, was)))
                for sample in there
                if (was := self._rgb(sample.hole, colour)) is not None
            ]
            if alike and all(alike):
                return colour
        return None

    def _done(self) -> Navigation:
        try:
            self.service.keep(self.edition, self.draft)
        except CalibrationFailed as failed:
            return Replace(Notice(self.context, error_text(failed)))
        alike = PegClassifier(self.draft).alike()
        return WithSound(
            Cue.SOLVED, Replace(Notice(self.context, lambda translator: self._verdict(translator, alike)))
        )

    def _verdict(self, translator: Translator, alike: tuple[tuple[int, int], ...]) -> str:
        if not alike:
            return translator._("The tray knows these pegs now.")
        # A peg that looks like an empty hole, as a black one does, comes first: the empty hole has the highest number.
        pair = max(alike, key=lambda colours: colours[1])
        one, other = (colour_name(self.edition, translator, colour) for colour in pair)
        return translator._("Hard to tell: {one} and {other}. The box will ask.").format(one=one, other=other)


def _is_near(one: Rgb, other: Rgb) -> bool:
    size = max(1.0, *map(abs, one), *map(abs, other))
    return all(abs(a - b) < ALIKE * size for a, b in zip(one, other, strict=True))


def tray_menu(context: AppContext, service: TrayService) -> Menu:
    """Return the list of the editions whose pegs fit into the tray; the calibrated ones are ticked."""
    # Several games are played with the same pegs.
    found = {game.edition.key: game.edition for game in filter(has_pegs, context.catalogue)}
    editions = [edition for edition in found.values() if edition.pegs <= HOLES]

    def item(edition: Edition) -> Item:
        def show() -> Navigation:
            return Push(CalibrationScreen(context, service, edition))

        value = TICK if service.is_calibrated(edition) else "…"
        return Item(lambda translator: Verbatim(edition.name(translator.language)), show, value)

    return Menu(context, N_("Show the pegs of"), lambda: [item(edition) for edition in editions])
