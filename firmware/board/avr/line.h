/* The line to the box, besides what board.h and avr.h ask of it. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>

void line_start(void);

/* A byte has arrived. Interrupts are off. */
bool line_has_byte(void);

/* The box asks for the boot loader: the watchdog is to bite. */
bool line_is_leaving(void);

#endif
