/* Between chip.c, wired.c and eeprom.c: the parts of the simulated chip, and what is wired to it. */
#ifndef CHIP_H
#define CHIP_H

#include <simavr/sim_avr.h>

#include "sim.h"

/* The converter's scale in millivolts: 5 for each of its 1023 steps, so that the simulator's division is exact. */
#define SCALE_MV 5115U

/* --- wired.c: light, button, lamps and line --- */

void wired_start(avr_t *chip);
/* The world outside does not change with a reset: the pins are as they were. Before the chip's parts are reset, and
 * after. */
void wired_before_reset(void);
void wired_after_reset(void);
void wired_power_off(void);
/* When something happens next outside, and what is due by now. */
uint64_t wired_due(void);
void wired_events(void);

/* --- eeprom.c: the memory, and the time that it takes --- */

void eeprom_start(avr_t *chip);
/* When the write under way is done. */
uint64_t eeprom_due(void);
/* Whether the power is to fail with it. */
bool eeprom_events(void);
void eeprom_reset(void);
/* A write under way is torn. */
void eeprom_power_off(void);

#endif
