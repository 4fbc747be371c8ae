"""A phone that changes its network: another address, and no word to the server before."""

from __future__ import annotations

from pathlib import Path

from tests.phones.web.browser import PATIENCE_S, URL, Network, type_letters, wait_for
from tests.phones.web.house import Pages
from tests.phones.web.text_box import TextBox

FIRST, SECOND = "192.168.77.20/24", "192.168.77.33/24"
QUIET_S = 40
"""After so long without a word the page takes the server for lost; see ``QUIET_MS`` in ``link.js``."""
CAN_PLAY = "document.querySelector('.ask fieldset:not(:disabled)')"


def test_phone_goes_on_by_itself_in_another_network(network: Network, tmp_path: Path) -> None:
    box = TextBox(tmp_path, "phones = true\n")
    box.table.mkdir(mode=0o700)
    box.start()
    pages = Pages(network, box.table)
    try:
        box.new_match("Mini", ("Code", "entered"))
        box.open_phones()
        with network.wireless() as air:
            air.join(FIRST)
            with air.browser("en", (360, 640)) as phone:
                phone.get(f"{URL}/p")
                type_letters(phone, box.invite("Player 1"))
                wait_for(phone, "document.body.innerText.includes('Look at the box')")
                box.admit("Player 1")
                wait_for(phone, CAN_PLAY)
                air.leave()
                # A browser mostly tells the page at once that it is offline, but need not.
                lost = f"!{CAN_PLAY} && document.getElementById('trouble').textContent"
                wait_for(phone, lost, patience_s=QUIET_S + PATIENCE_S)
                air.join(SECOND)
                wait_for(phone, f"{CAN_PLAY} && !document.getElementById('trouble').textContent")
    finally:
        box.cut_the_power()
        pages.close()
