/* What differs between the chips. */
#ifndef CHIP_H
#define CHIP_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../core/messages.h"

#if defined(__AVR_ATmega32U4__)

#include "../micro/pins.h"

#define CHIP_KIND BOARD_KIND_MICRO

/* The boot loaders of boards with this chip switch the watchdog off before anything else, or are not entered by it:
 * Caterina starts the program at once after a bite (Arduino's Caterina.c), and Atmel's is only entered by a pin. */
static inline bool chip_survives(void)
{
    return true;
}

/* The sixth bit of the channel is in another register. */
static inline void select_sensor(uint8_t number)
{
    static const uint8_t CHANNELS[] = SENSOR_CHANNELS;
    uint8_t channel = CHANNELS[number];
    ADCSRB = channel & 0x20U ? _BV(MUX5) : 0;
    ADMUX = (uint8_t)(_BV(REFS0) | (channel & 0x1FU));
}

static inline void silence_sensors(void)
{
    DIDR0 = SENSORS;
    DIDR2 = SENSORS_ABOVE;
}

#else

#include "../../core/loader.h"
#include "pins.h"

#define CHIP_KIND BOARD_KIND_NANO

/* The boot section: 256 to 2048 words, by the fuses BOOTSZ. */
#define BOOT_END 0x8000U
#define BOOT_LEAST 512U
#define BOOT_MOST 4096U

static inline bool chip_survives(void)
{
    return loader_survives(BOOT_END, BOOT_LEAST, BOOT_MOST);
}

/* The sensors are on channels that follow one another. */
static inline void select_sensor(uint8_t number)
{
    ADMUX = (uint8_t)(_BV(REFS0) | (SENSOR0 + number));
}

static inline void silence_sensors(void)
{
    DIDR0 = SENSORS;
}

#endif

#endif
