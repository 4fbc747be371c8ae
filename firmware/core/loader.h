/* Whether the chip may use its watchdog. A bite leaves the watchdog on, at its shortest period: a boot loader that waits
 * for an upload without switching it off is bitten again and again, until the power is cut. */
#ifndef LOADER_H
#define LOADER_H

#include <stdbool.h>
#include <stdint.h>

/* Whether what starts the program is known to survive a bite. The boot section ends at end; by the chip's fuses it takes
 * least bytes, twice as many, and so on up to most. */
bool loader_survives(uint16_t end, uint16_t least, uint16_t most);

#endif
