/* The fuzzer: bytes from the box, slots with any light, the button and resets in any order.
 *
 * With any input, the tray does not crash or access memory out of bounds (the sanitizers check both), sends only whole
 * frames within the limit, and answers an Identify afterwards. An input is a list of commands: a byte N below 0x80 sends
 * the N bytes that follow it over the line; the other commands are in the switch below.
 */
#include <stdlib.h>
#include <string.h>

#include "../board/host/host.h"

static struct tray tray;

static void demand(bool is_so)
{
    if (!is_so) {
        abort();
    }
}

/* Reads what the tray has said; returns the type of the last frame. */
static uint8_t read_said(void)
{
    struct decoder decoder;
    uint8_t type = 0;
    unsigned length = 0;
    decoder_start(&decoder);
    for (size_t i = 0; i < host.said_count; i++) {
        enum arrival arrival = decoder_take(&decoder, host.said[i]);
        demand(arrival != ARRIVED_DAMAGE);
        length++;
        demand(length <= FRAME_LIMIT);
        if (arrival == ARRIVED_FRAME) {
            type = decoder.plain[0];
        }
        length = host.said[i] == 0 ? 0 : length;
    }
    /* The tray never stops in the middle of a frame, and never begins one in the middle of another. */
    demand(!host.has_overrun);
    demand(length == 0);
    host.said_count = 0;
    return type;
}

static size_t command(const uint8_t *data, size_t size)
{
    uint8_t verb = data[0];
    size_t used = 1;
    if (verb < 0x80) {
        used += verb < size - 1 ? verb : size - 1;
        host_take(&tray, data + 1, used - 1);
    } else if (verb < 0xC0) {
        host_slots(&tray, (verb & 0x3FU) * 4U);
    } else if (verb < 0xD0) {
        host.is_down = verb & 1U;
    } else if (verb < 0xE0 && size >= 3) {
        host.samples[verb % HOLES][data[1] % LIGHTS] = (uint16_t)(data[2] * 4U + data[1] % 4U);
        used = 3;
    } else if (verb < 0xF0) {
        host.power_fails_in = verb & 0x0FU;
    } else if (verb < 0xF8) {
        host.memory[MEMORY_FIRST + verb * size % (2 * MEMORY_SIZE)] = verb;
    } else {
        read_said();
        host_boot(&tray);
    }
    return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t who[] = {0x00, 0x05, 0x01, 0x07, 0xd9, 0x5e, 0x00};
    host_start();
    host_boot(&tray);
    for (size_t used; size > 0; data += used, size -= used) {
        used = command(data, size);
        if (host.said_count > HOST_SAID / 2) {
            read_said();
        }
    }
    if (host.has_failed) {
        host_boot(&tray);
    }
    host.power_fails_in = 0;
    host_slots(&tray, 150);
    read_said();
    host_take(&tray, who, sizeof who);
    host_slots(&tray, 20);
    demand(host.said_count > 0);
    read_said();
    return 0;
}
