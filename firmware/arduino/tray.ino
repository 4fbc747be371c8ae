/* The tray's firmware as a sketch: all of it is in src/, main() included, so nothing of the Arduino core is linked.
 * Board: Arduino Nano, ATmega328P. See firmware/README.md, "In the Arduino IDE". */
