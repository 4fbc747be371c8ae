/* The beat: what is to happen at each tick of the board's clock. */
#ifndef BEAT_H
#define BEAT_H

#include <stdint.h>

/* The first tick's length in sixteenths of a microsecond, before the beat sets it. */
#define FIRST_TICK 5000U

/* The place of a slot in the eight scans of a reading: 0 to 255, then 0 again. Each scan has its own order of lights. */
#define PLACES 256U
#define PLACES_SCAN 32U

/* The light of the slot at that place. */
uint8_t light_at(uint8_t place);

/* From the next slot on, ticks are as long as that rate's. */
void beat_at(uint8_t rate);

/* The next slot is the first of a scan. */
void beat_scan(void);

/* A light, its samples, the next light: called from the tick's interrupt, so that a busy main loop cannot shift it. */
void beat(void);

#endif
