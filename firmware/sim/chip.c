#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/sim_elf.h>
#include <simavr/sim_hex.h>

#include "chip.h"

/* Addresses in the ATmega328P's data space, from its data sheet. */
#define AT_MCUSR 0x54
#define RAM_START 0x100
#define RAM_END 0x8FF

/* With interrupts off, the simulator checks its timers only this often. */
#define BURST_CYCLES 1000U

/* rjmp .-2, at which a program stays for ever. */
#define HANG_LOW 0xFF
#define HANG_HIGH 0xCF

static avr_t *avr;
static void (*chip_own_reset)(avr_t *);
static bool is_on = true, has_crashed;
static unsigned resets;

static uint32_t hung_at;
static uint8_t hung_code[2];
static bool is_hung;

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

unsigned chip_resets(void)
{
    return resets;
}

const uint8_t *chip_ram(void)
{
    return avr->data;
}

/* --- Resets --- */

static void end_hang(void)
{
    if (is_hung) {
        memcpy(avr->flash + hung_at, hung_code, sizeof hung_code);
        is_hung = false;
    }
}

/* The program clears MCUSR first, also where it restarts without a reset. */
static void on_mcusr(avr_t *chip, avr_io_addr_t address, uint8_t byte, void *unused)
{
    (void)unused;
    chip->data[address] = byte;
    end_hang();
}

/* Called by the simulator in every reset, its watchdog's included: the world outside has not changed. */
static void on_reset(avr_t *chip)
{
    if (chip_own_reset) {
        chip_own_reset(chip);
    }
    resets++;
    end_hang();
    wired_before_reset();
    eeprom_reset();
}

void chip_reset(enum cause cause)
{
    if (!is_on) {
        return;
    }
    avr_reset(avr);
    avr->state = cpu_Running;
    avr->data[AT_MCUSR] = (uint8_t)cause;
    wired_after_reset();
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
        eeprom_power_off();
        wired_power_off();
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

/* As with the fuse BOOTRST: every reset begins where the boot loader is. */
static bool add_boot_loader(const char *path)
{
    ihex_chunk_p chunks = NULL;
    int count = read_ihex_chunks(path, &chunks);
    for (int i = 0; i < count; i++) {
        memcpy(avr->flash + chunks[i].baseaddr, chunks[i].data, chunks[i].size);
    }
    if (count > 0) {
        avr->reset_pc = chunks[0].baseaddr;
        avr->codeend = avr->flashend + 1;
        free_ihex_chunks(chunks);
    }
    return count > 0;
}

bool chip_load(const char *elf, const char *boot)
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
    if (boot && !add_boot_loader(boot)) {
        return false;
    }
    avr->frequency = CYCLES_PER_S;
    avr->vcc = avr->avcc = avr->aref = SCALE_MV;
    avr->run_cycle_limit = BURST_CYCLES;
    avr->sleep = no_sleep;
    chip_own_reset = avr->reset;
    avr->reset = on_reset;
    avr_register_io_write(avr, AT_MCUSR, on_mcusr, NULL);
    wired_start(avr);
    eeprom_start(avr);
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
    wired_events();
    if (eeprom_events()) {
        chip_power(false);
    }
}

/* To the next event at most; a timer that does nothing keeps the simulator from sleeping past it. */
static void run_to(uint64_t cycle)
{
    if (cycle > avr->cycle) {
        avr_cycle_timer_register(avr, cycle - avr->cycle, wake, NULL);
    }
    while (avr->cycle < cycle && eeprom_due() > avr->cycle) {
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
            uint64_t due = least(wired_due(), eeprom_due());
            run_to(due > avr->cycle ? least(until, due) : least(until, avr->cycle + CYCLES_PER_MS));
        }
    }
    if (!is_on && avr->cycle < until) {
        /* Without power, time passes all the same. */
        avr->cycle = until;
    }
}
