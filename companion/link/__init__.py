"""The serial link to the peg tray, a microcontroller that may be plugged in and unplugged at any time."""
