"""The parts a box can be made of: a Raspberry Pi's, a window's, a terminal's, and fakes."""
