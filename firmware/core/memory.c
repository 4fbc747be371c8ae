#include "memory.h"

#include "../board/board.h"
#include "wire.h"

/* Its places in a copy. */
enum { AT_GENERATION = 0, AT_SERIAL = 2, AT_CALIBRATION = 6, AT_CHECK = 10 };

static void pack(const struct memory *memory, uint8_t *bytes)
{
    put16(bytes + AT_GENERATION, memory->generation);
    put32(bytes + AT_SERIAL, memory->serial);
    put32(bytes + AT_CALIBRATION, memory->calibration);
    put16(bytes + AT_CHECK, check_of(bytes, AT_CHECK));
}

static bool fetch(uint8_t place, struct memory *memory)
{
    uint8_t bytes[MEMORY_SIZE];
    for (uint8_t i = 0; i < MEMORY_SIZE; i++) {
        bytes[i] = board_recall((uint8_t)(place + i));
    }
    memory->generation = get16(bytes + AT_GENERATION);
    memory->serial = get32(bytes + AT_SERIAL);
    memory->calibration = get32(bytes + AT_CALIBRATION);
    memory->place = place;
    memory->is_writing = false;
    return get16(bytes + AT_CHECK) == check_of(bytes, AT_CHECK);
}

/* Generations go round: the newer one is less than half a round ahead. */
static bool is_newer(const struct memory *a, const struct memory *b)
{
    return (uint16_t)(a->generation - b->generation) < 0x8000U;
}

void memory_load(struct memory *memory)
{
    struct memory second;
    bool has_first = fetch(MEMORY_FIRST, memory);
    bool has_second = fetch(MEMORY_SECOND, &second);
    if (has_second && (!has_first || is_newer(&second, memory))) {
        *memory = second;
    } else if (!has_first) {
        memory->generation = 0;
        memory->serial = 0;
        memory->calibration = 0;
        memory->place = MEMORY_SECOND;
    }
}

void memory_begin(struct memory *memory)
{
    memory->generation++;
    memory->place = memory->place == MEMORY_FIRST ? MEMORY_SECOND : MEMORY_FIRST;
    memory->at = 0;
    memory->is_writing = true;
}

static enum written is_written(const struct memory *memory)
{
    struct memory copy;
    bool is_sound = fetch(memory->place, &copy);
    return is_sound && copy.generation == memory->generation ? WRITTEN_WELL : WRITTEN_BADLY;
}

enum written memory_step(struct memory *memory)
{
    uint8_t bytes[MEMORY_SIZE];
    if (!memory->is_writing || board_is_remembering()) {
        return WRITTEN_NOTHING;
    }
    pack(memory, bytes);
    /* A byte that is right already needs no write: it takes 3.4 ms, and wears the cell. */
    while (memory->at < MEMORY_SIZE) {
        uint8_t i = memory->at++;
        uint8_t address = (uint8_t)(memory->place + i);
        if (board_recall(address) != bytes[i]) {
            board_remember(address, bytes[i]);
            return WRITTEN_NOTHING;
        }
    }
    memory->is_writing = false;
    return is_written(memory);
}
