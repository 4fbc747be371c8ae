/* The tests' tools: cmocka, and frames as a box would make and read them. */
#ifndef CHECK_H
#define CHECK_H

/* cmocka wants these first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../board/host/host.h"

/* The tray that every test begins with: a blank board that has booted, its first words forgotten. */
extern struct tray tray;
int setup(void **state);

/* A frame that the tray said. */
struct said {
    uint8_t type;
    uint8_t sequence;
    uint8_t size;
    uint8_t body[PLAIN_LIMIT];
};

/* Takes the next frame that was said; fails the test if there is none, or what was said is no frame. */
struct said next_said(void);

/* The next frame of that type; others are passed over. */
struct said next_of(uint8_t type);
void nothing_said(void);
void forget_said(void);

/* A request of the box. */
void ask(uint8_t type, uint8_t sequence, const void *body, uint8_t size);

/* Sends a request; its Result must have that status. */
void ask_result(uint8_t type, uint8_t sequence, const void *body, uint8_t size, uint8_t result);

/* Sends Identify; returns the Hello. */
struct said hello(uint8_t sequence);

void press_and_release(void);

/* Waits until the pegs count as steady. */
void rest(void);

/* Long enough for a steady reading after a movement: two of eight scans, and one that was under way. */
#define REST (18U * CYCLES * LIGHTS)
#define SCAN (CYCLES * LIGHTS)

extern const struct CMUnitTest WIRE_TESTS[], BUTTON_TESTS[], SCAN_TESTS[], MEMORY_TESTS[], TRAY_TESTS[], REQUEST_TESTS[],
    LOADER_TESTS[];
extern const size_t WIRE_COUNT, BUTTON_COUNT, SCAN_COUNT, MEMORY_COUNT, TRAY_COUNT, REQUEST_COUNT, LOADER_COUNT;

#endif
