#include <string.h>

#include "../core/beat.h"
#include "check.h"

static struct scan scan;
static uint8_t place;

static int begin(void **state)
{
    (void)state;
    host_start();
    scan_start(&scan);
    place = 0;
    return 0;
}

/* One scan of what the host's samples say; returns what it brought. */
static enum scanned one_scan(void)
{
    enum scanned scanned = SCANNED_SLOT;
    for (unsigned slot = 0; slot < SCAN; slot++) {
        struct slot taken = {.place = place};
        for (unsigned hole = 0; hole < HOLES; hole++) {
            taken.samples[hole] = host.samples[hole][light_at(place)];
        }
        place++;
        assert_int_equal(scanned, SCANNED_SLOT);
        scanned = scan_take(&scan, &taken);
    }
    return scanned;
}

static enum scanned scans(unsigned count)
{
    enum scanned scanned = SCANNED_SLOT;
    for (; count > 0; count--) {
        scanned = one_scan();
    }
    return scanned;
}

static void test_sixteen_equal_scans_make_a_steady_reading(void **state)
{
    (void)state;
    assert_int_equal(scans(15), SCANNED_AGREED);
    assert_false(scan_is_steady(&scan));
    assert_int_equal(scans(1), SCANNED_STEADY);
    assert_true(scan_is_steady(&scan));
}

static void test_values_are_sums_of_64_samples_not_changed(void **state)
{
    (void)state;
    struct reading reading;
    host_place(2, 300, 20, 900);
    scans(16);
    scan_read(&scan, &reading);
    assert_true(reading.is_steady);
    assert_int_equal(reading.number, 16);
    assert_int_equal(reading.sums.values[2][LIGHT_OFF], 64 * 100);
    assert_int_equal(reading.sums.values[2][LIGHT_RED], 64 * 400);
    assert_int_equal(reading.sums.values[2][LIGHT_GREEN], 64 * 120);
    assert_int_equal(reading.sums.values[2][LIGHT_BLUE], 64 * 1000);
}

static void test_full_scale_fits(void **state)
{
    (void)state;
    struct reading reading;
    host_place(0, 923, 0, 0);
    scans(16);
    scan_read(&scan, &reading);
    assert_int_equal(reading.sums.values[0][LIGHT_RED], FULL_SCALE);
    assert_int_equal(reading.sums.clipped[0], 64);
    assert_int_equal(reading.sums.clipped[1], 0);
}

static void test_clipped_samples_stop_at_255(void **state)
{
    (void)state;
    struct reading reading;
    for (unsigned light = 0; light < LIGHTS; light++) {
        host.samples[4][light] = SAMPLE_TOP;
    }
    scans(16);
    scan_read(&scan, &reading);
    assert_int_equal(reading.sums.clipped[4], 255);
}

static void test_room_that_grows_brighter_is_no_movement(void **state)
{
    (void)state;
    scans(16);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        for (unsigned light = 0; light < LIGHTS; light++) {
            host.samples[hole][light] = (uint16_t)(host.samples[hole][light] + 500);
        }
    }
    assert_int_equal(one_scan(), SCANNED_AGREED);
    assert_true(scan_is_steady(&scan));
}

static void test_scan_that_is_off_by_more_than_its_tolerance_is_a_movement(void **state)
{
    (void)state;
    scans(16);
    host_place(3, 3, 3 + TOLERANCE_SCAN, 3);
    assert_int_equal(one_scan(), SCANNED_AGREED);
    host_place(3, 3, 4 + TOLERANCE_SCAN, 3);
    assert_int_equal(one_scan(), SCANNED_MOVED);
    assert_false(scan_is_steady(&scan));
    assert_int_equal(scan.moved, 1);
}

static void test_less_light_is_a_movement_too(void **state)
{
    (void)state;
    host_place(0, 200, 200, 200);
    scans(16);
    host_place(0, 200, 200, 199 - TOLERANCE_SCAN);
    assert_int_equal(one_scan(), SCANNED_MOVED);
}

static void test_reading_mixed_of_two_pegs_is_not_steady(void **state)
{
    (void)state;
    /* Too little for a scan to notice, but the readings differ. */
    scans(20);
    host_place(1, 3 + 20, 3, 3);
    assert_int_equal(scans(3), SCANNED_AGREED);
    assert_true(scan_is_steady(&scan));
    /* Four scans of eight lay before, four after: the mean has moved by 10, which agrees; the next one has not. */
    assert_int_equal(scans(1), SCANNED_AGREED);
    assert_int_equal(scans(8), SCANNED_AGREED);
    struct reading reading;
    scan_read(&scan, &reading);
    /* The mean of the mixed reading and of the one after it. */
    assert_int_equal(reading.sums.values[1][LIGHT_RED], 64 * (113 + 123) / 2);
    scans(8);
    scan_read(&scan, &reading);
    assert_int_equal(reading.sums.values[1][LIGHT_RED], 64 * 123);
}

/* --- Flicker --- */

