#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

#define WORDS 20
#define MEMORY_BYTES 1024

/* What a verb says besides "ok". */
static char reply[CONTROL_LINE];

/* A verb gets its arguments as words and as numbers, itself the first; false is an error. */
struct words {
    int count;
    char *word[WORDS];
    double number[WORDS];
};

static bool do_light(const struct words *words)
{
    return light_obeys(chip_light(), words->word, words->number, words->count);
}

static bool do_seed(const struct words *words)
{
    chance_seed(strtoull(words->word[1], NULL, 10));
    return true;
}

static bool do_press(const struct words *words)
{
    chip_press(true, words->number[1]);
    return true;
}

static bool do_release(const struct words *words)
{
    chip_press(false, words->number[1]);
    return true;
}

static bool do_lamps(const struct words *words)
{
    chip_fit_lamps(words->number[1] != 0);
    return true;
}

static bool do_power(const struct words *words)
{
    bool is_on = strcmp(words->word[1], "on") == 0;
    if (!is_on && strcmp(words->word[1], "off") != 0) {
        return false;
    }
    chip_power(is_on);
    return true;
}

static bool do_reset(const struct words *words)
{
    if (strcmp(words->word[1], "external") == 0) {
        chip_reset(CAUSE_EXTERNAL);
    } else if (strcmp(words->word[1], "brownout") == 0) {
        chip_reset(CAUSE_BROWNOUT);
    } else {
        return false;
    }
    return true;
}

static bool do_hang(const struct words *words)
{
    (void)words;
    chip_hang();
    return true;
}

static bool do_tear(const struct words *words)
{
    static const char *const KINDS[] = {"old", "erased", "new", "mixed"};
    for (int kind = 0; kind < 4; kind++) {
        if (strcmp(words->word[2], KINDS[kind]) == 0) {
            chip_tear((unsigned)words->number[1], (enum tear)kind);
            return true;
        }
    }
    return false;
}

static bool do_memory(const struct words *words)
{
    const uint8_t *memory = chip_memory();
    int count = (int)words->number[1];
    if (count < 0 || count > MEMORY_BYTES) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        sprintf(reply + 2 * i, "%02x", memory[i]);
    }
    return true;
}

static bool do_ram(const struct words *words)
{
    int from = (int)words->number[1], count = (int)words->number[2];
    if (from < 0 || count < 0 || count > MEMORY_BYTES || from + count > 0x900) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        sprintf(reply + 2 * i, "%02x", chip_ram()[from + i]);
    }
    return true;
}

/* Returns how many bytes were read, or -1. */
static int read_hex(const char *hex, uint8_t *bytes)
{
    int count = (int)(strlen(hex) / 2);
    for (int i = 0; i < count; i++) {
        unsigned byte;
        if (sscanf(hex + 2 * i, "%2x", &byte) != 1) {
            return -1;
        }
        bytes[i] = (uint8_t)byte;
    }
    return count;
}

static bool do_store(const struct words *words)
{
    uint8_t bytes[CONTROL_LINE / 2];
    int count = read_hex(words->word[2], bytes);
    int at = (int)words->number[1];
    if (at < 0 || count < 0 || at + count > MEMORY_BYTES) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        chip_store((uint16_t)(at + i), bytes[i]);
    }
    return true;
}

static bool do_hear(const struct words *words)
{
    uint8_t bytes[CONTROL_LINE / 2];
    int count = read_hex(words->word[1], bytes);
    if (count < 0) {
        return false;
    }
    line_hear(bytes, (size_t)count, chip_cycle());
    return true;
}

static bool do_take(const struct words *words)
{
    (void)words;
    const uint8_t *bytes;
    size_t count = line_taken(&bytes);
    for (size_t i = 0; i < count; i++) {
        sprintf(reply + 2 * i, "%02x", bytes[i]);
    }
    return true;
}

static bool do_unplug(const struct words *words)
{
    (void)words;
    line_unplug();
    chip_power(false);
    return true;
}

static bool do_plug(const struct words *words)
{
    (void)words;
    bool is_plugged = line_plug(NULL);
    chip_power(true);
    return is_plugged;
}

static bool do_line(const struct words *words)
{
    bool is_cut = strcmp(words->word[1], "cut") == 0;
    if (!is_cut && strcmp(words->word[1], "whole") != 0) {
        return false;
    }
    line_cut(is_cut);
    return true;
}

