/* The data partition: grown, checked, repaired or replaced, and mounted. The box has to play in every case.
 *
 * After a power cut the journal alone makes the file system whole: the kernel replays it when it mounts, which is also
 * all that "e2fsck -p" would do. A full check is run when the kernel has noted damage, or cannot mount. Before it, all
 * files that can be read are copied into memory; those that are missing afterwards are put back, and a journal without
 * its name is found. What e2fsck cannot repair so that it can be mounted is replaced by an empty file system; if no file
 * of it could be read, its beginning is kept in a file of the new one. What cannot even be read is left alone: it may be
 * readable at another start. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/blkpg.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "parts.h"

#define FOLDER "/var/lib/codemaker"
#define WORDS "/run/codemaker-card/"
#define PARTITION 3
/* Copies of what could be read, for root alone, and among them what is kept of a partition without a file. */
#define SAVED "/run/codemaker-saved"
#define RAW "damaged-partition.img"
/* 20,000 matches need less, and every board has 512 MiB of memory. */
#define SAVED_MAX (64 << 20)
/* The files of a small folder are near the beginning. */
#define RAW_MAX (32 << 20)
/* From linux/fs/ext4/ext4.h, which is not among the headers for programs. */
#define EXT4_IOC_RESIZE_FS _IOW('f', 16, uint64_t)
/* A remainder below this is left alone: it may be too small for a group of blocks. */
#define WORTH_GROWING (16 << 20)
/* With less space than this the journal of a match may not fit. */
#define ROOM (1 << 20)

static uint32_t number_at(const uint8_t *bytes)
{
	return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Offsets and bits: the kernel's Documentation/filesystems/ext4/super.rst. */
struct superblock parse_superblock(const uint8_t raw[1024])
{
	uint32_t shift = number_at(raw + 0x18);
	bool has_high = number_at(raw + 0x60) & 0x80;

	return (struct superblock){
		.blocks = number_at(raw + 0x4) | (has_high ? (uint64_t)number_at(raw + 0x150) << 32 : 0),
		.block_size = shift <= 6 ? 1024u << shift : 0,
		.is_ext4 = raw[0x38] == 0x53 && raw[0x39] == 0xef,
		.has_errors = raw[0x3a] & 2,
		.was_cut = number_at(raw + 0x60) & 4,
		.is_readable = true,
	};
}

struct superblock read_superblock(const char *device)
{
	struct superblock super = {0};
	uint8_t raw[1024];
	int partition = open(device, O_RDONLY | O_CLOEXEC);

	if (partition < 0 || pread(partition, raw, sizeof raw, 1024) != sizeof raw)
		complain("could not read", device);
	else
		super = parse_superblock(raw);
	if (partition >= 0)
		close(partition);
	return super;
}

/* Tell the kernel where the partition is now; it need not be read again, so nothing on the card may be in its way. */
static void tell_kernel(int disk, const struct extent *extent)
{
	struct blkpg_partition partition = {
		.start = extent->start * SECTOR,
		.length = extent->length * SECTOR,
		.pno = PARTITION,
	};
	struct blkpg_ioctl_arg change = {.op = BLKPG_RESIZE_PARTITION, .datalen = sizeof partition, .data = &partition};

	if (ioctl(disk, BLKPG, &change) < 0)
		complain("could not resize", "the data partition");
}

/* Give the data partition the rest of the card. */
static void grow_partition(const struct card *card)
{
	struct extent extent;
	uint64_t bytes;
	int disk = open(card->disk, O_RDWR | O_DIRECT | O_SYNC | O_CLOEXEC);

	if (disk < 0 || ioctl(disk, BLKGETSIZE64, &bytes) < 0 || !grow_table(disk, bytes / SECTOR, &extent))
		complain("could not grow the data partition on", card->disk);
	else if (extent.length > 0)
		tell_kernel(disk, &extent);
	if (disk >= 0)
		close(disk);
}

static uint64_t size_of(const char *device)
{
	uint64_t bytes = 0;
	int partition = open(device, O_RDONLY | O_CLOEXEC);

	if (partition < 0 || ioctl(partition, BLKGETSIZE64, &bytes) < 0)
		complain("could not read the size of", device);
	if (partition >= 0)
		close(partition);
	return bytes;
}

/* Run a program of the root partition, and return its exit status; -1 if it did not run to its end. */
static int run(char *const arguments[])
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		execv(arguments[0], arguments);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) >= 126) {
		complain("could not run", arguments[0]);
		return -1;
	}
	return WEXITSTATUS(status);
}

/* Mount the data; damage to the folder shows only when it is read. */
static bool mount_data(const char *device)
{
	if (mount(device, FOLDER, "ext4", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_NOATIME, "errors=remount-ro") < 0)
		return false;
	if (count_entries(FOLDER) >= 0)
		return true;
	complain("could not read", FOLDER);
	umount(FOLDER);
	return false;
}

/* Check and repair; some damage shows only when other damage is repaired, so what was repaired is checked again. Return
 * whether all is well in IS_WHOLE, and whether e2fsck could be run at all. */
static bool check(char *device, bool *is_whole)
{
	char *const arguments[] = {"/usr/sbin/e2fsck", "-f", "-y", device, NULL};
	int result = 1;

	say("checking", device);
	for (int pass = 0; pass < 3 && result > 0; pass++)
		result = run(arguments);
	/* 1 and 2: errors were corrected (e2fsck(8)). */
	*is_whole = result >= 0 && (result & ~3) == 0;
	return result >= 0;
}

