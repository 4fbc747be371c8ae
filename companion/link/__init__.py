"""The wire to the peg reader: a tray with a microcontroller that may be there or not, come and go."""
