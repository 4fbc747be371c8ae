/* What can still be read of damaged data: copied into memory before anything is repaired, and put back afterwards. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parts.h"

#define DEPTH 3
#define PIECE 4096

static bool is_zero(const char *piece, size_t length)
{
	return length == 0 || (piece[0] == 0 && memcmp(piece, piece + 1, length - 1) == 0);
}

/* Copy LENGTH bytes, or all that there are; zeros become holes. */
static bool copy_content(int from, int into, uint64_t length)
{
	char piece[PIECE];
	uint64_t done = 0;
	ssize_t count = 0;

	while (done < length && (count = read(from, piece, sizeof piece)) > 0) {
		if (!is_zero(piece, count) && pwrite(into, piece, count, done) != count)
			return false;
		done += count;
	}
	return count >= 0 && ftruncate(into, done) == 0 && fsync(into) == 0;
}

/* Copy the file NAME unless it is there; one that cannot be copied wholly is left out. */
static void copy_file(int from, int into, const char *name, const struct stat *found)
{
	int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	int copy = source < 0 ? -1 : openat(into, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (copy >= 0 && (!copy_content(source, copy, UINT64_MAX) || fchown(copy, found->st_uid, found->st_gid) < 0)) {
		complain("could not copy", name);
		unlinkat(into, name, 0);
	} else if (copy < 0 && errno != EEXIST) {
		complain("could not copy", name);
	}
	if (source >= 0)
		close(source);
	if (copy >= 0)
		close(copy);
}

static void copy_folder(int from, int into, uint64_t *room, int depth);

static void copy_entry(int from, int into, const char *name, uint64_t *room, int depth)
{
	struct stat found;
	int inner_from, inner_into;

	if (fstatat(from, name, &found, AT_SYMLINK_NOFOLLOW) < 0) {
		complain("could not read", name);
	} else if (S_ISREG(found.st_mode) && (uint64_t)found.st_size <= *room) {
		*room -= found.st_size;
		copy_file(from, into, name, &found);
	} else if (S_ISDIR(found.st_mode) && depth > 1) {
		if (mkdirat(into, name, 0700) == 0 && fchownat(into, name, found.st_uid, found.st_gid, 0) < 0)
			complain("could not hand over", name);
		inner_from = openat(from, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		inner_into = openat(into, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (inner_from >= 0 && inner_into >= 0)
			copy_folder(inner_from, inner_into, room, depth - 1);
		if (inner_from >= 0)
			close(inner_from);
		if (inner_into >= 0)
			close(inner_into);
	}
}

static void copy_folder(int from, int into, uint64_t *room, int depth)
{
	DIR *entries = fdopendir(dup(from));
	struct dirent *entry;

	while (entries && (entry = readdir(entries)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
		    strcmp(entry->d_name, "lost+found") != 0)
			copy_entry(from, into, entry->d_name, room, depth);
	if (entries)
		closedir(entries);
}

/* Copy the files in the folder FROM that the folder INTO lacks, as long as there is ROOM for their bytes, with their
 * owners. */
void copy_files(const char *from, const char *into, uint64_t room)
{
	int source = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC), target = open(into, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (source >= 0 && target >= 0)
		copy_folder(source, target, &room, DEPTH);
	else
		complain("could not copy", from);
	if (source >= 0)
		close(source);
	if (target >= 0)
		close(target);
}

/* Return which file of the journal FILE is, by its first bytes (sqlite.org/fileformat2.html, 1.3 and 4.1); NULL for
 * another file. */
static const char *journal_name(int file)
{
	uint8_t head[72];

	if (pread(file, head, sizeof head, 0) != sizeof head)
		return NULL;
	if (memcmp(head, "SQLite format 3", 16) == 0 && memcmp(head + 68, "code", 4) == 0)
		return "journal.db";
	if (memcmp(head, "\x37\x7f\x06", 3) == 0 && (head[3] & ~1) == 0x82)
		return "journal.db-wal";
	return NULL;
}

/* Move the journal from the folder FOLDER/lost+found, where e2fsck puts files that have lost their names, to FOLDER. */
void find_journal(const char *folder)
{
	int home = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int lost = openat(home, "lost+found", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *entries = lost >= 0 && faccessat(home, "journal.db", F_OK, 0) < 0 ? fdopendir(dup(lost)) : NULL;
	struct dirent *entry;

	while (entries && (entry = readdir(entries))) {
		int file = openat(lost, entry->d_name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
		const char *name = file < 0 ? NULL : journal_name(file);

		if (name && renameat2(lost, entry->d_name, home, name, RENAME_NOREPLACE) < 0)
			complain("could not move", name);
		if (file >= 0)
			close(file);
	}
	if (entries)
		closedir(entries);
	if (lost >= 0)
		close(lost);
	if (home >= 0)
		close(home);
}

/* Return how many entries the folder PATH has, . and .. among them; -1 if it cannot be read. */
int count_entries(const char *path)
{
	DIR *entries = opendir(path);
	int count = 0;

	if (!entries)
		return -1;
	errno = 0;
	while (readdir(entries))
		count++;
	if (errno)
		count = -1;
	closedir(entries);
	return count;
}

/* Copy the first LENGTH bytes of DEVICE into the file PATH. */
void copy_raw(const char *device, const char *path, uint64_t length)
{
	int source = open(device, O_RDONLY | O_CLOEXEC);
	int copy = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (source < 0 || copy < 0 || !copy_content(source, copy, length))
		complain("could not keep", device);
	if (source >= 0)
		close(source);
	if (copy >= 0)
		close(copy);
}
