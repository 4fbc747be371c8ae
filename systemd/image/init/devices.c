/* The devices that the game opens belong to the groups that it is in. udev says so too, but it starts after the game. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "parts.h"

#define GROUPS_MAX 16384

/* Return the number of a group by the text of /etc/group, lines "name:password:number:members"; -1 if it is not there. */
int group_number(const char *groups, const char *name)
{
	size_t width = strlen(name);

	for (const char *line = groups; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, name, width) == 0 && line[width] == ':') {
			const char *number = strchr(line + width + 1, ':');

			return number ? atoi(number + 1) : -1;
		}
	}
	return -1;
}

/* Give each device to its group. */
void hand_over_devices(void)
{
	static const struct {
		const char *devices, *group;
	} OWNERS[] = {
		{"/dev/gpiochip*", "gpio"},
		{"/dev/i2c-*", "i2c"},
		{"/dev/spidev*", "spi"},
		{"/dev/vcio", "video"},
	};
	static char groups[GROUPS_MAX];

	if (read_file(AT_FDCWD, "/etc/group", groups, sizeof groups - 1) < 0)
		complain("could not read", "/etc/group");
	for (size_t i = 0; i < sizeof OWNERS / sizeof *OWNERS; i++) {
		int group = group_number(groups, OWNERS[i].group);
		glob_t found;

		if (group < 0 || glob(OWNERS[i].devices, 0, NULL, &found) != 0)
			continue;
		for (size_t j = 0; j < found.gl_pathc; j++)
			if (chown(found.gl_pathv[j], 0, group) < 0 || chmod(found.gl_pathv[j], 0660) < 0)
				complain("could not hand over", found.gl_pathv[j]);
		globfree(&found);
	}
}