static bool make(char *device)
{
	/* One inode for each MiB, as there are few files: tables that are small can be made at once. */
	char *const arguments[] = {"/usr/sbin/mke2fs", "-q", "-F", "-t", "ext4", "-i", "1048576", "-m", "0", "-L",
				   "codemaker-data", "-E", "nodiscard", device, NULL};

	say("making anew:", device);
	return run(arguments) == 0;
}

/* Copy all files that can be read as the partition is now, without its journal, once. */
static void save_files(const char *device)
{
	if (mkdir(SAVED, 0700) < 0)
		return;
	/* Also when mounted read-only, ext4 would remove files that were deleted while they were open. */
	lock(device, true);
	if (mount(device, FOLDER, "ext4", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "noload") < 0) {
		complain("nothing can be saved of", device);
	} else {
		copy_files(FOLDER, SAVED, SAVED_MAX);
		umount(FOLDER);
	}
	lock(device, false);
}

/* Keep the beginning of a partition that has no file that can be read. */
static void save_raw(const char *device)
{
	uint64_t most = size_of(device) / 4;

	copy_raw(device, SAVED "/" RAW, most < RAW_MAX ? most : RAW_MAX);
}

/* Return the word for the state in which the data are mounted. */
static const char *mount_or_mend(struct superblock *super, char *device)
{
	bool is_whole, was_checked, has_saved;

	if (super->is_ext4 && !super->has_errors && mount_data(device))
		return "ok";
	if (!super->is_readable)
		return "unreadable";
	save_files(device);
	was_checked = check(device, &is_whole);
	*super = read_superblock(device);
	if (is_whole && mount_data(device)) {
		find_journal(FOLDER);
		copy_files(SAVED, FOLDER, SAVED_MAX);
		return "repaired";
	}
	/* Without e2fsck nothing is known about what would be lost. */
	has_saved = count_entries(SAVED) > 2;
	if (was_checked && !has_saved)
		save_raw(device);
	if (!was_checked || !make(device))
		return "failed";
	*super = read_superblock(device);
	if (!mount_data(device))
		return "failed";
	copy_files(SAVED, FOLDER, SAVED_MAX);
	return has_saved ? "repaired" : "new";
}

/* Growing reads an inode that nothing else needs, and that e2fsck may leave damaged: the kernel then refuses every
 * write. So the file system goes on without that inode, and the next start grows it in another way (meta_bg). */
static bool do_without_growing(char *device)
{
	char *const arguments[] = {"/usr/sbin/tune2fs", "-O", "^resize_inode", device, NULL};
	bool is_whole;

	return umount(FOLDER) == 0 && run(arguments) == 0 && check(device, &is_whole) && is_whole && mount_data(device);
}

/* Let the mounted file system fill its partition; return whether it is still mounted. The kernel grows it group by
 * group through the journal: after a power cut it has some size between the two, and goes on at the next start. */
static bool grow_files(const struct superblock *super, char *device)
{
	uint64_t blocks = size_of(device) / super->block_size;
	bool is_grown;
	int folder;

	if (blocks * super->block_size < super->blocks * super->block_size + WORTH_GROWING)
		return true;
	folder = open(FOLDER, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	is_grown = folder >= 0 && ioctl(folder, EXT4_IOC_RESIZE_FS, &blocks) == 0;
	if (folder >= 0)
		close(folder);
	if (is_grown)
		say("grown:", FOLDER);
	else
		complain("could not grow", FOLDER);
	return is_grown || do_without_growing(device);
}

static bool is_full(void)
{
	struct statvfs space;

	return statvfs(FOLDER, &space) == 0 && (space.f_bavail * space.f_frsize < ROOM || space.f_favail == 0);
}

static void write_word(const char *path, const char *word)
{
	char line[16];
	int length = snprintf(line, sizeof line, "%s\n", word);

	write_file(path, line, length);
}

/* Matches of this one evening can be played without a card, and those that can be read saved to a stick. */
static void mount_memory(const char *device)
{
	umount(FOLDER);
	save_files(device);
	unlink(SAVED "/" RAW);
	if (mount("tmpfs", FOLDER, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=96m,mode=700") < 0)
		complain("could not mount", FOLDER);
	copy_files(SAVED, FOLDER, SAVED_MAX);
}

static bool is_mounted(const char *word)
{
	return strcmp(word, "failed") != 0 && strcmp(word, "unreadable") != 0;
}

/* Mount the data on FOLDER, and say in two words what was found: "data" and "last". */
void bring_up_data(const struct card *card)
{
	char device[80];
	struct superblock before, super;
	const char *word;

	snprintf(device, sizeof device, "%s%d", card->partition, PARTITION);
	grow_partition(card);
	before = super = read_superblock(device);
	word = mount_or_mend(&super, device);
	if (is_mounted(word) && !grow_files(&super, device))
		word = "failed";
	if (!is_mounted(word)) {
		complain("no data on", device);
		mount_memory(device);
	} else if (is_full()) {
		word = "full";
	}
	if (before.is_ext4)
		write_word(WORDS "last", before.was_cut ? "cut" : "clean");
	write_word(WORDS "data", word);
}
