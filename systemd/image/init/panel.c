/* One picture on a monochrome panel of 128 by 64 pixels at 0x3c, whose chip may be an SSD1306 or an SH1106. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "parts.h"

#define BUS "/dev/i2c-1"
#define ADDRESS 0x3c
#define COMMANDS 0x00
#define DATA 0x40
#define PAGES 8
#define COLUMNS 128
#define MARGIN 2

/* Both chips take these (datasheets: Solomon Systech SSD1306 rev. 1.1, Sino Wealth SH1106 rev. 2.2). The SH1106 has no
 * memory mode and no charge pump: it ignores 20 and 8d and takes their arguments for column addresses, which are set
 * again before each page. */
static const uint8_t INITIAL[] = {
	COMMANDS,
	0xae,        /* off */
	0xd5, 0x80,  /* clock */
	0xa8, 0x3f,  /* 64 lines */
	0xd3, 0x00,  /* no offset */
	0x40,        /* first line */
	0x8d, 0x14,  /* charge pump on */
	0x20, 0x02,  /* pages, one by one */
	0xa1, 0xc8,  /* as modules are mounted */
	0xda, 0x12,  /* lines interleaved, as on glass of 64 lines */
	0x81, 0xcf,  /* contrast */
	0xd9, 0xf1,  /* precharge */
	0xdb, 0x40,  /* deselect level */
	0xa4, 0xa6,  /* the memory's picture, not inverted */
};
static const uint8_t ON[] = {COMMANDS, 0xaf};

static bool send(int bus, const uint8_t *bytes, size_t length)
{
	return write(bus, bytes, length) == (ssize_t)length;
}

/* The SH1106 has 132 columns, of which glass shows those from 2 to 129; the SSD1306 has 128 and goes on at column 0
 * after the last. So each page is sent with two empty columns at either end: on the SH1106 the picture is where it
 * belongs, and on the SSD1306 two columns further right. The outermost two columns of PICTURE must be empty. */
static bool draw_page(int bus, int page, const uint8_t *columns)
{
	const uint8_t place[] = {COMMANDS, 0xb0 | page, 0x00, 0x10};
	uint8_t bytes[1 + MARGIN + COLUMNS + MARGIN] = {DATA};

	memcpy(bytes + 1 + MARGIN, columns, COLUMNS);
	return send(bus, place, sizeof place) && send(bus, bytes, sizeof bytes);
}

/* Send PICTURE (pages of eight lines, a byte a column, the lowest bit on top) and switch the panel on. */
bool draw(int bus, const uint8_t picture[PICTURE_SIZE])
{
	if (!send(bus, INITIAL, sizeof INITIAL))
		return false;
	for (int page = 0; page < PAGES; page++)
		if (!draw_page(bus, page, picture + page * COLUMNS))
			return false;
	return send(bus, ON, sizeof ON);
}

/* Show the picture in the file PATH. A box may have another panel or none, so failures are no errors. */
void show_picture(int home, const char *path)
{
	uint8_t picture[PICTURE_SIZE];
	int bus = open(BUS, O_RDWR | O_CLOEXEC);

	if (bus < 0) {
		say("no bus", BUS);
		return;
	}
	if (read_file(home, path, picture, sizeof picture) != sizeof picture)
		complain("could not read", path);
	else if (ioctl(bus, I2C_SLAVE, ADDRESS) < 0 || !draw(bus, picture))
		say("no panel at 0x3c for", path);
	else
		say("the panel shows", path);
	close(bus);
}
