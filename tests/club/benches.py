"""What ``make bench`` measures of a club."""

from __future__ import annotations

from tests.club.bench_bridge import club_press_cpu_ms, club_rss_mib, club_unit_exposure
from tests.club.bench_hall import hall_ms
from tests.club.bench_tables import club_tables, club_tables_tls
from tools.bench.measure import Bench, at_most

BENCHES = (
    Bench("club_press_cpu_ms", "ms", at_most(0.5), club_press_cpu_ms),
    Bench("club_rss_mib", "MiB", at_most(35), club_rss_mib),
    Bench("club_unit_exposure", "", at_most(1.5), club_unit_exposure),
    Bench("club_tables", "ms", at_most(200), club_tables),
    Bench("hall_ms", "ms", at_most(150), hall_ms),
    Bench("club_tables_tls", "ms", at_most(200), club_tables_tls),
)
