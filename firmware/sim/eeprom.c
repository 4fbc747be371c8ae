#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/sim_io.h>

#include "chip.h"

/* Addresses of the ATmega328P's registers in its data space, from its data sheet. */
#define AT_EECR 0x3F
#define AT_EEARL 0x41
#define AT_EEARH 0x42
#define BIT_EEPE 0x02
#define MEMORY_BYTES 1024U

/* Data sheet, "EEPROM programming time": 26,368 cycles of the calibrated oscillator, typically 3.3 ms. */
#define WRITE_CYCLES (CYCLES_PER_MS * 33ULL / 10ULL)

static avr_t *avr;
static unsigned writes;
static uint8_t shadow[MEMORY_BYTES]; /* of the memory as it was before the write under way */
static uint64_t written_at = NEVER;  /* when the write under way will be done */
static uint16_t write_address;
static uint8_t write_before;
static unsigned tear_in;
static bool tears_now;
static enum tear tear_kind;

unsigned chip_writes(void)
{
    return writes;
}

static uint8_t *memory_bytes(void)
{
    avr_eeprom_desc_t whole = {.ee = NULL, .offset = 0, .size = 1};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &whole);
    return whole.ee;
}

const uint8_t *chip_memory(void)
{
    return memory_bytes();
}

void chip_store(uint16_t address, uint8_t byte)
{
    memory_bytes()[address] = shadow[address] = byte;
}

void chip_tear(unsigned write, enum tear tear)
{
    tear_in = write;
    tear_kind = tear;
}

/* The simulator writes at once and is ready again: here it gets the time that it takes. */
static void on_control(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    if (!(value & BIT_EEPE) || written_at != NEVER) {
        return;
    }
    write_address = (uint16_t)((avr->data[AT_EEARL] | avr->data[AT_EEARH] << 8) % MEMORY_BYTES);
    write_before = shadow[write_address];
    shadow[write_address] = memory_bytes()[write_address];
    writes++;
    tears_now = tear_in > 0 && --tear_in == 0;
    /* Torn half-way. */
    written_at = avr->cycle + (tears_now ? WRITE_CYCLES / 2 : WRITE_CYCLES);
    avr->data[AT_EECR] |= BIT_EEPE;
}

uint64_t eeprom_due(void)
{
    return written_at;
}

bool eeprom_events(void)
{
    if (written_at > avr->cycle) {
        return false;
    }
    if (tears_now) {
        return true;
    }
    avr->data[AT_EECR] &= (uint8_t)~BIT_EEPE;
    written_at = NEVER;
    return false;
}

/* A reset does not stop a write that has begun. */
void eeprom_reset(void)
{
    written_at = NEVER;
}

void eeprom_power_off(void)
{
    if (written_at != NEVER) {
        uint8_t after = memory_bytes()[write_address];
        uint8_t mixed = (uint8_t)chance_below(256);
        uint8_t left[] = {write_before, 0xFF, after, (uint8_t)((after & mixed) | (0xFF & ~mixed))};
        chip_store(write_address, left[tear_kind]);
    }
    written_at = NEVER;
    tears_now = false;
    tear_in = 0;
}

void eeprom_start(avr_t *chip)
{
    avr = chip;
    memset(shadow, 0xFF, sizeof shadow);
    avr_irq_register_notify(avr_iomem_getirq(avr, AT_EECR, NULL, AVR_IOMEM_IRQ_ALL), on_control, NULL);
}
