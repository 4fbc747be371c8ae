"""Fakes of the hardware with the verbs of the physical world, for tests and simulation."""
