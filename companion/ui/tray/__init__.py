"""The tray on the screens: what it tells, rows that are set in it, and its calibration."""
