/* The simulated tray: the real firmware on a simulated ATmega328P, with light, a button, lamps and a line around it. */
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CYCLES_PER_S 16000000ULL
#define CYCLES_PER_MS (CYCLES_PER_S / 1000ULL)
#define CYCLES_PER_US (CYCLES_PER_S / 1000000ULL)
#define NEVER UINT64_MAX

/* --- light.c: what the sensors see --- */

/* The lamps in the room that flicker: see light_wave. */
#define FLICKERS 2
enum wave { WAVE_SINE, WAVE_RECTIFIED, WAVE_CHOPPED, WAVES };

struct lamp {
    enum wave wave;
    double hz;
    double depth; /* the share of the room's light that is missing while this lamp is dark */
    double duty;  /* how long a chopped lamp is lit, as a share of its period */
    double phase; /* in turns, at cycle 0 */
};

struct light {
    double lamps[5][3];  /* what red, green and blue add in a hole, as shares of the converter's scale */
    double ambient[5];   /* the room's light in a hole, likewise */
    struct lamp flicker[FLICKERS]; /* the lamps in the room */
    double noise;        /* standard deviation of a sample, as a share of the scale */
    double settling_us;  /* time constant with which a sensor follows */
    uint8_t lit;         /* bits: red, green, blue */
    uint64_t changed;    /* the cycle at which lit changed */
    double before[5];    /* what the lamps added just then */
};

void light_start(struct light *light);
void light_switch(struct light *light, uint8_t lit, uint64_t cycle);
uint16_t light_sample(struct light *light, int hole, uint64_t cycle);
/* How bright a lamp is, from 0 to 1, that many turns after it began. tests/fakes/room.py has the same. */
/* The wave of that name, or WAVES. */
enum wave light_wave_of(const char *name);
double light_wave(enum wave wave, double duty, double turns);
/* Obeys a verb about light: its words, and what they are as numbers. Returns whether it was one, with what it needs. */
bool light_obeys(struct light *light, char *const *word, const double *number, int count);

/* --- chance.c: everything that happens at random, from one seed --- */

void chance_seed(uint64_t seed);
double chance(void); /* 0 up to 1 */
uint32_t chance_below(uint32_t limit);
double chance_gauss(void);

/* --- line.c: a pty, and what can go wrong on the way --- */

enum way { TO_TRAY, TO_BOX, WAYS };
enum fault { FAULT_LOSE, FAULT_CUT, FAULT_FLIP, FAULT_DUPLICATE, FAULT_DELAY, FAULT_GARBAGE, FAULTS };

struct line_counts {
    uint64_t bytes[WAYS];
    uint64_t frames[WAYS];
    uint64_t faults[WAYS];
};

/* Makes a pty and a link to it at path. */
bool line_plug(const char *path);
void line_unplug(void);
bool line_is_plugged(void);
int line_file(void);
void line_cut(bool is_cut);
void line_set_fault(enum way way, enum fault fault, double probability, double ms);
void line_repair(void);
/* What was under way is lost. */
void line_reset(void);

/* Reads what the box has sent. */
void line_read(uint64_t cycle);
/* A byte for the tray that has arrived by this cycle, or -1; and when the next one will. */
int line_next(uint64_t cycle);
uint64_t line_due(void);
/* Takes a byte from the tray; line_flush hands on what has arrived. */
void line_say(uint8_t byte, uint64_t cycle);
void line_flush(uint64_t cycle);
/* The same without the pty: bytes from the box, and those that have arrived there since the last call. */
void line_hear(const uint8_t *bytes, size_t count, uint64_t cycle);
size_t line_taken(const uint8_t **bytes);
const struct line_counts *line_counts(void);

/* --- chip.c, wired.c, eeprom.c: the ATmega, its firmware and what is wired to it --- */

enum cause { CAUSE_POWER = 0x01, CAUSE_EXTERNAL = 0x02, CAUSE_BROWNOUT = 0x04, CAUSE_WATCHDOG = 0x08 };

/* What is left of a byte of the memory when the power fails while it is written. */
enum tear { TEAR_OLD, TEAR_ERASED, TEAR_NEW, TEAR_MIXED };

/* The program, and the boot loader before it; NULL: none. */
bool chip_load(const char *elf, const char *boot);
struct light *chip_light(void);
uint64_t chip_cycle(void);
bool chip_is_on(void);
bool chip_has_crashed(void);
/* Runs to that cycle, or until the power fails. */
void chip_run(uint64_t until);
void chip_power(bool is_on);
void chip_reset(enum cause cause);
/* The firmware goes on for ever where it is, until it is reset. */
void chip_hang(void);
/* The power fails in the middle of that write to the memory, counted from now; 0: none. */
void chip_tear(unsigned write, enum tear tear);
void chip_press(bool is_down, double bounce_ms);
void chip_fit_lamps(bool are_fitted);
uint16_t chip_lamps(void);
const uint8_t *chip_memory(void); /* of 1024 bytes */
const uint8_t *chip_ram(void); /* by address, registers and all: up to 0x8FF */
void chip_store(uint16_t address, uint8_t byte);
unsigned chip_resets(void);
unsigned chip_writes(void);

/* --- control.c: the socket by which all that is steered --- */

bool control_open(const char *path);
/* The files to wait for, at most limit; returns how many. */
struct pollfd;
int control_files(struct pollfd *files, int limit);
/* Takes what has come; false when the harness is to end. */
bool control_serve(const struct pollfd *files, int count, bool may_be_left);

/* --- verbs.c: what it may be told --- */

/* Room for the longest line in and out: a hundred frames in hexadecimal. */
#define CONTROL_LINE 17000

/* Does what the line says, and writes the answer, which has room for CONTROL_LINE + 16; returns its length. */
int verbs_obey(char *line, char *answer);

/* --- clock.c: real time --- */

/* In real time the chip catches up with the clock this often: its firmware is never idle, the harness may be. */
#define CLOCK_SLICE_NS 2000000L

/* Real time starts now; without it, time passes only when the control socket says so. */
void clock_set_real_time(bool is_on);
bool clock_is_real_time(void);
/* Runs the chip up to the present; without real time it does nothing. */
void clock_catch_up(void);

#endif
