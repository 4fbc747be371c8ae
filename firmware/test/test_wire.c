#include <string.h>

#include "check.h"
#include "vectors.h"

static enum arrival take_all(struct decoder *decoder, const uint8_t *bytes, size_t count)
{
    enum arrival arrival = ARRIVED_NOTHING;
    for (size_t i = 0; i < count; i++) {
        arrival = decoder_take(decoder, bytes[i]);
    }
    return arrival;
}

static void test_check_of_123456789_is_29b1(void **state)
{
    (void)state;
    assert_int_equal(check_of((const uint8_t *)"123456789", 9), 0x29B1);
}

static void test_numbers_go_low_byte_first(void **state)
{
    (void)state;
    uint8_t bytes[4];
    put32(bytes, 0x04030201UL);
    assert_memory_equal(bytes, "\1\2\3\4", 4);
    assert_int_equal(get32(bytes), 0x04030201UL);
    assert_int_equal(get16(bytes + 2), 0x0403);
}

static void test_every_vector_is_made(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        uint8_t wire[FRAME_LIMIT];
        uint8_t *body = frame_open(wire, GOOD[i].plain[0], GOOD[i].plain[1]);
        memcpy(body, GOOD[i].plain + HEAD_SIZE, GOOD[i].plain_size - HEAD_SIZE);
        assert_int_equal(frame_close(wire, (uint8_t)(GOOD[i].plain_size - HEAD_SIZE)), GOOD[i].wire_size);
        assert_memory_equal(wire, GOOD[i].wire, GOOD[i].wire_size);
    }
}

static void test_every_vector_is_read(void **state)
{
    (void)state;
    struct decoder decoder;
    decoder_start(&decoder);
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        assert_int_equal(take_all(&decoder, GOOD[i].wire, GOOD[i].wire_size), ARRIVED_FRAME);
        assert_int_equal(decoder.count - CHECK_SIZE, GOOD[i].plain_size);
        assert_memory_equal(decoder.plain, GOOD[i].plain, GOOD[i].plain_size);
    }
}

static void test_every_bad_vector_is_dropped_and_the_next_frame_is_read(void **state)
{
    (void)state;
    struct decoder decoder;
    decoder_start(&decoder);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_int_equal(take_all(&decoder, BAD[i].wire, BAD[i].wire_size), ARRIVED_DAMAGE);
        assert_int_equal(take_all(&decoder, GOOD[0].wire, GOOD[0].wire_size), ARRIVED_FRAME);
    }
}

static void test_zeros_between_frames_mean_nothing(void **state)
{
    (void)state;
    struct decoder decoder;
    decoder_start(&decoder);
    assert_int_equal(take_all(&decoder, (const uint8_t *)"\0\0\0", 3), ARRIVED_NOTHING);
}

static void test_whatever_comes_the_decoder_keeps_no_more_than_a_frame(void **state)
{
    (void)state;
    struct decoder decoder;
    decoder_start(&decoder);
    for (unsigned i = 0; i < 100000; i++) {
        decoder_take(&decoder, (uint8_t)(i % 255 + 1));
        assert_true(decoder.count <= PLAIN_LIMIT);
    }
    assert_int_equal(decoder_take(&decoder, 0), ARRIVED_DAMAGE);
    assert_int_equal(take_all(&decoder, GOOD[0].wire, GOOD[0].wire_size), ARRIVED_FRAME);
}

static void test_every_flipped_bit_is_noticed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
        for (size_t bit = 0; bit < 8U * (GOOD[i].wire_size - 1U); bit++) {
            struct decoder decoder;
            uint8_t wire[FRAME_LIMIT];
            memcpy(wire, GOOD[i].wire, GOOD[i].wire_size);
            wire[bit / 8] ^= (uint8_t)(1U << (bit % 8));
            decoder_start(&decoder);
            for (size_t at = 0; at < GOOD[i].wire_size; at++) {
                assert_int_not_equal(decoder_take(&decoder, wire[at]), ARRIVED_FRAME);
            }
        }
    }
}

const struct CMUnitTest WIRE_TESTS[] = {
    cmocka_unit_test(test_check_of_123456789_is_29b1),
    cmocka_unit_test(test_numbers_go_low_byte_first),
    cmocka_unit_test(test_every_vector_is_made),
    cmocka_unit_test(test_every_vector_is_read),
    cmocka_unit_test(test_every_bad_vector_is_dropped_and_the_next_frame_is_read),
    cmocka_unit_test(test_zeros_between_frames_mean_nothing),
    cmocka_unit_test(test_whatever_comes_the_decoder_keeps_no_more_than_a_frame),
    cmocka_unit_test(test_every_flipped_bit_is_noticed),
};
const size_t WIRE_COUNT = sizeof WIRE_TESTS / sizeof WIRE_TESTS[0];