static void test_every_light_is_twice_at_every_place_of_a_cycle(void **state)
{
    (void)state;
    unsigned at[LIGHTS][LIGHTS] = {{0}};
    for (unsigned slot = 0; slot < PLACES; slot++) {
        at[slot % LIGHTS][light_at((uint8_t)slot)]++;
    }
    for (unsigned i = 0; i < LIGHTS * LIGHTS; i++) {
        assert_int_equal(at[i / LIGHTS][i % LIGHTS], PLACES / LIGHTS / LIGHTS);
    }
}

/* One scan in which every other scan's red is brighter. */
static void flickering_scans(unsigned count, uint16_t swing)
{
    for (; count > 0; count--) {
        uint16_t red = (uint16_t)(3 + (place / SCAN % 2U) * swing);
        for (unsigned hole = 0; hole < HOLES; hole++) {
            host_place(hole, red, 3, 3);
        }
        one_scan();
    }
}

static void test_spread_is_the_variance_of_what_a_light_adds_in_a_scan(void **state)
{
    (void)state;
    struct reading reading;
    flickering_scans(16, 12);
    scan_read(&scan, &reading);
    assert_true(reading.is_steady);
    /* Of red: +-48 around the mean, 8 times, by 7 degrees of freedom; green and blue have none. */
    assert_in_range(reading.spread, 48 * 48 * 8 / 7 / 3 - 2, 48 * 48 * 8 / 7 / 3 + 2);
}

static void test_light_that_never_changes_has_no_spread(void **state)
{
    (void)state;
    struct reading reading;
    scans(16);
    scan_read(&scan, &reading);
    assert_int_equal(reading.spread, 0);
    assert_int_equal(scan.rate, 0);
}

static void test_rate_at_which_scans_differ_is_left_for_a_quieter_one(void **state)
{
    (void)state;
    flickering_scans(8, 20);
    assert_int_not_equal(scan.rate, 0);
    uint8_t rate = scan.rate;
    for (unsigned reading = 0; reading < 20; reading++) {
        flickering_scans(8, 0);
    }
    assert_int_equal(scan.rate, rate);
}

static void test_rate_is_left_too_when_scans_never_agree(void **state)
{
    (void)state;
    uint16_t tried = 0;
    for (unsigned i = 0; i < 100; i++) {
        flickering_scans(1, 200);
        tried |= (uint16_t)(1U << scan.rate);
    }
    assert_false(scan_is_steady(&scan));
    assert_int_equal(tried, (1U << RATES) - 1U);
}

static void test_tolerances_are_wider_where_scans_differ_and_only_there(void **state)
{
    (void)state;
    assert_int_equal(scan.width, WIDTH);
    flickering_scans(16, 28);
    assert_in_range(scan.width, WIDTH + 1, WIDTH_MOST);
    flickering_scans(16, 0);
    assert_int_equal(scan.width, WIDTH);
    flickering_scans(200, 500);
    assert_int_equal(scan.width, WIDTH_MOST);
}

static void test_length_of_a_tick_is_the_rates(void **state)
{
    (void)state;
    static const uint16_t lengths[] = TICKS;
    for (uint8_t rate = 0; rate < RATES; rate++) {
        beat_at(rate);
        beat();
        beat();
        assert_int_equal(host.tick, lengths[rate]);
    }
}

static void test_reading_that_differs_from_the_one_before_is_a_candidate(void **state)
{
    (void)state;
    scans(16);
    host_place(1, 3 + TOLERANCE_READING + 1, 3, 3);
    assert_int_equal(scans(7), SCANNED_AGREED);
    assert_int_equal(one_scan(), SCANNED_MOVED);
    assert_false(scan_is_steady(&scan));
    assert_int_equal(scans(8), SCANNED_STEADY);
}

static void test_slowly_drifting_light_stays_steady(void **state)
{
    (void)state;
    scans(16);
    for (uint16_t more = 0; more < 100; more++) {
        host_place(0, (uint16_t)(3 + more), 3, 3);
        scans(8);
        assert_true(scan_is_steady(&scan));
    }
}

static void test_scan_without_one_of_its_slots_is_thrown_away(void **state)
{
    (void)state;
    scans(16);
    struct slot first = {.place = 0, .samples = {100, 100, 100, 100, 100}};
    struct slot second = {.place = 1, .samples = {900, 900, 900, 900, 900}};
    /* In the middle of a cycle: the slot that begins a cycle begins the next scan. */
    scan_take(&scan, &first);
    scan_take(&scan, &first);
    assert_int_equal(scan.missed, 1);
    assert_int_equal(scan.place, 1);
    assert_int_equal(scan.now.values[0][LIGHT_OFF], 100);
    scan_restart(&scan);
    /* At the start, a slot that does not begin a cycle is passed over, and nothing is lost. */
    scan_take(&scan, &second);
    assert_int_equal(scan.missed, 1);
    assert_int_equal(one_scan(), SCANNED_AGREED);
    assert_true(scan_is_steady(&scan));
}

