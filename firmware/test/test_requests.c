#include "../core/beat.h"
#include "check.h"

static void test_answer_bears_the_number_of_its_request(void **state)
{
    (void)state;
    struct said said = hello(77);
    assert_int_equal(said.sequence, 77);
}

static void test_request_that_comes_twice_is_answered_twice(void **state)
{
    (void)state;
    ask_result(TYPE_SET_LAMPS, 5, "\x01\x00", SET_LAMPS_SIZE, STATUS_DONE);
    ask_result(TYPE_SET_LAMPS, 5, "\x01\x00", SET_LAMPS_SIZE, STATUS_DONE);
    assert_int_equal(host.lamps, 1);
}

static void test_request_that_was_delayed_does_not_undo_a_newer_one(void **state)
{
    (void)state;
    ask_result(TYPE_SET_LAMPS, 200, "\x01\x00", SET_LAMPS_SIZE, STATUS_DONE);
    ask_result(TYPE_SET_LAMPS, 1, "\x02\x00", SET_LAMPS_SIZE, STATUS_DONE);
    forget_said();
    ask(TYPE_SET_LAMPS, 200, "\x01\x00", SET_LAMPS_SIZE);
    nothing_said();
    assert_int_equal(host.lamps, 2);
    assert_int_equal(tray.stale, 1);
}

static void test_who_opens_a_session_whatever_its_number(void **state)
{
    (void)state;
    hello(100);
    assert_int_equal(hello(1).sequence, 1);
    ask_result(TYPE_SET_LAMPS, 2, "\x02\x00", SET_LAMPS_SIZE, STATUS_DONE);
}

static void test_unknown_request_is_told_so(void **state)
{
    (void)state;
    ask_result(0x7F, 1, NULL, 0, STATUS_UNKNOWN);
}

static void test_short_body_is_told_so_and_longer_one_is_read(void **state)
{
    (void)state;
    ask_result(TYPE_SET_LAMPS, 1, "\x03", 1, STATUS_SHORT);
    ask_result(TYPE_SET_LAMPS, 2, "\x03\x00\x55\x55", 4, STATUS_DONE);
    assert_int_equal(host.lamps, 3);
}

static void test_sixth_lamp_is_refused(void **state)
{
    (void)state;
    ask_result(TYPE_SET_LAMPS, 1, "\xFF\x07", SET_LAMPS_SIZE, STATUS_REFUSED);
    assert_int_equal(host.lamps, 0);
}

static void test_watch_is_on_or_off(void **state)
{
    (void)state;
    ask_result(TYPE_WATCH, 1, "\x02", WATCH_SIZE, STATUS_REFUSED);
    host_slots(&tray, 3000);
    nothing_said();
}

static void test_watching_box_gets_a_reading_every_640_ms_until_it_stops(void **state)
{
    (void)state;
    rest();
    ask_result(TYPE_WATCH, 1, "\x01", WATCH_SIZE, STATUS_DONE);
    host_slots(&tray, 3 * WATCH_EVERY);
    for (unsigned i = 0; i < 3; i++) {
        struct said said = next_said();
        assert_int_equal(said.type, TYPE_CURRENT_READING);
        assert_int_equal(said.sequence, 0);
    }
    nothing_said();
    ask_result(TYPE_WATCH, 2, "\x00", WATCH_SIZE, STATUS_DONE);
    host_slots(&tray, 3 * WATCH_EVERY);
    nothing_said();
}

static void test_watching_box_gets_a_reading_as_soon_as_a_movement_rests(void **state)
{
    (void)state;
    rest();
    ask_result(TYPE_WATCH, 1, "\x01", WATCH_SIZE, STATUS_DONE);
    host_place(4, 60, 60, 60);
    host_slots(&tray, REST);
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_CURRENT_READING);
    assert_true(said.body[CURRENT_READING_FLAGS] & FLAG_BIT_STEADY);
    assert_int_equal(get16(said.body + CURRENT_READING_VALUES + 2 * (4 * LIGHTS + LIGHT_BLUE)), 64 * 160);
}

