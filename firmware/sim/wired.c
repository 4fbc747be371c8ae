#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_io.h>

#include "chip.h"
#include "wiring.h"

#define BOUNCES 9

static avr_t *avr;
static struct light light;
static avr_irq_t *uart_in, *adc_in, *button_in, *spi_in;
static bool is_uart_full;

static bool is_down;
static uint64_t bounces[BOUNCES];
static int bounces_left;

static bool has_lamps;
static uint16_t shifted, lamps;

struct light *chip_light(void)
{
    return &light;
}

uint16_t chip_lamps(void)
{
    return lamps;
}

/* --- The button --- */

static void touch(bool down)
{
    /* Low is down. A write to the port resets its pins, so their outside levels are set here again. */
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

static void on_lights(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    uint8_t lit = 0;
    for (int lamp = 0; lamp < 3; lamp++) {
        lit |= (uint8_t)((value >> WIRED_LIGHTS[lamp] & 1) << lamp);
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

/* --- All of it --- */

void wired_before_reset(void)
{
    avr->data[WIRED_BUTTON_PIN_ADDRESS] = contact() ? 0 : WIRED_BUTTON_MASK;
    is_uart_full = false;
    light_switch(&light, 0, avr->cycle);
}

void wired_after_reset(void)
{
    touch(contact());
}

void wired_power_off(void)
{
    lamps = shifted = 0;
    light_switch(&light, 0, avr->cycle);
}

uint64_t wired_due(void)
{
    uint64_t line = line_due(), contacts = bounce_due();
    return line < contacts ? line : contacts;
}

void wired_events(void)
{
    bounce();
    feed_uart();
}

void wired_start(avr_t *chip)
{
    uint32_t no_flags = 0;
    avr = chip;
    light_start(&light);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
    uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    adc_in = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    spi_in = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    button_in = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_BUTTON_PORT), WIRED_BUTTON_BIT);
    avr_irq_t *latch = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_LATCH_PORT), WIRED_LATCH_BIT);
    avr_irq_t *lights = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(WIRED_LIGHTS_PORT), IOPORT_IRQ_REG_PORT);
    avr_irq_register_notify(uart_in - UART_IRQ_INPUT + UART_IRQ_OUTPUT, on_uart_out, NULL);
    avr_irq_register_notify(uart_in - UART_IRQ_INPUT + UART_IRQ_OUT_XON, on_uart_full, NULL);
    avr_irq_register_notify(uart_in - UART_IRQ_INPUT + UART_IRQ_OUT_XOFF, on_uart_full, avr);
    avr_irq_register_notify(adc_in + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, NULL);
    avr_irq_register_notify(latch, on_latch, NULL);
    avr_irq_register_notify(lights, on_lights, NULL);
}
