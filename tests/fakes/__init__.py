"""Fakes of the hardware for tests and simulation; their methods act like a person: press, unplug, plug back."""
