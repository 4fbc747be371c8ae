#include "beat.h"

#include "../board/board.h"
#include "scan.h"

/* Two ticks a slot: on the first the light changes, on the second, SETTLE_US later, its samples are begun. */
static uint8_t tick;

void beat(void)
{
    uint8_t light = (uint8_t)(tick >> 1);
    if (tick & 1U) {
        board_measure(light);
    } else {
        board_light(light);
    }
    tick = (uint8_t)((tick + 1U) % (2U * LIGHTS));
}
