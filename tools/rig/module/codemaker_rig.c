// SPDX-License-Identifier: GPL-2.0
/*
 * A Raspberry Pi's header without a Raspberry Pi: 54 pins as a gpiochip with pulls and edges, an I2C bus on which
 * one panel is listening, and under /proc/device-tree which Pi it is. What the bus is asked to carry can be read, and
 * the outside world be moved, through /dev/codemaker-rig. Debian builds neither gpio-sim nor the simulated interrupts that it stands on.
 *
 * Read: a record for each message on the bus, in host byte order: when (ns of CLOCK_MONOTONIC, u64), address (u16),
 * errno that was answered (u16), length (u16), then the bytes; a question has none. A panel that is pulled off is a
 * record of address 0xfffe. A read returns whole records, and sleeps while there is none. Unread records are dropped,
 * the oldest first, and is counted: the next record then has address 0xffff and the count as its four bytes.
 *
 * Write, one command at a time:
 *   low PIN, open PIN   connect a pin with ground, let go of it
 *   wire FROM TO        connect a pin with another: while FROM drives low, TO is low
 *   plug, unplug        the panel
 *   fail ERRNO AFTER    a message breaks off half-way, once AFTER more have gone well
 */
#include <linux/fs.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define PINS 54
#define BUS 1
#define NOT_READ 0xffff
#define UNPLUGGED 0xfffe
#define LONGEST 1024
#define RECORDS_BYTES (1 << 18)

static unsigned short address = 0x3c;
module_param(address, ushort, 0444);
MODULE_PARM_DESC(address, "where the panel listens");

struct record {
	u64 at_ns;
	u16 address;
	u16 error;
	u16 length;
} __packed;

static struct platform_device *header;

/* ---- the pins ---- */

static DEFINE_SPINLOCK(pins_lock);
static DECLARE_BITMAP(grounded, PINS);
static DECLARE_BITMAP(driven_high, PINS);
static DECLARE_BITMAP(is_output, PINS);
static DECLARE_BITMAP(pulled_down, PINS);
static DECLARE_BITMAP(unmasked, PINS);
static u8 edges[PINS];
/* Where a wire from a pin ends; a pin is its own end. */
static u8 wired_to[PINS];
static struct gpio_chip chip;

/* What a meter would show: ground wins, then the pin itself, then its pull; a pin that is left alone floats high. */
static int level(unsigned int pin)
{
	if (test_bit(pin, grounded))
		return 0;
	if (test_bit(pin, is_output))
		return test_bit(pin, driven_high);
	return !test_bit(pin, pulled_down);
}

static int pin_get(struct gpio_chip *gc, unsigned int pin)
{
	return level(pin);
}

static int ground(unsigned int pin, bool is_grounded);

static void pull_wire(unsigned int pin)
{
	if (wired_to[pin] != pin)
		ground(wired_to[pin], test_bit(pin, is_output) && !test_bit(pin, driven_high));
}

static void pin_set(struct gpio_chip *gc, unsigned int pin, int value)
{
	assign_bit(pin, driven_high, value);
	pull_wire(pin);
}