static bool do_fault(const struct words *words)
{
    static const char *const KINDS[] = {"lose", "cut", "flip", "duplicate", "delay", "garbage"};
    bool to_tray = strcmp(words->word[1], "tray") == 0;
    if (!to_tray && strcmp(words->word[1], "box") != 0) {
        return false;
    }
    for (int kind = 0; kind < FAULTS; kind++) {
        if (strcmp(words->word[2], KINDS[kind]) == 0) {
            double ms = words->count > 4 ? words->number[4] : 0.0;
            line_set_fault(to_tray ? TO_TRAY : TO_BOX, (enum fault)kind, words->number[3], ms);
            return true;
        }
    }
    return false;
}

static bool do_repair(const struct words *words)
{
    (void)words;
    line_repair();
    return true;
}

/* In steps of a millisecond, between which the line is served. */
static void run(uint64_t cycles)
{
    uint64_t end = chip_cycle() + cycles;
    clock_set_real_time(false);
    while (chip_cycle() < end) {
        uint64_t next = chip_cycle() + CYCLES_PER_MS;
        line_read(chip_cycle());
        chip_run(next < end ? next : end);
        line_flush(chip_cycle());
    }
}

static bool do_run(const struct words *words)
{
    run((uint64_t)(words->number[1] * CYCLES_PER_MS));
    return !chip_has_crashed();
}

static bool do_cycles(const struct words *words)
{
    run(strtoull(words->word[1], NULL, 10));
    return !chip_has_crashed();
}

static bool do_realtime(const struct words *words)
{
    (void)words;
    clock_set_real_time(true);
    return true;
}

static bool do_status(const struct words *words)
{
    (void)words;
    const struct line_counts *counts = line_counts();
    sprintf(reply,
            "cycle=%" PRIu64 " on=%d crashed=%d plugged=%d lit=%u lamps=%u resets=%u writes=%u "
            "to_tray=%" PRIu64 " to_box=%" PRIu64 " struck=%" PRIu64,
            chip_cycle(), chip_is_on(), chip_has_crashed(), line_is_plugged(), chip_light()->lit, chip_lamps(),
            chip_resets(), chip_writes(), counts->frames[TO_TRAY], counts->frames[TO_BOX],
            counts->faults[TO_TRAY] + counts->faults[TO_BOX]);
    return true;
}

/* The verbs, and how many words each wants at least, itself included. */
static const struct {
    const char *verb;
    int words;
    bool (*obey)(const struct words *words);
} VERBS[] = {
    {"light", 5, do_light},
    {"ambient", 6, do_light},
    {"lamp", 7, do_light},
    {"noise", 2, do_light},
    {"settling", 2, do_light},
    {"seed", 2, do_seed},
    {"press", 2, do_press},
    {"release", 2, do_release},
    {"lamps", 2, do_lamps},
    {"power", 2, do_power},
    {"reset", 2, do_reset},
    {"hang", 1, do_hang},
    {"tear", 3, do_tear},
    {"memory", 2, do_memory},
    {"store", 3, do_store},
    {"ram", 3, do_ram},
    {"unplug", 1, do_unplug},
    {"plug", 1, do_plug},
    {"line", 2, do_line},
    {"fault", 4, do_fault},
    {"repair", 1, do_repair},
    {"hear", 2, do_hear},
    {"take", 1, do_take},
    {"run", 2, do_run},
    {"cycles", 2, do_cycles},
    {"realtime", 1, do_realtime},
    {"status", 1, do_status},
};

static void split(char *line, struct words *words)
{
    char *rest = NULL;
    words->count = 0;
    for (char *word = strtok_r(line, " \r", &rest); word && words->count < WORDS; word = strtok_r(NULL, " \r", &rest)) {
        words->word[words->count] = word;
        words->number[words->count++] = strtod(word, NULL);
    }
}

static const char *verdict_of(const struct words *words)
{
    for (size_t i = 0; words->count > 0 && i < sizeof VERBS / sizeof VERBS[0]; i++) {
        if (strcmp(VERBS[i].verb, words->word[0]) == 0) {
            bool is_well = words->count >= VERBS[i].words && VERBS[i].obey(words);
            return is_well ? "ok" : chip_has_crashed() ? "error crashed" : "error arguments";
        }
    }
    return "error no such verb";
}

int verbs_obey(char *line, char *answer)
{
    struct words words;
    reply[0] = 0;
    split(line, &words);
    const char *verdict = verdict_of(&words);
    return sprintf(answer, "%s%s%s\n", verdict, reply[0] ? " " : "", reply);
}
