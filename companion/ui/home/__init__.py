"""The first menu and what is under it: set-up, matches, statistics, settings, the stick, the first start."""
