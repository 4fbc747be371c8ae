/* The first program of the card image: from the kernel to systemd.
 *
 * 1. Drivers of the card, then of the panel, and the splash; the card is found meanwhile.
 * 2. codemaker.txt is copied from the first partition to /run/codemaker-card.
 * 3. The second partition becomes the root, read-only.
 * 4. The third is grown to the card's end, checked if need be, and mounted.
 * 5. systemd.
 *
 * What cannot go on blinks the Pi's green LED and shows a number on the panel, then starts the Pi again. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "parts.h"

#define LEDS "/sys/class/leds"
#define SYSTEM "/sbin/init"
/* How often a fault's number is blinked before the Pi starts again, which takes a minute. */
#define ROUNDS 15

static void mount_kernels(void)
{
	static const struct {
		const char *type, *place, *options;
		unsigned long flags;
	} MOUNTS[] = {
		{"devtmpfs", "/dev", "mode=0755", MS_NOSUID},
		{"proc", "/proc", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC},
		{"sysfs", "/sys", NULL, MS_NOSUID | MS_NODEV | MS_NOEXEC},
		{"tmpfs", "/run", "mode=0755", MS_NOSUID | MS_NODEV},
	};

	for (size_t i = 0; i < sizeof MOUNTS / sizeof *MOUNTS; i++) {
		mkdir(MOUNTS[i].place, 0755);
		if (mount(MOUNTS[i].type, MOUNTS[i].place, MOUNTS[i].type, MOUNTS[i].flags, MOUNTS[i].options) < 0)
			complain("could not mount", MOUNTS[i].place);
	}
	mkdir("/run/codemaker-card", 0755);
	/* Where a USB stick comes later. */
	mkdir("/run/codemaker-stick", 0755);
}

static void pause_ms(int ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* Return the folder of the green LED, called ACT; NULL if there is none. */
static const char *find_led(void)
{
	static char path[300];
	struct dirent *led;
	DIR *leds = opendir(LEDS);

	path[0] = 0;
	while (leds && !path[0] && (led = readdir(leds)))
		if (strcasestr(led->d_name, "act"))
			snprintf(path, sizeof path, LEDS "/%s", led->d_name);
	if (leds)
		closedir(leds);
	return path[0] ? path : NULL;
}

static void light(const char *led, const char *value)
{
	char path[320];

	if (!led)
		return;
	snprintf(path, sizeof path, "%s/brightness", led);
	write_file(path, value, strlen(value));
}

/* Tell of a fault for a minute, and start the Pi again: a card that was not read today may be read then. */
static void give_up(int home, enum fault fault)
{
	char path[] = "pictures/0", trigger[320];
	const char *led = find_led();

	path[sizeof path - 2] += fault;
	show_picture(home, path);
	if (led) {
		snprintf(trigger, sizeof trigger, "%s/trigger", led);
		write_file(trigger, "none", 4);
	}
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < (int)fault; i++) {
			light(led, "1");
			pause_ms(250);
			light(led, "0");
			pause_ms(250);
		}
		pause_ms(1500);
	}
	reboot(RB_AUTOBOOT);
}

static void lock_partition(const struct card *card, int number)
{
	char device[80];

	snprintf(device, sizeof device, "%s%d", card->partition, number);
	lock(device, true);
}

/* Make the second partition the root; what the kernel provides moves along. */
static bool enter_root(const struct card *card)
{
	static const char *const MOVED[] = {"dev", "proc", "sys", "run"};
	char device[80];

	snprintf(device, sizeof device, "%s2", card->partition);
	mkdir("/root", 0755);
	if (mount(device, "/root", "ext4", MS_RDONLY | MS_NOATIME, NULL) < 0 || chdir("/root") < 0) {
		complain("could not mount", device);
		return false;
	}
	for (size_t i = 0; i < sizeof MOVED / sizeof *MOVED; i++) {
		char from[16];

		snprintf(from, sizeof from, "/%s", MOVED[i]);
		if (mount(from, MOVED[i], NULL, MS_MOVE, NULL) < 0)
			complain("could not move", from);
	}
	if (mount(".", "/", NULL, MS_MOVE, NULL) < 0 || chroot(".") < 0 || chdir("/") < 0) {
		complain("could not enter", device);
		return false;
	}
	return true;
}

int main(int count, char *arguments[])
{
	struct card card;
	/* The initramfs, which can be reached through this after the change of root. */
	int home = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), events;

	(void)count;
	mount_kernels();
	events = listen_to_kernel();
	load_modules(home);
	if (!wait_for_card(events, &card))
		give_up(home, NO_CARD);
	close(events);
	lock_partition(&card, 1);
	lock_partition(&card, 2);
	read_settings(&card);
	if (!enter_root(&card))
		give_up(home, NO_ROOT);
	bring_up_data(&card);
	hand_over_devices();
	say("starting", SYSTEM);
	execv(SYSTEM, arguments);
	complain("could not start", SYSTEM);
	give_up(home, NO_SYSTEM);
	return 1;
}
