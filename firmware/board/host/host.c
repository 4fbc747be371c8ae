#include "host.h"

#include <string.h>

#include "../../core/beat.h"
#include "../board.h"

/* 25 bytes a millisecond, 0.625 ms a slot; a write to the memory takes 3.4 ms. */
#define BYTES_PER_SLOT 15U
#define WRITE_SLOTS 6U
#define DARK 100U

struct host host;

void host_place(unsigned hole, uint16_t red, uint16_t green, uint16_t blue)
{
    const uint16_t added[LIGHTS] = {0, red, green, blue};
    for (unsigned light = 0; light < LIGHTS; light++) {
        host.samples[hole][light] = (uint16_t)(DARK + added[light]);
    }
}

void host_start(void)
{
    memset(&host, 0, sizeof host);
    memset(host.memory, 0xFF, sizeof host.memory);
    memset(host.program, 0xFF, sizeof host.program);
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host_place(hole, 3, 3, 3);
    }
}

void host_boot(struct tray *tray)
{
    host.remembering = host.sending = 0;
    host.is_measured = host.has_failed = false;
    tray_start(tray);
}

/* One slot is two ticks. After a failure of the power, nothing happens until the next boot. */
static void one_slot(struct tray *tray)
{
    beat();
    host.now += host.tick;
    beat();
    host.now += host.tick;
    host.remembering -= host.remembering > 0;
    host.sending -= host.sending > 0;
    if (host.is_measured) {
        host.is_measured = false;
        tray_slot(tray, &host.slot);
    }
    tray_run(tray);
}

void host_slots(struct tray *tray, unsigned count)
{
    for (; count > 0 && !host.has_failed; count--) {
        one_slot(tray);
    }
}

void host_take(struct tray *tray, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tray_take(tray, bytes[i]);
        tray_run(tray);
    }
}

void board_light(uint8_t light)
{
    host.lit = light;
    if (host.light) {
        host.light(light);
    }
}

void board_measure(uint8_t place)
{
    if (host.is_measured) {
        return;
    }
    host.slot.place = place;
    for (unsigned hole = 0; hole < HOLES; hole++) {
        host.slot.samples[hole] = host.sample ? host.sample(hole) : host.samples[hole][host.lit];
    }
    host.is_measured = true;
}

void board_tick(uint16_t length)
{
    host.tick = length;
}

bool board_is_down(void)
{
    return host.is_down;
}

void board_lamps(uint16_t lamps)
{
    host.lamps = lamps;
}

void board_send(const uint8_t *bytes, uint8_t count)
{
    host.has_overrun = host.has_overrun || host.sending > 0;
    size_t room = sizeof host.said - host.said_count;
    size_t kept = count < room ? count : room;
    memcpy(host.said + host.said_count, bytes, kept);
    host.said_count += kept;
    host.sending = count / BYTES_PER_SLOT + 1U;
}

bool board_is_sending(void)
{
    return host.sending > 0;
}

uint8_t board_recall(uint8_t address)
{
    return host.memory[address];
}

void board_remember(uint8_t address, uint8_t byte)
{
    if (host.has_failed) {
        return;
    }
    host.writes++;
    host.remembering = WRITE_SLOTS;
    if (host.power_fails_in > 0 && --host.power_fails_in == 0) {
        /* Neither what it was nor what it was to be. */
        host.memory[address] = (uint8_t)~byte;
        host.has_failed = true;
    } else if (!host.is_worn) {
        host.memory[address] = byte;
    }
}

bool board_is_remembering(void)
{
    return host.remembering > 0;
}

uint8_t board_kind(void)
{
    return BOARD_KIND_HOST;
}

uint8_t board_program(uint16_t address)
{
    return host.program[address];
}

uint8_t board_features(void)
{
    return host.features;
}

uint8_t board_cause(void)
{
    return host.cause;
}

uint8_t board_lost(void)
{
    uint8_t lost = host.lost;
    host.lost = 0;
    return lost;
}
