#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_eeprom.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_io.h>

#include "sim.h"
#include "wiring.h"

/* Addresses of the ATmega328P's registers in its data space, from its data sheet. */
#define AT_EECR 0x3F
#define AT_EEARL 0x41
#define AT_EEARH 0x42
#define AT_MCUSR 0x54
#define BIT_EEPE 0x02
#define RAM_START 0x100
#define RAM_END 0x8FF
#define MEMORY_BYTES 1024U

/* With interrupts off for longer than this, the simulator looks at its timers no more often. */
#define BURST_CYCLES 100U

/* The converter's scale in millivolts: 5 for each of its 1023 steps, so that the simulator's division is exact. */
#define SCALE_MV 5115U

/* Data sheet, "EEPROM programming time": 26,368 cycles of the calibrated oscillator, typically 3.3 ms. */
#define WRITE_CYCLES (CYCLES_PER_MS * 33ULL / 10ULL)

/* rjmp .-2, at which a program stays for ever. */
#define HANG_LOW 0xFF
#define HANG_HIGH 0xCF

#define BOUNCES 9

static avr_t *avr;
static struct light light;
static void (*chip_own_reset)(avr_t *);
static avr_irq_t *uart_in, *adc_in, *button_in, *spi_in;
static bool is_uart_full;
static bool is_on = true, has_crashed;
static unsigned resets, writes;

static bool is_down;
static uint64_t bounces[BOUNCES];
static int bounces_left;

static uint8_t shadow[MEMORY_BYTES]; /* of the memory as it was before the write under way */
static uint64_t written_at = NEVER;  /* when the write under way will be done */
static uint16_t write_address;
static uint8_t write_before;
static unsigned tear_in;
static enum tear tear_kind;

static bool has_lamps;
static uint16_t shifted, lamps;

static uint32_t hung_at;
static uint8_t hung_code[2];
static bool is_hung;

struct light *chip_light(void)
{
    return &light;
}

uint64_t chip_cycle(void)
{
    return avr->cycle;
}

bool chip_is_on(void)
{
    return is_on;
}

bool chip_has_crashed(void)
{
    return has_crashed;
}

uint16_t chip_lamps(void)
{
    return lamps;
}

unsigned chip_resets(void)
{
    return resets;
}

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

const uint8_t *chip_ram(void)
{
    return avr->data;
}

void chip_store(uint16_t address, uint8_t byte)
{
    memory_bytes()[address] = shadow[address] = byte;
}

/* --- The button --- */

static void touch(bool down)
{
    /* Low is down. A write to the port sets its pins anew, from what it is told of the world here. */
    uint8_t level = down ? 0 : WIRED_BUTTON_MASK;
    avr_ioport_external_t external = {.name = WIRED_BUTTON_PORT, .mask = WIRED_BUTTON_MASK, .value = level};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(WIRED_BUTTON_PORT), &external);
    avr_raise_irq(button_in, level != 0);
}

static bool contact(void)
{
    return bounces_left % 2 ? !is_down : is_down;
}

/* Contacts change hands an even number of times before they rest. */
void chip_press(bool down, double bounce_ms)
{
    bool changes = down != is_down;
    is_down = down;
    bounces_left = 0;
    if (changes && bounce_ms > 0.0) {
        uint64_t at = avr->cycle;
        bounces_left = BOUNCES - 1;
        for (int i = 0; i < bounces_left; i++) {
            at += (uint64_t)(chance() * 2.0 * bounce_ms * CYCLES_PER_MS / BOUNCES) + 1;
            bounces[i] = at;
        }
    }
    touch(contact());
}

static uint64_t bounce_due(void)
{
    return bounces_left ? bounces[BOUNCES - 1 - bounces_left] : NEVER;
}

static void bounce(void)
{
    while (bounce_due() <= avr->cycle) {
        bounces_left--;
        touch(contact());
    }
}

/* --- The lights and the converter --- */

static uint8_t lights_port;

static void on_lights(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    lights_port = (uint8_t)value;
    uint8_t lit = 0;
    for (int lamp = 0; lamp < 3; lamp++) {
        lit |= (uint8_t)((lights_port >> WIRED_LIGHTS[lamp] & 1) << lamp);
    }
    light_switch(&light, lit, avr->cycle);
}

