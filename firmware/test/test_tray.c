#include <string.h>

#include "check.h"

static void boot_again(uint8_t cause)
{
    host.cause = cause;
    host_boot(&tray);
    forget_said();
}

static void take(uint8_t sequence, uint16_t boot, uint16_t count)
{
    uint8_t body[ACK_SNAPSHOT_SIZE];
    put16(body + ACK_SNAPSHOT_BOOT, boot);
    put16(body + ACK_SNAPSHOT_COUNT, count);
    ask_result(TYPE_ACK_SNAPSHOT, sequence, body, ACK_SNAPSHOT_SIZE, STATUS_DONE);
}

static void keep(uint8_t sequence, uint32_t serial, uint32_t calibration)
{
    uint8_t body[SET_IDENTITY_SIZE];
    put32(body + SET_IDENTITY_SERIAL, serial);
    put32(body + SET_IDENTITY_CALIBRATION, calibration);
    ask(TYPE_SET_IDENTITY, sequence, body, SET_IDENTITY_SIZE);
}

static uint16_t count_of(const struct said *said)
{
    return get16(said->body + SNAPSHOT_COUNT);
}

/* --- Boots --- */

static void test_first_byte_after_a_boot_is_a_zero_and_the_first_frame_a_hello(void **state)
{
    (void)state;
    boot_again(CAUSE_BIT_WATCHDOG);
    host_slots(&tray, 200);
    assert_int_equal(host.said[0], 0);
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_HELLO);
    assert_int_equal(said.sequence, 0);
    assert_int_equal(said.size, HELLO_SIZE);
    assert_int_equal(said.body[HELLO_PROTOCOL], PROTOCOL);
    assert_int_equal(said.body[HELLO_OLDEST], OLDEST);
    assert_int_equal(said.body[HELLO_BOARD], BOARD_KIND_HOST);
    assert_int_equal(said.body[HELLO_CAUSE], CAUSE_BIT_WATCHDOG | CAUSE_BIT_FRESH);
    assert_int_equal(get16(said.body + HELLO_BOOT), 2);
    assert_int_equal(get32(said.body + HELLO_SERIAL), 0);
    nothing_said();
}

static uint8_t cause_told(uint8_t sequence)
{
    ask(TYPE_IDENTIFY, sequence, NULL, 0);
    return next_said().body[HELLO_CAUSE];
}

static void test_tray_is_fresh_until_a_request_follows_a_who(void **state)
{
    (void)state;
    ask(TYPE_GET_SNAPSHOT, 9, NULL, 0);
    assert_true(next_said().body[SNAPSHOT_FLAGS] & FLAG_BIT_FRESH);
    assert_int_equal(cause_told(1), CAUSE_BIT_FRESH);
    assert_int_equal(cause_told(1), CAUSE_BIT_FRESH);
    ask(TYPE_GET_SNAPSHOT, 2, NULL, 0);
    assert_false(next_said().body[SNAPSHOT_FLAGS] & FLAG_BIT_FRESH);
    assert_int_equal(cause_told(3), 0);
    boot_again(0);
    host_slots(&tray, 200);
    assert_int_equal(next_said().body[HELLO_CAUSE], CAUSE_BIT_FRESH);
}

static void test_no_word_before_the_boot_is_counted(void **state)
{
    (void)state;
    boot_again(0);
    host.remembering = 100;
    ask(TYPE_IDENTIFY, 1, NULL, 0);
    host_slots(&tray, 50);
    assert_int_equal(host.said_count, 0);
    host_slots(&tray, 200);
    /* And then the hello of the boot: the box repeats what it has asked. */
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_HELLO);
    assert_int_equal(said.sequence, 0);
    nothing_said();
}

static void test_press_while_it_boots_counts_and_is_told_after_the_hello(void **state)
{
    (void)state;
    boot_again(0);
    host.remembering = 2000;
    host_slots(&tray, 60);
    host.is_down = true;
    host_slots(&tray, 1500);
    nothing_said();
    host_slots(&tray, 700);
    assert_int_equal(next_said().type, TYPE_HELLO);
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_SNAPSHOT);
    assert_int_equal(count_of(&said), 1);
}

