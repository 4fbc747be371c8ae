"""The tray in the user interface: its events, and the screens of its calibration."""
