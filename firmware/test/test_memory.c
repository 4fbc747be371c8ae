#include "check.h"

static struct memory memory;

static int begin(void **state)
{
    (void)state;
    host_start();
    memory_load(&memory);
    return 0;
}

/* Writes to the end, or until the power fails. */
static enum written write_all(void)
{
    enum written written = WRITTEN_NOTHING;
    while (written == WRITTEN_NOTHING && !host.has_failed) {
        host.remembering = 0;
        written = memory_step(&memory);
    }
    return written;
}

static enum written keep(uint32_t serial, uint32_t calibration)
{
    memory.serial = serial;
    memory.calibration = calibration;
    memory_begin(&memory);
    return write_all();
}

static void test_blank_memory_holds_nothing(void **state)
{
    (void)state;
    assert_int_equal(memory.generation, 0);
    assert_int_equal(memory.serial, 0);
    assert_int_equal(memory.calibration, 0);
    assert_int_equal(memory_step(&memory), WRITTEN_NOTHING);
}

static void test_what_was_written_is_read_again(void **state)
{
    (void)state;
    struct memory found;
    assert_int_equal(keep(0x12345678UL, 0x9ABCDEF0UL), WRITTEN_WELL);
    memory_load(&found);
    assert_int_equal(found.serial, 0x12345678UL);
    assert_int_equal(found.calibration, 0x9ABCDEF0UL);
    assert_int_equal(found.generation, 1);
}

static void test_first_bytes_are_left_alone(void **state)
{
    (void)state;
    keep(1, 2);
    keep(3, 4);
    for (unsigned address = 0; address < MEMORY_FIRST; address++) {
        assert_int_equal(host.memory[address], 0xFF);
    }
}

static void test_older_copy_is_overwritten(void **state)
{
    (void)state;
    keep(1, 1);
    keep(2, 2);
    uint8_t second = host.memory[MEMORY_SECOND];
    keep(3, 3);
    assert_int_equal(host.memory[MEMORY_FIRST], 3);
    assert_int_equal(host.memory[MEMORY_SECOND], second);
}

static void test_generations_go_round(void **state)
{
    (void)state;
    struct memory found;
    memory.generation = UINT16_MAX - 1;
    keep(1, 1);
    assert_int_equal(memory.generation, UINT16_MAX);
    keep(2, 2);
    memory_load(&found);
    assert_int_equal(found.generation, 0);
    assert_int_equal(found.serial, 2);
}

static void test_write_torn_at_any_byte_leaves_the_old_or_the_new(void **state)
{
    (void)state;
    for (unsigned fails_in = 1;; fails_in++) {
        struct memory found;
        begin(NULL);
        keep(0x11111111UL, 0x22222222UL);
        keep(0x11111111UL, 0x33333333UL);
        host.power_fails_in = fails_in;
        bool has_failed = keep(0x44444444UL, 0x55555555UL) == WRITTEN_NOTHING;
        host.has_failed = false;
        memory_load(&found);
        if (!has_failed) {
            assert_int_equal(found.calibration, 0x55555555UL);
            assert_true(fails_in > 4);
            return;
        }
        assert_int_equal(found.calibration, 0x33333333UL);
        assert_int_equal(found.serial, 0x11111111UL);
        assert_int_equal(found.generation, 2);
        /* And it can be written to again. */
        memory = found;
        host.power_fails_in = 0;
        assert_int_equal(keep(0x66666666UL, 0x77777777UL), WRITTEN_WELL);
        memory_load(&found);
        assert_int_equal(found.calibration, 0x77777777UL);
    }
}

static void test_every_flipped_bit_of_a_copy_is_noticed(void **state)
{
    (void)state;
    keep(0xAAAAAAAAUL, 1);
    keep(0xBBBBBBBBUL, 2);
    for (unsigned bit = 0; bit < 8 * MEMORY_SIZE; bit++) {
        struct memory found;
        host.memory[MEMORY_SECOND + bit / 8] ^= (uint8_t)(1U << (bit % 8));
        memory_load(&found);
        assert_int_equal(found.serial, 0xAAAAAAAAUL);
        host.memory[MEMORY_SECOND + bit / 8] ^= (uint8_t)(1U << (bit % 8));
    }
}

static void test_worn_memory_is_reported(void **state)
{
    (void)state;
    keep(1, 1);
    host.is_worn = true;
    assert_int_equal(keep(2, 2), WRITTEN_BADLY);
}

static void test_sound_copy_of_before_is_not_taken_for_what_was_to_be_written(void **state)
{
    (void)state;
    keep(1, 1);
    keep(2, 2);
    host.is_worn = true;
    assert_int_equal(keep(3, 3), WRITTEN_BADLY);
}

static void test_bytes_that_are_right_are_not_written_again(void **state)
{
    (void)state;
    keep(7, 7);
    keep(7, 7);
    unsigned before = host.writes;
    keep(7, 7);
    /* Of twelve bytes, the generation and the check differ, three or four. */
    assert_true(host.writes - before <= 4);
}

const struct CMUnitTest MEMORY_TESTS[] = {
    cmocka_unit_test_setup(test_blank_memory_holds_nothing, begin),
    cmocka_unit_test_setup(test_what_was_written_is_read_again, begin),
    cmocka_unit_test_setup(test_first_bytes_are_left_alone, begin),
    cmocka_unit_test_setup(test_older_copy_is_overwritten, begin),
    cmocka_unit_test_setup(test_generations_go_round, begin),
    cmocka_unit_test_setup(test_write_torn_at_any_byte_leaves_the_old_or_the_new, begin),
    cmocka_unit_test_setup(test_every_flipped_bit_of_a_copy_is_noticed, begin),
    cmocka_unit_test_setup(test_worn_memory_is_reported, begin),
    cmocka_unit_test_setup(test_sound_copy_of_before_is_not_taken_for_what_was_to_be_written, begin),
    cmocka_unit_test_setup(test_bytes_that_are_right_are_not_written_again, begin),
};
const size_t MEMORY_COUNT = sizeof MEMORY_TESTS / sizeof MEMORY_TESTS[0];