static void test_boot_cut_at_any_write_never_gives_a_number_twice(void **state)
{
    (void)state;
    uint16_t last = 1;
    for (unsigned fails_in = 1; fails_in < 30; fails_in++) {
        host.power_fails_in = fails_in % 6;
        boot_again(0);
        host_slots(&tray, 200);
        if (!host.has_failed) {
            uint16_t boot = get16(next_of(TYPE_HELLO).body + HELLO_BOOT);
            assert_true(boot > last);
            last = boot;
        } else {
            assert_int_equal(host.said_count, 0);
        }
    }
    assert_true(last > 4);
}

static void test_worn_memory_does_not_silence_the_tray(void **state)
{
    (void)state;
    host.is_worn = true;
    boot_again(0);
    host_slots(&tray, 200);
    assert_int_equal(next_said().type, TYPE_HELLO);
}

static void test_lamps_are_out_after_a_boot(void **state)
{
    (void)state;
    host.lamps = 0x3FF;
    boot_again(0);
    assert_int_equal(host.lamps, 0);
}

/* --- The button --- */

static void test_press_freezes_what_lies_there_and_sends_it(void **state)
{
    (void)state;
    host_place(1, 60, 6, 5);
    rest();
    host.is_down = true;
    host_slots(&tray, 2 * SCAN);
    struct said said = next_said();
    assert_int_equal(said.type, TYPE_SNAPSHOT);
    assert_int_equal(said.sequence, 0);
    assert_int_equal(said.size, SNAPSHOT_SIZE);
    assert_int_equal(get16(said.body + SNAPSHOT_BOOT), 1);
    assert_int_equal(count_of(&said), 1);
    assert_int_equal(said.body[SNAPSHOT_FLAGS], FLAG_BIT_STEADY | FLAG_BIT_BUTTON | FLAG_BIT_FRESH);
    assert_int_equal(get16(said.body + SNAPSHOT_VALUES + 2 * (LIGHTS + LIGHT_RED)), 64 * 160);
    assert_int_equal(get16(said.body + SNAPSHOT_VALUES + 2 * LIGHT_RED), 64 * 103);
}

static void test_frozen_reading_stays_when_the_pegs_are_taken_away(void **state)
{
    (void)state;
    host_place(0, 60, 6, 5);
    rest();
    press_and_release();
    host_place(0, 3, 3, 3);
    rest();
    forget_said();
    ask(TYPE_GET_SNAPSHOT, 9, NULL, 0);
    struct said said = next_of(TYPE_SNAPSHOT);
    assert_int_equal(said.sequence, 9);
    assert_int_equal(get16(said.body + SNAPSHOT_VALUES + 2 * LIGHT_RED), 64 * 160);
}

static void test_press_while_pegs_move_waits_for_rest(void **state)
{
    (void)state;
    rest();
    host_place(0, 60, 6, 5);
    host.is_down = true;
    host_slots(&tray, 4 * SCAN);
    nothing_said();
    ask(TYPE_GET_SNAPSHOT, 1, NULL, 0);
    assert_true(next_said().body[SNAPSHOT_FLAGS] & FLAG_BIT_PENDING);
    rest();
    struct said said = next_said();
    assert_int_equal(count_of(&said), 1);
    assert_true(said.body[SNAPSHOT_FLAGS] & FLAG_BIT_STEADY);
    assert_int_equal(get16(said.body + SNAPSHOT_VALUES + 2 * LIGHT_RED), 64 * 160);
}

static void test_pegs_that_never_rest_are_frozen_after_a_second_and_said_to_move(void **state)
{
    (void)state;
    rest();
    host.is_down = true;
    for (uint16_t i = 0; i < 45; i++) {
        host_place(0, (uint16_t)(100 + i % 2 * 200), 6, 5);
        host_slots(&tray, SCAN);
    }
    nothing_said();
    for (uint16_t i = 0; i < 10; i++) {
        host_place(0, (uint16_t)(100 + i % 2 * 200), 6, 5);
        host_slots(&tray, SCAN);
    }
    struct said said = next_said();
    assert_int_equal(count_of(&said), 1);
    assert_false(said.body[SNAPSHOT_FLAGS] & FLAG_BIT_STEADY);
}

