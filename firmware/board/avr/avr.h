/* The ATmega328P: what its main loop needs besides board.h. */
#ifndef AVR_H
#define AVR_H

#include <stdbool.h>
#include <stdint.h>

#include "../../core/scan.h"

/* Sets up the pins, the clock, the converter, the line, the watchdog. */
void avr_start(void);

/* A byte that has arrived; false: none. */
bool avr_fetch_byte(uint8_t *byte);

/* The samples of a slot; false: none. */
bool avr_fetch_slot(struct slot *slot);

/* Sleeps until there is something to fetch. */
void avr_rest(void);

#endif
