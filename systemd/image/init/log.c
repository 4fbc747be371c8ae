/* Lines for the kernel's log, and whole small files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"

static void write_log(const char *line)
{
	int log = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	if (log < 0)
		log = STDERR_FILENO;
	/* There is nothing left to tell a failure to. */
	if (write(log, line, strlen(line)) < 0)
		errno = 0;
	if (log != STDERR_FILENO)
		close(log);
}

void say(const char *text, const char *detail)
{
	char line[256];

	snprintf(line, sizeof line, "<6>codemaker: %s %s\n", text, detail);
	write_log(line);
}

void complain(const char *text, const char *detail)
{
	char line[256];

	snprintf(line, sizeof line, "<3>codemaker: %s %s: %s\n", text, detail, strerror(errno));
	write_log(line);
}

bool write_file(const char *path, const void *content, size_t length)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	bool is_written = file >= 0 && write(file, content, length) == (ssize_t)length;

	if (!is_written)
		complain("could not write", path);
	if (file >= 0)
		close(file);
	return is_written;
}

/* Return how many bytes were read, at most LENGTH; -1 and errno on failure. */
ssize_t read_file(int folder, const char *path, void *content, size_t length)
{
	int file = openat(folder, path, O_RDONLY | O_CLOEXEC);
	size_t done = 0;
	ssize_t count = 1;

	if (file < 0)
		return -1;
	while (done < length && (count = read(file, (char *)content + done, length - done)) > 0)
		done += count;
	close(file);
	return count < 0 ? -1 : (ssize_t)done;
}