/* A conversion begins: its input is set to what the sensor sees at this moment. */
static void on_conversion(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } which = {.value = value};
    int hole = which.mux.src - WIRED_SENSOR0;
    if (hole >= 0 && hole < 5) {
        avr_raise_irq(adc_in + which.mux.src, light_sample(&light, hole, avr->cycle) * 5U + 2U);
    }
}

/* --- The lamps: two shift registers in a row --- */

static void on_spi(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    uint8_t back = has_lamps ? (uint8_t)(shifted >> 8) : 0xFF;
    shifted = (uint16_t)(shifted << 8 | (value & 0xFF));
    avr_raise_irq(spi_in, back);
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    if (value && has_lamps) {
        lamps = shifted;
    }
}

void chip_fit_lamps(bool are_fitted)
{
    has_lamps = are_fitted;
    lamps = 0;
}

/* --- The line --- */

static void on_uart_out(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    line_say((uint8_t)value, avr->cycle);
}

static void on_uart_full(struct avr_irq_t *irq, uint32_t value, void *full)
{
    (void)irq;
    if (value) {
        is_uart_full = full != NULL;
    }
}

/* The simulated UART paces the bytes itself. */
static void feed_uart(void)
{
    int byte;
    while (!is_uart_full && (byte = line_next(avr->cycle)) >= 0) {
        avr_raise_irq(uart_in, (uint32_t)byte);
    }
}

/* --- The memory --- */

void chip_tear(unsigned write, enum tear tear)
{
    tear_in = write;
    tear_kind = tear;
}

/* The simulator writes at once and is ready again: here it gets the time that it takes. */
static void on_memory_control(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    if (!(value & BIT_EEPE) || written_at != NEVER) {
        return;
    }
    write_address = (uint16_t)((avr->data[AT_EEARL] | avr->data[AT_EEARH] << 8) % MEMORY_BYTES);
    write_before = shadow[write_address];
    shadow[write_address] = chip_memory()[write_address];
    writes++;
    written_at = avr->cycle + WRITE_CYCLES;
    if (tear_in > 0 && --tear_in == 0) {
        /* Half-way, so that the event ends before the write does. */
        written_at = avr->cycle + WRITE_CYCLES / 2;
        tear_in = UINT32_MAX;
    }
    avr->data[AT_EECR] |= BIT_EEPE;
}

static void tear(void)
{
    uint8_t after = chip_memory()[write_address];
    uint8_t mixed = (uint8_t)chance_below(256);
    uint8_t left[] = {write_before, 0xFF, after, (uint8_t)((after & mixed) | (0xFF & ~mixed))};
    chip_store(write_address, left[tear_kind]);
    written_at = NEVER;
}

static void end_write(void)
{
    if (tear_in == UINT32_MAX) {
        chip_power(false);
        return;
    }
    avr->data[AT_EECR] &= (uint8_t)~BIT_EEPE;
    written_at = NEVER;
}

/* --- Resets --- */

/* Called by the simulator in every reset, its watchdog's included: the world outside has not changed. */
static void on_reset(avr_t *chip)
{
    if (chip_own_reset) {
        chip_own_reset(chip);
    }
    resets++;
    if (is_hung) {
        memcpy(chip->flash + hung_at, hung_code, sizeof hung_code);
        is_hung = false;
    }
    chip->data[WIRED_BUTTON_PIN_ADDRESS] = contact() ? 0 : WIRED_BUTTON_MASK;
    if (written_at != NEVER) {
        /* A reset alone does not stop a write that has begun. */
        written_at = NEVER;
    }
    is_uart_full = false;
    light_switch(&light, 0, chip->cycle);
}

void chip_reset(enum cause cause)
{
    if (!is_on) {
        return;
    }
    avr_reset(avr);
    avr->state = cpu_Running;
    avr->data[AT_MCUSR] = (uint8_t)cause;
    touch(contact());
}

static void fill_ram(void)
{
    for (int address = RAM_START; address <= RAM_END; address++) {
        avr->data[address] = (uint8_t)chance_below(256);
    }
}