static void test_second_press_while_the_first_waits_is_the_same_press(void **state)
{
    (void)state;
    rest();
    host_place(0, 60, 6, 5);
    press_and_release();
    press_and_release();
    rest();
    struct said said = next_said();
    assert_int_equal(count_of(&said), 1);
}

static void test_snapshot_is_sent_again_after_40_ms_and_then_ever_more_rarely(void **state)
{
    (void)state;
    static const unsigned after_ms[] = {40, 80, 160, 320, 640, 1280, 2560, 2560, 2560};
    rest();
    host.is_down = true;
    host_slots(&tray, 2 * SCAN);
    next_said();
    for (unsigned i = 0; i < sizeof after_ms / sizeof after_ms[0]; i++) {
        unsigned slots = 0;
        size_t before = host.said_count;
        while (host.said_count == before) {
            host_slots(&tray, 1);
            slots++;
        }
        assert_int_equal(next_said().type, TYPE_SNAPSHOT);
        assert_in_range(slots, after_ms[i] * 8 / 5 - SCAN, after_ms[i] * 8 / 5 + 8);
    }
}

static void test_snapshot_that_was_taken_is_not_sent_again(void **state)
{
    (void)state;
    rest();
    press_and_release();
    take(1, 1, 1);
    forget_said();
    host_slots(&tray, 10000);
    nothing_said();
    ask(TYPE_GET_SNAPSHOT, 2, NULL, 0);
    assert_true(next_said().body[SNAPSHOT_FLAGS] & FLAG_BIT_TAKEN);
}

static void test_taken_of_another_count_or_boot_changes_nothing(void **state)
{
    (void)state;
    rest();
    press_and_release();
    take(1, 1, 2);
    take(2, 2, 1);
    ask(TYPE_GET_SNAPSHOT, 3, NULL, 0);
    struct said said = next_of(TYPE_SNAPSHOT);
    while (said.sequence == 0) {
        said = next_of(TYPE_SNAPSHOT);
    }
    assert_false(said.body[SNAPSHOT_FLAGS] & FLAG_BIT_TAKEN);
}

static void test_every_press_counts_once_and_count_goes_from_65535_to_1(void **state)
{
    (void)state;
    rest();
    tray.count = UINT16_MAX - 1;
    press_and_release();
    press_and_release();
    assert_int_equal(tray.count, 1);
}

static void test_press_puts_the_lamps_out(void **state)
{
    (void)state;
    rest();
    ask_result(TYPE_SET_LAMPS, 1, "\x55\x01", SET_LAMPS_SIZE, STATUS_DONE);
    assert_int_equal(host.lamps, 0x155);
    press_and_release();
    assert_int_equal(host.lamps, 0);
}

/* --- The memory --- */

static void test_kept_numbers_are_told_in_the_next_hello_and_after_a_boot(void **state)
{
    (void)state;
    keep(1, 0xCAFE, 42);
    host_slots(&tray, 200);
    assert_int_equal(next_of(TYPE_RESULT).body[RESULT_STATUS], STATUS_DONE);
    struct said said = hello(2);
    assert_int_equal(get32(said.body + HELLO_SERIAL), 0xCAFE);
    boot_again(0);
    host_slots(&tray, 200);
    said = next_of(TYPE_HELLO);
    assert_int_equal(get32(said.body + HELLO_SERIAL), 0xCAFE);
    assert_int_equal(get32(said.body + HELLO_CALIBRATION), 42);
}

static void test_keep_is_answered_when_it_is_written_with_its_own_number(void **state)
{
    (void)state;
    keep(1, 0xCAFE, 42);
    nothing_said();
    ask_result(TYPE_SET_LAMPS, 2, "\x01\x00", SET_LAMPS_SIZE, STATUS_DONE);
    host_slots(&tray, 200);
    struct said said = next_said();
    assert_int_equal(said.sequence, 1);
    assert_int_equal(said.body[RESULT_REQUEST], TYPE_SET_IDENTITY);
}

