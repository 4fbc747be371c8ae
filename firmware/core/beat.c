#include "beat.h"

#include "../board/board.h"
#include "scan.h"

static const uint8_t CYCLE_ORDERS[PLACES / PLACES_SCAN] = ORDERS;
static const uint16_t RATE_TICKS[RATES] = TICKS;

_Static_assert(PLACES_SCAN == CYCLES * LIGHTS, "a scan is to end with a cycle");

static volatile uint8_t rate;
static volatile bool is_scan_wanted;

/* Two ticks a slot: on the first the light changes, on the second, a tick later, its samples are begun. */
static uint8_t place;
static bool is_lit;

uint8_t light_at(uint8_t at)
{
    return (CYCLE_ORDERS[at / PLACES_SCAN] >> (2U * (at % LIGHTS))) & (LIGHTS - 1U);
}

void beat_at(uint8_t wanted)
{
    rate = wanted;
}

void beat_scan(void)
{
    is_scan_wanted = true;
}

void beat(void)
{
    if (is_lit) {
        board_measure(place);
        place++;
    } else {
        if (is_scan_wanted) {
            is_scan_wanted = false;
            place = (uint8_t)((place + PLACES_SCAN - 1U) / PLACES_SCAN * PLACES_SCAN);
        }
        board_tick(RATE_TICKS[rate]);
        board_light(light_at(place));
    }
    is_lit = !is_lit;
}
