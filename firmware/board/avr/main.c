/* The firmware's main loop on the ATmega: asleep until an interrupt has brought something. */
#include <avr/wdt.h>

#include "../../core/tray.h"
#include "avr.h"
#include "line.h"

static struct tray tray;

int main(void)
{
    avr_start();
    tray_start(&tray);
    for (;;) {
        struct slot slot;
        if (avr_fetch_slot(&slot)) {
            tray_slot(&tray, &slot);
            /* Only here: without the tick, the samples and the loop, the watchdog is to bite. Where it is off, this does nothing. */
            if (!line_is_leaving()) {
                wdt_reset();
            }
        }
        /* One at a time: a flood on the line must not keep the slots waiting. */
        uint8_t byte;
        if (avr_fetch_byte(&byte)) {
            tray_take(&tray, byte);
        }
        tray_run(&tray);
        avr_rest();
    }
}
