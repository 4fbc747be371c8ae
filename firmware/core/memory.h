/* What the tray remembers without power: two copies, of which the older one is overwritten. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* The first bytes stay unused: where an ATmega writes astray as its supply fails, it is at address 0. */
#define MEMORY_FIRST 16U
#define MEMORY_SECOND 32U
#define MEMORY_SIZE 12U

struct memory {
    uint32_t serial;      /* 0: none yet */
    uint32_t calibration; /* 0: none yet */
    uint16_t generation;  /* counts the boots and the writes; no two boots have the same */
    uint8_t place;        /* of the copy that was written last */
    uint8_t at;           /* the next byte to write */
    bool is_writing;
};

/* What a step has brought. */
enum written { WRITTEN_NOTHING, WRITTEN_WELL, WRITTEN_BADLY };

/* Reads the newer copy that is sound; with neither, begins from nothing. */
void memory_load(struct memory *memory);

/* Begins to write a new generation over the older copy. */
void memory_begin(struct memory *memory);

/* Goes on with the write, if one is under way, by one byte at most. */
enum written memory_step(struct memory *memory);

#endif
