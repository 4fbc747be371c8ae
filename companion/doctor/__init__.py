"""What is wrong with a box and which command mends it; the outside is passed in as a ``Patient``."""
