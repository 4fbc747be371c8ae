from pathlib import Path

import pytest
from PIL import Image

from tests.support.golden import check_frame


@pytest.fixture
def frame() -> Image.Image:
    image = Image.new("1", (8, 4))
    image.putpixel((2, 1), 1)
    return image


def test_frame_that_differs_in_one_pixel_fails(tmp_path: Path, frame: Image.Image) -> None:
    frame.save(tmp_path / "a.png")
    frame.putpixel((7, 3), 1)
    with pytest.raises(pytest.fail.Exception, match=r"expected the frame .*a\.png"):
        check_frame(tmp_path, "a", frame, drawn=tmp_path / "drawn")


def test_frame_that_is_not_kept_fails(tmp_path: Path, frame: Image.Image) -> None:
    with pytest.raises(pytest.fail.Exception, match="expected the frame"):
        check_frame(tmp_path, "a", frame, drawn=tmp_path / "drawn")


def test_refreshed_frame_passes_in_the_next_run(tmp_path: Path, frame: Image.Image) -> None:
    with pytest.raises(pytest.fail.Exception):
        check_frame(tmp_path, "a", frame, refresh=True)
    check_frame(tmp_path, "a", frame, drawn=tmp_path)
