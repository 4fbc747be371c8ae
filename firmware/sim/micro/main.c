/* Runs the firmware on a simulated ATmega32U4 that is plugged into a USB host, and obeys one word after the other:
 *
 *   micro-sim ELF [WORD]...
 *
 * enumerate     asks for the device descriptor, configures the device, and prints vendor and product
 * open, close   a program opens the port, at 250,000 baud, or closes it
 * touch         a program opens the port at 1200 baud and closes it
 * HEX           sends these bytes and runs for 30 ms
 * press, release
 * run           runs for a second
 * hang          the program stays where it is until it is reset
 *
 * After each word it prints a line: the bytes that have come from the tray since, the number of resets so far, and
 * whether the chip pulls itself up on the bus. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_usb.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_interrupts.h>

#define CYCLES_PER_MS 16000U

/* Addresses, bits and the number of a vector: data sheet of the ATmega32U4. */
#define AT_UDCON 0xE0
#define AT_UDINT 0xE1
#define AT_UDIEN 0xE2
#define DETACH 0x01
#define START_OF_FRAME 0x04
#define USB_GENERAL 10

/* The endpoints of the Arduino core: cores/arduino/USBDesc.h. */
#define TO_TRAY 2
#define FROM_TRAY 3
#define PACKET 64
#define PATIENCE_MS 50

/* Wired by hand, and not from the table of pins, so that a wrong row there is seen: the channels of A0 to A3 and D4, the
 * lights on PB4 to PB6, the button on PD7. */
static const unsigned CHANNELS[] = {7, 6, 5, 4, 2};
/* simavr 1.6 keeps the values of eight channels: that of channel 8, which is selected by the number 32, is kept as that of
 * channel 2, which this chip does not have. */
#define CHANNEL_8 32
#define FREE_CHANNEL 2
#define LIGHTS_PORT 'B'
#define FIRST_LIGHT 4
#define BUTTON_PORT 'D'
#define BUTTON_BIT 7

/* What a sensor sees, in steps of the converter: of the dark, more for each hole, and more under each light. */
#define SCALE_MV 5115U
#define DARK 20
#define OF_HOLE 10
#define OF_LIGHT 100

static avr_t *avr;
static avr_irq_t *adc_in, *button_in;
static void (*chip_own_reset)(avr_t *);
static unsigned resets, lit;
static uint8_t come[8192];
static size_t come_count;

static int usb(uint32_t what, uint8_t pipe, uint8_t *bytes, uint32_t *count)
{
    struct avr_io_usb packet = {pipe, *count, bytes};
    int result = avr_ioctl(avr, what, &packet);
    *count = packet.sz;
    return result;
}

/* --- The board --- */

static void on_reset(avr_t *chip)
{
    if (chip_own_reset) {
        chip_own_reset(chip);
    }
    resets++;
}

static void press(bool is_down)
{
    avr_ioport_external_t external = {.name = BUTTON_PORT, .mask = 1U << BUTTON_BIT, .value = is_down ? 0 : 1U << BUTTON_BIT};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(BUTTON_PORT), &external);
    avr_raise_irq(button_in, !is_down);
}

static void on_lights(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    lit = value >> FIRST_LIGHT & 7U;
}

static void move_channel(void)
{
    avr_io_t *part = avr->io_port;
    while (part && strcmp(part->kind, "adc") != 0) {
        part = part->next;
    }
    ((avr_adc_t *)part)->muxmode[CHANNEL_8].src = FREE_CHANNEL;
}

static void on_conversion(struct avr_irq_t *irq, uint32_t value, void *unused)
{
    (void)irq;
    (void)unused;
    union {
        uint32_t value;
        avr_adc_mux_t mux;
    } which = {.value = value};
    for (unsigned hole = 0; hole < 5; hole++) {
        if (which.mux.src == CHANNELS[hole]) {
            avr_raise_irq(adc_in + which.mux.src, (DARK + OF_HOLE * hole + OF_LIGHT * lit) * 5U + 2U);
        }
    }
}

static void quiet(avr_t *chip, const int level, const char *format, va_list arguments)
{
    (void)chip;
    if (level <= LOG_ERROR) {
        vfprintf(stderr, format, arguments);
    }
}

static bool load(const char *elf)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(quiet);
    avr = avr_make_mcu_by_name("atmega32u4");
    if (!avr || elf_read_firmware(elf, &firmware)) {
        return false;
    }
    avr_init(avr);
    firmware.frequency = CYCLES_PER_MS * 1000U;
    avr_load_firmware(avr, &firmware);
    avr->vcc = avr->avcc = avr->aref = SCALE_MV;
    chip_own_reset = avr->reset;
    avr->reset = on_reset;
    move_channel();
    adc_in = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0);
    button_in = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(BUTTON_PORT), BUTTON_BIT);
    avr_irq_t *lights = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(LIGHTS_PORT), IOPORT_IRQ_REG_PORT);
    avr_irq_register_notify(adc_in + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr_irq_register_notify(lights, on_lights, NULL);
    press(false);
    return true;
}

/* --- The bus --- */

/* simavr's own frames end after the first one. */
static void start_frame(void)
{
    avr->data[AT_UDINT] |= START_OF_FRAME;
    for (int i = 0; i < avr->interrupts.vector_count; i++) {
        if (avr->interrupts.vector[i]->vector == USB_GENERAL && avr->data[AT_UDIEN] & START_OF_FRAME) {
            avr_raise_interrupt(avr, avr->interrupts.vector[i]);
        }
    }
}

