"""The card image has no network, so its menus offer no phones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.test_card_start import Start


@pytest.mark.parametrize("on_card", [True, False])
def test_card_has_no_network_so_its_menus_offer_no_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_card: bool
) -> None:
    start = Start(tmp_path, monkeypatch)
    if not on_card:
        monkeypatch.delenv("CODEMAKER_CARD")
    # The first start has questions, the second has none.
    start.run(lang="en")
    start.run("UP OK DOWN DOWN DOWN OK", lang="en")
    assert any("Brightness" in text for text in start.texts())
    assert any("Phones" in text for text in start.texts()) is not on_card