static void test_read_gives_what_lies_there_now(void **state)
{
    (void)state;
    rest();
    host_place(0, 60, 6, 5);
    host_slots(&tray, 3 * SCAN);
    ask(TYPE_GET_READING, 4, NULL, 0);
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_CURRENT_READING);
    assert_int_equal(said.sequence, 4);
    assert_int_equal(said.body[CURRENT_READING_FLAGS] & FLAG_BIT_STEADY, 0);
    rest();
    ask(TYPE_GET_READING, 5, NULL, 0);
    said = next_said();
    assert_int_equal(said.body[CURRENT_READING_FLAGS], FLAG_BIT_STEADY | FLAG_BIT_TAKEN | FLAG_BIT_FRESH);
    assert_int_equal(get16(said.body + CURRENT_READING_VALUES + 2 * LIGHT_RED), 64 * 160);
}

static void test_answer_that_is_due_serves_the_push_too(void **state)
{
    (void)state;
    rest();
    host.is_down = true;
    host_slots(&tray, SCAN);
    host.sending = 100;
    host_slots(&tray, SCAN);
    ask(TYPE_GET_SNAPSHOT, 8, NULL, 0);
    host_slots(&tray, 200);
    struct said said = next_said();
    assert_int_equal(said.sequence, 8);
    assert_int_equal(get16(said.body + SNAPSHOT_COUNT), 1);
}

/* --- The line --- */

static void test_counters_tell_what_happened(void **state)
{
    (void)state;
    host_take(&tray, (const uint8_t *)"\x03\x01\x02\x00\x05\x00", 6);
    host.lost = 3;
    host_slots(&tray, 1);
    hello(1);
    ask(TYPE_GET_COUNTERS, 2, NULL, 0);
    struct said said = next_of(TYPE_COUNTERS);
    assert_int_equal(said.size, COUNTERS_SIZE);
    assert_int_equal(get16(said.body + COUNTERS_FRAMES), 2);
    assert_int_equal(get16(said.body + COUNTERS_DAMAGED), 2);
    assert_int_equal(get16(said.body + COUNTERS_LOST), 3);
    assert_int_equal(get16(said.body + COUNTERS_STALE), 0);
    assert_int_equal(get16(said.body + COUNTERS_SCANS), 0);
}

static void test_busy_line_is_waited_for(void **state)
{
    (void)state;
    host.sending = 50;
    ask(TYPE_IDENTIFY, 1, NULL, 0);
    nothing_said();
    host_slots(&tray, 50);
    assert_int_equal(next_said().type, TYPE_HELLO);
    assert_false(host.has_overrun);
}

static void test_slot_that_is_not_fetched_is_not_overwritten(void **state)
{
    (void)state;
    rest();
    /* The loop is busy for six ticks: the first slot stands, the others are left out, and the scan is dropped. */
    for (unsigned tick = 0; tick < 6; tick++) {
        beat();
    }
    host_slots(&tray, 2 * SCAN);
    assert_int_equal(tray.scan.missed, 1);
    assert_true(scan_is_steady(&tray.scan));
}

const struct CMUnitTest REQUEST_TESTS[] = {
    cmocka_unit_test_setup(test_answer_bears_the_number_of_its_request, setup),
    cmocka_unit_test_setup(test_request_that_comes_twice_is_answered_twice, setup),
    cmocka_unit_test_setup(test_request_that_was_delayed_does_not_undo_a_newer_one, setup),
    cmocka_unit_test_setup(test_who_opens_a_session_whatever_its_number, setup),
    cmocka_unit_test_setup(test_unknown_request_is_told_so, setup),
    cmocka_unit_test_setup(test_short_body_is_told_so_and_longer_one_is_read, setup),
    cmocka_unit_test_setup(test_sixth_lamp_is_refused, setup),
    cmocka_unit_test_setup(test_watch_is_on_or_off, setup),
    cmocka_unit_test_setup(test_watching_box_gets_a_reading_every_640_ms_until_it_stops, setup),
    cmocka_unit_test_setup(test_watching_box_gets_a_reading_as_soon_as_a_movement_rests, setup),
    cmocka_unit_test_setup(test_read_gives_what_lies_there_now, setup),
    cmocka_unit_test_setup(test_answer_that_is_due_serves_the_push_too, setup),
    cmocka_unit_test_setup(test_counters_tell_what_happened, setup),
    cmocka_unit_test_setup(test_busy_line_is_waited_for, setup),
    cmocka_unit_test_setup(test_slot_that_is_not_fetched_is_not_overwritten, setup),
};
const size_t REQUEST_COUNT = sizeof REQUEST_TESTS / sizeof REQUEST_TESTS[0];
