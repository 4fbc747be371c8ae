"""What all tests share: the golden frames and the switch that refreshes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from golden import check_frame
from PIL.Image import Image

FRAMES = Path(__file__).with_name("frames")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh-frames", action="store_true", help="keep the frames as they are drawn now, and fail")


@pytest.fixture
def kept_frame(request: pytest.FixtureRequest) -> Callable[[str, Image], None]:
    """Lend the assertion that a frame looks as it is kept in ``tests/frames``."""
    refresh = bool(request.config.getoption("--refresh-frames"))
    return lambda name, image: check_frame(FRAMES, name, image, refresh)