static void test_before_a_reading_the_scans_so_far_are_given_scaled_alike(void **state)
{
    (void)state;
    struct reading reading;
    scan_read(&scan, &reading);
    assert_int_equal(reading.number, 0);
    assert_false(reading.is_steady);
    scans(16);
    host_place(0, 500, 400, 300);
    scans(3);
    scan_read(&scan, &reading);
    assert_false(reading.is_steady);
    assert_int_equal(reading.number, 19);
    assert_int_equal(reading.sums.values[0][LIGHT_RED], 64 * 600);
    assert_int_equal(reading.sums.values[0][LIGHT_BLUE], 64 * 400);
}

static void test_scan_numbers_go_round_and_leave_out_0(void **state)
{
    (void)state;
    scan.number = UINT16_MAX - 1;
    scans(1);
    assert_int_equal(scan.number, UINT16_MAX);
    scans(1);
    assert_int_equal(scan.number, 1);
}

static void test_broken_light_is_noticed_within_a_minute_and_no_other_is_blamed(void **state)
{
    (void)state;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host_place(hole, 40, 30, 50);
    }
    scans(400);
    assert_int_equal(scan_dim(&scan), 0);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host_place(hole, 40, 0, 50);
    }
    scans(3000);
    assert_int_equal(scan_dim(&scan), LIGHT_SET_BIT_GREEN);
}

static void test_empty_tray_is_not_taken_for_broken_lights(void **state)
{
    (void)state;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host_place(hole, 2, 2, 2);
    }
    scans(3000);
    assert_int_equal(scan_dim(&scan), 0);
}

static void test_hole_in_the_sun_has_no_say_in_what_is_broken(void **state)
{
    (void)state;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        for (unsigned light = 0; light < LIGHTS; light++) {
            host.samples[hole][light] = SAMPLE_TOP;
        }
    }
    scans(3000);
    assert_int_equal(scan_dim(&scan), 0);
}

static void test_light_that_darkens_counts_as_none(void **state)
{
    (void)state;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host.samples[hole][LIGHT_BLUE] = 50;
    }
    scans(3000);
    assert_int_equal(scan_dim(&scan), LIGHT_SET_BIT_BLUE);
    assert_int_equal(scan.added[LIGHT_BLUE - 1], 0);
}

static void test_counters_stop_at_the_top(void **state)
{
    (void)state;
    uint16_t counter = UINT16_MAX - 1;
    count_up(&counter);
    count_up(&counter);
    assert_int_equal(counter, UINT16_MAX);
}

const struct CMUnitTest SCAN_TESTS[] = {
    cmocka_unit_test_setup(test_sixteen_equal_scans_make_a_steady_reading, begin),
    cmocka_unit_test_setup(test_values_are_sums_of_64_samples_not_changed, begin),
    cmocka_unit_test_setup(test_full_scale_fits, begin),
    cmocka_unit_test_setup(test_clipped_samples_stop_at_255, begin),
    cmocka_unit_test_setup(test_room_that_grows_brighter_is_no_movement, begin),
    cmocka_unit_test_setup(test_scan_that_is_off_by_more_than_its_tolerance_is_a_movement, begin),
    cmocka_unit_test_setup(test_less_light_is_a_movement_too, begin),
    cmocka_unit_test_setup(test_reading_mixed_of_two_pegs_is_not_steady, begin),
    cmocka_unit_test_setup(test_reading_that_differs_from_the_one_before_is_a_candidate, begin),
    cmocka_unit_test_setup(test_slowly_drifting_light_stays_steady, begin),
    cmocka_unit_test_setup(test_scan_without_one_of_its_slots_is_thrown_away, begin),
    cmocka_unit_test_setup(test_before_a_reading_the_scans_so_far_are_given_scaled_alike, begin),
    cmocka_unit_test_setup(test_scan_numbers_go_round_and_leave_out_0, begin),
    cmocka_unit_test_setup(test_broken_light_is_noticed_within_a_minute_and_no_other_is_blamed, begin),
    cmocka_unit_test_setup(test_empty_tray_is_not_taken_for_broken_lights, begin),
    cmocka_unit_test_setup(test_hole_in_the_sun_has_no_say_in_what_is_broken, begin),
    cmocka_unit_test_setup(test_light_that_darkens_counts_as_none, begin),
    cmocka_unit_test_setup(test_counters_stop_at_the_top, begin),
    cmocka_unit_test_setup(test_every_light_is_twice_at_every_place_of_a_cycle, begin),
    cmocka_unit_test_setup(test_spread_is_the_variance_of_what_a_light_adds_in_a_scan, begin),
    cmocka_unit_test_setup(test_light_that_never_changes_has_no_spread, begin),
    cmocka_unit_test_setup(test_rate_at_which_scans_differ_is_left_for_a_quieter_one, begin),
    cmocka_unit_test_setup(test_rate_is_left_too_when_scans_never_agree, begin),
    cmocka_unit_test_setup(test_tolerances_are_wider_where_scans_differ_and_only_there, begin),
    cmocka_unit_test_setup(test_length_of_a_tick_is_the_rates, begin),
};
const size_t SCAN_COUNT = sizeof SCAN_TESTS / sizeof SCAN_TESTS[0];
