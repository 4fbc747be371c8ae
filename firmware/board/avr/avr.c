/* The ATmega328P at 16 MHz, as on an Arduino Nano, and the ATmega32U4, as on a Micro. Register names and figures are the
 * data sheets'. What differs is in chip.h; the line is in line.h. */
#include "avr.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "../../core/beat.h"
#include "../board.h"
#include "chip.h"
#include "line.h"

_Static_assert(F_CPU == 16000000UL, "a cycle is to be a sixteenth of a microsecond");

/* One is being measured while the other waits to be fetched: the main loop may be busy for 0.9 ms. */
#define SLOTS 2U
static volatile struct slot slots[SLOTS];
static uint8_t slot_in, slot_out;
static volatile uint8_t measured; /* slots that wait to be fetched */
static uint8_t hole;

static uint8_t cause __attribute__((section(".noinit")));
static bool has_lamps;

/* Where no watchdog may be used, the tick counts how long no slot was fetched, and restarts the program: after a
 * quarter of a second at the fastest rate, at which a slot has two ticks. */
#define DEADMAN_TICKS (uint16_t)(2U * SLOTS_PER_S / 4U)
static bool has_watchdog;
static volatile uint16_t ticks_alone;

/* Before anything else: after a bite the watchdog goes on at its shortest period, 16 ms, and WDRF keeps it on. A real
 * reset clears GPIOR0; otherwise it says why the program was restarted. */
__attribute__((naked, used, section(".init3"))) static void save_cause(void)
{
    cause = MCUSR | GPIOR0;
    MCUSR = 0;
    GPIOR0 = 0;
    wdt_disable();
}

/* --- The lamps: two 74HC595 in a row, which give back at their end what was shifted in 16 bits before --- */

static uint8_t shift8(uint8_t out)
{
    SPDR = out;
    while (!(SPSR & _BV(SPIF))) {
    }
    return SPDR;
}

static uint16_t shift16(uint16_t out)
{
    uint8_t high = shift8((uint8_t)(out >> 8));
    return (uint16_t)((uint16_t)high << 8 | shift8((uint8_t)out));
}

void board_lamps(uint16_t lamps)
{
    shift16(lamps);
    LAMP_LATCH_PORT |= LAMP_LATCH;
    LAMP_LATCH_PORT &= (uint8_t)~LAMP_LATCH;
}

/* SPI in mode 0 at 1 MHz, which a ribbon of some centimetres carries. */
static void start_lamps(void)
{
    const uint16_t pattern = 0xA5C3;
    SPCR = _BV(SPE) | _BV(MSTR) | _BV(SPR0);
    shift16(pattern);
    has_lamps = shift16(0) == pattern;
}

/* --- Light and samples --- */

void board_light(uint8_t light)
{
    uint8_t lit = 0;
    if (light == LIGHT_RED) {
        lit = RED;
    } else if (light == LIGHT_GREEN) {
        lit = GREEN;
    } else if (light == LIGHT_BLUE) {
        lit = BLUE;
    }
    LIGHTS_PORT = (uint8_t)((LIGHTS_PORT & ~(RED | GREEN | BLUE)) | lit);
}

/* The supply is the reference: it feeds the phototransistors, too. */
static void convert(uint8_t number)
{
    select_sensor(number);
    ADCSRA |= _BV(ADSC);
}

void board_measure(uint8_t place)
{
    if (measured == SLOTS) {
        return;
    }
    slots[slot_in].place = place;
    hole = 0;
    convert(0);
}

/* The tick's interrupt comes a few microseconds after the timer's start: it is far from the old end and the new one. */
void board_tick(uint16_t length)
{
    OCR1A = length - 1U;
}

ISR(ADC_vect)
{
    slots[slot_in].samples[hole] = ADC;
    hole++;
    if (hole < HOLES) {
        convert(hole);
    } else {
        slot_in ^= 1U;
        measured++;
    }
}

static void restart_program(void)
{
    GPIOR0 = CAUSE_BIT_WATCHDOG;
    __asm__ volatile("jmp 0");
}

/* A hang with interrupts off is not noticed here. */
ISR(TIMER1_COMPA_vect)
{
    beat();
    ticks_alone++;
    if (ticks_alone >= DEADMAN_TICKS && !has_watchdog) {
        restart_program();
    }
}

/* No interrupt touches a slot that waits. */
bool avr_fetch_slot(struct slot *fetched)
{
    if (measured == 0) {
        return false;
    }
    fetched->place = slots[slot_out].place;
    for (uint8_t i = 0; i < HOLES; i++) {
        fetched->samples[i] = slots[slot_out].samples[i];
    }
    slot_out ^= 1U;
    cli();
    measured--;
    ticks_alone = 0;
    sei();
    return true;
}

bool board_is_down(void)
{
    return !(BUTTON_PIN & BUTTON);
}

/* --- Memory --- */

uint8_t board_recall(uint8_t address)
{
    return eeprom_read_byte((const uint8_t *)(uint16_t)address);
}

void board_remember(uint8_t address, uint8_t byte)
{
    eeprom_write_byte((uint8_t *)(uint16_t)address, byte);
}

bool board_is_remembering(void)
{
    return !eeprom_is_ready();
}

uint8_t board_program(uint16_t address)
{
    return pgm_read_byte(address);
}

/* --- Who it is --- */

uint8_t board_kind(void)
{
    return CHIP_KIND;
}

uint8_t board_features(void)
{
    return (has_lamps ? FEATURE_BIT_LAMPS : 0) | (has_watchdog ? FEATURE_BIT_WATCHDOG : 0);
}

uint8_t board_cause(void)
{
    return cause & (CAUSE_BIT_POWER_ON | CAUSE_BIT_EXTERNAL | CAUSE_BIT_BROWN_OUT | CAUSE_BIT_WATCHDOG);
}

/* --- Start and rest --- */

static void start_converter(void)
{
    silence_sensors();
    /* 16 MHz / 64 = 250 kHz: a sample takes 52 us, five fit between two ticks. The data sheet gives 2 steps of
     * accuracy at 200 kHz and 4.5 at 1 MHz. */
    ADCSRA = _BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1);
}

/* Timer 1 clears itself at each tick. */
static void start_tick(void)
{
    OCR1A = FIRST_TICK - 1U;
    TIMSK1 = _BV(OCIE1A);
    TCCR1B = _BV(WGM12) | _BV(CS10);
}

void avr_start(void)
{
    has_watchdog = chip_survives();
    if (has_watchdog) {
        wdt_enable(WDTO_250MS);
    }
    start_pins();
    start_lamps();
    start_converter();
    line_start();
    start_tick();
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

/* Interrupts that bring nothing to fetch - a tick, one sample of five, a byte that was sent - leave the loop asleep. The
 * one that comes between the question and the sleep ends the sleep: sei takes effect one step late. */
void avr_rest(void)
{
    sleep_enable();
    cli();
    while (measured == 0 && !line_has_byte()) {
        sei();
        sleep_cpu();
        cli();
    }
    sei();
    sleep_disable();
}
