"""A box on a table with a tray beside it, all of them fakes; hands that set pegs, and what is seen then."""

from __future__ import annotations

from dataclasses import dataclass

from companion.box import FromTray
from companion.tray.calibration_store import CalibrationStore
from companion.tray.service import TrayService
from tests.fakes.link import FakeTray
from tests.support.flow import Flow, start
from tests.support.paper_tray import PaperCalibrations, edition_of, show_all


@dataclass
class TrayFlow:
    """A flow with a tray beside it."""

    flow: Flow
    tray: FakeTray
    service: TrayService

    @property
    def screen(self) -> str:
        return self.flow.screen

    def press(self, *keys: str) -> list[str]:
        """Press keys of the box."""
        return self.flow.press(*keys)

    def run(self) -> str:
        """Let the box hear what the tray has told, and return the screen then."""
        self.flow.app.run()
        return self.flow.screen

    def commit(self, *pegs: str, is_settled: bool = True) -> str:
        """Set a row and press the tray's button; return the screen then."""
        self.tray.set_row(pegs)
        self.tray.press(is_settled)
        return self.run()

    def calibrate(self, key: str) -> None:
        """Show the tray the pegs of an edition, without the wizard."""
        edition = edition_of(self.flow.context, key)
        self.service.keep(edition, show_all(self.tray, edition))

    @property
    def banner(self) -> str:
        return self.flow.app.banner


def start_with_tray(
    calibrated: str = "mastermind",
    tray: FakeTray | None = None,
    calibrations: CalibrationStore | None = None,
    **settings: object,
) -> TrayFlow:
    """Switch a box on with a tray beside it that was shown the pegs of the edition *calibrated*."""
    flow = start(**settings)  # type: ignore[arg-type]
    tray = tray or FakeTray()
    service = flow.context.tray = TrayService(tray, calibrations or PaperCalibrations())
    tray.start(lambda news: flow.box.inputs.post(FromTray(news)))
    flow.app.run()
    found = TrayFlow(flow, tray, service)
    if calibrated:
        found.calibrate(calibrated)
    return found
