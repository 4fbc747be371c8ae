/* The drivers, the card that they find, the settings file on its first partition, and its partitions' lock. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "parts.h"

#define LIST "modules/list"
#define LIST_MAX 8192
#define SETTINGS "codemaker.txt"
#define SETTINGS_MAX 65536
#define WORDS "/run/codemaker-card/"
/* A card that needs longer than this is broken; good ones need below one second. */
#define CARD_TIMEOUT_S 20

static void load_module(int home, const char *name, const char *parameters)
{
	char path[80];
	int file;

	snprintf(path, sizeof path, "modules/%s.ko", name);
	file = openat(home, path, O_RDONLY | O_CLOEXEC);
	if (file < 0 || (syscall(SYS_finit_module, file, parameters, 0) < 0 && errno != EEXIST))
		complain("could not load", name);
	if (file >= 0)
		close(file);
	/* The initramfs is memory. */
	unlinkat(home, path, 0);
}

/* Whether the device tree's root is compatible with WANTED; its names are separated by zeros. */
static bool is_compatible(const char *wanted)
{
	char names[512] = {0};
	ssize_t length = read_file(AT_FDCWD, "/proc/device-tree/compatible", names, sizeof names - 1);

	for (ssize_t at = 0; at < length; at += strlen(names + at) + 1)
		if (strcmp(names + at, wanted) == 0)
			return true;
	return false;
}

/* Obey one line of the list, which the file itself explains; PARAMETERS are those of the drivers from here on. */
static void obey(int home, char *line, const char **parameters)
{
	const char *name = strsep(&line, " ");

	if (strcmp(name, "=splash") == 0) {
		show_picture(home, "pictures/splash");
		*parameters = "async_probe";
	} else if (*name && *name != '#' && (!line || is_compatible(line))) {
		load_module(home, name, *parameters);
	}
}

void load_modules(int home)
{
	static char list[LIST_MAX];
	char *line, *rest = list;
	const char *parameters = "";
	ssize_t length = read_file(home, LIST, list, sizeof list - 1);

	if (length < 0)
		complain("could not read", LIST);
	list[length < 0 ? 0 : length] = 0;
	while ((line = strsep(&rest, "\n")))
		obey(home, line, &parameters);
}

/* Return a socket that tells of new devices. It has to be open before the drivers are loaded, or news may be missed. */
int listen_to_kernel(void)
{
	struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
	int events = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);

	if (events < 0 || bind(events, (struct sockaddr *)&address, sizeof address) < 0)
		complain("could not listen to", "the kernel");
	return events;
}

/* Return the value of KEY in an event of the kernel, "KEY=value" strings that end with zeros; NULL if it has none. */
static const char *value_of(const char *event, size_t length, const char *key)
{
	size_t width = strlen(key);

	for (const char *at = event; at < event + length; at += strlen(at) + 1)
		if (strncmp(at, key, width) == 0 && at[width] == '=')
			return at + width + 1;
	return NULL;
}

/* Whether EVENT, which ends with a zero, tells that partition 2 of some disk has come; it is noted in CARD. The kernel
 * has made all partitions of a disk when it tells of the first. */
bool is_root_partition(const char *event, size_t length, struct card *card)
{
	const char *action = value_of(event, length, "ACTION"), *name = value_of(event, length, "DEVNAME");
	const char *number = value_of(event, length, "PARTN");
	size_t width;

	if (!action || !name || !number || strcmp(action, "add") != 0 || strcmp(number, "2") != 0)
		return false;
	width = strlen(name);
	if (width < 2 || width > 40)
		return false;
	snprintf(card->partition, sizeof card->partition, "/dev/%.*s", (int)width - 1, name);
	/* A "p" stands between two numbers only: mmcblk0p2, but vda2. */
	if (width > 2 && name[width - 2] == 'p' && name[width - 3] >= '0' && name[width - 3] <= '9')
		width--;
	snprintf(card->disk, sizeof card->disk, "/dev/%.*s", (int)width - 1, name);
	return true;
}

static int left_ms(const struct timespec *since)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (CARD_TIMEOUT_S - (now.tv_sec - since->tv_sec)) * 1000;
}

/* Wait until the kernel has found the card. */
bool wait_for_card(int events, struct card *card)
{
	struct timespec since;
	struct pollfd wait = {.fd = events, .events = POLLIN};
	char event[8192];
	int left;

	clock_gettime(CLOCK_MONOTONIC, &since);
	while ((left = left_ms(&since)) > 0 && poll(&wait, 1, left) > 0) {
		ssize_t length = recv(events, event, sizeof event - 1, 0);

		if (length <= 0)
			continue;
		event[length] = 0;
		if (is_root_partition(event, length, card)) {
			say("the card is", card->disk);
			return true;
		}
	}
	errno = ETIMEDOUT;
	complain("no card with", "a second partition");
	return false;
}

/* Copy codemaker.txt from the first partition to where the program reads it. Without it the box plays with what it
 * has found out before. */
void read_settings(const struct card *card)
{
	static char content[SETTINGS_MAX];
	char device[80];
	ssize_t length;

	snprintf(device, sizeof device, "%s1", card->partition);
	mkdir("/boot", 0700);
	if (mount(device, "/boot", "vfat", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0) {
		complain("could not mount", device);
		return;
	}
	length = read_file(AT_FDCWD, "/boot/" SETTINGS, content, sizeof content);
	if (length < 0)
		complain("could not read", SETTINGS);
	else
		write_file(WORDS SETTINGS, content, length);
	if (umount("/boot") < 0)
		complain("could not unmount", device);
}

/* Refuse every write to the partition DEVICE, from every program; or let it be written again. */
void lock(const char *device, bool shall_be_locked)
{
	int partition = open(device, O_RDONLY | O_CLOEXEC), is_locked = shall_be_locked;

	if (partition < 0 || ioctl(partition, BLKROSET, &is_locked) < 0)
		complain("could not lock", device);
	if (partition >= 0)
		close(partition);
}
