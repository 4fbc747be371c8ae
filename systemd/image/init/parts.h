/* What the parts of the first program offer each other. See init.c for what happens in which order. */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define SECTOR 512
#define PICTURE_SIZE 1024

/* The numbers that the LED blinks and the panel shows; docs/card.md explains them. The Pi's firmware itself blinks 3, 4,
 * 7, 8, 9 or 10 times. */
enum fault { NO_CARD = 2, NO_ROOT = 5, NO_SYSTEM = 6 };

/* log.c: say() writes a line to the kernel's log; complain() adds the reason in errno. */
void say(const char *text, const char *detail);
void complain(const char *text, const char *detail);
bool write_file(const char *path, const void *content, size_t length);
ssize_t read_file(int folder, const char *path, void *content, size_t length);

/* panel.c */
bool draw(int bus, const uint8_t picture[PICTURE_SIZE]);
void show_picture(int home, const char *path);

/* table.c */
struct extent {
	uint64_t start;  /* in sectors */
	uint64_t length;
};
bool grow_entry(uint8_t table[SECTOR], uint64_t sectors, struct extent *found);
bool grow_table(int disk, uint64_t sectors, struct extent *found);

/* card.c */
struct card {
	char disk[64];       /* /dev/mmcblk0 */
	char partition[64];  /* /dev/mmcblk0p, for the number to follow */
};
void load_modules(int home);
int listen_to_kernel(void);
bool is_root_partition(const char *event, size_t length, struct card *card);
bool wait_for_card(int events, struct card *card);
void read_settings(const struct card *card);
void lock(const char *device, bool shall_be_locked);

/* devices.c */
int group_number(const char *groups, const char *name);
void hand_over_devices(void);

/* data.c */
struct superblock {
	uint64_t blocks;
	uint32_t block_size;
	bool is_ext4;      /* has the magic number */
	bool has_errors;   /* the kernel found damage */
	bool was_cut;      /* the journal was not closed: the power went while it was mounted */
	bool is_readable;  /* the card delivered it */
};
struct superblock parse_superblock(const uint8_t raw[1024]);
void bring_up_data(const struct card *card);

/* rescue.c */
void copy_files(const char *from, const char *into, uint64_t room);
void find_journal(const char *folder);
int count_entries(const char *path);
void copy_raw(const char *device, const char *path, uint64_t length);

#endif
