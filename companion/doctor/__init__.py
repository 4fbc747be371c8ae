"""Checks that find what is wrong with a box and the command that fixes it; the machine is passed in as a ``Host``."""
