/* The partition table (MBR): the data partition, entry 3, is grown to the card's end.
 *
 * A power cut is harmless at any instant: one sector is written once, only the entry's length and its unused
 * cylinder address differ, and the length is computed again at every start. */
#define _GNU_SOURCE
#include <stdalign.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

#define ENTRIES 446
#define ENTRY_SIZE 16
#define ENTRY_COUNT 4
#define DATA_ENTRY 2
#define TYPE 4
#define LAST_CYLINDER 5
#define START 8
#define LENGTH 12
#define SIGNATURE 510
/* Partitions end on a multiple of 1 MiB, in sectors, as they begin. */
#define GRAIN 2048

static uint64_t number_at(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint64_t)bytes[3] << 24;
}

static void put_number(uint8_t *bytes, uint64_t number)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = number >> (8 * i);
}

/* Return where the space after START ends: at the next partition, or at the card's end. */
static uint64_t end_of_space(const uint8_t *table, uint64_t start, uint64_t sectors)
{
	uint64_t end = sectors - sectors % GRAIN;

	for (int i = 0; i < ENTRY_COUNT; i++) {
		const uint8_t *entry = table + ENTRIES + i * ENTRY_SIZE;
		uint64_t other = number_at(entry + START);

		if (entry[TYPE] != 0 && other > start && other < end)
			end = other;
	}
	return end;
}

/* Give entry 3 all the space there is, up to the 2 TiB that the table can express; never less than it has, unless it
 * goes beyond the space. Return whether TABLE changed, and in FOUND where the partition is; of length 0 if there is
 * none. */
bool grow_entry(uint8_t table[SECTOR], uint64_t sectors, struct extent *found)
{
	uint8_t *entry = table + ENTRIES + DATA_ENTRY * ENTRY_SIZE;
	uint64_t start = number_at(entry + START), length = number_at(entry + LENGTH), end, space;

	*found = (struct extent){0};
	if (table[SIGNATURE] != 0x55 || table[SIGNATURE + 1] != 0xaa || entry[TYPE] == 0 || start == 0)
		return false;
	end = end_of_space(table, start, sectors);
	if (end <= start)
		return false;
	space = end - start;
	if (space > UINT32_MAX)
		space = UINT32_MAX - UINT32_MAX % GRAIN;
	*found = (struct extent){start, length};
	if (length >= space && start + length <= sectors)
		return false;
	found->length = space;
	put_number(entry + LENGTH, space);
	/* Beyond what cylinders can express: this is what partitioning tools write then. */
	memcpy(entry + LAST_CYLINDER, "\xfe\xff\xff", 3);
	return true;
}

/* The same for the table on DISK. DISK should be open with O_DIRECT and O_SYNC, so that one sector alone is written, and
 * is written when this returns. */
bool grow_table(int disk, uint64_t sectors, struct extent *found)
{
	alignas(4096) uint8_t table[SECTOR];

	*found = (struct extent){0};
	if (pread(disk, table, SECTOR, 0) != SECTOR)
		return false;
	if (!grow_entry(table, sectors, found))
		return true;
	return pwrite(disk, table, SECTOR, 0) == SECTOR;
}
