#include "check.h"

#include <string.h>

struct tray tray;
static size_t heard;

void forget_said(void)
{
    host.said_count = heard = 0;
}

int setup(void **state)
{
    (void)state;
    host_start();
    host_boot(&tray);
    host_slots(&tray, 200);
    forget_said();
    return 0;
}

struct said next_said(void)
{
    struct decoder decoder;
    decoder_start(&decoder);
    while (heard < host.said_count) {
        enum arrival arrival = decoder_take(&decoder, host.said[heard++]);
        assert_int_not_equal(arrival, ARRIVED_DAMAGE);
        if (arrival == ARRIVED_FRAME) {
            struct said said = {decoder.plain[0], decoder.plain[1],
                                (uint8_t)(decoder.count - HEAD_SIZE - CHECK_SIZE), {0}};
            memcpy(said.body, decoder.plain + HEAD_SIZE, said.size);
            return said;
        }
    }
    fail_msg("the tray said nothing more");
    return (struct said){0, 0, 0, {0}};
}

struct said next_of(uint8_t type)
{
    struct said said;
    do {
        said = next_said();
    } while (said.type != type);
    return said;
}

void nothing_said(void)
{
    assert_int_equal(host.said_count, heard);
}

void ask(uint8_t type, uint8_t sequence, const void *body, uint8_t size)
{
    uint8_t wire[FRAME_LIMIT];
    uint8_t *to = frame_open(wire, type, sequence);
    if (size > 0) {
        memcpy(to, body, size);
    }
    host_take(&tray, wire, frame_close(wire, size));
    host_slots(&tray, 8);
}

void ask_result(uint8_t type, uint8_t sequence, const void *body, uint8_t size, uint8_t result)
{
    ask(type, sequence, body, size);
    struct said said = next_of(TYPE_RESULT);
    assert_int_equal(said.sequence, sequence);
    assert_int_equal(said.body[RESULT_REQUEST], type);
    assert_int_equal(said.body[RESULT_STATUS], result);
}

void press_and_release(void)
{
    host.is_down = true;
    host_slots(&tray, 2 * SCAN);
    host.is_down = false;
    host_slots(&tray, 2 * SCAN);
}

void rest(void)
{
    host_slots(&tray, REST);
}

struct said hello(uint8_t sequence)
{
    ask(TYPE_IDENTIFY, sequence, NULL, 0);
    return next_of(TYPE_HELLO);
}