static void test_keep_that_comes_twice_is_written_once(void **state)
{
    (void)state;
    keep(1, 0xCAFE, 42);
    keep(1, 0xCAFE, 42);
    host_slots(&tray, 200);
    unsigned writes = host.writes;
    keep(1, 0xCAFE, 42);
    host_slots(&tray, 200);
    assert_int_equal(host.writes, writes);
    assert_int_equal(next_said().body[RESULT_STATUS], STATUS_DONE);
    assert_int_equal(next_said().body[RESULT_STATUS], STATUS_DONE);
    nothing_said();
}

static void test_serial_number_0_is_refused(void **state)
{
    (void)state;
    keep(1, 0, 42);
    assert_int_equal(next_said().body[RESULT_STATUS], STATUS_REFUSED);
}

static void test_memory_that_cannot_be_written_is_told_and_what_was_there_counts(void **state)
{
    (void)state;
    host.is_worn = true;
    for (uint8_t sequence = 1; sequence < 3; sequence++) {
        keep(sequence, 0xCAFE, 42);
        host_slots(&tray, 200);
        assert_int_equal(next_of(TYPE_RESULT).body[RESULT_STATUS], STATUS_FAILED);
    }
    assert_int_equal(get32(hello(3).body + HELLO_SERIAL), 0);
}

const struct CMUnitTest TRAY_TESTS[] = {
    cmocka_unit_test_setup(test_first_byte_after_a_boot_is_a_zero_and_the_first_frame_a_hello, setup),
    cmocka_unit_test_setup(test_tray_is_fresh_until_a_request_follows_a_who, setup),
    cmocka_unit_test_setup(test_no_word_before_the_boot_is_counted, setup),
    cmocka_unit_test_setup(test_press_while_it_boots_counts_and_is_told_after_the_hello, setup),
    cmocka_unit_test_setup(test_boot_cut_at_any_write_never_gives_a_number_twice, setup),
    cmocka_unit_test_setup(test_worn_memory_does_not_silence_the_tray, setup),
    cmocka_unit_test_setup(test_lamps_are_out_after_a_boot, setup),
    cmocka_unit_test_setup(test_press_freezes_what_lies_there_and_sends_it, setup),
    cmocka_unit_test_setup(test_frozen_reading_stays_when_the_pegs_are_taken_away, setup),
    cmocka_unit_test_setup(test_press_while_pegs_move_waits_for_rest, setup),
    cmocka_unit_test_setup(test_pegs_that_never_rest_are_frozen_after_a_second_and_said_to_move, setup),
    cmocka_unit_test_setup(test_second_press_while_the_first_waits_is_the_same_press, setup),
    cmocka_unit_test_setup(test_snapshot_is_sent_again_after_40_ms_and_then_ever_more_rarely, setup),
    cmocka_unit_test_setup(test_snapshot_that_was_taken_is_not_sent_again, setup),
    cmocka_unit_test_setup(test_taken_of_another_count_or_boot_changes_nothing, setup),
    cmocka_unit_test_setup(test_every_press_counts_once_and_count_goes_from_65535_to_1, setup),
    cmocka_unit_test_setup(test_press_puts_the_lamps_out, setup),
    cmocka_unit_test_setup(test_kept_numbers_are_told_in_the_next_hello_and_after_a_boot, setup),
    cmocka_unit_test_setup(test_keep_is_answered_when_it_is_written_with_its_own_number, setup),
    cmocka_unit_test_setup(test_keep_that_comes_twice_is_written_once, setup),
    cmocka_unit_test_setup(test_serial_number_0_is_refused, setup),
    cmocka_unit_test_setup(test_memory_that_cannot_be_written_is_told_and_what_was_there_counts, setup),
};
const size_t TRAY_COUNT = sizeof TRAY_TESTS / sizeof TRAY_TESTS[0];
