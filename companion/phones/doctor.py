"""What the doctor looks at for phones."""

from __future__ import annotations

from companion.doctor.host import Check, Finding, Host, amber, green, grey, is_pi, unit_state
from companion.errors import N_
from companion.phones.switch import ON


def check_phones(host: Host) -> Finding:
    """Check that the pages for phones are served, where the settings want them."""
    if not host.settings().get(ON):
        return grey("the settings do not switch phones on")
    state = unit_state(host, "codemaker-web.socket", "LoadState", "ActiveState") or {}
    if state.get("ActiveState") == "active":
        return green("codemaker-web.socket listens")
    if not is_pi(host):
        return grey("on this machine codemaker --phones serves the pages")
    if state.get("LoadState") != "loaded":
        sentence = N_("The pages do not run. They need codemaker-web.")
        return amber("codemaker-web is not installed", sentence, "sudo apt install ./codemaker-web_*_all.deb")
    fact = f"codemaker-web.socket: {state.get('ActiveState', '?')}"
    fix = "sudo systemctl enable --now codemaker-web.socket codemaker-network.path"
    return amber(fact, N_("The pages for phones do not run."), fix)


CHECKS = (Check("phones", N_("Phones"), check_phones, on_card=N_("the card has no network")),)
