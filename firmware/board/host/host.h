/* A board that is only memory: what the world would do to it, a program does. For tests and for the fuzzer. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../core/tray.h"

#define HOST_MEMORY 256U
#define HOST_SAID 8192U
#define HOST_PROGRAM 64U

struct host {
    uint16_t samples[HOLES][LIGHTS]; /* what the converter gives */
    uint16_t (*sample)(unsigned hole); /* gives it instead, if set */
    void (*light)(uint8_t light);      /* is told of each change of the light, if set */
    uint64_t now; /* in sixteenths of a microsecond */
    uint8_t memory[HOST_MEMORY];
    uint8_t said[HOST_SAID]; /* all bytes that were sent */
    size_t said_count;
    uint16_t lamps;
    uint8_t lit;
    uint8_t features;
    uint8_t program[HOST_PROGRAM]; /* the program memory */
    uint8_t cause;
    uint8_t lost;
    bool is_down;
    bool is_worn;      /* the memory takes no writes any more */
    unsigned writes;
    unsigned power_fails_in; /* the power fails with that write, 0: never */
    bool has_failed;
    bool has_overrun; /* a frame was begun before the last one was sent */
    uint16_t tick; /* how long ticks are, in sixteenths of a microsecond */
    struct slot slot;
    bool is_measured;
    unsigned remembering; /* slots that the write under way still takes */
    unsigned sending;     /* slots until the bytes are sent */
};

extern struct host host;

/* A new board: the tray is empty, the memory is blank. */
void host_start(void);

/* Power on; the memory keeps its contents. */
void host_boot(struct tray *tray);

/* Lets that number of slots pass. */
void host_slots(struct tray *tray, unsigned count);
void host_take(struct tray *tray, const uint8_t *bytes, size_t count);

/* Sets what the lights add to darkness in a hole, in steps. */
void host_place(unsigned hole, uint16_t red, uint16_t green, uint16_t blue);

#endif
