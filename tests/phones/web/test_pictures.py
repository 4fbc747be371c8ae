"""The pictures of the pages in the documentation are those that the script draws; another browser draws others."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.phones.web import pictures


def sizes(folder: Path) -> dict[str, tuple[int, int]]:
    found = {}
    for path in folder.iterdir():
        with Image.open(path) as image:
            found[path.name] = image.size
    return found


def test_pictures_of_the_pages_are_drawn_by_the_script(tmp_path: Path) -> None:
    pictures.main(tmp_path)
    assert sizes(tmp_path) == sizes(pictures.FOLDER)
