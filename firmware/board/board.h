/* What the core asks of a board. Everything below this line is a board's own; nothing above it knows a register. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* The lights under the pegs: one of LIGHT_OFF, LIGHT_RED ... Called from the tick. */
void board_light(uint8_t light);

/* Begins to sample the five holes for the slot at that place, unless the last samples have not been fetched. From the
 * tick. */
void board_measure(uint8_t place);

/* How long this tick and the ones after it take, in sixteenths of a microsecond. From the tick. */
void board_tick(uint16_t length);

/* The button's contact, as it is now. */
bool board_is_down(void);

/* The five feedback lamps, two bits each; a board without them does nothing. */
void board_lamps(uint16_t lamps);

/* Sends bytes, which stay where they are until board_is_sending says no. */
void board_send(const uint8_t *bytes, uint8_t count);
bool board_is_sending(void);

/* A byte of memory that outlasts the power, as it is; and one to be written, which takes its time. */
uint8_t board_recall(uint8_t address);
void board_remember(uint8_t address, uint8_t byte);
bool board_is_remembering(void);

/* A byte of the program memory; boards without a boot section have no need of it. */
uint8_t board_program(uint16_t address);

/* Who the board is, what it has, and why it booted: board, bits of feature and of cause in messages.h. */
uint8_t board_kind(void);
uint8_t board_features(void);
uint8_t board_cause(void);

/* Bytes dropped since the last call because they were not fetched in time. */
uint8_t board_lost(void);

#endif