void chip_power(bool on)
{
    if (on == is_on) {
        return;
    }
    is_on = on;
    if (!on) {
        if (written_at != NEVER) {
            tear();
        }
        tear_in = 0;
        lamps = shifted = 0;
        light_switch(&light, 0, avr->cycle);
        return;
    }
    fill_ram();
    line_reset();
    chip_reset(CAUSE_POWER);
}

void chip_hang(void)
{
    if (is_hung || !is_on) {
        return;
    }
    /* Wherever it is: asleep or in an interrupt, it comes by here again. */
    hung_at = avr->pc;
    memcpy(hung_code, avr->flash + hung_at, sizeof hung_code);
    avr->flash[hung_at] = HANG_LOW;
    avr->flash[hung_at + 1] = HANG_HIGH;
    is_hung = true;
}

/* --- Start and run --- */

static avr_cycle_count_t wake(avr_t *chip, avr_cycle_count_t when, void *unused)
{
    (void)chip;
    (void)when;
    (void)unused;
    return 0;
}

/* The harness sleeps, not the simulator. */
static void no_sleep(avr_t *chip, avr_cycle_count_t cycles)
{
    (void)chip;
    (void)cycles;
}

static void quiet(avr_t *chip, const int level, const char *format, va_list arguments)
{
    (void)chip;
    if (level <= LOG_ERROR) {
        vfprintf(stderr, format, arguments);
    }
}

static void connect(void)
{
    uint32_t no_flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    adc_in = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    spi_in = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    button_in = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_BUTTON_PORT), WIRED_BUTTON_BIT);
    avr_irq_t *uart = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), 0);
    avr_irq_register_notify(uart + UART_IRQ_OUTPUT, on_uart_out, NULL);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XON, on_uart_full, NULL);
    avr_irq_register_notify(uart + UART_IRQ_OUT_XOFF, on_uart_full, avr);
    avr_irq_register_notify(adc_in + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
    avr_irq_t *latch = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_LATCH_PORT), WIRED_LATCH_BIT);
    avr_irq_register_notify(latch, on_latch, NULL);
    avr_irq_t *lights = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_LIGHTS_PORT), IOPORT_IRQ_REG_PORT);
    avr_irq_register_notify(lights, on_lights, NULL);
    avr_irq_register_notify(avr_iomem_getirq(avr, AT_EECR, NULL, AVR_IOMEM_IRQ_ALL), on_memory_control, NULL);
}

bool chip_load(const char *elf)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(quiet);
    if (elf_read_firmware(elf, &firmware)) {
        return false;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) {
        return false;
    }
    avr_init(avr);
    firmware.frequency = CYCLES_PER_S;
    avr_load_firmware(avr, &firmware);
    avr->frequency = CYCLES_PER_S;
    avr->vcc = avr->avcc = avr->aref = SCALE_MV;
    avr->run_cycle_limit = BURST_CYCLES;
    avr->sleep = no_sleep;
    chip_own_reset = avr->reset;
    avr->reset = on_reset;
    light_start(&light);
    connect();
    memset(shadow, 0xFF, sizeof shadow);
    fill_ram();
    chip_reset(CAUSE_POWER);
    return true;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void events(void)
{
    bounce();
    feed_uart();
    if (written_at <= avr->cycle) {
        end_write();
    }
}

/* To the next event at most; a timer that does nothing keeps the simulator from sleeping past it. */
static void run_to(uint64_t cycle)
{
    if (cycle > avr->cycle) {
        avr_cycle_timer_register(avr, cycle - avr->cycle, wake, NULL);
    }
    while (avr->cycle < cycle && written_at > avr->cycle) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            has_crashed = true;
            is_on = false;
            return;
        }
    }
}

void chip_run(uint64_t until)
{
    while (is_on && avr->cycle < until) {
        events();
        if (is_on) {
            uint64_t due = least(line_due(), least(bounce_due(), written_at));
            run_to(due > avr->cycle ? least(until, due) : least(until, avr->cycle + CYCLES_PER_MS));
        }
    }
    if (!is_on && avr->cycle < until) {
        /* Without power, time passes all the same. */
        avr->cycle = until;
    }
    light.changed = light.changed > avr->cycle ? avr->cycle : light.changed;
}
