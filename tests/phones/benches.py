"""What ``make bench`` measures of phones."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.phones.lobby import Lobby
from companion.phones.messages import Ask
from tests.phones.bench_door import middle_guesses, seat_taken, unseen_admitted
from tests.phones.bench_draw import page_draw_ms
from tests.phones.bench_evening import focus_lost, match_taps, send_latency_ms
from tests.phones.bench_files import phones_flips_unseen
from tests.phones.bench_heard import heard_match
from tests.phones.bench_hostile import pairing_denied, phone_locked_out, send_denied, typed_denied
from tests.phones.bench_join import join_presses_4
from tests.phones.bench_phones import phone_latency_ms
from tests.phones.bench_press import phones_press_cpu_ms
from tests.phones.bench_table import feed_blocked
from tests.phones.bench_together import together_ms
from tests.phones.bench_web import (
    web_first_page_s,
    web_page_kib,
    web_page_plain_kib,
    web_requests,
    web_rss_mib,
    web_unit_exposure,
)
from tools.bench.measure import Bench, at_least, at_most

BENCHES = (
    Bench("feed_blocked", "of 10,000", at_most(0), feed_blocked),
    Bench("pairing_denied", "of 20", at_most(0), pairing_denied),
    Bench("typed_denied", "of 20", None, typed_denied),
    Bench("phone_locked_out", "of 20", at_most(0), phone_locked_out),
    Bench("send_denied", "of 200", at_most(0), send_denied),
    Bench("phone_latency_ms", "ms", at_most(100), phone_latency_ms),
    Bench("send_latency_ms", "ms", at_most(100), send_latency_ms),
    Bench("together_ms", "ms", at_most(150), together_ms),
    # Twice to three times what it takes here, where other work on the processors makes it up to twice as much.
    Bench("page_draw_ms", "ms", at_most(40), page_draw_ms),
    Bench("match_taps", "taps", at_most(60), match_taps),
    Bench("focus_lost", "of 20", at_most(0), focus_lost),
    Bench("heard_match", "of all families", at_least(1), heard_match),
    Bench("join_presses_4", "presses", at_most(10), join_presses_4, is_quick=True),
    Bench("unseen_admitted", "of 200", at_most(0), unseen_admitted, is_quick=True),
    Bench("seat_taken", "of 200", at_most(0), seat_taken, is_quick=True),
    # 100 are expected; the bar is three and a half standard deviations above.
    Bench("middle_guesses", "of 1,000,000", at_most(135), middle_guesses, is_quick=True),
    Bench("web_requests", "", at_most(6), web_requests),
    Bench("web_first_page_s", "s", at_most(2.5), web_first_page_s),
    Bench("phones_press_cpu_ms", "ms", at_most(1), phones_press_cpu_ms),
    Bench("web_rss_mib", "MiB", at_most(40), web_rss_mib),
    Bench("web_page_kib", "KiB", at_most(60), web_page_kib),
    Bench("web_page_plain_kib", "KiB", None, web_page_plain_kib),
    Bench("web_unit_exposure", "", at_most(1.2), web_unit_exposure),
    Bench("phones_flips_unseen", "of 2,000", at_most(0), phones_flips_unseen),
)


def door(first: str, second: str) -> tuple[str, ...]:
    """Return *first*, and the player for whom a phone asks by *second* if that is another one."""
    box: Any = SimpleNamespace(new_pair=lambda: (b"", b""))
    lobby = Lobby(1, "", (first,), True, box, lambda address, message: None)
    lobby.ask(Ask(1, second, b"", "client"), "route")
    return tuple({first, *(asker.name for asker in lobby.askers)})
