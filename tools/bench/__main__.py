"""Measures what the project promises: ``make bench``, or ``make bench ONLY=name``.

With ``--quick`` only what takes seconds, for CI; with ``--go-on`` a run that was cut off is gone on with.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

from companion.features import NAMES
from tools.bench.answer_sizes import answer_arcmin, texts_cut
from tools.bench.bench_appliance import unit_exposure, writes_kib_per_match
from tools.bench.bench_backup import backup_rss_mib
from tools.bench.bench_books import book_longest, book_move_cpu_ms, book_total, books_kib
from tools.bench.bench_buttons import lost_presses
from tools.bench.bench_challenge import challenge_agree
from tools.bench.bench_clock import clock_drift_ms, clock_false
from tools.bench.bench_coda import (
    bus_ratio_coda,
    coda_move_cpu_ms,
    coda_strong_gain,
    coda_strong_gain_tournament,
    coda_turn_presses,
    coda_win_rate,
    match_presses_coda,
)
from tools.bench.bench_crash import crash_lost_moves
from tools.bench.bench_dice import die_chi2_p, first_throw_presses, roll_bus_frames
from tools.bench.bench_doors import doors_opened
from tools.bench.bench_faults import faults_survived, power_cut_lost, start_full_card_lost
from tools.bench.bench_files import file_flips_unseen
from tools.bench.bench_firmware import firmware_flash, firmware_ram, sim_speed
from tools.bench.bench_gone import checked_100k_s, journal_gone_untold, salvaged
from tools.bench.bench_image import (
    image_cuts_lost,
    image_frame_ginstr,
    image_mib,
    image_root_written,
    image_splash_ginstr,
)
from tools.bench.bench_journal import journal_flips_unseen, start_100k_ratio, wal_flips_unseen
from tools.bench.bench_labels import labels_equal
from tools.bench.bench_languages import complete_languages, letters_equal
from tools.bench.bench_lesson import lesson_own_pegs, lesson_s, lesson_won, lesson_words_page
from tools.bench.bench_link import tray_commits_lost, tray_wakeups_per_min
from tools.bench.bench_match import bus_ratio, lcd_bus_ratio, lcd_press_cpu_ms, press_cpu_ms
from tools.bench.bench_names import name_presses, names_twice
from tools.bench.bench_ok import ok_loops, ok_loops_named
from tools.bench.bench_oracle import oracle_results
from tools.bench.bench_passcode import (
    bus_ratio_passcode,
    match_presses_passcode,
    passcode_dealer_presses,
    passcode_strong_gain,
    turn_presses_passcode,
)
from tools.bench.bench_presses import first_answer_presses, match_presses
from tools.bench.bench_qr import qr_survivors
from tools.bench.bench_rest import idle_wakeups_per_min, lcd_idle_wakeups_per_min, lcd_rss_mib, rss_mib, stop_s
from tools.bench.bench_rig import boot_to_frame_s
from tools.bench.bench_scoring import score_mpairs_s
from tools.bench.bench_soak import soak_blocks_growth, soak_rss_growth_kib
from tools.bench.bench_start import start_cpu_ratio, start_ratio
from tools.bench.bench_strategy import audit_named, count_cpu_ms, hint_cpu_ms, hint_regret, strategy_rss_mib
from tools.bench.bench_text import text_row_words
from tools.bench.bench_tray import (
    Harder,
    asked_when,
    tray_asked,
    tray_asked_any_flicker,
    tray_asked_flicker,
    tray_button_ms,
    tray_errors,
    tray_errors_flicker,
    tray_errors_harder,
)
from tools.bench.bench_turn import turn_arcmin
from tools.bench.measure import Bench, at_least, at_most, run

BENCHES = (
    Bench("start_ratio", "", at_most(1.1), start_ratio),
    Bench("start_cpu_ratio", "", None, start_cpu_ratio),
    Bench("rss_mib", "MiB", at_most(45), rss_mib),
    Bench("press_cpu_ms", "ms", at_most(8), press_cpu_ms),
    Bench("bus_ratio", "", at_most(0.25), bus_ratio, is_quick=True),
    Bench("lcd_rss_mib", "MiB", at_most(52), lcd_rss_mib),
    Bench("lcd_press_cpu_ms", "ms", at_most(12), lcd_press_cpu_ms),
    Bench("lcd_bus_ratio", "", at_most(0.15), lcd_bus_ratio, is_quick=True),
    Bench("bus_ratio_passcode", "", at_most(0.3), bus_ratio_passcode, is_quick=True),
    Bench("turn_presses_passcode", "presses", at_most(3), turn_presses_passcode),
    Bench("passcode_dealer_presses", "presses", at_most(3.5), passcode_dealer_presses),
    Bench("lost_presses", "presses", at_most(0), lost_presses, is_quick=True),
    Bench("idle_wakeups_per_min", "", at_most(2), idle_wakeups_per_min),
    Bench("lcd_idle_wakeups_per_min", "", at_most(2), lcd_idle_wakeups_per_min),
    Bench("stop_s", "s", at_most(2), stop_s),
    Bench("unit_exposure", "", at_most(1.0), unit_exposure),
    Bench("writes_kib_per_match", "KiB", at_most(512), writes_kib_per_match, is_quick=True),
    Bench("crash_lost_moves", "moves", at_most(0), crash_lost_moves),
    Bench("journal_flips_unseen", "of 2,000", at_most(0), journal_flips_unseen),
    Bench("wal_flips_unseen", "of 2,000", at_most(0), wal_flips_unseen),
    Bench("file_flips_unseen", "of 2,000", at_most(0), file_flips_unseen, is_quick=True),
    Bench("journal_gone_untold", "of 300", at_most(0), journal_gone_untold, is_quick=True),
    Bench("salvaged", "of the matches", at_least(0.99), salvaged, is_quick=True),
    Bench("checked_100k_s", "s", None, checked_100k_s),
    Bench("doors_opened", "of 200", at_most(0), doors_opened),
    Bench("backup_rss_mib", "MiB", at_most(16), backup_rss_mib),
    Bench("start_100k_ratio", "", at_most(1.2), start_100k_ratio),
    Bench("faults_survived", "", at_least(1), faults_survived),
    Bench("start_full_card_lost", "lines", at_most(0), start_full_card_lost),
    Bench("power_cut_lost", "moves", at_most(0), power_cut_lost),
    Bench("soak_rss_growth_kib", "KiB", at_most(512), soak_rss_growth_kib),
    Bench("soak_blocks_growth", "%", at_most(2), soak_blocks_growth),
    Bench("texts_cut", "", at_most(0), texts_cut),
    Bench("languages", "", at_least(6), complete_languages, is_quick=True),
    Bench("letters_equal", "pairs", at_most(0), letters_equal, is_quick=True),
    Bench("answer_arcmin", "'", at_least(10), answer_arcmin, is_quick=True),
    Bench("qr_survivors", "share", at_least(0.98), qr_survivors),
    Bench("name_presses", "presses", at_most(12), name_presses, is_quick=True),
    Bench("names_twice", "players", at_most(0), names_twice, is_quick=True),
    Bench("clock_false", "matches", at_most(0), clock_false, is_quick=True),
    Bench("clock_drift_ms", "ms", at_most(50), clock_drift_ms),
    Bench("oracle_results", "results", at_most(0), oracle_results),
    Bench("text_row_words", "words", at_most(10), text_row_words, is_quick=True),
    Bench("turn_arcmin", "'", at_least(10), turn_arcmin, is_quick=True),
    Bench("ok_loops", "walks", at_most(0), ok_loops),
    Bench("ok_loops_named", "walks", None, ok_loops_named),
    Bench("labels_equal", "texts", at_most(0), labels_equal, is_quick=True),
    Bench("lesson_words_page", "words", at_most(14), lesson_words_page, is_quick=True),
    Bench("lesson_own_pegs", "pegs", at_least(3), lesson_own_pegs, is_quick=True),
    Bench("lesson_won", "of all", at_least(1), lesson_won),
    Bench("lesson_s", "s", at_most(90), lesson_s, is_quick=True),
    Bench("first_answer_presses", "presses", at_most(12), first_answer_presses, is_quick=True),
    Bench("match_presses", "presses", at_most(100), match_presses),
    Bench("match_presses_coda", "presses", None, match_presses_coda),
    Bench("match_presses_passcode", "presses", None, match_presses_passcode),
    Bench("die_chi2_p", "", None, die_chi2_p),
    Bench("first_throw_presses", "presses", at_most(2), first_throw_presses, is_quick=True),
    Bench("roll_bus_frames", "full frames", None, roll_bus_frames, is_quick=True),
    Bench("coda_move_cpu_ms", "ms", at_most(150), coda_move_cpu_ms),
    Bench("coda_win_rate", "", at_least(0.95), coda_win_rate),
    Bench("coda_strong_gain", "", at_least(0.57), coda_strong_gain),
    Bench("coda_strong_gain_tournament", "", at_least(0.58), coda_strong_gain_tournament),
    Bench("passcode_strong_gain", "", at_least(0.55), passcode_strong_gain),
    Bench("challenge_agree", "", at_least(1), challenge_agree, is_quick=True),
    Bench("bus_ratio_coda", "", at_most(0.45), bus_ratio_coda, is_quick=True),
    Bench("coda_turn_presses", "presses", at_most(8), coda_turn_presses),
    Bench("count_cpu_ms", "ms", at_most(15), count_cpu_ms),
    Bench("hint_cpu_ms", "ms", at_most(60), hint_cpu_ms),
    Bench("hint_regret", "rows", at_most(0.05), hint_regret),
    Bench("strategy_rss_mib", "MiB", at_most(25), strategy_rss_mib),
    Bench("audit_named", "", at_least(1), audit_named, is_quick=True),
    Bench("firmware_flash", "bytes", at_most(8192), firmware_flash),
    Bench("firmware_ram", "bytes", at_most(768), firmware_ram),
    Bench("sim_speed", "simulated s / CPU s", at_least(15), sim_speed),
    Bench("book_216", "rows", at_most(854), partial(book_total, "3x6"), is_quick=True),
    Bench("book_5040", "rows", at_most(26_290), partial(book_total, "4x10-once"), is_quick=True),
    Bench("book_1296", "rows", at_most(5625), partial(book_total, "4x6"), is_quick=True),
    Bench("book_1296_longest", "rows", at_most(6), partial(book_longest, "4x6"), is_quick=True),
    Bench("book_1296_five", "rows", at_most(5626), partial(book_total, "4x6-five"), is_quick=True),
    Bench("book_1296_five_longest", "rows", at_most(5), partial(book_longest, "4x6-five"), is_quick=True),
    Bench("book_2401", "rows", at_most(11228), partial(book_total, "4x6-holes"), is_quick=True),
    Bench("book_6720", "rows", at_most(34480), partial(book_total, "5x8-once"), is_quick=True),
    Bench("book_32768", "rows", at_most(178_900), partial(book_total, "5x8"), is_quick=True),
    Bench("book_59049", "rows", at_most(341_000), partial(book_total, "5x8-holes")),
    Bench("books_kib", "KiB", at_most(512), books_kib, is_quick=True),
    Bench("book_move_cpu_ms", "ms", at_most(30), book_move_cpu_ms),
    Bench("score_mpairs_s", "M pairs/s", None, score_mpairs_s),
    Bench("tray_button_ms", "ms", at_most(60), tray_button_ms),
    Bench("tray_errors", "rows of 20,000", at_most(0), tray_errors),
    Bench("tray_asked", "% of pegs", at_most(3), tray_asked),
    Bench("tray_errors_flicker", "rows of 20,000", at_most(0), tray_errors_flicker),
    Bench("tray_asked_flicker", "% of pegs", at_most(3), tray_asked_flicker),
    Bench("tray_asked_any_flicker", "% of pegs", None, tray_asked_any_flicker),
    Bench("tray_errors_harder", "rows of 22,000", at_most(0), tray_errors_harder),
    Bench("tray_asked_half_light", "% of pegs", None, asked_when(Harder.HALF_LIGHT)),
    Bench("tray_asked_noise_x2", "% of pegs", None, asked_when(Harder.DOUBLE_NOISE)),
    Bench("tray_asked_seats_x2", "% of pegs", None, asked_when(Harder.DOUBLE_PLACEMENT)),
    Bench("tray_asked_60_hz", "% of pegs", None, asked_when(Harder.SIXTY_HZ)),
    Bench("tray_asked_one_peg", "% of pegs", None, asked_when(Harder.ONE_PEG)),
    Bench("tray_commits_lost", "of 5,000", at_most(0), tray_commits_lost),
    Bench("tray_wakeups_per_min", "", None, tray_wakeups_per_min),
    Bench("image_mib", "MiB", at_most(120), image_mib),
    Bench("image_splash_ginstr", "G instructions", at_most(1.6), image_splash_ginstr),
    Bench("image_frame_ginstr", "G instructions", at_most(5.2), image_frame_ginstr),
    Bench("image_cuts_lost", "of 20 cuts", at_most(0), image_cuts_lost),
    Bench("image_root_written", "starts", at_most(0), image_root_written),
    Bench("boot_to_frame_s", "s", at_most(1.0), boot_to_frame_s),
)
TESTS = Path(__file__).parents[2] / "tests"
OF_FEATURES = [
    bench
    for name in NAMES
    if (TESTS / name / "benches.py").exists()
    for bench in import_module(f"tests.{name}.benches").BENCHES
]


def main() -> int:
    """Measure what the arguments name, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--of", default="", help="the commit that is measured; nothing where files differ from it")
    wanted = parser.parse_args()
    benches = [bench for bench in (*BENCHES, *OF_FEATURES) if bench.is_quick or not wanted.quick]
    into = Path("build/bench-quick.json" if wanted.quick else "build/bench.json")
    return run(benches, wanted.names, into, wanted.of, goes_on=wanted.go_on)


if __name__ == "__main__":
    sys.exit(main())