static int pin_direction(struct gpio_chip *gc, unsigned int pin)
{
	return test_bit(pin, is_output) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int pin_input(struct gpio_chip *gc, unsigned int pin)
{
	clear_bit(pin, is_output);
	pull_wire(pin);
	return 0;
}

static int pin_output(struct gpio_chip *gc, unsigned int pin, int value)
{
	assign_bit(pin, driven_high, value);
	set_bit(pin, is_output);
	pull_wire(pin);
	return 0;
}

static int pin_config(struct gpio_chip *gc, unsigned int pin, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
	case PIN_CONFIG_BIAS_DISABLE:
		clear_bit(pin, pulled_down);
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		set_bit(pin, pulled_down);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void irq_mask_pin(struct irq_data *data)
{
	clear_bit(irqd_to_hwirq(data), unmasked);
	gpiochip_disable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static void irq_unmask_pin(struct irq_data *data)
{
	gpiochip_enable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
	set_bit(irqd_to_hwirq(data), unmasked);
}

static int irq_set_edges(struct irq_data *data, unsigned int type)
{
	if (type & IRQ_TYPE_LEVEL_MASK)
		return -EINVAL;
	edges[irqd_to_hwirq(data)] = type & IRQ_TYPE_EDGE_BOTH;
	irq_set_handler_locked(data, handle_edge_irq);
	return 0;
}

static void irq_ack_pin(struct irq_data *data)
{
}

static const struct irq_chip pin_irqs = {
	.name = "codemaker-rig",
	.irq_mask = irq_mask_pin,
	.irq_unmask = irq_unmask_pin,
	.irq_ack = irq_ack_pin,
	.irq_set_type = irq_set_edges,
	.flags = IRQCHIP_IMMUTABLE | IRQCHIP_SKIP_SET_WAKE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static int ground(unsigned int pin, bool is_grounded)
{
	unsigned long flags;
	int before, after;
	bool is_heard;

	if (pin >= PINS)
		return -EINVAL;
	spin_lock_irqsave(&pins_lock, flags);
	before = level(pin);
	assign_bit(pin, grounded, is_grounded);
	after = level(pin);
	is_heard = before != after && test_bit(pin, unmasked) &&
		   (edges[pin] & (after ? IRQ_TYPE_EDGE_RISING : IRQ_TYPE_EDGE_FALLING));
	/* Interrupts are off here, as they would be in a handler of metal's. */
	if (is_heard)
		generic_handle_domain_irq(chip.irq.domain, pin);
	spin_unlock_irqrestore(&pins_lock, flags);
	return 0;
}

/* ---- the bus ---- */

static DEFINE_MUTEX(bus_lock);
static DEFINE_KFIFO(records, u8, RECORDS_BYTES);
static DECLARE_WAIT_QUEUE_HEAD(has_records);
static u32 dropped;
static bool is_plugged = true;
static bool is_on;
static unsigned int fail_with, well_before;

static bool is_room_for(unsigned int length)
{
	return kfifo_avail(&records) >= sizeof(struct record) + length;
}

static void put_record(u16 where, u16 error, const u8 *bytes, u16 length)
{
	struct record record = { ktime_get_ns(), where, error, length };

	kfifo_in(&records, (u8 *)&record, sizeof(record));
	kfifo_in(&records, bytes, length);
}

static void drop_oldest(void)
{
	struct record record;
	u16 i;

	if (kfifo_out(&records, (u8 *)&record, sizeof(record)) != sizeof(record))
		return;
	for (i = 0; i < record.length; i++)
		kfifo_skip(&records);
	dropped++;
}

static void keep(u16 where, u16 error, const u8 *bytes, u16 length)
{
	length = min_t(u16, length, LONGEST);
	while (!is_room_for(length + sizeof(struct record) + sizeof(dropped)) && !kfifo_is_empty(&records))
		drop_oldest();
	put_record(where, error, bytes, length);
	wake_up_interruptible(&has_records);
}

/* Follow the one command that the answer depends on; a command's argument is never 0xAE or 0xAF but for contrast. */
static void follow(const u8 *bytes, u16 length)
{
	u16 i;

	if (length == 0 || bytes[0] != 0x00)
		return;
	for (i = 1; i < length; i++) {
		if (bytes[i] == 0x81)
			i++;
		else if ((bytes[i] & 0xfe) == 0xae)
			is_on = bytes[i] & 1;
	}
}

static int carry(struct i2c_msg *message)
{
	int error = 0;
	u16 length = message->len;

	if (message->addr != address || !is_plugged)
		error = EREMOTEIO;
	else if (fail_with && !well_before--) {
		error = fail_with;
		fail_with = 0;
		length /= 2;
	}
	if (message->flags & I2C_M_RD) {
		keep(message->addr, error, NULL, 0);
		if (!error && message->len)
			memset(message->buf, is_on ? 0x03 : 0x43, message->len);
		return -error;
	}
	keep(message->addr, error, message->buf, length);
	if (!error)
		follow(message->buf, length);
	return -error;
}

static int bus_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i, done = count;

	mutex_lock(&bus_lock);
	for (i = 0; i < count; i++) {
		int error = carry(&messages[i]);

		if (error) {
			done = error;
			break;
		}
	}
	mutex_unlock(&bus_lock);
	return done;
}

static u32 bus_can(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm bus_does = { .master_xfer = bus_transfer, .functionality = bus_can };
static struct i2c_adapter bus = { .owner = THIS_MODULE, .algo = &bus_does, .nr = BUS, .name = "bcm2835 (virtual)" };

/* ---- the outside world ---- */

static ssize_t outside_read(struct file *file, char __user *buffer, size_t size, loff_t *offset)
{
	static u8 one[sizeof(struct record) + LONGEST];
	size_t copied = 0;
	int trouble;

	if (size < sizeof(one))
		return -EINVAL;
	trouble = wait_event_interruptible(has_records, !kfifo_is_empty(&records) || dropped);
	if (trouble)
		return trouble;
	mutex_lock(&bus_lock);
	if (dropped) {
		struct record gap = { ktime_get_ns(), NOT_READ, 0, sizeof(dropped) };

		memcpy(one, &gap, sizeof(gap));
		memcpy(one + sizeof(gap), &dropped, sizeof(dropped));
		copied = sizeof(gap) + sizeof(dropped);
		dropped = 0;
		trouble = copy_to_user(buffer, one, copied) ? -EFAULT : 0;
	}
	while (!trouble && !kfifo_is_empty(&records) && copied + sizeof(one) <= size) {
		struct record *record = (struct record *)one;
		unsigned int whole = kfifo_out(&records, one, sizeof(*record));

		whole += kfifo_out(&records, one + sizeof(*record), record->length);
		trouble = copy_to_user(buffer + copied, one, whole) ? -EFAULT : 0;
		copied += whole;
	}
	mutex_unlock(&bus_lock);
	return trouble ? trouble : copied;
}

static int obey(const char *command)
{
	unsigned int first, second;

	if (sscanf(command, "low %u", &first) == 1)
		return ground(first, true);
	if (sscanf(command, "open %u", &first) == 1)
		return ground(first, false);
	if (sscanf(command, "wire %u %u", &first, &second) == 2) {
		if (first >= PINS || second >= PINS)
			return -EINVAL;
		wired_to[first] = second;
		return 0;
	}
	mutex_lock(&bus_lock);
	if (sscanf(command, "fail %u %u", &first, &second) == 2) {
		fail_with = first;
		well_before = second;
	} else if (sysfs_streq(command, "plug")) {
		is_plugged = true;
	} else if (sysfs_streq(command, "unplug")) {
		is_plugged = false;
		is_on = false;
		keep(UNPLUGGED, 0, NULL, 0);
	} else {
		mutex_unlock(&bus_lock);
		return -EINVAL;
	}
	mutex_unlock(&bus_lock);
	return 0;
}

static ssize_t outside_write(struct file *file, const char __user *buffer, size_t size, loff_t *offset)
{
	char command[32];
	int trouble;

	if (size >= sizeof(command))
		return -EINVAL;
	if (copy_from_user(command, buffer, size))
		return -EFAULT;
	command[size] = '\0';
	trouble = obey(command);
	return trouble ? trouble : size;
}

static const struct file_operations outside_does = {
	.owner = THIS_MODULE,
	.read = outside_read,
	.write = outside_write,
	.llseek = noop_llseek,
};
static struct miscdevice outside = {
	.minor = MISC_DYNAMIC_MINOR, .name = "codemaker-rig", .fops = &outside_does, .mode = 0600
};

/* ---- which Pi it is ---- */

static struct proc_dir_entry *tree;

static int show_model(struct seq_file *file, void *nothing)
{
	static const char model[] = "Raspberry Pi 4 Model B Rev 1.5 (virtual)";

	return seq_write(file, model, sizeof(model));
}

/* New style, Pi 4 B, revision 1.5, 1 GB; big-endian, as all is in a device tree. */
static int show_revision(struct seq_file *file, void *nothing)
{
	static const u8 revision[] = { 0x00, 0xa0, 0x31, 0x15 };

	return seq_write(file, revision, sizeof(revision));
}

/* 400 kHz, as the install sets it. */
static int show_speed(struct seq_file *file, void *nothing)
{
	static const u8 speed[] = { 0x00, 0x06, 0x1a, 0x80 };

	return seq_write(file, speed, sizeof(speed));
}

static int plant_tree(void)
{
	struct proc_dir_entry *system, *soc;

	tree = proc_mkdir("device-tree", NULL);
	system = tree ? proc_mkdir("system", tree) : NULL;
	soc = system ? proc_mkdir("soc", tree) : NULL;
	soc = soc ? proc_mkdir("i2c@7e804000", soc) : NULL;
	if (!soc || !proc_create_single("model", 0444, tree, show_model) ||
	    !proc_create_single("linux,revision", 0444, system, show_revision) ||
	    !proc_create_single("clock-frequency", 0444, soc, show_speed)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

/* ---- coming and going ---- */

static int add_pins(void)
{
	u8 pin;

	for (pin = 0; pin < PINS; pin++)
		wired_to[pin] = pin;
	/* gpiozero's lgpio looks for the chip by this name on a Pi 4. */
	chip.label = "pinctrl-bcm2711";
	chip.owner = THIS_MODULE;
	chip.parent = &header->dev;
	chip.base = -1;
	chip.ngpio = PINS;
	chip.get = pin_get;
	chip.set = pin_set;
	chip.get_direction = pin_direction;
	chip.direction_input = pin_input;
	chip.direction_output = pin_output;
	chip.set_config = pin_config;
	gpio_irq_chip_set_chip(&chip.irq, &pin_irqs);
	chip.irq.default_type = IRQ_TYPE_NONE;
	chip.irq.handler = handle_edge_irq;
	return gpiochip_add_data(&chip, NULL);
}

static int __init rig_come(void)
{
	int trouble;

	header = platform_device_register_simple("codemaker-rig", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(header))
		return PTR_ERR(header);
	trouble = add_pins();
	if (trouble)
		goto no_pins;
	bus.dev.parent = &header->dev;
	trouble = i2c_add_numbered_adapter(&bus);
	if (trouble)
		goto no_bus;
	trouble = plant_tree();
	if (trouble)
		goto no_tree;
	trouble = misc_register(&outside);
	if (trouble)
		goto no_outside;
	return 0;

no_outside:
	proc_remove(tree);
no_tree:
	i2c_del_adapter(&bus);
no_bus:
	gpiochip_remove(&chip);
no_pins:
	platform_device_unregister(header);
	return trouble;
}

static void __exit rig_go(void)
{
	misc_deregister(&outside);
	proc_remove(tree);
	i2c_del_adapter(&bus);
	gpiochip_remove(&chip);
	platform_device_unregister(header);
}

module_init(rig_come);
module_exit(rig_go);
MODULE_DESCRIPTION("The pins and the panel's bus of a Raspberry Pi, with somebody at them");
MODULE_LICENSE("GPL");
