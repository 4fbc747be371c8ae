"""The check-up: a list of the doctor's findings with their severity, and a test of the buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.box import Button
from companion.doctor.examine import SEVERITY, checks_for, look
from companion.doctor.host import Check, Finding, Host, Severity
from companion.errors import N_
from companion.i18n.translator import Translator, key_labels
from companion.ui.core.board_test import ROWS
from companion.ui.core.elements import Fields
from companion.ui.core.menu import TICK
from companion.ui.core.notice import TextScreen
from companion.ui.core.page import ListRow, Page
from companion.ui.core.screen import STEPS, Navigation, Pop, Push, Screen, Stay, UiContext

TITLE = N_("Check-up")
MARKS: Mapping[Severity, str] = {Severity.GREEN: TICK, Severity.GREY: "-", Severity.AMBER: "!", Severity.RED: "\u00d7"}
# The pause between two checks, in which presses are handled.
PAUSE_S = 0.01


class Checkup(Screen):
    """Runs one check after the other and lists the findings; OK shows the details of a line."""

    def __init__(self, context: UiContext, host: Host) -> None:
        self.context = context
        self.at = 0
        self._patient = host
        self._checks = checks_for(host)
        self._found: list[tuple[Check, Finding]] = []
        self._next = context.now()
        self._has_moved = False

    def draw(self, page: Page) -> None:
        done = len(self._found)
        page.title(TITLE, "" if done == len(self._checks) else f"{done}/{len(self._checks)}")
        page.rows([_row(check, finding.light) for check, finding in self._found], self.at)

    def press(self, button: Button) -> Navigation:
        if button is Button.BACK:
            return Pop()
        if button in STEPS and self._found:
            self._has_moved = True
            self.at = (self.at + STEPS[button]) % len(self._found)
        if button is Button.OK and self._found:
            return Push(self._more(*self._found[self.at]))
        return Stay()

    def _more(self, check: Check, finding: Finding) -> Screen:
        if check.key == "buttons":
            return ButtonTest(self.context)
        return TextScreen(self.context, check.title, _telling(finding))

    def due(self) -> float | None:
        """Return when the next check runs; None after the last one."""
        return self._next if len(self._found) < len(self._checks) else None

    def tick(self, now: float) -> Navigation:
        """Run the next check; after the last one move the cursor to the first of the worst findings."""
        check = self._checks[len(self._found)]
        self._found.append((check, look(check, self._patient)))
        self._next = self.context.now() + PAUSE_S
        if not self._has_moved and len(self._found) == len(self._checks):
            severities = [SEVERITY[finding.light] for _, finding in self._found]
            self.at = severities.index(max(severities))
        return Stay()


def _row(check: Check, light: Severity) -> ListRow:
    return ListRow(check.title, MARKS[light], is_urgent=light in (Severity.AMBER, Severity.RED))


def _telling(finding: Finding) -> Callable[[Translator], str]:
    """Return the sentence of *finding* and, below it, what fixes it; a command is the same in every language."""

    def words(translator: Translator) -> str:
        sentence = translator._(finding.sentence).format(**finding.values)
        return f"{sentence}\n{translator._(finding.fix)}" if finding.fix else sentence

    return words


class ButtonTest(Screen):
    """Shows the button that is down, and a tick at each button that was pressed; BACK twice leaves."""

    hold_repeats = frozenset()
    takes_roll = True

    def __init__(self, context: UiContext) -> None:
        self.context = context
        self._down: Button | None = None
        self._last: Button | None = None
        self._seen: set[Button] = set()

    def draw(self, page: Page) -> None:
        page.title(N_("Press each button"))
        page.hints("", page.translator._("BACK twice: leave"))
        labels = key_labels(page.translator)
        page.add(
            Fields(tuple(tuple((self._label(labels, button), button is self._down) for button in row) for row in ROWS))
        )

    def _label(self, labels: Mapping[Button, str], button: Button) -> str:
        return labels[button] + (TICK if button in self._seen else "")

    def press(self, button: Button) -> Navigation:
        """Mark *button* as down and as pressed; leave after BACK twice."""
        if button is self._last is Button.BACK:
            return Pop()
        self._down = self._last = button
        self._seen.add(button)
        return Stay()

    def release(self, button: Button) -> Navigation | None:
        if button is not self._down:
            return None
        self._down = None
        return Stay()