static void hear(void)
{
    uint8_t packet[PACKET];
    uint32_t count = sizeof packet;
    if (usb(AVR_IOCTL_USB_READ, FROM_TRAY, packet, &count) == 0 && come_count + count <= sizeof come) {
        memcpy(come + come_count, packet, count);
        come_count += count;
    }
}

static bool is_configured;

/* A frame of the bus, at the end of which the host asks for what has come. */
static void run_frame(void)
{
    avr_cycle_count_t until = avr->cycle + CYCLES_PER_MS;
    unsigned before = resets;
    start_frame();
    while (avr->cycle < until) {
        int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the program has ended at %04x\n", avr->pc);
            exit(1);
        }
    }
    is_configured = is_configured && resets == before;
    if (is_configured) {
        hear();
    }
}

static void run(unsigned ms)
{
    for (; ms > 0; ms--) {
        run_frame();
    }
}

/* Tries again each millisecond while the chip is not ready. */
static uint32_t transfer(uint32_t what, uint8_t pipe, uint8_t *bytes, uint32_t count)
{
    for (int tries = 0; tries < PATIENCE_MS; tries++) {
        uint32_t moved = count;
        if (usb(what, pipe, bytes, &moved) == 0) {
            return moved;
        }
        run_frame();
    }
    fprintf(stderr, "pipe %u does not answer\n", pipe);
    exit(1);
}

/* A control transfer; bytes come back if the request's first bit is set. */
static uint32_t control(const uint8_t *setup, uint8_t *bytes)
{
    uint8_t request[8], nothing[PACKET];
    memcpy(request, setup, sizeof request);
    transfer(AVR_IOCTL_USB_SETUP, 0, request, sizeof request);
    run_frame();
    uint32_t count = 0;
    if (request[0] & 0x80) {
        count = transfer(AVR_IOCTL_USB_READ, 0, bytes, PACKET);
        transfer(AVR_IOCTL_USB_WRITE, 0, nothing, 0);
        return count;
    }
    if (request[6] > 0) {
        transfer(AVR_IOCTL_USB_WRITE, 0, bytes, request[6]);
        run_frame();
    }
    transfer(AVR_IOCTL_USB_READ, 0, nothing, 0);
    return 0;
}

static void enumerate(void)
{
    static const uint8_t DESCRIPTOR[] = {0x80, 6, 0, 1, 0, 0, 18, 0}, CONFIGURE[] = {0x00, 9, 1, 0, 0, 0, 0, 0};
    uint8_t answer[PACKET] = {0};
    run(20);
    avr_ioctl(avr, AVR_IOCTL_USB_VBUS, (void *)1);
    avr_ioctl(avr, AVR_IOCTL_USB_RESET, NULL);
    run(2);
    control(DESCRIPTOR, answer);
    control(CONFIGURE, answer);
    run(2);
    is_configured = true;
    printf("%02x%02x:%02x%02x ", answer[9], answer[8], answer[11], answer[10]);
}

static void set_port(uint32_t baud, bool is_open)
{
    static const uint8_t CODING[] = {0x21, 0x20, 0, 0, 0, 0, 7, 0};
    uint8_t line[] = {(uint8_t)baud, (uint8_t)(baud >> 8), (uint8_t)(baud >> 16), 0, 0, 0, 8};
    uint8_t state[] = {0x21, 0x22, is_open ? 3 : 0, 0, 0, 0, 0, 0};
    control(CODING, line);
    control(state, NULL);
}

/* --- The words --- */

/* rjmp .-2, where the program is. */
static void hang(void)
{
    uint8_t *here = avr->flash + avr->pc, was[2] = {here[0], here[1]};
    unsigned before = resets;
    here[0] = 0xFF;
    here[1] = 0xCF;
    for (int ms = 0; ms < 1000 && resets == before; ms++) {
        run_frame();
    }
    memcpy(here, was, sizeof was);
}

static void say(const char *hexadecimal)
{
    uint8_t bytes[PACKET];
    uint32_t count = 0;
    unsigned byte;
    while (count < sizeof bytes && sscanf(hexadecimal + 2 * count, "%2x", &byte) == 1) {
        bytes[count++] = (uint8_t)byte;
    }
    transfer(AVR_IOCTL_USB_WRITE, TO_TRAY, bytes, count);
    run(30);
}

static void obey(const char *word)
{
    if (strcmp(word, "enumerate") == 0) {
        enumerate();
    } else if (strcmp(word, "open") == 0) {
        set_port(250000, true);
    } else if (strcmp(word, "close") == 0) {
        set_port(250000, false);
    } else if (strcmp(word, "touch") == 0) {
        set_port(1200, true);
        set_port(1200, false);
        run(300);
    } else if (strcmp(word, "press") == 0 || strcmp(word, "release") == 0) {
        press(word[0] == 'p');
        run(200);
    } else if (strcmp(word, "run") == 0) {
        run(1000);
    } else if (strcmp(word, "hang") == 0) {
        hang();
    } else {
        say(word);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || !load(argv[1])) {
        fprintf(stderr, "usage: %s ELF [WORD]...\nexpected a program for the ATmega32U4\n", argv[0]);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        come_count = 0;
        obey(argv[i]);
        for (size_t at = 0; at < come_count; at++) {
            printf("%02x", come[at]);
        }
        printf(" %u %s\n", resets, avr->data[AT_UDCON] & DETACH ? "detached" : "attached");
    }
    return 0;
}
